//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// Puts `damier serve` to the test: thousands of games at once, crashes, the cost of fan-out.
#[derive(Debug, Parser)]
#[command(name = "load")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) task: Task,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Task {
    Run(RunArguments),
    Crash(CrashArguments),
    Fanout(FanoutArguments),
}

/// Plays many games at once and checks every message.
#[derive(Debug, Args)]
pub(crate) struct RunArguments {
    /// Games open at once
    #[arg(long, default_value_t = 2000)]
    pub(crate) games: usize,
    /// Spectators of each game
    #[arg(long, default_value_t = 1)]
    pub(crate) spectators: usize,
    /// Moves a second, over all games
    #[arg(long, default_value_t = 500.0)]
    pub(crate) moves_per_second: f64,
    /// How long moves are played
    #[arg(long, default_value_t = 60.0)]
    pub(crate) seconds: f64,
    /// Further connections that read nothing, read a byte a second, or never finish what they say
    #[arg(long, default_value_t = 0)]
    pub(crate) slow_clients: usize,
    /// The 99th percentile of both latencies must be below this
    #[arg(long, default_value_t = 50.0)]
    pub(crate) p99_ms: f64,
    /// The memory of the server must stay below this many millions of bytes
    #[arg(long, default_value_t = 500)]
    pub(crate) memory_mb: u64,
    /// A server that already runs, such as http://127.0.0.1:8080; its memory is not measured
    #[arg(long, conflicts_with_all = ["server", "data", "postgres"])]
    pub(crate) url: Option<String>,
    /// Write the report as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) server: ServerArguments,
}

/// Kills the server at random moments under load and checks that nothing acknowledged is lost.
#[derive(Debug, Args)]
pub(crate) struct CrashArguments {
    /// How often the server is killed
    #[arg(long, default_value_t = 100)]
    pub(crate) kills: usize,
    /// Games open at once
    #[arg(long, default_value_t = 50)]
    pub(crate) games: usize,
    /// The most acknowledgments between two kills
    #[arg(long, default_value_t = 500)]
    pub(crate) acks: u64,
    /// Repeats the moves and moments of an earlier run, as far as the machine allows
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// Print a line for each kill
    #[arg(long, short)]
    pub(crate) verbose: bool,
    /// Write the outcome as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) server: ServerArguments,
}

/// Simulates how updates reach watchers through one process and through a tree of two levels.
#[derive(Debug, Args)]
pub(crate) struct FanoutArguments {
    /// Games at once; may be repeated
    #[arg(long, default_values_t = [2_000, 100_000, 10_000_000])]
    pub(crate) games: Vec<u64>,
    /// Spectators of the most popular game [default: a fifth of the games, at most 200,000]
    #[arg(long)]
    pub(crate) largest: Option<u64>,
    /// Moves a second in each game
    #[arg(long, default_value_t = 0.1)]
    pub(crate) moves_per_game: f64,
    /// Processor time of a move without its deliveries, in microseconds; this and the next come from `load run`
    #[arg(long, default_value_t = 400.0)]
    pub(crate) update_us: f64,
    /// Processor time to deliver an update to one socket, in microseconds
    #[arg(long, default_value_t = 12.0)]
    pub(crate) delivery_us: f64,
    /// Processor time to pass an update to another process, in microseconds: as much as to a socket
    #[arg(long, default_value_t = 12.0)]
    pub(crate) hop_us: f64,
    /// Cores of each machine
    #[arg(long, default_value_t = 16)]
    pub(crate) cores: u32,
    /// Chooses the moments
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Write the tables as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which server is started.
#[derive(Debug, Args)]
pub(crate) struct ServerArguments {
    /// The program `damier` [default: the one next to this program]
    #[arg(long)]
    pub(crate) server: Option<PathBuf>,
    /// Where the server keeps games: a file or the address of a PostgreSQL [default: a temporary file]
    #[arg(long)]
    pub(crate) data: Option<String>,
    /// Keep games in a PostgreSQL that is started for this test, and writes to the disk before it answers
    #[arg(long, conflicts_with = "data")]
    pub(crate) postgres: bool,
    /// Where the log of the server goes [default: a temporary file]
    #[arg(long)]
    pub(crate) log: Option<PathBuf>,
    /// Further options of the server; may be repeated
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) option: Vec<String>,
}
