//! Tuning the numbers of an engine by games: simultaneous perturbation stochastic approximation (Spall, 1992).
//!
//! [`Spsa`] is the method: [`Spsa::candidates`] gives two sets of numbers, and [`Spsa::update`] takes what a comparison of
//! them found. A [`TuningFile`] keeps the state, whole or not at all, so that a run goes on after a crash. [`PairPlayer`]
//! compares two sets by games of the arena.
//!
//! ```
//! use damier_spsa::{Spsa, SpsaSettings, TunedNumber};
//!
//! // Find the top of a hill: the candidate that is nearer to 70 wins.
//! let numbers = vec!["x=20:0:100".parse::<TunedNumber>()?];
//! let mut spsa = Spsa::new(numbers, SpsaSettings { iterations: 400, rate: 2.0, seed: 1 })?;
//! while let Some([plus, minus]) = spsa.candidates() {
//!     let height = |x: i64| -(x - 70).pow(2);
//!     let difference = (height(plus[0]) - height(minus[0])).signum();
//!     spsa.update(difference as f64);
//! }
//! assert!((spsa.values()[0] - 70.0).abs() < 10.0);
//! # Ok::<(), damier_spsa::SpsaError>(())
//! ```
#![forbid(unsafe_code)]

mod error;
mod number_request;
mod pair_player;
mod spsa;
mod tuned_number;
mod tuning_file;

pub use error::SpsaError;
pub use number_request::NumberRequest;
pub use pair_player::{PairPlayer, PairScore};
pub use spsa::{MOST_ITERATIONS, Spsa, SpsaSettings, SpsaStep};
pub use tuned_number::TunedNumber;
pub use tuning_file::{TuningFile, setup_text};
