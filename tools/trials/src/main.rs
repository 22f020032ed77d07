//! Tests of the engine: `cargo run --release -p trials -- selfplay | levels | tactics`.
//!
//! Every command prints a table, or JSON with `--json`, and ends with 0 if the engine passed, 1 if it did not, 2 if
//! it could not be tested and 130 after Ctrl-C.
#![forbid(unsafe_code)]

mod common;
mod levels;
mod openings;
mod selfplay;
mod slow;
mod tactics;

use std::process::ExitCode;
use std::sync::atomic::Ordering;

use clap::{Parser, Subcommand};

use crate::common::{INTERRUPTED, is_interrupted};

/// Tests the engine.
#[derive(Parser)]
#[command(name = "trials")]
struct Arguments {
    #[command(subcommand)]
    trial: Trial,
}

#[derive(Subcommand)]
enum Trial {
    Selfplay(selfplay::Arguments),
    Levels(levels::Arguments),
    Tactics(tactics::Arguments),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let handler = || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    let result =
        ctrlc::set_handler(handler).map_err(anyhow::Error::from).and_then(|()| match arguments.trial {
            Trial::Selfplay(arguments) => selfplay::run(&arguments),
            Trial::Levels(arguments) => levels::run(&arguments),
            Trial::Tactics(arguments) => tactics::run(&arguments),
        });
    match result {
        Ok(_) if is_interrupted() => ExitCode::from(130),
        Ok(passed) => ExitCode::from(u8::from(!passed)),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
