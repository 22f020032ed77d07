//! Time management: when a search stops.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::control::Control;
use crate::limits::{Limits, TimeBudget};

/// The limits of one search, shared by its threads.
pub(crate) struct TimeManager<'a> {
    pub(crate) control: &'a Control,
    pub(crate) start: Instant,
    budget: Option<TimeBudget>,
    max_nodes: u64,
    soft_nodes: u64,
    nodes: Vec<AtomicU64>,
    /// Set when a limit ends the search; the control belongs to the caller.
    ended: AtomicBool,
    /// Whether the search may be stopped: depth 1 is complete, or takes too long. Before that only a node limit stops it,
    /// since depth 1 takes a fraction of a millisecond and the best move would be any legal move.
    can_stop: AtomicBool,
}

/// Depth 1 may be stopped after this many nodes. Most positions need a hundred, but those with many queens or kings that
/// capture each other would never finish.
const FIRST_DEPTH_NODES: u64 = 4_096;

/// Depth 1 may be stopped after this time.
const FIRST_DEPTH_TIME: Duration = Duration::from_millis(100);

impl<'a> TimeManager<'a> {
    pub(crate) fn new(control: &'a Control, limits: &Limits, threads: usize) -> Self {
        Self {
            control,
            start: Instant::now(),
            budget: limits.budget(),
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            soft_nodes: limits.soft_nodes.unwrap_or(u64::MAX),
            nodes: std::iter::repeat_with(AtomicU64::default).take(threads).collect(),
            ended: AtomicBool::new(false),
            can_stop: AtomicBool::new(false),
        }
    }

    /// Whether the search must stop.
    #[inline(always)]
    pub(crate) fn is_over(&self) -> bool {
        self.ended.load(Ordering::Relaxed) || self.control.is_stopped() && self.can_stop()
    }

    /// Depth 1 is complete: the search may be stopped from now on.
    pub(crate) fn allow_stop(&self) {
        self.can_stop.store(true, Ordering::Relaxed);
    }

    fn can_stop(&self) -> bool {
        self.can_stop.load(Ordering::Relaxed)
    }

