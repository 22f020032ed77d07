use thiserror::Error;

use crate::{Outcome, Reason};

/// Why a text is not a position. Each variant names the field and what was found there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FenError {
    /// The text is empty.
    #[error("empty position text, expected {expected}")]
    Empty {
        /// An example of a correct text.
        expected: &'static str,
    },
    /// A field is malformed.
    #[error("bad {field}: found {found:?}, expected {expected}")]
    BadField {
        /// Which part of the text.
        field: &'static str,
        /// The text found there, shortened.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// A square does not exist on this board.
    #[error("no square {found:?} on this board, expected {expected}")]
    NoSuchSquare {
        /// The text found there, shortened.
        found: String,
        /// The squares that exist.
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
    /// The legal moves of the position cannot be listed within the work limit.
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
        /// What was expected.
        expected: &'static str,
    },
    /// A square does not exist on this board.
    #[error("bad move {found:?}: no square {square:?} on this board")]
    NoSuchSquare {
        /// The text, shortened.
        found: String,
        /// The square that does not exist.
        square: String,
    },
    /// The text has the form of a move but matches no legal move.
    #[error("illegal move {found:?}: {reason}")]
    Illegal {
        /// The text.
        found: String,
        /// The reason, in words.
        reason: String,
    },
    /// The text matches more than one legal move.
    #[error("ambiguous move {found:?}: it could be {}", candidates.join(" or "))]
    Ambiguous {
        /// The text.
        found: String,
        /// The legal moves that match, written in full.
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

/// Why a text is not a legal move, with the reasons as data of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveRefusal<R> {
    /// The text has the form of a move, but rules forbid it.
    Illegal {
        /// The text, shortened.
        found: String,
        /// The broken rules, in the order in which they apply; at least one.
        reasons: Vec<R>,
    },
    /// The text is not a move, is ambiguous, or the legal moves cannot be listed.
    Text(MoveError),
}

impl<R> MoveRefusal<R> {
    /// Converts the reasons.
    pub fn map<S>(self, reason: impl Fn(&R) -> S) -> MoveRefusal<S> {
        match self {
            Self::Text(error) => MoveRefusal::Text(error),
            Self::Illegal { found, reasons } => {
                MoveRefusal::Illegal { found, reasons: reasons.iter().map(reason).collect() }
            }
        }
    }

    /// Converts to a [`MoveError`], with each reason in words.
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

/// Gives each reason of a [`MoveRefusal`] a name for machine-readable output.
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

impl<R> From<MoveError> for MoveRefusal<R> {
    fn from(error: MoveError) -> Self {
        Self::Text(error)
    }
}

/// The legal moves of a position cannot be listed within the work limit.
///
/// This happens only in contrived positions: many pieces that one flying king can capture in millions of orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("too complex: more than {limit} capture states to examine in one position")]
pub struct TooComplex {
    /// The limit that was reached.
    pub limit: usize,
}
