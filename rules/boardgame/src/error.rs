use thiserror::Error;

use crate::{Outcome, Reason};

/// Why a text is not a position. Every variant says which field is meant and what stood there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FenError {
    /// The text is empty.
    #[error("empty position text, expected {expected}")]
    Empty {
        /// An example of what would be right.
        expected: &'static str,
    },
    /// A field does not have the form it should have.
    #[error("bad {field}: found {found:?}, expected {expected}")]
    BadField {
        /// Which part of the text.
        field: &'static str,
        /// What stood there, shortened.
        found: String,
        /// What would be right.
        expected: &'static str,
    },
    /// A square is named that does not exist on this board.
    #[error("no square {found:?} on this board, expected {expected}")]
    NoSuchSquare {
        /// What stood there, shortened.
        found: String,
        /// The squares there are.
        expected: String,
    },
    /// A square is named twice.
    #[error("square {square} is given twice")]
    SquareTwice {
        /// The square as the game writes it.
        square: String,
    },
    /// The text describes a position that the rules exclude.
    #[error("impossible position: {found}, expected {expected}")]
    Illegal {
        /// What is wrong.
        found: String,
        /// The rule it breaks.
        expected: String,
    },
    /// The position is so complex that its legal moves cannot be listed within the work limit.
    #[error(transparent)]
    TooComplex(#[from] TooComplex),
}

/// Why a text is not a legal move of a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The text does not have the form of a move.
    #[error("bad move {found:?}: expected {expected}")]
    BadSyntax {
        /// The text, shortened.
        found: String,
        /// What would be right.
        expected: &'static str,
    },
    /// A square is named that does not exist on this board.
    #[error("bad move {found:?}: no square {square:?} on this board")]
    NoSuchSquare {
        /// The text, shortened.
        found: String,
        /// The square that does not exist.
        square: String,
    },
    /// The text has the form of a move, but no legal move fits it.
    #[error("illegal move {found:?}: {reason}")]
    Illegal {
        /// The text.
        found: String,
        /// Why not, in words.
        reason: String,
    },
    /// More than one legal move fits the text.
    #[error("ambiguous move {found:?}: it could be {}", candidates.join(" or "))]
    Ambiguous {
        /// The text.
        found: String,
        /// The legal moves it could mean, written in full.
        candidates: Vec<String>,
    },
    /// The game has ended.
    #[error("the game is over: {outcome}, {reason}")]
    Over {
        /// How it ended.
        outcome: Outcome,
        /// Why it ended.
        reason: Reason,
    },
    /// The legal moves of the position cannot be listed within the work limit.
    #[error(transparent)]
    TooComplex(#[from] TooComplex),
}

/// Why a text means no legal move, with the rules that forbid it as data of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal<R> {
    /// The text has the form of a move, and these rules forbid it.
    Illegal {
        /// The text, shortened.
        found: String,
        /// The rules, the first that it breaks first; at least one.
        reasons: Vec<R>,
    },
    /// The text is no move, means several, or the legal moves cannot be listed.
    Text(MoveError),
}

impl<R> Refusal<R> {
    /// The same with other reasons.
    pub fn map<S>(self, reason: impl Fn(&R) -> S) -> Refusal<S> {
        match self {
            Self::Text(error) => Refusal::Text(error),
            Self::Illegal { found, reasons } => {
                Refusal::Illegal { found, reasons: reasons.iter().map(reason).collect() }
            }
        }
    }

    /// The same as an error of reading, each reason in words.
    pub fn into_move_error(self, words: impl Fn(&R) -> String) -> MoveError {
        match self {
            Self::Text(error) => error,
            Self::Illegal { found, reasons } => {
                let words: Vec<String> = reasons.iter().map(words).collect();
                MoveError::Illegal { found, reason: words.join("; ") }
            }
        }
    }
}

/// Names each of the reasons of a [`Refusal`] once, for machines.
///
/// ```
/// enum Illegal {
///     NoPiece { square: u8 },
///     GameOver,
/// }
/// damier_boardgame::codes! {
///     Illegal:
///     NoPiece => "no_piece",
///     GameOver => "game_over",
/// }
/// assert_eq!(Illegal::NoPiece { square: 3 }.code(), "no_piece");
/// assert_eq!(Illegal::CODES, ["no_piece", "game_over"]);
/// # let _ = Illegal::GameOver;
/// ```
#[macro_export]
macro_rules! codes {
    ($reason:ident: $($variant:ident => $code:literal,)*) => {
        impl $reason {
            /// The names of all reasons.
            pub const CODES: &[&str] = &[$($code),*];

            /// The name of the reason in machine-readable output.
            #[must_use]
            pub const fn code(&self) -> &'static str {
                match self { $(Self::$variant { .. } => $code),* }
            }
        }
    };
}

impl<R> From<MoveError> for Refusal<R> {
    fn from(error: MoveError) -> Self {
        Self::Text(error)
    }
}

/// The legal moves of a position cannot be listed within the work limit.
///
/// Only positions built to be hostile come here: many pieces that one flying king can take in
/// millions of orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("too complex: more than {limit} capture states to examine in one position")]
pub struct TooComplex {
    /// The limit that was reached.
    pub limit: usize,
}
