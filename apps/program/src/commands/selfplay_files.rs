//! What can be done with files of self-play games.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::Args;
use engine::Control;
use files::{Compression, Output};
use selfplay::{ExportCounts, ExportFilter, Exporter, GameFile, MergeCounts};
use serde::Serialize;

use crate::commands::numbers::whole;
use crate::commands::{number_of, write_json};
use crate::interrupt::stop_on_interrupt;
use crate::{complain, exit};

/// Write positions of games as records for training.
#[derive(Args)]
pub(crate) struct ExportArguments {
    /// Files of games.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The file for the records.
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Keep positions where the side to move captures, or is in check.
    #[arg(long)]
    loud: bool,
    /// Leave out positions with a larger score, in hundredths of a pawn or man; by default only forced wins.
    #[arg(long, value_name = "SCORE", value_parser = whole::<u32>(0..=30_000))]
    most_score: Option<u32>,
    /// Leave out positions more than this many plies after an irreversible move; by default 16 in draughts.
    #[arg(long, value_name = "N", value_parser = whole::<u32>(0..=100_000))]
    most_quiet_plies: Option<u32>,
    /// Keep positions that look the same as an earlier one.
    #[arg(long)]
    repeats: bool,
    /// Positions with this many pieces or fewer are limited by --most-few.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = whole::<usize>(0..=1_000))]
    few_pieces: usize,
    /// The most positions with few pieces to keep from one game; the first ones are kept.
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = whole::<u32>(0..=1_000_000))]
    most_few: u32,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct ExportJson {
    games: u64,
    searched: u64,
    kept: u64,
    loud: u64,
    decided: u64,
    stale: u64,
    few: u64,
    repeated: u64,
}

/// Opens files that hold the same game.
pub(crate) fn open_all(paths: &[PathBuf]) -> anyhow::Result<Vec<GameFile>> {
    let mut files: Vec<GameFile> = Vec::new();
    for path in paths {
        let file = GameFile::open(path)?;
        if let Some(first) = files.first()
            && first.game() != file.game()
        {
            bail!(
                "{} holds games of {}, {} of {}; name files of one game",
                first.path().display(),
                first.game(),
                path.display(),
                file.game()
            );
        }
        files.push(file);
    }
    Ok(files)
}

/// Says that a file ends within a block.
pub(crate) fn tell_tail(file: &GameFile) {
    if let Some(tail) = file.tail() {
        complain(&format!(
            "{}: left out {} of an unfinished block at byte {}",
            file.path().display(),
            number_of(tail.bytes, "byte"),
            tail.offset
        ));
    }
}

pub(crate) fn export(arguments: &ExportArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let mut files = open_all(&arguments.files)?;
    let game = files[0].game();
    let usual = ExportFilter::of(game);
    let filter = ExportFilter {
        loud: arguments.loud,
        most_score: arguments.most_score.map(|most| most as i32).or(usual.most_score),
        most_quiet_plies: arguments.most_quiet_plies.or(usual.most_quiet_plies),
        repeats: arguments.repeats,
        few_pieces: arguments.few_pieces,
        most_few: arguments.most_few,
    };
    let control = Arc::new(Control::default());
    stop_on_interrupt(&control)?;
    let name = || arguments.output.display().to_string();
    let output = Output::create(&arguments.output, Compression::None).with_context(name)?;
    let mut exporter = Exporter::new(game, filter, output).with_context(name)?;
    for file in &mut files {
        exporter.add(file, &mut |_| !control.is_stopped())?;
        tell_tail(file);
        if control.is_stopped() {
            return Ok(ExitCode::from(exit::INTERRUPTED));
        }
    }
    let ExportCounts { games, searched, kept, loud, decided, stale, few, repeated } = exporter.counts();
    exporter.into_inner().finish().with_context(name)?;
    if arguments.json {
        write_json(out, &ExportJson { games, searched, kept, loud, decided, stale, few, repeated })?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "{}, {} searched", number_of(games, "game"), number_of(searched, "position"))?;
    for (count, what) in [
        (kept, "kept"),
        (loud, "left out: a capture or check"),
        (decided, "left out: decided"),
        (stale, "left out: long after an irreversible move"),
        (few, "left out: many of one game with few pieces"),
        (repeated, "left out: looks the same as an earlier one"),
    ] {
        let share = count as f64 * 100.0 / searched.max(1) as f64;
        writeln!(out, "{count:>12}  {share:>5.1} %  {what}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Put the games of several files into one; games with the same moves are kept once.
#[derive(Args)]
pub(crate) struct MergeArguments {
    /// Files of games.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The file for all games.
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct MergeJson {
    read: u64,
    kept: u64,
    repeated: u64,
}

pub(crate) fn merge(arguments: &MergeArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let mut files = open_all(&arguments.files)?;
    let control = Arc::new(Control::default());
    stop_on_interrupt(&control)?;
    let name = || arguments.output.display().to_string();
    let mut output = Output::create(&arguments.output, Compression::None).with_context(name)?;
    let counts = selfplay::merge(&mut files, &mut output, &mut |_| !control.is_stopped())?;
    if control.is_stopped() {
        return Ok(ExitCode::from(exit::INTERRUPTED));
    }
    output.finish().with_context(name)?;
    files.iter().for_each(tell_tail);
    let MergeCounts { read, kept, repeated } = counts;
    if arguments.json {
        write_json(out, &MergeJson { read, kept, repeated })?;
    } else {
        writeln!(out, "{} read, {kept} kept, {repeated} repeated", number_of(read, "game"))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Print a game as PGN or PDN, with the score of each move for White.
#[derive(Args)]
pub(crate) struct ShowGameArguments {
    /// A file of games.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Which game of the file, from 1.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(1..=u64::MAX))]
    game: u64,
}

pub(crate) fn show(arguments: &ShowGameArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let mut file = GameFile::open(&arguments.file)?;
    let mut before = 0;
    while let Some(block) = file.next_block()? {
        let index = usize::try_from(arguments.game - 1 - before).unwrap_or(usize::MAX);
        let Some(stored) = block.games.get(index) else {
            before += block.games.len() as u64;
            continue;
        };
        let source = &file.header().sources[block.source as usize];
        let text = selfplay::game_record(file.game(), source, stored);
        let text = text
            .with_context(|| format!("{}: game {} is damaged", arguments.file.display(), arguments.game))?;
        out.write_all(text.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    bail!("{} holds {}, not {}", arguments.file.display(), number_of(before, "game"), arguments.game)
}
