//! `damier perft`: counts move sequences and checks suites of counts.

use std::collections::BTreeMap;
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
#[cfg(feature = "workers")]
use std::time::Duration;
use std::time::Instant;

use anyhow::{Context, anyhow, bail};
use catalog::{GameId, MoveDetails, PositionText};
use clap::Args;
use damier::{AnyCount, AnyCounter, AnyTally};
use perft::{CountSettings, Counting, Mismatch, Monitor, Suite, SuiteFinding, Summary};
use serde::Serialize;

use crate::arguments::EXIT_CODES;
use crate::commands::game_arguments::quoted;
use crate::commands::number_of;
#[cfg(feature = "workers")]
use crate::commands::numbers::seconds;
use crate::commands::numbers::whole;
use crate::commands::position_arguments::{Named, PositionArguments, Takes};
use crate::interrupt::stop_on_interrupt;
use crate::progress::{Total, with_progress};
use crate::terminal::shown;
#[cfg(feature = "workers")]
use crate::workers::{SharedCount, SharedCountRequest, count_with_workers};
use crate::{complain, exit};

const EXAMPLES: &str = "Examples:
  damier perft international 9
  damier perft english 12 --threads 2 --hash 256
  damier perft russian 6 --divide
  damier perft chess 5 \"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -\"
  damier perft chess 4 --details
  damier perft thai --suite testdata/perft/draughts/thai.epd --max-nodes 1000000
  damier perft thai --suite testdata/perft/draughts/thai-paths.epd --routes
  damier perft chess 9 --workers postgres://me@host/damier --json

--divide sorts moves as text: 10-15 comes before 6-11. Chess moves are written in UCI. With --json each move has the
fields of damier moves and \"nodes\".

--details examines every move, which takes longer than counting. In chess, a check by two pieces is double, and a
check by a piece that did not move is discovered. In draughts, \"final\" counts positions where the game is over.

A suite has one position per line, \"FEN ;D1 n ;D2 n\"; lines that start with # are comments. Lines that cannot be read
and positions that are too complex to count are reported on stderr, and the check continues. The last line is
\"P positions, C counts, M mismatches\"; \"N unreadable lines\" and \"N uncounted positions\" come before it if there are
any. The exit code is 1 after mismatches, else 2 after bad lines or if the suite has no positions.

--workers cuts the count into positions and puts them into a queue, for every \"damier work --queue URL\" that runs. Ctrl-C
leaves the run there: the same command continues it. docs/workers.md explains how to set up several machines.";

/// Count the move sequences of a position, or check a suite of counts.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"), mut_arg("words", |arg| {
    arg.value_name("FEN|DEPTH").help("The position (the start position if left out) and the depth")
}))]
pub(crate) struct PerftArguments {
    #[command(flatten)]
    pub(crate) position: PositionArguments,
    /// The depth in plies; depth 0 counts 1.
    #[arg(long, value_name = "N", conflicts_with = "suite", value_parser = whole::<u32>(DEPTHS))]
    pub(crate) depth: Option<u32>,
    /// The number of threads.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = whole::<u16>(1..=1024))]
    pub(crate) threads: u16,
    /// Memory for a table of known counts; 0 for none. Counts stay exact.
    #[arg(long, value_name = "MB", value_parser = whole::<u32>(0..=1_048_576))]
    pub(crate) hash: Option<u32>,
    /// Count a capture once, however many routes it has (the default).
    #[arg(long, conflicts_with = "routes")]
    pub(crate) distinct: bool,
    /// Count a capture once for each of its routes.
    #[arg(long)]
    pub(crate) routes: bool,
    /// Show the count after each move, sorted by the text of the move.
    #[arg(long, conflicts_with = "suite")]
    pub(crate) divide: bool,
    /// Show a table of all depths up to --depth: captures, promotions and other events.
    #[arg(long, conflicts_with_all = ["suite", "divide", "routes", "hash"])]
    pub(crate) details: bool,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
    /// Check every count in a file of positions.
    #[arg(long, value_name = "FILE.epd", conflicts_with_all = ["fen", "moves"])]
    pub(crate) suite: Option<PathBuf>,
    /// Skip counts of the suite above this number.
    #[arg(long, value_name = "N", requires = "suite", conflicts_with = "depth", value_parser = whole::<u64>(0..=u64::MAX))]
    pub(crate) max_nodes: Option<u64>,
    #[cfg(feature = "workers")]
    #[command(flatten)]
    pub(crate) shared: SharedArguments,
}

