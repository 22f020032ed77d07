//! Words into lines.

use std::fmt::Write as _;
use std::io::{self, Write};

/// PGN wants lines of fewer than 80 printing characters.
const WIDTH: usize = 79;

/// Puts words into lines, as many as fit.
#[derive(Debug)]
pub(crate) struct Wrap<W> {
    out: W,
    /// The last word: something may still be glued to it.
    word: String,
    has_word: bool,
    /// What is glued to the next word.
    prefix: &'static str,
    column: usize,
    /// Whether a word stands in the line; it may be empty.
    has_begun: bool,
}

impl<W: Write> Wrap<W> {
    pub(crate) fn new(out: W) -> Self {
        Self { out, word: String::new(), has_word: false, prefix: "", column: 0, has_begun: false }
    }

    /// Adds a word.
    pub(crate) fn word(&mut self, text: &str) -> io::Result<()> {
        self.flush_word()?;
        self.has_word = true;
        self.word.push_str(std::mem::take(&mut self.prefix));
        self.word.push_str(text);
        Ok(())
    }

    /// Adds a move number.
    pub(crate) fn number(&mut self, number: u32, dots: &str) -> io::Result<()> {
        self.word("")?;
        // Writing to a text cannot fail.
        let _ = write!(self.word, "{number}{dots}");
        Ok(())
    }

    /// Glues a text to the next word.
    pub(crate) fn before_next(&mut self, text: &'static str) -> io::Result<()> {
        if self.prefix.is_empty() {
            self.prefix = text;
            return Ok(());
        }
        self.word("")?;
        self.prefix = text;
        Ok(())
    }

    /// Glues a text to the last word.
    pub(crate) fn after_last(&mut self, text: &str) -> io::Result<()> {
        if !self.has_word || !self.prefix.is_empty() {
            self.word("")?;
        }
        self.word.push_str(text);
        Ok(())
    }

    /// Writes a line of its own that is never broken.
    pub(crate) fn line(&mut self, text: &str) -> io::Result<()> {
        if !self.prefix.is_empty() {
            self.word("")?;
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
        self.out.write_all(b"\n")
    }

    fn flush_word(&mut self) -> io::Result<()> {
        if !std::mem::take(&mut self.has_word) {
            return Ok(());
        }
        let length = if self.word.is_ascii() { self.word.len() } else { self.word.chars().count() };
        // A line that begins with % would be a comment.
        let may_break = !self.word.starts_with('%');
        if self.has_begun && self.column + 1 + length > WIDTH && may_break {
            self.break_line()?;
        } else if self.has_begun {
            self.out.write_all(b" ")?;
            self.column += 1;
        }
        self.out.write_all(self.word.as_bytes())?;
        self.column += length;
        self.has_begun = true;
        self.word.clear();
        Ok(())
    }
}
