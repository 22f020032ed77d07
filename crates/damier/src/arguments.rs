//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

const EXIT_CODES: &str = "Exit codes:
  0    done
  1    counts of a suite differ
  2    bad usage or bad input; a line on stderr says what
  130  stopped by Ctrl-C";

const EXAMPLES: &str = "Examples:
  damier games
  damier moves --game russian
  damier moves --game international --fen W:W32:B19,27,28 --json
  damier perft --game international --depth 9";

const MOVES_EXAMPLES: &str = "Examples:
  damier moves --game frisian
  damier moves --game russian --fen W:WKa1,h2:Ba7,b2,d6 --json
  damier moves --game chess --fen \"8/8/8/4k3/8/8/8/K3R3 b - - 0 1\"
  damier moves --game international --stdin < positions.txt

With --stdin each line is a position, and each line of output is one JSON object:
  {\"fen\", \"turn\", \"count\", \"legal_moves\": [...], \"outcome\": null | {\"result\", \"reason\"}}
or, for a line that is not a position, {\"error\": \"...\"}.
A position with more captures than can be examined is such an error too; else the list is complete.

A draughts move is {\"move\", \"from\", \"to\"}; a capture has \"captured\" and \"routes\" too (\"routes_count\" if there are
more than 40, and neither where the position has more of them than can be looked at), a move that crowns a man has \"promotes\": true. A chess move is {\"uci\", \"san\"}, and a
chess position has \"in_check\" too.";

const PERFT_EXAMPLES: &str = "Examples:
  damier perft --game international --depth 9
  damier perft --game english --depth 12 --threads 2 --hash 256
  damier perft --game russian --depth 6 --divide
  damier perft --game chess --depth 6 --threads 2
  damier perft --game thai --suite testdata/perft/draughts/thai.epd --max-nodes 1000000
  damier perft --game thai --suite testdata/perft/draughts/thai-paths.epd --routes

--divide sorts moves by their text, character by character: 10-15 comes before 6-11. Chess moves are written
as in UCI.

A suite has one position a line, \"FEN ;D1 n ;D2 n\"; lines that start with # are comments. A line that
cannot be read, or a position that is too complex to count, is reported on stderr, and the check goes on.
It ends with \"P positions, C counts, M mismatches\"; if there were any, \"N unreadable lines\" and
\"N uncounted positions\" stand before that. Mismatches exit with 1, else bad lines with 2, as does a suite
without positions.";

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
    Moves(MovesArguments),
    Perft(PerftArguments),
    Games(GamesArguments),
}

/// List the legal moves of a position.
#[derive(Args)]
#[command(after_help = format!("{MOVES_EXAMPLES}\n\n{EXIT_CODES}"))]
pub(crate) struct MovesArguments {
    /// The game; "damier games" lists them all.
    #[arg(long, value_name = "NAME")]
    pub(crate) game: String,
    /// The position; the start of the game if left out.
    #[arg(long, value_name = "FEN", allow_hyphen_values = true)]
    pub(crate) fen: Option<String>,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
    /// Read positions from standard input, one a line, and print one JSON object for each.
    #[arg(long, conflicts_with = "fen")]
    pub(crate) stdin: bool,
    /// Accept positions with more pieces than a side can have, and in chess more checkers, as analysis may
    /// need them.
    #[arg(long)]
    pub(crate) lenient: bool,
}

/// Count the move sequences of a position, or check the counts of a suite.
#[derive(Args)]
#[command(after_help = format!("{PERFT_EXAMPLES}\n\n{EXIT_CODES}"))]
pub(crate) struct PerftArguments {
    /// The game; "damier games" lists them all.
    #[arg(long, value_name = "NAME")]
    pub(crate) game: String,
    /// Length of the sequences, in moves of one side; 0 gives 1.
    #[arg(long, value_name = "N", required_unless_present = "suite", conflicts_with = "suite")]
    pub(crate) depth: Option<u32>,
    /// The position; the start of the game if left out.
    #[arg(long, value_name = "FEN", allow_hyphen_values = true, conflicts_with = "suite")]
    pub(crate) fen: Option<String>,
    /// Threads to count with.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
    /// Memory for a table of known counts, 0 for none. Counts stay exact.
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(0..=1_048_576))]
    pub(crate) hash: Option<u32>,
    /// Count a capture once for every route by which it can be made.
    #[arg(long)]
    pub(crate) routes: bool,
    /// Accept positions with more pieces than a side can have, and in chess more checkers, as analysis may
    /// need them. Slower: the work
    /// in every position is limited.
    #[arg(long)]
    pub(crate) lenient: bool,
    /// Show the count behind each move, sorted by the text of the move.
    #[arg(long, conflicts_with = "suite")]
    pub(crate) divide: bool,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
    /// Check every count of a file of positions.
    #[arg(long, value_name = "FILE.epd")]
    pub(crate) suite: Option<PathBuf>,
    /// Leave out counts of the suite above this one.
    #[arg(long, value_name = "N", requires = "suite", conflicts_with = "depth")]
    pub(crate) max_nodes: Option<u64>,
}

/// List the games.
#[derive(Args)]
pub(crate) struct GamesArguments {
    /// Show the boards that only test the geometry, too.
    #[arg(long)]
    pub(crate) all: bool,
    /// Print a JSON array.
    #[arg(long)]
    pub(crate) json: bool,
}
