//! Short texts without memory of their own.

use std::fmt;
use std::ops::Deref;

/// The most bytes of a text that is kept in place.
const ROOM: usize = 14;

/// A text that needs no memory of its own if it is short, as moves and their numbers are.
///
/// ```
/// use damier_record::ShortText;
///
/// let texts = ["Nf3", "a text of more than fourteen bytes"].map(ShortText::from);
/// assert_eq!((&*texts[0], &*texts[1]), ("Nf3", "a text of more than fourteen bytes"));
/// assert_eq!(size_of::<ShortText>(), size_of::<Box<str>>());
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct ShortText(Held);

#[derive(Clone, PartialEq, Eq)]
enum Held {
    InPlace { length: u8, bytes: [u8; ROOM] },
    // A box of a box, so that it takes no more room than the short texts, which nearly all are.
    Long(Box<Box<str>>),
}

impl From<&str> for ShortText {
    #[inline]
    fn from(text: &str) -> Self {
        let mut bytes = [0; ROOM];
        match bytes.get_mut(..text.len()) {
            Some(place) => {
                place.copy_from_slice(text.as_bytes());
                Self(Held::InPlace { length: text.len() as u8, bytes })
            }
            None => Self(Held::Long(Box::new(text.into()))),
        }
    }
}

impl From<String> for ShortText {
    fn from(text: String) -> Self {
        text.as_str().into()
    }
}

impl ShortText {
    /// The bytes of the text.
    #[inline]
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            Held::InPlace { length, bytes } => &bytes[..usize::from(*length)],
            Held::Long(text) => text.as_bytes(),
        }
    }
}

impl Deref for ShortText {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        match &self.0 {
            Held::InPlace { .. } => str::from_utf8(self.as_bytes()).expect("made from a text"),
            Held::Long(text) => text,
        }
    }
}

impl fmt::Debug for ShortText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl fmt::Display for ShortText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&**self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_every_length_are_kept() {
        for text in
            ["", "e4", "12...", "exd8=Q+", "1234567890abcd", "1234567890abcde", "é", "ééééééé", "éééééééé"]
        {
            let short = ShortText::from(text);
            assert_eq!(
                (&*short, short.to_string(), short.as_bytes()),
                (text, text.to_owned(), text.as_bytes())
            );
            assert_eq!((format!("{short:?}"), short.clone()), (format!("{text:?}"), text.to_owned().into()));
        }
    }
}
