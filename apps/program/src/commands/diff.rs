//! `damier diff`: compares the moves of an engine with our rules.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ::diff::{Observer, Opponent, OpponentError, Protocol, Query, RandomPositions, Report, TestPosition};
use anyhow::{Context, bail};
use catalog::{GameId, PositionText};
use clap::Args;
use client::{EngineError, Settings};
use serde::Serialize;

use crate::arguments::EXIT_CODES;
use crate::commands::minimize_arguments::MinimizeArguments;
use crate::commands::number_of;
use crate::commands::numbers::whole;
use crate::commands::position_arguments::{Named, PositionArguments, Takes};
use crate::interrupt::interrupt_flag;
use crate::progress::ComparisonProgress;
use crate::terminal::{shown, shown_lines};
use crate::{complain, exit};

const EXAMPLES: &str = "Examples:
  damier diff chess --engine stockfish --random 2000 --seed 1
  damier diff chess960 --engine \"/usr/games/stockfish\" --suite testdata/perft/chess/traps_chess960.epd
  damier diff chess --engine my-engine --depth 4 \"8/8/8/K2pP2r/8/8/8/7k w - d6 0 1\"
  damier diff frisian --engine \"scan hub\" --random 100
  damier diff russian --engine ./my-perft.sh --protocol script --random 100 --json
  damier diff international --engine ./my-perft.sh --protocol script --random 100 --routes

Protocols:
  uci     \"go perft N\". If the engine lacks it, \"go depth 1 searchmoves M\" for every legal move M and for all
          others together. If the engine ignores searchmoves, only the moves it chooses are checked.
  hub     \"pos pos=P moves=M\" for every legal move and many illegal ones; the engine should answer \"error\"
          to the illegal ones. If it never does, only the moves it chooses are checked. The parameter
          \"variant\" is set to the game if the engine has it.
  damier  \"CMD perft --game G --depth N --divide --json --fen FEN --moves MOVES\"
  script  \"CMD DEPTH FEN MOVES\" prints a move and its count on each line, an empty line and the sum, as in
          perftree. MOVES is left out if there are none.
  auto    damier if the command has that name; else UCI in chess and Hub in draughts; if that fails, script.

The engine may write moves in UCI, SAN, PDN or Hub. damier follows the first difference down to the position where it
arises, minimizes that position and prints it: missing moves are legal, extra moves are not. The minimized position
is written like the one you gave: colors in the same order, castling rights with the same letters.

With --routes, a script lists each route of a capture on its own line, or the capture once with the sum.

While minimizing, damier asks several questions at once: it sends \"go perft\" for up to 16 positions before it reads
the first answer, and it runs --threads scripts in parallel. If the engine mixes up its answers, it is asked one
question at a time.";

/// Compare an engine with the rules and show the smallest position where they differ.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
pub(crate) struct DiffArguments {
    #[command(flatten)]
    position: PositionArguments,
    /// The command that starts the engine, split into words as a shell does.
    #[arg(long, value_name = "CMD")]
    engine: String,
    /// The protocol of the engine: auto, uci, hub, damier or script.
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = str::parse::<Protocol>)]
    protocol: Protocol,
    /// Compare the positions of a file, one per line; text after a semicolon is ignored.
    #[arg(long, value_name = "FILE.epd", conflicts_with_all = ["fen", "moves"])]
    suite: Option<PathBuf>,
    /// Compare this many random positions.
    #[arg(long, value_name = "N", conflicts_with_all = ["suite", "fen", "moves"], value_parser = whole::<u64>(1..=u64::MAX))]
    random: Option<u64>,
    /// The seed of the random positions; the same seed gives the same positions.
    #[arg(long, value_name = "S", default_value_t = 1, requires = "random", value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,
    /// The length of the move sequences to count, if the engine can count.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = whole::<u32>(1..=20))]
    depth: u32,
    /// Seconds to wait for an answer.
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds)]
    timeout: f64,
    /// Set an option of a UCI engine or a parameter of a Hub engine; may be repeated.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = name_and_value)]
    options: Vec<(String, String)>,
    /// Count a capture once for each of its routes, as many draughts programs do.
    #[arg(long)]
    routes: bool,
    /// Scripts to run in parallel while minimizing.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    #[command(flatten)]
    minimize: MinimizeArguments,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

impl DiffArguments {
    /// The game and the position, which must be missing if another option gives the positions.
    fn named(&self) -> anyhow::Result<Named> {
        let named = self.position.read(Takes::Nothing)?;
        for (option, is_given) in [("--suite", self.suite.is_some()), ("--random", self.random.is_some())] {
            if is_given {
                named.without_position(option)?;
            }
        }
        Ok(named)
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| (0.01..=1e6).contains(number));
    number.ok_or_else(|| "expected a number from 0.01 to 1000000".to_owned())
}

