//! Bytes to tokens. A whole move is one token, so that `1-18` is not the result `1-1` and an 8.

mod delimited;
mod movetext;

use std::io::{ErrorKind, Read};

pub(crate) use boardgame::Syntax;
use memchr::memchr;

use crate::byte_class::{DIGIT, DOT, MARK, SPACE, WORD, is, run};
use crate::encoding::{UTF16, first_char, is_utf16};
use crate::error::{Fault, shortened};
use crate::limits::LONGEST_MOVE;
use crate::result::GameResult;
use crate::source::Source;

pub(crate) use delimited::TagParts;
use movetext::other_word;
pub(crate) use movetext::{SQUARES, is_bare_squares};

/// So many bytes are looked at without asking for more: the longest move with its marks, and white space.
pub(crate) const LOOKAHEAD: usize = LONGEST_MOVE + 64;

/// How far after the end of a game a comment in the same line is looked for.
const NEAR: usize = 64;

/// How many bytes a long token asks for at first when the window ends before it does.
const CHUNK: usize = 1 << 12;

/// A piece of a record. Ranges count from the cursor of the source, which stands at the token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// The end of the file.
    End,
    /// `[`
    Tag,
    /// `12.` or `12...`
    Number { end: usize, digits: usize },
    /// A move with its length, and up to where its marks go.
    Move { end: usize, marks_end: usize },
    /// The same with characters that are not ASCII.
    OtherMove { end: usize, marks_end: usize },
    /// A move with spaces in it, up to here.
    SpacedMove(usize),
    /// Marks apart from their move, up to here.
    Marks(usize),
    /// The text between braces, or after a semicolon.
    Comment(CommentSpan),
    /// `$12`
    Nag(u8),
    /// `$902`, up to here.
    FarNag(usize),
    /// `(`
    Open,
    /// `)`
    Close,
    /// `*`
    Star,
    /// `1-0` and the like.
    Result { result: GameResult, text: &'static str },
    /// The text between the quotes of `/FEN "..."/`.
    SetUp { start: usize, end: usize },
    /// Dots without a number.
    Dots,
    /// `e.p.` apart from its move.
    EnPassant,
    /// `%` and the rest of its line.
    Escape,
    /// What is wrong can be asked for. The token is what can be passed to go on.
    Fault,
}

/// Where the text of a comment is, whose first byte is its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CommentSpan {
    pub(crate) end: usize,
    /// Whether it goes to the end of its line.
    pub(crate) is_line: bool,
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
    pub(super) length: usize,
    /// What of the current token lies beyond them.
    rest: Rest,
    /// Up to where in the file no comment is closed, if known.
    open_until: u64,
    /// Up to where in the file the line does not end, if known.
    line_until: u64,
    fault: Option<Fault>,
    is_begun: bool,
    /// Whether a byte order mark stands before everything.
    pub(crate) has_mark: bool,
}

