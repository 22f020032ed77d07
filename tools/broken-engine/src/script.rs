//! The form that perftree asks: counts of the moves, an empty line, the sum.

use std::process::ExitCode;

use crate::behavior::say;
use crate::options::Options;
use crate::rules::open;

pub(crate) fn run(options: &Options, depth: u32, fen: &str, moves: &[String]) -> ExitCode {
    options.act();
    match open(options, fen, moves) {
        Ok(position) => {
            let mut counts = position.divide(depth);
            if let Some(behavior) = options.behavior {
                behavior.spoil(&mut counts);
            }
            let lines: String = counts.iter().map(|(text, count)| format!("{text} {count}\n")).collect();
            let sum: u64 = counts.iter().map(|(_, count)| count).sum();
            say(&format!("{lines}\n{sum}\n"));
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
