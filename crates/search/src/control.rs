//! What all threads of a search look at: when to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::limits::{Deadline, Limits};

/// Stops a search from outside, and lets a search on the opponent's time become one on the own time.
#[derive(Debug)]
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
    created: Instant,
    /// When the own clock began to run, in nanoseconds since `created`.
    clock_begin: AtomicU64,
}

impl Default for Control {
    fn default() -> Self {
        Self {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(false),
            created: Instant::now(),
            clock_begin: AtomicU64::new(0),
        }
    }
}

impl Control {
    /// Ends the search that listens to this control as soon as possible.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Makes the control ready for a search that begins now; with `pondering` limits of time do not count
    /// yet.
    pub fn prepare(&self, pondering: bool) {
        self.start_clock();
        self.pondering.store(pondering, Ordering::Relaxed);
        self.stop.store(false, Ordering::Relaxed);
    }

    /// The opponent has played the expected move: limits of time count from now on. Without pondering they have
    /// counted all along.
    pub fn ponder_hit(&self) {
        if self.is_pondering() {
            self.start_clock();
            self.pondering.store(false, Ordering::Relaxed);
        }
    }

    fn start_clock(&self) {
        self.clock_begin.store(self.created.elapsed().as_nanos() as u64, Ordering::Relaxed);
    }

    /// How long the own clock has been running.
    fn on_the_clock(&self) -> Duration {
        let begin = Duration::from_nanos(self.clock_begin.load(Ordering::Relaxed));
        self.created.elapsed().saturating_sub(begin)
    }

    /// Whether the search was told to stop.
    #[inline(always)]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether the opponent has not played the expected move yet.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }
}

/// The limits of one search as its threads see them.
pub(crate) struct Watch<'a> {
    pub(crate) control: &'a Control,
    pub(crate) begin: Instant,
    deadline: Option<Deadline>,
    max_nodes: u64,
    nodes: Vec<AtomicU64>,
    /// Set when limits end the search; the control belongs to the caller.
    ended: AtomicBool,
    /// Whether every move of the root was looked at once, or that takes too long. Before that only a limit of nodes
    /// ends the search: it takes a fraction of a millisecond, and an answer without it is any legal move.
    has_answer: AtomicBool,
}

/// The first look at the moves of a root ends after so many nodes: most need a hundred, but where many queens or
/// kings take each other it would not end at all.
const FIRST_LOOK_NODES: u64 = 4_096;

/// The first look ends after this time, where nodes take long.
const FIRST_LOOK_TIME: Duration = Duration::from_millis(100);

impl<'a> Watch<'a> {
    pub(crate) fn new(control: &'a Control, limits: &Limits, threads: usize) -> Self {
        let begin = Instant::now();
        Self {
            control,
            begin,
            deadline: limits.deadline(),
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            nodes: std::iter::repeat_with(AtomicU64::default).take(threads).collect(),
            ended: AtomicBool::new(false),
            has_answer: AtomicBool::new(false),
        }
    }

    #[inline(always)]
    pub(crate) fn is_over(&self) -> bool {
        self.ended.load(Ordering::Relaxed) || self.control.is_stopped() && self.has_answer()
    }

    /// There is something to answer: the search may be stopped.
    pub(crate) fn allow_stop(&self) {
        self.has_answer.store(true, Ordering::Relaxed);
    }

    fn has_answer(&self) -> bool {
        self.has_answer.load(Ordering::Relaxed)
    }

    /// Ends the search for all threads.
    pub(crate) fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
    }

    /// Nodes of all threads so far.
    pub(crate) fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Ordering::Relaxed)).sum()
    }

    /// Notes the nodes of a thread, and ends the search if a limit is reached.
    pub(crate) fn note(&self, thread: usize, nodes: u64) {
        self.nodes[thread].store(nodes, Ordering::Relaxed);
        let total = self.total_nodes();
        if total >= self.max_nodes {
            self.end();
        }
        if !self.has_answer() && (total >= FIRST_LOOK_NODES || self.begin.elapsed() >= FIRST_LOOK_TIME) {
            self.allow_stop();
        }
        if let Some(deadline) = self.deadline.filter(|_| self.has_answer() && !self.control.is_pondering())
            && self.control.on_the_clock() >= deadline.hard
        {
            self.end();
        }
    }

    /// The nodes a thread may count before it must call [`note`](Self::note) again: less than it looks at in a
    /// millisecond, where that is few.
    pub(crate) fn next_note(&self, nodes: u64) -> u64 {
        const INTERVAL: u64 = 512;
        if !self.has_answer() {
            return nodes + 1;
        }
        let left = self.max_nodes.saturating_sub(self.total_nodes()).max(1);
        let in_a_millisecond = nodes / (self.begin.elapsed().as_millis() as u64).max(1);
        nodes + INTERVAL.min(left).min(in_a_millisecond.max(1))
    }

    /// Whether another depth should be begun, when a clear choice needs this share of the usual time.
    pub(crate) fn is_time_for_more(&self, share: f64) -> bool {
        let Some(deadline) = self.deadline.filter(|_| !self.control.is_pondering()) else { return true };
        let share = if deadline.may_end_early { share } else { 1.0 };
        let soft = Duration::from_secs_f64(deadline.soft.as_secs_f64() * share);
        self.control.on_the_clock() < soft.min(deadline.hard)
    }

    /// Whether an early answer saves time.
    pub(crate) fn may_end_early(&self) -> bool {
        self.deadline.is_some_and(|deadline| deadline.may_end_early) && !self.control.is_pondering()
    }
}
