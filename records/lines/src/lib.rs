//! Lines and messages of bounded length.
//!
//! [`BoundedReader`] never keeps more than a fixed number of bytes, whatever a file, a program or a network sends.
#![forbid(unsafe_code)]

mod bounded_reader;

pub use bounded_reader::{BadLine, BoundedLine, BoundedReader, ReadMessage};
