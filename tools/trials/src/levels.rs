//! Each level against the one below.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use boardgame::testing::Random;
use boardgame::{Color, MoveStyle, Outcome};
use catalog::{GameId, PositionText};
use engine::{Level, Limits, Player, Strength, player};
use serde::Serialize;

use crate::common::{find_game, in_threads, is_interrupted, print_json, progress};
use crate::openings::Opening;

/// Let each level play against the one below.
#[derive(clap::Args)]
#[command(
    after_help = "Each opening is played twice, with both colors. The strongest level looks at --nodes \
    positions a move.\n\n\
    Examples:\n  trials levels --game russian\n  trials levels --game chess --level 10 --games 200 --threads 2 --json"
)]
pub(crate) struct Arguments {
    /// The game.
    #[arg(long, default_value = "chess", value_parser = find_game)]
    game: GameId,
    /// Games of each pair of levels; an even number.
    #[arg(long, default_value_t = 100, value_parser = even_number)]
    games: u32,
    /// Only this level against the one below.
    #[arg(long, value_parser = level_above)]
    level: Option<Level>,
    /// Nodes for the strongest level: about a tenth of a second.
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The seed of the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of games to play in parallel.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

fn even_number(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number| *number >= 2 && number % 2 == 0);
    number.ok_or_else(|| "expected an even number from 2".to_owned())
}

fn level_above(text: &str) -> Result<Level, String> {
    let level: Level = text.parse().map_err(|error: engine::LevelError| error.to_string())?;
    if level == Level::WEAKEST { Err("there is no level below 1".to_owned()) } else { Ok(level) }
}

/// The share of the points that a level must make against the one below.
const ENOUGH: f64 = 0.6;

/// The ply at which a game is adjudicated as a draw.
const MOST_PLIES: usize = 300;

#[derive(Clone, Debug, Serialize)]
struct Score {
    level: u8,
    below: u8,
    wins: usize,
    draws: usize,
    losses: usize,
    /// The share of the points.
    share: f64,
    /// Two standard errors of the share.
    error: f64,
}

impl Score {
    fn of(level: Level, below: Level, points: &[f64]) -> Self {
        let count = |result: f64| points.iter().filter(|&&point| point == result).count();
        let games = points.len().max(1) as f64;
        let share = points.iter().sum::<f64>() / games;
        let variance = points.iter().map(|point| (point - share).powi(2)).sum::<f64>() / games;
        Self {
            level: level.number(),
            below: below.number(),
            wins: count(1.0),
            draws: count(0.5),
            losses: count(0.0),
            share,
            error: 2.0 * (variance / games).sqrt(),
        }
    }
}

#[derive(Serialize)]
struct Report {
    game: String,
    seed: u64,
    nodes: u64,
    pairs: Vec<Score>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    let mut pairs = Vec::new();
    for pair in Level::ALL.windows(2) {
        let (below, level) = (pair[0], pair[1]);
        if is_interrupted() || arguments.level.is_some_and(|only| only != level) {
            continue;
        }
        let score = compare(arguments, level, below)?;
        progress("");
        if !arguments.json {
            let Score { wins, draws, losses, share, error, .. } = score;
            let (share, error) = (100.0 * share, 100.0 * error);
            let game = arguments.game;
            println!(
                "{game} {level} against {below}: +{wins} ={draws} -{losses}, {share:.1} % (±{error:.1})"
            );
        }
        pairs.push(score);
    }
    let passed = pairs.iter().all(|pair| pair.share >= ENOUGH);
    if arguments.json {
        let Arguments { game, seed, nodes, .. } = *arguments;
        print_json(&Report { game: game.to_string(), seed, nodes, pairs })?;
    }
    Ok(passed)
}

/// The games of two levels.
fn compare(arguments: &Arguments, level: Level, below: Level) -> anyhow::Result<Score> {
    let (next, points, error) = (AtomicUsize::new(0), Mutex::new(Vec::new()), Mutex::new(None));
    let pairs = arguments.games as usize / 2;
    in_threads(arguments.threads.into(), |_| {
        let mut players = [(); 2].map(|()| player(arguments.game, 4, 1));
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= pairs || is_interrupted() {
                return;
            }
            let seed = arguments.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number as u64);
            match both_colors(arguments, [level, below], &mut players, seed) {
                Ok(two) => {
                    let Ok(mut points) = points.lock() else { return };
                    points.extend(two);
                    let sum: f64 = points.iter().sum();
                    progress(&format!("level {level} against {below}: {sum} of {}", points.len()));
                }
                Err(found) => {
                    if let Ok(mut error) = error.lock() {
                        *error = Some(found);
                    }
                    return;
                }
            }
        }
    })?;
    if let Some(error) = error.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()) {
        return Err(error);
    }
    let points = points.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    Ok(Score::of(level, below, &points))
}

/// The points of the first level with both colors.
fn both_colors(
    arguments: &Arguments,
    levels: [Level; 2],
    players: &mut [Box<dyn Player>; 2],
    seed: u64,
) -> anyhow::Result<[f64; 2]> {
    let mut random = Random::new(seed);
    let opening = Opening::fair(arguments.game, &mut *players[0], &mut random)?;
    let mut points = [0.0; 2];
    for (point, color) in points.iter_mut().zip([Color::White, Color::Black]) {
        for (player, level) in players.iter_mut().zip(levels) {
            player.set_strength(Some(Strength { level, seed: random.number() }));
        }
        let limits = Limits::nodes(arguments.nodes);
        *point = match one_game(arguments.game, opening.clone(), players, &limits, color)? {
            Outcome::Win(winner) => f64::from(u8::from(winner == color)),
            Outcome::Draw => 0.5,
        };
    }
    Ok(points)
}

/// One game in which the first player has this color. Draws are claimed.
fn one_game(
    game: GameId,
    opening: Opening,
    players: &mut [Box<dyn Player>; 2],
    limits: &Limits,
    color: Color,
) -> anyhow::Result<Outcome> {
    let mut played = opening.played(game)?;
    let Opening { fen, mut moves } = opening;
    players.iter_mut().for_each(|player| player.clear());
    loop {
        if let Some((outcome, _)) = played.outcome() {
            return Ok(outcome);
        }
        if !played.claims().is_empty() || moves.len() >= MOST_PLIES {
            return Ok(Outcome::Draw);
        }
        let mover = usize::from(played.turn() != color);
        players[mover].set_position(&PositionText {
            fen: Some(&fen),
            moves: &moves,
            ..PositionText::default()
        })?;
        let best = players[mover].best_move(limits.clone()).best;
        let best = best.ok_or_else(|| anyhow::anyhow!("no move in {}", played.fen()))?;
        played.play_text(&best, MoveStyle::Protocol)?;
        moves.push(best);
    }
}
