//! Work for the engines: what it is, how it is stopped, how it fails.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use engine::Control;
use thiserror::Error;

use crate::player_cache::PlayerCache;
use crate::pool::Shared;

/// Whether to go on with a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobFlow {
    /// Go on.
    Continue,
    /// Stop: the job ends as if it had reached its limits.
    Stop,
}

/// The queue has no room for another job. Try again later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the engines are busy: {waiting} jobs are waiting")]
pub struct QueueFull {
    /// The number of jobs that wait in that queue.
    pub waiting: usize,
}

/// Why a job has no result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum JobFault {
    /// Its handle was dropped or canceled.
    #[error("canceled")]
    Canceled,
    /// The pool is closing.
    #[error("the engines are shutting down")]
    ShutDown,
    /// The game is over: there is no move.
    #[error("there is no legal move")]
    NoMove,
    /// The engine does not accept the position.
    #[error("the engine refuses the position: {reason}")]
    Refused {
        /// Why.
        reason: String,
    },
    /// The search panicked, which is a bug. The pool goes on.
    #[error("the engine failed")]
    Failed,
}

/// A job of the pool. Dropping it cancels the job.
#[derive(Debug)]
#[must_use = "dropping it cancels the job"]
pub struct JobHandle {
    control: Arc<JobControl>,
    pool: Weak<Shared>,
    is_kept: bool,
}

impl JobHandle {
    pub(crate) fn new(control: Arc<JobControl>, pool: Weak<Shared>) -> Self {
        Self { control, pool, is_kept: true }
    }

    /// Stops the job. Unless it is done already, it ends with [`JobFault::Canceled`].
    pub fn cancel(mut self) {
        self.stop();
    }

    /// Lets the job run to its end without this handle.
    pub fn detach(mut self) {
        self.is_kept = false;
    }

    /// Whether an engine works on the job now; before and after that it is false.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.control.state().running.is_some()
    }

    fn stop(&mut self) {
        self.is_kept = false;
        self.control.cancel();
        if let Some(pool) = self.pool.upgrade() {
            pool.remove(&self.control);
        }
    }
}

impl Drop for JobHandle {
    fn drop(&mut self) {
        if self.is_kept {
            self.stop();
        }
    }
}

/// Stops a job from another thread.
#[derive(Debug, Default)]
pub(crate) struct JobControl {
    state: Mutex<JobState>,
}

#[derive(Debug, Default)]
struct JobState {
    is_canceled: bool,
    /// Whether it must make room for a move.
    is_preempted: bool,
    /// The search that runs.
    running: Option<Arc<Control>>,
}

impl JobControl {
    fn state(&self) -> MutexGuard<'_, JobState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn cancel(&self) {
        let mut state = self.state();
        state.is_canceled = true;
        if let Some(running) = &state.running {
            running.stop();
        }
    }

    /// Asks the job to make room; returns whether it was running and not asked before.
    pub(crate) fn preempt(&self) -> bool {
        let mut state = self.state();
        let is_new = state.running.is_some() && !state.is_preempted && !state.is_canceled;
        if let Some(running) = state.running.clone().filter(|_| is_new) {
            state.is_preempted = true;
            running.stop();
        }
        is_new
    }

    /// Begins a turn; `None` if the job was canceled.
    pub(crate) fn begin(&self) -> Option<Arc<Control>> {
        let mut state = self.state();
        state.is_preempted = false;
        state.running = (!state.is_canceled).then(Arc::default);
        state.running.clone()
    }

    /// Ends a turn.
    pub(crate) fn end(&self) {
        self.state().running = None;
    }

    pub(crate) fn is_canceled(&self) -> bool {
        self.state().is_canceled
    }

    /// Whether the job was asked to stop, for good or to make room.
    pub(crate) fn must_stop(&self) -> bool {
        let state = self.state();
        state.is_canceled || state.is_preempted
    }
}

/// How a turn of a job ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// It is done, and has told its result.
    Done,
    /// It was stopped before it was done.
    Stopped,
}

/// What an engine has to do.
pub(crate) trait JobTask: Send {
    /// Works until it is done or stopped. A task that was stopped may be called again.
    fn work(&mut self, players: &mut PlayerCache, search: &Control, job: &JobControl) -> Turn;

    /// Tells that there will be no result.
    fn fail(&mut self, fault: JobFault);
}

/// A task with its control.
pub(crate) struct Job {
    pub(crate) control: Arc<JobControl>,
    pub(crate) task: Box<dyn JobTask>,
}
