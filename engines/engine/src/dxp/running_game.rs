//! A game in progress.

use std::time::{Duration, Instant};

use boardgame::Color;
use protocol::dxp::DxpColor;
use search::{Clock, Limits};

/// The time lost in communication, per move.
const OVERHEAD: Duration = Duration::from_millis(50);

/// The grace the opponent gets beyond its time, per game and per move: messages take time to arrive.
const GRACE: Duration = Duration::from_secs(1);
const GRACE_FOR_MOVE: Duration = Duration::from_millis(100);

/// The time per move if there is no limit.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(2);

/// A game in progress.
pub(super) struct RunningGame {
    /// The start position.
    pub(super) start: String,
    /// Who moved first.
    pub(super) first: Color,
    /// Our color.
    pub(super) color: Color,
    pub(super) minutes: u16,
    pub(super) max_moves: u16,
    /// In Hub notation.
    pub(super) moves: Vec<String>,
    /// In PDN.
    pub(super) record: Vec<String>,
    /// The measured time of each move.
    pub(super) times: Vec<Duration>,
    /// When the clock of the side to move started.
    pub(super) since: Instant,
}

impl RunningGame {
    pub(super) fn turn(&self) -> Color {
        if self.moves.len().is_multiple_of(2) { self.first } else { !self.first }
    }

    pub(super) fn is_our_turn(&self) -> bool {
        self.turn() == self.color
    }

    /// Whether both sides have made all requested moves.
    pub(super) fn is_at_limit(&self) -> bool {
        self.max_moves > 0 && self.moves.len() >= 2 * usize::from(self.max_moves)
    }

    /// Adds a move.
    pub(super) fn add(&mut self, text: String, recorded: String, time: Duration) {
        self.moves.push(text);
        self.record.push(recorded);
        self.times.push(time);
        self.since = Instant::now();
    }

    /// The number of moves before the move of this number and color; `None` if it was not played yet.
    pub(super) fn moves_before(&self, number: u16, color: Color) -> Option<usize> {
        // Numbers count from 1, and White's move comes first in each.
        let ply = 2 * usize::from(number) + usize::from(color == Color::Black);
        let moves = ply.checked_sub(2 + usize::from(self.first == Color::Black))?;
        (moves <= self.moves.len()).then_some(moves)
    }

    pub(super) fn go_back(&mut self, moves: usize) {
        self.moves.truncate(moves);
        self.record.truncate(moves);
        self.times.truncate(moves);
        self.since = Instant::now();
    }

    /// The time used and the number of moves of a side.
    fn used(&self, color: Color) -> (Duration, u32) {
        let skipped = usize::from(self.first != color);
        let times = self.times.iter().skip(skipped).step_by(2);
        (times.clone().sum(), times.count() as u32)
    }

    /// The time per side; `None` for no limit.
    fn total(&self) -> Option<Duration> {
        (self.minutes > 0).then(|| Duration::from_secs(60 * u64::from(self.minutes)))
    }

    /// The time left to the opponent, with grace; `None` for no limit.
    pub(super) fn left_to_opponent(&self) -> Option<Duration> {
        let (used, moves) = self.used(!self.color);
        self.total().map(|total| (total + GRACE + GRACE_FOR_MOVE * (moves + 1)).saturating_sub(used))
    }

    /// Whether the opponent has used up its time.
    pub(super) fn is_opponent_late(&self) -> bool {
        self.left_to_opponent().is_some_and(|left| left.is_zero())
    }

    /// The limits of our next search.
    pub(super) fn limits(&self, move_time: Option<Duration>) -> Limits {
        let (used, count) = self.used(self.color);
        let moves_to_go = u32::from(self.max_moves).checked_sub(count);
        let clock = self.total().map(|total| Clock {
            remaining: total.saturating_sub(used),
            increment: Duration::ZERO,
            moves_to_go: moves_to_go.filter(|&moves| moves > 0),
        });
        let move_time = match clock {
            None => Some(move_time.unwrap_or(DEFAULT_MOVE_TIME)),
            Some(clock) => move_time.map(|time| time.min(clock.remaining)),
        };
        Limits { move_time, clock, overhead: OVERHEAD, ..Limits::default() }
    }
}

pub(super) fn to_dxp(color: Color) -> DxpColor {
    match color {
        Color::White => DxpColor::White,
        Color::Black => DxpColor::Black,
    }
}

pub(super) fn from_dxp(color: DxpColor) -> Color {
    match color {
        DxpColor::White => Color::White,
        DxpColor::Black => Color::Black,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(first: Color, color: Color, moves: usize) -> RunningGame {
        RunningGame {
            start: String::new(),
            first,
            color,
            minutes: 1,
            max_moves: 4,
            moves: vec![String::new(); moves],
            record: vec![String::new(); moves],
            times: (1..=moves).map(|second| Duration::from_secs(second as u64)).collect(),
            since: Instant::now(),
        }
    }

    #[test]
    fn moves_are_taken_back_by_number_and_color() {
        let white_first = game(Color::White, Color::White, 5);
        assert_eq!(white_first.moves_before(1, Color::White), Some(0));
        assert_eq!(white_first.moves_before(2, Color::Black), Some(3));
        assert_eq!(white_first.moves_before(3, Color::Black), Some(5));
        assert_eq!(white_first.moves_before(4, Color::White), None);
        assert_eq!(white_first.moves_before(0, Color::White), None);
        let black_first = game(Color::Black, Color::White, 5);
        assert_eq!(black_first.moves_before(1, Color::White), None);
        assert_eq!(black_first.moves_before(1, Color::Black), Some(0));
        assert_eq!(black_first.moves_before(2, Color::White), Some(1));
    }

    #[test]
    fn only_our_own_moves_take_our_time() {
        let clock = |game: RunningGame| game.limits(None).clock.expect("a clock");
        // Moves 1, 3 and 5 took 1, 3 and 5 seconds, moves 2 and 4 took 2 and 4.
        let ours = clock(game(Color::White, Color::White, 5));
        assert_eq!((ours.remaining.as_secs(), ours.moves_to_go), (51, Some(1)));
        let theirs = clock(game(Color::White, Color::Black, 5));
        assert_eq!((theirs.remaining.as_secs(), theirs.moves_to_go), (54, Some(2)));
    }

    #[test]
    fn clocks_run_out_with_some_grace() {
        let mut game = game(Color::White, Color::Black, 3);
        // Their moves took 1 and 3 seconds of a minute.
        assert_eq!(game.left_to_opponent(), Some(Duration::from_millis(60_000 + 1_000 + 300 - 4_000)));
        assert!(!game.is_opponent_late());
        // Our own time does not matter.
        game.times[1] = Duration::from_secs(600);
        assert!(!game.is_opponent_late());
        game.times[2] = Duration::from_secs(60);
        assert!(!game.is_opponent_late(), "61 s with grace for three moves");
        game.times[2] = Duration::from_secs(61);
        assert!(game.is_opponent_late());
        game.minutes = 0;
        assert!(!game.is_opponent_late() && game.left_to_opponent().is_none());
    }
}
