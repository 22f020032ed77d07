#![doc = include_str!("../../../README.md")]
#![forbid(unsafe_code)]

mod any_board;
mod any_counter;
mod named_board;

pub use any_board::board;
pub use any_counter::{AnyCount, AnyCountError, AnyCounter, AnyTally, counter};
pub use boardgame::{
    AnyGame, Color, FenError, Game, MoveError, MoveList, MoveStyle, Notation, Outcome, Position, Reading,
    Reason, TooComplex,
};
pub use catalog::{Describe, GameId, Place, PlaceError, Task, UnknownGame};
pub use chess::{Chess, Chess960};
pub use draughts::{Draughts, variants};
pub use named_board::{board_by_tags, board_for_lists};

pub use {boardgame, catalog, chess, diagram, draughts, perft, record};
