//! The rarer parts of a record: tags, comments, variations, set-ups, and ends.

use std::io::Read;

use super::{AfterToken, LineState, Phase, Reader, ReaderMode};
use crate::byte_class::is_printable;
use crate::error::Fault;
use crate::fen::repair_fen;
use crate::late_tag_checks::{RESULT, checked_later};
use crate::lexer::{Syntax, TagParts};
use crate::limits::{DEEPEST_VARIATION, MOST_TAGS};
use crate::repair::RepairKind;
use crate::result::GameResult;
use crate::visitor::{CommentPlace, Flow, Terminator, Visitor};

impl<R: Read> Reader<R> {
    #[inline(never)]
    pub(super) fn tag<V: Visitor>(&mut self, visitor: &mut V) -> Result<AfterToken, Fault> {
        if self.state.phase == Phase::Moves && self.lexer.looks_like_tag() {
            return self.next_game(visitor);
        }
        if self.state.phase == Phase::Moves {
            return Err(Fault::Unexpected {
                found: '[',
                expected: "a move, a comment, a variation or a result",
            });
        }
        if self.state.phase == Phase::Nothing {
            self.begin(visitor);
        }
        self.state.tags += 1;
        let parts = self.lexer.tag()?;
        let is_after_empty_line = self.state.tags > 1 && self.lexer.source.is_after_empty_line();
        if is_after_empty_line && self.is_known_tag(&parts) {
            return Ok(self.next_header(visitor));
        }
        if self.state.tags > MOST_TAGS {
            return Err(Fault::TooMany { what: "tags", limit: MOST_TAGS });
        }
        self.names.extend_from_slice(self.lexer.source.part(parts.name.0, parts.name.1));
        self.names.push(b'"');
        if is_after_empty_line {
            self.repair(RepairKind::EmptyLineInTags, visitor)?;
        }
        if self.state.error.is_some() {
            return Ok(AfterToken::More);
        }
        let source = &mut self.lexer.source;
        let name = source.part(parts.name.0, parts.name.1);
        let is_result_of_pgn = self.lexer.syntax == Syntax::Pgn && name[0] == RESULT.as_bytes()[0];
        let is_other = self.lexer.syntax == Syntax::Pdn && name == RESULT.as_bytes();
        if let Some(index) = checked_later(name).filter(|_| !is_result_of_pgn) {
            let place = source.place(0);
            self.state.tag_places[index].get_or_insert(place);
        }
        if is_other {
            // What stands before it in the file may not be UTF-8.
            let value = String::from_utf8_lossy(source.part(parts.value.0, parts.value.1));
            self.state.result = GameResult::static_text(&value);
            let is_usual = GameResult::from_text(&value).is_some() || matches!(&*value, "*" | "?" | "");
            self.state.other_result = (!is_usual).then(|| value.into());
        }
        if V::WANTS_PLACES {
            visitor.place(source.place(0));
        }
        let is_printable = is_printable(source.part(parts.value.0, parts.value.1));
        let is_plain = !parts.is_escaped && !parts.has_quotes && is_printable;
        let name = source.text(parts.name.0, parts.name.1);
        let value = source.text(parts.value.0, parts.value.1);
        let result = match name.zip(value) {
            Some((name, value)) if is_plain && name != "FEN" => visitor.tag(name, value, &mut self.found),
            _ => self.unusual_tag(&parts, visitor)?,
        };
        self.settle(result, visitor).map(|()| AfterToken::More)
    }

    /// A tag with something to decode or repair.
    #[inline(never)]
    fn unusual_tag<V: Visitor>(
        &mut self,
        parts: &TagParts,
        visitor: &mut V,
    ) -> Result<Result<(), Fault>, Fault> {
        let name = self.text(parts.name.0, parts.name.1).into_owned();
        if parts.has_quotes {
            self.repair(RepairKind::UnescapedQuote { name: name.clone() }, visitor)?;
        }
        self.read_value(parts.value, parts.is_escaped)?;
        if name == "FEN" {
            self.repair_fen(visitor)?;
        }
        if self.value.contains(char::is_control) {
            self.repair(RepairKind::ControlInTag { name: name.clone() }, visitor)?;
            self.value = self.value.replace(char::is_control, " ");
        }
        Ok(visitor.tag(&name, &self.value, &mut self.found))
    }

