//! Reading with an end that is an error.

use std::io::{self, Read};

/// Reads this many bytes; more are an error, not an end.
pub(crate) struct LimitedRead<R> {
    read: R,
    left: u64,
}

impl<R> LimitedRead<R> {
    pub(crate) fn new(read: R, limit: u64) -> Self {
        Self { read, left: limit }
    }
}

/// What the error says; the book knows better words.
pub(crate) const TOO_LONG: &str = "too long";

impl<R: Read> Read for LimitedRead<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.read.read(buffer)?;
        match self.left.checked_sub(count as u64) {
            Some(left) => self.left = left,
            None => return Err(io::Error::new(io::ErrorKind::FileTooLarge, TOO_LONG)),
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_the_limit_is_an_error() {
        let mut text = String::new();
        assert_eq!(LimitedRead::new(&b"abc"[..], 3).read_to_string(&mut text).expect("three bytes"), 3);
        let error = LimitedRead::new(&b"abcd"[..], 3).read_to_string(&mut text).expect_err("four bytes");
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
    }
}
