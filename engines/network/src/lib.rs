//! The learned evaluation: one small network for every game.
//!
//! [`Features`] say what a network sees of a game, [`Observed`] shows it the positions, [`PositionRecord`] writes them down for
//! training.
#![forbid(unsafe_code)]

mod features;
mod records;

pub use features::{Features, Observed, Turned, chess_sets, draughts_sets};
pub use records::{HEADER_SIZE, PositionRecord};
