//! Counting the move sequences of a game: perft, divide, suites.
//!
//! A count that equals a published one is the strongest short evidence that a move generator is correct.
//! This crate knows no game: everything is generic over [`boardgame::Position`].
//!
//! ```
//! use boardgame::PositionExt;
//! use draughts::{Draughts, variants::International};
//!
//! let start = Draughts::<International>::start();
//! assert_eq!(damier_perft::perft(&start, 5), 27_117);
//! ```
//!
//! Two conventions exist. **Distinct** counting counts each move of the game once; **routes** counting
//! counts a capture once for every way to make it ([`Counting`]). Published tables use either.
//!
//! [`Counter`] adds threads, a table of known counts, stopping and progress ([`CountSettings`], [`Monitor`]), and tallies
//! events in the moves ([`Tally`]). [`Split`] cuts a count into parts for several machines. [`Suite`] reads files of positions with their counts and checks them.
#![forbid(unsafe_code)]

mod count_table;
mod monitor;
mod recursion;
mod run;
mod split;
mod suite;
mod tally;
#[cfg(test)]
mod toy;

pub use monitor::Monitor;
pub use recursion::{divide, perft, perft_routes, try_perft};
pub use run::{Count, CountError, CountSettings, Counter, Counting, MAX_DEPTH};
pub use split::{Split, SplitAt, SplitPart};
pub use suite::{Entry, Mismatch, Suite, SuiteError, SuiteFinding, Summary};
pub use tally::{Gather, Judge, Tally, TallyBy, TallyRow};
