//! One of the places of a worker: one job after another.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::{
    FailureFate, Held, Job, JobWorker, Pulse, Queue, QueueError, ResultFate, WorkError, WorkerEvent,
    WorkerId, WorkerRunner,
};

/// Heartbeats during one lease. A few may get lost.
const HEARTBEATS: u32 = 5;

/// The longest time between heartbeats: a canceled run is noticed within it.
const LONGEST_BEAT: Duration = Duration::from_secs(10);

/// The pauses after failures grow from this to the next.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// How long a worker that is told to stop tries to give its job back to a database that does not answer.
const LAST_TRIES: Duration = Duration::from_secs(5);

pub(crate) struct Slot {
    queue: Queue,
    worker: WorkerId,
    kinds: Vec<String>,
    workers: Vec<Arc<dyn JobWorker>>,
    leaves_when_idle: bool,
    pause: Duration,
    report: Arc<dyn Fn(WorkerEvent) + Send + Sync>,
    stop: CancellationToken,
}

/// How a job ended.
enum Ending {
    Worked(Result<String, WorkError>),
    /// Another worker has it, or the run has ended.
    Lost,
    /// It made no progress.
    Expired,
}

impl Slot {
    pub(crate) fn new(runner: &WorkerRunner, worker: WorkerId, stop: CancellationToken) -> Self {
        Self {
            queue: runner.queue.clone(),
            worker,
            kinds: runner.workers.iter().map(|worker| worker.kind().to_owned()).collect(),
            workers: runner.workers.clone(),
            leaves_when_idle: runner.leaves_when_idle,
            pause: runner.pause,
            report: Arc::clone(&runner.report),
            stop,
        }
    }

    pub(crate) async fn run(self) -> Result<(), QueueError> {
        let mut after_failure = FIRST_PAUSE;
        while !self.stop.is_cancelled() {
            let claim = self.patiently(|| self.queue.claim(self.worker, &self.kinds)).await?;
            match claim.flatten() {
                Some(job) => {
                    if self.execute(job).await? {
                        after_failure = FIRST_PAUSE;
                    } else {
                        // Others may have more luck with it.
                        self.wait(after_failure).await;
                        after_failure = (after_failure * 2).min(LONGEST_PAUSE);
                    }
                }
                None if self.leaves_when_idle && !self.has_work().await? => break,
                None => self.wait(self.pause).await,
            }
        }
        Ok(())
    }

    async fn has_work(&self) -> Result<bool, QueueError> {
        Ok(self.patiently(|| self.queue.has_work(self.worker, &self.kinds)).await?.unwrap_or(true))
    }

    /// Does a job; false if it failed.
    async fn execute(&self, job: Job) -> Result<bool, QueueError> {
        (self.report)(WorkerEvent::Taken(job.clone()));
        let event = match self.work(&job).await {
            Ending::Lost => WorkerEvent::Dropped(job),
            Ending::Expired => {
                let error = format!("no progress for {} seconds", job.lease.as_secs_f64());
                self.fail(job, error).await?
            }
            Ending::Worked(Ok(result)) => {
                // A result that cannot be stored is a failure of the job, not of the worker.
                match self.patiently(|| self.queue.complete(&job, &result)).await {
                    Ok(Some(ResultFate::Stored)) => WorkerEvent::Done(job),
                    Ok(Some(ResultFate::Dropped) | None) => WorkerEvent::Dropped(job),
                    Err(error @ QueueError::BadText { .. }) => self.fail(job, error.to_string()).await?,
                    Err(error) => return Err(error),
                }
            }
            Ending::Worked(Err(WorkError::Stopped)) => {
                self.patiently(|| self.queue.give_back(&job)).await?;
                WorkerEvent::GivenBack(job)
            }
            Ending::Worked(Err(WorkError::Refused(reason))) => {
                self.patiently(|| self.queue.refuse(&job, &reason)).await?;
                WorkerEvent::Refused(job, reason)
            }
            Ending::Worked(Err(WorkError::Failed(error))) => self.fail(job, error).await?,
        };
        let is_good = !matches!(event, WorkerEvent::Failed(..));
        (self.report)(event);
        Ok(is_good)
    }

    async fn fail(&self, job: Job, error: String) -> Result<WorkerEvent, QueueError> {
        let failed = self.patiently(|| self.queue.fail(&job, &error)).await?;
        let more = if failed == Some(FailureFate::SetAside) { "; the job is set aside" } else { "" };
        Ok(WorkerEvent::Failed(job, format!("{error}{more}")))
    }

    /// Runs the job on a thread of its own, with a heartbeat.
    async fn work(&self, job: &Job) -> Ending {
        let Some(worker) = self.workers.iter().find(|worker| worker.kind() == job.kind).cloned() else {
            return Ending::Worked(Err(WorkError::Refused(format!("no jobs of kind {:?} here", job.kind))));
        };
        let pulse = Arc::new(Pulse::default());
        let (owned, heart) = (job.clone(), Arc::clone(&pulse));
        let mut work = tokio::task::spawn_blocking(move || worker.work(&owned, &heart));
        let between = (job.lease / HEARTBEATS).min(LONGEST_BEAT);
        let mut ending = None;
        loop {
            tokio::select! {
                result = &mut work => {
                    let panicked = |_| Err(WorkError::Failed("the program panicked; its message is on stderr".to_owned()));
                    return ending.unwrap_or_else(|| Ending::Worked(result.unwrap_or_else(panicked)));
                }
                () = self.stop.cancelled(), if !pulse.is_stopped() => pulse.stop(),
                () = sleep(between), if ending.is_none() => {
                    ending = match self.queue.heartbeat(job, pulse.progress()).await {
                        Ok(Held::Lost) => Some(Ending::Lost),
                        Ok(Held::Expired) => Some(Ending::Expired),
                        // The lease goes on without us for a while.
                        Ok(Held::Yes) | Err(_) => None,
                    };
                    if ending.is_some() {
                        pulse.stop();
                    }
                }
            }
        }
    }

    /// Repeats a call until the database answers. Gives up only if the worker is told to stop.
    async fn patiently<T, F>(&self, mut call: impl FnMut() -> F) -> Result<Option<T>, QueueError>
    where
        F: Future<Output = Result<T, QueueError>>,
    {
        let (mut pause, mut tried, mut waited) = (FIRST_PAUSE, false, Duration::ZERO);
        loop {
            match call().await {
                Ok(value) => {
                    if tried {
                        (self.report)(WorkerEvent::Reachable);
                    }
                    return Ok(Some(value));
                }
                Err(error) if error.is_temporary() => {
                    if !tried {
                        (self.report)(WorkerEvent::Unreachable(error.to_string()));
                    }
                    tried = true;
                    if self.stop.is_cancelled() && waited >= LAST_TRIES {
                        return Ok(None);
                    }
                    sleep(pause).await;
                    waited += pause;
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
                Err(error) => return Err(error),
            }
        }
    }

    async fn wait(&self, time: Duration) {
        tokio::select! {
            () = sleep(time) => {}
            () = self.stop.cancelled() => {}
        }
    }
}
