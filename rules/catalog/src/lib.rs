//! The one list of games, and how to choose one at run time.
//!
//! [`AnyGame`] is a game in progress whose kind is known at run time. Use it to show, referee or serve games.
//!
//! Tools are generic over the game. [`GameId`] names a game as a value, and [`GameId::run`] runs generic code for it:
//! with the position type of chess, of Chess960, or the one that all draughts variants share.
//!
//! ```
//! use damier_catalog::{Describe, GameId, Task};
//!
//! /// Counts the moves of the start position of any game.
//! struct CountMoves;
//!
//! impl Task for CountMoves {
//!     type Output = usize;
//!     fn run<P: Describe>(self, rules: P::Rules) -> usize {
//!         P::start_of(rules).count_legal()
//!     }
//! }
//!
//! let game: GameId = "international".parse()?;
//! assert_eq!(game.run(CountMoves), 9);
//! # Ok::<(), damier_catalog::UnknownGame>(())
//! ```
//!
//! Code that must be compiled for each variant, such as search, uses the same list with [`for_all_variants!`].
#![forbid(unsafe_code)]

mod any_game;
mod chess_games;
mod describe;
mod describe_json;
mod draughts_games;
mod explain;
mod games;
mod guess;
mod hops;
mod hub;
mod names;
mod pdn;
mod position_text;
mod routes;
mod sources;
mod square_names;
mod tags;

pub use any_game::{AnyGame, SavedGame};
pub use describe::{
    About, BoardSquare, ClaimDetails, Column, Describe, MAX_ROUTES, MoveDetails, OutcomeDetails,
    PositionDetails,
};
pub use explain::{Effect, Explanation, MoveAction, ReasonDetails};
pub use games::{Family, GameId, Task};
pub use hops::{HopError, Hops, NextSquare};
pub use hub::HubPositionError;
pub use names::UnknownGame;
pub use pdn::GameTypeError;
pub use position_text::{OpenError, PositionText, PositionTextError, START};
pub use routes::{MoveRoute, PlyDetails, RoutePoints};
pub use sources::Source;
pub use square_names::SquareNames;
pub use tags::{GameTags, TagsError};

// For the paths in `for_all_variants!`.
pub use boardgame::Status;
pub use draughts::PartialMoveError;
#[doc(hidden)]
pub use {chess, draughts};
