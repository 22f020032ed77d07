//! Files in and out.
//!
//! [`Input`] reads plain, gzip and zstd data alike, from a file or a pipe, with limits that end the work on
//! data made to explode. [`Output`] is complete under its name or not there at all.
//!
//! ```
//! use std::io::{Read, Write};
//! use damier_files::{Compression, Input, SizeLimits, Output};
//!
//! let folder = std::env::temp_dir();
//! let path = folder.join(format!("files-example-{}.txt.gz", std::process::id()));
//! let mut output = Output::create(&path, Compression::of_path(&path))?;
//! output.write_all(b"text")?;
//! assert!(!path.exists());
//! output.finish()?;
//!
//! let mut text = String::new();
//! Input::open(&path, SizeLimits::default())?.read_to_string(&mut text)?;
//! assert_eq!(text, "text");
//! # std::fs::remove_file(&path)?;
//! # Ok::<(), std::io::Error>(())
//! ```
#![forbid(unsafe_code)]

mod compression;
mod gzip;
mod input;
mod limits;
mod output;
mod partial;
mod peeked;
mod text_check;

pub use compression::Compression;
pub use input::{Input, Progress};
pub use limits::{FREE_BYTES, LARGEST_RATIO, SizeLimits, WINDOW_LOG};
pub use output::Output;
pub use peeked::Peeked;
