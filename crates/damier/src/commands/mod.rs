//! One file per command.

pub(crate) mod games;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod position_arguments;
pub(crate) mod welcome;

use anyhow::Context;

/// Prints a value as one line of JSON.
fn write_json(out: &mut dyn std::io::Write, value: &impl serde::Serialize) -> anyhow::Result<()> {
    serde_json::to_writer(&mut *out, value).context("cannot write JSON")?;
    Ok(writeln!(out)?)
}
