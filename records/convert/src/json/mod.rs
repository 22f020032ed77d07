//! One JSON object for each game.

mod commands;
mod moves;
mod objects;
mod read;
mod write;

/// Whether the standard wants a position to be announced with the tag `SetUp`: that of chess does.
pub(crate) fn announces(fen: &str) -> bool {
    fen.contains('/')
}

pub(crate) use read::{JsonGame, read_json};
pub use write::write_json;
