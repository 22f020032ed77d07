//! `damier convert`: from one format of records to another.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, bail};
use catalog::{GameId, GameTags};
use clap::Args;
use convert::{Format, PositionWriter, SourceGame, Which, read_games, write_json};
use files::{Compression, Output, Progress};
use indicatif::ProgressBar;
use record::{
    AnyBoard, BrokenGame, Fault, ReadGame, RecordError, Repair, ResultStyle, Syntax, TextTree, Texts,
    WriteError, WriteOptions,
};

use crate::commands::record_arguments::{RecordArguments, RecordGame, count, length, name, path_of};
use crate::interrupt::stop_on_interrupt;
use crate::progress::with_bytes;
use crate::{complain, exit};

const EXAMPLES: &str = "Examples:
  damier convert games.pgn games.jsonl
  damier convert old.pdn --output new.pdn.gz --verbose
  damier convert games.pgn.zst --to fen --every-position > positions.fen
  curl -s URL | damier convert --from pgn --to epd
  damier convert positions.fen --game frisian --to jsonl
  damier convert games.jsonl games.pdn

Formats, told by the names of the files (.gz and .zst may follow) or by --from and --to:
  pgn    chess and Chess960, in the export form of the standard
  pdn    draughts, PDN 3.0
  jsonl  one JSON object for each game, each in a line; loses nothing and is read back
  fen    positions, one a line: the last of each game, or all with --every-position
  epd    the same with operations: hmvc and fmvn (chess clocks), id, c0 (players and result), sm (the move
         played); in draughts the FEN stands in place of the four fields of chess
Lists of positions are read as games without moves. The operations of EPD are kept in the tag Operations, and
written again. Empty lines and lines that begin with # are passed over.

A game in JSON; what has no content is left out, and a reader needs only \"moves\":
  {\"game\": \"chess\", \"number\": 1, \"tags\": {\"White\": \"...\"}, \"fen\": \"where it is set up\", \"result\": \"1-0\",
   \"termination\": \"time forfeit\", \"comments\": [\"...\"], \"nags\": [1],
   \"moves\": [{\"move\": \"e4\", \"before\": [\"...\"], \"marks\": \"!?\", \"nags\": [14], \"comments\": [\"[%clk 0:03:00]\"],
              \"commands\": [{\"name\": \"clk\", \"value\": \"0:03:00\", \"seconds\": 180}], \"variations\": [[{\"move\": \"d4\"}]]}],
   \"repairs\": [{\"line\": 1, \"column\": 1, \"repair\": \"...\"}]}
\"variations\" replace the move they stand with; {\"fen\": \"...\"} among the moves sets up another position;
\"before\" and \"comments\" stand before and after the move. \"number\", \"commands\", \"repairs\" and \"error\" tell
what can be known otherwise and are not read back. Unknown fields are errors.

A game with an error is reported on stderr with its place, and left out; with --keep-broken it is written as far
as it is legal, with a last comment that says so. Repairs, and what a format cannot hold, are counted at the end
and shown each with --verbose. A file of --output appears when it is complete, or not at all.

Exit codes:
  0    all games were written
  1    games have errors
  2    bad usage, or a file that cannot be read or written
  130  stopped by Ctrl-C";

/// Convert game records between PGN, PDN, JSON, FEN and EPD.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ConvertArguments {
    /// The file to read; "-" or nothing for standard input.
    #[arg(value_name = "INPUT")]
    input: Option<PathBuf>,
    /// The file to write; "-" or nothing for standard output.
    #[arg(value_name = "OUTPUT", conflicts_with = "output")]
    positional_output: Option<PathBuf>,
    /// The file to write, as an option.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The format of the output; without it the name of the file tells.
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
    #[command(flatten)]
    records: RecordArguments,
    /// Write every position of a game to FEN and EPD, not only the last.
    #[arg(long)]
    every_position: bool,
    /// Write games with errors as far as they are legal.
    #[arg(long)]
    keep_broken: bool,
}

