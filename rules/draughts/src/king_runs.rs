//! State that only some variants need and that other positions do not store.

use std::fmt::Debug;
use std::hash::Hash;

use boardgame::Color;

use crate::board::Square;

/// What a variant adds to its position.
pub trait Extra: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// What the state adds to the key of a position.
    fn key(&self) -> u64 {
        0
    }

    /// The king of this color that has used up its quiet moves, if any.
    fn exhausted_king(&self, color: Color, limit: u8) -> Option<Square> {
        let _ = (color, limit);
        None
    }

    /// The running count of this color: the king's square and its quiet moves in a row.
    fn run(&self, color: Color) -> Option<(Square, u8)> {
        let _ = color;
        None
    }

    /// Sets the running count of this color; does nothing in variants without it.
    fn set_run(&mut self, color: Color, run: Option<(Square, u8)>) {
        let _ = (color, run);
    }
}

impl Extra for () {}

/// The consecutive quiet moves of one king of each side (Frisian rules).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct KingRuns {
    square: [u8; 2],
    moves: [u8; 2],
}

impl Extra for KingRuns {
    #[inline]
    fn key(&self) -> u64 {
        let state = u32::from_le_bytes([self.square[0], self.moves[0], self.square[1], self.moves[1]]);
        u64::from(state).wrapping_mul(0xa24b_aed4_963e_e407)
    }

    #[inline]
    fn exhausted_king(&self, color: Color, limit: u8) -> Option<Square> {
        self.run(color).filter(|&(_, moves)| moves >= limit).map(|(square, _)| square)
    }

    #[inline]
    fn run(&self, color: Color) -> Option<(Square, u8)> {
        let side = color as usize;
        (self.moves[side] > 0).then_some((Square(self.square[side]), self.moves[side]))
    }

    #[inline]
    fn set_run(&mut self, color: Color, run: Option<(Square, u8)>) {
        let (square, moves) = run.map_or((0, 0), |(square, moves)| (square.0, moves));
        self.square[color as usize] = square;
        self.moves[color as usize] = moves;
    }
}
