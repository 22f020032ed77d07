//! Static evaluation, static exchange evaluation and move ordering of each game.
//!
//! [`ChessKnowledge`] and [`DraughtsKnowledge`] serve all games of the catalog. A [network](Net) evaluates the games that have
//! one, and chess always. The others share one hand-crafted evaluation of draughts, with the weights in `draughts/weights.rs`.
#![forbid(unsafe_code)]

mod chess;
mod draughts;
mod evaluated;
mod structures;

pub use chess::ChessKnowledge;
pub use draughts::DraughtsKnowledge;
pub use evaluated::{Contribution, Evaluated, EvaluationChoice, NetworkRequired};
pub use network::{Net, NetError, Observed};
