#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

mod build;
mod coding;
mod control;
mod error;
mod format;
mod games_in;
mod huffman;
mod index;
mod look_up;
mod mapped_file;
mod material;
mod movement;
mod moves_back;
mod parallel;
mod prove;
#[cfg(test)]
mod published;
mod shared;
mod solve;
mod space;
mod tables;
mod value;
mod verify;

pub use build::{BuildOptions, BuildProgress, build};
pub use control::{Control, Stopped};
pub use error::TableError;
pub use format::{Metric, file_of, rules_hash};
pub use games_in::games_in;
pub use look_up::LookUp;
pub use material::{MOST_PIECES, Material, MaterialError};
pub use prove::{ProofOptions, ProofReport, prove};
pub use tables::{Counts, Tables};
pub use value::Value;
pub use verify::{VerifyReport, count, verify};
