//! A thread of the pool.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::job::{Job, JobFault, Turn};
use crate::player_cache::PlayerCache;
use crate::pool::{QueueKind, Shared};

/// Works until the pool closes.
pub(crate) fn run(shared: &Shared, mut players: PlayerCache, analyses: bool) {
    lower_priority();
    while let Some((queue, job)) = shared.next(analyses) {
        turn(shared, queue, job, &mut players);
    }
}

/// Lets a job work until it is done or stopped.
fn turn(shared: &Shared, queue: QueueKind, mut job: Job, players: &mut PlayerCache) {
    let Some(search) = job.control.begin() else {
        shared.finish(queue, &job.control);
        return fail(job, JobFault::Canceled);
    };
    // Whatever a panic left behind is dropped with the players and the job.
    let ended = catch_unwind(AssertUnwindSafe(|| job.task.work(players, &search, &job.control)));
    job.control.end();
    shared.finish(queue, &job.control);
    match ended {
        Ok(Turn::Done) => {}
        Ok(Turn::Stopped) if job.control.is_canceled() => fail(job, JobFault::Canceled),
        Ok(Turn::Stopped) => {
            if let Some(job) = shared.put_back(queue, job) {
                fail(job, JobFault::ShutDown);
            }
        }
        Err(_) => {
            players.forget();
            fail(job, JobFault::Failed);
        }
    }
}

/// Tells that a job has no result. A callback that panics does not affect other jobs.
pub(crate) fn fail(mut job: Job, fault: JobFault) {
    let told = catch_unwind(AssertUnwindSafe(|| job.task.fail(fault)));
    // The payload of a panicking callback does not matter here.
    drop(told);
}

/// Lets everything else go first. On Linux, a priority belongs to a thread.
fn lower_priority() {
    // Without permission the thread works as it is.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, 10);
}
