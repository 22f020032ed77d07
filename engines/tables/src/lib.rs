#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

mod build;
mod coding;
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
mod stop_flag;
mod tables;
mod value;
mod verify;

pub use build::{BuildOptions, BuildProgress, build};
pub use error::TableError;
pub use format::{Metric, file_of, rules_hash};
pub use games_in::games_in;
pub use look_up::LookUp;
pub use material::{MOST_PIECES, Material, MaterialError};
pub use prove::{ProofOptions, ProofReport, prove};
pub use stop_flag::{StopFlag, Stopped};
pub use tables::{Tables, ValueCounts};
pub use value::Value;
pub use verify::{VerifyReport, count, verify};
