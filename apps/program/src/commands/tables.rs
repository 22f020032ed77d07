//! `damier tables`: builds, verifies and probes endgame tables.

use std::cmp::Ordering;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use boardgame::{MoveStyle, Notation, PositionExt, Reading};
use catalog::GameId;
use catalog::draughts::AnyDraughts;
use clap::{Args, Subcommand, ValueEnum};
use serde::Serialize;
use tables::{
    BuildOptions, BuildProgress, ProofOptions, ProofReport, StopFlag, Stopped, TableError, Tables, Value,
    ValueCounts, VerifyReport,
};

use crate::arguments::EXIT_CODES;
use crate::commands::game_arguments::GameParser;
use crate::commands::numbers::whole;
use crate::commands::position_arguments::{PositionArguments, Takes};
use crate::commands::tables_sample::{Sample, Sampled};
use crate::commands::{number_of, write_json};
use crate::interrupt::{Stop, stop_on_interrupt};
use crate::{complain, exit};

const EXAMPLES: &str = "Examples:
  damier tables build russian --pieces 4
  damier tables build international --pieces 4 --metric dtc --dir /data/tables
  damier tables probe russian \"W:WKc1,Kd2,Kc3:BKh4\"
  damier tables verify russian
  damier tables prove russian --positions 100000
  damier tables stats english --json

Tables say which positions with few pieces are won, drawn or lost. Without --dir they are in damier/tables under
$XDG_DATA_HOME or ~/.local/share. A build that was stopped continues where it stopped. The values ignore rules that count
moves or repetitions; docs/tables.md says which, game by game.";

/// Build, verify and probe endgame tables of draughts games.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
pub(crate) struct TablesArguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    Build(BuildArguments),
    Verify(VerifyArguments),
    Prove(ProveArguments),
    Probe(ProbeArguments),
    Stats(StatsArguments),
}

/// Where the tables are, and how to print.
#[derive(Args)]
struct Common {
    /// The folder of the tables of all games.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Print JSON: one object per line.
    #[arg(long)]
    json: bool,
}

/// Build the tables of a game, up to a number of pieces.
#[derive(Args)]
struct BuildArguments {
    /// The game.
    #[arg(value_name = "GAME", value_parser = GameParser, hide_possible_values = true)]
    game: GameId,
    /// Build all positions with up to this many pieces.
    #[arg(long, value_name = "N", value_parser = whole::<usize>(2..=tables::MOST_PIECES as u64))]
    pieces: usize,
    /// What to store: win, draw or loss, or also the distance to conversion.
    #[arg(long, value_name = "METRIC", default_value = "wdl")]
    metric: StoredMetric,
    /// The number of threads; 0 for one per core.
    #[arg(long, value_name = "K", default_value_t = 0, value_parser = whole::<usize>(0..=1024))]
    threads: usize,
    /// The most memory to use, in megabytes.
    #[arg(long, value_name = "MB", default_value_t = 4_096, value_parser = whole::<u64>(1..=16_777_216))]
    memory: u64,
    #[command(flatten)]
    common: Common,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StoredMetric {
    /// Win, draw or loss.
    Wdl,
    /// Also the plies to the next capture or promotion.
    Dtc,
}

/// Check that no byte has changed and that every value follows from the legal moves.
#[derive(Args)]
struct VerifyArguments {
    /// The game.
    #[arg(value_name = "GAME", value_parser = GameParser, hide_possible_values = true)]
    game: GameId,
    /// Also check this many random positions with the slow generators written from the rule books.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = whole::<u32>(0..=100_000_000))]
    sample: u32,
    /// The seed of the sample.
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,
    #[command(flatten)]
    common: Common,
}

/// Say whether a position is won, drawn or lost, and what each move leads to.
#[derive(Args)]
struct ProbeArguments {
    #[command(flatten)]
    position: PositionArguments,
    #[command(flatten)]
    common: Common,
}

/// Prove random positions by search: wins and losses to the end of the game, draws within a bound.
#[derive(Args)]
struct ProveArguments {
    /// The game.
    #[arg(value_name = "GAME", value_parser = GameParser, hide_possible_values = true)]
    game: GameId,
    /// How many random positions.
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = whole::<u32>(1..=100_000_000))]
    positions: u32,
    /// The most pieces of a position.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = whole::<usize>(2..=8))]
    pieces: usize,
    /// How many positions to search for a win that refutes a draw.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = whole::<u64>(1..=1_000_000_000))]
    nodes: u64,
    /// The seed of the random positions.
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,
    #[command(flatten)]
    common: Common,
}

