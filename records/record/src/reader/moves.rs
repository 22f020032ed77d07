//! Moves that are written in an unusual way.

use std::io::Read;

use super::{Reader, ReaderMode};
use crate::error::{Fault, shortened};
use crate::lexer::{Syntax, is_bare_squares};
use crate::limits::LONGEST_MARKS;
use crate::marks::Marks;
use crate::repair::RepairKind;
use crate::replay_line::is_null_move;
use crate::visitor::{MoveText, Visitor};

impl<R: Read> Reader<R> {
    /// What is allowed only to old files in the text of a move, and whether it is one at all.
    #[inline]
    pub(super) fn unusual_text(&self, end: usize) -> Option<RepairKind> {
        let text = self.lexer.source.part(0, end);
        let found = || self.text(0, end).into_owned();
        match self.lexer.syntax {
            Syntax::Pgn if text[0] == b'0' && text != b"0000" => {
                Some(RepairKind::ZeroCastling { found: found() })
            }
            Syntax::Pdn if text == b"-" => Some(RepairKind::MissingMove),
            Syntax::Pdn if has_leading_zero(text) => Some(RepairKind::LeadingZero { found: found() }),
            _ => None,
        }
    }

    /// Reports a sign that stands in place of a move. The strict mode refuses other unusual texts here, before anybody
    /// looks at the move; the tolerant one reports them once it was played.
    #[cold]
    pub(super) fn is_no_move<V: Visitor>(
        &mut self,
        unusual: &Option<RepairKind>,
        visitor: &mut V,
    ) -> Result<bool, Fault> {
        match unusual {
            Some(RepairKind::MissingMove) => {
                self.repair(RepairKind::MissingMove, visitor)?;
                Ok(true)
            }
            Some(kind) if self.mode == ReaderMode::Strict => Err(kind.clone().into()),
            _ => Ok(false),
        }
    }

    /// Reports what was repaired in a move, if a visitor could play it. Returns whether it could.
    #[cold]
    pub(super) fn after_move<V: Visitor>(
        &mut self,
        unusual: Option<RepairKind>,
        result: Result<(), Fault>,
        visitor: &mut V,
    ) -> Result<bool, Fault> {
        if let Err(fault) = result {
            self.found.clear();
            return self.refused(fault, visitor).map(|()| false);
        }
        if let Some(kind) = unusual {
            self.repair(kind, visitor)?;
        }
        self.report_found(visitor).map(|()| true)
    }

    /// The marks of the move at the cursor.
    #[inline(never)]
    pub(super) fn marks<V: Visitor>(
        &mut self,
        start: usize,
        end: usize,
        visitor: &mut V,
    ) -> Result<(), Fault> {
        let marks = self.lexer.marks(start, end)?;
        // In PGN they follow the move directly.
        if self.lexer.syntax == Syntax::Pgn && self.lexer.source.part(start, end)[0] == b'(' {
            self.repair(RepairKind::DetachedMarks { found: marks.to_string() }, visitor)?;
        }
        self.tell_marks(marks, visitor)
    }

    /// Marks of the last move, which may have others.
    fn tell_marks<V: Visitor>(&mut self, marks: Marks, visitor: &mut V) -> Result<(), Fault> {
        let length = usize::from(self.state.line.marks) + marks.as_str().len();
        if length > LONGEST_MARKS {
            return self.repair(RepairKind::TooManyMarks { found: marks.to_string() }, visitor);
        }
        self.state.line.marks = length as u8;
        visitor.marks(marks);
        // PDN knows all combinations.
        match self.lexer.syntax == Syntax::Pgn && marks.nag().is_none() {
            true => self.repair(RepairKind::UnknownMarks { found: marks.to_string() }, visitor),
            false => Ok(()),
        }
    }

    #[inline(never)]
    pub(super) fn detached_marks<V: Visitor>(&mut self, end: usize, visitor: &mut V) -> Result<(), Fault> {
        self.enter(visitor)?;
        let marks = self.lexer.marks(0, end)?;
        if !self.state.is_told() {
            return Ok(());
        }
        let found = marks.to_string();
        if !self.state.line.has_move {
            return self.repair(RepairKind::MarksBeforeMove { found }, visitor);
        }
        self.repair(RepairKind::DetachedMarks { found }, visitor)?;
        self.tell_marks(marks, visitor)
    }

