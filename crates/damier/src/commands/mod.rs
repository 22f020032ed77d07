//! One file per command.

pub(crate) mod games;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod welcome;

use anyhow::Context;
use catalog::{GameId, UnknownGame};
use damier::Reading;

/// The game of a command line.
fn find_game(name: &str) -> anyhow::Result<GameId> {
    name.parse().map_err(|error: UnknownGame| {
        let stop = if error.nearest.is_some() { "" } else { ";" };
        anyhow::anyhow!("{error}{stop} \"damier games\" lists all games")
    })
}

/// Which positions a command line accepts.
fn reading(lenient: bool) -> Reading {
    if lenient { Reading::Lenient } else { Reading::Strict }
}

/// Prints a value as one line of JSON.
fn write_json(out: &mut dyn std::io::Write, value: &impl serde::Serialize) -> anyhow::Result<()> {
    serde_json::to_writer(&mut *out, value).context("cannot write JSON")?;
    Ok(writeln!(out)?)
}
