//! Games as bytes. `docs/selfplay.md` describes them.

use boardgame::{Color, MoveList, Outcome};
use catalog::{Describe, GameId};

use crate::adjudication::SelfPlayEnding;
use crate::bytes::{ByteReader, write_difference, write_number};
use crate::self_play_game::{SelfPlayGame, start_position};

/// A game as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodedGame {
    /// Its number in the sequence of its seed.
    pub number: u64,
    /// All else.
    pub bytes: Vec<u8>,
}

/// The most plies of a stored game.
const MOST_PLIES: u64 = 1 << 20;

/// Writes a game.
///
/// # Panics
///
/// If a move is not legal, or the start position does not exist.
#[must_use]
pub fn encode<P: Describe>(id: GameId, rules: P::Rules, game: &SelfPlayGame<P>) -> EncodedGame {
    let start = start_position(id, rules, game.start).expect("a start position of the game");
    let mut bytes = Vec::with_capacity(8 + 2 * game.moves.len());
    bytes.push(result_code(game.outcome) | (game.ending as u8) << 2);
    write_number(&mut bytes, game.start.into());
    write_number(&mut bytes, game.opening as u64);
    write_number(&mut bytes, game.moves.len() as u64);
    let (mut list, mut before) = (MoveList::new(), 0);
    game.for_each_ply(start, |position, mv, score| {
        position.legal_moves_into(&mut list);
        let index = list.iter().position(|&legal| legal == mv).expect("every move is legal");
        match list.len() {
            1 => {}
            2..=256 => bytes.push(index as u8),
            _ => bytes.extend((index as u16).to_le_bytes()),
        }
        if let Some(score) = score {
            write_difference(&mut bytes, i64::from(score) - i64::from(before));
            before = score;
        }
    });
    EncodedGame { number: game.number, bytes }
}

/// Reads a game; `None` if the bytes are no game.
#[must_use]
pub fn decode<P: Describe>(game: GameId, rules: P::Rules, stored: &EncodedGame) -> Option<SelfPlayGame<P>> {
    let mut bytes = ByteReader(&stored.bytes);
    let head = bytes.byte()?;
    let outcome = outcome_of_code(head & 3)?;
    let ending = *SelfPlayEnding::ALL.get(usize::from(head >> 2))?;
    let start = u32::try_from(bytes.number()?).ok()?;
    let opening = bytes.number()?;
    let plies = bytes.number().filter(|&plies| plies <= MOST_PLIES && opening <= plies)?;
    let mut position = start_position::<P>(game, rules, start)?;
    let (mut list, mut before) = (MoveList::new(), 0_i32);
    let (mut moves, mut scores) = (Vec::new(), Vec::new());
    for ply in 0..plies {
        position.try_legal_moves_into(&mut list).ok()?;
        let index = match list.len() {
            0 => return None,
            1 => 0,
            2..=256 => usize::from(bytes.byte()?),
            _ => usize::from(u16::from_le_bytes([bytes.byte()?, bytes.byte()?])),
        };
        let &mv = list.get(index)?;
        let is_scored = ply >= opening && list.len() > 1;
        let score = if is_scored {
            let score = i64::from(before).checked_add(bytes.difference()?)?;
            before = i32::try_from(score).ok().filter(|score| score.abs() <= MOST_SCORE)?;
            Some(before)
        } else {
            None
        };
        moves.push(mv);
        scores.push(score);
        position.play_unchecked(mv);
    }
    let opening = opening as usize;
    bytes.is_empty().then_some(SelfPlayGame {
        number: stored.number,
        start,
        opening,
        moves,
        scores,
        outcome,
        ending,
    })
}

/// No score is larger.
const MOST_SCORE: i32 = 32_000;

/// A result as a number, for White: 0 for a loss, 1 for a draw, 2 for a win.
pub(crate) fn result_code(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Win(Color::Black) => 0,
        Outcome::Draw => 1,
        Outcome::Win(Color::White) => 2,
    }
}

fn outcome_of_code(code: u8) -> Option<Outcome> {
    [Outcome::Win(Color::Black), Outcome::Draw, Outcome::Win(Color::White)].get(usize::from(code)).copied()
}
