//! Words into lines.

use std::io::{self, Write};

/// PGN wants lines of fewer than 80 printing characters.
pub(super) const WIDTH: usize = 79;

/// Puts words into lines, as many as fit.
#[derive(Debug)]
pub(crate) struct Wrap<W> {
    out: W,
    /// The line without its last word. It is written as a whole.
    line: Vec<u8>,
    /// The last word: something may still be glued to it.
    word: Vec<u8>,
    has_word: bool,
    /// What is glued to the next word.
    prefix: &'static str,
    column: usize,
    /// Whether a word stands in the line; it may be empty.
    has_begun: bool,
}

impl<W: Write> Wrap<W> {
    pub(crate) fn new(out: W) -> Self {
        let (line, word) = (Vec::with_capacity(2 * WIDTH), Vec::with_capacity(WIDTH));
        Self { out, line, word, has_word: false, prefix: "", column: 0, has_begun: false }
    }

    /// Adds a word.
    #[inline]
    pub(crate) fn word(&mut self, text: &[u8]) -> io::Result<()> {
        self.flush_word()?;
        self.has_word = true;
        if !self.prefix.is_empty() {
            self.word.extend_from_slice(std::mem::take(&mut self.prefix).as_bytes());
        }
        self.word.extend_from_slice(text);
        Ok(())
    }

    /// Adds a move number.
    pub(crate) fn number(&mut self, number: u32, dots: &str) -> io::Result<()> {
        self.word(b"")?;
        // Most of the numbers that are written have one or two digits, which need no general formatting.
        match number {
            0..=9 => self.word.push(b'0' + number as u8),
            10..=99 => self.word.extend([b'0' + (number / 10) as u8, b'0' + (number % 10) as u8]),
            _ => write!(self.word, "{number}")?,
        }
        self.word.extend_from_slice(dots.as_bytes());
        Ok(())
    }

    /// Glues a text to the next word.
    pub(crate) fn before_next(&mut self, text: &'static str) -> io::Result<()> {
        if self.prefix.is_empty() {
            self.prefix = text;
            return Ok(());
        }
        self.word(b"")?;
        self.prefix = text;
        Ok(())
    }

    /// Glues a text to the last word.
    pub(crate) fn after_last(&mut self, text: &str) -> io::Result<()> {
        if !self.has_word || !self.prefix.is_empty() {
            self.word(b"")?;
        }
        self.word.extend_from_slice(text.as_bytes());
        Ok(())
    }

    /// Writes a line of its own that is never broken.
    pub(crate) fn line(&mut self, text: &str) -> io::Result<()> {
        if !self.prefix.is_empty() {
            self.word(b"")?;
        }
        self.end_line()?;
        writeln!(self.out, "{text}")
    }

    /// Ends the line, if one has begun.
    pub(crate) fn end_line(&mut self) -> io::Result<()> {
        self.flush_word()?;
        if self.has_begun { self.break_line() } else { Ok(()) }
    }

    /// Ends the line after the last word, also if nothing stands in it.
    pub(crate) fn line_break(&mut self) -> io::Result<()> {
        self.flush_word()?;
        self.break_line()
    }

    fn break_line(&mut self) -> io::Result<()> {
        (self.column, self.has_begun) = (0, false);
        self.line.push(b'\n');
        self.out.write_all(&self.line)?;
        self.line.clear();
        Ok(())
    }

    fn flush_word(&mut self) -> io::Result<()> {
        if !std::mem::take(&mut self.has_word) {
            return Ok(());
        }
        let length = characters(&self.word);
        // A line that begins with % would be a comment.
        let may_break = self.word.first() != Some(&b'%');
        if self.has_begun && self.column + 1 + length > WIDTH && may_break {
            self.break_line()?;
        } else if self.has_begun {
            self.line.push(b' ');
            self.column += 1;
        }
        self.line.extend_from_slice(&self.word);
        self.column += length;
        self.has_begun = true;
        self.word.clear();
        Ok(())
    }
}

/// The number of characters of a text.
pub(super) fn characters(text: &[u8]) -> usize {
    // In UTF-8 every character has one byte that does not continue another.
    text.iter().filter(|&&byte| !matches!(byte, 0x80..=0xbf)).count()
}
