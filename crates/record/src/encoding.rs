//! Bytes as text: UTF-8, or what old files have in its place.

use std::borrow::Cow;

/// Bytes as text: UTF-8, or else Windows-1252, and whether it was that.
pub(crate) fn decode(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (Cow::Borrowed(text), false),
        Err(_) => (Cow::Owned(bytes.iter().copied().map(character).collect()), true),
    }
}

/// The first character, read as Windows-1252 where it is not UTF-8, and its length.
pub(crate) fn first_char(bytes: &[u8]) -> (char, usize) {
    let head = &bytes[..bytes.len().min(4)];
    let valid = match std::str::from_utf8(head) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&head[..error.valid_up_to()]).unwrap_or_default(),
    };
    match (valid.chars().next(), bytes.first()) {
        (Some(first), _) => (first, first.len_utf8()),
        (None, byte) => (byte.map_or('\0', |&byte| character(byte)), 1),
    }
}

/// Whether a text begins with the mark of UTF-16, of which no byte means what it does here.
#[must_use]
pub fn is_utf16(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff")
}

/// Why such a text is not read.
pub const UTF16: &str = "UTF-16 is not read: convert it to UTF-8";

/// The characters 80 to 9f of Windows-1252. Five bytes have none, and stay the control characters that they are in
/// Latin-1, as <https://encoding.spec.whatwg.org/#windows-1252> has it.
const CHARACTERS: [char; 32] = [
    '\u{20ac}', '\u{81}', '\u{201a}', '\u{192}', '\u{201e}', '\u{2026}', '\u{2020}', '\u{2021}', '\u{2c6}',
    '\u{2030}', '\u{160}', '\u{2039}', '\u{152}', '\u{8d}', '\u{17d}', '\u{8f}', '\u{90}', '\u{2018}',
    '\u{2019}', '\u{201c}', '\u{201d}', '\u{2022}', '\u{2013}', '\u{2014}', '\u{2dc}', '\u{2122}', '\u{161}',
    '\u{203a}', '\u{153}', '\u{9d}', '\u{17e}', '\u{178}',
];

/// A byte as Windows-1252: Latin-1, but for what was unused there.
fn character(byte: u8) -> char {
    match byte {
        0x80..=0x9f => CHARACTERS[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_bytes_of_windows_1252_have_their_characters() {
        let (text, is_other) =
            decode(b"\x80\x82\x84\x85\x8a\x8e\x91\x92\x93\x94\x96\x97\x99\x9a\x9e\x9f\xa0\xe9\xff");
        assert_eq!((&*text, is_other), ("€‚„…ŠŽ‘’“”–—™šžŸ\u{a0}éÿ", true));
        let undefined: Vec<u8> = (0x80..=0x9f).filter(|&byte| character(byte).is_control()).collect();
        assert_eq!(undefined, [0x81, 0x8d, 0x8f, 0x90, 0x9d]);
        for byte in (0..=0x7f).chain(undefined).chain(0xa0..=0xff) {
            assert_eq!(character(byte), char::from(byte));
        }
        let characters: std::collections::BTreeSet<char> = (0..=0xff).map(character).collect();
        assert_eq!(characters.len(), 256);
    }

    #[test]
    fn what_is_utf_8_stays_so() {
        assert_eq!(decode("é – €".as_bytes()), (Cow::Borrowed("é – €"), false));
        assert_eq!(first_char("–x".as_bytes()), ('–', 3));
        assert_eq!(first_char(b"\x96x"), ('–', 1));
    }
}
