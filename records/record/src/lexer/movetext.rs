//! Moves, move numbers and results.

use std::io::Read;

use super::{LOOKAHEAD, Lexer, Rest, Syntax, Token, parenthesized_marks};
use crate::byte_class::{DIGIT, DOT, MARK, SPACE, WORD, first_eight, is, run, run_of_eight};
use crate::encoding::first_char;
use crate::error::Fault;
use crate::limits::{LONGEST_MARKS, LONGEST_MOVE};
use crate::marks::Marks;
use crate::piece_letters::{is_of_move, plain_signs};
use crate::result::GameResult;

/// The digits of a move that is written without a sign between its squares.
pub(crate) const SQUARES: usize = 4;

/// Whether a text may be a move without a sign between its squares, such as `3228` or `118`.
pub(crate) fn is_bare_squares(text: &str) -> bool {
    matches!(text.len(), 3..=SQUARES) && text.bytes().all(|byte| byte.is_ascii_digit())
}

impl<R: Read> Lexer<R> {
    /// The beginning of the current token, where that is a move or a number.
    #[inline]
    pub(crate) fn word_at(&self, end: usize) -> &str {
        // What stands after a byte that is not UTF-8 is not known as text.
        let text = self.source.text(0, end);
        text.unwrap_or_else(|| std::str::from_utf8(self.source.part(0, end)).expect("moves are ASCII"))
    }

    /// A short move of PGN or a short move number, which nearly all words are, if the next is one.
    #[inline]
    pub(super) fn short_word(&mut self) -> Option<Token> {
        let packed = first_eight(self.source.bytes())?;
        let end = run_of_eight(packed, WORD);
        if end == 8 {
            return None;
        }
        // Bytes beyond the eight have no class, and so end every run.
        let after = packed >> (8 * end);
        if packed as u8 & DIGIT == 0 {
            let is_move = after as u8 & SPACE != 0 && self.syntax == Syntax::Pgn;
            self.length = if is_move { end } else { 0 };
            return is_move.then_some(Token::Move { end, marks_end: end });
        }
        let dots = run_of_eight(after, DOT);
        let is_number = dots > 0 && end + dots < 8 && run_of_eight(packed, DIGIT) == end;
        self.length = if is_number { end + dots } else { 0 };
        is_number.then_some(Token::Number { end: end + dots, digits: end })
    }

    /// A move, a move number or a result.
    #[inline(never)]
    pub(super) fn word(&mut self, first: u8) -> Result<Token, Box<Fault>> {
        let bytes = self.source.bytes();
        let bytes = &bytes[..bytes.len().min(LOOKAHEAD)];
        let end = run(bytes, WORD);
        let is_other = match bytes.get(end) {
            Some(b'/') => bytes.starts_with(b"1/2") && bytes.get(3).is_some_and(|&byte| byte >= 0x80),
            next => next.is_some_and(|&byte| byte >= 0x80),
        };
        if is_other && let Some((token, length)) = other_word(bytes, self.syntax) {
            self.length = length;
            return Ok(token);
        }
        if is(first, DIGIT) {
            let digits = run(&bytes[..end], DIGIT);
            // A null move of PGN, which is no number.
            if self.syntax == Syntax::Pgn && bytes[..end] == *b"0000" {
                self.length = end;
                return Ok(Token::Move { end, marks_end: end });
            }
            if digits == end && end <= LONGEST_MOVE && bytes.get(end) != Some(&b'/') {
                let is_dotted = bytes.get(end) == Some(&b'.');
                if let Some(spaced) = self.spaced(bytes, end).filter(|_| !is_dotted) {
                    self.length = spaced;
                    return Ok(Token::SpacedMove(spaced));
                }
                let dots = bytes[end..].iter().take_while(|&&byte| byte == b'.').count();
                self.length = end + dots;
                return Ok(Token::Number { end: end + dots, digits });
            }
            if let Some((result, text)) = self.result(bytes, end) {
                self.length = text.len();
                return Ok(Token::Result { result, text });
            }
        }
        match bytes.get(end) {
            Some(b'!' | b'?' | b'(' | b'.') => self.long_word(end),
            Some(b'/') if self.syntax == Syntax::Pgn => self.long_word(end),
            _ if end > LONGEST_MOVE => self.long_word(end),
            _ => {
                let is_part = end <= 3 || matches!(bytes[end - 1], b'-' | b'x' | b':');
                if let Some(spaced) = self.spaced(bytes, end).filter(|_| is_part) {
                    self.length = spaced;
                    return Ok(Token::SpacedMove(spaced));
                }
                self.length = end;
                Ok(Token::Move { end, marks_end: end })
            }
        }
    }