/// Count the won, drawn and lost positions of each material.
#[derive(Args)]
struct StatsArguments {
    /// The game.
    #[arg(value_name = "GAME", value_parser = GameParser, hide_possible_values = true)]
    game: GameId,
    #[command(flatten)]
    common: Common,
}

pub(crate) fn run(arguments: &TablesArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    match &arguments.action {
        Action::Build(arguments) => build(arguments, out),
        Action::Verify(arguments) => verify(arguments, out),
        Action::Probe(arguments) => probe(arguments, out),
        Action::Prove(arguments) => prove(arguments, out),
        Action::Stats(arguments) => stats(arguments, out),
    }
}

impl Common {
    fn folder(&self) -> anyhow::Result<PathBuf> {
        match &self.dir {
            Some(folder) => Ok(folder.clone()),
            None => Ok(crate::folders::data_folder("a folder for the tables with --dir DIR")?.join("tables")),
        }
    }
}

impl Stop for StopFlag {
    fn stop(&self) {
        self.stop();
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped()
    }
}

/// A control that Ctrl-C stops.
fn control() -> anyhow::Result<StopFlag> {
    let control = std::sync::Arc::new(StopFlag::default());
    stop_on_interrupt(&control)?;
    Ok(StopFlag::clone(&control))
}

/// Turns a stop into its exit code; what cannot be trusted is a finding, all else bad input.
fn ended(result: Result<(), TableError>) -> anyhow::Result<ExitCode> {
    match result {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(TableError::Stopped(_)) => Ok(ExitCode::from(exit::INTERRUPTED)),
        Err(
            error @ (TableError::Broken { .. }
            | TableError::Foreign { .. }
            | TableError::Missing { .. }
            | TableError::Contradiction { .. }
            | TableError::Refuted { .. }),
        ) => {
            complain(&error.to_string());
            Ok(ExitCode::from(exit::MISMATCH))
        }
        Err(error) => Err(error.into()),
    }
}

#[derive(Serialize)]
struct BuildJson {
    material: String,
    positions: u64,
    was_present: bool,
    /// What was wrong with files that were there and were built again.
    #[serde(skip_serializing_if = "Option::is_none")]
    damage: Option<String>,
    bytes: u64,
    done: u64,
    total: u64,
    seconds: f64,
    seconds_left: Option<f64>,
}

fn build(arguments: &BuildArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let folder = arguments.common.folder()?;
    let control = control()?;
    let options = BuildOptions {
        pieces: arguments.pieces,
        with_distances: arguments.metric == StoredMetric::Dtc,
        threads: arguments.threads,
        memory: arguments.memory,
    };
    let (sender, receiver) = std::sync::mpsc::channel::<BuildProgress>();
    let result = std::thread::scope(|scope| {
        let work = || {
            let sender = sender;
            let report = &mut |step: &BuildProgress| drop(sender.send(step.clone()));
            tables::build(arguments.game, &folder, &options, &control, report)
        };
        let thread = std::thread::Builder::new();
        let work = thread.spawn_scoped(scope, work).context("cannot start a thread")?;
        for step in receiver {
            if let Some(damage) = &step.damage {
                complain(damage);
            }
            if let Err(error) = write_step(&step, arguments.common.json, out) {
                control.stop();
                return Err(error);
            }
        }
        Ok(work.join().expect("the build reports its errors"))
    })?;
    if result.is_ok() && !arguments.common.json {
        let tables = Tables::open(arguments.game, &folder)?;
        writeln!(out, "{}: {} kB", tables.folder().display(), tables.size().div_ceil(1_000))?;
    }
    ended(result)
}

