//! Lists of moves, written from the sets of the generator.

use std::marker::PhantomData;

use boardgame::{MoveList, Side};

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::generate::{PawnStep, Sink};
use crate::moves::Move;
use crate::piece::Role;
use crate::square::Square;

/// Puts every move into a list.
pub(crate) struct List<'a, Us> {
    list: &'a mut MoveList<Move>,
    side: PhantomData<Us>,
}

impl<'a, Us: Side> List<'a, Us> {
    pub(crate) fn new(list: &'a mut MoveList<Move>) -> Self {
        Self { list, side: PhantomData }
    }

    #[inline(always)]
    fn extend(&mut self, from: Square, to: Bitboard) {
        for to in to {
            self.list.push(Move::plain(from, to));
        }
    }
}

impl<Us: Side> Sink for List<'_, Us> {
    #[inline(always)]
    fn knight(&mut self, from: Square, to: Bitboard) {
        self.extend(from, to);
    }

    #[inline(always)]
    fn diagonal(&mut self, from: Square, to: Bitboard) {
        self.extend(from, to);
    }

    #[inline(always)]
    fn straight(&mut self, from: Square, to: Bitboard) {
        self.extend(from, to);
    }

    #[inline(always)]
    fn king(&mut self, from: Square, to: Bitboard) {
        self.extend(from, to);
    }

    #[inline(always)]
    fn pawns(&mut self, step: PawnStep, to: Bitboard) {
        for to in to {
            self.list.push(Move::plain(step.origin::<Us>(to), to));
        }
    }

    #[inline(always)]
    fn promotions(&mut self, step: PawnStep, to: Bitboard) {
        for to in to {
            for role in Role::PROMOTIONS {
                self.list.push(Move::promotion(step.origin::<Us>(to), to, role));
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        self.list.push(Move::en_passant(from, to));
    }

    #[inline(always)]
    fn castling(&mut self, king: Square, rook: Square) {
        self.list.push(Move::castling(king, rook));
    }
}

/// Puts only captures and promotions to queens into a list.
pub(crate) struct LoudList<'a, Us> {
    list: List<'a, Us>,
    enemy: Bitboard,
}

impl<'a, Us: Side> LoudList<'a, Us> {
    pub(crate) fn new(list: &'a mut MoveList<Move>, board: &Board) -> Self {
        Self { list: List::new(list), enemy: board.enemy::<Us>() }
    }
}

impl<Us: Side> Sink for LoudList<'_, Us> {
    #[inline(always)]
    fn knight(&mut self, from: Square, to: Bitboard) {
        self.list.extend(from, to & self.enemy);
    }

    #[inline(always)]
    fn diagonal(&mut self, from: Square, to: Bitboard) {
        self.list.extend(from, to & self.enemy);
    }

    #[inline(always)]
    fn straight(&mut self, from: Square, to: Bitboard) {
        self.list.extend(from, to & self.enemy);
    }

    #[inline(always)]
    fn king(&mut self, from: Square, to: Bitboard) {
        self.list.extend(from, to & self.enemy);
    }

    #[inline(always)]
    fn pawns(&mut self, step: PawnStep, to: Bitboard) {
        self.list.pawns(step, to & self.enemy);
    }

    #[inline(always)]
    fn promotions(&mut self, step: PawnStep, to: Bitboard) {
        self.list.promotions(step, to & self.enemy);
        for to in to & !self.enemy {
            self.list.list.push(Move::promotion(step.origin::<Us>(to), to, Role::Queen));
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        self.list.en_passant(from, to);
    }

    #[inline(always)]
    fn castling(&mut self, _: Square, _: Square) {}
}
