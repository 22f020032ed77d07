//! Reading messages of bounded length.

use std::io::{self, BufRead, Read};

use thiserror::Error;

/// Reads lines, or messages that end with another byte, and never keeps more than a fixed number of bytes.
///
/// [`next_line`](Self::next_line) gives the bytes of a line, for texts that must be right;
/// [`next_message`](Self::next_message) gives a text in any case, for conversations between programs.
///
/// ```
/// use damier_lines::{BoundedReader, ReadMessage};
///
/// let mut reader = BoundedReader::lines(&b"isready\r\nxxxxxxxxxxxxxxxx\nposition\nquit"[..], 8);
/// assert_eq!(reader.next_message()?, Some(ReadMessage::Complete("isready".to_owned())));
/// assert_eq!(reader.next_message()?, Some(ReadMessage::TooLong("xxxxxxxx".to_owned())));
/// assert_eq!(reader.next_line()?.unwrap().text(), Ok("position"));
/// assert_eq!(reader.next_message()?, Some(ReadMessage::Unterminated("quit".to_owned())));
/// assert_eq!((reader.number(), reader.next_line()?), (4, None));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct BoundedReader<R> {
    input: R,
    delimiter: u8,
    limit: usize,
    number: u64,
    line: Vec<u8>,
    is_terminated: bool,
    /// Whether the rest of a line that was too long is still to be skipped.
    is_skipping: bool,
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

/// A message, without its delimiter. Bytes that are not UTF-8 are replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadMessage {
    /// A whole message.
    Complete(String),
    /// The end of the input, without a delimiter.
    Unterminated(String),
    /// The beginning of a message that is too long. Its rest is skipped when the next message is read.
    TooLong(String),
}

impl<R: BufRead> BoundedReader<R> {
    /// Reads messages of at most `limit` bytes, the delimiter not counted.
    pub fn new(input: R, delimiter: u8, limit: usize) -> Self {
        let line = Vec::new();
        Self { input, delimiter, limit, number: 0, line, is_terminated: true, is_skipping: false }
    }

    /// Reads lines of at most `limit` bytes, their end not counted. They end with `\n` or `\r\n`.
    pub fn lines(input: R, limit: usize) -> Self {
        Self::new(input, b'\n', limit)
    }

    /// The number of the line read last, from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// What the lines are read from.
    pub fn input(&self) -> &R {
        &self.input
    }

    /// Reads the next line; `None` at the end of the input. A line that is too long is returned as soon as that is known.
    ///
    /// # Errors
    ///
    /// The input cannot be read.
    pub fn next_line(&mut self) -> io::Result<Option<BoundedLine<'_>>> {
        self.skip_rest()?;
        self.line.clear();
        // The end of a line may have two bytes.
        let most = self.limit as u64 + 2;
        if self.input.by_ref().take(most).read_until(self.delimiter, &mut self.line)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        self.is_terminated = self.line.last() == Some(&self.delimiter);
        if self.is_terminated {
            self.line.pop();
            self.line.pop_if(|last| self.delimiter == b'\n' && *last == b'\r');
        } else {
            self.is_skipping = self.line.len() > self.limit;
        }
        Ok(Some(self.line()))
    }

    /// The line read last; empty before the first.
    pub fn line(&self) -> BoundedLine<'_> {
        BoundedLine { bytes: &self.line, limit: self.limit }
    }

    /// Skips the rest of a line that was too long, so that the input begins with the next one. This waits for the end of
    /// the line; reading the next line does it too.
    ///
    /// # Errors
    ///
    /// The input cannot be read.
    pub fn skip_rest(&mut self) -> io::Result<()> {
        if self.is_skipping {
            self.input.skip_until(self.delimiter)?;
            self.is_skipping = false;
        }
        Ok(())
    }

    /// Reads the next line as a text; `None` at the end of the input.
    ///
    /// # Errors
    ///
    /// The input cannot be read.
    pub fn next_message(&mut self) -> io::Result<Option<ReadMessage>> {
        let Some(line) = self.next_line()? else { return Ok(None) };
        let text = String::from_utf8_lossy(line.bytes()).into_owned();
        Ok(Some(match (line.is_too_long(), self.is_terminated) {
            (true, _) => ReadMessage::TooLong(text),
            (false, true) => ReadMessage::Complete(text),
            (false, false) => ReadMessage::Unterminated(text),
        }))
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
        let mut lines = BoundedReader::lines(io::BufReader::with_capacity(3, input), limit);
        let mut texts = Vec::new();
        while let Some(line) = lines.next_line().expect("memory can be read") {
            texts.push(line.text().map(str::to_owned));
        }
        texts
    }

    fn messages(bytes: &[u8], delimiter: u8, limit: usize) -> Vec<ReadMessage> {
        let mut reader = BoundedReader::new(io::BufReader::with_capacity(3, bytes), delimiter, limit);
        std::iter::from_fn(|| reader.next_message().expect("memory can be read")).collect()
    }

    fn complete(text: &str) -> ReadMessage {
        ReadMessage::Complete(text.to_owned())
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
        let mut lines = BoundedReader::lines(&b"12345678"[..], 4);
        let line = lines.next_line().expect("memory").expect("a line");
        assert_eq!((line.bytes(), line.is_too_long()), (&b"1234"[..], true));
    }

    /// Who waits for an answer to a long line gets it before the line ends.
    #[test]
    fn a_long_line_is_returned_before_its_end() {
        let mut lines = BoundedReader::lines(&b"123456789\nnext"[..], 4);
        assert!(lines.next_line().expect("memory").expect("a line").is_too_long());
        assert_eq!(lines.input(), b"789\nnext");
        lines.skip_rest().expect("memory");
        assert_eq!(lines.input(), b"next");
        assert_eq!(lines.next_line().expect("memory").expect("a line").text(), Ok("next"));
        assert_eq!(lines.number(), 2);
    }

    #[test]
    fn lines_are_counted_from_one() {
        let mut lines = BoundedReader::lines(&b"a\n\nb"[..], 9);
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

    #[test]
    fn messages_have_at_most_the_limit() {
        assert_eq!(
            messages(b"1234\n12345\n1\n", b'\n', 4),
            [complete("1234"), ReadMessage::TooLong("1234".to_owned()), complete("1")]
        );
        assert_eq!(messages(b"12345", b'\n', 4), [ReadMessage::TooLong("1234".to_owned())]);
        assert_eq!(messages(b"1234", b'\n', 4), [ReadMessage::Unterminated("1234".to_owned())]);
        assert_eq!(messages(b"12345\x006\0", 0, 4), [ReadMessage::TooLong("1234".to_owned()), complete("6")]);
    }

    #[test]
    fn empty_messages_and_odd_bytes_are_read() {
        assert_eq!(messages(b"\n\r\n\xff\n", b'\n', 9), ["", "", "\u{fffd}"].map(complete));
        assert_eq!(messages(b"a\r\0\0b\n\0", 0, 9), ["a\r", "", "b\n"].map(complete));
        assert!(messages(b"", 0, 9).is_empty());
    }
}
