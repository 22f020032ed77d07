//! Gzip data as `gzip` itself reads it: members one after the other, and zeros after the last.

use std::io::{self, BufRead, Read};

use flate2::bufread::GzDecoder;

/// Decompresses all members of a source.
///
/// Tapes and some archives fill their last block with zeros, which is no damage. Anything else after a member
/// is an error, when everything before it has been read.
pub(crate) struct Members<R> {
    /// Absent only while the decoder of the next member is made.
    decoder: Option<GzDecoder<R>>,
    is_ended: bool,
}

impl<R: BufRead> Members<R> {
    pub(crate) fn new(source: R) -> Self {
        Self { decoder: Some(GzDecoder::new(source)), is_ended: false }
    }

    pub(crate) fn get_ref(&self) -> &R {
        self.decoder.as_ref().expect("a decoder").get_ref()
    }

    fn decoder(&mut self) -> &mut GzDecoder<R> {
        self.decoder.as_mut().expect("a decoder")
    }

    /// Skips zeros; returns whether another member follows.
    fn has_next(&mut self) -> io::Result<bool> {
        let source = self.decoder().get_mut();
        loop {
            let bytes = source.fill_buf()?;
            let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
            let next = bytes.get(zeros).copied();
            let is_empty = bytes.is_empty();
            source.consume(zeros);
            match next {
                Some(FIRST_BYTE) => return Ok(true),
                Some(_) => {
                    let what = "other data follows its end";
                    return Err(io::Error::new(io::ErrorKind::InvalidData, what));
                }
                None if is_empty => return Ok(false),
                None => {}
            }
        }
    }
}

/// With this byte a member begins.
const FIRST_BYTE: u8 = 0x1f;

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !self.is_ended && !buffer.is_empty() {
            match self.decoder().read(buffer)? {
                0 if self.has_next()? => {
                    self.decoder = self.decoder.take().map(|last| GzDecoder::new(last.into_inner()));
                }
                0 => self.is_ended = true,
                count => return Ok(count),
            }
        }
        Ok(0)
    }
}
