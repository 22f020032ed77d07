//! Engines as child processes.
//!
//! [`Process`] is a program that is spoken to line by line; [`UciEngine`] and [`HubEngine`] speak the two
//! protocols through it. Every exchange has a time limit, lines and answers have a size limit, and what goes
//! wrong is an [`EngineError`] that says what was asked. The process and all it started end when the value is
//! dropped.
//!
//! ```no_run
//! use damier_client::{Settings, UciEngine};
//! use protocol::uci::{Go, Start};
//!
//! let mut engine = UciEngine::start("stockfish", &Settings::default())?;
//! engine.set_position(&Start::StartPosition, &[])?;
//! let answer = engine.go(&Go { depth: Some(10), ..Go::default() }, |_info| {})?;
//! println!("{} plays {:?}", engine.name(), answer.best);
//! # Ok::<(), damier_client::EngineError>(())
//! ```
#![forbid(unsafe_code)]

mod children;
mod error;
mod hub;
mod process;
mod streams;
mod uci;

pub use children::kill_all;
pub use error::EngineError;
pub use hub::{HubAnswer, HubEngine};
pub use process::{Process, Settings};
pub use uci::{UciAnswer, UciEngine};
