//! What hop-by-hop play tells its caller.

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
    /// Whether the move is complete there. If not, it must go on.
    pub ends: bool,
}

/// What a hop has led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HopResult<V: Ruleset> {
    /// The capture goes on.
    OnTheWay,
    /// The move is complete; it has been made and the turn has passed.
    Done {
        /// The move.
        mv: Move<V::Word>,
        /// The position after it.
        position: Draughts<V>,
    },
}

/// Why a piece cannot be picked or a hop not be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "squares as the game writes them")]
pub enum PartialMoveError {
    /// Nothing stands there.
    #[error("there is no piece on {square}")]
    NoPiece { square: String },
    /// The piece is the opponent's.
    #[error("the piece on {square} belongs to {}; {} is to move", (!*turn).name(), turn.name())]
    NotYours { square: String, turn: Color },
    /// Another piece must capture, and this one cannot.
    #[error("{square} cannot move: the piece on {} must capture", captors.join(" or "))]
    MustCapture { square: String, captors: Vec<String> },
    /// The piece could capture, but another capture goes before.
    #[error("{square} cannot move: a capture by the piece on {} takes precedence", captors.join(" or "))]
    MustCaptureBetter { square: String, captors: Vec<String> },
    /// The king has made all the quiet moves in a row that it may make.
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
    /// The rules know no such hop.
    #[error("the piece cannot go from {from} to {to}")]
    Unreachable { from: String, to: String },
    /// The jump exists, but no legal capture begins with it.
    #[error("no legal capture includes the jump from {from} to {to}")]
    NotLegal { from: String, to: String },
    /// The move is not legal, or not possible any more after the hops made.
    #[error("that move is not possible from here")]
    NotPossible,
    /// The captures cannot be searched within the work limit.
    #[error(transparent)]
    TooComplex(#[from] TooComplex),
}
