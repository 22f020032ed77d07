//! Comments: inside of games, after them and between them.

use std::io::Read;

use memchr::memchr;

use super::{AfterToken, Phase, Reader};
use crate::comment::{has_tag_line, has_unread_command, unread_commands};
use crate::error::{Fault, Location};
use crate::lexer::{CommentSpan, Syntax, Token};
use crate::limits::MOST_COMMENTS_BEFORE;
use crate::repair::RepairKind;
use crate::source::has_return;
use crate::visitor::Visitor;

/// Within this distance from the end of a file, a comment can be recognized as the last.
const NEAR_END: usize = 1 << 12;

impl<R: Read> Reader<R> {
    #[inline]
    pub(super) fn comment<V: Visitor>(&mut self, found: CommentSpan, visitor: &mut V) -> Result<(), Fault> {
        if self.state.phase == Phase::Nothing {
            return self.comment_before(found, visitor);
        }
        if !self.state.is_told() {
            return self.untold_comment(found, visitor);
        }
        if V::WANTS_PLACES {
            visitor.place(self.lexer.source.place(0));
        }
        let is_usual = !found.is_line && self.doubt(found).is_none();
        match self.lexer.source.text(1, found.end) {
            Some(text) if is_usual && !(V::WANTS_COMMANDS && has_unread_command(text, self.lexer.syntax)) => {
                visitor.comment(text, self.state.line.comment);
                Ok(())
            }
            _ => self.unusual_comment(found, visitor),
        }
    }

    /// A comment after an error, or in a variation that is skipped: it must not hide games silently.
    #[inline(never)]
    fn untold_comment<V: Visitor>(&mut self, found: CommentSpan, visitor: &mut V) -> Result<(), Fault> {
        match self.doubt(found) {
            Some(kind) if kind.may_hide_games() => self.repair(kind, visitor),
            _ => Ok(()),
        }
    }

    /// A comment with something to report.
    #[inline(never)]
    fn unusual_comment<V: Visitor>(&mut self, found: CommentSpan, visitor: &mut V) -> Result<(), Fault> {
        let text = String::from_utf8_lossy(self.lexer.source.part(1, found.end));
        visitor.comment(&text, self.state.line.comment);
        self.check_comment(found, visitor)
    }

    /// Comments in the line where a game ends, which belong to it, and those after the last game. Gives the place
    /// of the end if there are any.
    pub(super) fn comments_after<V: Visitor>(
        &mut self,
        step: AfterToken,
        visitor: &mut V,
    ) -> Result<Option<Location>, Fault> {
        let mut place = None;
        while matches!(step, AfterToken::End(_)) && matches!(self.lexer.peek_in_line(), Some(b'{' | b';')) {
            place.get_or_insert(self.lexer.source.place(0));
            match self.lexer.next() {
                Token::Comment(found) => self.comment(found, visitor)?,
                _ => return Err(self.lexer.take_fault()),
            }
        }
        while matches!(step, AfterToken::End(_)) && self.is_last_comment() {
            place.get_or_insert(self.lexer.source.place(0));
            match self.lexer.next() {
                Token::Comment(found) => self.comment(found, visitor)?,
                _ => return Err(self.lexer.take_fault()),
            }
            self.repair(RepairKind::CommentAfterLastGame, visitor)?;
        }
        Ok(place)
    }

    /// Whether a comment in braces follows the current token, and nothing but such comments up to the end of the file,
    /// which is near.
    fn is_last_comment(&mut self) -> bool {
        if self.lexer.peek_after() != Some(b'{') {
            return false;
        }
        // A failure here is reported when the bytes are asked for.
        let _ = self.lexer.source.ensure(self.lexer.length() + NEAR_END);
        let source = &self.lexer.source;
        let mut rest = source.bytes().get(self.lexer.length()..).unwrap_or_default().trim_ascii_start();
        for _ in 0..MOST_COMMENTS_BEFORE {
            match memchr(b'}', rest) {
                Some(end) if source.is_ended() && rest.starts_with(b"{") => {
                    rest = rest[end + 1..].trim_ascii_start();
                }
                _ => break,
            }
        }
        source.is_ended() && rest.is_empty()
    }

    /// A comment outside of games: it may belong to the next one, or to none.
    fn comment_before<V: Visitor>(&mut self, found: CommentSpan, visitor: &mut V) -> Result<(), Fault> {
        if self.before.len() >= MOST_COMMENTS_BEFORE {
            return Err(Fault::TooMany { what: "comments before a game", limit: MOST_COMMENTS_BEFORE });
        }
        let place = self.lexer.source.place(0);
        let text = String::from_utf8_lossy(self.lexer.source.part(1, found.end));
        self.before.push((place, text.into_owned()));
        self.check_comment(found, visitor)
    }

    /// What may be wrong with the text of a comment: most often a brace that is missing.
    fn doubt(&self, found: CommentSpan) -> Option<RepairKind> {
        let text = self.lexer.source.part(1, found.end);
        if !found.is_line && has_tag_line(text) {
            Some(RepairKind::TagInComment)
        } else if !found.is_line && memchr(b'{', text).is_some() {
            Some(RepairKind::BraceInComment)
        } else if self.lexer.source.has_control() && has_return(text) {
            Some(RepairKind::ReturnInComment)
        } else {
            None
        }
    }

    fn check_comment<V: Visitor>(&mut self, found: CommentSpan, visitor: &mut V) -> Result<(), Fault> {
        let bytes = self.lexer.source.part(1, found.end);
        Fault::not_utf_8(bytes)?;
        let text = String::from_utf8_lossy(bytes);
        let is_other_sign = found.is_line && self.lexer.syntax == Syntax::Pdn;
        let commands = unread_commands(&text, self.lexer.syntax).filter(|_| V::WANTS_COMMANDS);
        let kinds = [self.doubt(found), is_other_sign.then_some(RepairKind::SemicolonComment)];
        let kinds: Vec<RepairKind> = kinds.into_iter().flatten().chain(commands).collect();
        kinds.into_iter().try_for_each(|kind| self.repair(kind, visitor))
    }
}
