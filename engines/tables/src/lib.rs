#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

mod build;
mod coding;
mod control;
mod error;
mod format;
mod huffman;
mod index;
mod mapped_file;
mod material;
mod moves_back;
mod solve;
mod space;
mod tables;
mod value;
mod verify;

pub use build::{BuildOptions, BuildProgress, build};
pub use control::{Control, Stopped};
pub use error::TableError;
pub use format::{Metric, file_of, rules_hash};
pub use material::{MOST_PIECES, Material, MaterialError};
pub use tables::{Counts, Tables};
pub use value::Value;
pub use verify::{VerifyReport, count, verify};
