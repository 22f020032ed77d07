//! Static evaluation, static exchange evaluation and move ordering of each game.
//!
//! [`ChessKnowledge`] and [`DraughtsKnowledge`] serve all games of the catalog. Weights are data: those of
//! chess in `chess/weights.rs`, those of the draughts family in `draughts/weights.rs`, learned patterns in `weights/`.
//! A game may have a [network](Net) instead.
#![forbid(unsafe_code)]

mod chess;
mod draughts;
mod evaluated;
mod structures;
mod tapered;

pub use chess::{ChessKnowledge, features as chess_features};
pub use draughts::DraughtsKnowledge;
pub use evaluated::{Contribution, Evaluated, Evaluation};
pub use network::{Net, NetError, Observed};