    /// The end of a draughts move that goes on after a word and a space.
    #[inline]
    fn spaced(&self, bytes: &[u8], end: usize) -> Option<usize> {
        if self.syntax == Syntax::Pgn { None } else { spaced_move(bytes).filter(|&spaced| spaced > end) }
    }

    /// Whether the number without a dot at the cursor can be that of a move: it is short, and neither the end
    /// of the game nor another bare number stands after it.
    #[cold]
    pub(crate) fn is_move_number(&self, digits: usize) -> bool {
        if digits >= SQUARES {
            return false;
        }
        let rest = &self.source.bytes()[self.length..];
        let rest = &rest[run(rest, SPACE)..];
        let next = run(rest, DIGIT);
        let after = &rest[next..];
        let is_ended = |bytes: &[u8]| bytes.first().is_none_or(|&byte| byte == b'*');
        match next {
            0 => !is_ended(rest),
            1..SQUARES if is_ended(after) => false,
            1..SQUARES if is(after[0], SPACE) => {
                // Spaces may stand before the sign of a move.
                matches!(after.get(run(after, SPACE)), Some(b'-' | b'x' | b':'))
            }
            _ => true,
        }
    }

    /// A move with something after it.
    #[inline(never)]
    fn long_word(&mut self, end: usize) -> Result<Token, Box<Fault>> {
        if end > LONGEST_MOVE {
            self.rest = Rest::Word;
            return Err(Box::new(Fault::TooLong { what: "move", limit: LONGEST_MOVE }));
        }
        let bytes = self.source.bytes();
        let mut end = end;
        if bytes[end - 1] == b'e' && bytes[end..].starts_with(b".p.") {
            end += 3;
            if end == 4 {
                self.length = end;
                return Ok(Token::EnPassant);
            }
        }
        if self.syntax == Syntax::Pgn {
            end += promotion(&bytes[..end], &bytes[end..]);
        }
        let (length, marks) = match bytes.get(end) {
            Some(b'(') => {
                let length = parenthesized_marks(&bytes[end..]);
                (length, length.saturating_sub(2))
            }
            _ => {
                let marks = run(&bytes[end..], MARK);
                (marks, marks)
            }
        };
        self.length = end + length;
        if marks > LONGEST_MARKS {
            return Err(Box::new(Fault::TooLong { what: "marks of strength", limit: LONGEST_MARKS }));
        }
        Ok(Token::Move { end, marks_end: end + length })
    }

    /// Marks at the beginning of the current token, in parentheses or not.
    pub(crate) fn marks(&self, start: usize, end: usize) -> Result<Marks, Fault> {
        let text = self.source.part(start, end);
        let inner = text.strip_prefix(b"(").and_then(|text| text.strip_suffix(b")")).unwrap_or(text);
        let too_long = Fault::TooLong { what: "marks of strength", limit: LONGEST_MARKS };
        Marks::from_bytes(inner).ok_or(too_long)
    }

    /// The result that a word is, and its text, which the slash in `1/2-1/2` is no word for.
    fn result(&self, bytes: &[u8], end: usize) -> Option<(GameResult, &'static str)> {
        let is_end = |end: usize| bytes.get(end).is_none_or(|&byte| !is(byte, WORD) && byte != b'/');
        if bytes.starts_with(b"1/2") {
            let text = if bytes.starts_with(b"1/2-1/2") { "1/2-1/2" } else { "1/2" };
            return is_end(text.len()).then_some((GameResult::Draw, text));
        }
        GameResult::terminator(&bytes[..end], self.syntax)
    }