pub(crate) fn run(arguments: &ConvertArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let input = path_of(arguments.input.as_ref());
    let output = path_of(arguments.output.as_ref().or(arguments.positional_output.as_ref()));
    let from = arguments.records.format(input)?;
    let Some(to) = arguments.to.or_else(|| output.and_then(Format::of_path)) else {
        bail!("unknown format of the output, give it with --to pgn, pdn, fen, epd or jsonl");
    };
    if let Some(game) = arguments.records.game {
        check_format(game, to).map_err(anyhow::Error::msg)?;
    }
    if arguments.every_position && !matches!(to, Format::Fen | Format::Epd) {
        bail!("--every-position is for fen and epd, and the output is {to}");
    }
    if let (Some(input), Some(output)) = (input, output)
        && is_same_file(input, output)
    {
        bail!("{} is the input: write to another file", output.display());
    }
    let progress = Arc::new(Progress::default());
    stop_on_interrupt(&progress)?;
    progress.expect(length(input));
    let reader = arguments.records.open(input, &progress)?;
    let mut file = match output {
        Some(path) => {
            let file = Output::create(path, Compression::of_path(path));
            Some(file.with_context(|| format!("cannot write {}", path.display()))?)
        }
        None => None,
    };
    let work = |bar: &ProgressBar| {
        let out: &mut dyn Write = match &mut file {
            Some(file) => file,
            None => out,
        };
        let mut converter = Converter::new(arguments, from, to, name(input), bar, out);
        let mut games = read_games(reader, from, arguments.records.options(Syntax::Pdn));
        while let Some(game) = games.next() {
            let is_read = match game {
                Ok(game) => converter.game(&game),
                Err(error) => converter.unread(error, games.take_broken()),
            };
            is_read.map_err(|error| error.context(format!("cannot write {}", output_name(output))))?;
            if converter.unreadable.is_some() {
                break;
            }
        }
        games.repairs_after().iter().for_each(|repair| converter.repair(repair));
        Ok::<_, anyhow::Error>(converter.summary())
    };
    // A bar in the middle of what is printed would help nobody.
    let is_shown = output.is_some() || !io::stdout().is_terminal();
    let summary = if is_shown { with_bytes(&progress, work) } else { work(&ProgressBar::hidden()) }?;
    if progress.is_stopped() {
        complain("stopped");
        return Ok(ExitCode::from(exit::INTERRUPTED));
    }
    // Half of the games would look like all of them.
    if let Some(file) = file.filter(|_| summary.unreadable.is_none()) {
        file.finish().with_context(|| format!("cannot write {}", output_name(output)))?;
    }
    finish(&summary, output)
}

/// Says what became of the games.
fn finish(summary: &Summary, output: Option<&Path>) -> anyhow::Result<ExitCode> {
    if let Some(why) = &summary.unreadable {
        complain(why);
    }
    match output {
        Some(path) if summary.unreadable.is_some() => {
            complain(&format!("{}, nothing written to {}", count(summary.read, "game"), path.display()));
        }
        None if summary.is_clean() => {}
        _ => complain(&summary.text(output)),
    }
    Ok(match summary {
        Summary { unreadable: Some(_), .. } => ExitCode::from(exit::BAD_INPUT),
        Summary { errors: 1.., .. } => ExitCode::from(exit::MISMATCH),
        _ => ExitCode::SUCCESS,
    })
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

/// Whether a format has a place for a game.
fn check_format(game: GameId, format: Format) -> Result<(), String> {
    match format {
        Format::Pgn if !game.is_chess() => {
            Err(format!("PGN is for chess, and this is {game}: write pdn or jsonl"))
        }
        Format::Pdn if game.is_chess() => {
            Err(format!("PDN is for draughts, and this is {game}: write pgn or jsonl"))
        }
        _ => Ok(()),
    }
}

/// What became of the games.
struct Summary {
    read: u64,
    written: u64,
    positions: Option<u64>,
    errors: u64,
    repairs: u64,
    losses: u64,
    unreadable: Option<String>,
}

impl Summary {
    fn is_clean(&self) -> bool {
        self.errors == 0 && self.repairs == 0 && self.losses == 0
    }

    fn text(&self, output: Option<&Path>) -> String {
        let mut parts = vec![format!(
            "{} read, {} written to {}",
            count(self.read, "game"),
            self.written,
            output_name(output)
        )];
        if let Some(positions) = self.positions {
            parts.push(count(positions, "position"));
        }
        parts.push(count(self.errors, "error"));
        parts.push(count(self.repairs, "repair"));
        if self.losses > 0 {
            parts.push(format!("{} that the format cannot hold", count(self.losses, "thing")));
        }
        parts.join(", ")
    }
}

/// Takes games one after the other and writes them.
struct Converter<'a> {
    arguments: &'a ConvertArguments,
    from: Format,
    to: Format,
    input: String,
    bar: &'a ProgressBar,
    out: &'a mut dyn Write,
    board: Option<(GameId, Box<dyn AnyBoard>)>,
    buffer: Vec<u8>,
    summary: Summary,
    unreadable: Option<String>,
}

impl<'a> Converter<'a> {
    fn new(
        arguments: &'a ConvertArguments,
        from: Format,
        to: Format,
        input: String,
        bar: &'a ProgressBar,
        out: &'a mut dyn Write,
    ) -> Self {
        let positions = matches!(to, Format::Fen | Format::Epd).then_some(0);
        let summary =
            Summary { read: 0, written: 0, positions, errors: 0, repairs: 0, losses: 0, unreadable: None };
        Self {
            arguments,
            from,
            to,
            input,
            bar,
            out,
            board: None,
            buffer: Vec::new(),
            summary,
            unreadable: None,
        }
    }

    fn summary(self) -> Summary {
        Summary { unreadable: self.unreadable, ..self.summary }
    }

    /// A game that was read as text.
    fn game(&mut self, game: &SourceGame) -> anyhow::Result<()> {
        self.summary.read += 1;
        self.resolve(game, None)
    }

