//! Plays games of the engine against itself and writes the features of their positions, for `fit.py`.
#![forbid(unsafe_code)]

mod samples;
mod selfplay;

use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use clap::Parser;

use crate::samples::Samples;
use crate::selfplay::{Random, play};

/// Play games of chess and write their positions as features.
#[derive(Parser)]
struct Arguments {
    /// The folder for the samples; created if missing.
    #[arg(long)]
    output: PathBuf,
    /// How long to play.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Number of games to play in parallel.
    #[arg(long, default_value_t = 2)]
    threads: u64,
    /// Nodes for each move.
    #[arg(long, default_value_t = 4_000)]
    nodes: u64,
    /// The seed of the random openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Large enough for the deepest line of a search.
const STACK: usize = 64 << 20;

fn main() -> std::io::Result<()> {
    let arguments = Arguments::parse();
    let samples = Mutex::new(Samples::create(&arguments.output)?);
    let end = Instant::now() + Duration::from_secs(arguments.seconds);
    std::thread::scope(|scope| -> std::io::Result<()> {
        let mut handles = Vec::new();
        for thread in 0..arguments.threads {
            let (samples, nodes) = (&samples, arguments.nodes);
            let seed = arguments.seed;
            let run = move || -> std::io::Result<()> {
                let mut random = Random::new(seed, thread);
                while Instant::now() < end {
                    let game = play(nodes, &mut random);
                    samples.lock().expect("no writer panics").add(&game)?;
                }
                Ok(())
            };
            handles.push(std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run)?);
        }
        handles.into_iter().try_for_each(|handle| handle.join().expect("no game panics"))
    })?;
    let samples = samples.into_inner().expect("no writer panics");
    println!("{}", samples.finish()?);
    Ok(())
}
