//! Successors made directly from the sets of the generator, where the role is known, so that moves need not be encoded
//! and decoded.

use std::marker::PhantomData;

use boardgame::Side;

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::generate::{PawnStep, Sink, generate};
use crate::moves::Move;
use crate::piece::Role;
use crate::square::Square;

/// Calls `visit` with the board after every legal move of `Us`, the move and the role that moved.
#[inline(always)]
pub(crate) fn for_each_successor<Us: Side>(board: &Board, visit: impl FnMut(&Board, Move, Role)) {
    generate::<Us>(board, &mut Successors { board, visit, side: PhantomData::<Us> });
}

struct Successors<'a, Us, V> {
    board: &'a Board,
    visit: V,
    side: PhantomData<Us>,
}

impl<Us: Side, V: FnMut(&Board, Move, Role)> Sink for Successors<'_, Us, V> {
    #[inline(always)]
    fn knight(&mut self, from: Square, to: Bitboard) {
        for to in to {
            (self.visit)(&self.board.after_knight::<Us>(from, to), Move::plain(from, to), Role::Knight);
        }
    }

    #[inline(always)]
    fn diagonal(&mut self, from: Square, to: Bitboard) {
        let role = if self.board.straight.contains(from) { Role::Queen } else { Role::Bishop };
        for to in to {
            (self.visit)(&self.board.after_diagonal::<Us>(from, to), Move::plain(from, to), role);
        }
    }

    #[inline(always)]
    fn straight(&mut self, from: Square, to: Bitboard) {
        let role = if self.board.diagonal.contains(from) { Role::Queen } else { Role::Rook };
        for to in to {
            (self.visit)(&self.board.after_straight::<Us>(from, to), Move::plain(from, to), role);
        }
    }

    #[inline(always)]
    fn king(&mut self, from: Square, to: Bitboard) {
        for to in to {
            (self.visit)(&self.board.after_king::<Us>(from, to), Move::plain(from, to), Role::King);
        }
    }

    #[inline(always)]
    fn pawns(&mut self, step: PawnStep, to: Bitboard) {
        for to in to {
            let from = step.origin::<Us>(to);
            let next = if step == PawnStep::Double {
                self.board.after_double_step::<Us>(from, to)
            } else {
                self.board.after_pawn::<Us>(from, to)
            };
            (self.visit)(&next, Move::plain(from, to), Role::Pawn);
        }
    }

    #[inline(always)]
    fn promotions(&mut self, step: PawnStep, to: Bitboard) {
        for to in to {
            let from = step.origin::<Us>(to);
            for role in Role::PROMOTIONS {
                let mv = Move::promotion(from, to, role);
                (self.visit)(&self.board.after_promotion::<Us>(from, to, role), mv, Role::Pawn);
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        (self.visit)(&self.board.after_en_passant::<Us>(from, to), Move::en_passant(from, to), Role::Pawn);
    }

    #[inline(always)]
    fn castling(&mut self, king: Square, rook: Square) {
        (self.visit)(&self.board.after_castling::<Us>(rook), Move::castling(king, rook), Role::King);
    }
}
