//! One finished game.

use boardgame::{Outcome, Position};
use catalog::{Describe, GameId};

use crate::adjudication::SelfPlayEnding;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfPlayGame<P: Position> {
    /// Its number in the sequence of its seed.
    pub number: u64,
    /// Which start position: 0 for the usual one; in Chess960 one more than the number of the arrangement.
    pub start: u32,
    /// Random plies at its start.
    pub opening: usize,
    /// All moves.
    pub moves: Vec<P::Move>,
    /// For each move the score of the position before it for White, in hundredths; `None` for random and forced moves.
    pub scores: Vec<Option<i32>>,
    /// Who won.
    pub outcome: Outcome,
    /// How it ended.
    pub ending: SelfPlayEnding,
}

impl<P: Describe> SelfPlayGame<P> {
    /// Calls a function with every ply of the game: the position, the move and the score for White. Returns the last
    /// position.
    pub fn for_each_ply(&self, start: P, mut visit: impl FnMut(&P, P::Move, Option<i32>)) -> P {
        let mut position = start;
        for (&mv, &score) in self.moves.iter().zip(&self.scores) {
            visit(&position, mv, score);
            position.play_unchecked(mv);
        }
        position
    }
}

/// The start position with a number, as in [`SelfPlayGame::start`]; `None` if there is none.
pub(crate) fn start_position<P: Describe>(game: GameId, rules: P::Rules, start: u32) -> Option<P> {
    use boardgame::{Notation, Reading};
    use catalog::chess::Chess960;

    if start == 0 {
        return Some(P::start_of(rules));
    }
    if game != GameId::Chess960 {
        return None;
    }
    let arrangement = Chess960::start_number(u16::try_from(start - 1).ok()?)?;
    P::read_fen(rules, &arrangement.to_fen(), Reading::Strict).ok()
}

/// How many numbered start positions a game has.
pub(crate) fn numbered_starts(game: GameId) -> u32 {
    if game == GameId::Chess960 { 960 } else { 0 }
}
