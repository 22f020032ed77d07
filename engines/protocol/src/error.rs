use thiserror::Error;

/// Why a line is not a message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseError {
    /// There is nothing in the line.
    #[error("an empty line, expected {expected}")]
    Empty {
        /// What would be right.
        expected: &'static str,
    },
    /// The line does not begin with a command of the protocol. Both sides should ignore it.
    #[error("unknown command {found:?}")]
    Unknown {
        /// The first word, shortened.
        found: String,
    },
    /// Something is left out.
    #[error("{field} is missing, expected {expected}")]
    Missing {
        /// Which part of the message.
        field: &'static str,
        /// What would be right.
        expected: &'static str,
    },
    /// Something cannot be read.
    #[error("bad {field}: found {found:?}, expected {expected}")]
    BadValue {
        /// Which part of the message.
        field: &'static str,
        /// What stood there, shortened.
        found: String,
        /// What would be right.
        expected: &'static str,
    },
}

/// The longest text that an error repeats.
const LONGEST: usize = 60;

/// A text short enough for an error.
pub(crate) fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(LONGEST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

pub(crate) fn bad(field: &'static str, found: &str, expected: &'static str) -> ParseError {
    ParseError::BadValue { field, found: shortened(found), expected }
}

pub(crate) fn unknown(found: &str) -> ParseError {
    ParseError::Unknown { found: shortened(found) }
}