fn write_step(step: &BuildProgress, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    if json {
        let json = BuildJson {
            material: step.material.to_string(),
            positions: step.positions,
            was_present: step.was_present,
            damage: step.damage.clone(),
            bytes: step.bytes,
            done: step.done,
            total: step.total,
            seconds: step.elapsed.as_secs_f64(),
            seconds_left: step.remaining.map(|time| time.as_secs_f64()),
        };
        write_json(out, &json)?;
    } else {
        let bits = step.bytes as f64 * 8.0 / step.positions as f64;
        let percent = step.done as f64 * 100.0 / step.total as f64;
        let how = match (step.was_present, &step.damage) {
            (true, _) => "were there",
            (false, None) => "built",
            (false, Some(_)) => "built again",
        };
        let left = match step.remaining {
            Some(time) if step.done < step.total => format!(", {} to go", minutes(time)),
            _ => String::new(),
        };
        let (material, positions) = (step.material.to_string(), step.positions);
        writeln!(
            out,
            "{material:<12} {positions:>12} positions {how}, {bits:.2} bits each, {percent:.1} % done{left}"
        )?;
    }
    Ok(out.flush()?)
}

fn minutes(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}

#[derive(Serialize)]
struct SliceJson {
    material: String,
    wins: u64,
    draws: u64,
    losses: u64,
    stored: u64,
    bits: f64,
    longest: Option<u16>,
}

impl From<&VerifyReport> for SliceJson {
    fn from(slice: &VerifyReport) -> Self {
        let ValueCounts { wins, draws, losses } = slice.counts;
        let (stored, bits, longest) = (slice.stored, slice.bits, slice.longest);
        Self { material: slice.material.to_string(), wins, draws, losses, stored, bits, longest }
    }
}

fn verify(arguments: &VerifyArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let folder = arguments.common.folder()?;
    let control = control()?;
    let tables = match Tables::open(arguments.game, &folder) {
        Err(error) => return ended(Err(error)),
        Ok(tables) => not_empty(tables)?,
    };
    let mut positions = 0;
    let mut written = Ok(());
    let result = tables::verify(arguments.game, &folder, &control, &mut |slice| {
        positions += slice.counts.total();
        if arguments.common.json && written.is_ok() {
            written = write_json(out, &SliceJson::from(slice));
        }
    });
    written?;
    if result.is_err() {
        return ended(result);
    }
    let mut sample = Sample::new(&tables, arguments.seed)?;
    let checked = match sample.check(arguments.sample, &control)? {
        Sampled::Agree(checked) => checked,
        Sampled::Stopped => return ended(Err(Stopped.into())),
        Sampled::Differs { fen, stored, expected } => {
            complain(&format!("{fen} is stored as {stored}, but by the rule books it is {expected}"));
            return Ok(ExitCode::from(exit::MISMATCH));
        }
    };
    if !arguments.common.json {
        let positions = number_of(positions, "position");
        writeln!(out, "{positions} follow from their moves; {checked} of them also by the rule books")?;
    }
    Ok(ExitCode::SUCCESS)
}

#[derive(Serialize)]
struct ProofJson {
    wins: u64,
    draws: u64,
    losses: u64,
    proved: u64,
    draw_depth: Option<u32>,
}

