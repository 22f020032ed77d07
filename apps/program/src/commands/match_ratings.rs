//! `damier match ratings`: engines of several matches on one Elo scale.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use report::{Anchor, RatingList};

use crate::arguments::PLAIN_EXIT_CODES;
use crate::commands::match_arguments::default_output;
use crate::commands::match_report::ledger_of;
use crate::terminal::shown;

const EXAMPLES: &str = "Examples:
  damier match ratings *.pgn --anchor \"Stockfish 1350=1350\"
  damier match ratings games.pgn --json

The ratings are those under which all results together are likeliest, with draws as half wins; error bars are half of a 95 %
interval. Without an anchor, their average is 0. An engine with the same name in several matches must be used in the
same way in all of them. docs/stats.md explains the numbers.";

/// Rate the engines of one or more matches on one Elo scale.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{PLAIN_EXIT_CODES}"))]
pub(crate) struct MatchRatingsArguments {
    /// The games of the matches, or their ledgers [default: match.pgn or match.pdn].
    files: Vec<PathBuf>,
    /// Give an engine its Elo; the others are rated relative to it. Repeat it for more.
    #[arg(long = "anchor", value_name = "NAME=ELO")]
    anchors: Vec<Anchor>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &MatchRatingsArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let files = if arguments.files.is_empty() { vec![default_output("")?] } else { arguments.files.clone() };
    let ledgers: Vec<PathBuf> = files.iter().map(|file| ledger_of(file)).collect();
    let list = RatingList::read(&ledgers, &arguments.anchors)?;
    if arguments.json {
        super::write_json(out, &list)?;
    } else {
        for line in list.to_text().lines() {
            writeln!(out, "{}", shown(line))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
