//! Making moves.

use super::board::{Color, Piece, Role, Square};
use super::moves::Move;
use super::position::Position;

impl Position {
    /// The position after a legal move.
    pub fn play(&self, mv: &Move) -> Position {
        let mut next = self.make(mv);
        next.keep_real_en_passant();
        next
    }

    /// Makes a move that the pieces can make, whether or not it leaves the king in check.
    pub(super) fn make(&self, mv: &Move) -> Position {
        let mut next = self.clone();
        let Some(piece) = mv.piece(self) else { return next };
        if let Some((rook_from, rook_to)) = mv.rook {
            next.castle(mv, rook_from, rook_to);
        } else {
            next.board.set(mv.from, None);
            if let Some(passed) = mv.passed {
                next.board.set(passed, None);
            }
            let role = mv.promotion.unwrap_or(piece.role);
            next.board.set(mv.to, Some(Piece { color: self.turn, role }));
        }

        // 3.8.2.1: a king or rook that has moved, and a rook that is no longer there.
        if piece.role == Role::King {
            next.rights.lose_all(self.turn);
        }
        next.rights.lose_rook_on(mv.from);
        next.rights.lose_rook_on(mv.to);

        // 3.7.3.2: only in the move after the double step.
        let double_step = piece.role == Role::Pawn && (mv.to.rank - mv.from.rank).abs() == 2;
        next.en_passant =
            double_step.then_some(Square { file: mv.from.file, rank: (mv.from.rank + mv.to.rank) / 2 });

        // 9.3: pawn moves and captures start the count again.
        let irreversible = piece.role == Role::Pawn || mv.captures(self);
        next.clock = if irreversible { 0 } else { self.clock + 1 };
        next.number += u32::from(self.turn == Color::Black);
        next.turn = self.turn.opponent();
        next
    }

    /// 9.2.3.1: the square counts only if a legal en passant capture exists.
    pub(super) fn keep_real_en_passant(&mut self) {
        if self.en_passant.is_some() && !self.moves().iter().any(|mv| mv.passed.is_some()) {
            self.en_passant = None;
        }
    }
}