    /// Passes the rest of a word, of any length.
    #[cold]
    pub(super) fn skip_word(&mut self) -> Result<(), Fault> {
        loop {
            let length = run(self.source.bytes(), WORD);
            let is_all = length == self.source.bytes().len();
            self.skip(length);
            if !is_all || self.source.is_ended() {
                return Ok(());
            }
            self.source.ensure(LOOKAHEAD)?;
        }
    }
}

/// A move or result at the beginning of a text with characters that are not ASCII, and its length.
#[cold]
pub(super) fn other_word(bytes: &[u8], syntax: Syntax) -> Option<(Token, usize)> {
    let bytes = &bytes[..bytes.len().min(LONGEST_MOVE)];
    if let Some((length, result, text)) = other_result(bytes, syntax) {
        return Some((Token::Result { result, text }, length));
    }
    let (mut end, mut is_other) = (0, false);
    loop {
        end += run(&bytes[end..], WORD);
        match first_char(&bytes[end..]) {
            (character, length) if is_of_move(character) => {
                end += length;
                is_other = true;
            }
            _ => break,
        }
    }
    let marks_end = end + run(&bytes[end..], MARK).min(LONGEST_MARKS);
    is_other.then_some((Token::OtherMove { end, marks_end }, marks_end))
}

/// The length of a result with dashes or halves that are not ASCII, and the result.
fn other_result(bytes: &[u8], syntax: Syntax) -> Option<(usize, GameResult, &'static str)> {
    let end = bytes.iter().position(|&byte| is(byte, SPACE)).unwrap_or(bytes.len());
    let found = String::from_utf8_lossy(&bytes[..end]);
    let plain = plain_signs(&found).replace('½', "1/2");
    let (result, text) = match &*plain {
        "1/2-1/2" => (GameResult::Draw, "1/2-1/2"),
        plain => GameResult::terminator(plain.as_bytes(), syntax)?,
    };
    // Castling with zeros is not a result.
    (*plain != *found).then_some((end, result, text))
}

/// The length of `(Q)` or `/Q` after a move of a pawn, and what follows them in the word, or 0: some write promotions
/// so.
fn promotion(word: &[u8], bytes: &[u8]) -> usize {
    if !matches!(word, [b'a'..=b'h', .., b'1' | b'8']) {
        return 0;
    }
    let length = match bytes {
        // In other languages these are other letters.
        [b'(', b'A'..=b'Z', b')', ..] => 3,
        [b'/', b'A'..=b'Z', ..] => 2,
        _ => return 0,
    };
    length + run(&bytes[length..bytes.len().min(LOOKAHEAD)], WORD).min(LONGEST_MARKS)
}

/// The end of a draughts move with spaces around its signs, such as `1- 6`, at the beginning of a text.
fn spaced_move(bytes: &[u8]) -> Option<usize> {
    let bytes = &bytes[..bytes.len().min(LONGEST_MOVE)];
    let square = |start: usize| {
        let letter = usize::from(bytes.get(start).is_some_and(u8::is_ascii_lowercase));
        let digits = run(&bytes[start + letter..], DIGIT);
        (digits > 0).then_some(start + letter + digits)
    };
    let mut end = square(0)?;
    let mut has_sign = false;
    loop {
        let sign = end + run(&bytes[end..], SPACE);
        if !matches!(bytes.get(sign), Some(b'-' | b'x' | b':')) {
            break;
        }
        let start = sign + 1 + run(&bytes[sign + 1..], SPACE);
        let Some(next) = square(start) else { break };
        end = next;
        has_sign = true;
    }
    // What follows must not be a part of another word.
    let is_end = bytes.get(end).is_none_or(|&byte| !is(byte, WORD) && byte != b'.' && byte != b'/');
    (has_sign && is_end).then_some(end)
}
