//! What can be wrong with what was asked.

use boardgame::text::shortened;
use boardgame::{FenError, MoveError, TooComplex};
use catalog::{OpenError, PositionTextError, UnknownGame};
use record::{Fault, RecordError};
use thiserror::Error;

use crate::finding::Hint;

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
    /// Nothing tells the format of a record.
    #[error("the text is not PGN, PDN, FEN or JSON: it begins with {found:?}")]
    UnknownFormat {
        /// The text, shortened.
        found: String,
    },
    /// A record has an error.
    #[error("{message}")]
    Record {
        /// Where it is and what is wrong, in words.
        message: String,
        /// What kind of error it is.
        fault: RecordFault,
        /// The line of the text, from 1, if it is known.
        line: Option<u64>,
    },
}

/// What kind of error a record has.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordFault {
    /// A text is not a legal move.
    Move {
        /// The text, shortened.
        found: String,
    },
    /// A text is not a position of the game.
    Position,
    /// Nothing says which game it is.
    UnknownGame,
    /// Something else.
    Other,
}

impl RecordFault {
    fn of(fault: &Fault, hint: Hint) -> Self {
        match fault {
            _ if hint == Hint::NameGame => Self::UnknownGame,
            Fault::BadMove { error, .. } => Self::Move { found: found_move(error).to_owned() },
            Fault::OtherLetters { found, .. } => Self::Move { found: found.clone() },
            Fault::BadPosition(_) => Self::Position,
            _ => Self::Other,
        }
    }
}

impl StudyError {
    /// A wrong value.
    pub(crate) fn bad(field: &'static str, found: &str, expected: impl Into<String>) -> Self {
        Self::BadField { field, found: shortened(found), expected: expected.into() }
    }

    /// A record with an error that is only known in words.
    pub(crate) fn record(error: impl ToString) -> Self {
        Self::Record { message: error.to_string(), fault: RecordFault::Other, line: None }
    }

    /// The error of a record, with these words for it.
    pub(crate) fn of_record(error: &RecordError, hint: Hint, message: String) -> Self {
        let line = Some(error.place.line);
        Self::Record { message, fault: RecordFault::of(&error.fault, hint), line }
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
            Self::UnknownFormat { .. } => "unknown_format",
            Self::Record { fault, .. } => match fault {
                RecordFault::Move { .. } => "record_move",
                RecordFault::Position => "record_position",
                RecordFault::UnknownGame => "record_game",
                RecordFault::Other => "bad_record",
            },
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
            Self::UnknownFormat { .. } | Self::Record { .. } => "text",
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
            Self::UnknownFormat { found } | Self::Record { fault: RecordFault::Move { found }, .. } => {
                found.clone()
            }
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
            Self::UnknownFormat { .. } => "a game or position in PGN, PDN, FEN or JSON".to_owned(),
            Self::Record { fault, .. } => match fault {
                RecordFault::Move { .. } => "a legal move",
                RecordFault::Position => "a position of the game",
                RecordFault::UnknownGame => "the name of the game",
                RecordFault::Other => "a record of the format",
            }
            .to_owned(),
        }
    }

    /// The line of a record in which the error is, from 1.
    #[must_use]
    pub fn line(&self) -> Option<u64> {
        match self {
            Self::Record { line, .. } => *line,
            _ => None,
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
            other => Self::record(other),
        }
    }
}

impl From<OpenError> for StudyError {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::UnknownGame(error) => Self::UnknownGame(error),
            OpenError::PositionText(error) => error.into(),
            OpenError::TooComplex(error) => Self::TooComplex(error),
            other => Self::record(other),
        }
    }
}

impl From<MoveError> for StudyError {
    fn from(error: MoveError) -> Self {
        Self::Move { number: None, error }
    }
}
