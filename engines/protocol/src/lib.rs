//! Engine protocols as typed messages: UCI for chess, Hub for draughts, DamExchange for draughts over a network. Moves and
//! positions are texts; the crate knows no game.
//!
//! Read a message with [`str::parse`], write it with [`Display`](std::fmt::Display). An invalid line gives a
//! [`ParseError`]; nothing panics. [`BoundedReader`] reads lines and messages of bounded length.
//!
//! ```
//! use damier_protocol::uci::{Go, UciCommand, UciReply};
//!
//! let go = UciCommand::Go(Go { depth: Some(12), ..Go::default() });
//! assert_eq!(go.to_string(), "go depth 12");
//!
//! let UciReply::BestMove { best, .. } = "bestmove e2e4 ponder e7e5".parse()? else { unreachable!() };
//! assert_eq!(best.as_deref(), Some("e2e4"));
//!
//! let error = "position here".parse::<UciCommand>().unwrap_err();
//! assert_eq!(error.to_string(), r#"bad position: found "here", expected startpos, or fen and a position"#);
//! # Ok::<(), damier_protocol::ParseError>(())
//! ```
#![forbid(unsafe_code)]

pub mod dxp;
mod error;
pub mod hub;
mod tokens;
pub mod uci;

pub use error::{ParseError, shortened};
pub use lines::{BoundedReader, ReadMessage};
