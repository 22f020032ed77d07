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

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// A control whose clock has been running for ten seconds or more.
    fn running() -> Control {
        let created = Instant::now().checked_sub(10 * SECOND).expect("the machine has run for so long");
        Control { created, ..Control::default() }
    }

    /// A watch of two threads in whose eyes the search began just now, however slow the machine is.
    fn watch<'a>(control: &'a Control, limits: &Limits) -> Watch<'a> {
        Watch { begin: Instant::now() + 3_600 * SECOND, ..Watch::new(control, limits, 2) }
    }

    fn watch_until(control: &Control, soft: u32, hard: u32, may_end_early: bool) -> Watch<'_> {
        let deadline = Deadline { soft: soft * SECOND, hard: hard * SECOND, may_end_early };
        Watch { deadline: Some(deadline), ..watch(control, &Limits::default()) }
    }

    #[test]
    fn a_control_is_made_ready_again() {
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
    fn the_clock_starts_with_the_search_and_again_with_the_expected_move() {
        let control = running();
        assert!(control.on_the_clock() >= 10 * SECOND);
        control.prepare(true);
        let begin = control.clock_begin.load(Ordering::Relaxed);
        assert!(control.on_the_clock() + 10 * SECOND <= control.created.elapsed());
        while control.created.elapsed().as_nanos() as u64 == begin {}
        control.ponder_hit();
        let hit = control.clock_begin.load(Ordering::Relaxed);
        assert!(hit > begin);
        while control.created.elapsed().as_nanos() as u64 == hit {}
        // Nothing was pondered: the clock goes on.
        control.ponder_hit();
        assert_eq!(control.clock_begin.load(Ordering::Relaxed), hit);
    }

    #[test]
    fn a_search_that_is_told_to_stop_ends_as_soon_as_it_has_an_answer() {
        let control = Control::default();
        let watch = watch(&control, &Limits::default());
        control.stop();
        watch.note(0, 1);
        assert!(!watch.is_over());
        watch.allow_stop();
        assert!(watch.is_over());
        control.prepare(false);
        assert!(!watch.is_over());
        watch.end();
        assert!(watch.is_over());
    }

    #[test]
    fn a_first_look_that_takes_too_long_may_be_stopped() {
        let control = Control::default();
        control.stop();
        let by_nodes = watch(&control, &Limits::default());
        by_nodes.note(0, FIRST_LOOK_NODES - 1);
        assert!(!by_nodes.is_over());
        by_nodes.note(1, 1);
        assert!(by_nodes.is_over());
        let begin = Instant::now().checked_sub(SECOND).expect("the machine has run for so long");
        let by_time = Watch { begin, ..watch(&control, &Limits::default()) };
        assert!(!by_time.is_over());
        by_time.note(0, 1);
        assert!(by_time.is_over());
    }

    #[test]
    fn the_nodes_of_all_threads_count() {
        let control = Control::default();
        let watch = watch(&control, &Limits { nodes: Some(10), ..Limits::default() });
        watch.note(0, 5);
        watch.note(1, 4);
        assert_eq!((watch.total_nodes(), watch.is_over()), (9, false));
        watch.note(1, 5);
        assert_eq!((watch.total_nodes(), watch.is_over()), (10, true));
    }

    #[test]
    fn the_hard_deadline_ends_a_search_with_an_answer_on_the_own_time() {
        let control = running();
        let early = watch_until(&control, 3_600, 3_600, false);
        early.allow_stop();
        early.note(0, 1);
        assert!(!early.is_over());
        let late = watch_until(&control, 5, 5, false);
        late.note(0, 1);
        assert!(!late.is_over(), "there is no answer yet");
        late.allow_stop();
        control.pondering.store(true, Ordering::Relaxed);
        late.note(0, 1);
        assert!(!late.is_over(), "the clock of the opponent runs");
        control.pondering.store(false, Ordering::Relaxed);
        late.note(0, 1);
        assert!(late.is_over());
    }

    #[test]
    fn nodes_are_noted_often_enough_to_end_in_time() {
        let control = Control::default();
        let unlimited = watch(&control, &Limits::default());
        assert_eq!(unlimited.next_note(7), 8, "at every node of the first look");
        unlimited.allow_stop();
        assert_eq!([0, 100, 2_000].map(|nodes| unlimited.next_note(nodes)), [1, 200, 2_512]);
        let limited = watch(&control, &Limits { nodes: Some(3_000), ..Limits::default() });
        limited.allow_stop();
        limited.note(1, 900);
        limited.note(0, 2_000);
        assert_eq!(limited.next_note(2_000), 2_100);
        limited.note(0, 2_100);
        assert_eq!(limited.next_note(2_100), 2_101);
        // Ten nodes or fewer in a millisecond.
        let begin = Instant::now().checked_sub(SECOND).expect("the machine has run for so long");
        let slow = Watch { begin, ..watch(&control, &Limits::default()) };
        slow.allow_stop();
        assert!((10_001..=10_010).contains(&slow.next_note(10_000)));
    }

    #[test]
    fn another_depth_is_begun_before_the_soft_deadline() {
        let control = running();
        // (soft and hard deadline in seconds, whether an early answer saves time, share, whether there is time)
        for (soft, hard, may_end_early, share, is_time) in [
            (3_600, 7_200, true, 1.0, true),
            (3_600, 7_200, true, 0.001, false),
            (3_600, 7_200, false, 0.001, true),
            (5, 7_200, true, 1.0, false),
            (5, 7_200, true, 720.0, true),
            (5, 8, true, 720.0, false),
            (5, 7_200, false, 720.0, false),
        ] {
            let watch = watch_until(&control, soft, hard, may_end_early);
            assert_eq!(watch.is_time_for_more(share), is_time, "{soft} {hard} {may_end_early} {share}");
            assert_eq!(watch.may_end_early(), may_end_early);
        }
        let late = watch_until(&control, 5, 5, true);
        control.pondering.store(true, Ordering::Relaxed);
        assert!(late.is_time_for_more(1.0) && !late.may_end_early());
        let unlimited = watch(&control, &Limits::default());
        control.pondering.store(false, Ordering::Relaxed);
        assert!(unlimited.is_time_for_more(0.0) && !unlimited.may_end_early());
    }
}
