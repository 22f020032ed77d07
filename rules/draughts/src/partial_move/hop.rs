//! Hops, their results and errors.

use boardgame::{Color, TooComplex};
use thiserror::Error;

use crate::board::Square;
use crate::position::{Draughts, Move};
use crate::ruleset::Ruleset;

/// One legal next landing square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hop {
    /// Where the piece lands.
    pub to: Square,
    /// The piece it jumps over, if any.
    pub captured: Option<Square>,
    /// Whether the move is complete there. If not, it must continue.
    pub ends: bool,
}

/// The result of a hop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HopResult<V: Ruleset> {
    /// The capture continues.
    OnTheWay,
    /// The move is complete; it has been made and the turn has passed.
    Done {
        /// The move.
        mv: Move<V::Word>,
        /// The position after it.
        position: Draughts<V>,
    },
}

/// Why a piece cannot be picked or a hop cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "squares as the game writes them")]
pub enum PartialMoveError {
    /// The square is empty.
    #[error("there is no piece on {square}")]
    NoPiece { square: String },
    /// The piece belongs to the opponent.
    #[error("the piece on {square} belongs to {}; {} is to move", (!*turn).name(), turn.name())]
    NotYours { square: String, turn: Color },
    /// Another piece must capture, and this one cannot.
    #[error("{square} cannot move: the piece on {} must capture", captors.join(" or "))]
    MustCapture { square: String, captors: Vec<String> },
    /// The piece could capture, but another capture takes precedence.
    #[error("{square} cannot move: a capture by the piece on {} takes precedence", captors.join(" or "))]
    MustCaptureBetter { square: String, captors: Vec<String> },
    /// The king has used up its consecutive quiet moves.
    #[error("the king on {square} has moved {limit} times in a row: another piece must move first")]
    KingMustWait { square: String, limit: u8 },
    /// The piece has no free square to go to, or the game is over.
    #[error("the piece on {square} has no legal move")]
    Blocked { square: String },
    /// No piece is picked.
    #[error("no piece is selected")]
    NothingPicked,
    /// Another piece is in the middle of its capture.
    #[error("the piece from {from} has not finished its capture")]
    OnTheWay { from: String },
    /// The move is complete.
    #[error("the move is complete")]
    Complete,
    /// No rule allows such a hop.
    #[error("the piece cannot go from {from} to {to}")]
    Unreachable { from: String, to: String },
    /// The jump is possible, but no legal capture includes it.
    #[error("no legal capture includes the jump from {from} to {to}")]
    NotLegal { from: String, to: String },
    /// The move is illegal or no longer possible after the hops made.
    #[error("that move is not possible from here")]
    NotPossible,
    /// The captures cannot be searched within the work limit.
    #[error(transparent)]
    TooComplex(#[from] TooComplex),
}