    #[inline(never)]
    pub(super) fn dropped<V: Visitor>(&mut self, kind: RepairKind, visitor: &mut V) -> Result<(), Fault> {
        self.enter(visitor)?;
        if !self.state.is_told() {
            return Ok(());
        }
        // Dots after a move number and a space are usual in PGN.
        let is_number = self.state.line.is_numbered && kind == RepairKind::StrayDots;
        if !is_number || self.lexer.syntax == Syntax::Pdn {
            return self.repair(kind, visitor);
        }
        if V::WANTS_PLACES {
            visitor.place(self.lexer.source.place(0));
        }
        let dots = &"..."[..self.lexer.length().min(3)];
        let result = visitor.move_number(MoveText::new(dots), &mut self.found);
        self.settle(result, visitor)
    }

    /// A draughts move with spaces in it.
    #[cold]
    pub(super) fn spaced_move<V: Visitor>(&mut self, end: usize, visitor: &mut V) -> Result<(), Fault> {
        self.enter(visitor)?;
        if !self.state.is_told() {
            self.state.line.passed_over();
            return Ok(());
        }
        let found = self.text(0, end).into_owned();
        self.value = found.split_ascii_whitespace().collect();
        let found = shortened(found.as_bytes());
        self.repaired_move(RepairKind::SpacesInMove { found }, visitor)
    }

    /// A draughts move without a sign between its squares, such as `3228`.
    #[cold]
    pub(super) fn bare_squares<V: Visitor>(&mut self, end: usize, visitor: &mut V) -> Result<(), Fault> {
        if !self.state.is_told() {
            self.state.line.passed_over();
            return Ok(());
        }
        self.value = self.text(0, end).into_owned();
        let found = shortened(self.value.as_bytes());
        self.repaired_move(RepairKind::BareSquares { found }, visitor)
    }

    /// Reports a move whose text is in `value`.
    fn repaired_move<V: Visitor>(&mut self, kind: RepairKind, visitor: &mut V) -> Result<(), Fault> {
        if self.mode == ReaderMode::Strict {
            return Err(kind.into());
        }
        if V::WANTS_PLACES {
            visitor.place(self.lexer.source.place(0));
        }
        let result = visitor.mv(MoveText::new(&self.value), &mut self.found);
        self.state.line.moved();
        self.after_move(Some(kind), result, visitor).map(|_| ())
    }
}

/// What the standards do not allow in the text of a move although it can be understood, for moves that do not come
/// from a record: the reader of records reports it by itself.
pub(crate) fn repair_move(text: &str) -> Option<RepairKind> {
    let found = || shortened(text.as_bytes());
    if is_null_move(text) {
        None
    } else if is_bare_squares(text) {
        Some(RepairKind::BareSquares { found: found() })
    } else if text.starts_with("0-0") {
        Some(RepairKind::ZeroCastling { found: found() })
    } else if has_leading_zero(text.as_bytes()) {
        Some(RepairKind::LeadingZero { found: found() })
    } else {
        None
    }
}

/// Whether a number in a move begins with a zero.
pub(crate) fn has_leading_zero(text: &[u8]) -> bool {
    let is_digit = |place: usize| text.get(place).is_some_and(u8::is_ascii_digit);
    (0..text.len())
        .any(|place| text[place] == b'0' && is_digit(place + 1) && (place == 0 || !is_digit(place - 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_moves_from_elsewhere_are_looked_at() {
        assert_eq!(repair_move("3228"), Some(RepairKind::BareSquares { found: "3228".to_owned() }));
        assert_eq!(repair_move("0-0"), Some(RepairKind::ZeroCastling { found: "0-0".to_owned() }));
        assert_eq!(repair_move("20-024"), Some(RepairKind::LeadingZero { found: "20-024".to_owned() }));
        for usual in ["32-28", "O-O", "10x20", "e4", "100-101", "0000"] {
            assert_eq!(repair_move(usual), None, "{usual}");
        }
        for (text, expected) in [("0", false), ("1-0", false), ("10", false), ("1-01", true), ("01", true)] {
            assert_eq!(has_leading_zero(text.as_bytes()), expected, "{text}");
        }
    }
}
