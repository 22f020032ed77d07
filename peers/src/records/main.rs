//! Readers of game records compared: `cargo run --release --bin records` in the folder `peers`.
//!
//! Makes files by seeded play, reads them with each reader in alternating rounds and prints megabytes per second
//! of processor time. What is found is checked on every run. Chess games choose the best of three random moves by
//! a rough guess, draughts games any; both are 50 to 130 plies long unless the rules end them.
#![forbid(unsafe_code)]

mod contest;
mod damier;
mod files;
mod others;
mod play;
mod report;

use std::io::stdout;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, ensure};
use benches::progress;
use clap::Parser;

use crate::contest::{Contest, contests};
use crate::files::Records;
use crate::report::Report;

/// Compares the speed of readers of PGN and PDN.
#[derive(Parser)]
#[command(
    name = "records",
    after_help = "Tokens: a visitor that counts. Replay: every move resolved against the legal ones and played."
)]
struct Arguments {
    /// Only contests whose name contains this
    #[arg(long, default_value = "", value_name = "TEXT")]
    only: String,
    /// Rounds over everything; the median counts
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// How long each file is at least
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    megabytes: u64,
    /// Files of 10 MB
    #[arg(long, conflicts_with = "megabytes")]
    quick: bool,
    /// Where the files are made and kept for the next time; a folder that is deleted at the end if not given
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// Only this contestant, for a profiler
    #[arg(long, value_name = "NAME", hide = true)]
    contestant: Option<String>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let temporary = tempfile::tempdir()?;
    let folder = arguments.folder.as_deref().unwrap_or(temporary.path());
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let bytes = if arguments.quick { 10 } else { arguments.megabytes } * 1_000_000;
    let mut ready = Vec::new();
    for mut contest in contests().into_iter().filter(|contest| contest.name.contains(&arguments.only)) {
        if let Some(name) = &arguments.contestant {
            contest.contestants.retain(|contestant| contestant.name == name);
        }
        progress(&format!("making {}", contest.kind.name()));
        let records = contest.kind.make(folder, bytes);
        progress("");
        ready.push((contest, records?));
    }
    ensure!(!ready.is_empty(), "nothing is called {:?}", arguments.only);
    let speeds = measure(&ready, arguments.rounds)?;
    let report = Report::of(&ready, &speeds, arguments.rounds);
    let mut out = stdout().lock();
    if arguments.json { report.write_json(&mut out) } else { report.write_table(&mut out) }
}

/// The rounds of each contestant in each contest. Contestants take turns, so that a machine that slows down
/// does so for all.
fn measure(contests: &[(Contest, Records)], rounds: u32) -> anyhow::Result<Vec<Vec<Vec<f64>>>> {
    let mut speeds: Vec<_> =
        contests.iter().map(|(contest, _)| vec![Vec::new(); contest.contestants.len()]).collect();
    for round in 1..=rounds {
        for ((contest, records), speeds) in contests.iter().zip(&mut speeds) {
            for (contestant, speeds) in contest.contestants.iter().zip(speeds) {
                progress(&format!("round {round} of {rounds}: {}, {}", contest.name, contestant.name));
                let speed = contestant.megabytes_per_second(records);
                progress("");
                speeds.push(speed?);
            }
        }
    }
    Ok(speeds)
}
