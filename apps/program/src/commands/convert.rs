//! `damier convert`: from one format of records to another.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::Args;
use convert::Format;
use files::{Compression, Output, Progress};
use indicatif::ProgressBar;
use study::{ConversionSummary, Message, check_format};

use crate::commands::conversion::Conversion;
use crate::commands::convert_summary::summary_text;
use crate::commands::game_arguments::take_game;
use crate::commands::in_parts::MOST_THREADS;
use crate::commands::number_of;
use crate::commands::numbers::whole;
use crate::commands::record_arguments::{
    RecordArguments, RecordInput, Unsure, hint_text, length, limits, name, no_game, path_of, unreadable,
};
use crate::interrupt::stop_on_interrupt;
use crate::progress::with_bytes;
use crate::{complain, exit};

const EXAMPLES: &str = "Examples:
  damier convert games.pgn games.jsonl
  damier convert old.pdn --output new.pdn.gz --verbose
  damier convert games.pgn.zst --to fen --every-position > positions.fen
  damier convert old.pgn --encoding windows-1251 > new.pgn
  curl -s URL | damier convert --to epd
  damier convert positions.fen --game frisian --to jsonl
  damier convert games.jsonl games.pdn

The input format is recognized by content, then by file name (.gz and .zst may follow), or given with --from. The output
format follows from the name of the output or --to; otherwise it is the input format in its standard form:
  pgn    chess and Chess960, in the export form of the standard
  pdn    draughts, PDN 3.0
  jsonl  one JSON object per game and line; loses nothing and can be read back
  fen    positions, one per line: the last of each game, or all with --every-position
  epd    the same with operations: hmvc and fmvn (chess clocks), id, c0 (players and result), sm (the move
         played); in draughts, the FEN replaces the four fields of chess
EPD texts cannot hold a quote, so ' replaces it.
Lists of positions are read as games without moves. EPD operations are kept in the tag Operations and written again with
their clocks; from list to list, positions get no new id. The moves of bm, am, sm and pm must be legal, and those of pv
must be legal in sequence; --keep-broken turns such operations into comments. Empty lines and lines that start with # are
skipped.

A game in JSON looks like this. Empty fields are left out; only \"moves\" and the game are required (\"game\", a tag or
--game):
  {\"game\": \"chess\", \"number\": 1, \"tags\": {\"White\": \"...\"}, \"fen\": \"where it is set up\", \"result\": \"1-0\",
   \"termination\": \"time forfeit\", \"comments\": [\"...\"], \"nags\": [1],
   \"moves\": [{\"move\": \"e4\", \"before\": [\"...\"], \"marks\": \"!?\", \"nags\": [14], \"comments\": [\"[%clk 0:03:00]\"],
              \"commands\": [{\"name\": \"clk\", \"value\": \"0:03:00\", \"seconds\": 180}], \"variations\": [[{\"move\": \"d4\"}]]}],
   \"changes\": [{\"line\": 1, \"column\": 1, \"message\": \"...\"}], \"notes\": ...}
\"variations\" are alternatives to their move; {\"fen\": \"...\"} among the moves sets up another position; \"before\" and
\"comments\" precede and follow the move, and \"closing\" follows its variations if no move does. \"number\",
\"commands\", \"changes\", \"notes\" and \"error\" are derived and not read back. Unknown fields are errors.

A game with an error is reported on stderr with its location and left out. With --keep-broken it is written up to the first
illegal move, with its tags, its result if known, and a comment that gives the reason and the rest of the text; this needs
readable tags and a readable start position. Text that breaks the standard is corrected and counts as a change; unusual text
is kept and counts as a note. --verbose shows each of them, and what the format cannot hold. With --strict, changes and
notes are errors. A variation ends at its first illegal move, which counts as a change; --keep-broken keeps the rest of it
as a comment. In such comments, < and > replace braces.

Text that is not UTF-8 is read in the encoding that best fits its words, and a line says which. If the encoding is
uncertain, nothing is written: give it with --encoding. JSON and all output are UTF-8. A file given with --output appears
complete or not at all, and only if it holds a game; it keeps the permissions of the file it replaces. Devices, pipes and
/dev/stdout are written as the games are read.

Damier reads the piece letters of other languages, short Russian moves (cd4), dashes, and null moves (--) in variations. It
writes English letters. Contradicting results are an error of the game.

The PDN tag GameType says how squares are named: with letters or numbers, from any corner. Games are written with the
names of their tag, lists of positions with the names of the game. A tag that contradicts the moves is corrected, which
counts as a change.";

const EXIT_CODES: &str = "Exit codes:
  0    all games were written
  1    games have errors, or there are none
  2    bad usage, a file that cannot be read or written, or an uncertain encoding
  130  stopped by Ctrl-C, TERM or HUP";

/// Convert game records between PGN, PDN, JSON, FEN and EPD.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{}\n\n{EXIT_CODES}", limits()))]
pub(crate) struct ConvertArguments {
    /// The file to read and the file to write; "-" or nothing means standard input and output. You can name the game
    /// first; write ./chess for a file with the name of a game.
    #[arg(value_name = "INPUT] [OUTPUT", num_args = 0..=3)]
    files: Vec<PathBuf>,
    /// The file to write, as an option.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The output format; by default that of the output name, or else of the input.
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
    #[command(flatten)]
    pub(crate) records: RecordArguments,
    /// Write every position of a game to FEN and EPD, not only the last.
    #[arg(long)]
    pub(crate) every_position: bool,
    /// Write games with errors up to the first illegal move, and the rest as a comment; not with --strict.
    #[arg(long)]
    pub(crate) keep_broken: bool,
    /// Convert the games of a PGN or PDN file to PGN or PDN with N threads; by default one per core. The output is the same.
    /// With --keep-broken, one thread is used.
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=MOST_THREADS))]
    pub(crate) threads: Option<usize>,
}

