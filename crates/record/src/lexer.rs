//! Bytes to tokens. A whole move is one token, so that `1-18` is not the result `1-1` and an 8.

use std::io::Read;

use memchr::{memchr, memchr2};

use crate::class::{DIGIT, MARK, SPACE, WORD, is, run};
use crate::error::{Fault, RepairKind, shortened};
use crate::limits::{LONGEST_COMMENT, LONGEST_MARKS, LONGEST_MOVE};
use crate::marks::Marks;
use crate::result::GameResult;
use crate::source::Source;

/// The two languages of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Syntax {
    /// Portable game notation: chess.
    Pgn,
    /// Portable draughts notation.
    Pdn,
}

/// So many bytes are looked at without asking for more: the longest move with its marks, and white space.
pub(crate) const LOOKAHEAD: usize = LONGEST_MOVE + 64;

/// How many bytes a long token asks for at first when the window ends before it does.
const CHUNK: usize = 1 << 12;

/// A piece of a record. Ranges count from the cursor of the source, which stands at the token.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    /// The end of the file.
    End,
    /// `[`
    Tag,
    /// `12.` or `12...`
    Number { end: usize, digits: usize },
    /// A move, its length and its marks.
    Move { end: usize, marks: Marks, detached: bool },
    /// Marks apart from their move.
    Marks(Marks),
    /// The text between braces, or after a semicolon.
    Comment { start: usize, end: usize, is_line: bool },
    /// `$12`
    Nag(u8),
    /// `(`
    Open,
    /// `)`
    Close,
    /// `*`
    Star,
    /// `1-0` and the like.
    Result { result: GameResult, end: usize },
    /// The text between the quotes of `/FEN "..."/`.
    SetUp { start: usize, end: usize },
    /// Something to leave out and report.
    Dropped(RepairKind),
}

/// What of a token that is too long for the window is still to pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
enum Rest {
    #[default]
    Nothing,
    Word,
    Line,
}

/// Splits a source into tokens.
#[derive(Debug)]
pub(crate) struct Lexer<R> {
    pub(crate) source: Source<R>,
    pub(crate) syntax: Syntax,
    /// How many bytes the current token takes.
    length: usize,
    /// What of the current token lies beyond them.
    rest: Rest,
    /// How many bytes from the cursor on are known not to close a comment.
    open_ahead: usize,
    /// How many bytes from the cursor on are known not to end the line.
    line_ahead: usize,
    is_begun: bool,
}

impl<R: Read> Lexer<R> {
    pub(crate) fn new(read: R, syntax: Syntax) -> Self {
        Self {
            source: Source::new(read),
            syntax,
            length: 0,
            rest: Rest::Nothing,
            open_ahead: 0,
            line_ahead: 0,
            is_begun: false,
        }
    }

    /// Passes the current token.
    #[inline]
    fn pass(&mut self) -> Result<(), Fault> {
        let length = std::mem::take(&mut self.length);
        self.skip(length);
        match std::mem::take(&mut self.rest) {
            Rest::Nothing => Ok(()),
            Rest::Word => self.skip_word(),
            Rest::Line => self.skip_line(),
        }
    }

    /// The current token will be looked at again.
    pub(crate) fn keep(&mut self) {
        self.length = 0;
    }

    /// The current token goes on to the end of the line.
    pub(crate) fn set_rest_of_line(&mut self) {
        self.rest = Rest::Line;
    }

    /// Says how long the current token is.
    pub(crate) fn set_length(&mut self, length: usize) {
        self.length = length;
    }

    #[inline]
    pub(crate) fn skip(&mut self, count: usize) {
        self.source.advance(count);
        self.open_ahead = self.open_ahead.saturating_sub(count);
        self.line_ahead = self.line_ahead.saturating_sub(count);
    }

    /// How many bytes from the cursor on are known not to end the line.
    pub(crate) fn line_ahead(&self) -> usize {
        self.line_ahead
    }

    pub(crate) fn set_line_ahead(&mut self, count: usize) {
        self.line_ahead = count;
    }

    /// Finds the next token and leaves the cursor at its first byte. On a fault the token is what can be
    /// passed to go on.
    #[inline]
    pub(crate) fn next(&mut self) -> Result<Token, Fault> {
        self.pass()?;
        if !self.is_begun {
            self.begin()?;
        }
        loop {
            self.source.ensure(LOOKAHEAD)?;
            let bytes = self.source.bytes();
            let space = run(bytes, SPACE);
            if bytes.len() - space < LOOKAHEAD && !self.source.is_ended() {
                self.skip(space);
                continue;
            }
            self.skip(space);
            let Some(&first) = self.source.bytes().first() else { return Ok(Token::End) };
            if is(first, WORD) {
                return self.word(first);
            }
            if first == b'%' && (self.syntax == Syntax::Pdn || self.source.is_at_line_start()) {
                self.skip_line()?;
                continue;
            }
            return self.sign(first);
        }
    }

