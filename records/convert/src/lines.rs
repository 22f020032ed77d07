//! Lines of any file, with a bound on their length.

use std::io::{self, BufRead, BufReader, Read};

use record::{UTF16, is_utf16};

/// The longest line of a list of games, in bytes; of a list of positions it is
/// [`LONGEST_VALUE`](record::LONGEST_VALUE).
pub const LONGEST_LINE: usize = 1 << 25;

/// What some programs put before the first line.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// The lines of a text, each with its number from 1.
#[derive(Debug)]
pub(crate) struct Lines<R> {
    read: BufReader<R>,
    number: u64,
    line: Vec<u8>,
    longest: usize,
}

/// Why a line cannot be used.
#[derive(Debug)]
pub(crate) enum BadLine {
    /// Nothing after it can be read.
    Io(io::Error),
    /// In words.
    Text(String),
}

impl<R: Read> Lines<R> {
    /// The lines of a text, of at most this many bytes.
    pub(crate) fn new(read: R, longest: usize) -> Self {
        Self { read: BufReader::new(read), number: 0, line: Vec::new(), longest }
    }

    /// The number of the line read last.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// The next line that is not empty and does not begin with `#`, without its end, and its number.
    pub(crate) fn next(&mut self) -> Option<Result<(&str, u64), BadLine>> {
        loop {
            self.line.clear();
            let limit = self.longest as u64 + 1;
            match Read::take(&mut self.read, limit).read_until(b'\n', &mut self.line) {
                Err(error) => return Some(Err(BadLine::Io(error))),
                Ok(0) => return None,
                Ok(_) => self.number += 1,
            }
            if self.line.len() > self.longest && self.line.last() != Some(&b'\n') {
                if let Err(error) = self.read.skip_until(b'\n') {
                    return Some(Err(BadLine::Io(error)));
                }
                return Some(Err(BadLine::Text(format!("a line of more than {} bytes", self.longest))));
            }
            let is_first = self.number == 1;
            if is_first && is_utf16(&self.line) {
                return Some(Err(BadLine::Io(io::Error::new(io::ErrorKind::InvalidData, UTF16))));
            }
            let text = self.line.trim_ascii();
            // The reader of the line reports the mark.
            let text = text.strip_prefix(b"\xef\xbb\xbf").filter(|_| is_first).unwrap_or(text).trim_ascii();
            if !text.is_empty() && !text.starts_with(b"#") {
                break;
            }
        }
        let text = std::str::from_utf8(self.line.trim_ascii());
        Some(text.map(|text| (text, self.number)).map_err(|error| {
            BadLine::Text(format!("not UTF-8 text: bad byte after {} bytes", error.valid_up_to()))
        }))
    }
}
