//! Positions in which one move is best.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use boardgame::{MoveStyle, epd};
use catalog::{GameId, PositionText};
use engine::{Control, Limits, player};
use serde::Serialize;

use crate::common::{STACK, find_game, is_interrupted, print_json, progress};

/// Let the engine solve positions in which some moves are best.
#[derive(clap::Args)]
#[command(
    after_help = "A line of the file is `FEN;MOVES`, with spaces between the best moves, and perhaps more \
    after another semicolon; or, for chess, EPD with `bm`. Lines that start with # are comments; `# game: NAME` \
    names the game.\n\n\
    Examples:\n  trials tactics testdata/tactics/international.txt\n  trials tactics wac.epd --seconds 5 --json"
)]
pub(crate) struct Arguments {
    /// The positions.
    file: PathBuf,
    /// The game; by default the one that the file names, or chess.
    #[arg(long, value_parser = find_game)]
    game: Option<GameId>,
    /// Time for each position.
    #[arg(long, default_value_t = 2.0, value_parser = seconds)]
    seconds: f64,
    /// Nodes for each position, instead of time.
    #[arg(long, conflicts_with = "seconds", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Size of the transposition table, in megabytes.
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// Pass only if this many are solved; all by default.
    #[arg(long)]
    least: Option<usize>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| (0.001..=86_400.0).contains(number));
    number.ok_or_else(|| "expected 0.001 to 86400".to_owned())
}

/// A position and its best moves, as people write them.
#[derive(Debug)]
struct Problem {
    fen: String,
    best: Vec<String>,
}

#[derive(Serialize)]
struct Answer {
    line: usize,
    fen: String,
    best: Vec<String>,
    found: String,
    solved: bool,
    /// Nodes searched before the final move became the best one.
    nodes: u64,
}

#[derive(Serialize)]
struct Report {
    game: String,
    solved: usize,
    positions: usize,
    answers: Vec<Answer>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    let name = arguments.file.display().to_string();
    let text = std::fs::read_to_string(&arguments.file).with_context(|| name.clone())?;
    let game = match arguments.game {
        Some(game) => game,
        None => game_of(&text).with_context(|| name.clone())?,
    };
    // The stack of a thread can be as large as the deepest line needs.
    let report = std::thread::scope(|scope| {
        let work = || solve_all(arguments, game, &text).with_context(|| name.clone());
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
        thread.join().unwrap_or_else(|_| bail!("the engine crashed"))
    })?;
    let passed = report.solved >= arguments.least.unwrap_or(report.positions);
    if arguments.json {
        print_json(&report)?;
        return Ok(passed);
    }
    for answer in report.answers.iter().filter(|answer| !answer.solved) {
        let Answer { line, fen, best, found, .. } = answer;
        println!("line {line}: {found}, best is {}; {fen}", best.join(" or "));
    }
    println!("{} of {} solved", report.solved, report.positions);
    Ok(passed)
}

/// The game that a file names.
fn game_of(text: &str) -> anyhow::Result<GameId> {
    let told = text.lines().find_map(|line| line.strip_prefix("# game:"));
    told.map_or(Ok(GameId::Chess), |name| find_game(name.trim()).map_err(anyhow::Error::msg))
}

fn solve_all(arguments: &Arguments, game: GameId, text: &str) -> anyhow::Result<Report> {
    let mut answers = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        if is_interrupted() {
            break;
        }
        let problem = Problem::read(line).with_context(|| format!("line {}", index + 1))?;
        let answer =
            solve(arguments, game, problem, index + 1).with_context(|| format!("line {}", index + 1))?;
        answers.push(answer);
        let solved = answers.iter().filter(|answer| answer.solved).count();
        progress(&format!("{solved} of {} solved", answers.len()));
    }
    progress("");
    ensure!(!answers.is_empty() || is_interrupted(), "no positions");
    let solved = answers.iter().filter(|answer| answer.solved).count();
    Ok(Report { game: game.to_string(), solved, positions: answers.len(), answers })
}

impl Problem {
    /// Reads `FEN;MOVES` or EPD.
    fn read(line: &str) -> anyhow::Result<Self> {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let (position, clock_fields, rest) = epd::split_position(line);
        let operations = epd::operations(rest);
        let best_moves = operations
            .iter()
            .map(|operation| epd::split_opcode(operation))
            .find(|(opcode, _)| *opcode == "bm");
        let (fen, best) = if let Some((_, best)) = best_moves {
            let clocks = epd::clocks(clock_fields, &operations)?;
            (epd::fen(position, clocks), words(best))
        } else {
            let mut parts = line.split(';');
            let fen = parts.next().unwrap_or_default().trim().to_owned();
            (fen, words(parts.next().unwrap_or_default()))
        };
        ensure!(!best.is_empty(), "no best move, expected FEN;MOVES or EPD with bm");
        Ok(Self { fen, best })
    }
}

fn solve(arguments: &Arguments, game: GameId, problem: Problem, line: usize) -> anyhow::Result<Answer> {
    let Problem { fen, best } = problem;
    let position = game.at(&fen)?;
    let texts = position.legal_moves(MoveStyle::Protocol);
    let wanted = best.iter().map(|text| Ok(texts[position.find_in(text, MoveStyle::Record)?].clone()));
    let wanted = wanted.collect::<anyhow::Result<Vec<_>>>()?;
    let move_time = arguments.nodes.is_none().then(|| Duration::from_secs_f64(arguments.seconds));
    let limits = Limits { nodes: arguments.nodes, move_time, ..Limits::default() };
    let mut engine = player(game, arguments.hash as usize, 1);
    engine.set_position(&PositionText::at(&fen))?;
    let mut settled = (String::new(), 0);
    let result = engine.search(&limits.into(), &Control::default(), &mut |info| {
        if let Some(first) = info.pv.first().filter(|first| **first != settled.0) {
            settled = (first.clone(), info.nodes);
        }
    })?;
    let found = result.best.unwrap_or_default();
    let nodes = if found == settled.0 { settled.1 } else { result.nodes };
    let solved = wanted.contains(&found);
    let index = texts.iter().position(|text| *text == found);
    let found = index.map_or(found, |index| position.legal_moves(MoveStyle::Record)[index].clone());
    Ok(Answer { line, fen, best, found, solved, nodes })
}
