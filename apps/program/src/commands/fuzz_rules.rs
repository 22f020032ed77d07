//! `damier fuzz-rules`: compares our rules with slow generators written from the rule books.

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime};

use ::diff::{Observer, OpponentError, Query, RandomPositions, ReferenceOpponent, Report};
use anyhow::bail;
use catalog::GameId;
use clap::Args;
use serde::Serialize;

use crate::arguments::EXIT_CODES;
use crate::commands::game_arguments::{GameWord, find_game, only_game};
use crate::commands::minimize_arguments::MinimizeArguments;
use crate::commands::number_of;
use crate::commands::numbers::whole;
use crate::exit;
use crate::interrupt::interrupt_flag;
use crate::progress::ComparisonProgress;

const EXAMPLES: &str = "Examples:
  damier fuzz-rules                                  all games, until Ctrl-C
  damier fuzz-rules frisian --seed 7
  damier fuzz-rules all --seconds 60 --json

Positions come from random games and random set-ups. damier compares the legal moves, what they capture, the position
after each move and the result; with --routes, also the number of routes of each capture. It minimizes the first
difference and prints it.";

/// Compare the rules with slow generators written from the rule books until they differ.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
pub(crate) struct FuzzRulesArguments {
    /// The game, or "all" (the default) for all games in turn.
    #[arg(value_name = "GAME", value_parser = GameWord, hide_possible_values = true)]
    words: Vec<String>,
    /// The game, as an option.
    #[arg(long, value_name = "NAME|all", value_parser = find_games)]
    game: Option<Games>,
    /// The seed of the random positions; the same seed gives the same positions. The default changes each time.
    #[arg(long, value_name = "S", value_parser = whole::<u64>(0..=u64::MAX))]
    seed: Option<u64>,
    /// Stop after this many positions.
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0..=u64::MAX))]
    positions: Option<u64>,
    /// Stop after this many seconds.
    #[arg(long, value_name = "T", conflicts_with = "positions", value_parser = whole::<u64>(0..=u64::MAX))]
    seconds: Option<u64>,
    /// Also compare the number of routes of each capture.
    #[arg(long)]
    routes: bool,
    #[command(flatten)]
    minimize: MinimizeArguments,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The games of a command line. A type of its own, since several values would mean a repeated option.
#[derive(Clone, PartialEq, Eq)]
struct Games(Vec<GameId>);

impl FuzzRulesArguments {
    fn games(&self) -> anyhow::Result<Vec<GameId>> {
        let word = match &self.words[..] {
            [] => None,
            [all] if all == ALL => Some(Games(GameId::ALL.to_vec())),
            words => only_game(words)?.map(|game| Games(vec![game])),
        };
        match (word, &self.game) {
            (Some(word), Some(option)) if word != *option => {
                bail!("found two games, {:?} and another with --game: give only one", self.words.join(" "));
            }
            (word, option) => {
                Ok(word.or_else(|| option.clone()).map_or(GameId::ALL.to_vec(), |games| games.0))
            }
        }
    }
}

/// All games in turn.
const ALL: &str = "all";

fn find_games(name: &str) -> Result<Games, String> {
    if name == ALL {
        return Ok(Games(GameId::ALL.to_vec()));
    }
    find_game(name).map(|game| Games(vec![game]))
}

/// The result of a run, as JSON.
#[derive(Serialize)]
struct FuzzJson {
    games: usize,
    seed: u64,
    /// Positions that were compared.
    positions: u64,
    /// Positions that are too complex for the slow generators.
    skipped: u64,
    seconds: f64,
    difference: Option<Report>,
}

pub(crate) fn run(arguments: &FuzzRulesArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let games = arguments.games()?;
    let stop = interrupt_flag()?;
    let seed = arguments.seed.unwrap_or_else(seed_of_now);
    let begin = Instant::now();
    let limit = arguments.seconds.map(Duration::from_secs);
    let query = Query { depth: 1, routes: arguments.routes };
    let mut found =
        FuzzJson { games: games.len(), seed, positions: 0, skipped: 0, seconds: 0.0, difference: None };
    let mut sources: Vec<_> = games.iter().filter_map(|&game| source(game, seed)).collect();
    let progress = ComparisonProgress::new(arguments.positions, &stop);
    'all: loop {
        for (opponent, lines) in &mut sources {
            let is_enough = arguments.positions.is_some_and(|most| found.positions + found.skipped >= most)
                || limit.is_some_and(|limit| begin.elapsed() >= limit);
            let Some(line) = lines.next().filter(|_| !is_enough && !progress.is_stopped()) else {
                break 'all;
            };
            match ::diff::check(opponent, &line, query, arguments.minimize.budget(), &progress) {
                Ok(None) => found.positions += 1,
                Ok(Some(report)) => {
                    found.positions += 1;
                    found.difference = Some(report);
                    break 'all;
                }
                Err(OpponentError::NotComparable { .. }) => found.skipped += 1,
                Err(error) => return Err(error.into()),
            }
            progress.advance();
        }
    }
    progress.finish();
    found.seconds = begin.elapsed().as_secs_f64();
    if arguments.json {
        super::write_json(out, &found)?;
    } else {
        write_text(&found, out)?;
    }
    Ok(match found.difference {
        Some(_) => ExitCode::from(exit::MISMATCH),
        None if progress.is_stopped() => ExitCode::from(exit::INTERRUPTED),
        None => ExitCode::SUCCESS,
    })
}

fn source(game: GameId, seed: u64) -> Option<(ReferenceOpponent, RandomPositions)> {
    Some((ReferenceOpponent::new(game)?, RandomPositions::new(game, seed)))
}

/// A number that differs from run to run.
fn seed_of_now() -> u64 {
    SystemTime::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_millis() as u64)
}

fn write_text(found: &FuzzJson, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(report) = &found.difference {
        writeln!(out, "{report}")?;
        let routes = if report.routes { " --routes" } else { "" };
        writeln!(out, "To repeat: damier fuzz-rules {} --seed {}{routes}", report.game, found.seed)?;
        return Ok(());
    }
    let FuzzJson { games, seed, positions, skipped, seconds, .. } = found;
    let (games, compared) = (number_of(*games as u64, "game"), number_of(*positions, "position"));
    let verdict = if *positions == 0 { "nothing was compared" } else { "no difference" };
    writeln!(out, "{games}: {compared}, {verdict}; {skipped} too complex ({seconds:.1} s, seed {seed})")?;
    Ok(())
}