    /// A game whose text is broken; what stands before the fault may be kept.
    fn unread(&mut self, error: RecordError, broken: Option<record::RawGame>) -> anyhow::Result<()> {
        if let Fault::Io { message, .. } = &error.fault {
            self.unreadable = Some(format!("cannot read {}: {message}", self.input));
            return Ok(());
        }
        self.summary.read += 1;
        match broken {
            Some(raw) if self.arguments.keep_broken => {
                self.resolve(&SourceGame { game: None, raw }, Some(error))
            }
            _ => {
                self.error(&error);
                Ok(())
            }
        }
    }

    fn resolve(&mut self, game: &SourceGame, fault: Option<RecordError>) -> anyhow::Result<()> {
        let raw = &game.raw;
        let tags = GameTags { game_type: raw.tags().get("GameType"), variant: raw.tags().get("Variant") };
        let fen = raw.tags().get("FEN");
        let record = RecordGame { format: self.from, game: game.game.as_deref(), tags, fen };
        let chosen = self.arguments.records.choose(&record);
        let chosen = chosen.and_then(|id| check_format(id, self.to).map(|()| id));
        let id = match chosen {
            Ok(id) => id,
            Err(reason) => {
                self.error(&fault.unwrap_or_else(|| raw.error(reason)));
                return Ok(());
            }
        };
        let (_, mut board) = match self.board.take() {
            Some(known) if known.0 == id => known,
            _ => (id, damier::board(id)),
        };
        let syntax = if id.is_chess() { Syntax::Pgn } else { Syntax::Pdn };
        let options = self.arguments.records.options(self.from.syntax().unwrap_or(syntax));
        let result = raw.clone().with_options(options).resolve_on(&mut *board);
        let (read, error) = match result {
            Ok(read) => (Some(read), fault),
            Err(broken) => {
                let BrokenGame { error, place, tree, repairs } = *broken;
                let kept = self.arguments.keep_broken;
                (kept.then_some(ReadGame { number: error.game, place, tree, repairs }), Some(error))
            }
        };
        if let Some(error) = &error {
            self.error(error);
        }
        if let Some(mut read) = read {
            if let Some(error) = &error {
                let end = read.tree.end();
                read.tree.add_comment(end, &format!("The rest is left out: {error}"));
            }
            read.repairs.iter().for_each(|repair| self.repair(repair));
            self.write(id, &read, error.as_ref(), &mut *board)?;
        }
        self.board = Some((id, board));
        Ok(())
    }

    fn write(
        &mut self,
        id: GameId,
        game: &ReadGame<Texts>,
        error: Option<&RecordError>,
        board: &mut dyn AnyBoard,
    ) -> anyhow::Result<()> {
        self.buffer.clear();
        match self.to {
            Format::Pgn | Format::Pdn => {
                let tree = tagged(id, &game.tree, self.to);
                match write_options(id).write(&tree, &mut self.buffer) {
                    Ok(losses) => {
                        for loss in losses {
                            self.summary.losses += 1;
                            self.tell(&format!("game {}: {loss}", game.number));
                        }
                    }
                    Err(WriteError::Io(error)) => return Err(error.into()),
                    Err(other) => {
                        let fault = Fault::Refused { reason: other.to_string() };
                        self.error(&RecordError { game: game.number, place: game.place, fault });
                        return Ok(());
                    }
                }
            }
            Format::JsonLines => write_json(id.name(), game, error, &mut self.buffer)?,
            Format::Fen | Format::Epd => {
                let which = if self.arguments.every_position { Which::Every } else { Which::Final };
                let writer = PositionWriter { which, has_operations: self.to == Format::Epd };
                let positions = writer.write(game.number, &game.tree, board, &mut self.buffer)?;
                *self.summary.positions.get_or_insert(0) += positions;
            }
        }
        self.out.write_all(&self.buffer)?;
        self.summary.written += 1;
        Ok(())
    }

    fn error(&mut self, error: &RecordError) {
        self.summary.errors += 1;
        self.bar.suspend(|| complain(&format!("{}: {error}", self.input)));
    }

    fn repair(&mut self, repair: &Repair) {
        self.summary.repairs += 1;
        let Repair { game, place, kind } = repair;
        self.tell(&format!("game {game}, {place}: repaired: {kind}"));
    }

    /// Something that only a careful reader wants to know.
    fn tell(&self, text: &str) {
        if self.arguments.records.verbose {
            self.bar.suspend(|| complain(&format!("{}: {text}", self.input)));
        }
    }
}

fn write_options(game: GameId) -> WriteOptions {
    match (game.is_chess(), game.has_two_points()) {
        (true, _) => WriteOptions::pgn(),
        (false, true) => WriteOptions::pdn(ResultStyle::Two),
        (false, false) => WriteOptions::pdn(ResultStyle::One),
    }
}

/// The game with tags that tell which game it is, for who reads it next.
fn tagged(game: GameId, tree: &TextTree, format: Format) -> TextTree {
    let mut tree = tree.clone();
    let tags = tree.tags_mut();
    let known = GameTags { game_type: tags.get("GameType"), variant: tags.get("Variant") }.game(None);
    let is_told = known == Ok(Some(game)) && (format == Format::Pgn || tags.get("GameType").is_some());
    if !is_told {
        for (name, value) in game.record_tags() {
            if tags.get(name).is_none() {
                tags.set(name, &value);
            }
        }
    }
    tree
}
