#![doc = include_str!("../../../README.md")]
#![forbid(unsafe_code)]

pub use boardgame::{
    AnyGame, Color, FenError, Game, MoveError, MoveList, MoveStyle, Notation, Outcome, Position, Reason,
    TooComplex,
};
pub use catalog::{Describe, GameId, Task, UnknownGame};
pub use draughts::{Draughts, variants};

pub use {boardgame, catalog, draughts, perft};
