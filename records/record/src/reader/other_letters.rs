//! Moves with letters and signs of other languages.

use std::io::Read;

use super::Reader;
use crate::error::{Fault, shortened};
use crate::lexer::Syntax;
use crate::piece_letters::plain_signs;
use crate::reader::has_leading_zero;
use crate::repair::RepairKind;
use crate::replay_line::is_null_move;
use crate::visitor::{MoveText, Visitor};

impl<R: Read> Reader<R> {
    /// A move that may have other letters or signs than those of the standard, up to its end and that of its marks.
    #[cold]
    pub(super) fn other_move<V: Visitor>(
        &mut self,
        (end, marks_end): (usize, usize),
        visitor: &mut V,
    ) -> Result<(), Fault> {
        self.enter(visitor)?;
        if !self.state.is_told() {
            self.state.line.passed_over();
            return Ok(());
        }
        let found = self.text(0, end).into_owned();
        let plain = plain_signs(&found);
        let is_pgn = self.lexer.syntax == Syntax::Pgn;
        let english = if is_pgn { self.letters.to_english(&plain) } else { Some(plain.clone()) };
        let Some(english) = english.filter(|text| text.is_ascii()) else {
            self.state.line.passed_over();
            return self.refused(self.other_letters(&found), visitor);
        };
        if english != plain && !std::mem::replace(&mut self.state.has_letters, true) {
            self.repair(RepairKind::OtherLetters { letters: self.letters }, visitor)?;
        }
        let unusual = self.unusual_spelling(&found, &plain);
        self.value = english.into_owned();
        if unusual.is_some() && self.is_no_move(&unusual, visitor)? {
            return Ok(());
        }
        if V::WANTS_PLACES {
            visitor.place(self.lexer.source.place(0));
        }
        let result = visitor.mv(MoveText::new(&self.value), &mut self.found);
        self.state.line.moved();
        let is_played = self.after_move(unusual, result, visitor)?;
        if end < marks_end && is_played {
            self.marks(end, marks_end, visitor)?;
        }
        Ok(())
    }

    fn other_letters(&self, found: &str) -> Fault {
        let found = shortened(found.as_bytes());
        match self.lexer.syntax {
            Syntax::Pgn => Fault::OtherLetters { found, letters: self.letters },
            Syntax::Pdn => {
                let first = found.chars().find(|sign| !sign.is_ascii()).unwrap_or_default();
                Fault::Unexpected { found: first, expected: "a move, a comment, a variation or a result" }
            }
        }
    }

    /// What the standards do not allow in a move, its letters left out.
    fn unusual_spelling(&self, found: &str, plain: &str) -> Option<RepairKind> {
        let (is_pgn, text) = (self.lexer.syntax == Syntax::Pgn, found.to_owned());
        match plain {
            "-" if !is_pgn => Some(RepairKind::MissingMove),
            _ if is_pgn && plain.starts_with('0') && !is_null_move(plain) => {
                Some(RepairKind::ZeroCastling { found: text })
            }
            _ if found != plain => Some(RepairKind::OtherSigns { found: text, written: plain.to_owned() }),
            _ if !is_pgn && has_leading_zero(plain.as_bytes()) => {
                Some(RepairKind::LeadingZero { found: text })
            }
            _ => None,
        }
    }

    /// Tells a result with other signs, such as `½–½`, at the cursor.
    #[inline]
    pub(super) fn check_result_text<V: Visitor>(
        &mut self,
        text: &'static str,
        visitor: &mut V,
    ) -> Result<(), Fault> {
        let is_plain = self.lexer.source.part(0, self.lexer.length()) == text.as_bytes();
        if is_plain || !self.state.is_told() {
            return Ok(());
        }
        let found = self.text(0, self.lexer.length()).into_owned();
        self.repair(RepairKind::ResultText { found, written: text.to_owned() }, visitor)
    }
}
