//! The Universal Chess Interface.
//!
//! [`UciCommand`] is a message of the GUI, [`UciReply`] one of the engine. [`PerftLine`] is a line of the answer to
//! `go perft`, an extension by Stockfish.

mod command;
mod go;
mod info;
mod option;
mod perft;
mod reply;

pub use command::{Registration, UciCommand, UciStart};
pub use go::Go;
pub use info::{UciBound, UciInfo, UciScore, UciScoreValue, WinDrawLoss};
pub use option::{OptionKind, OptionValue, UciOption};
pub use perft::PerftLine;
pub use reply::{Check, UciReply};
