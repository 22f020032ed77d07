#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod bots;
mod change;
mod error;
mod game;
mod migrations;
mod options;
mod postgres;
mod queries;
mod sqlite;
mod store;
mod writer;

pub use bots::{Keep, Note, Received};
pub use change::Change;
pub use error::{Cause, StoreError};
pub use game::{
    Append, Appended, CommandKey, GameState, NewGame, Outage, SeatHash, StoredCommand, StoredEvent,
    StoredGame, StoredSummary,
};
pub use options::Options;
pub use store::Store;

/// An answer to come. It is boxed so that what asks the database is compiled here, once, and not again in every program
/// that waits for an answer.
pub use futures_core::future::BoxFuture;
