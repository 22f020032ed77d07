//! The program `damier`: reads the command line, runs one command, turns errors into one line.
#![forbid(unsafe_code)]

mod arguments;
mod commands;
mod display;
mod engine_thread;
mod folders;
mod interrupt;
mod lines;
mod play;
mod progress;
mod terminal;
#[cfg(feature = "workers")]
mod workers;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::FromArgMatches;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::arguments::{Arguments, Command};
use crate::terminal::shown;

/// The exit codes besides success; the help texts list them.
mod exit {
    /// Counts of a suite differ, an engine or generator differs from the rules, or games have errors.
    pub(crate) const MISMATCH: u8 = 1;
    /// A move is not legal.
    pub(crate) const ILLEGAL: u8 = 1;
    /// Bad usage or bad input.
    pub(crate) const BAD_INPUT: u8 = 2;
    /// An engine crashed, hung or sent an invalid answer.
    pub(crate) const ENGINE_FAILED: u8 = 3;
    /// Stopped by Ctrl-C, TERM or HUP; shells use this number for Ctrl-C.
    pub(crate) const INTERRUPTED: u8 = 130;
}

fn main() -> ExitCode {
    let parsed = arguments::command().try_get_matches_from(command_line());
    let arguments = match parsed.and_then(|matches| Arguments::from_arg_matches(&matches)) {
        Ok(arguments) => arguments,
        Err(error) => return report_usage(&error),
    };
    // Not locked: an engine writes from its search thread.
    let mut out = io::BufWriter::new(io::stdout());
    let mut code = ExitCode::SUCCESS;
    let result = run(arguments.command, &mut out).and_then(|found| {
        code = found;
        Ok(out.flush()?)
    });
    match result {
        Ok(()) => code,
        // A reader such as `head` has seen enough; the exit code of the command still holds.
        Err(error) if is_broken_pipe(&error) => code,
        Err(error) => {
            // Read errors carry context; a bare I/O error comes from writing.
            let is_bare = error.chain().len() == 1 && error.is::<io::Error>();
            let prefix = if is_bare { "cannot write: " } else { "" };
            complain(&format!("{prefix}{}", chain_of(&error)));
            ExitCode::from(exit::BAD_INPUT)
        }
    }
}

/// The command line. Under the name damier-uci or damier-hub, the program runs that command: some GUIs cannot pass
/// arguments.
fn command_line() -> Vec<OsString> {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    let stem = words.first().and_then(|name| Path::new(name).file_stem()).unwrap_or_default();
    match stem.to_string_lossy().as_ref() {
        "damier-uci" => words.insert(1, "uci".into()),
        "damier-hub" => words.insert(1, "hub".into()),
        _ => {}
    }
    words
}