/// The options of a count by workers.
#[cfg(feature = "workers")]
#[derive(Args)]
#[command(next_help_heading = "Options for several machines")]
pub(crate) struct SharedArguments {
    /// Let workers count, through a queue in this PostgreSQL database.
    #[arg(long, value_name = "URL", conflicts_with_all = ["suite", "details", "hash", "threads"])]
    workers: Option<String>,
    /// Cut the count this many plies below the root; by default where there are 1000 positions.
    #[arg(long, value_name = "PLIES", requires = "workers", value_parser = whole::<u32>(1..=perft::MAX_DEPTH as u64))]
    split: Option<u32>,
    /// Give a job to another worker after this many seconds without progress.
    #[arg(long, value_name = "SECONDS", default_value = "60", requires = "workers", value_parser = seconds)]
    lease: Duration,
    /// Set a job aside after this many failures.
    #[arg(long, value_name = "N", default_value_t = 5, requires = "workers", value_parser = whole::<u32>(1..=1_000_000))]
    attempts: u32,
}

pub(crate) fn run(arguments: &PerftArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let named = arguments.position.read(Takes::Depth)?;
    let game = named.game("perft")?;
    let depth = depth(arguments, &named)?;
    let settings = CountSettings {
        threads: usize::from(arguments.threads),
        hash_megabytes: arguments.hash.unwrap_or(0) as usize,
        counting: if arguments.routes { Counting::Routes } else { Counting::Distinct },
        reading: named.place().reading,
    };
    let monitor = Arc::new(Monitor::default());
    stop_on_interrupt(&monitor)?;
    let counter = damier::counter(game, &settings)?;
    let task = Task { game, place: named.place(), depth };
    match &arguments.suite {
        Some(path) => check_suite(&*counter, path, arguments, &monitor, out),
        #[cfg(feature = "workers")]
        None if arguments.shared.workers.is_some() && depth > 0 => {
            count_shared(&task, &*counter, arguments, &monitor, out)
        }
        None if arguments.details => details(&task, &*counter, arguments, &monitor, out),
        None => count(&task, &*counter, arguments, &monitor, out),
    }
}

/// The allowed depths.
const DEPTHS: RangeInclusive<u64> = 0..=perft::MAX_DEPTH as u64;

/// What is counted.
struct Task<'a> {
    game: GameId,
    place: PositionText<'a>,
    depth: u32,
}

/// The depth from the arguments or the option. A suite has its own depths.
fn depth(arguments: &PerftArguments, named: &Named) -> anyhow::Result<u32> {
    if arguments.suite.is_some() {
        named.without_position("--suite")?;
    }
    let read = |text: &String| {
        whole(DEPTHS)(text).map_err(|expected| anyhow!("bad depth {}: {expected}", quoted(text)))
    };
    match (named.operand.as_ref().map(read).transpose()?, arguments.depth) {
        (Some(depth), _) if arguments.suite.is_some() => {
            bail!("the depth {depth} cannot be used with --suite")
        }
        (Some(depth), Some(option)) => bail!("the depth is given twice, {depth} and --depth {option}"),
        (None, None) if arguments.suite.is_none() => {
            bail!("how deep? Give the depth, as in \"damier perft chess 5\", or use --depth or --suite");
        }
        (word, option) => Ok(word.or(option).unwrap_or(0)),
    }
}

fn count(
    task: &Task<'_>,
    counter: &dyn AnyCounter,
    arguments: &PerftArguments,
    monitor: &Monitor,
    out: &mut dyn Write,
) -> anyhow::Result<ExitCode> {
    let &Task { place, depth, .. } = task;
    let work = || match arguments.divide {
        true => counter.divide(&place, depth, monitor),
        false => counter.count(&place, depth, monitor),
    };
    let counted = with_progress(monitor, Total::Parts, work)?;
    if arguments.json {
        super::write_json(out, &counted_as_json(task, arguments, &counted)?)?;
    } else {
        write_counted(depth, arguments, &counted, out)?;
    }
    Ok(if counted.complete { ExitCode::SUCCESS } else { ExitCode::from(exit::INTERRUPTED) })
}

