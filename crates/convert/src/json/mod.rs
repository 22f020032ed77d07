//! One JSON object for each game.

mod commands;
mod read;
mod write;

pub(crate) use read::read_json;
pub use write::write_json;
