use std::fmt;

use crate::limits::LONGEST_MARKS;

/// How strong a move is, as `!` and `?` right after it say.
///
/// ```
/// use damier_record::Marks;
///
/// let marks: Marks = Marks::new("!?").unwrap();
/// assert_eq!(marks.as_str(), "!?");
/// assert_eq!(marks.nag(), Some(5));
/// assert_eq!(Marks::new("good"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Marks {
    bytes: [u8; LONGEST_MARKS],
    length: u8,
}

impl Marks {
    /// No mark.
    pub const NONE: Self = Self { bytes: [0; LONGEST_MARKS], length: 0 };

    /// The marks that a text of `!` and `?` gives; `None` for other texts and longer than
    /// [`LONGEST_MARKS`].
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        Self::from_bytes(text.as_bytes())
    }

    pub(crate) fn from_bytes(text: &[u8]) -> Option<Self> {
        let mut marks = Self { bytes: [0; LONGEST_MARKS], length: u8::try_from(text.len()).ok()? };
        marks.bytes.get_mut(..text.len())?.copy_from_slice(text);
        text.iter().all(|byte| matches!(byte, b'!' | b'?')).then_some(marks)
    }

    /// The marks of an annotation number, the reverse of [`nag`](Self::nag).
    #[must_use]
    pub fn from_nag(nag: u8) -> Option<Self> {
        let index = usize::from(nag).checked_sub(1)?;
        Self::new(KNOWN.get(index)?)
    }

    /// Whether there is no mark.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        let bytes = &self.bytes[..usize::from(self.length)];
        std::str::from_utf8(bytes).expect("only ! and ? are let in")
    }

    /// The annotation number that means the same: 1 to 6 for `!` `?` `!!` `??` `!?` `?!`.
    #[must_use]
    pub fn nag(&self) -> Option<u8> {
        // Most moves have none.
        if self.is_empty() {
            return None;
        }
        let index = KNOWN.iter().position(|known| *known == self.as_str())?;
        Some(index as u8 + 1)
    }
}

/// The marks with annotation numbers, from 1.
const KNOWN: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

impl fmt::Debug for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Marks({:?})", self.as_str())
    }
}

impl fmt::Display for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_annotation_numbers_are_marks() {
        for (nag, text) in (1..).zip(KNOWN) {
            let marks = Marks::new(text).expect("marks");
            assert_eq!((marks.nag(), Marks::from_nag(nag)), (Some(nag), Some(marks)));
            assert_eq!(format!("{marks} {marks:?}"), format!("{text} Marks({text:?})"));
        }
        assert_eq!([0, 7, 255].map(Marks::from_nag), [None; 3]);
        assert_eq!([Marks::NONE.nag(), Marks::new("!!!").expect("marks").nag()], [None; 2]);
    }
}