#[cfg(feature = "workers")]
fn count_shared(
    task: &Task<'_>,
    counter: &dyn AnyCounter,
    arguments: &PerftArguments,
    monitor: &Monitor,
    out: &mut dyn Write,
) -> anyhow::Result<ExitCode> {
    let shared = &arguments.shared;
    let request = SharedCountRequest {
        queue: shared.workers.as_deref().unwrap_or_default(),
        game: task.game,
        place: task.place,
        depth: task.depth,
        routes: arguments.routes,
        divide: arguments.divide,
        split: shared.split,
        lease: shared.lease,
        attempts: shared.attempts,
    };
    let SharedCount { counted, run, jobs } = count_with_workers(&request, counter, monitor)?;
    if arguments.json {
        let (run, jobs) = (Some(run.0), Some(jobs));
        let value = CountJson { run, jobs, threads: None, ..counted_as_json(task, arguments, &counted)? };
        super::write_json(out, &value)?;
    } else {
        write_counted(task.depth, arguments, &counted, out)?;
    }
    Ok(if counted.complete { ExitCode::SUCCESS } else { ExitCode::from(exit::INTERRUPTED) })
}

fn details(
    task: &Task<'_>,
    counter: &dyn AnyCounter,
    arguments: &PerftArguments,
    monitor: &Monitor,
    out: &mut dyn Write,
) -> anyhow::Result<ExitCode> {
    let &Task { game, place, depth } = task;
    let mut tally = with_progress(monitor, Total::Parts, || counter.tally(&place, depth.min(1), monitor))?;
    // Depth by depth, so that an interrupt loses only the last depth, which takes nearly all the time.
    for depth in 2..=depth {
        let deeper = with_progress(monitor, Total::Parts, || counter.tally(&place, depth, monitor))?;
        let seconds = tally.seconds + deeper.seconds;
        tally = if deeper.complete { deeper } else { AnyTally { complete: false, ..tally } };
        tally.seconds = seconds;
        if !tally.complete {
            break;
        }
    }
    if arguments.json {
        super::write_json(out, &super::tally::as_json(game.name(), &tally))?;
    } else {
        super::tally::write_table(&tally, out)?;
    }
    Ok(if tally.complete { ExitCode::SUCCESS } else { ExitCode::from(exit::INTERRUPTED) })
}

fn write_counted(
    depth: u32,
    arguments: &PerftArguments,
    counted: &AnyCount,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if arguments.divide {
        for (text, nodes) in &counted.roots {
            match nodes {
                Some(nodes) => writeln!(out, "{text}: {nodes}")?,
                None => writeln!(out, "{text}: incomplete")?,
            }
        }
    }
    let stopped = if counted.complete { "" } else { "stopped at " };
    let (nodes, seconds) = (counted.nodes, counted.seconds);
    let unit = if arguments.routes { "paths" } else { "nodes" };
    write!(out, "depth {depth}: {stopped}{nodes} {unit} in {seconds:.3} s")?;
    // Shorter times are too inaccurate for a speed.
    if seconds >= 0.01 {
        write!(out, ", {:.1} million a second", nodes as f64 / seconds / 1e6)?;
    }
    Ok(writeln!(out)?)
}

/// The JSON of a count.
#[derive(Serialize)]
struct CountJson<'a> {
    game: &'a str,
    fen: &'a str,
    depth: u32,
    counting: &'a str,
    nodes: u64,
    seconds: f64,
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    threads: Option<u16>,
    hash_mb: Option<u32>,
    /// The run in the queue, and its jobs, if workers counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    jobs: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<MoveJson>>,
}

/// The JSON of a move and the count after it; null if the count was stopped.
#[derive(Serialize)]
struct MoveJson {
    #[serde(flatten)]
    details: MoveDetails,
    nodes: Option<u64>,
}

fn counted_as_json<'a>(
    task: &Task<'_>,
    arguments: &PerftArguments,
    counted: &'a AnyCount,
) -> anyhow::Result<CountJson<'a>> {
    let divide = if arguments.divide { Some(moves_as_json(task, counted)?) } else { None };
    Ok(CountJson {
        game: task.game.name(),
        fen: &counted.fen,
        depth: task.depth,
        counting: counting_name(arguments),
        nodes: counted.nodes,
        seconds: counted.seconds,
        complete: counted.complete,
        threads: Some(arguments.threads),
        hash_mb: arguments.hash,
        run: None,
        jobs: None,
        divide,
    })
}

/// The moves of a count, in the same order, as data.
fn moves_as_json(task: &Task<'_>, counted: &AnyCount) -> anyhow::Result<Vec<MoveJson>> {
    let moves = task.game.game_at(&task.place)?.describe().legal_moves;
    let text = |mv: &MoveDetails| mv.uci.clone().unwrap_or_else(|| mv.text.clone());
    let mut by_text: BTreeMap<String, MoveDetails> = moves.into_iter().map(|mv| (text(&mv), mv)).collect();
    let roots = counted.roots.iter();
    Ok(roots
        .filter_map(|(text, nodes)| Some(MoveJson { details: by_text.remove(text)?, nodes: *nodes }))
        .collect())
}