    /// Passes a byte order mark.
    #[cold]
    fn begin(&mut self) -> Result<(), Fault> {
        self.is_begun = true;
        self.source.ensure(LOOKAHEAD)?;
        if self.source.bytes().starts_with(b"\xef\xbb\xbf") {
            self.skip(3);
        }
        Ok(())
    }

    /// The byte after the white space after the current token, if it is near.
    pub(crate) fn peek_after(&mut self) -> Option<u8> {
        let rest = &self.source.bytes()[self.length..];
        rest.get(run(rest, SPACE)).copied()
    }

    /// A move, a move number or a result.
    #[inline]
    fn word(&mut self, first: u8) -> Result<Token, Fault> {
        let bytes = self.source.bytes();
        let mut end = run(&bytes[..bytes.len().min(LOOKAHEAD)], WORD);
        if end > LONGEST_MOVE {
            self.rest = Rest::Word;
            return Err(Fault::TooLong { what: "move", limit: LONGEST_MOVE });
        }
        if is(first, DIGIT) {
            let digits = run(&bytes[..end], DIGIT);
            if digits == end && !bytes[end..].starts_with(b"/") {
                let dots = bytes[end..].iter().take(LOOKAHEAD).take_while(|&&byte| byte == b'.').count();
                self.length = end + dots;
                return Ok(Token::Number { end: end + dots, digits });
            }
            if let Some((result, end)) = self.result(bytes, end) {
                self.length = end;
                return Ok(Token::Result { result, end });
            }
        }
        if bytes[end - 1] == b'e' && bytes[end..].starts_with(b".p.") {
            end += 3;
            if end == 4 {
                self.length = end;
                return Ok(Token::Dropped(RepairKind::EnPassantMark));
            }
        }
        let after = &bytes[end..];
        match after.first() {
            Some(b'!' | b'?') => {
                let length = run(after, MARK);
                self.length = end + length;
                let marks = read_marks(&self.source.bytes()[end..end + length])?;
                Ok(Token::Move { end, marks, detached: false })
            }
            Some(b'(') => {
                let length = parenthesized_marks(after);
                self.length = end + length;
                // In PGN marks follow the move directly.
                let detached = length > 0 && self.syntax == Syntax::Pgn;
                let marks = match length {
                    0 => Marks::NONE,
                    _ => read_marks(&self.source.bytes()[end + 1..end + length - 1])?,
                };
                Ok(Token::Move { end, marks, detached })
            }
            _ => {
                self.length = end;
                Ok(Token::Move { end, marks: Marks::NONE, detached: false })
            }
        }
    }

    /// The result that a word is, and its end, which the slash in `1/2-1/2` is no word for.
    fn result(&self, bytes: &[u8], end: usize) -> Option<(GameResult, usize)> {
        let is_end = |end: usize| bytes.get(end).is_none_or(|&byte| !is(byte, WORD) && byte != b'/');
        if bytes.starts_with(b"1/2") {
            let end = if bytes.starts_with(b"1/2-1/2") { 7 } else { 3 };
            return is_end(end).then_some((GameResult::Draw, end));
        }
        let result = GameResult::terminator(&bytes[..end], self.syntax)?;
        Some((result, end))
    }

    /// Everything that begins with a sign.
    fn sign(&mut self, first: u8) -> Result<Token, Fault> {
        let bytes = self.source.bytes();
        self.length = 1;
        match first {
            b'[' => Ok(Token::Tag),
            b'{' => self.comment(),
            b';' => self.line_comment(),
            b')' => Ok(Token::Close),
            b'*' => Ok(Token::Star),
            b'(' => match parenthesized_marks(bytes) {
                0 => Ok(Token::Open),
                length => {
                    self.length = length;
                    Ok(Token::Marks(read_marks(&self.source.bytes()[1..length - 1])?))
                }
            },
            b'!' | b'?' => {
                self.length = run(bytes, MARK);
                Ok(Token::Marks(read_marks(&self.source.bytes()[..self.length])?))
            }
            b'$' => {
                let end = 1 + run(&bytes[1..], DIGIT).min(LONGEST_MOVE);
                let nag = std::str::from_utf8(&bytes[1..end]).ok().and_then(|text| text.parse().ok());
                let found = &bytes[..end];
                let token = nag.map(Token::Nag).ok_or_else(|| Fault::BadNag { found: shortened(found) });
                self.length = end;
                token
            }
            b'.' => {
                let length = bytes.iter().take_while(|&&byte| byte == b'.').count();
                self.length = length;
                // Three dots are an unknown move in PDN.
                match (self.syntax, length) {
                    (Syntax::Pdn, 3) => Ok(Token::Move { end: 3, marks: Marks::NONE, detached: false }),
                    _ => Ok(Token::Dropped(RepairKind::StrayDots)),
                }
            }
            b'/' if self.syntax == Syntax::Pdn => self.set_up(),
            _ => {
                let (found, length) = first_char(bytes);
                self.length = length;
                Err(Fault::Unexpected { found, expected: "a move, a comment, a variation or a result" })
            }
        }
    }