fn prove(arguments: &ProveArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let folder = arguments.common.folder()?;
    let control = control()?;
    let tables = match Tables::open(arguments.game, &folder) {
        Err(error) => return ended(Err(error)),
        Ok(tables) => not_empty(tables)?,
    };
    let &ProveArguments { positions, pieces, nodes, seed, .. } = arguments;
    // Proofs are as deep as games are long.
    let work = || tables::prove(&tables, &ProofOptions { positions, pieces, nodes, seed }, &control);
    let found = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(engine::STACK_SIZE);
        let thread = thread.spawn_scoped(scope, work).context("cannot start a thread")?;
        anyhow::Ok(thread.join().expect("a proof reports its errors"))
    })?;
    let ProofReport { counts: ValueCounts { wins, draws, losses }, proved, depth } = match found {
        Err(error) => return ended(Err(error)),
        Ok(report) => report,
    };
    if arguments.common.json {
        write_json(out, &ProofJson { wins, draws, losses, proved, draw_depth: depth })?;
    } else {
        let searched = depth.map_or(String::new(), |depth| format!("; every search reached depth {depth}"));
        let (wins, proofs) = (number_of(wins, "win"), number_of(proved, "position"));
        writeln!(out, "{wins} and {losses} losses proved with {proofs}")?;
        writeln!(out, "{} not refuted{searched}", number_of(draws, "draw"))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Refuses a folder without tables.
fn not_empty(tables: Tables) -> anyhow::Result<Tables> {
    if tables.pieces() == 0 {
        bail!("{}", no_tables(&tables));
    }
    Ok(tables)
}

fn no_tables(tables: &Tables) -> String {
    let (folder, game) = (tables.folder(), tables.game().name());
    let command = |pieces| {
        let all = folder.parent().unwrap_or(folder).display();
        format!("\"damier tables build {game} --pieces {pieces} --dir {all}\"")
    };
    if let Some(pieces) = tables.materials().iter().map(|material| material.total()).max() {
        let command = command(pieces);
        return format!("the tables in {} are incomplete; complete them with {command}", folder.display());
    }
    format!("no tables in {}; build some with {}", folder.display(), command(4))
}

fn stats(arguments: &StatsArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let folder = arguments.common.folder()?;
    let control = control()?;
    match Tables::open(arguments.game, &folder) {
        Err(error) => return ended(Err(error)),
        Ok(tables) => drop(not_empty(tables)?),
    }
    let mut slices = Vec::new();
    let result = tables::count(arguments.game, &folder, &control, &mut |slice| slices.push(slice.clone()));
    if result.is_err() {
        return ended(result);
    }
    if arguments.common.json {
        for slice in &slices {
            write_json(out, &SliceJson::from(slice))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(
        out,
        "{:<12} {:>14} {:>14} {:>14} {:>5} {:>7}",
        "MATERIAL", "WINS", "DRAWS", "LOSSES", "BITS", "LONGEST"
    )?;
    for slice in &slices {
        let ValueCounts { wins, draws, losses } = slice.counts;
        let longest = slice.longest.map_or("-".to_owned(), |longest| longest.to_string());
        let (material, bits) = (slice.material.to_string(), slice.bits);
        writeln!(out, "{material:<12} {wins:>14} {draws:>14} {losses:>14} {bits:>5.2} {longest:>7}")?;
    }
    for pieces in 2..=tables::MOST_PIECES {
        let with = slices.iter().filter(|slice| slice.material.total() == pieces);
        let sum = |of: fn(&ValueCounts) -> u64| with.clone().map(|slice| of(&slice.counts)).sum::<u64>();
        let (wins, draws, losses) =
            (sum(|counts| counts.wins), sum(|counts| counts.draws), sum(|counts| counts.losses));
        let total = wins + draws + losses;
        if total > 0 {
            let share = draws as f64 * 100.0 / total as f64;
            writeln!(
                out,
                "{pieces} pieces: {total} positions, {wins} wins, {draws} draws ({share:.1} %), {losses} losses"
            )?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

#[derive(Serialize)]
struct ProbeJson {
    fen: String,
    value: Option<String>,
    distance: Option<u16>,
    /// Whether no rule that the tables leave out can change the value.
    certain: Option<bool>,
    moves: Vec<MoveJson>,
}

#[derive(Serialize)]
struct MoveJson {
    #[serde(rename = "move")]
    text: String,
    /// For the side that makes the move.
    value: Option<String>,
    distance: Option<u16>,
}

fn probe(arguments: &ProbeArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let named = arguments.position.read(Takes::Nothing)?;
    let game = named.game("tables probe")?;
    let tables = not_empty(Tables::open(game, &arguments.common.folder()?)?)?;
    let place = named.place();
    let variant = game.variant().context("chess has no tables")?;
    let at = game.game_at(&place)?;
    let fen = at.fen();
    let position = AnyDraughts::read_fen(variant, &fen, Reading::Lenient)?;
    let legal = position.legal_moves();
    let texts = position.write_moves(&legal, MoveStyle::Record);
    let moves = legal.iter().zip(texts).map(|(&mv, text)| {
        let after = position.after(mv);
        let is_conversion = mv.is_capture() || mv.is_crowning();
        let value = tables.probe(&after).map(Value::reversed);
        ProbedMove { text, value, distance: tables.probe_distance(&after), is_conversion }
    });
    let mut moves: Vec<_> = moves.collect();
    moves.sort_by(ProbedMove::best_first);
    let found = tables.look_up(&*at);
    let (value, distance) = (found.map(|found| found.value), found.and_then(|found| found.distance));
    let certain = found.map(|found| found.is_certain || at.outcome().is_some());
    if arguments.common.json {
        let name = |value: Option<Value>| value.map(|value| value.to_string());
        let json = |ProbedMove { text, value, distance, .. }| MoveJson { text, value: name(value), distance };
        let moves = moves.into_iter().map(json).collect();
        write_json(out, &ProbeJson { fen, value: name(value), distance, certain, moves })?;
    } else {
        let doubt = if certain == Some(false) { DOUBT } else { "" };
        writeln!(out, "{}{doubt}", in_words(value, distance, &tables))?;
        for ProbedMove { text, value, distance, .. } in moves {
            writeln!(out, "  {text:<10} {}", in_words(value, distance, &tables))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// What follows the value of a position that a rule may change which tables leave out.
pub(crate) const DOUBT: &str = "; a rule that counts moves may change it";

/// A legal move and what tables say of the position after it.
struct ProbedMove {
    text: String,
    /// For the side that makes the move.
    value: Option<Value>,
    distance: Option<u16>,
    is_conversion: bool,
}

impl ProbedMove {
    /// Wins, then draws, then losses; quick wins and slow losses first.
    fn best_first(&self, other: &Self) -> Ordering {
        let plies = |mv: &Self| if mv.is_conversion { Some(0) } else { mv.distance };
        let by_plies = match self.value {
            Some(Value::Loss) => plies(other).cmp(&plies(self)),
            _ => plies(self).cmp(&plies(other)),
        };
        other.value.cmp(&self.value).then(by_plies).then_with(|| self.text.cmp(&other.text))
    }
}

fn in_words(value: Option<Value>, distance: Option<u16>, tables: &Tables) -> String {
    match value {
        None => format!("not in the tables, which cover up to {} pieces", tables.pieces()),
        Some(value) => value_in_words(value, distance),
    }
}

/// The value of a position and the distance to the next conversion.
pub(crate) fn value_in_words(value: Value, distance: Option<u16>) -> String {
    match distance {
        Some(0) => format!("{value}, the game is over"),
        Some(1) => format!("{value}, next capture or promotion in 1 ply"),
        Some(plies) => format!("{value}, next capture or promotion in {plies} plies"),
        None => value.to_string(),
    }
}

/// Opens the tables of a game that the engine is to use.
pub(crate) fn open_tables(game: GameId, folder: &Path) -> anyhow::Result<Arc<Tables>> {
    let tables = Tables::shared(game, folder)?;
    if tables.pieces() == 0 {
        bail!("{}", no_tables(&tables));
    }
    Ok(tables)
}
