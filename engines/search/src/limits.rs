//! How long to search.

use std::time::Duration;

/// What ends a search. Without any limit it goes on until it is stopped.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Plies of depth.
    pub depth: Option<u32>,
    /// Positions, on all threads together; exact on one thread.
    pub nodes: Option<u64>,
    /// Exactly this long.
    pub move_time: Option<Duration>,
    /// As long as the clock allows.
    pub clock: Option<Clock>,
    /// Until a win in so many plies is found, or if there is no other limit, until it is known that there is none.
    pub win_in: Option<u32>,
    /// Time that gets lost between the players: taken off every limit of time.
    pub overhead: Duration,
}

/// The clock of the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// What is left.
    pub remaining: Duration,
    /// What every move adds.
    pub increment: Duration,
    /// Moves until more time is added; `None` if there is none.
    pub moves_to_go: Option<u32>,
}

/// When a search by time ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline {
    /// No new depth is begun after this; stretched or shortened by how clear the choice is.
    pub(crate) soft: Duration,
    /// Everything ends then.
    pub(crate) hard: Duration,
    /// Whether an early answer gains anything.
    pub(crate) may_end_early: bool,
}

/// Shorter than this no search is made; one or two plies fit.
const SHORTEST: Duration = Duration::from_millis(1);

impl Limits {
    /// Whether nothing ends the search but being stopped.
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        let Self { depth, nodes, move_time, clock, win_in, overhead: _ } = self;
        depth.is_none() && nodes.is_none() && move_time.is_none() && clock.is_none() && win_in.is_none()
    }

    /// The plies within which a win is looked for, where nothing else ends the search.
    pub(crate) fn only_win(&self) -> Option<u32> {
        self.win_in.filter(|_| Self { win_in: None, ..self.clone() }.is_unlimited())
    }

    pub(crate) fn deadline(&self) -> Option<Deadline> {
        if let Some(time) = self.move_time {
            let time = time.saturating_sub(self.overhead).max(SHORTEST);
            return Some(Deadline { soft: time, hard: time, may_end_early: false });
        }
        let clock = self.clock?;
        let available = clock.remaining.saturating_sub(self.overhead).max(SHORTEST);
        let moves = clock.moves_to_go.map_or(24.0, |moves| f64::from(moves.clamp(1, 40)) + 1.0);
        let share = available.as_secs_f64() / moves + clock.increment.as_secs_f64() * 0.75;
        // The last move before the clock is refilled may use most of it, never all.
        let hard = (available.as_secs_f64() * 0.6).min(share * 4.0);
        let soft = (share * 0.7).min(hard);
        Some(Deadline {
            soft: Duration::from_secs_f64(soft).max(SHORTEST),
            hard: Duration::from_secs_f64(hard).max(SHORTEST),
            may_end_early: true,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Soft and hard deadline in milliseconds.
    fn deadline(limits: &Limits) -> Option<(u128, u128, bool)> {
        let millis = |time: Duration| (time.as_micros() + 500) / 1_000;
        limits.deadline().map(|it| (millis(it.soft), millis(it.hard), it.may_end_early))
    }

    #[test]
    fn a_fixed_time_is_used_up_less_the_overhead() {
        for (time, overhead, expected) in [(100, 0, 100), (100, 30, 70), (5, 30, 1)] {
            let limits = Limits {
                move_time: Some(Duration::from_millis(time)),
                overhead: Duration::from_millis(overhead),
                ..Limits::default()
            };
            assert_eq!(deadline(&limits), Some((expected, expected, false)));
        }
        assert_eq!(deadline(&Limits::default()), None);
    }

    #[test]
    fn a_clock_is_shared_by_the_moves_to_come() {
        for (remaining, increment, moves_to_go, expected) in [
            // One of 24 moves: 1 s, of which 0.7 are planned and four times as much is the most.
            (24_010, 0, None, (700, 4_000)),
            // Three quarters of the increment are spent with it.
            (24_010, 2_000, None, (1_750, 10_000)),
            // One move more than those to go; more than 40 count as 40.
            (41_010, 0, Some(40), (700, 4_000)),
            (41_010, 0, Some(99), (700, 4_000)),
            (30_010, 0, Some(2), (7_000, 18_000)),
            // The last move may use most of the clock, but not all.
            (10_010, 0, Some(1), (3_500, 6_000)),
            (10_010, 0, Some(0), (3_500, 6_000)),
            // A large increment is not spent before it is there.
            (1_010, 30_000, None, (600, 600)),
        ] {
            let clock = Clock {
                remaining: Duration::from_millis(remaining),
                increment: Duration::from_millis(increment),
                moves_to_go,
            };
            let limits =
                Limits { clock: Some(clock), overhead: Duration::from_millis(10), ..Limits::default() };
            assert_eq!(deadline(&limits), Some((expected.0, expected.1, true)), "{clock:?}");
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
                    let deadline = limits.deadline().expect("a clock");
                    assert!(deadline.soft <= deadline.hard);
                    assert!(deadline.hard <= clock.remaining.max(SHORTEST), "{clock:?}");
                }
            }
        }
    }
}
