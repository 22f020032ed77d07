//! What can be wrong with what was asked.

use boardgame::text::shortened;
use boardgame::{FenError, MoveError, TooComplex};
use catalog::{OpenError, PositionTextError, UnknownGame};
use thiserror::Error;

/// What is wrong with a question, and in which field of it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StudyError {
    /// No game has this name.
    #[error(transparent)]
    UnknownGame(#[from] UnknownGame),
    /// A value is wrong.
    #[error("bad {field}: found {found:?}, expected {expected}")]
    BadField {
        /// The name of the field.
        field: &'static str,
        /// What was found there, shortened.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// A value is too long, or a list has too many entries.
    #[error("{field} too long: found {found}, expected at most {most}")]
    TooLong {
        /// The name of the field.
        field: &'static str,
        /// The length that was found, in bytes or entries.
        found: usize,
        /// The greatest length.
        most: usize,
    },
    /// The text is not a position of the game.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A text is not a legal move.
    #[error("{}{error}", number.map_or_else(String::new, |number| format!("move {number}: ")))]
    Move {
        /// The number of the move, from 1, if it is one of a list.
        number: Option<usize>,
        /// What is wrong with it.
        error: MoveError,
    },
    /// The legal moves of the position cannot be listed.
    #[error(transparent)]
    TooComplex(#[from] TooComplex),
    /// A record has an error.
    #[error("{message}")]
    Record {
        /// Where it is and what is wrong, in words.
        message: String,
    },
}

impl StudyError {
    /// A wrong value.
    pub(crate) fn bad(field: &'static str, found: &str, expected: impl Into<String>) -> Self {
        Self::BadField { field, found: shortened(found), expected: expected.into() }
    }

    /// Checks a length.
    pub(crate) fn check_length(field: &'static str, found: usize, most: usize) -> Result<(), Self> {
        if found > most { Err(Self::TooLong { field, found, most }) } else { Ok(()) }
    }

    /// The name of the kind of error in machine-readable output.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownGame(_) => "unknown_game",
            Self::BadField { .. } => "bad_field",
            Self::TooLong { .. } => "too_long",
            Self::Fen(_) => "bad_fen",
            Self::Move { .. } => "illegal_move",
            Self::TooComplex(_) => "too_complex",
            Self::Record { .. } => "bad_record",
        }
    }

    /// The field of the question that is wrong.
    #[must_use]
    pub fn field(&self) -> &'static str {
        match self {
            Self::UnknownGame(_) => "game",
            Self::BadField { field, .. } | Self::TooLong { field, .. } => field,
            Self::Fen(_) | Self::TooComplex(_) => "fen",
            Self::Move { number: Some(_), .. } => "moves",
            Self::Move { number: None, .. } => "move",
            Self::Record { .. } => "text",
        }
    }

    /// What was found in that field, shortened.
    #[must_use]
    pub fn found(&self) -> String {
        match self {
            Self::UnknownGame(error) => error.found.clone(),
            Self::BadField { found, .. } => found.clone(),
            Self::TooLong { found, .. } => found.to_string(),
            Self::Fen(FenError::BadField { found, .. } | FenError::NoSuchSquare { found, .. }) => {
                found.clone()
            }
            Self::Fen(FenError::SquareTwice { square }) => square.clone(),
            Self::Fen(FenError::Illegal { found, .. }) => found.clone(),
            Self::Move { error, .. } => found_move(error).to_owned(),
            Self::Fen(_) | Self::TooComplex(_) | Self::Record { .. } => String::new(),
        }
    }

    /// What was expected there, in words.
    #[must_use]
    pub fn expected(&self) -> String {
        match self {
            Self::UnknownGame(error) => error
                .nearest
                .map_or_else(|| "the name of a game".to_owned(), |name| format!("a game such as {name}")),
            Self::BadField { expected, .. } => expected.clone(),
            Self::TooLong { most, .. } => format!("at most {most}"),
            Self::Fen(FenError::Empty { expected } | FenError::BadField { expected, .. }) => {
                (*expected).to_owned()
            }
            Self::Fen(FenError::NoSuchSquare { expected, .. } | FenError::Illegal { expected, .. }) => {
                expected.clone()
            }
            Self::Fen(_) => "a position of the game".to_owned(),
            Self::TooComplex(_) => "a position whose moves can be listed".to_owned(),
            Self::Move { error: MoveError::BadSyntax { expected, .. }, .. } => (*expected).to_owned(),
            Self::Move { .. } => "a legal move".to_owned(),
            Self::Record { .. } => "a record of the format".to_owned(),
        }
    }
}

fn found_move(error: &MoveError) -> &str {
    match error {
        MoveError::BadSyntax { found, .. }
        | MoveError::NoSuchSquare { found, .. }
        | MoveError::Illegal { found, .. }
        | MoveError::Ambiguous { found, .. } => found,
        _ => "",
    }
}

impl From<PositionTextError> for StudyError {
    fn from(error: PositionTextError) -> Self {
        match error {
            PositionTextError::Fen(error) => Self::Fen(error),
            PositionTextError::Move { number, error } => Self::Move { number: Some(number), error },
            other => Self::Record { message: other.to_string() },
        }
    }
}

impl From<OpenError> for StudyError {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::UnknownGame(error) => Self::UnknownGame(error),
            OpenError::PositionText(error) => error.into(),
            OpenError::TooComplex(error) => Self::TooComplex(error),
            other => Self::Record { message: other.to_string() },
        }
    }
}

impl From<MoveError> for StudyError {
    fn from(error: MoveError) -> Self {
        Self::Move { number: None, error }
    }
}
