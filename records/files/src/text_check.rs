//! Whether data is a text, by its first bytes.

/// Looks at the first bytes of what should be a text as they go by.
#[derive(Debug, Default)]
pub(crate) struct TextCheck {
    head: Vec<u8>,
}

impl TextCheck {
    /// Whether nothing was seen yet.
    pub(crate) fn is_new(&self) -> bool {
        self.head.is_empty()
    }

    /// Adds the next bytes, up to the limit, and returns whether the bytes so far look like anything but text.
    pub(crate) fn finds_binary(&mut self, bytes: &[u8]) -> bool {
        let room = LENGTH - self.head.len();
        self.head.extend(&bytes[..bytes.len().min(room)]);
        room > 0 && is_binary(&self.head)
    }
}

/// The bytes that are examined.
const LENGTH: usize = 1 << 10;

/// A stray control character is a fault of one game. Programs, pictures and archives are full of them: a tenth of
/// random bytes are control characters, and zeros are more frequent.
fn is_binary(head: &[u8]) -> bool {
    let controls = head.iter().filter(|byte| is_control(**byte)).count();
    controls >= FEWEST && controls * 20 > head.len() && !is_utf16(head)
}

const FEWEST: usize = 4;

/// Control characters that texts do not have. Terminals and old systems use some, so those say nothing.
fn is_control(byte: u8) -> bool {
    byte.is_ascii_control() && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c | 0x1a | 0x1b)
}

/// Whether bytes are UTF-16, which is recognized elsewhere: by its mark, or because every other byte is zero.
fn is_utf16(head: &[u8]) -> bool {
    let begin = &head[..head.len().min(16)];
    let zeros = |first: usize| begin.iter().skip(first).step_by(2).all(|byte| *byte == 0);
    let others = |first: usize| begin.iter().skip(first).step_by(2).all(|byte| *byte != 0);
    begin.starts_with(b"\xff\xfe")
        || begin.starts_with(b"\xfe\xff")
        || (0..2).any(|first| zeros(first) && others(1 - first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binary_data_is_told_from_text() {
        let utf16: Vec<u8> = "[Event \"x\"]\n\n1. e4 *".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = "[Event \"x\"]\n\n1. e4 *".encode_utf16().flat_map(u16::to_be_bytes).collect();
        let texts: [&[u8]; 8] = [
            b"",
            b"1. e4 e5 *",
            b"1. e4 \0 e5 *",
            b"\0",
            "1. e4 {\u{e9}\u{e8}\u{fc}} *".as_bytes(),
            b"\x1b[31mred\x1b[0m 1. e4 *",
            &utf16,
            &big,
        ];
        for text in texts {
            assert!(!TextCheck::default().finds_binary(text), "{text:?}");
        }
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\x90\0\0\x01\x90\x08\x06\0\0\0";
        let elf = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0>\0\x01\0\0\0";
        let noise: Vec<u8> =
            (0..4096_u32).map(|number| (number.wrapping_mul(0x9e37_79b9) >> 24) as u8).collect();
        for binary in [&png[..], elf, &noise, &[0; 4]] {
            assert!(TextCheck::default().finds_binary(binary), "{binary:?}");
        }
        // Only the beginning is looked at.
        let mut check = TextCheck::default();
        assert!(!check.finds_binary(&b"1. e4 e5 * ".repeat(100)) && !check.finds_binary(&[0; 4096]));
    }
}
