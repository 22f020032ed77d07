//! What nearly all of a PGN file is: moves, their numbers and comments, one space between them.
//!
//! They could be reported token by token, as all else is. This goes through them with the place in a local variable
//! and finds the next space without a table, since where a word begins is known only when the one before ends: a
//! chain that nothing can be done ahead of.

use std::io::Read;

use memchr::{memchr_iter, memchr3};

use super::{Phase, Reader};
use crate::comment::{has_unread_command, usual_command};
use crate::error::{Fault, Location};
use crate::lexer::{LOOKAHEAD, Syntax};
use crate::limits::LONGEST_COMMENT;
use crate::piece_letters::Letters;
use crate::visitor::{MoveText, Visitor};

/// What can stand at a place in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Usual {
    Move,
    Number,
    Comment,
    /// A comment with nothing but commands in their usual forms.
    Commands,
}

impl<R: Read> Reader<R> {
    /// Reports everything up to the first thing that is not usual.
    #[inline]
    pub(super) fn tell_usual<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), Fault> {
        let is_usual = self.lexer.syntax == Syntax::Pgn
            && self.state.phase == Phase::Moves
            && self.state.is_told()
            && !self.state.line.is_divided
            && self.letters == Letters::English;
        if !is_usual || !self.lexer.pass_token() {
            return Ok(());
        }
        let has_comments = self.lexer.knows_comments();
        let mut lines = LineCount::new(if V::WANTS_PLACES { self.lexer.source.place(0) } else { START });
        let source = &self.lexer.source;
        let window = source.bytes();
        let text = source.valid_text();
        let mut at = 0;
        let refused = loop {
            // A word that reaches the end of the window may go on after it.
            if window.len() - at < LOOKAHEAD && !source.is_ended() {
                break None;
            }
            let start = at + usize::from(matches!(window.get(at), Some(b' ' | b'\n')));
            let Some((usual, length)) = usual_at(&window[start..], has_comments) else { break None };
            if V::WANTS_PLACES {
                lines.pass(&window[at..start], at);
            }
            if usual == Usual::Commands {
                if V::WANTS_PLACES {
                    visitor.place(lines.location(start));
                }
                at = start + length;
                // Commands are ASCII, so that the text of one is asked for only by visitors that look at it.
                let text = text.get(start + 1..at - 1).unwrap_or_default();
                visitor.comment(text, self.state.line.comment);
                continue;
            }
            let Some(text) = text.get(start..start + length) else { break None };
            if V::WANTS_COMMANDS && usual == Usual::Comment && has_unread_command(&text[1..], Syntax::Pgn) {
                break None;
            }
            if V::WANTS_PLACES {
                visitor.place(lines.location(start));
                if usual == Usual::Comment {
                    lines.pass(text.as_bytes(), start);
                }
            }
            at = start + length;
            let result = match usual {
                Usual::Move => {
                    self.state.line.moved();
                    visitor.mv(MoveText::new(text), &mut self.found)
                }
                Usual::Number => {
                    self.state.line.numbered();
                    visitor.move_number(MoveText::new(text), &mut self.found)
                }
                Usual::Comment | Usual::Commands => {
                    visitor.comment(&text[1..length - 1], self.state.line.comment);
                    continue;
                }
            };
            if result.is_err() || !self.found.is_empty() {
                break Some((start, length, result));
            }
        };
        match refused {
            None => {
                self.lexer.source.advance(at);
                Ok(())
            }
            Some((start, length, result)) => {
                self.lexer.source.advance(start);
                self.lexer.set_length(length);
                self.settle_number(result, visitor)
            }
        }
    }
}

/// Where the window begins, if locations are not wanted.
const START: Location = Location { line: 1, column: 1 };

/// Counts the lines of a window.
struct LineCount {
    line: u64,
    /// The column of the first byte of the window, as if it were in the current line.
    first_column: i64,
}

impl LineCount {
    fn new(begin: Location) -> Self {
        Self { line: begin.line, first_column: begin.column as i64 }
    }

    /// Goes on after these bytes, which stand at a place in the window.
    fn pass(&mut self, bytes: &[u8], at: usize) {
        for end in memchr_iter(b'\n', bytes) {
            self.line += 1;
            self.first_column = -((at + end) as i64);
        }
    }

    /// The location of a byte of the current line.
    fn location(&self, at: usize) -> Location {
        Location { line: self.line, column: (at as i64 + self.first_column) as u64 }
    }
}

/// What stands at the beginning of these bytes, and its length, if it is usual.
#[inline(always)]
fn usual_at(bytes: &[u8], has_comments: bool) -> Option<(Usual, usize)> {
    if *bytes.first()? == b'{' && has_comments {
        let near = &bytes[..bytes.len().min(LONGEST_COMMENT)];
        return match commands_only(near) {
            Some(length) => Some((Usual::Commands, length)),
            None => plain_comment(near).map(|end| (Usual::Comment, end + 1)),
        };
    }
    let word = u64::from_le_bytes(*bytes.first_chunk::<8>()?);
    let space = first_space(word)?;
    let end = space.trailing_zeros() as usize / 8;
    let digits = digits(word);
    if digits & 0x80 == 0 {
        // What lies below the highest bit of the space is the word and the rest of the space.
        let is_move = !(digits | letters(word) | signs(word)) & HIGH & (space - 1) == 0;
        return (is_move && end > 0).then_some((Usual::Move, end));
    }
    let first_other = (!digits & HIGH).trailing_zeros() & 0x38;
    let dots = ((word >> first_other) ^ (u64::from(b'.') * ONES)).trailing_zeros() / 8;
    (dots > 0 && first_other / 8 + dots == end as u32).then_some((Usual::Number, end))
}

