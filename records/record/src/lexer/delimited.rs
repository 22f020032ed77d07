//! Tags, set-ups and comments: tokens with a text of any kind.

use std::io::Read;

use memchr::{memchr, memchr2, memchr3, memrchr};

use super::{CommentSpan, Found, LOOKAHEAD, Lexer, Rest, Token};
use crate::byte_class::{NAME, SPACE, run};
use crate::error::{Fault, shortened};

use crate::limits::{LONGEST_COMMENT, LONGEST_NAME, LONGEST_VALUE};

/// Where the parts of a tag stand, counted from its bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TagParts {
    pub(crate) name: (usize, usize),
    pub(crate) value: (usize, usize),
    /// Whether the value has backslashes.
    pub(crate) is_escaped: bool,
    /// Whether the value has quotes without backslashes.
    pub(crate) has_quotes: bool,
}

/// Most tags end within this many bytes.
const NEAR: usize = 512;

/// A comment with the signs around it.
const LONGEST_TOKEN: usize = LONGEST_COMMENT + 2;

/// What becomes of the games after a comment that does not end.
const OPEN_COMMENT: &str =
    "}: everything to the end of the file is inside it, and only games that begin with a tag are found again";

const EXPECTED: &str = "[Name \"value\"]";

impl<R: Read> Lexer<R> {
    /// Whether what follows the bracket at the cursor looks like a tag.
    pub(crate) fn looks_like_tag(&self) -> bool {
        let bytes = self.source.bytes();
        let Some(rest) = bytes.get(1..) else { return false };
        let rest = &rest[run(rest, SPACE)..];
        let name = run(rest, NAME);
        let rest = &rest[name..];
        let space = run(rest, SPACE);
        name > 0 && rest.get(space) == Some(&b'"')
    }

    /// Reads the tag at the cursor. On a fault the rest of the line is passed.
    pub(crate) fn tag(&mut self) -> Result<TagParts, Fault> {
        // A tag does not go over the end of its line. The end of most is near.
        let bytes = self.source.bytes();
        let near = &bytes[..bytes.len().min(NEAR)];
        let near = &near[..memchr(b'\n', near).unwrap_or(near.len())];
        if let Ok((parts @ TagParts { has_quotes: false, .. }, end)) = find_parts(near) {
            self.set_length(end);
            return Ok(parts);
        }
        let line = self.line_length()?;
        let bytes = &self.source.bytes()[..line];
        let fault = match find_parts(bytes) {
            Ok((parts, end)) => {
                self.set_length(end);
                return Ok(parts);
            }
            Err(_) if line == LONGEST_VALUE => Fault::TooLong { what: "tag", limit: LONGEST_VALUE },
            Err(NoTag::NotClosed) => {
                Fault::NotClosed { what: "the value of the tag", expected: "\"] in the same line" }
            }
            Err(NoTag::Form) => Fault::BadTag { found: shortened(bytes), expected: EXPECTED },
            Err(NoTag::Name) => Fault::TooLong { what: "name of a tag", limit: LONGEST_NAME },
            Err(NoTag::Nul) => Fault::Unexpected { found: '\0', expected: "text and \"] at its end" },
        };
        self.set_length(0);
        self.set_rest_of_line();
        Err(fault)
    }

    /// Where the line ends, or the longest tag.
    fn line_length(&mut self) -> Result<usize, Fault> {
        let from = self.line_ahead();
        let length = match self.find(from.max(1), LONGEST_VALUE, |bytes| memchr(b'\n', bytes))? {
            Found::At(end) => end,
            Found::Nothing => self.source.bytes().len(),
            Found::TooFar => LONGEST_VALUE,
        };
        self.set_line_ahead(length);
        Ok(length)
    }

    /// Skips everything up to the next line that begins with a tag: reading goes on there after a comment that does not
    /// end.
    pub(crate) fn skip_to_tag_line(&mut self) -> Result<(), Fault> {
        loop {
            self.skip_line()?;
            self.source.ensure(LOOKAHEAD)?;
            if self.source.bytes().is_empty() {
                return Ok(());
            }
            self.source.advance(1);
            self.source.ensure(LOOKAHEAD)?;
            if self.source.bytes().first() == Some(&b'[') && self.looks_like_tag() {
                return Ok(());
            }
        }
    }

    /// Reads the set-up at the cursor.
    pub(crate) fn set_up(&mut self) -> Result<Token, Fault> {
        // Like a tag it stays in its line, so that one slash does not swallow the file.
        let end = match self.find(1, LONGEST_VALUE, |bytes| memchr3(b'/', b'\n', 0, bytes))? {
            Found::At(end) if self.source.bytes()[end] == b'/' => end,
            Found::TooFar => {
                self.set_length(1);
                return Err(Fault::TooLong { what: "set-up", limit: LONGEST_VALUE });
            }
            _ => {
                self.set_length(1);
                return Err(Fault::NotClosed { what: "the set-up", expected: "/" });
            }
        };
        self.set_length(end + 1);
        let bytes = self.source.part(0, end);
        let bad = || Fault::BadSetUp { found: shortened(bytes) };
        let rest = bytes[1..].trim_ascii_start().strip_prefix(b"FEN").ok_or_else(bad)?;
        let value =
            rest.trim_ascii().strip_prefix(b"\"").ok_or_else(bad)?.strip_suffix(b"\"").ok_or_else(bad)?;
        let start = end - rest.len() + rest.iter().position(|&byte| byte == b'"').unwrap_or(0) + 1;
        Ok(Token::SetUp { start, end: start + value.len() })
    }

