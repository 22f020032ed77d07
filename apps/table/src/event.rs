//! What happened at the table.

use boardgame::Color;
use serde::{Deserialize, Serialize};

use crate::ending::Ending;
use crate::terms::{Seat, Terms};
use crate::time::Moment;

/// Something that happened, and when. The events of a game, in order, rebuild it exactly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// When it happened.
    pub at: Moment,
    /// What happened.
    #[serde(flatten)]
    pub kind: EventKind,
}

/// What happened at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[non_exhaustive]
pub enum EventKind {
    /// The game began: the first event of every game.
    Begun {
        /// The terms of the game.
        terms: Terms,
    },
    /// The side to move picked a piece or made a hop with it.
    Hopped {
        /// The square it picked or hopped to.
        square: String,
    },
    /// The side to move took its last hop back, or put its piece down.
    HopUndone,
    /// The side to move made a move.
    Moved {
        /// The move in the notation of records.
        #[serde(rename = "move")]
        mv: String,
        /// The squares that the piece visited, if the move was made square by square and has several routes.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        path: Vec<String>,
    },
    /// A player offered a draw.
    DrawOffered {
        /// Who did.
        by: Color,
    },
    /// A player declined a draw.
    DrawDeclined {
        /// Who did.
        by: Color,
    },
    /// A player asked to take moves back.
    TakebackAsked {
        /// Who did.
        by: Color,
        /// The number of moves, counting both players.
        plies: usize,
    },
    /// A player declined to take moves back.
    TakebackDeclined {
        /// Who did.
        by: Color,
    },
    /// The last moves were taken back, and the players got their time back.
    TakenBack {
        /// The number of moves, counting both players.
        plies: usize,
    },
    /// Another player took a seat, or an engine changed its level.
    Seated {
        /// The side.
        side: Color,
        /// The new player.
        seat: Seat,
    },
    /// The clocks were stopped.
    Paused,
    /// The clock of the side to move was started again.
    Resumed,
    /// The clocks were set.
    ClocksSet {
        /// Milliseconds that White has.
        white: u64,
        /// Milliseconds that Black has.
        black: u64,
    },
    /// The game ended.
    Ended {
        /// How.
        ending: Ending,
    },
    /// The players took the ending back: the game continues.
    Reopened,
}