/// The length of the comment at the beginning of these bytes, if it has nothing but commands in their usual forms: such
/// as servers write after every move. They are read once, without a search for the end.
#[inline(always)]
fn commands_only(bytes: &[u8]) -> Option<usize> {
    let mut rest = &bytes[1..];
    loop {
        rest = rest.strip_prefix(b" ").unwrap_or(rest);
        match rest.first()? {
            b'}' => return Some(bytes.len() - rest.len() + 1),
            b'[' => rest = &rest[usual_command(rest)?..],
            _ => return None,
        }
    }
}

/// The end of the comment at the beginning of these bytes, unless a brace or an empty line comes before it.
#[inline(never)]
fn plain_comment(bytes: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        at += memchr3(b'}', b'{', b'\n', &bytes[at..])?;
        match bytes[at] {
            b'}' => return Some(at),
            b'\n' if !matches!(bytes.get(at + 1), Some(b'\n' | b'\r')) => at += 1,
            _ => return None,
        }
    }
}

// Eight bytes are looked at together. The highest bit of a byte says what it is; its other bits mean nothing.

/// The highest bit of the first byte that is a space or below it.
#[inline(always)]
fn first_space(word: u64) -> Option<u64> {
    // A byte below 0x21 borrows from its highest bit. Only bytes after the first such one may do so wrongly.
    let below = word.wrapping_sub(0x21 * ONES) & !word & HIGH;
    (below != 0).then_some(below & below.wrapping_neg())
}

#[inline(always)]
fn digits(word: u64) -> u64 {
    within(word, b'0', b'9') & !word
}

#[inline(always)]
fn letters(word: u64) -> u64 {
    within(word | (0x20 * ONES), b'a', b'z') & !word
}

/// `+` `#` `-` `=`.
#[inline(always)]
fn signs(word: u64) -> u64 {
    let is_check = within(word | (0x08 * ONES), b'+', b'+');
    let is_between = within(word | (0x10 * ONES), b'=', b'=');
    (is_check | is_between) & !word
}

/// Whether bytes are in a range, as if they were ASCII.
#[inline(always)]
fn within(word: u64, first: u8, last: u8) -> u64 {
    let low = word & !HIGH;
    (low + u64::from(0x80 - first) * ONES) & !(low + u64::from(0x7f - last) * ONES)
}

const HIGH: u64 = 0x80 * ONES;
const ONES: u64 = 0x0101_0101_0101_0101;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_are_found() {
        let place = |text: &[u8; 8]| Some(first_space(u64::from_le_bytes(*text))?.trailing_zeros() / 8);
        assert_eq!(place(b"Nf3 Nc6 "), Some(3));
        assert_eq!(place(b" Nf3 Nc6"), Some(0));
        assert_eq!(place(b"exd8=Q#\n"), Some(7));
        assert_eq!(place(b"exd8=Q#!"), None);
        assert_eq!(place(b"\xff\xa0\x80! !!!"), Some(4));
    }

    #[test]
    fn bytes_are_told_apart_wherever_they_stand() {
        for byte in 0..=255_u8 {
            let is_sign = matches!(byte, b'+' | b'#' | b'-' | b'=');
            for place in 0..8 {
                for others in [0, u64::MAX] {
                    let word = others & !(0xff << (8 * place)) | u64::from(byte) << (8 * place);
                    let is = |bits: u64| bits >> (8 * place + 7) & 1 != 0;
                    assert_eq!(is(digits(word)), byte.is_ascii_digit(), "{byte}");
                    assert_eq!(is(letters(word)), byte.is_ascii_alphabetic(), "{byte}");
                    assert_eq!(is(signs(word)), is_sign, "{byte}");
                }
            }
        }
    }

    #[test]
    fn usual_things_are_told_apart() {
        let usual = |text: &str| usual_at(format!("{text} and some more").as_bytes(), true);
        assert_eq!(usual("Nf3"), Some((Usual::Move, 3)));
        assert_eq!(usual("12."), Some((Usual::Number, 3)));
        assert_eq!(usual("12..."), Some((Usual::Number, 5)));
        assert_eq!(usual("{a b}"), Some((Usual::Comment, 5)));
        assert_eq!(usual("{a\nb}"), Some((Usual::Comment, 5)));
        for commands in ["{}", "{ }", "{[%clk 0:01:59]}", "{ [%eval -0.35] [%clk 1:00:00] }"] {
            assert_eq!(usual(commands), Some((Usual::Commands, commands.len())));
        }
        for other in ["{[%clk 0:01:59] a}", "{[%clk 0:1:59]}", "{ [%eval #3] }", "{  }"] {
            assert_eq!(usual(other), Some((Usual::Comment, other.len())));
        }
        assert_eq!(usual("O-O-O+"), Some((Usual::Move, 6)));
        assert_eq!(usual("exd8=Q#"), Some((Usual::Move, 7)));
        for text in [
            "", " ", "12", "1.e4", "1-0", "0-0", "e4!", "Nf3,", "{a", "{a {b}", "{a\n\nb}", "(", "$1", ".",
            "*", "1234567.", "1.2.", "12.a", "a_1", "a:b", "é4",
        ] {
            assert_eq!(usual(text), None, "{text}");
        }
    }
}
