//! What bytes mean between comments and tags.

/// A byte of a move, a move number or a result.
pub(crate) const WORD: u8 = 1;
/// `0` to `9`.
pub(crate) const DIGIT: u8 = 2;
/// White space.
pub(crate) const SPACE: u8 = 4;
/// `!` and `?`.
pub(crate) const MARK: u8 = 8;
/// A byte of the name of a tag.
pub(crate) const NAME: u8 = 16;

/// `.`
pub(crate) const DOT: u8 = 32;

/// The classes of each byte.
pub(crate) static CLASSES: [u8; 256] = classes();

#[inline(always)]
pub(crate) fn is(byte: u8, class: u8) -> bool {
    CLASSES[usize::from(byte)] & class != 0
}

/// How many of the first bytes are of a class.
#[inline(always)]
pub(crate) fn run(bytes: &[u8], class: u8) -> usize {
    bytes.iter().position(|&byte| !is(byte, class)).unwrap_or(bytes.len())
}

/// The classes of the first eight bytes, the first in the lowest byte. Most words are shorter, and their length
/// is found without a branch that processors would have to guess.
#[inline(always)]
pub(crate) fn first_eight(bytes: &[u8]) -> Option<u64> {
    let chunk = bytes.first_chunk::<8>()?;
    Some(u64::from_le_bytes(chunk.map(|byte| CLASSES[usize::from(byte)])))
}

/// How many of eight packed classes, from the lowest, have this one.
#[inline(always)]
pub(crate) fn run_of_eight(packed: u64, class: u8) -> usize {
    let wanted = u64::from(class) * 0x0101_0101_0101_0101;
    (!packed & wanted).trailing_zeros() as usize / 8
}

/// Whether a text is nothing but letters, digits, signs and blanks of ASCII. Eight bytes are looked at together.
#[inline]
pub(crate) fn is_printable(text: &[u8]) -> bool {
    const ONES: u64 = 0x0101_0101_0101_0101;
    // The highest bit of a byte is set if it is above ASCII, below a blank, or the last of ASCII, a control
    // character.
    let unusual = |chunk: &[u8; 8]| {
        let word = u64::from_le_bytes(*chunk);
        (word.wrapping_sub(0x20 * ONES) | word | word.wrapping_add(ONES)) & (0x80 * ONES)
    };
    let Some(last) = text.last_chunk::<8>() else {
        return text.iter().all(|byte| (b' '..0x7f).contains(byte));
    };
    text.as_chunks::<8>().0.iter().fold(unusual(last), |all, chunk| all | unusual(chunk)) == 0
}

const fn classes() -> [u8; 256] {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'0'..=b'9' => WORD | DIGIT | NAME,
            b'A'..=b'Z' | b'a'..=b'z' | b'_' => WORD | NAME,
            b'-' | b'+' | b'#' | b'=' | b':' | b'@' => WORD,
            b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => SPACE,
            b'!' | b'?' => MARK,
            b'.' => DOT,
            _ => 0,
        };
        byte += 1;
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_byte_has_its_classes() {
        // Asked at run time too, so that the table is not only compared with itself.
        assert_eq!(std::hint::black_box(classes as fn() -> [u8; 256])(), CLASSES);
        for byte in 0..=u8::MAX {
            let is_name = byte.is_ascii_alphanumeric() || byte == b'_';
            for (class, expected) in [
                (DIGIT, byte.is_ascii_digit()),
                (NAME, is_name),
                (WORD, is_name || b"-+#=:@".contains(&byte)),
                (SPACE, byte.is_ascii_whitespace() || byte == 0x0b),
                (MARK, b"!?".contains(&byte)),
                (DOT, byte == b'.'),
            ] {
                assert_eq!(is(byte, class), expected, "{byte} {class}");
            }
        }
    }

    #[test]
    fn runs_agree() {
        let text = b"12... Nf3+ exd8=Q# 1-0  O-O-O!?{";
        for start in 0..text.len() - 8 {
            let packed = first_eight(&text[start..]).expect("eight bytes");
            for class in [WORD, DIGIT, SPACE, MARK, NAME, DOT] {
                assert_eq!(run_of_eight(packed, class), run(&text[start..start + 8], class));
            }
        }
    }

    #[test]
    fn control_characters_are_found() {
        for length in 0..20 {
            let text = vec![b'~'; length];
            assert!(is_printable(&text));
            for place in 0..length {
                for (byte, is_usual) in
                    [(b' ', true), (0x1f, false), (0x7f, false), (0x80, false), (0xff, false)]
                {
                    let mut text = text.clone();
                    text[place] = byte;
                    assert_eq!(is_printable(&text), is_usual, "{byte} at {place}");
                }
            }
        }
    }
}