    #[inline]
    pub(super) fn comment(&mut self) -> Result<Token, Box<Fault>> {
        if !self.knows_comments() {
            return self.long_comment();
        }
        let bytes = self.source.bytes();
        match memchr(b'}', &bytes[..bytes.len().min(LONGEST_TOKEN)]) {
            Some(end) => {
                self.length = end + 1;
                Ok(Token::Comment(CommentSpan { end, is_line: false }))
            }
            None => self.long_comment(),
        }
    }

    #[cold]
    fn long_comment(&mut self) -> Result<Token, Box<Fault>> {
        self.length = 1;
        let open_ahead = self.open_until.saturating_sub(self.source.offset()) as usize;
        let found = self.find(open_ahead.max(1), LONGEST_TOKEN, |bytes| memchr2(b'}', 0, bytes))?;
        let fault = match found {
            Found::At(end) if self.source.bytes()[end] == b'}' => {
                self.length = end + 1;
                return Ok(Token::Comment(CommentSpan { end, is_line: false }));
            }
            Found::At(end) => {
                self.length = end + 1;
                Fault::Unexpected { found: '\0', expected: "text and } at its end" }
            }
            Found::Nothing => {
                self.open_until = self.source.offset() + self.source.bytes().len() as u64;
                Fault::NotClosed { what: "the comment", expected: OPEN_COMMENT }
            }
            Found::TooFar => {
                self.open_until = self.source.offset() + LONGEST_TOKEN as u64;
                Fault::TooLong { what: "comment", limit: LONGEST_COMMENT }
            }
        };
        Err(Box::new(fault))
    }

    pub(super) fn line_comment(&mut self) -> Result<Token, Fault> {
        let end = match self.find(1, LONGEST_TOKEN, |bytes| memchr(b'\n', bytes))? {
            Found::At(end) => end,
            Found::Nothing => self.source.bytes().len(),
            Found::TooFar => {
                self.rest = Rest::Line;
                return Err(Fault::TooLong { what: "line of comment", limit: LONGEST_COMMENT });
            }
        };
        self.length = end;
        let line = self.source.part(1, end);
        // What ends the line is no part of the text.
        let end = end - usize::from(line.last() == Some(&b'\r'));
        match memchr(0, self.source.part(1, end)) {
            None => Ok(Token::Comment(CommentSpan { end, is_line: true })),
            Some(_) => Err(Fault::Unexpected { found: '\0', expected: "text to the end of the line" }),
        }
    }
}

enum NoTag {
    Form,
    Name,
    NotClosed,
    Nul,
}

/// Finds the parts of a tag in a line, and its end.
fn find_parts(line: &[u8]) -> Result<(TagParts, usize), NoTag> {
    let start = 1 + run(&line[1..], SPACE);
    let name = (start, start + run(&line[start..], NAME));
    let quote = name.1 + run(&line[name.1..], SPACE);
    if name.0 == name.1 || line.get(quote) != Some(&b'"') {
        return Err(NoTag::Form);
    }
    if name.1 - name.0 > LONGEST_NAME {
        return Err(NoTag::Name);
    }
    let from = quote + 1;
    let mut at = from;
    let mut is_escaped = false;
    while let Some(found) = memchr2(b'"', b'\\', &line[at..]) {
        at += found;
        if line[at] == b'\\' {
            is_escaped = true;
            at = (at + 2).min(line.len());
            continue;
        }
        if let Some(end) = closing(line, at) {
            return finish(line, TagParts { name, value: (from, at), is_escaped, has_quotes: false }, end);
        }
        // Quotes inside: the last one that is followed by a bracket ends the value.
        let mut end = line.len();
        while let Some(quote) = memrchr(b'"', &line[at + 1..end]).map(|found| at + 1 + found) {
            if let Some(end) = closing(line, quote) {
                let value = (from, quote);
                return finish(line, TagParts { name, value, is_escaped: true, has_quotes: true }, end);
            }
            end = quote;
        }
        return Err(NoTag::Form);
    }
    Err(NoTag::NotClosed)
}

/// The end of the tag if the quote at this place is its last.
fn closing(line: &[u8], quote: usize) -> Option<usize> {
    let bracket = quote + 1 + run(&line[quote + 1..], SPACE);
    (line.get(bracket) == Some(&b']')).then_some(bracket + 1)
}

fn finish(line: &[u8], parts: TagParts, end: usize) -> Result<(TagParts, usize), NoTag> {
    match memchr(0, &line[parts.value.0..parts.value.1]) {
        None => Ok((parts, end)),
        Some(_) => Err(NoTag::Nul),
    }
}