    fn comment(&mut self) -> Result<Token, Fault> {
        match self.find(1.max(self.open_ahead), LONGEST_COMMENT, |bytes| memchr2(b'}', 0, bytes))? {
            Found::At(end) if self.source.bytes()[end] == b'}' => {
                self.length = end + 1;
                Ok(Token::Comment { start: 1, end, is_line: false })
            }
            Found::At(end) => {
                self.length = end + 1;
                Err(Fault::Unexpected { found: '\0', expected: "text and } at its end" })
            }
            Found::Nothing => {
                self.open_ahead = self.source.bytes().len();
                Err(Fault::NotClosed { what: "the comment", expected: "}" })
            }
            Found::TooFar => {
                self.open_ahead = LONGEST_COMMENT;
                Err(Fault::TooLong { what: "comment", limit: LONGEST_COMMENT })
            }
        }
    }

    fn line_comment(&mut self) -> Result<Token, Fault> {
        let end = match self.find(1, LONGEST_COMMENT, |bytes| memchr(b'\n', bytes))? {
            Found::At(end) => end,
            Found::Nothing => self.source.bytes().len(),
            Found::TooFar => {
                self.rest = Rest::Line;
                return Err(Fault::TooLong { what: "line of comment", limit: LONGEST_COMMENT });
            }
        };
        self.length = end;
        match memchr(0, self.source.part(1, end)) {
            None => Ok(Token::Comment { start: 1, end, is_line: true }),
            Some(_) => Err(Fault::Unexpected { found: '\0', expected: "text to the end of the line" }),
        }
    }

    /// Looks for the end of a long token, with ever longer windows.
    pub(crate) fn find(
        &mut self,
        from: usize,
        limit: usize,
        search: impl Fn(&[u8]) -> Option<usize>,
    ) -> Result<Found, Fault> {
        let mut searched = from;
        loop {
            let bytes = self.source.bytes();
            let seen = bytes.len().min(limit);
            if searched < seen {
                if let Some(place) = search(&bytes[searched..seen]) {
                    return Ok(Found::At(searched + place));
                }
            }
            if bytes.len() >= limit {
                return Ok(Found::TooFar);
            }
            if self.source.is_ended() {
                return Ok(Found::Nothing);
            }
            searched = seen.max(searched);
            self.source.ensure((seen + CHUNK).max(2 * seen).min(limit))?;
        }
    }

    /// Passes the rest of a word, of any length.
    #[cold]
    fn skip_word(&mut self) -> Result<(), Fault> {
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

    /// Passes the rest of the line, of any length.
    pub(crate) fn skip_line(&mut self) -> Result<(), Fault> {
        loop {
            if let Some(end) = memchr(b'\n', self.source.bytes()) {
                self.skip(end);
                return Ok(());
            }
            self.skip(self.source.bytes().len());
            if self.source.is_ended() {
                return Ok(());
            }
            self.source.ensure(LOOKAHEAD)?;
        }
    }
}

/// Where a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    At(usize),
    /// The text ends before.
    Nothing,
    /// Further away than the limit.
    TooFar,
}

/// The length of `(!)` at the beginning of a text, or 0.
fn parenthesized_marks(bytes: &[u8]) -> usize {
    let marks = run(&bytes[1..], MARK);
    if marks > 0 && bytes.get(1 + marks) == Some(&b')') { marks + 2 } else { 0 }
}

fn read_marks(bytes: &[u8]) -> Result<Marks, Fault> {
    Marks::from_bytes(bytes).ok_or(Fault::TooLong { what: "marks of strength", limit: LONGEST_MARKS })
}

/// The first character, read as Latin-1 where it is not UTF-8, and its length.
pub(crate) fn first_char(bytes: &[u8]) -> (char, usize) {
    let head = &bytes[..bytes.len().min(4)];
    let valid = match std::str::from_utf8(head) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&head[..error.valid_up_to()]).unwrap_or_default(),
    };
    match (valid.chars().next(), bytes.first()) {
        (Some(first), _) => (first, first.len_utf8()),
        (None, byte) => (byte.map_or('\0', |&byte| char::from(byte)), 1),
    }
}
