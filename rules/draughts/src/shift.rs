//! Steps and slides of whole sets of squares, with the direction fixed at compile time.

use boardgame::Side;

use crate::board::opposite;
use crate::machine_word::Word;
use crate::variants::Variant;

/// Expands `$body` once for each of the eight directions, `$d` being the constant index of the direction.
macro_rules! each_direction {
    ($d:ident => $body:expr) => {{
        {
            const $d: usize = 0;
            $body
        }
        {
            const $d: usize = 1;
            $body
        }
        {
            const $d: usize = 2;
            $body
        }
        {
            const $d: usize = 3;
            $body
        }
        {
            const $d: usize = 4;
            $body
        }
        {
            const $d: usize = 5;
            $body
        }
        {
            const $d: usize = 6;
            $body
        }
        {
            const $d: usize = 7;
            $body
        }
    }};
}
pub(crate) use each_direction;

/// The promotion row of this side.
#[inline(always)]
pub(crate) fn last_row<V: Variant, Us: Side>() -> V::Word {
    V::Word::truncate(const { V::RULES.board.last_row(Us::COLOR) })
}

/// Moves each square of `set` by `steps` steps in direction `D`. Squares that leave the board land on
/// spare bits or beyond: mask the result with a set of real squares.
#[inline(always)]
pub(crate) fn shift_by<V: Variant, const D: usize>(set: V::Word, steps: u32) -> V::Word {
    let delta = const { V::RULES.board.delta(D) };
    if delta > 0 { set << (delta as u32 * steps) } else { set >> (delta.unsigned_abs() * steps) }
}

/// Moves each square of `set` one step in direction `D`.
#[inline(always)]
pub(crate) fn shift<V: Variant, const D: usize>(set: V::Word) -> V::Word {
    shift_by::<V, D>(set, 1)
}

/// The squares from which `steps` steps in direction `D` lead into `set`.
#[inline(always)]
pub(crate) fn shift_back_by<V: Variant, const D: usize>(set: V::Word, steps: u32) -> V::Word {
    let delta = const { V::RULES.board.delta(opposite(D)) };
    if delta > 0 { set << (delta as u32 * steps) } else { set >> (delta.unsigned_abs() * steps) }
}

/// The squares from which one step in direction `D` leads into `set`.
#[inline(always)]
pub(crate) fn shift_back<V: Variant, const D: usize>(set: V::Word) -> V::Word {
    shift_back_by::<V, D>(set, 1)
}

/// `from` and all squares that can be reached from it in direction `D` over `empty` squares.
///
/// Doubles the distance each round. The rounds cover every slide that belongs to a capture: the longest
/// line less the king, the captured piece and the square behind.
#[inline(always)]
pub(crate) fn slide<V: Variant, const D: usize>(from: V::Word, empty: V::Word) -> V::Word {
    let rounds = const { rounds(longest_line::<V>() - 3) };
    let mut reached = from;
    let mut open = empty;
    let mut round = 0;
    while round < rounds {
        let steps = 1 << round;
        reached |= open & shift_by::<V, D>(reached, steps);
        if round + 1 < rounds {
            open &= shift_by::<V, D>(open, steps);
        }
        round += 1;
    }
    reached
}

/// Extends what [`slide`] reached to the end of the longest line: quiet moves go one or two squares
/// further than slides that belong to a capture.
#[inline(always)]
pub(crate) fn slide_on<V: Variant, const D: usize>(reached: V::Word, empty: V::Word) -> V::Word {
    let covered = const { (1 << rounds(longest_line::<V>() - 3)) - 1 };
    let mut reached = reached;
    let mut distance = covered;
    while distance < const { longest_line::<V>() - 1 } {
        reached |= shift::<V, D>(reached) & empty;
        distance += 1;
    }
    reached
}

/// The most squares on one line.
const fn longest_line<V: Variant>() -> u32 {
    let board = V::RULES.board;
    if board.columns > board.rows { board.columns as u32 } else { board.rows as u32 }
}

/// How many doublings cover `distance` squares.
const fn rounds(distance: u32) -> u32 {
    let mut rounds = 0;
    while (1 << rounds) - 1 < distance {
        rounds += 1;
    }
    rounds
}
