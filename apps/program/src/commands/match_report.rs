//! `damier match report`: what a match has shown so far.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use arena::Ledger;
use clap::Args;
use report::{Anchor, MatchReport};

use crate::arguments::PLAIN_EXIT_CODES;
use crate::commands::match_arguments::default_output;
use crate::commands::stats::SprtArguments;
use crate::terminal::shown;

const EXAMPLES: &str = "Examples:
  damier match report                                 the match of this folder
  damier match report games.pgn --json
  damier match report games.pgn --html report.html    one page with plots
  damier match report games.pgn --anchor stockfish=2850

The match may still be running. The page loads nothing and runs no scripts; you can send it as it is. Without --sprt, the
test of the match is shown, if it has one. docs/stats.md explains the numbers.";

/// Report on a match: standings, Elo, LLR, openings, game lengths, time and depth.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{PLAIN_EXIT_CODES}"))]
pub(crate) struct MatchReportArguments {
    /// The games of the match, or its ledger [default: match.pgn or match.pdn].
    file: Option<PathBuf>,
    /// Write one HTML page with plots to this file.
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    html: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    sprt: SprtArguments,
    /// Give an engine its Elo; the others are rated relative to it. Repeat it for more.
    #[arg(long = "anchor", value_name = "NAME=ELO")]
    anchors: Vec<Anchor>,
}

pub(crate) fn run(arguments: &MatchReportArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let file = arguments.file.clone().map_or_else(|| default_output(""), Ok)?;
    let report = MatchReport::read(&ledger_of(&file), arguments.sprt.read()?, &arguments.anchors)?;
    if let Some(path) = &arguments.html {
        let page = report.to_html();
        super::write_file(path, page.as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?;
    } else if arguments.json {
        super::write_json(out, &report)?;
    } else {
        for line in report.to_text().lines() {
            writeln!(out, "{}", shown(line))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The ledger that a name means: itself, or the one beside the games.
pub(crate) fn ledger_of(file: &Path) -> PathBuf {
    let is_ledger = file.extension().is_some_and(|ending| ending == "ledger");
    if is_ledger { file.to_owned() } else { Ledger::path_of(file) }
}
