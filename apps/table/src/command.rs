//! The commands of the table, and why it may refuse them.

use boardgame::{Color, MoveError, PlayError};
use catalog::HopError;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::terms::Seat;

/// A command from a player or the front end. `ply` is the number of moves that the sender has seen: a late or repeated
/// command is refused and changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Command {
    /// Make a move.
    Move {
        /// Who moves.
        by: Color,
        /// How many moves the player has seen.
        ply: usize,
        /// The move, in record or protocol notation.
        #[serde(rename = "move")]
        mv: String,
    },
    /// Make a move by one of its routes.
    MoveAlong {
        /// Who moves.
        by: Color,
        /// How many moves the player has seen.
        ply: usize,
        /// The squares that the piece visits, starting with its own. They complete the move.
        path: Vec<String>,
    },
    /// Pick a piece, or hop with it. The hop that completes a move makes it.
    Hop {
        /// Who moves.
        by: Color,
        /// How many moves the player has seen.
        ply: usize,
        /// The square.
        square: String,
    },
    /// Take the last hop back, or put the piece down.
    UndoHop {
        /// Who moves.
        by: Color,
        /// How many moves the player has seen.
        ply: usize,
    },
    /// Pick a piece instead of the one that is picked: its hops are taken back. All of it happens, or nothing.
    Pick {
        /// Who moves.
        by: Color,
        /// How many moves the player has seen.
        ply: usize,
        /// The square of the piece.
        square: String,
    },
    /// Offer a draw. The offer is valid until the opponent answers or moves.
    OfferDraw {
        /// Who offers.
        by: Color,
    },
    /// Accept a draw.
    AcceptDraw {
        /// Who accepts.
        by: Color,
    },
    /// Decline a draw.
    DeclineDraw {
        /// Who declines.
        by: Color,
    },
    /// Claim a draw that the rules give now, or after a move not yet made.
    ClaimDraw {
        /// Who claims.
        by: Color,
        /// How many moves the player has seen.
        ply: usize,
        /// The next move, if the claim needs it.
        #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
        with: Option<String>,
    },
    /// Resign.
    Resign {
        /// Who resigns.
        by: Color,
    },
    /// Ask for a takeback.
    AskTakeback {
        /// Who asks.
        by: Color,
        /// How many moves the player has seen.
        ply: usize,
        /// The number of moves, counting both players.
        plies: usize,
    },
    /// Let the opponent take moves back.
    AcceptTakeback {
        /// Who agrees.
        by: Color,
        /// The number of moves that the opponent asked for.
        plies: usize,
    },
    /// Do not let the opponent take moves back.
    DeclineTakeback {
        /// Who declines.
        by: Color,
    },
    /// Change who plays a side, or the level of its engine.
    SetSeat {
        /// The side.
        side: Color,
        /// The new player.
        seat: Seat,
    },
    /// Check the clocks. A front end sends this when a flag may have fallen; see
    /// [`Table::flag_falls`](crate::Table::flag_falls).
    CheckClocks,
    /// Stop the clocks.
    Pause,
    /// Start the clock of the side to move again.
    Resume,
    /// Set the clocks.
    SetClocks {
        /// Milliseconds for White.
        white: u64,
        /// Milliseconds for Black.
        black: u64,
    },
    /// Continue a game that the players ended. A game that the rules ended stays over.
    Reopen,
}

/// Why the table refuses a command. A refused command changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The game is over.
    #[error("the game is over: {ending}")]
    Over {
        /// How it ended.
        ending: String,
    },
    /// It is the opponent's turn.
    #[error("it is {turn}'s turn")]
    NotYourTurn {
        /// Whose turn it is.
        turn: Color,
    },
    /// The game has changed since the sender saw it.
    #[error("the command is for move {ply}, but the game has {now} moves")]
    Stale {
        /// How many moves the sender has seen.
        ply: usize,
        /// How many moves there are.
        now: usize,
    },
    /// The clocks are stopped.
    #[error("the game is paused")]
    Paused,
    /// The text is not a legal move.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The move cannot be played.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The piece cannot go there.
    #[error(transparent)]
    Hop(#[from] HopError),
    /// The squares do not complete the move.
    #[error("the squares {} are not a route of {mv}", path.join(", "))]
    OtherRoute {
        /// The move in the notation of records.
        mv: String,
        /// The squares.
        path: Vec<String>,
    },
    /// The hops complete several moves, as in a promotion: the player must name one.
    #[error("which move: {}?", moves.join(", "))]
    Choose {
        /// The moves in the notation of records.
        moves: Vec<String>,
    },
    /// No draw was offered to this player.
    #[error("no draw was offered to {by}")]
    NoOffer {
        /// Who answered.
        by: Color,
    },
    /// A draw offer is still open.
    #[error("a draw has already been offered")]
    AlreadyOffered,
    /// A takeback is already requested.
    #[error("a takeback is already requested")]
    AlreadyAsked,
    /// The game has no clocks.
    #[error("the game has no clocks")]
    NoClocks,
    /// The moment is before the last event.
    #[error("the event is earlier than the one before it")]
    TooEarly,
    /// The game cannot end like that now.
    #[error("the game cannot end like that now: {ending}")]
    WrongEnding {
        /// The end, in words.
        ending: String,
    },
    /// No rule gives a draw.
    #[error("no rule gives a draw here")]
    NothingToClaim,
    /// The opponent has not asked this player for a takeback.
    #[error("{by} was not asked for a takeback")]
    NoTakeback {
        /// Who answered.
        by: Color,
    },
    /// There are fewer moves to take back.
    #[error("cannot take back {plies} moves, only {most}")]
    TooFewMoves {
        /// How many moves were asked for.
        plies: usize,
        /// How many can be taken back.
        most: usize,
    },
    /// There is nothing to undo, pause, resume or reopen.
    #[error("there is nothing to {what}")]
    Nothing {
        /// What was asked for.
        what: &'static str,
    },
}