pub(crate) fn run(mut arguments: ConvertArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    take_game(&mut arguments.files, &mut arguments.records.game)?;
    let arguments = &arguments;
    let (input, output) = arguments.paths()?;
    check(arguments, input, output)?;
    let progress = Arc::new(Progress::default());
    stop_on_interrupt(&progress)?;
    progress.expect(length(input));
    let RecordInput { format: from, letters, text, assumed } =
        arguments.records.open(input, &progress, Unsure::Refuse)?;
    let to = output_format(arguments, from, output)?;
    let cannot_write = || format!("cannot write {}", output_name(output));
    let create = |path| Output::create(path, Compression::of_path(path)).with_context(cannot_write);
    let mut file = output.map(create).transpose()?;
    let work = |bar: &ProgressBar| {
        let out: &mut dyn Write = match &mut file {
            Some(file) => file,
            None => out,
        };
        let say = |message: Message| {
            bar.suspend(|| complain(&format!("{}: {message}{}", name(input), hint_text(message.hint()))))
        };
        let task = Conversion { arguments, from, to, letters };
        task.run(text, &say, out).map_err(|error| error.context(cannot_write()))
    };
    // A progress bar would break into the printed output.
    let is_shown = output.is_some() || !io::stdout().is_terminal();
    let summary = if is_shown { with_bytes(&progress, work) } else { work(&ProgressBar::hidden()) }?;
    if progress.is_stopped() {
        complain("stopped");
        return Ok(ExitCode::from(exit::INTERRUPTED));
    }
    let is_stream = file.as_ref().is_none_or(Output::is_stream);
    // Half of the games would look like all of them. What went to a stream cannot be taken back.
    let is_worth_it = summary.unreadable.is_none() && summary.written > 0;
    if let Some(file) = file.filter(|_| is_stream || is_worth_it) {
        file.finish().with_context(cannot_write)?;
    }
    // If it cannot be read, that was already reported.
    if summary.unreadable.is_none() {
        assumed.lines().iter().for_each(|line| complain(&format!("{}: {line}", name(input))));
    }
    Ok(finish(&summary, input, output, is_stream))
}

impl ConvertArguments {
    /// The files to read and to write; none for standard input and output.
    fn paths(&self) -> anyhow::Result<(Option<&Path>, Option<&Path>)> {
        let (input, second) = match &self.files[..] {
            [] => (None, None),
            [input] => (Some(input), None),
            [input, output] => (Some(input), Some(output)),
            [_, _, other, ..] => bail!("found a third file {other:?}, expected one to read and one to write"),
        };
        match (second, &self.output) {
            (Some(second), Some(output)) => {
                bail!("found two output files, {second:?} and --output {output:?}: give only one");
            }
            (second, output) => Ok((path_of(input), path_of(second.or(output.as_ref())))),
        }
    }
}

/// Whether the arguments go together, to the extent known without the input.
fn check(arguments: &ConvertArguments, input: Option<&Path>, output: Option<&Path>) -> anyhow::Result<()> {
    if arguments.keep_broken && arguments.records.strict {
        bail!(
            "--keep-broken writes the readable part of a broken game, --strict rejects all of it: give only one of them"
        );
    }
    if let (Some(input), Some(output)) = (input, output)
        && is_same_file(input, output)
    {
        bail!("{} is the input: write to another file", output.display());
    }
    Ok(())
}

/// The format of the output: as told, as its name says, or that of the input, in its standard form.
fn output_format(
    arguments: &ConvertArguments,
    from: Format,
    output: Option<&Path>,
) -> anyhow::Result<Format> {
    let to = arguments.to.or_else(|| output.and_then(Format::of_path)).unwrap_or(from);
    if let Some(game) = arguments.records.game {
        check_format(game, to).map_err(anyhow::Error::msg)?;
    }
    if arguments.every_position && !matches!(to, Format::Fen | Format::Epd) {
        bail!("--every-position is for fen and epd, but the output is {to}");
    }
    Ok(to)
}

/// Reports what became of the games.
fn finish(
    summary: &ConversionSummary,
    input: Option<&Path>,
    output: Option<&Path>,
    is_stream: bool,
) -> ExitCode {
    if let Some(why) = &summary.unreadable {
        complain(&unreadable(&name(input), why));
    }
    match output {
        _ if summary.is_empty() => complain(&no_game(input)),
        Some(path) if summary.unreadable.is_some() && !is_stream => {
            complain(&format!("{}, nothing written to {}", number_of(summary.read, "game"), path.display()));
        }
        None if summary.is_clean() => {}
        _ => complain(&summary_text(summary, &output_name(output))),
    }
    match summary {
        ConversionSummary { unreadable: Some(_), .. } => ExitCode::from(exit::BAD_INPUT),
        ConversionSummary { errors: 1.., .. } => ExitCode::from(exit::MISMATCH),
        summary if summary.is_empty() => ExitCode::from(exit::MISMATCH),
        _ => ExitCode::SUCCESS,
    }
}

fn output_name(path: Option<&Path>) -> String {
    path.map_or_else(|| "standard output".to_owned(), |path| path.display().to_string())
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other && one.is_file(),
        _ => false,
    }
}
