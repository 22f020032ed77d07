//! The Universal Chess Interface.
//!
//! [`UciCommand`] is what a GUI says, [`UciReply`] what an engine answers. [`PerftLine`] reads the answer to
//! `go perft`, an extension of Stockfish that is no message of the protocol.

mod command;
mod go;
mod info;
mod option;
mod perft;
mod reply;

pub use command::{Registration, Start, UciCommand};
pub use go::Go;
pub use info::{UciBound, UciInfo, UciScore, UciScoreValue, WinDrawLoss};
pub use option::{OptionKind, OptionValue, UciOption};
pub use perft::PerftLine;
pub use reply::{Check, UciReply};
