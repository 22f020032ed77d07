//! Bytes as text: UTF-8, or what old files have in its place.

mod assumption;
mod decoded;
mod evidence;
#[cfg(test)]
mod guess_tests;
mod letters;
mod names;

pub use assumption::{Assumed, Assumption, How, UNSURE};
pub use decoded::{Decoded, Policy};
pub use names::{Encoding, UnknownEncoding};

/// The first character, U+FFFD where it is not UTF-8, and its length.
pub(crate) fn first_char(bytes: &[u8]) -> (char, usize) {
    let head = &bytes[..bytes.len().min(4)];
    let valid = match std::str::from_utf8(head) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&head[..error.valid_up_to()]).unwrap_or_default(),
    };
    match valid.chars().next() {
        Some(first) => (first, first.len_utf8()),
        None => (char::REPLACEMENT_CHARACTER, 1),
    }
}

/// Whether a text begins with the mark of UTF-16, of which no byte means what it does here.
#[must_use]
pub fn is_utf16(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff")
}

/// Why such a text is not read without [`Decoded`].
pub const UTF16: &str = "UTF-16, and not UTF-8";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_utf_8_stays_so() {
        assert_eq!(first_char("–x".as_bytes()), ('–', 3));
        assert_eq!(first_char(b"\x96x"), ('\u{fffd}', 1));
    }
}
