//! Counting legal moves without listing them, here and in all successors.

use boardgame::Side;

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::generate::{PawnStep, Sink, generate};
use crate::square::Square;

/// The number of legal moves of `Us`.
pub(crate) fn count_legal<Us: Side>(board: &Board) -> u64 {
    let mut count = Count(0);
    generate::<Us>(board, &mut count);
    count.0
}

struct Count(u64);

impl Count {
    #[inline(always)]
    fn add(&mut self, moves: Bitboard) {
        self.0 += moves.len() as u64;
    }
}

impl Sink for Count {
    #[inline(always)]
    fn knight(&mut self, _from: Square, to: Bitboard) {
        self.add(to);
    }

    #[inline(always)]
    fn diagonal(&mut self, _from: Square, to: Bitboard) {
        self.add(to);
    }

    #[inline(always)]
    fn straight(&mut self, _from: Square, to: Bitboard) {
        self.add(to);
    }

    #[inline(always)]
    fn king(&mut self, _from: Square, to: Bitboard) {
        self.add(to);
    }

    #[inline(always)]
    fn pawns(&mut self, _step: PawnStep, to: Bitboard) {
        self.add(to);
    }

    #[inline(always)]
    fn promotions(&mut self, _step: PawnStep, to: Bitboard) {
        self.0 += 4 * to.len() as u64;
    }

    #[inline(always)]
    fn en_passant(&mut self, _from: Square, _to: Square) {
        self.0 += 1;
    }

    #[inline(always)]
    fn castling(&mut self, _king: Square, _rook: Square) {
        self.0 += 1;
    }
}
