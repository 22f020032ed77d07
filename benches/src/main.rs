//! Speed of move generation: `cargo run --release -p benches`.
//!
//! Prints the best of several alternating rounds in million nodes per second of processor time, and instructions
//! per node from `valgrind --tool=callgrind` where that is installed. One thread, no hash, distinct moves.
#![forbid(unsafe_code)]

mod bench;
mod callgrind;
mod modes;

use clap::Parser;

use crate::bench::BENCHES;
use crate::modes::Mode;

/// Measures the speed of move generation.
#[derive(Parser)]
#[command(after_help = "Compare builds with RUSTFLAGS=\"-C target-cpu=native\" and without.")]
struct Arguments {
    /// What to do with the last ply; all three if not given
    #[arg(long, value_enum)]
    mode: Option<Mode>,
    /// Only benches whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// Rounds over all benches; the best counts
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Skip the instruction counts
    #[arg(long)]
    no_instructions: bool,
    /// Run one bench at its shallow depth and print nothing but its nodes, for callgrind
    #[arg(long, hide = true)]
    shallow: bool,
}

fn main() {
    let arguments = Arguments::parse();
    let modes = arguments.mode.map_or(Mode::ALL.to_vec(), |mode| vec![mode]);
    let benches: Vec<_> = BENCHES.iter().filter(|bench| bench.name.contains(&arguments.only)).collect();
    if arguments.shallow {
        for (bench, &mode) in benches.iter().flat_map(|bench| modes.iter().map(move |mode| (bench, mode))) {
            println!("{}", (bench.run)(bench.fen, bench.shallow, mode));
        }
        return;
    }
    println!("{:24} {:>5} {:10} {:>10} {:>12}", "position", "depth", "last ply", "Mnodes/s", "instr./node");
    let runs: Vec<_> =
        benches.iter().flat_map(|bench| modes.iter().map(move |&mode| (*bench, mode))).collect();
    let mut best = vec![0.0_f64; runs.len()];
    for _ in 0..arguments.rounds {
        for ((bench, mode), best) in runs.iter().zip(&mut best) {
            *best = best.max(bench.mega_nodes_per_second(*mode));
        }
    }
    for ((bench, mode), best) in runs.iter().zip(best) {
        let instructions = if arguments.no_instructions { None } else { callgrind::per_node(bench, *mode) };
        let instructions = instructions.map_or("-".to_owned(), |count| format!("{count:.1}"));
        println!("{:24} {:5} {:10} {best:10.1} {instructions:>12}", bench.name, bench.depth, mode.name());
    }
}
