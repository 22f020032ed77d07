//! The limits of a search.

use std::time::Duration;

/// When a search stops. Without any limit it runs until it is stopped.
///
/// ```
/// use damier_search::Limits;
///
/// let limits = Limits { depth: Some(12), ..Limits::nodes(100_000) };
/// assert!(!limits.is_unlimited());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Stop after this depth, in plies.
    pub depth: Option<u32>,
    /// Stop after this many nodes on all threads together; exact with one thread.
    pub nodes: Option<u64>,
    /// Start no new depth after this many nodes: a search takes about this many, and its last depth is complete.
    pub soft_nodes: Option<u64>,
    /// Search exactly this long.
    pub move_time: Option<Duration>,
    /// Use a reasonable share of the time on the clock.
    pub clock: Option<Clock>,
    /// Stop when a mate in this many plies is found. As the only limit: also stop when there is proven to be none.
    pub mate_in_plies: Option<u32>,
    /// The time lost in communication, subtracted from every time limit.
    pub overhead: Duration,
}

/// The clock of the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// The time left.
    pub remaining: Duration,
    /// The increment per move.
    pub increment: Duration,
    /// Moves to the next time control; `None` if the time is for the whole game.
    pub moves_to_go: Option<u32>,
}

/// The time limits of one search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeBudget {
    /// Soft limit: no new depth is started after this. Scaled by how stable the best move is.
    pub(crate) soft: Duration,
    /// Hard limit: the search stops.
    pub(crate) hard: Duration,
    /// Whether stopping early saves time on the clock.
    pub(crate) may_stop_early: bool,
}

/// The shortest time limit, enough for one or two plies.
const SHORTEST: Duration = Duration::from_millis(1);

/// What stays on the clock for the moments when the machine is busy with other work; at most half of the clock.
const RESERVE: Duration = Duration::from_millis(150);

impl Limits {
    /// Stops after this depth, in plies.
    #[must_use]
    pub fn depth(plies: u32) -> Self {
        Self { depth: Some(plies), ..Self::default() }
    }

    /// Stops after this many nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Searches exactly this long.
    #[must_use]
    pub fn move_time(time: Duration) -> Self {
        Self { move_time: Some(time), ..Self::default() }
    }

