//! What a job tells while it runs, and is told.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Carries progress out of a running job, and the wish to stop into it.
#[derive(Debug, Default)]
pub struct Pulse {
    progress: AtomicU64,
    stop: AtomicBool,
}

impl Pulse {
    /// Tells how far the job is, such as the plies played or the nodes counted. Only a higher number is progress.
    pub fn beat(&self, progress: u64) {
        self.progress.fetch_max(progress, Ordering::Relaxed);
    }

    /// How far the job is.
    #[must_use]
    pub fn progress(&self) -> u64 {
        self.progress.load(Ordering::Relaxed)
    }

    /// Asks the job to stop soon.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the job should stop: its result is not wanted any more.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
