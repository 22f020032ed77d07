//! Workers that run: failures, panics, hanging jobs, stops, and a database that crashes.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::common::{LONG, address, run, submit};
use damier_queue::{Job, JobWorker, NewRun, Pulse, Queue, WorkError, WorkerAbout, WorkerEvent, WorkerRunner};
use test_postgres::TestPostgres;
use tokio_util::sync::CancellationToken;

/// A worker made from a function.
struct Does<F>(F);

impl<F> JobWorker for Does<F>
where
    F: Fn(&Job, &Pulse) -> Result<String, WorkError> + Send + Sync + 'static,
{
    fn kind(&self) -> &str {
        "count"
    }

    fn work(&self, job: &Job, pulse: &Pulse) -> Result<String, WorkError> {
        (self.0)(job, pulse)
    }
}

struct Team {
    runner: WorkerRunner,
    events: Arc<Mutex<Vec<WorkerEvent>>>,
}

async fn team(
    address: &str,
    slots: usize,
    work: impl Fn(&Job, &Pulse) -> Result<String, WorkError> + Send + Sync + 'static,
) -> Team {
    let events = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&events);
    let runner = WorkerRunner {
        queue: Queue::open(address).await.expect("a queue"),
        about: WorkerAbout { host: "here".to_owned(), slots, ..WorkerAbout::default() },
        workers: vec![Arc::new(Does(work))],
        leaves_when_idle: true,
        pause: Duration::from_millis(5),
        report: Arc::new(move |event| heard.lock().expect("no panic").push(event)),
    };
    Team { runner, events }
}

impl Team {
    async fn run(&self) {
        self.runner.run(CancellationToken::new()).await.expect("a queue that answers");
    }

    fn count(&self, is_wanted: impl Fn(&WorkerEvent) -> bool) -> usize {
        self.events.lock().expect("no panic").iter().filter(|event| is_wanted(event)).count()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_jobs_are_done_and_hopeless_ones_set_aside() {
    let Some(address) = address() else { return };
    let queue = Queue::open(&address).await.expect("a queue");
    let run = submit(&queue, &NewRun { most_attempts: 2, ..run("mixed", 20, LONG) }).await;
    let team = team(&address, 3, |job, _| match job.number {
        3 => Err(WorkError::Failed("three".to_owned())),
        4 => panic!("four"),
        5 => Ok("a zero \0".to_owned()),
        // The second attempt succeeds.
        6 if job.attempt == 1 => Err(WorkError::Failed("six".to_owned())),
        number => Ok(number.to_string()),
    })
    .await;
    team.run().await;
    let counts = queue.counts(run).await.expect("counts");
    assert_eq!((counts.open, counts.taken, counts.done, counts.failed), (0, 0, 17, 3));
    let jobs = queue.jobs(run, 3).await.expect("jobs");
    let errors: Vec<&str> = jobs.iter().map(|job| job.error.as_deref().unwrap_or_default()).collect();
    assert_eq!(errors[0], "three");
    assert!(errors[1].contains("panicked"), "{errors:?}");
    assert_eq!(errors[2], "the result contains a zero character");
    assert_eq!(team.count(|event| matches!(event, WorkerEvent::Failed(..))), 7);
    assert_eq!(team.count(|event| matches!(event, WorkerEvent::Done(_))), 17);
}

/// The heart beats on while the job hangs: only progress counts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_job_that_hangs_expires_though_its_worker_lives() {
    let Some(address) = address() else { return };
    let queue = Queue::open(&address).await.expect("a queue");
    let run = submit(&queue, &run("hanging", 4, Duration::from_millis(100))).await;
    let hangs = Arc::new(AtomicU32::new(0));
    let hung = Arc::clone(&hangs);
    let team = team(&address, 1, move |job, pulse| {
        if job.number == 1 && job.attempt == 1 {
            while !pulse.is_stopped() {
                pulse.beat(7);
                std::thread::sleep(Duration::from_millis(1));
            }
            hung.fetch_add(1, Ordering::Relaxed);
            return Err(WorkError::Stopped);
        }
        Ok(job.number.to_string())
    })
    .await;
    team.run().await;
    assert_eq!(hangs.load(Ordering::Relaxed), 1);
    assert_eq!(queue.counts(run).await.expect("counts").done, 4);
    let is_told = |event: &WorkerEvent| matches!(event, WorkerEvent::Failed(job, error) if job.number == 1 && error == "no progress for 0.1 seconds");
    assert_eq!(team.count(is_told), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stop_gives_jobs_back() {
    let Some(address) = address() else { return };
    let queue = Queue::open(&address).await.expect("a queue");
    let run = submit(&queue, &run("stopped", 4, LONG)).await;
    let stop = CancellationToken::new();
    let cancel = stop.clone();
    let team = team(&address, 2, move |_, pulse| {
        cancel.cancel();
        while !pulse.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
        Err(WorkError::Stopped)
    })
    .await;
    team.runner.run(stop).await.expect("a queue that answers");
    let counts = queue.counts(run).await.expect("counts");
    assert_eq!((counts.open, counts.taken), (4, 0));
    assert!(queue.jobs(run, 4).await.expect("jobs").iter().all(|job| job.attempt == 0));
    assert!(queue.workers(1).await.expect("workers")[0].is_gone);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_that_cannot_do_a_run_says_why_and_leaves_it() {
    let Some(address) = address() else { return };
    let queue = Queue::open(&address).await.expect("a queue");
    let run = submit(&queue, &run("refused", 9, LONG)).await;
    let team = team(&address, 1, |_, _| Err(WorkError::Refused("another engine".to_owned()))).await;
    team.run().await;
    assert_eq!(
        team.count(|event| matches!(event, WorkerEvent::Refused(_, reason) if reason == "another engine")),
        1
    );
    let counts = queue.counts(run).await.expect("counts");
    assert_eq!((counts.open, counts.failed), (9, 0));
}

/// The server is killed while jobs are done, twice: workers wait, go on, and every job has one result.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn workers_outlive_crashes_of_the_database() {
    let Some(mut server) = TestPostgres::start_durable() else { return };
    let address = server.fresh_database();
    let queue = Queue::open(&address).await.expect("a queue");
    let run = submit(&queue, &run("crashes", 60, Duration::from_millis(500))).await;
    let gate = Arc::new(AtomicU32::new(20));
    let (allowed, begun) = (Arc::clone(&gate), Arc::new(AtomicU32::new(0)));
    let counted = Arc::clone(&begun);
    let team = team(&address, 2, move |job, pulse| {
        counted.fetch_add(1, Ordering::Relaxed);
        // Jobs beyond the gate wait for the crash, so that it comes in the middle.
        let mut progress = 0;
        while job.number >= i64::from(allowed.load(Ordering::Relaxed)) {
            if pulse.is_stopped() {
                return Err(WorkError::Stopped);
            }
            progress += 1;
            pulse.beat(progress);
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(job.number.to_string())
    })
    .await;
    let working = async { team.run().await };
    let crashing = async {
        for next in [40, 60] {
            let before = next - 20;
            while begun.load(Ordering::Relaxed) <= before {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            server = tokio::task::spawn_blocking(move || {
                server.crash();
                server
            })
            .await
            .expect("no panic");
            gate.store(next, Ordering::Relaxed);
        }
        server
    };
    let ((), _server) = tokio::join!(working, crashing);
    let results = queue.results(run, -1, 100).await.expect("results");
    assert!(results.iter().map(|result| result.result.clone()).eq((0..60).map(|n: i32| n.to_string())));
}
