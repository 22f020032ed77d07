//! The clock, the stop signal and the progress of a comparison.

use std::time::Duration;

/// Stops a comparison, measures its time and watches its progress.
///
/// `()` never stops and its clock stands still, so that results depend only on questions.
pub trait Observer {
    /// Whether to stop as soon as possible.
    fn is_stopped(&self) -> bool {
        false
    }

    /// The time since a moment before the comparison.
    fn now(&self) -> Duration {
        Duration::ZERO
    }

    /// Called before each question while looking for a difference.
    fn asking(&self) {}

    /// Called before questions while minimizing a difference.
    fn minimizing(&self, effort: &Effort) {
        let _ = effort;
    }
}

impl Observer for () {}

/// The work spent on minimizing so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Questions to the opponent.
    pub questions: usize,
    /// The time.
    pub time: Duration,
    /// The time that may be spent.
    pub most_time: Duration,
    /// Pieces of the smallest position so far.
    pub pieces: usize,
}
