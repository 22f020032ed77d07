//! What can be asked of the table, and why it may refuse.

use boardgame::{Color, MoveError, PlayError};
use catalog::HopError;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::terms::Seat;

/// What a player or the front end wants. `ply` is the number of moves that the sender has seen: a command that comes too
/// late or twice is refused and changes nothing.
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
        /// The move as people or engines write it.
        #[serde(rename = "move")]
        mv: String,
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
    /// Offer a draw. It stands until the opponent answers or moves.
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
    /// Claim a draw that the rules give now, or with a move not yet made.
    ClaimDraw {
        /// Who claims.
        by: Color,
        /// How many moves the player has seen.
        ply: usize,
        /// The move to come, if the claim needs it.
        #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
        with: Option<String>,
    },
    /// Resign.
    Resign {
        /// Who resigns.
        by: Color,
    },
    /// Ask to take moves back.
    AskTakeback {
        /// Who asks.
        by: Color,
        /// How many moves of both players.
        plies: usize,
    },
    /// Let the opponent take moves back.
    AcceptTakeback {
        /// Who agrees.
        by: Color,
    },
    /// Do not let the opponent take moves back.
    DeclineTakeback {
        /// Who declines.
        by: Color,
    },
    /// Let somebody else sit down, or change the level of an engine.
    SetSeat {
        /// At which side.
        side: Color,
        /// Who.
        seat: Seat,
    },
    /// Look at the clocks: a front end asks when a flag may have fallen, see [`Table::flag_falls`](crate::Table::flag_falls).
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
    /// Go on with a game that the players ended; one that the rules ended stays over.
    Reopen,
}

/// Why the table refuses a command. Nothing has changed then.
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
    /// The game has gone on since the sender saw it.
    #[error("the command is for move {ply}, but the game has {now} moves")]
    Stale {
        /// What the sender has seen.
        ply: usize,
        /// What there is.
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
    /// The hops fit several moves: the player must name one, as where a pawn is promoted.
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
    /// An offer stands already.
    #[error("a draw has already been offered")]
    AlreadyOffered,
    /// No rule gives a draw.
    #[error("no rule gives a draw here")]
    NothingToClaim,
    /// Nobody asked this player to take moves back.
    #[error("nobody asked {by} to take moves back")]
    NoTakeback {
        /// Who answered.
        by: Color,
    },
    /// There are not so many moves to take back.
    #[error("cannot take back {plies} moves, only {most}")]
    TooFewMoves {
        /// What was asked for.
        plies: usize,
        /// How many can.
        most: usize,
    },
    /// There is nothing to undo, pause, resume or reopen.
    #[error("there is nothing to {what}")]
    Nothing {
        /// What was asked for.
        what: &'static str,
    },
}
