//! The terms of a game.

use boardgame::Color;
use catalog::{GameId, SavedGame};
use serde::{Deserialize, Serialize};

use crate::time::TimeControl;

/// The player at one side of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Seat {
    /// A person.
    Person,
    /// An engine.
    Engine {
        /// The level of the engine.
        level: u8,
    },
}

/// The terms of a game: which game, from which position, who plays, and with how much time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The game, its start position, and the moves already played.
    pub start: SavedGame,
    /// The player of the white pieces.
    pub white: Seat,
    /// The player of the black pieces.
    pub black: Seat,
    /// The clocks, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeControl>,
}

impl Terms {
    /// Two people, the start position, no clocks.
    #[must_use]
    pub fn of(game: GameId) -> Self {
        Self { start: game.start().save(), white: Seat::Person, black: Seat::Person, time: None }
    }

    /// The player at a side.
    #[must_use]
    pub fn seat(&self, color: Color) -> Seat {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }
}