fn name_and_value(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// The result of a comparison, as JSON.
#[derive(Serialize)]
struct DiffJson<'a> {
    game: &'a str,
    engine: &'a str,
    depth: u32,
    /// Whether captures count once for each of their routes.
    routes: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    /// Positions that were compared.
    positions: u64,
    /// Positions that are too complex or cannot be sent to the engine, and lines that are not positions.
    skipped: u64,
    seconds: f64,
    /// Whether all positions were compared, or a difference was found.
    complete: bool,
    caveats: Vec<String>,
    difference: Option<Report>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<FailureJson>,
}

/// The JSON of an engine that failed.
#[derive(Serialize)]
struct FailureJson {
    kind: &'static str,
    message: String,
    /// The position, unless the engine failed to start.
    fen: Option<String>,
}

/// What the comparison has found so far.
#[derive(Default)]
struct Tally {
    positions: u64,
    /// Skipped positions, by reason.
    not_comparable: BTreeMap<&'static str, u64>,
    unreadable: u64,
    difference: Option<Report>,
    failure: Option<FailureJson>,
}

pub(crate) fn run(arguments: &DiffArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let named = arguments.named()?;
    let game = named.game("diff")?;
    let mut tally = Tally::default();
    let (lines, total) = lines(arguments, game, &named, &mut tally)?;
    let stop = interrupt_flag()?;
    let settings = Settings {
        timeout: Duration::from_secs_f64(arguments.timeout),
        cancel: Arc::clone(&stop),
        folder: None,
    };
    let begin = Instant::now();
    let opened =
        ::diff::open_opponent(&arguments.engine, arguments.protocol, game, &arguments.options, &settings);
    let (mut name, mut depth, mut caveats) = (arguments.engine.clone(), arguments.depth, Vec::new());
    match opened {
        Ok(opponent) if arguments.routes && !opponent.can_count() => {
            bail!("{} cannot count move sequences, which --routes needs: omit --routes", opponent.name());
        }
        Ok(mut opponent) => {
            opponent.set_processes(usize::from(arguments.threads));
            compare_all(&mut *opponent, lines, total, arguments, &stop, &mut tally)?;
            (name, caveats) = (opponent.name().to_owned(), opponent.caveats());
            depth = if opponent.can_count() { depth } else { 1 };
        }
        Err(OpponentError::Engine(EngineError::Cancelled)) => {}
        Err(error) => tally.failure = Some(failure(&error, None)?),
    }
    let is_stopped = stop.load(Ordering::Relaxed);
    let value = DiffJson {
        game: game.name(),
        engine: &name,
        depth,
        routes: arguments.routes,
        seed: arguments.random.map(|_| arguments.seed),
        positions: tally.positions,
        skipped: tally.not_comparable.values().sum::<u64>() + tally.unreadable,
        seconds: begin.elapsed().as_secs_f64(),
        complete: !is_stopped && tally.failure.is_none() && tally.positions > 0,
        caveats,
        difference: tally.difference,
        failure: tally.failure,
    };
    let is_nothing = !is_stopped && value.positions == 0 && value.failure.is_none();
    if arguments.json {
        super::write_json(out, &value)?;
    } else if !is_nothing {
        write_text(&value, out)?;
    }
    if is_nothing {
        complain(&nothing_compared(&tally.not_comparable));
    }
    Ok(match value {
        DiffJson { difference: Some(_), .. } => ExitCode::from(exit::MISMATCH),
        DiffJson { failure: Some(_), .. } => ExitCode::from(exit::ENGINE_FAILED),
        _ if is_stopped => ExitCode::from(exit::INTERRUPTED),
        _ if is_nothing || tally.unreadable > 0 => ExitCode::from(exit::BAD_INPUT),
        _ => ExitCode::SUCCESS,
    })
}

/// Why there is no result.
fn nothing_compared(skipped: &BTreeMap<&str, u64>) -> String {
    let reasons: Vec<String> =
        skipped.iter().map(|(reason, count)| format!("{count} skipped: {reason}")).collect();
    let reasons =
        if reasons.is_empty() { "no position could be read".to_owned() } else { reasons.join(", ") };
    format!("nothing was compared; {reasons}")
}

type Lines<'a> = Box<dyn Iterator<Item = TestPosition> + 'a>;