fn counting_name(arguments: &PerftArguments) -> &'static str {
    if arguments.routes { "routes" } else { "distinct" }
}

/// The JSON of a checked suite.
#[derive(Serialize)]
struct SuiteJson<'a> {
    positions: usize,
    counts: usize,
    mismatches: Vec<MismatchJson>,
    failures: Vec<FailureJson>,
    counting: &'a str,
    seconds: f64,
    complete: bool,
}

/// The JSON of a count that differs.
#[derive(Serialize)]
struct MismatchJson {
    line: usize,
    fen: String,
    depth: u32,
    expected: u64,
    found: u64,
}

/// The JSON of a line that could not be read, or of a position that could not be counted.
#[derive(Serialize)]
struct FailureJson {
    line: Option<usize>,
    error: String,
}

fn check_suite(
    counter: &dyn AnyCounter,
    path: &Path,
    arguments: &PerftArguments,
    monitor: &Monitor,
    out: &mut dyn Write,
) -> anyhow::Result<ExitCode> {
    let name = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    let suite = Suite::read(&text).with_context(|| name.to_string())?;
    let max_nodes = arguments.max_nodes.unwrap_or(u64::MAX);
    let (mut mismatches, mut failures) = (Vec::new(), Vec::new());
    // Report at once, because the rest of the suite may take hours. A closed pipe is noticed at the end.
    let mut report = |finding: SuiteFinding<'_>| match finding {
        SuiteFinding::Mismatch(Mismatch { entry, depth, expected, found }) => {
            let (line, fen) = (entry.line, entry.fen.clone());
            if !arguments.json {
                let line = format!("{name}:{line}: depth {depth}: expected {expected}, found {found}: {fen}");
                let _ = writeln!(out, "{}", shown(&line));
                let _ = out.flush();
            }
            mismatches.push(MismatchJson { line, fen, depth, expected, found });
        }
        SuiteFinding::Failure(error) => {
            complain(&format!("{name}: {error}"));
            failures.push(FailureJson { line: error.line(), error: error.to_string() });
        }
    };
    let begin = Instant::now();
    let work = || counter.check(&suite, max_nodes, monitor, &mut report);
    let summary = with_progress(monitor, Total::Nodes(expected_nodes(&suite, max_nodes)), work);
    if arguments.json {
        let Summary { positions, counts, stopped, .. } = summary;
        let (counting, seconds) = (counting_name(arguments), begin.elapsed().as_secs_f64());
        let complete = !stopped;
        let value = SuiteJson { positions, counts, mismatches, failures, counting, seconds, complete };
        super::write_json(out, &value)?;
    } else {
        write_summary(&summary, out)?;
    }
    Ok(match summary {
        Summary { stopped: true, .. } => ExitCode::from(exit::INTERRUPTED),
        Summary { mismatches: 1.., .. } => ExitCode::from(exit::MISMATCH),
        Summary { unreadable: 1.., .. } | Summary { uncounted: 1.., .. } => ExitCode::from(exit::BAD_INPUT),
        _ => ExitCode::SUCCESS,
    })
}

/// The last lines of a check; scripts read the final one.
fn write_summary(summary: &Summary, out: &mut dyn Write) -> anyhow::Result<()> {
    let &Summary { positions, counts, mismatches, unreadable, uncounted, stopped } = summary;
    if stopped {
        writeln!(out, "stopped before the end of the suite")?;
    }
    if unreadable > 0 {
        writeln!(out, "{}", number_of(unreadable as u64, "unreadable line"))?;
    }
    if uncounted > 0 {
        writeln!(out, "{}", number_of(uncounted as u64, "uncounted position"))?;
    }
    let (positions, counts) = (number_of(positions as u64, "position"), number_of(counts as u64, "count"));
    let plural = if mismatches == 1 { "" } else { "es" };
    Ok(writeln!(out, "{positions}, {counts}, {mismatches} mismatch{plural}")?)
}

/// The nodes of all counts that will be checked.
fn expected_nodes(suite: &Suite, max_nodes: u64) -> u64 {
    let counts = suite.entries.iter().flat_map(|entry| &entry.counts).map(|&(_, nodes)| nodes);
    counts.filter(|&nodes| nodes <= max_nodes).fold(0, u64::saturating_add)
}
