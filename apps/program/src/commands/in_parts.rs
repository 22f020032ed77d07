//! Works on the parts of one record with several threads; the output keeps the order of the record.

use std::io::{self, Read};
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use record::{Part, Parts};

/// The result of working on a part.
pub(crate) struct Done<T> {
    pub(crate) output: T,
    /// Whether the part ends between two games; if not, it is worked on again together with the next.
    pub(crate) ends_between_games: bool,
}

/// More threads than this gain nothing.
pub(crate) const MOST_THREADS: u64 = 1024;

/// The default number of threads: one per core.
pub(crate) fn all_cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// The most bytes of parts that are joined; a record that needs more is left to one thread.
const LARGEST_JOINED: usize = 1 << 26;

/// A part that is worked on, and where its output is waited for.
type Job<T> = (Part, SyncSender<(Part, Done<T>)>);

/// Works on the parts of a record and takes the outputs in order, until `take` says that it is enough. Returns what is
/// left of a record that cannot be cut, for one thread to read.
pub(crate) fn work_in_parts<'a, T: Send>(
    input: impl Read + Send + 'a,
    threads: usize,
    work: impl Fn(&Part) -> Done<T> + Sync,
    mut take: impl FnMut(&Part, T) -> bool,
) -> Option<Box<dyn Read + 'a>> {
    let mut parts = Parts::new(input);
    let first = match parts.next() {
        // Threads would cost more than they gain.
        Some(part) if part.is_last() => {
            let done = work(&part);
            take(&part, done.output);
            return None;
        }
        first => first,
    };
    // Every part waits in the second queue for its turn, which bounds the memory.
    let (job_sender, jobs) = sync_channel::<Job<T>>(threads);
    let (order_sender, order) = sync_channel(2 * threads);
    let (jobs, is_given_up) = (&Mutex::new(jobs), &AtomicBool::new(false));
    let work = &work;
    thread::scope(|scope| {
        let cutter = scope.spawn(move || {
            for part in first.into_iter().chain(&mut parts) {
                let (sender, receiver) = sync_channel(1);
                let is_sent = order_sender.send(receiver).is_ok() && job_sender.send((part, sender)).is_ok();
                // Nobody wants more.
                if !is_sent {
                    return None;
                }
                if is_given_up.load(Ordering::Relaxed) {
                    break;
                }
            }
            parts.into_rest()
        });
        for _ in 0..threads {
            scope.spawn(move || work_on(jobs, work));
        }
        let open = take_in_order(order, is_given_up, work, &mut take)?;
        let rest = cutter.join().ok()??;
        Some(Box::new(io::Cursor::new(open).chain(rest)) as Box<dyn Read + 'a>)
    })
}

fn work_on<T>(jobs: &Mutex<Receiver<Job<T>>>, work: &impl Fn(&Part) -> Done<T>) {
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((part, sender)) = job else { return };
        let done = work(&part);
        // If the receiver is gone, the result is not needed.
        let _ = sender.send((part, done));
    }
}

/// Takes the outputs of all parts; returns the bytes of the last one if it does not end between games, and nothing if
/// no more is wanted.
fn take_in_order<T>(
    order: Receiver<Receiver<(Part, Done<T>)>>,
    is_given_up: &AtomicBool,
    work: &impl Fn(&Part) -> Done<T>,
    take: &mut impl FnMut(&Part, T) -> bool,
) -> Option<Vec<u8>> {
    // Parts that must be read together, and how long they were when that was last tried.
    let mut open: Option<(Part, usize)> = None;
    for receiver in order {
        // A thread that panicked sends nothing; the panic goes on when the threads are joined.
        let (part, done) = receiver.recv().ok()?;
        let (part, done) = match open.take() {
            None => (part, done),
            Some((mut before, tried)) => {
                before.join(part);
                is_given_up.fetch_or(before.len() > LARGEST_JOINED, Ordering::Relaxed);
                let is_given_up = is_given_up.load(Ordering::Relaxed);
                // Twice as much each time, so that all tries together cost little more than the last.
                if (before.len() < 2 * tried || is_given_up) && !before.is_last() {
                    open = Some((before, tried));
                    continue;
                }
                let done = work(&before);
                (before, done)
            }
        };
        if done.ends_between_games || part.is_last() {
            if !take(&part, done.output) {
                return None;
            }
        } else {
            let length = part.len();
            open = Some((part, length));
        }
    }
    Some(open.map(|(part, _)| part.into_bytes()).unwrap_or_default())
}
