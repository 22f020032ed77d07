//! Legal moves as JSON compared: `cargo run --release --bin moves` in the folder `peers`.
//!
//! Positions of seeded random games are read as FEN, and each is written as the object of
//! `damier moves chess --stdin --json`. All must write the same bytes. Prints microseconds of processor time a position.
#![forbid(unsafe_code)]

mod others;

use std::process::ExitCode;

use anyhow::{Context, ensure};
use benches::{median, progress};
use boardgame::testing::Random;
use boardgame::{MoveList, Notation, Position, PositionExt};
use catalog::{GameId, PositionText};
use chess::Chess;
use clap::Parser;
use cpu_time::ThreadTime;

/// Compares the speed of describing chess positions.
#[derive(Parser)]
#[command(name = "moves")]
struct Arguments {
    /// Rounds over everything; the median counts
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// How many positions
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..))]
    positions: u32,
}

/// Adds the line of a position.
type Describe = fn(&str, &mut Vec<u8>) -> anyhow::Result<()>;

/// Ratios are to the last.
const CONTESTANTS: [(&str, Describe); 2] = [("damier", damier), ("shakmaty", others::shakmaty)];

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
    let positions = positions(arguments.positions as usize);
    let mut times = CONTESTANTS.map(|_| Vec::new());
    for round in 1..=arguments.rounds {
        let mut expected: Option<Vec<u8>> = None;
        for ((name, describe), times) in CONTESTANTS.iter().zip(&mut times) {
            progress(&format!("round {round} of {}: {name}", arguments.rounds));
            let (seconds, bytes) = measure(&positions, *describe)?;
            progress("");
            times.push(seconds / positions.len() as f64 * 1e6);
            check(expected.get_or_insert_with(|| bytes.clone()), &bytes).context(*name)?;
        }
    }
    let medians = times.map(|times| median(&times));
    for ((name, _), median) in CONTESTANTS.iter().zip(medians) {
        println!("{name:<10} {median:8.2} µs a position, {:.2} times as fast", medians[1] / median);
    }
    Ok(())
}

/// Describes all positions once.
fn measure(positions: &[String], describe: Describe) -> anyhow::Result<(f64, Vec<u8>)> {
    let mut bytes = Vec::with_capacity(4096 * positions.len());
    let start = ThreadTime::try_now().context("no clock of processor time")?;
    for fen in positions {
        describe(fen, &mut bytes).with_context(|| fen.clone())?;
    }
    Ok((start.try_elapsed().context("no clock of processor time")?.as_secs_f64(), bytes))
}

/// A fast wrong answer is no result.
fn check(expected: &[u8], found: &[u8]) -> anyhow::Result<()> {
    let lines = |bytes| String::from_utf8_lossy(bytes).lines().map(str::to_owned).collect::<Vec<_>>();
    if expected != found {
        for (expected, found) in lines(expected).iter().zip(&lines(found)) {
            ensure!(expected == found, "found {found}, expected {expected}");
        }
    }
    ensure!(expected.len() == found.len(), "lines are missing");
    Ok(())
}

/// As the program does it.
fn damier(fen: &str, bytes: &mut Vec<u8>) -> anyhow::Result<()> {
    GameId::Chess.game_at(&PositionText::at(fen))?.describe().write_json(bytes);
    bytes.push(b'\n');
    Ok(())
}

/// Positions of random games of at most 90 plies.
fn positions(count: usize) -> Vec<String> {
    let mut random = Random::new(1);
    let mut positions = Vec::with_capacity(count);
    let mut list = MoveList::new();
    let mut now = Chess::start();
    for ply in 0.. {
        now.legal_moves_into(&mut list);
        if positions.len() == count {
            break;
        }
        positions.push(now.to_fen());
        if list.is_empty() || ply % 90 == 89 {
            now = Chess::start();
        } else {
            now.play_unchecked(list[random.below(list.len())]);
        }
    }
    positions
}