    /// Whether there is no limit at all.
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        let Self { depth, nodes, soft_nodes, move_time, clock, mate_in_plies, overhead: _ } = self;
        depth.is_none()
            && nodes.is_none()
            && soft_nodes.is_none()
            && move_time.is_none()
            && clock.is_none()
            && mate_in_plies.is_none()
    }

    /// The mate limit, if it is the only one.
    pub(crate) fn only_mate(&self) -> Option<u32> {
        self.mate_in_plies.filter(|_| Self { mate_in_plies: None, ..self.clone() }.is_unlimited())
    }

    pub(crate) fn budget(&self) -> Option<TimeBudget> {
        if let Some(time) = self.move_time {
            let time = time.saturating_sub(self.overhead).max(SHORTEST);
            return Some(TimeBudget { soft: time, hard: time, may_stop_early: false });
        }
        let clock = self.clock?;
        let left = clock.remaining.saturating_sub(self.overhead);
        let available = (left - RESERVE.min(left / 2)).max(SHORTEST);
        let moves = clock.moves_to_go.map_or(24.0, |moves| f64::from(moves.clamp(1, 40)) + 1.0);
        // On a clock close to the reserve the increments fill it up again.
        let spent = 0.75 * (left.as_secs_f64() / (2.0 * RESERVE.as_secs_f64())).min(1.0);
        let share = available.as_secs_f64() / moves + clock.increment.as_secs_f64() * spent;
        // The last move before a time control may use most of the clock, never all of it.
        let hard = (available.as_secs_f64() * 0.6).min(share * 4.0);
        let soft = (share * 0.7).min(hard);
        Some(TimeBudget {
            soft: Duration::from_secs_f64(soft).max(SHORTEST),
            hard: Duration::from_secs_f64(hard).max(SHORTEST),
            may_stop_early: true,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Soft and hard limit in milliseconds.
    fn budget(limits: &Limits) -> Option<(u128, u128, bool)> {
        let millis = |time: Duration| (time.as_micros() + 500) / 1_000;
        limits.budget().map(|it| (millis(it.soft), millis(it.hard), it.may_stop_early))
    }

    #[test]
    fn a_fixed_time_is_used_up_less_the_overhead() {
        for (time, overhead, expected) in [(100, 0, 100), (100, 30, 70), (5, 30, 1)] {
            let limits = Limits {
                move_time: Some(Duration::from_millis(time)),
                overhead: Duration::from_millis(overhead),
                ..Limits::default()
            };
            assert_eq!(budget(&limits), Some((expected, expected, false)));
        }
        assert_eq!(budget(&Limits::default()), None);
    }

    #[test]
    fn a_clock_is_shared_by_the_moves_to_come() {
        for (remaining, increment, moves_to_go, expected) in [
            // One of 24 moves: 1 s, of which 0.7 are planned and four times as much is the most.
            (24_160, 0, None, (700, 4_000)),
            // Three quarters of the increment are spent with it.
            (24_160, 2_000, None, (1_750, 10_000)),
            // One move more than those to go; more than 40 count as 40.
            (41_160, 0, Some(40), (700, 4_000)),
            (41_160, 0, Some(99), (700, 4_000)),
            (30_160, 0, Some(2), (7_000, 18_000)),
            // The last move may use most of the clock, but not all.
            (10_160, 0, Some(1), (3_500, 6_000)),
            (10_160, 0, Some(0), (3_500, 6_000)),
            // A large increment is not spent before it is there.
            (1_160, 30_000, None, (600, 600)),
            // Less than twice the reserve: half of the clock is kept, and more of the increment.
            (210, 30_000, None, (60, 60)),
            (70, 24, None, (3, 18)),
        ] {
            let clock = Clock {
                remaining: Duration::from_millis(remaining),
                increment: Duration::from_millis(increment),
                moves_to_go,
            };
            let limits =
                Limits { clock: Some(clock), overhead: Duration::from_millis(10), ..Limits::default() };
            assert_eq!(budget(&limits), Some((expected.0, expected.1, true)), "{clock:?}");
        }
    }

    #[test]
    fn a_mate_limit_is_the_only_one_without_others() {
        let second = Duration::from_secs(1);
        let clock = Clock { remaining: second, increment: second, moves_to_go: None };
        let mate = Limits { mate_in_plies: Some(3), overhead: second, ..Limits::default() };
        assert!(Limits { overhead: second, ..Limits::default() }.is_unlimited());
        assert_eq!((mate.only_mate(), mate.is_unlimited()), (Some(3), false));
        for other in [
            Limits::depth(1),
            Limits::nodes(1),
            Limits { soft_nodes: Some(1), ..Limits::default() },
            Limits::move_time(second),
            Limits { clock: Some(clock), ..Limits::default() },
        ] {
            assert!(!other.is_unlimited(), "{other:?}");
            assert_eq!(Limits { mate_in_plies: Some(3), ..other.clone() }.only_mate(), None, "{other:?}");
        }
    }

    #[test]
    fn no_deadline_passes_the_clock() {
        for remaining in [1_u64, 10, 50, 100, 1_000, 60_000, 7_200_000] {
            for increment in [0_u64, 80, 1_000, 30_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40)] {
                    let clock = Clock {
                        remaining: Duration::from_millis(remaining),
                        increment: Duration::from_millis(increment),
                        moves_to_go,
                    };
                    let limits = Limits {
                        clock: Some(clock),
                        overhead: Duration::from_millis(10),
                        ..Limits::default()
                    };
                    let budget = limits.budget().expect("a clock");
                    assert!(budget.soft <= budget.hard);
                    assert!(budget.hard <= clock.remaining.max(SHORTEST), "{clock:?}");
                }
            }
        }
    }
}
