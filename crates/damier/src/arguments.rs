//! The command line as a whole. The arguments of a command stand in the file of the command.

use clap::{Parser, Subcommand};

use crate::commands::{games, moves, perft};

/// The end of the help of every command.
pub(crate) const EXIT_CODES: &str = "Exit codes:
  0    done
  1    counts of a suite differ
  2    bad usage or bad input; a line on stderr says what
  130  stopped by Ctrl-C";

const EXAMPLES: &str = "Examples:
  damier games
  damier moves --game russian
  damier moves --game international --fen W:W32:B19,27,28 --json
  damier perft --game international --depth 9";

/// Rules and tools for chess and the whole draughts family.
///
/// Without a command: shows the start of international draughts and what to type next.
#[derive(Parser)]
#[command(name = "damier", version, after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Moves(moves::MovesArguments),
    Perft(perft::PerftArguments),
    Games(games::GamesArguments),
}
