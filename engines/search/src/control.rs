//! Stopping a search from outside, and pondering.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Stops a search from another thread, and turns pondering into a normal search.
#[derive(Debug)]
pub struct Control {
    stop: AtomicBool,
    pub(crate) pondering: AtomicBool,
    created: Instant,
    /// When our clock started, in nanoseconds since `created`.
    clock_start: AtomicU64,
}

impl Default for Control {
    fn default() -> Self {
        Self {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(false),
            created: Instant::now(),
            clock_start: AtomicU64::new(0),
        }
    }
}

impl Control {
    /// Stops the search as soon as possible.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Resets the control for a search that starts now. While pondering, time limits do not apply.
    pub fn prepare(&self, pondering: bool) {
        self.start_clock();
        self.pondering.store(pondering, Ordering::Relaxed);
        self.stop.store(false, Ordering::Relaxed);
    }

    /// The opponent played the expected move: time limits apply from now on. Does nothing unless pondering.
    pub fn ponder_hit(&self) {
        if self.is_pondering() {
            self.start_clock();
            self.pondering.store(false, Ordering::Relaxed);
        }
    }

    fn start_clock(&self) {
        self.clock_start.store(self.created.elapsed().as_nanos() as u64, Ordering::Relaxed);
    }

    /// How long our clock has been running.
    pub(crate) fn clock_elapsed(&self) -> Duration {
        let begin = Duration::from_nanos(self.clock_start.load(Ordering::Relaxed));
        self.created.elapsed().saturating_sub(begin)
    }

    /// Whether the search was stopped.
    #[inline(always)]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether the search is pondering: the opponent has not moved yet.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
impl Control {
    /// A control whose clock has been running for ten seconds or more.
    pub(crate) fn running() -> Self {
        let created = Instant::now().checked_sub(Duration::from_secs(10));
        Self { created: created.expect("the machine has been up long enough"), ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_control_can_be_reset() {
        let control = Control::default();
        assert!(!control.is_stopped() && !control.is_pondering());
        control.stop();
        assert!(control.is_stopped());
        control.prepare(true);
        assert!(!control.is_stopped() && control.is_pondering());
        control.ponder_hit();
        assert!(!control.is_stopped() && !control.is_pondering());
    }

    #[test]
    fn the_clock_starts_with_the_search_and_again_with_a_ponder_hit() {
        let control = Control::running();
        assert!(control.clock_elapsed() >= 10 * SECOND);
        control.prepare(true);
        let begin = control.clock_start.load(Ordering::Relaxed);
        assert!(control.clock_elapsed() + 10 * SECOND <= control.created.elapsed());
        while control.created.elapsed().as_nanos() as u64 == begin {}
        control.ponder_hit();
        let hit = control.clock_start.load(Ordering::Relaxed);
        assert!(hit > begin);
        while control.created.elapsed().as_nanos() as u64 == hit {}
        // Not pondering: the clock runs on.
        control.ponder_hit();
        assert_eq!(control.clock_start.load(Ordering::Relaxed), hit);
    }
}
