//! Why a quiet move is illegal, and what refusals have in common.

use crate::any_variant::AnyDraughts;
use crate::board::Square;
use crate::explain::move_context::MoveContext;
use crate::explain::{Illegal, MoveRefusal};
use crate::king_runs::Extra;
use crate::machine_word::Word;
use crate::move_text::WrittenMove;
use crate::position::{Move, Role};

impl AnyDraughts {
    /// Refuses a quiet move between two squares.
    pub(crate) fn refuse_quiet(&self, written: &WrittenMove<'_>, list: &[Move<u128>]) -> MoveRefusal {
        let (from, to) = (written.from(), written.to());
        let reason = self.why_not_from(from).unwrap_or_else(|| self.why_not_quiet(from, to, list));
        self.refuse(written, reason, list)
    }

    /// A refusal for this reason. If the side to move has no legal move at all, the refusal says so too.
    pub(super) fn refuse(
        &self,
        written: &WrittenMove<'_>,
        reason: Illegal,
        list: &[Move<u128>],
    ) -> MoveRefusal {
        let mut reasons = vec![reason];
        if list.is_empty() && !matches!(reasons[0], Illegal::GameOver { .. }) {
            reasons.extend(self.game_over());
        }
        MoveRefusal::Illegal { found: written.shortened(), reasons }
    }

    fn game_over(&self) -> Option<Illegal> {
        self.outcome().map(|(outcome, reason)| Illegal::GameOver { outcome, reason })
    }

    /// Why no move can start on a square.
    pub(super) fn why_not_from(&self, square: Square) -> Option<Illegal> {
        if self.is_decided() {
            return self.game_over();
        }
        match self.piece_at(square) {
            None => Some(Illegal::NoPiece { square }),
            Some(piece) if piece.color != self.turn => Some(Illegal::NotYours { square, piece }),
            Some(_) => None,
        }
    }

    fn why_not_quiet(&self, from: Square, to: Square, list: &[Move<u128>]) -> Illegal {
        let is_this = |mv: &&Move<u128>| mv.is_capture() && (mv.from(), mv.to()) == (from, to);
        if let Some(&mv) = list.iter().find(is_this) {
            return Illegal::WrittenAsQuiet { capture: self.as_capture(mv, list) };
        }
        let context = self.context(from);
        if let Some(wrong) = context.wrong_step(from, to) {
            let jumps = context.has_shape_of_jump(from, to);
            return if jumps { self.why_not_capture(&[from, to], list) } else { wrong };
        }
        if let Some(instead) = self.some_capture(from, list) {
            return Illegal::MustCapture { instead };
        }
        let limit = self.rules().king_run_limit.unwrap_or(u8::MAX);
        if self.extra.exhausted_king(self.turn, limit) == Some(from) {
            return Illegal::KingMustWait { square: from, limit };
        }
        Illegal::Unexplained
    }

    /// Whether a piece could move from one square to the other if capturing were not mandatory.
    pub(crate) fn is_step(&self, from: Square, to: Square) -> bool {
        self.context(from).wrong_step(from, to).is_none()
    }

    /// The board as the piece on a square sees it before its move.
    pub(super) fn context(&self, start: Square) -> MoveContext<'static> {
        MoveContext {
            rules: self.rules(),
            pieces: self.pieces.map(Word::widen),
            kings: self.kings.widen(),
            turn: self.turn,
            start,
            captured: 0,
            role: self.piece_at(start).map_or(Role::Man, |piece| piece.role),
            before: None,
            passed: None,
        }
    }
}
