#![doc = include_str!("../../../README.md")]
#![forbid(unsafe_code)]

#[cfg(feature = "games")]
mod any_board;
#[cfg(feature = "games")]
mod any_counter;
#[cfg(feature = "games")]
mod named_board;

pub use boardgame::{
    AnyGame, Color, FenError, Game, MoveError, MoveList, MoveStyle, Notation, Outcome, Position, Reading,
    Reason, TooComplex,
};
#[cfg(feature = "chess")]
pub use chess::{Chess, Chess960};
#[cfg(feature = "draughts")]
pub use draughts::{AnyDraughts, AnyVariant, Draughts, variants};
#[cfg(feature = "games")]
pub use {
    any_board::board,
    any_counter::{AnyCount, AnyCountError, AnyCounter, AnyTally, counter},
    catalog::{Describe, GameId, Place, PlaceError, Task, UnknownGame},
    named_board::{board_by_tags, board_for_lists},
};

#[cfg(feature = "chess")]
pub use chess;
#[cfg(feature = "draughts")]
pub use draughts;
#[cfg(feature = "engine")]
pub use engine;
pub use {boardgame, perft, record};
#[cfg(feature = "games")]
pub use {catalog, diagram};
