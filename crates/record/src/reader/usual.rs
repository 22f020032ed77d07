//! What nearly all of a PGN file is: moves, their numbers and comments, one space between them.
//!
//! They could be told token by token, as all else is. This goes through them with the place in a local variable
//! and finds the next space without a table, since where a word begins is known only when the one before ends: a
//! chain that nothing can be done ahead of.

use std::io::Read;

use memchr::memchr;

use super::{Phase, Reader, State};
use crate::class::{DIGIT, DOT, WORD, first_eight, run_of_eight};
use crate::error::Fault;
use crate::lexer::{LOOKAHEAD, Syntax};
use crate::limits::LONGEST_COMMENT;
use crate::visitor::{CommentPlace, MoveText, Visitor};

/// What can stand at a place in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Usual {
    Move,
    Number,
    Comment,
}

impl<R: Read> Reader<R> {
    /// Tells everything up to the first thing that is not usual.
    #[inline]
    pub(super) fn tell_usual<V: Visitor>(&mut self, state: &mut State, visitor: &mut V) -> Result<(), Fault> {
        let is_usual = self.lexer.syntax == Syntax::Pgn && state.phase == Phase::Moves && state.is_told();
        if V::WANTS_PLACES || !is_usual || !self.lexer.pass_token() {
            return Ok(());
        }
        let has_comments = self.lexer.knows_comments();
        let source = &self.lexer.source;
        let window = source.bytes();
        let mut at = 0;
        let refused = loop {
            // A word that reaches the end of the window may go on behind it.
            if window.len() - at < LOOKAHEAD && !source.is_ended() {
                break None;
            }
            let start = at + usize::from(matches!(window.get(at), Some(b' ' | b'\n')));
            let Some((usual, length)) = usual_at(&window[start..], has_comments) else { break None };
            let Some(text) = source.text(start, start + length) else { break None };
            at = start + length;
            match usual {
                Usual::Move => {
                    state.line.has_move = true;
                    state.line.comment = CommentPlace::After;
                    if let Err(fault) = visitor.mv(MoveText::new(text)) {
                        break Some((start, length, fault));
                    }
                }
                Usual::Number => {
                    state.line.comment = CommentPlace::Before;
                    if let Err(fault) = visitor.move_number(MoveText::new(text)) {
                        break Some((start, length, fault));
                    }
                }
                Usual::Comment => visitor.comment(&text[1..length - 1], state.line.comment),
            }
        };
        match refused {
            None => {
                self.lexer.source.advance(at);
                Ok(())
            }
            Some((start, length, fault)) => {
                self.lexer.source.advance(start);
                self.lexer.set_length(length);
                self.refused(fault, state, visitor)
            }
        }
    }
}

/// What stands at the beginning of these bytes, and its length, if it is usual.
#[inline(always)]
fn usual_at(bytes: &[u8], has_comments: bool) -> Option<(Usual, usize)> {
    if *bytes.first()? == b'{' && has_comments {
        let near = &bytes[..bytes.len().min(LONGEST_COMMENT)];
        return memchr(b'}', near).map(|end| (Usual::Comment, end + 1));
    }
    let end = first_space(bytes)?;
    let packed = first_eight(bytes)?;
    if packed as u8 & DIGIT == 0 {
        let is_move = end > 0 && run_of_eight(packed, WORD) == end;
        return is_move.then_some((Usual::Move, end));
    }
    let digits = run_of_eight(packed, DIGIT);
    let dots = run_of_eight(packed >> (8 * digits), DOT);
    (dots > 0 && digits + dots == end).then_some((Usual::Number, end))
}

/// The first of eight bytes that is a space or below it.
#[inline(always)]
fn first_space(bytes: &[u8]) -> Option<usize> {
    let word = u64::from_le_bytes(*bytes.first_chunk::<8>()?);
    // A byte below 0x21 borrows from its highest bit. Only bytes after the first such one may do so wrongly.
    let below = word.wrapping_sub(0x21 * ONES) & !word & (0x80 * ONES);
    (below != 0).then_some(below.trailing_zeros() as usize / 8)
}

const ONES: u64 = 0x0101_0101_0101_0101;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_are_found() {
        assert_eq!(first_space(b"Nf3 Nc6 "), Some(3));
        assert_eq!(first_space(b" Nf3 Nc6"), Some(0));
        assert_eq!(first_space(b"exd8=Q#\n"), Some(7));
        assert_eq!(first_space(b"exd8=Q#!"), None);
        assert_eq!(first_space(b"\xff\xa0\x80! !!!"), Some(4));
        assert_eq!(first_space(b"Nf3 "), None);
    }

    #[test]
    fn usual_things_are_told_apart() {
        let usual = |text: &str| usual_at(format!("{text} and some more").as_bytes(), true);
        assert_eq!(usual("Nf3"), Some((Usual::Move, 3)));
        assert_eq!(usual("12."), Some((Usual::Number, 3)));
        assert_eq!(usual("12..."), Some((Usual::Number, 5)));
        assert_eq!(usual("{a b}"), Some((Usual::Comment, 5)));
        for text in
            ["", " ", "12", "1.e4", "1-0", "0-0", "e4!", "Nf3,", "{a", "(", "$1", ".", "*", "1234567."]
        {
            assert_eq!(usual(text), None, "{text}");
        }
    }
}
