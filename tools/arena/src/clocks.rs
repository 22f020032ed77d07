//! The clocks of a game.

use std::time::Duration;

use boardgame::Color;

use crate::engine_time::EngineTime;

/// The clocks of both sides.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    sides: [SideClock; 2],
    margin: Duration,
    patience: Duration,
}

#[derive(Clone, Debug)]
struct SideClock {
    control: EngineTime,
    /// The time left, with a clock.
    left: Duration,
    moves: u32,
}

/// What limits one move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveLimits {
    /// The time left and the increment of White and Black; of a side without a clock, those of the other.
    pub(crate) clocks: Option<[(Duration, Duration); 2]>,
    pub(crate) moves_to_go: Option<u32>,
    pub(crate) move_time: Option<Duration>,
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u32>,
    /// How long to wait before the engine counts as hung.
    pub(crate) wait: Duration,
}

/// How long after its time an engine may still answer without counting as hung. It has lost, but can play on.
const GRACE: Duration = Duration::from_secs(5);

impl Clocks {
    pub(crate) fn new(controls: [EngineTime; 2], margin: Duration, patience: Duration) -> Self {
        let sides = controls.map(|control| SideClock {
            control,
            left: control.clock.map_or(Duration::ZERO, |clock| clock.time),
            moves: 0,
        });
        Self { sides, margin, patience }
    }

    /// The limits of the next move of a side.
    pub(crate) fn limits(&self, mover: Color) -> MoveLimits {
        let own = &self.sides[mover as usize];
        let EngineTime { clock, move_time, nodes, depth } = own.control;
        let of = |side: &SideClock| side.control.clock.map(|clock| (side.left, clock.increment));
        let clocks = of(own).map(|mine| [0, 1].map(|color| of(&self.sides[color]).unwrap_or(mine)));
        let moves_to_go = clock.and_then(|clock| clock.moves).map(|moves| moves - own.moves % moves);
        let allowed = self.allowed(own);
        let wait = allowed.map_or(self.patience, |allowed| allowed + self.margin + GRACE);
        MoveLimits { clocks, moves_to_go, move_time, nodes, depth, wait }
    }

    /// The longest that the next move of a side may take.
    fn allowed(&self, side: &SideClock) -> Option<Duration> {
        let left = side.control.clock.map(|_| side.left);
        match (left, side.control.move_time) {
            (Some(left), Some(time)) => Some(left.min(time)),
            (left, time) => left.or(time),
        }
    }

    /// Takes the time of a move from the clock of a side. Returns by how much it was late, if it was.
    pub(crate) fn spend(&mut self, mover: Color, time: Duration) -> Option<Duration> {
        let late = self.allowed(&self.sides[mover as usize]).and_then(|allowed| time.checked_sub(allowed));
        if late.is_some_and(|late| late > self.margin) {
            return late;
        }
        let side = &mut self.sides[mover as usize];
        side.moves += 1;
        if let Some(clock) = side.control.clock {
            side.left = side.left.saturating_sub(time) + clock.increment;
            if clock.moves.is_some_and(|moves| side.moves.is_multiple_of(moves)) {
                side.left += clock.time;
            }
        }
        None
    }

    /// The milliseconds left on the clock of a side.
    pub(crate) fn left(&self, side: Color) -> Option<u64> {
        let side = &self.sides[side as usize];
        side.control.clock.map(|_| side.left.as_millis() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn clocks(white: &str, black: &str) -> Clocks {
        let control = |text: &str| text.parse().expect("a time control");
        Clocks::new([control(white), control(black)], ms(10), ms(60_000))
    }

    #[test]
    fn increments_and_controls_are_added() {
        let mut clocks = clocks("2/1+0.1", "nodes=5");
        assert_eq!(clocks.limits(Color::White).moves_to_go, Some(2));
        assert_eq!(clocks.spend(Color::White, ms(400)), None);
        assert_eq!((clocks.left(Color::White), clocks.left(Color::Black)), (Some(700), None));
        assert_eq!(clocks.limits(Color::White).moves_to_go, Some(1));
        assert_eq!(clocks.spend(Color::White, ms(700)), None);
        assert_eq!(clocks.left(Color::White), Some(1_100));
        // Within the margin, but then nothing is left.
        assert_eq!(clocks.spend(Color::White, ms(1_105)), None);
        assert_eq!(clocks.left(Color::White), Some(100));
        assert_eq!(clocks.spend(Color::White, ms(111)), Some(ms(11)));
        assert_eq!(clocks.spend(Color::Black, ms(1_000_000)), None);
    }

    #[test]
    fn a_side_without_a_clock_is_told_nothing_of_clocks() {
        let clocks = clocks("1+0.1", "movetime=0.5");
        let (white, black) = (clocks.limits(Color::White), clocks.limits(Color::Black));
        assert_eq!(white.clocks, Some([(ms(1_000), ms(100)); 2]));
        assert_eq!((black.clocks, black.move_time), (None, Some(ms(500))));
        assert_eq!((white.wait, black.wait), (ms(6_010), ms(5_510)));
        assert_eq!(clocks_wait("depth=3"), ms(60_000));
    }

    fn clocks_wait(text: &str) -> Duration {
        clocks(text, text).limits(Color::White).wait
    }
}
