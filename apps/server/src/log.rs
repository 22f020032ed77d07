//! The log of a game: the events of its table, and what the server adds about seats and rematches.

use boardgame::Color;
use serde::{Deserialize, Serialize};
use table::{Event, Moment};

/// An event of the log. The log rebuilds the game with its seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum LogEvent {
    /// Something happened at the table.
    Table(Event),
    /// Something happened around it.
    Seats(SeatEvent),
}

/// Something that happened around the table, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SeatEvent {
    /// When it happened.
    pub(crate) at: Moment,
    /// The kind of the event.
    #[serde(flatten)]
    pub(crate) kind: SeatEventKind,
}

/// The kind of an event around the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(crate) enum SeatEventKind {
    /// A person took a seat.
    Joined {
        /// The side.
        side: Color,
        /// The name of the person.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// A player wants another game.
    RematchOffered {
        /// The side of that player.
        by: Color,
    },
    /// Another game began, with the colors changed.
    Rematch {
        /// Its id.
        game: String,
    },
}

impl LogEvent {
    pub(crate) fn seats(at: u64, kind: SeatEventKind) -> Self {
        Self::Seats(SeatEvent { at: Moment(at), kind })
    }

    /// When it happened.
    pub(crate) fn at(&self) -> u64 {
        match self {
            Self::Table(event) => event.at.0,
            Self::Seats(event) => event.at.0,
        }
    }

    /// The text for the store and for clients.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).expect("events are plain data")
    }
}

impl From<Event> for LogEvent {
    fn from(event: Event) -> Self {
        Self::Table(event)
    }
}