fn run(command: Option<Command>, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    match command {
        #[cfg(feature = "serve")]
        None => commands::serve::run(&commands::serve::ServeArguments::default(), out),
        #[cfg(not(feature = "serve"))]
        None => commands::welcome::run(out),
        #[cfg(feature = "serve")]
        Some(Command::Serve(arguments)) => commands::serve::run(&arguments, out),
        #[cfg(feature = "bot")]
        Some(Command::Bot(arguments)) => commands::bot::run(&arguments, out),
        Some(Command::Moves(arguments)) => commands::moves::run(&arguments, out),
        Some(Command::Uci(arguments)) => commands::uci::run(&arguments, out),
        Some(Command::Hub(arguments)) => commands::hub::run(&arguments),
        Some(Command::Dxp(arguments)) => commands::dxp::run(&arguments, out),
        Some(Command::Play(arguments)) => commands::play::run(&arguments, out),
        Some(Command::Analyse(arguments)) => commands::analyse::run(&arguments, out),
        #[cfg(feature = "matches")]
        Some(Command::Match(arguments)) => commands::match_games::run(&arguments, out),
        #[cfg(feature = "matches")]
        Some(Command::Tune(arguments)) => commands::tune::run(&arguments, out),
        #[cfg(feature = "workers")]
        Some(Command::Work(arguments)) => commands::work::run(&arguments, out),
        #[cfg(feature = "workers")]
        Some(Command::Queue(arguments)) => commands::queue::run(&arguments, out),
        Some(Command::Perft(arguments)) => commands::perft::run(&arguments, out),
        Some(Command::Show(arguments)) => commands::show::run(&arguments, out),
        Some(Command::Explain(arguments)) => commands::explain::run(&arguments, out),
        Some(Command::Diff(arguments)) => commands::diff::run(&arguments, out),
        #[cfg(feature = "matches")]
        Some(Command::Stats(arguments)) => commands::stats::run(&arguments, out),
        Some(Command::FuzzRules(arguments)) => commands::fuzz_rules::run(&arguments, out),
        Some(Command::Tables(arguments)) => commands::tables::run(&arguments, out),
        Some(Command::SelfPlay(arguments)) => commands::selfplay::run(&arguments, out),
        Some(Command::Convert(arguments)) => commands::convert::run(arguments, out),
        Some(Command::Validate(arguments)) => commands::validate::run(arguments, out),
        Some(Command::Games(arguments)) => commands::games::run(&arguments, out),
        Some(Command::Rules(arguments)) => commands::rules::run(&arguments, out),
        Some(Command::Completions(arguments)) => commands::completions::run(&arguments, out),
        Some(Command::Man(arguments)) => commands::man::run(&arguments, out),
    }
}

/// Prints help if requested; otherwise reports in one line what is wrong with the command line.
fn report_usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        return match error.print().and_then(|()| io::stdout().flush()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Err(error) => {
                complain(&format!("cannot write: {error}"));
                ExitCode::from(exit::BAD_INPUT)
            }
        };
    }
    let text = conflict(error).unwrap_or_else(|| error.to_string());
    let is_hint = |line: &str| line.starts_with("Usage:") || line.starts_with("For more information");
    let lines = text.lines().map(str::trim).take_while(|line| !is_hint(line));
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    let message = lines.join(" ").replace(" tip:", "; tip:");
    complain(&format!("{}; see damier --help", message.trim_start_matches("error: ")));
    ExitCode::from(exit::BAD_INPUT)
}

/// Options that do not fit together. Clap would name all of a group; this names those that were given.
fn conflict(error: &clap::Error) -> Option<String> {
    let ContextValue::String(one) = error.get(ContextKind::InvalidArg)? else { return None };
    let ContextValue::Strings(group) = error.get(ContextKind::PriorArg)? else { return None };
    let flag = |text: &str| text.split([' ', '=']).next().unwrap_or_default().to_owned();
    let given: Vec<String> = std::env::args_os().map(|word| flag(&word.to_string_lossy())).collect();
    let others = group.iter().filter(|option| given.contains(&flag(option)));
    let others: Vec<String> = others.map(|option| format!("'{option}'")).collect();
    let is_conflict = error.kind() == ErrorKind::ArgumentConflict && !others.is_empty();
    is_conflict.then(|| format!("the argument '{one}' cannot be used with {}", others.join(" and ")))
}

/// An error and its causes, each told once: many errors of libraries repeat their cause.
pub(crate) fn chain_of(error: &anyhow::Error) -> String {
    error.chain().map(ToString::to_string).fold(String::new(), |text, cause| match text.contains(&cause) {
        true => text,
        false if text.is_empty() => cause,
        false => format!("{text}: {cause}"),
    })
}

/// Prints one line on standard error, with control characters escaped. Ignores a closed stream.
pub(crate) fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "damier: {}", shown(message));
}

pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kinds = error.chain().filter_map(|cause| {
        let io_kind = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        io_kind
            .or_else(|| cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind))
    });
    kinds.into_iter().any(|kind| kind == io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;

    #[test]
    fn causes_are_told_once() {
        let full = || anyhow!("database is full");
        assert_eq!(chain_of(&full().context("x.ledger: database is full")), "x.ledger: database is full");
        assert_eq!(chain_of(&full().context("cannot write x")), "cannot write x: database is full");
    }
}