impl<R: Read> Lexer<R> {
    pub(crate) fn new(read: R, syntax: Syntax) -> Self {
        Self {
            source: Source::new(read),
            syntax,
            length: 0,
            rest: Rest::Nothing,
            open_until: 0,
            line_until: 0,
            fault: None,
            is_begun: false,
            has_mark: false,
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

    /// How long the current token is.
    pub(crate) fn length(&self) -> usize {
        self.length
    }

    /// Says how long the current token is.
    pub(crate) fn set_length(&mut self, length: usize) {
        self.length = length;
    }

    #[inline]
    fn skip(&mut self, count: usize) {
        self.source.advance(count);
    }

    /// How many bytes from the cursor on are known not to end the line.
    pub(crate) fn line_ahead(&self) -> usize {
        self.line_until.saturating_sub(self.source.offset()) as usize
    }

    pub(crate) fn set_line_ahead(&mut self, count: usize) {
        self.line_until = self.source.offset() + count as u64;
    }

    /// Goes on after the current token. `false` where it does not end in the window, or has not begun.
    #[inline]
    pub(crate) fn pass_token(&mut self) -> bool {
        let is_whole = self.rest == Rest::Nothing && self.is_begun;
        if is_whole {
            self.source.advance(std::mem::take(&mut self.length));
        }
        is_whole
    }

    /// Whether the first closing brace in the window ends the comment at the cursor.
    #[inline]
    pub(crate) fn knows_comments(&self) -> bool {
        self.source.offset() >= self.open_until && !self.source.has_control()
    }

    /// What is wrong with the current token.
    #[cold]
    pub(crate) fn take_fault(&mut self) -> Fault {
        self.fault.take().expect("asked for only where there is one")
    }

    /// Finds the next token and leaves the cursor at its first byte.
    #[inline]
    pub(crate) fn next(&mut self) -> Token {
        match self.try_next() {
            Ok(token) => token,
            Err(fault) => {
                self.fault = Some(*fault);
                Token::Fault
            }
        }
    }

    #[inline]
    fn try_next(&mut self) -> Result<Token, Box<Fault>> {
        if self.rest != Rest::Nothing || !self.is_begun {
            self.begin()?;
        }
        self.source.advance(std::mem::take(&mut self.length));
        loop {
            self.source.ensure(LOOKAHEAD).map_err(boxed)?;
            let space = match *self.source.bytes() {
                // The usual case: one space between words.
                [b' ', next, ..] if next > b' ' => 1,
                _ => run(self.source.bytes(), SPACE),
            };
            self.source.advance(space);
            let bytes = self.source.bytes();
            if bytes.len() < LOOKAHEAD && !self.source.is_ended() {
                continue;
            }
            let Some(&first) = bytes.first() else {
                self.source.take_failure().map_err(boxed)?;
                return Ok(Token::End);
            };
            if is(first, WORD) {
                return match self.short_word() {
                    Some(token) => Ok(token),
                    None => self.word(first),
                };
            }
            if first == b'{' {
                return self.comment();
            }
            if first == b'%' && (self.syntax == Syntax::Pdn || self.source.is_at_line_start()) {
                self.length = 1;
                self.rest = Rest::Line;
                return Ok(Token::Escape);
            }
            return Ok(self.sign(first)?);
        }
    }

    /// Passes a byte order mark at the beginning, and later what is left of a long token.
    #[cold]
    fn begin(&mut self) -> Result<(), Fault> {
        self.source.advance(std::mem::take(&mut self.length));
        match std::mem::take(&mut self.rest) {
            Rest::Nothing => {}
            Rest::Word => self.skip_word()?,
            Rest::Line => self.skip_line()?,
        }
        if !std::mem::replace(&mut self.is_begun, true) {
            self.source.ensure(LOOKAHEAD)?;
            let bytes = self.source.bytes();
            if bytes.starts_with(b"\xef\xbb\xbf") {
                self.skip(3);
                self.has_mark = true;
            } else if is_utf16(bytes) {
                let message = UTF16.to_owned();
                return Err(Fault::Io { kind: ErrorKind::InvalidData, message });
            }
        }
        Ok(())
    }

    /// The byte after the white space after the current token, if it is near.
    pub(crate) fn peek_after(&mut self) -> Option<u8> {
        let rest = &self.source.bytes()[self.length..];
        rest.get(run(rest, SPACE)).copied()
    }

    /// Whether dots stand after the current token that can be those of a move number; in PDN only three are, as a move.
    pub(crate) fn has_dots_after(&self) -> bool {
        let rest = &self.source.bytes()[self.length..];
        let dots = run(&rest[run(rest, SPACE)..], DOT);
        if self.syntax == Syntax::Pgn { dots > 0 } else { dots == 3 }
    }

    /// The byte after the blanks after the current token, if it is near and in the same line.
    pub(crate) fn peek_in_line(&mut self) -> Option<u8> {
        // A failure here is reported when the bytes are asked for.
        let _ = self.source.ensure(self.length + NEAR);
        let rest = self.source.bytes().get(self.length..)?;
        rest.iter().take(NEAR).copied().find(|byte| !matches!(byte, b' ' | b'\t'))
    }

    /// Everything that begins with a sign.
    #[inline(never)]
    fn sign(&mut self, first: u8) -> Result<Token, Fault> {
        let bytes = self.source.bytes();
        self.length = 1;
        match first {
            b'[' => Ok(Token::Tag),
            b';' => self.line_comment(),
            b')' => Ok(Token::Close),
            b'*' => Ok(Token::Star),
            b'(' => match parenthesized_marks(bytes) {
                0 => Ok(Token::Open),
                length => {
                    self.length = length;
                    Ok(Token::Marks(length))
                }
            },
            b'!' | b'?' => {
                self.length = run(bytes, MARK);
                Ok(Token::Marks(self.length))
            }
            b'$' => {
                let end = 1 + run(&bytes[1..], DIGIT).min(LONGEST_MOVE);
                let nag = std::str::from_utf8(&bytes[1..end]).ok().and_then(|text| text.parse().ok());
                self.length = end;
                match nag {
                    Some(nag) => Ok(Token::Nag(nag)),
                    None if end > 1 => Ok(Token::FarNag(end)),
                    None => Err(Fault::BadNag { found: shortened(&self.source.bytes()[..end]) }),
                }
            }
            b'.' => {
                let length = bytes.iter().take_while(|&&byte| byte == b'.').count();
                self.length = length;
                // Three dots are an unknown move in PDN.
                match (self.syntax, length) {
                    (Syntax::Pdn, 3) => Ok(Token::Move { end: 3, marks_end: 3 }),
                    _ => Ok(Token::Dots),
                }
            }
            b'/' if self.syntax == Syntax::Pdn => self.set_up(),
            _ => {
                if let Some((token, length)) = other_word(bytes, self.syntax) {
                    self.length = length;
                    return Ok(token);
                }
                let (found, length) = first_char(bytes);
                self.length = length;
                Err(Fault::Unexpected { found, expected: "a move, a comment, a variation or a result" })
            }
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
            if let Some(place) = bytes.get(searched..seen).and_then(&search) {
                return Ok(Found::At(searched + place));
            }
            if bytes.len() >= limit {
                return Ok(Found::TooFar);
            }
            if self.source.is_ended() {
                self.source.take_failure()?;
                return Ok(Found::Nothing);
            }
            searched = seen.max(searched);
            self.source.ensure((seen + CHUNK).max(2 * seen).min(limit))?;
        }
    }

    /// Passes the rest of the line, of any length.
    pub(crate) fn skip_line(&mut self) -> Result<(), Fault> {
        loop {
            if let Some(end) = memchr(b'\n', self.source.bytes()) {
                self.skip(end);
                return Ok(());
            }
            self.source.advance(self.source.bytes().len());
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

fn boxed(error: std::io::Error) -> Box<Fault> {
    Box::new(error.into())
}
