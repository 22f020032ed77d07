//! Bytes that are looked at before they are read.

use std::io::{self, Read};

/// A stream whose first bytes were read ahead.
///
/// ```
/// use std::io::Read;
/// use damier_files::Peeked;
///
/// let mut peeked = Peeked::new(&b"some text"[..], 4);
/// assert_eq!(peeked.head(), b"some");
/// let mut text = String::new();
/// peeked.read_to_string(&mut text)?;
/// assert_eq!(text, "some text");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Peeked<R> {
    head: Vec<u8>,
    used: usize,
    /// Why the stream ended in these bytes; reported after them.
    failure: Option<io::Error>,
    rest: R,
}

impl<R: Read> Peeked<R> {
    /// Reads this many bytes, or as many as there are.
    pub fn new(mut rest: R, count: usize) -> Self {
        let mut head = Vec::new();
        let failure = Read::take(&mut rest, count as u64).read_to_end(&mut head).err();
        Self { head, used: 0, failure, rest }
    }

    /// The first bytes.
    #[must_use]
    pub fn head(&self) -> &[u8] {
        &self.head
    }
}

impl<R: Read> Read for Peeked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.used < self.head.len() {
            let count = buffer.len().min(self.head.len() - self.used);
            buffer[..count].copy_from_slice(&self.head[self.used..self.used + count]);
            self.used += count;
            return Ok(count);
        }
        match self.failure.take() {
            Some(failure) => Err(failure),
            None => self.rest.read(buffer),
        }
    }
}
