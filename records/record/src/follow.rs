//! What a tree is built with: a board of one game, or one of any game.

use boardgame::{FenError, RecordNotation};

use crate::board::{AnyBoard, Board, Played};
use crate::error::Fault;
use crate::result::ResultStyle;
use crate::texts::{TextMove, TextPosition};

/// What a tree is built with: it reads the moves and positions of a record.
pub(crate) trait Follow {
    type Content: crate::tree::Content;

    fn begin(&mut self, fen: Option<&str>) -> Result<PositionOf<Self>, FenError>;
    fn check_fen(&self, fen: &str) -> Result<(), Fault>;
    fn play(&mut self, text: &str) -> Result<Option<MoveOf<Self>>, Fault>;
    fn check_text(&self, text: &str, has_marks: bool) -> Result<(), Fault>;
    fn check_number(&mut self, text: &str) -> Result<(), Fault>;
    fn results(&self) -> Option<ResultStyle>;
    /// The position, and what was repaired in its text.
    fn set_up(&mut self, fen: &str) -> Result<(PositionOf<Self>, Result<(), Fault>), Fault>;
    fn begin_variation(&mut self);
    fn end_variation(&mut self);
    fn has_other_names(&self) -> bool {
        false
    }
}

pub(crate) type MoveOf<F> = <<F as Follow>::Content as crate::tree::Content>::Move;
pub(crate) type PositionOf<F> = <<F as Follow>::Content as crate::tree::Content>::Position;

impl<P: RecordNotation> Follow for Board<P> {
    type Content = P;

    fn begin(&mut self, fen: Option<&str>) -> Result<P, FenError> {
        AnyBoard::begin(self, fen)?;
        Ok(self.position().clone())
    }

    fn check_fen(&self, fen: &str) -> Result<(), Fault> {
        AnyBoard::check_fen(self, fen)
    }

    fn play(&mut self, text: &str) -> Result<Option<P::Move>, Fault> {
        self.read_and_play(text)
    }

    fn check_text(&self, text: &str, has_marks: bool) -> Result<(), Fault> {
        AnyBoard::check_text(self, text, has_marks)
    }

    fn check_number(&mut self, text: &str) -> Result<(), Fault> {
        AnyBoard::check_number(self, text)
    }

    fn results(&self) -> Option<ResultStyle> {
        self.results
    }

    fn set_up(&mut self, fen: &str) -> Result<(P, Result<(), Fault>), Fault> {
        let repaired = repair_of(AnyBoard::set_up(self, fen))?;
        Ok((self.position().clone(), repaired))
    }

    fn begin_variation(&mut self) {
        AnyBoard::begin_variation(self);
    }

    fn end_variation(&mut self) {
        AnyBoard::end_variation(self);
    }
}

/// Tells what was repaired from what failed.
fn repair_of(result: Result<(), Fault>) -> Result<Result<(), Fault>, Fault> {
    match result {
        Err(fault) if !matches!(fault, Fault::NotTolerated(_)) => Err(fault),
        repaired => Ok(repaired),
    }
}

impl Follow for &mut dyn AnyBoard {
    type Content = crate::texts::Texts;

    fn begin(&mut self, fen: Option<&str>) -> Result<TextPosition, FenError> {
        (**self).begin(fen)?;
        Ok(TextPosition { fen: self.fen(), is_start: self.is_start() })
    }

    fn check_fen(&self, fen: &str) -> Result<(), Fault> {
        (**self).check_fen(fen)
    }

    fn play(&mut self, text: &str) -> Result<Option<TextMove>, Fault> {
        Ok(match AnyBoard::play(*self, text)? {
            Played::Move | Played::AfterEnd(..) => self.last_move(),
            Played::Nothing => None,
        })
    }

    fn check_text(&self, text: &str, has_marks: bool) -> Result<(), Fault> {
        (**self).check_text(text, has_marks)
    }

    fn check_number(&mut self, text: &str) -> Result<(), Fault> {
        (**self).check_number(text)
    }

    fn results(&self) -> Option<ResultStyle> {
        (**self).results()
    }

    fn set_up(&mut self, fen: &str) -> Result<(TextPosition, Result<(), Fault>), Fault> {
        let repaired = repair_of((**self).set_up(fen))?;
        Ok((TextPosition { fen: self.fen(), is_start: self.is_start() }, repaired))
    }

    fn begin_variation(&mut self) {
        (**self).begin_variation();
    }

    fn end_variation(&mut self) {
        (**self).end_variation();
    }

    fn has_other_names(&self) -> bool {
        (**self).has_other_names()
    }
}
