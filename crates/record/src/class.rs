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
            _ => 0,
        };
        byte += 1;
    }
    classes
}
