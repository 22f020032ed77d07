//! A worker: takes jobs and does them until it is told to stop.

use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::slot::Slot;
use crate::{BoxFuture, Job, Pulse, Queue, QueueError, WorkerAbout, WorkerId};

/// Somebody who can do the jobs of one kind.
pub trait JobWorker: Send + Sync + 'static {
    /// Which runs.
    fn kind(&self) -> &str;

    /// Does one job on a thread of its own. Tells its progress, and ends early if the pulse says so.
    fn work(&self, job: &Job, pulse: &Pulse) -> Result<String, WorkError>;
}

/// Why a job has no result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WorkError {
    /// The pulse asked for a stop.
    #[error("stopped")]
    Stopped,
    /// It failed; another attempt may succeed.
    #[error("{0}")]
    Failed(String),
    /// This worker cannot do the jobs of this run.
    #[error("{0}")]
    Refused(String),
}

/// What happened to a worker, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WorkerEvent {
    /// It has taken a job.
    Taken(Job),
    /// It has done a job.
    Done(Job),
    /// Its result was dropped: another worker has the job, or the run has ended.
    Dropped(Job),
    /// The job failed.
    Failed(Job, String),
    /// It cannot do the jobs of this run.
    Refused(Job, String),
    /// It gave the job back.
    GivenBack(Job),
    /// The database cannot be reached; the worker goes on trying.
    Unreachable(String),
    /// The database can be reached again.
    Reachable,
}

/// Runs workers on the jobs of a queue.
pub struct WorkerRunner {
    /// The queue.
    pub queue: Queue,
    /// What the worker tells about itself.
    pub about: WorkerAbout,
    /// What it can do, one for each kind.
    pub workers: Vec<Arc<dyn JobWorker>>,
    /// Exit when there is nothing to do, rather than wait.
    pub leaves_when_idle: bool,
    /// How long to wait before looking for work again.
    pub pause: Duration,
    /// Hears what happens.
    pub report: Arc<dyn Fn(WorkerEvent) + Send + Sync>,
}

impl WorkerRunner {
    /// Works until `stop`, or until there is nothing to do. Jobs that are not finished then are given back. Failures of
    /// the database after the first contact only make it wait.
    pub fn run(&self, stop: CancellationToken) -> BoxFuture<'_, Result<WorkerId, QueueError>> {
        Box::pin(async move {
            let worker = self.queue.register(&self.about).await?;
            let mut slots = JoinSet::new();
            for _ in 0..self.about.slots.max(1) {
                slots.spawn(Slot::new(self, worker, stop.clone()).run());
            }
            let mut result = Ok(worker);
            while let Some(ended) = slots.join_next().await {
                let ended = ended.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()));
                if let Err(error) = ended {
                    stop.cancel();
                    result = Err(error);
                }
            }
            // The worker is gone anyway; this only makes the list of workers nicer.
            let _ = self.queue.leave(worker).await;
            result
        })
    }
}
