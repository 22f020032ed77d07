use thiserror::Error;

/// Why a line is not a message of the protocol.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseError {
    /// The line is empty.
    #[error("an empty line, expected {expected}")]
    Empty {
        /// What was expected.
        expected: &'static str,
    },
    /// The line does not start with a command of the protocol. Both sides should ignore it.
    #[error("unknown command {found:?}")]
    Unknown {
        /// The first word, shortened.
        found: String,
    },
    /// A field is missing.
    #[error("{field} is missing, expected {expected}")]
    Missing {
        /// The field.
        field: &'static str,
        /// What was expected.
        expected: &'static str,
    },
    /// A field has an invalid value.
    #[error("bad {field}: found {found:?}, expected {expected}")]
    BadValue {
        /// The field.
        field: &'static str,
        /// The value, shortened.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
}

/// The longest text in an error, in characters.
const MAX_FOUND: usize = 60;

/// Shortens a text to a number of characters, with an ellipsis in place of the rest.
#[must_use]
pub fn shortened(text: &str, characters: usize) -> String {
    let mut short: String = text.chars().take(characters).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

pub(crate) fn bad(field: &'static str, found: &str, expected: &'static str) -> ParseError {
    ParseError::BadValue { field, found: shortened(found, MAX_FOUND), expected }
}

pub(crate) fn unknown(found: &str) -> ParseError {
    ParseError::Unknown { found: shortened(found, MAX_FOUND) }
}
