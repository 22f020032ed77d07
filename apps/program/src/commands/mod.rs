//! One file per command.

pub(crate) mod analyse;
pub(crate) mod ask;
#[cfg(feature = "bot")]
pub(crate) mod bot;
pub(crate) mod completions;
#[cfg(feature = "matches")]
pub(crate) mod compliance;
mod conversion;
pub(crate) mod convert;
mod convert_summary;
pub(crate) mod diff;
pub(crate) mod dxp;
pub(crate) mod explain;
pub(crate) mod fuzz_rules;
pub(crate) mod game_arguments;
pub(crate) mod games;
pub(crate) mod hub;
mod in_parts;
pub(crate) mod letters;
pub(crate) mod man;
#[cfg(feature = "matches")]
pub(crate) mod match_arguments;
#[cfg(feature = "matches")]
pub(crate) mod match_games;
#[cfg(feature = "matches")]
mod match_printer;
#[cfg(feature = "matches")]
pub(crate) mod match_ratings;
#[cfg(feature = "matches")]
mod match_report;
#[cfg(feature = "matches")]
mod match_screen;
#[cfg(feature = "workers")]
pub(crate) mod match_workers;
mod minimize_arguments;
pub(crate) mod moves;
mod network_view;
mod numbers;
pub(crate) mod perft;
pub(crate) mod play;
mod played;
pub(crate) mod position_arguments;
#[cfg(feature = "workers")]
pub(crate) mod queue;
pub(crate) mod record_arguments;
pub(crate) mod rules;
pub(crate) mod selfplay;
mod selfplay_files;
mod selfplay_report;
mod selfplay_stats;
#[cfg(feature = "serve")]
pub(crate) mod serve;
pub(crate) mod show;
#[cfg(feature = "matches")]
pub(crate) mod stats;
pub(crate) mod tables;
mod tables_sample;
pub(crate) mod tally;
mod totals;
#[cfg(feature = "matches")]
pub(crate) mod tune;
pub(crate) mod uci;
pub(crate) mod validate;
#[cfg(not(feature = "serve"))]
pub(crate) mod welcome;
#[cfg(feature = "workers")]
pub(crate) mod work;

use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use files::{Compression, Output};

pub(crate) use ::stats::number_of;

/// Prints a value as one line of JSON.
fn write_json(out: &mut dyn Write, value: &impl serde::Serialize) -> anyhow::Result<()> {
    // At once: most of its texts are so short that writing each of them would cost more than they do.
    let mut line = serde_json::to_vec(value).context("cannot write JSON")?;
    line.push(b'\n');
    out.write_all(&line).context("cannot write JSON")
}

/// Writes a file completely or not at all.
fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut output = Output::create(path, Compression::None)?;
    output.write_all(bytes)?;
    output.finish()
}
