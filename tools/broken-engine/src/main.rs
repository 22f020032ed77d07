//! An engine with planted bugs: it knows all rules but one, or behaves badly. `--help` lists them.
#![forbid(unsafe_code)]

mod behavior;
mod chess;
mod draughts;
mod fault;
mod hub;
mod loose;
mod options;
mod polite_hub;
mod polite_uci;
mod rules;
mod script;
mod uci;

use std::process::ExitCode;

use crate::behavior::Behavior;
use crate::options::{Options, Protocol};

fn main() -> ExitCode {
    if std::env::args().skip(1).any(|word| matches!(word.as_str(), "--help" | "-h")) {
        behavior::say(options::USAGE);
        behavior::say(&format!("\nFaults:\n  {}\n", fault::NAMES.join(", ")));
        return ExitCode::SUCCESS;
    }
    let options = match Options::read(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("broken-engine: {message}; see broken-engine --help");
            return ExitCode::from(2);
        }
    };
    match options.behavior {
        Some(Behavior::ExitAtStart) => return ExitCode::from(3),
        Some(Behavior::HangAtStart) => behavior::hang(),
        _ => {}
    }
    match (&options.protocol, options.fault) {
        (Protocol::Uci, Some(fault)) => return polite_uci::run(&options, fault),
        (Protocol::Hub, Some(fault)) => return polite_hub::run(&options, fault),
        _ => {}
    }
    match &options.protocol {
        Protocol::Uci => uci::run(&options),
        Protocol::Hub => hub::run(&options),
        Protocol::Script { depth, fen, moves } => script::run(&options, *depth, fen, moves),
    }
}
