//! Engines as child processes.
//!
//! [`Process`] is a child process with line-based input and output; [`UciEngine`] and [`HubEngine`] speak their protocols
//! through it. A [`DxpConnection`] leads to a program that speaks DamExchange, which a [`Companion`] keeps alive. Every answer has a time limit and a size limit, and an [`EngineError`] says what was asked. Dropping the
//! value kills the process and everything it has started.
//!
//! ```no_run
//! use damier_client::{Settings, UciEngine};
//! use protocol::uci::{Go, UciStart};
//!
//! let mut engine = UciEngine::start("stockfish", &Settings::default())?;
//! engine.set_position(&UciStart::StartPosition, &[])?;
//! let answer = engine.go(&Go { depth: Some(10), ..Go::default() }, |_info| {})?;
//! println!("{} plays {:?}", engine.name(), answer.best);
//! # Ok::<(), damier_client::EngineError>(())
//! ```
#![forbid(unsafe_code)]

mod children;
mod companion;
mod dxp;
mod error;
mod hub;
#[cfg(unix)]
mod pipes;
#[cfg(not(unix))]
#[path = "pump.rs"]
mod pipes;
mod process;
mod streams;
mod uci;

pub use children::kill_all;
pub use companion::Companion;
pub use dxp::DxpConnection;
pub use error::EngineError;
pub use hub::{HubAnswer, HubEngine};
pub use process::{Process, Settings};
pub use uci::{UciAnswer, UciEngine};