/// The positions to compare, and how many there are.
fn lines<'a>(
    arguments: &'a DiffArguments,
    game: GameId,
    named: &Named,
    tally: &mut Tally,
) -> anyhow::Result<(Lines<'a>, u64)> {
    if let Some(random) = arguments.random {
        let count = usize::try_from(random).unwrap_or(usize::MAX);
        return Ok((Box::new(RandomPositions::new(game, arguments.seed).take(count)), random));
    }
    let Some(path) = &arguments.suite else {
        let line = TestPosition::at(game, &named.place())?;
        return Ok((Box::new(std::iter::once(line)), 1));
    };
    let lines = lines_of_suite(game, &named.place(), path, tally)?;
    let count = lines.len() as u64;
    Ok((Box::new(lines.into_iter()), count))
}

/// The positions of a file. Lines that cannot be read are reported. Counts after a position are ignored.
fn lines_of_suite(
    game: GameId,
    place: &PositionText<'_>,
    path: &Path,
    tally: &mut Tally,
) -> anyhow::Result<Vec<TestPosition>> {
    let name = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    let given = text.lines().map(str::trim).enumerate();
    let mut lines = Vec::new();
    for (index, given) in given.filter(|(_, given)| !given.is_empty() && !given.starts_with('#')) {
        let fen = given.split(';').next().unwrap_or_default().trim();
        match TestPosition::at(game, &PositionText { fen: Some(fen), ..*place }) {
            Ok(line) => lines.push(line),
            Err(error) => {
                complain(&format!("{name}: line {}: {error}", index + 1));
                tally.unreadable += 1;
            }
        }
    }
    if lines.is_empty() && tally.unreadable == 0 {
        bail!("{name}: the file has no positions");
    }
    Ok(lines)
}

/// Compares until the first difference, failure or Ctrl-C.
fn compare_all(
    opponent: &mut dyn Opponent,
    lines: Lines<'_>,
    total: u64,
    arguments: &DiffArguments,
    stop: &AtomicBool,
    tally: &mut Tally,
) -> anyhow::Result<()> {
    let progress = ComparisonProgress::new(Some(total), stop);
    let query = Query { depth: arguments.depth, routes: arguments.routes };
    for line in lines.take_while(|_| !progress.is_stopped()) {
        match ::diff::check(opponent, &line, query, arguments.minimize.budget(), &progress) {
            // What was found before the interrupt counts.
            Ok(Some(report)) => {
                tally.positions += 1;
                tally.difference = Some(report);
                break;
            }
            _ if progress.is_stopped() => break,
            Ok(None) => tally.positions += 1,
            Err(OpponentError::NotComparable { reason }) => {
                *tally.not_comparable.entry(reason).or_default() += 1;
            }
            Err(error) => {
                progress.finish();
                tally.failure = Some(failure(&error, Some(line.end().to_owned()))?);
                return Ok(());
            }
        }
        progress.advance();
    }
    progress.finish();
    Ok(())
}

/// A failure of the engine as data; what is wrong with the command line is an error.
fn failure(error: &OpponentError, fen: Option<String>) -> anyhow::Result<FailureJson> {
    let kind = match error {
        OpponentError::Engine(error) => match error {
            EngineError::Exited { .. } => "exited",
            EngineError::ClosedPipe { .. } => "closed_pipe",
            EngineError::Hung { .. } => "hung",
            EngineError::Garbage { .. } => "garbage",
            EngineError::Flood { .. } => "flood",
            EngineError::Reported { .. } => "reported",
            other => bail!("{other}"),
        },
        other => bail!("{other}"),
    };
    Ok(FailureJson { kind, message: error.to_string(), fen })
}

fn write_text(value: &DiffJson<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    for caveat in &value.caveats {
        writeln!(out, "note: {}", shown(caveat))?;
    }
    if let Some(report) = &value.difference {
        write!(out, "{}", shown_lines(&report.to_string()))?;
        return Ok(());
    }
    let positions = number_of(value.positions, "position");
    if let Some(failure) = &value.failure {
        let place = failure.fen.as_ref().map_or(String::new(), |fen| format!(" in {fen}"));
        complain(&format!("{}{place}", failure.message));
        return Ok(writeln!(out, "failed after {positions} without a difference")?);
    }
    if !value.complete && value.positions == 0 {
        let (engine, game) = (shown(value.engine), &value.game);
        return Ok(writeln!(out, "stopped: {engine}, {game}: nothing was compared")?);
    }
    let skipped = if value.skipped > 0 { format!(", {} skipped", value.skipped) } else { String::new() };
    let seed = value.seed.map_or(String::new(), |seed| format!(", seed {seed}"));
    let stopped = if value.complete { "" } else { "stopped: " };
    let routes = if value.routes { ", routes counted" } else { "" };
    writeln!(
        out,
        "{stopped}{}, {}: {positions} to depth {}{routes}{skipped}, no difference ({:.1} s{seed})",
        shown(value.engine),
        value.game,
        value.depth,
        value.seconds
    )?;
    Ok(())
}
