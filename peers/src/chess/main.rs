//! Chess move generators compared: `cargo run --release --bin chess` in the folder `peers`.
//!
//! Counts six well-known positions with each generator in alternating rounds and prints million nodes per
//! second of processor time. One thread, no hash, the moves of the last ply counted and not played. Counts
//! are checked on every run.
#![forbid(unsafe_code)]

mod contestant;
mod damier;
mod others;
mod positions;
mod report;
mod stockfish;

use std::io::stdout;
use std::path::PathBuf;
use std::process::ExitCode;

use benches::progress;
use clap::{Parser, ValueEnum};

use crate::contestant::{Contestant, Name, line_up};
use crate::positions::{Goal, Place};
use crate::report::Report;

/// Compares the speed of chess move generators.
#[derive(Parser)]
#[command(
    name = "chess",
    after_help = "Compare with a build for this processor: RUSTFLAGS=\"-C target-cpu=native\" and --features pext."
)]
struct Arguments {
    /// Only these contestants
    #[arg(long, value_enum, value_delimiter = ',', value_name = "NAME")]
    only: Vec<Name>,
    /// Only these positions
    #[arg(long, value_enum, value_delimiter = ',', value_name = "NAME")]
    positions: Vec<Place>,
    /// Rounds over everything; the median counts
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// One ply less
    #[arg(long)]
    quick: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
    /// The program, if not `stockfish` on the search path or in /usr/games
    #[arg(long, value_name = "PATH")]
    stockfish: Option<PathBuf>,
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
    let places = match &arguments.positions[..] {
        [] => Place::value_variants(),
        chosen => chosen,
    };
    let goals: Vec<_> = places.iter().map(|place| place.goal(arguments.quick)).collect();
    let mut contestants = line_up(&arguments.only, arguments.stockfish.as_deref())?;
    let speeds = measure(&goals, &mut contestants, arguments.rounds)?;
    let report = Report::of(&goals, &contestants, &speeds, arguments.rounds);
    let mut out = stdout().lock();
    if arguments.json { report.write_json(&mut out) } else { report.write_tables(&mut out) }
}

/// The rounds of each contestant at each goal. Contestants take turns, so that a machine that slows down
/// does so for all.
fn measure(
    goals: &[Goal],
    contestants: &mut [Contestant],
    rounds: u32,
) -> anyhow::Result<Vec<Vec<Vec<f64>>>> {
    let mut speeds = vec![vec![Vec::new(); contestants.len()]; goals.len()];
    for round in 1..=rounds {
        for (goal, speeds) in goals.iter().zip(&mut speeds) {
            for (contestant, speeds) in contestants.iter_mut().zip(speeds) {
                progress(&format!("round {round} of {rounds}: {}, {}", goal.name, contestant.name.text()));
                let speed = contestant.mega_nodes_per_second(goal);
                progress("");
                speeds.push(speed?);
            }
        }
    }
    Ok(speeds)
}
