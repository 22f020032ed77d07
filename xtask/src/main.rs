//! Chores of the workspace: `cargo xtask <chore>`.
#![forbid(unsafe_code)]

mod architecture;
mod build_cost;
mod deep_perft;
mod dependencies;

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Chores of the workspace.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Check what may depend on what, unsafe code and the length of files.
    CheckArchitecture,
    /// Check the licenses, names and sources of all dependencies against `deny.toml`.
    CheckDependencies,
    /// Measure what builds from nothing cost, and fail above the bars.
    BuildCost(build_cost::Arguments),
    /// Check all perft suites as deep as they go.
    DeepPerft(deep_perft::Arguments),
}

fn main() -> anyhow::Result<ExitCode> {
    match Arguments::parse().chore {
        Chore::CheckArchitecture => Ok(judge("architecture", &architecture::faults(&root())?)),
        Chore::CheckDependencies => Ok(judge("dependencies", &dependencies::faults(&root())?)),
        Chore::BuildCost(arguments) => build_cost::run(&root(), &arguments),
        Chore::DeepPerft(arguments) => deep_perft::run(&root(), &arguments),
    }
}

/// Prints what is wrong, and fails if anything is.
fn judge(what: &str, faults: &[impl Display]) -> ExitCode {
    for fault in faults {
        eprintln!("{fault}");
    }
    println!("{what}: {} faults", faults.len());
    if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The folder of the workspace.
fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().unwrap_or(package).to_path_buf()
}
