//! The Universal Chess Interface.
//!
//! [`Command`] is what a GUI says, [`Reply`] what an engine answers. [`PerftLine`] reads the answer to
//! `go perft`, an extension of Stockfish that is no message of the protocol.

mod command;
mod go;
mod info;
mod option;
mod perft;
mod reply;

pub use command::{Command, Registration, Start};
pub use go::Go;
pub use info::{Bound, Info, Score, Value, Wdl};
pub use option::{OptionKind, OptionValue, UciOption};
pub use perft::PerftLine;
pub use reply::{Check, Reply};