    /// Ends the search for all threads.
    pub(crate) fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
    }

    /// The nodes of all threads so far.
    pub(crate) fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Ordering::Relaxed)).sum()
    }

    /// Takes the node count of a thread, and ends the search if a limit is reached.
    pub(crate) fn report_nodes(&self, thread: usize, nodes: u64) {
        self.nodes[thread].store(nodes, Ordering::Relaxed);
        let total = self.total_nodes();
        if total >= self.max_nodes {
            self.end();
        }
        if !self.can_stop() && (total >= FIRST_DEPTH_NODES || self.start.elapsed() >= FIRST_DEPTH_TIME) {
            self.allow_stop();
        }
        if let Some(budget) = self.budget.filter(|_| self.can_stop() && !self.control.is_pondering())
            && self.control.clock_elapsed() >= budget.hard
        {
            self.end();
        }
    }

    /// The node count at which a thread must call [`report_nodes`](Self::report_nodes) again: at least once per
    /// millisecond.
    pub(crate) fn next_report(&self, nodes: u64) -> u64 {
        const INTERVAL: u64 = 512;
        if !self.can_stop() {
            return nodes + 1;
        }
        let left = self.max_nodes.saturating_sub(self.total_nodes()).max(1);
        let in_a_millisecond = nodes / (self.start.elapsed().as_millis() as u64).max(1);
        nodes + INTERVAL.min(left).min(in_a_millisecond.max(1))
    }

    /// Whether to start another depth: the soft limits are not reached. That of time is multiplied by `scale`.
    pub(crate) fn has_time_for_depth(&self, scale: f64) -> bool {
        if self.total_nodes() >= self.soft_nodes {
            return false;
        }
        let Some(budget) = self.budget.filter(|_| !self.control.is_pondering()) else { return true };
        let scale = if budget.may_stop_early { scale } else { 1.0 };
        let soft = Duration::from_secs_f64(budget.soft.as_secs_f64() * scale);
        self.control.clock_elapsed() < soft.min(budget.hard)
    }

    /// Whether stopping early saves time on the clock.
    pub(crate) fn may_stop_early(&self) -> bool {
        self.budget.is_some_and(|budget| budget.may_stop_early) && !self.control.is_pondering()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// A time manager of two threads whose search has just started, however slow the machine is.
    fn time_manager<'a>(control: &'a Control, limits: &Limits) -> TimeManager<'a> {
        TimeManager { start: Instant::now() + 3_600 * SECOND, ..TimeManager::new(control, limits, 2) }
    }

    fn time_manager_with(control: &Control, soft: u32, hard: u32, may_stop_early: bool) -> TimeManager<'_> {
        let budget = TimeBudget { soft: soft * SECOND, hard: hard * SECOND, may_stop_early };
        TimeManager { budget: Some(budget), ..time_manager(control, &Limits::default()) }
    }

    #[test]
    fn a_stopped_search_ends_after_depth_1() {
        let control = Control::default();
        let time = time_manager(&control, &Limits::default());
        control.stop();
        time.report_nodes(0, 1);
        assert!(!time.is_over());
        time.allow_stop();
        assert!(time.is_over());
        control.prepare(false);
        assert!(!time.is_over());
        time.end();
        assert!(time.is_over());
    }

    #[test]
    fn a_soft_node_limit_starts_no_new_depth_and_stops_none() {
        let control = Control::default();
        let time = time_manager(&control, &Limits { soft_nodes: Some(100), ..Limits::default() });
        time.allow_stop();
        time.report_nodes(0, 99);
        assert!(time.has_time_for_depth(1.0));
        time.report_nodes(1, 1);
        assert!(!time.has_time_for_depth(1.0) && !time.is_over());
    }

    #[test]
    fn a_first_depth_that_takes_too_long_may_be_stopped() {
        let control = Control::default();
        control.stop();
        let by_nodes = time_manager(&control, &Limits::default());
        by_nodes.report_nodes(0, FIRST_DEPTH_NODES - 1);
        assert!(!by_nodes.is_over());
        by_nodes.report_nodes(1, 1);
        assert!(by_nodes.is_over());
        let start = Instant::now().checked_sub(SECOND).expect("the machine has been up long enough");
        let by_time = TimeManager { start, ..time_manager(&control, &Limits::default()) };
        assert!(!by_time.is_over());
        by_time.report_nodes(0, 1);
        assert!(by_time.is_over());
    }

    #[test]
    fn the_nodes_of_all_threads_count() {
        let control = Control::default();
        let time = time_manager(&control, &Limits { nodes: Some(10), ..Limits::default() });
        time.report_nodes(0, 5);
        time.report_nodes(1, 4);
        assert_eq!((time.total_nodes(), time.is_over()), (9, false));
        time.report_nodes(1, 5);
        assert_eq!((time.total_nodes(), time.is_over()), (10, true));
    }

    #[test]
    fn the_hard_limit_ends_a_search_after_depth_1_unless_pondering() {
        let control = Control::running();
        let early = time_manager_with(&control, 3_600, 3_600, false);
        early.allow_stop();
        early.report_nodes(0, 1);
        assert!(!early.is_over());
        let late = time_manager_with(&control, 5, 5, false);
        late.report_nodes(0, 1);
        assert!(!late.is_over(), "depth 1 is not complete");
        late.allow_stop();
        control.pondering.store(true, Ordering::Relaxed);
        late.report_nodes(0, 1);
        assert!(!late.is_over(), "the opponent's clock is running");
        control.pondering.store(false, Ordering::Relaxed);
        late.report_nodes(0, 1);
        assert!(late.is_over());
    }

    #[test]
    fn nodes_are_reported_often_enough_to_end_in_time() {
        let control = Control::default();
        let unlimited = time_manager(&control, &Limits::default());
        assert_eq!(unlimited.next_report(7), 8, "at every node of depth 1");
        unlimited.allow_stop();
        assert_eq!([0, 100, 2_000].map(|nodes| unlimited.next_report(nodes)), [1, 200, 2_512]);
        let limited = time_manager(&control, &Limits { nodes: Some(3_000), ..Limits::default() });
        limited.allow_stop();
        limited.report_nodes(1, 900);
        limited.report_nodes(0, 2_000);
        assert_eq!(limited.next_report(2_000), 2_100);
        limited.report_nodes(0, 2_100);
        assert_eq!(limited.next_report(2_100), 2_101);
        // Ten nodes or fewer in a millisecond.
        let start = Instant::now().checked_sub(SECOND).expect("the machine has been up long enough");
        let slow = TimeManager { start, ..time_manager(&control, &Limits::default()) };
        slow.allow_stop();
        assert!((10_001..=10_010).contains(&slow.next_report(10_000)));
    }

    #[test]
    fn another_depth_is_started_before_the_soft_limit() {
        let control = Control::running();
        // (soft and hard limit in seconds, whether stopping early saves time, scale, whether there is time)
        for (soft, hard, may_stop_early, share, is_time) in [
            (3_600, 7_200, true, 1.0, true),
            (3_600, 7_200, true, 0.001, false),
            (3_600, 7_200, false, 0.001, true),
            (5, 7_200, true, 1.0, false),
            (5, 7_200, true, 720.0, true),
            (5, 8, true, 720.0, false),
            (5, 7_200, false, 720.0, false),
        ] {
            let time = time_manager_with(&control, soft, hard, may_stop_early);
            assert_eq!(time.has_time_for_depth(share), is_time, "{soft} {hard} {may_stop_early} {share}");
            assert_eq!(time.may_stop_early(), may_stop_early);
        }
        let late = time_manager_with(&control, 5, 5, true);
        control.pondering.store(true, Ordering::Relaxed);
        assert!(late.has_time_for_depth(1.0) && !late.may_stop_early());
        let unlimited = time_manager(&control, &Limits::default());
        control.pondering.store(false, Ordering::Relaxed);
        assert!(unlimited.has_time_for_depth(0.0) && !unlimited.may_stop_early());
    }
}
