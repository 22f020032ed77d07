//! Lines of a text, with a bound on their length.

use std::io::{self, BufRead, Read};

use thiserror::Error;

/// Reads lines, and never keeps more than a fixed number of bytes.
///
/// ```
/// use damier_record::BoundedLines;
///
/// let mut lines = BoundedLines::new(&b"one\r\na long line\nthree"[..], 5);
/// assert_eq!(lines.next_line()?.unwrap().text(), Ok("one"));
/// assert_eq!(lines.next_line()?.unwrap().text().unwrap_err().to_string(), "a line of more than 5 bytes");
/// assert_eq!(lines.next_line()?.unwrap().text(), Ok("three"));
/// assert_eq!((lines.number(), lines.next_line()?), (3, None));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct BoundedLines<R> {
    input: R,
    limit: usize,
    number: u64,
    line: Vec<u8>,
}

/// A line without its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundedLine<'a> {
    bytes: &'a [u8],
    limit: usize,
}

/// Why a line is not a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BadLine {
    /// It is too long.
    #[error("a line of more than {limit} bytes")]
    TooLong {
        /// The most bytes of a line.
        limit: usize,
    },
    /// It is not UTF-8.
    #[error("not UTF-8 text: bad byte after {valid} bytes")]
    NotUtf8 {
        /// The number of bytes before the first bad one.
        valid: usize,
    },
}

impl<R: BufRead> BoundedLines<R> {
    /// Reads lines of at most `limit` bytes, their end not counted.
    pub fn new(input: R, limit: usize) -> Self {
        Self { input, limit, number: 0, line: Vec::new() }
    }

    /// The number of the line read last, from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// What the lines are read from.
    pub fn input(&self) -> &R {
        &self.input
    }

    /// Reads the next line, without `\n` or `\r\n`; `None` at the end of the input. The rest of a line that is too long
    /// is skipped.
    ///
    /// # Errors
    ///
    /// The input cannot be read.
    pub fn next_line(&mut self) -> io::Result<Option<BoundedLine<'_>>> {
        self.line.clear();
        // The end of a line may have two bytes.
        let most = self.limit as u64 + 2;
        if self.input.by_ref().take(most).read_until(b'\n', &mut self.line)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        if self.line.last() == Some(&b'\n') {
            self.line.pop();
            self.line.pop_if(|last| *last == b'\r');
        } else if self.line.len() > self.limit {
            self.input.skip_until(b'\n')?;
        }
        Ok(Some(self.line()))
    }

    /// The line read last; empty before the first.
    pub fn line(&self) -> BoundedLine<'_> {
        BoundedLine { bytes: &self.line, limit: self.limit }
    }
}

impl<'a> BoundedLine<'a> {
    /// The bytes of the line; of a line that is too long, only its beginning.
    #[must_use]
    pub fn bytes(self) -> &'a [u8] {
        &self.bytes[..self.bytes.len().min(self.limit)]
    }

    /// Whether the line has more bytes than the limit.
    #[must_use]
    pub fn is_too_long(self) -> bool {
        self.bytes.len() > self.limit
    }

    /// The text of the line.
    ///
    /// # Errors
    ///
    /// The line is too long or not UTF-8.
    pub fn text(self) -> Result<&'a str, BadLine> {
        if self.is_too_long() {
            return Err(BadLine::TooLong { limit: self.limit });
        }
        str::from_utf8(self.bytes).map_err(|error| BadLine::NotUtf8 { valid: error.valid_up_to() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(input: &[u8], limit: usize) -> Vec<Result<String, BadLine>> {
        // A small buffer, so that lines span several.
        let mut lines = BoundedLines::new(io::BufReader::with_capacity(3, input), limit);
        let mut texts = Vec::new();
        while let Some(line) = lines.next_line().expect("memory can be read") {
            texts.push(line.text().map(str::to_owned));
        }
        texts
    }

    #[test]
    fn lines_end_in_many_ways() {
        let expected = ["one", "", "two\r", "three"].map(|text| Ok(text.to_owned()));
        assert_eq!(texts(b"one\r\n\ntwo\r\r\nthree", 9), expected);
        assert_eq!(texts(b"", 9), []);
        assert_eq!(texts(b"\n", 0), [Ok(String::new())]);
    }

    #[test]
    fn a_long_line_does_not_hide_the_next() {
        let long = Err(BadLine::TooLong { limit: 4 });
        for end in ["\n", "\r\n"] {
            for line in ["12345", "123456", "1234567890"] {
                let input = format!("{line}{end}1234{end}{line}");
                assert_eq!(texts(input.as_bytes(), 4), [long.clone(), Ok("1234".to_owned()), long.clone()]);
            }
        }
        let mut lines = BoundedLines::new(&b"12345678"[..], 4);
        let line = lines.next_line().expect("memory").expect("a line");
        assert_eq!((line.bytes(), line.is_too_long()), (&b"1234"[..], true));
    }

    #[test]
    fn lines_are_counted_from_one() {
        let mut lines = BoundedLines::new(&b"a\n\nb"[..], 9);
        let mut numbers = vec![lines.number()];
        while lines.next_line().expect("memory can be read").is_some() {
            numbers.push(lines.number());
        }
        assert_eq!(numbers, [0, 1, 2, 3]);
    }

    #[test]
    fn bad_bytes_are_counted() {
        assert_eq!(texts(b"ab\xff\nc", 4), [Err(BadLine::NotUtf8 { valid: 2 }), Ok("c".to_owned())]);
    }
}
