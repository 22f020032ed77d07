//! The lines of a list that hold something.

use std::io::{self, BufReader, Read};

use ::lines::{BadLine, BoundedReader};
use record::{UTF16, is_utf16};

/// The longest line of a list of games, in bytes; of a list of positions it is
/// [`LONGEST_VALUE`](record::LONGEST_VALUE).
pub const LONGEST_LINE: usize = 1 << 25;

/// What some programs put before the first line.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// The lines of a text except comments and empty lines.
#[derive(Debug)]
pub(crate) struct Lines<R>(BoundedReader<BufReader<R>>);

/// Why a line cannot be used.
#[derive(Debug)]
pub(crate) enum LineFault {
    /// Nothing after it can be read.
    Io(io::Error),
    /// Only this line is bad.
    Line(BadLine),
}

impl<R: Read> Lines<R> {
    /// The lines of a text, of at most this many bytes.
    pub(crate) fn new(read: R, longest: usize) -> Self {
        Self(BoundedReader::lines(BufReader::new(read), longest))
    }

    /// The number of the line read last.
    pub(crate) fn number(&self) -> u64 {
        self.0.number()
    }

    /// The next line that is not empty and does not begin with `#`, without white space around it, and its number.
    pub(crate) fn next(&mut self) -> Option<Result<(&str, u64), LineFault>> {
        // Two steps, since a line that is borrowed in a loop cannot be returned from it.
        match self.skip_to_content() {
            Ok(false) => None,
            Ok(true) => {
                let text = self.0.line().text().map_err(LineFault::Line);
                Some(text.map(|text| (text.trim_ascii(), self.0.number())))
            }
            Err(error) => Some(Err(LineFault::Io(error))),
        }
    }

    /// Reads up to a line with content; false at the end of the text.
    fn skip_to_content(&mut self) -> io::Result<bool> {
        loop {
            let is_first = self.0.number() == 0;
            let Some(line) = self.0.next_line()? else { return Ok(false) };
            if is_first && is_utf16(line.bytes()) {
                return Err(io::Error::new(io::ErrorKind::InvalidData, UTF16));
            }
            let text = line.bytes().trim_ascii();
            // The reader of the line reports the mark.
            let text = text.strip_prefix(b"\xef\xbb\xbf").filter(|_| is_first).unwrap_or(text).trim_ascii();
            if line.is_too_long() || (!text.is_empty() && !text.starts_with(b"#")) {
                return Ok(true);
            }
        }
    }
}
