//! Reading messages of bounded length.

use std::io::{self, BufRead, Read};

/// Reads messages that end with a delimiter, and never keeps more than a fixed number of bytes: for input from programs
/// and networks that may send anything.
///
/// ```
/// use damier_protocol::{BoundedReader, ReadMessage};
///
/// let mut reader = BoundedReader::lines(&b"isready\r\nxxxxxxxxxxxxxxxx\nquit"[..], 8);
/// assert_eq!(reader.next_message()?, Some(ReadMessage::Complete("isready".to_owned())));
/// assert_eq!(reader.next_message()?, Some(ReadMessage::TooLong("xxxxxxxx".to_owned())));
/// assert_eq!(reader.next_message()?, Some(ReadMessage::Unterminated("quit".to_owned())));
/// assert_eq!(reader.next_message()?, None);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct BoundedReader<R> {
    input: R,
    delimiter: u8,
    limit: usize,
    /// Whether the rest of a message that was too long is still to be skipped.
    is_skipping: bool,
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
        Self { input, delimiter, limit, is_skipping: false }
    }

    /// Reads lines of at most `limit` bytes. A carriage return before the line break is removed.
    pub fn lines(input: R, limit: usize) -> Self {
        Self::new(input, b'\n', limit)
    }

    /// Reads the next message; `None` at the end of the input.
    ///
    /// # Errors
    ///
    /// The input cannot be read.
    pub fn next_message(&mut self) -> io::Result<Option<ReadMessage>> {
        if self.is_skipping {
            self.skip()?;
            self.is_skipping = false;
        }
        let mut bytes = Vec::new();
        let most = self.limit as u64 + 1;
        self.input.by_ref().take(most).read_until(self.delimiter, &mut bytes)?;
        let is_complete = bytes.last() == Some(&self.delimiter);
        if is_complete {
            bytes.pop();
        } else if bytes.len() > self.limit {
            bytes.pop();
            self.is_skipping = true;
        } else if bytes.is_empty() {
            return Ok(None);
        }
        if self.delimiter == b'\n' && bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Ok(Some(match () {
            () if is_complete => ReadMessage::Complete(text),
            () if self.is_skipping => ReadMessage::TooLong(text),
            () => ReadMessage::Unterminated(text),
        }))
    }

    /// Skips to the end of the message.
    fn skip(&mut self) -> io::Result<()> {
        loop {
            let buffer = self.input.fill_buf()?;
            let (length, is_end) = match buffer.iter().position(|&byte| byte == self.delimiter) {
                Some(index) => (index + 1, true),
                None => (buffer.len(), buffer.is_empty()),
            };
            self.input.consume(length);
            if is_end {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8], delimiter: u8, limit: usize) -> Vec<ReadMessage> {
        // A small buffer, so that messages span several.
        let mut reader = BoundedReader::new(io::BufReader::with_capacity(3, bytes), delimiter, limit);
        std::iter::from_fn(|| reader.next_message().expect("memory can be read")).collect()
    }

    fn complete(text: &str) -> ReadMessage {
        ReadMessage::Complete(text.to_owned())
    }

    #[test]
    fn messages_have_at_most_the_limit() {
        assert_eq!(
            read(b"1234\n12345\n1\n", b'\n', 4),
            [complete("1234"), ReadMessage::TooLong("1234".to_owned()), complete("1"),]
        );
        assert_eq!(read(b"12345", b'\n', 4), [ReadMessage::TooLong("1234".to_owned())]);
        assert_eq!(read(b"1234", b'\n', 4), [ReadMessage::Unterminated("1234".to_owned())]);
    }

    #[test]
    fn empty_messages_and_odd_bytes_are_read() {
        assert_eq!(read(b"\n\r\n\xff\n", b'\n', 9), ["", "", "\u{fffd}"].map(complete));
        assert_eq!(read(b"a\r\0\0b\n\0", 0, 9), ["a\r", "", "b\n"].map(complete));
        assert!(read(b"", 0, 9).is_empty());
    }
}
