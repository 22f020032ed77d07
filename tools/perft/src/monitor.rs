//! Stopping and watching a running count.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Lets another thread stop a count and see its progress.
///
/// ```
/// use boardgame::PositionExt;
/// use draughts::{Draughts, variants::International};
/// use damier_perft::{Counter, Monitor, CountSettings};
///
/// let monitor = Monitor::default();
/// monitor.stop();
/// let counter = Counter::new(&CountSettings::default())?;
/// let count = counter.count(&Draughts::<International>::start(), 20, &monitor)?;
/// assert!(!count.complete);
/// # Ok::<(), damier_perft::CountError>(())
/// ```
#[derive(Debug, Default)]
pub struct Monitor {
    stop: AtomicBool,
    nodes: AtomicU64,
    parts_done: AtomicU64,
    parts: AtomicU64,
}

impl Monitor {
    /// Asks the count to stop soon; its result is what it has counted by then.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether [`stop`](Self::stop) was called.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Nodes counted so far, over all counts with this monitor; a little behind.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// How many parts of the running count are done, and how many there are.
    #[must_use]
    pub fn parts(&self) -> (u64, u64) {
        (self.parts_done.load(Ordering::Relaxed), self.parts.load(Ordering::Relaxed))
    }

    pub(crate) fn begin(&self, parts: usize) {
        self.parts_done.store(0, Ordering::Relaxed);
        self.parts.store(parts as u64, Ordering::Relaxed);
    }

    pub(crate) fn part_done(&self) {
        self.parts_done.fetch_add(1, Ordering::Relaxed);
    }
}

/// Nodes between two checks for a stop: about a millisecond of work.
const NODES_BETWEEN_LOOKS: u64 = 1 << 17;

/// The count was stopped from outside.
pub(crate) struct Stopped;

/// One thread's side of a [`Monitor`]: updates the shared counters only now and then.
pub(crate) struct Meter<'a> {
    monitor: &'a Monitor,
    /// How often each node counts: the routes that lead to the part being counted.
    weight: u64,
    pending: u64,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(monitor: &'a Monitor, weight: u64) -> Self {
        Self { monitor, weight, pending: 0 }
    }

    /// Adds nodes; fails if the count should stop.
    #[inline]
    pub(crate) fn add(&mut self, nodes: u64) -> Result<(), Stopped> {
        self.pending = self.pending.saturating_add(nodes);
        if self.pending < NODES_BETWEEN_LOOKS {
            return Ok(());
        }
        self.flush();
        if self.monitor.is_stopped() { Err(Stopped) } else { Ok(()) }
    }

    fn flush(&mut self) {
        self.monitor.nodes.fetch_add(self.pending.saturating_mul(self.weight), Ordering::Relaxed);
        self.pending = 0;
    }
}

impl Drop for Meter<'_> {
    fn drop(&mut self) {
        self.flush();
    }
}