    /// Reports what a position has that the standard does not allow.
    fn repair_fen<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), Fault> {
        let repairs = repair_fen(&mut self.value, self.lexer.syntax);
        repairs.into_iter().try_for_each(|kind| self.repair(kind, visitor))
    }

    /// A part of the current token, decoded, into `value`.
    fn read_value(&mut self, (start, end): (usize, usize), is_escaped: bool) -> Result<(), Fault> {
        let bytes = self.lexer.source.part(start, end);
        Fault::not_utf_8(bytes)?;
        let text = String::from_utf8_lossy(bytes);
        self.value.clear();
        if is_escaped {
            let mut rest = &*text;
            while let Some(place) = rest.find('\\') {
                self.value.push_str(&rest[..place]);
                rest = &rest[place + 1..];
                // Only quotes and backslashes can be escaped; other backslashes are themselves.
                match rest.chars().next() {
                    Some(escaped @ ('"' | '\\')) => {
                        self.value.push(escaped);
                        rest = &rest[1..];
                    }
                    _ => self.value.push('\\'),
                }
            }
            self.value.push_str(rest);
        } else {
            self.value.push_str(&text);
        }
        Ok(())
    }

    #[inline(never)]
    pub(super) fn open<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), Fault> {
        self.enter(visitor)?;
        if self.state.lines.len() >= DEEPEST_VARIATION {
            return Err(Fault::TooMany { what: "variations inside each other", limit: DEEPEST_VARIATION });
        }
        if !self.state.line.has_move {
            return Err(Fault::NothingToVary);
        }
        let mut is_told = self.state.line.is_told;
        if self.state.is_told() {
            if V::WANTS_PLACES {
                visitor.place(self.lexer.source.place(0));
            }
            is_told = visitor.begin_variation()? == Flow::Visit;
        }
        self.state.lines.push(self.state.line);
        self.state.line = LineState::new(CommentPlace::Before, is_told);
        Ok(())
    }

    #[inline(never)]
    pub(super) fn close<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), Fault> {
        self.enter(visitor)?;
        let Some(outer) = self.state.lines.last().copied() else { return Err(Fault::NotOpened) };
        if self.state.skipped == Some(self.state.lines.len()) {
            self.state.skipped = None;
        }
        if self.state.is_told() && !self.state.line.has_move {
            self.repair(RepairKind::EmptyVariation, visitor)?;
        }
        let is_told = self.state.is_told();
        self.state.lines.pop();
        self.state.line = outer;
        self.state.line.comment = CommentPlace::Before;
        if is_told {
            if V::WANTS_PLACES {
                visitor.place(self.lexer.source.place(0));
            }
            visitor.end_variation();
        }
        Ok(())
    }

    #[inline(never)]
    pub(super) fn set_up<V: Visitor>(
        &mut self,
        (start, end): (usize, usize),
        visitor: &mut V,
    ) -> Result<(), Fault> {
        self.enter(visitor)?;
        if !self.state.is_told() {
            self.state.line.passed_over();
            return Ok(());
        }
        self.read_value((start, end), true)?;
        self.repair_fen(visitor)?;
        if V::WANTS_PLACES {
            visitor.place(self.lexer.source.place(0));
        }
        let result = visitor.set_up(&self.value, &mut self.found);
        self.state.line.moved();
        self.settle(result, visitor)
    }

    #[inline(never)]
    pub(super) fn star<V: Visitor>(&mut self, visitor: &mut V) -> Result<AfterToken, Fault> {
        if self.state.phase == Phase::Nothing && self.before.is_empty() {
            if std::mem::replace(&mut self.state.has_separator, true) {
                return Ok(AfterToken::More);
            }
            return Ok(self.stray(RepairKind::StraySeparator, Terminator::Star, visitor));
        }
        if self.lexer.syntax == Syntax::Pdn
            && self.is_star_at_move()
            && let Err(fault) = self.repair(RepairKind::StarAtMove, visitor)
        {
            self.note(fault);
        }
        self.result(Terminator::Star, visitor)
    }

    /// Whether the star at the cursor stands right after a move and before more moves.
    #[cold]
    fn is_star_at_move(&mut self) -> bool {
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'!' | b'?' | b')');
        self.state.is_told()
            && self.state.line.has_move
            && is_word(self.lexer.source.byte_before())
            && self.lexer.peek_after().is_some_and(is_word)
    }

    /// The end of a game that did not begin: left out, or in the strict mode an error of its own.
    #[cold]
    fn stray<V: Visitor>(&mut self, kind: RepairKind, terminator: Terminator, visitor: &mut V) -> AfterToken {
        let Err(fault) = self.repair(kind, visitor) else { return AfterToken::More };
        self.begin(visitor);
        self.note(fault);
        AfterToken::End(terminator)
    }

    #[inline(never)]
    pub(super) fn result<V: Visitor>(
        &mut self,
        terminator: Terminator,
        visitor: &mut V,
    ) -> Result<AfterToken, Fault> {
        if let Terminator::Result { text, .. } = terminator
            && self.state.phase == Phase::Nothing
            && self.before.is_empty()
        {
            let kind = RepairKind::StrayResult { found: text.to_owned() };
            return Ok(self.stray(kind, terminator, visitor));
        }
        // Whatever is wrong with the tags, this ends the game, and the next one is not part of it.
        if let Err(fault) = self.enter(visitor) {
            self.note(fault);
        }
        if !self.state.lines.is_empty() && self.lexer.peek_after() == Some(b')') {
            if self.state.is_told() {
                self.repair(RepairKind::ResultInVariation, visitor)?;
            }
            return Ok(AfterToken::More);
        }
        self.check_closed();
        if let Terminator::Result { text, .. } = terminator {
            let kind = match self.lexer.syntax {
                // Nothing is lost where the tag says the same: the standard lets readers take it for a separator.
                Syntax::Pdn if self.state.result == Some(text) && self.mode == ReaderMode::Tolerant => None,
                Syntax::Pdn => Some(RepairKind::ResultAsTerminator { found: text.to_owned() }),
                Syntax::Pgn if text == "1/2" => Some(RepairKind::HalfResult),
                Syntax::Pgn => None,
            };
            if let Some(Err(fault)) = kind.map(|kind| self.repair(kind, visitor)) {
                self.note(fault);
            }
        }
        Ok(AfterToken::End(terminator))
    }

    /// Whether the word at the cursor is the result that the tag gives, of whatever kind, and ends the game.
    #[cold]
    pub(super) fn is_other_result(&mut self, end: usize) -> bool {
        let is_same = |result: &str| result.as_bytes() == self.lexer.source.part(0, end);
        let is_same = self.state.lines.is_empty() && self.state.other_result.as_deref().is_some_and(is_same);
        is_same
            && match self.lexer.peek_after() {
                Some(next) => next == b'[',
                None => self.lexer.source.is_ended(),
            }
    }

    /// The game ends with that result instead of `*`.
    #[cold]
    pub(super) fn other_result<V: Visitor>(
        &mut self,
        end: usize,
        visitor: &mut V,
    ) -> Result<AfterToken, Fault> {
        let found = self.text(0, end).into_owned();
        if let Err(fault) = self.enter(visitor) {
            self.note(fault);
        }
        // The tag says the same: the standard lets readers take it for a separator.
        if self.mode == ReaderMode::Strict {
            self.note(RepairKind::ResultAsTerminator { found }.into());
        }
        Ok(AfterToken::End(Terminator::Star))
    }

    /// Whether the game has a tag of this name already.
    #[cold]
    fn is_known_tag(&self, parts: &TagParts) -> bool {
        let name = self.lexer.source.part(parts.name.0, parts.name.1);
        self.names.split(|&byte| byte == b'"').any(|known| known == name)
    }

    /// The tag at the cursor begins another game, although the one before has nothing but tags.
    #[cold]
    fn next_header<V: Visitor>(&mut self, visitor: &mut V) -> AfterToken {
        if let Err(fault) = self.enter(visitor) {
            self.note(fault);
        }
        if let Err(fault) = self.repair(RepairKind::TagsAlone, visitor) {
            self.note(fault);
        }
        AfterToken::NextTags
    }

    /// The tag at the cursor begins another game.
    fn next_game<V: Visitor>(&mut self, visitor: &mut V) -> Result<AfterToken, Fault> {
        self.check_closed();
        if let Err(fault) = self.repair(RepairKind::MissingTerminator, visitor) {
            self.note(fault);
        }
        Ok(AfterToken::NextTags)
    }

    #[inline(never)]
    pub(super) fn end<V: Visitor>(&mut self, visitor: &mut V) -> Result<AfterToken, Fault> {
        if self.state.phase == Phase::Nothing {
            if self.before.is_empty() {
                return Ok(AfterToken::NoGame);
            }
            self.state.at = self.before.first().map(|(place, _)| *place);
            self.before.clear();
            return match self.repair(RepairKind::CommentOutsideGame, visitor) {
                Ok(()) => Ok(AfterToken::NoGame),
                Err(fault) => {
                    self.begin(visitor);
                    self.note(fault);
                    Ok(AfterToken::End(Terminator::Missing))
                }
            };
        }
        self.enter(visitor)?;
        self.check_closed();
        // The last game of a PDN file needs no separator after it.
        if self.lexer.syntax == Syntax::Pgn
            && let Err(fault) = self.repair(RepairKind::MissingTerminator, visitor)
        {
            self.note(fault);
        }
        Ok(AfterToken::End(Terminator::Missing))
    }

    /// The game ends here: all variations must have ended.
    fn check_closed(&mut self) {
        if !self.state.lines.is_empty() {
            self.note(Fault::NotClosed { what: "a variation", expected: ")" });
        }
    }
}
