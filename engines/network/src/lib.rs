//! The learned evaluation: one small network for every game.
//!
//! [`Features`] say what a network sees of a game, [`Observed`] shows it the positions, [`PositionRecord`] writes them down for
//! training. A [`Net`] is a network, an [`Evaluator`] evaluates positions with it.
#![forbid(unsafe_code)]

mod built_in;
mod error;
mod evaluator;
mod features;
mod net;
mod records;

pub use built_in::built_in;
pub use error::NetError;
pub use evaluator::Evaluator;
pub use features::{Features, Observed, Turned, chess_sets, draughts_sets};
pub use net::Net;
pub use records::{HEADER_SIZE, PositionRecord};
