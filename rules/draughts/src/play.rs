//! Making a move.

use boardgame::Color;

use crate::board::Square;
use crate::king_runs::Extra;
use crate::machine_word::Word;
use crate::position::{Draughts, Move};
use crate::ruleset::Ruleset;

impl<V: Ruleset> Draughts<V> {
    /// Plays a legal move. An illegal one gives a wrong position, never undefined behavior.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move<V::Word>) {
        if mv.changes_material() {
            return self.play_capture_or_crowning(mv);
        }
        let change = V::Word::bit(mv.from().0) ^ V::Word::bit(mv.to().0);
        let is_king = self.kings & change != V::Word::ZERO;
        self.pieces[self.turn as usize] ^= change;
        if is_king {
            self.kings ^= change;
        }
        self.note_king_run(self.turn, mv, is_king);
        self.turn = !self.turn;
        self.clocks =
            if is_king { self.clocks.after_king_move(self) } else { self.clocks.after_man_move(self) };
    }

    #[inline(never)]
    fn play_capture_or_crowning(&mut self, mv: Move<V::Word>) {
        self.change_material(self.turn, mv);
    }

    /// Plays a move of `mover`, whose turn it is, that changes the material.
    #[inline(always)]
    pub(crate) fn change_material(&mut self, mover: Color, mv: Move<V::Word>) {
        let zero = V::Word::ZERO;
        let (from, to) = (V::Word::bit(mv.from().0), V::Word::bit(mv.to().0));
        // A circular capture ends where it began: from and to cancel.
        let change = from ^ to;
        let is_king = self.kings & from != zero;
        self.pieces[mover as usize] ^= change;
        self.pieces[!mover as usize] &= !mv.captured;
        // Captured pieces are removed first: with immediate removal the move may end where one of them stood.
        self.kings &= !mv.captured;
        self.kings ^= if is_king { change } else { zero };
        self.kings |= if mv.is_crowning() { to } else { zero };
        self.note_king_run(mover, mv, is_king);
        self.turn = !mover;
        self.clocks = self.clocks_after_material_change(self.clocks);
    }

    /// Whether no earlier position can occur again after this move: captures, and moves that advance a man. Men that move
    /// sideways (Turkish, Armenian) can return.
    #[must_use]
    pub fn is_irreversible(&self, mv: Move<V::Word>) -> bool {
        let rank = |square| self.rules().board.file_and_rank(square).1;
        mv.is_capture() || !self.kings().contains(mv.from()) && rank(mv.from()) != rank(mv.to())
    }

    /// Keeps the count of quiet moves in a row by one king of the side that moves, where the variant limits
    /// it. The pieces have moved already.
    #[inline(always)]
    pub(crate) fn note_king_run(&mut self, mover: Color, mv: Move<V::Word>, is_king: bool) {
        if self.rules().king_run_limit.is_none() {
            return;
        }
        let has_men =
            |position: &Self, color| position.pieces[color as usize] & !position.kings != V::Word::ZERO;
        let run = (is_king && !mv.is_capture() && has_men(self, mover)).then(|| {
            let before = self.extra.run(mover).filter(|&(square, _)| square == mv.from());
            (mv.to(), before.map_or(0, |(_, moves)| moves) + 1)
        });
        self.extra.set_run(mover, run);
        // The limit does not apply to a side without men, even if it lost the last one on the opponent's move; and a
        // captured king moves no more.
        let is_captured = |(square, _): (Square, u8)| mv.captured().contains(square);
        if !has_men(self, !mover) || self.extra.run(!mover).is_some_and(is_captured) {
            self.extra.set_run(!mover, None);
        }
    }
}
