//! What is around a comparison.

use std::time::Duration;

/// Who may stop a comparison, the clock of its budget, and who looks on.
///
/// `()` never stops, and its time stands still: what it sees depends on questions alone.
pub trait Observer {
    /// Whether to stop as soon as possible.
    fn is_stopped(&self) -> bool {
        false
    }

    /// The time since a moment before the comparison.
    fn now(&self) -> Duration {
        Duration::ZERO
    }

    /// Called before each question that is to find a difference.
    fn asking(&self) {}

    /// Called before questions that are to make a difference smaller.
    fn minimizing(&self, effort: &Effort) {
        let _ = effort;
    }
}

impl Observer for () {}

/// What was spent on making a difference smaller so far.
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
