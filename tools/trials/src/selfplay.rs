//! Fast games of every kind; the slow rules check every move and result.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use boardgame::testing::Random;
use boardgame::{MoveStyle, Outcome};
use catalog::{AnyGame, GameId, PositionText};
use clap::ValueEnum;
use engine::{BestMove, Control, Level, Limits, Player, SearchRequest, Strength, player};
use serde::Serialize;

use crate::common::{find_game, in_threads, is_interrupted, print_json, progress};
use crate::openings::Opening;
use crate::slow::{SlowGame, Verdict};

/// Play fast games of all kinds and check every move and result.
#[derive(clap::Args)]
#[command(
    after_help = "Every move must be legal by the rules and by the slow rules of `reference`, both must \
    agree on the result and its rule after each move, and the engine must have the same position. A move is late \
    if it takes longer than it was given and the patience.\n\n\
    Examples:\n  trials selfplay --minutes 60 --threads 2\n  trials selfplay --game frisian --rounds 10 --seed 7 --json"
)]
pub(crate) struct Arguments {
    /// Only this game; all playable ones in turn if left out.
    #[arg(long, value_parser = find_game)]
    game: Option<GameId>,
    /// Stop after this many minutes.
    #[arg(long, default_value_t = 1.0, value_parser = positive)]
    minutes: f64,
    /// Stop after this many games of each kind.
    #[arg(long, conflicts_with = "minutes")]
    rounds: Option<usize>,
    /// What ends the search of a move.
    #[arg(long, value_enum, default_value_t = By::Both)]
    by: By,
    /// How late a move may come, in milliseconds: other programs need the processor too.
    #[arg(long, default_value_t = 50)]
    patience: u64,
    /// The seed. Searches limited by nodes play the same games with the same seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of games to play in parallel.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// What ends the search of a move.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum By {
    Nodes,
    Time,
    /// Nodes and time in turn.
    Both,
}

fn positive(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|&number: &f64| number > 0.0 && number < 1e6)
        .ok_or("expected a number above 0".into())
}

/// The ply at which a game is abandoned; only chess may last longer by the rules.
const MOST_PLIES: usize = 1_000;

/// The most faults to report in full for each game.
const MOST_TOLD: usize = 5;

#[derive(Clone, Debug, Default, Serialize)]
struct Tally {
    game: String,
    games: usize,
    moves: usize,
    white_wins: usize,
    draws: usize,
    black_wins: usize,
    /// Games abandoned because they were too long, or too complex for the slow rules.
    left: usize,
    crashes: usize,
    illegal_moves: usize,
    wrong_results: usize,
    late_moves: usize,
    /// The longest delay of a move, in milliseconds.
    latest: u64,
    /// The first faults.
    faults: Vec<String>,
}

/// What is wrong with a game.
enum Fault {
    Crash,
    IllegalMove(String),
    WrongResult(String),
}

impl Tally {
    fn faults(&self) -> usize {
        self.crashes + self.illegal_moves + self.wrong_results + self.late_moves
    }

    fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.moves += other.moves;
        self.white_wins += other.white_wins;
        self.draws += other.draws;
        self.black_wins += other.black_wins;
        self.left += other.left;
        self.crashes += other.crashes;
        self.illegal_moves += other.illegal_moves;
        self.wrong_results += other.wrong_results;
        self.late_moves += other.late_moves;
        self.latest = self.latest.max(other.latest);
        let room = MOST_TOLD.saturating_sub(self.faults.len());
        self.faults.extend(other.faults.iter().take(room).cloned());
    }

    fn end(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Win(boardgame::Color::White) => self.white_wins += 1,
            Outcome::Win(boardgame::Color::Black) => self.black_wins += 1,
            Outcome::Draw => self.draws += 1,
        }
    }

    fn note(&mut self, fault: Fault, line: &Opening) {
        let (count, text) = match fault {
            Fault::Crash => (&mut self.crashes, "crash".to_owned()),
            Fault::IllegalMove(text) => (&mut self.illegal_moves, text),
            Fault::WrongResult(text) => (&mut self.wrong_results, text),
        };
        *count += 1;
        self.faults.push(format!("{text}; {} {}", line.fen, line.moves.join(" ")));
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    let games: Vec<GameId> = arguments.game.map_or_else(|| GameId::ALL.to_vec(), |game| vec![game]);
    let begin = Instant::now();
    let time = Duration::from_secs_f64(arguments.minutes * 60.0);
    let tallies = games.iter().map(|game| Tally { game: game.to_string(), ..Tally::default() });
    let tallies = Mutex::new(tallies.collect::<Vec<_>>());
    let next = AtomicUsize::new(0);
    in_threads(arguments.threads.into(), |_| {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let (round, index) = (number / games.len(), number % games.len());
            let is_enough = match arguments.rounds {
                Some(rounds) => round >= rounds,
                None => begin.elapsed() >= time,
            };
            if is_enough || is_interrupted() {
                return;
            }
            let seed = arguments.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number as u64);
            let played = play(games[index], arguments, seed);
            let Ok(mut tallies) = tallies.lock() else { return };
            tallies[index].add(&played);
            let total = total(&tallies);
            progress(&format!("{} games, {} moves, {} faults", total.games, total.moves, total.faults()));
        }
    })?;
    progress("");
    let tallies = tallies.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    let total = total(&tallies);
    report(arguments, &tallies, &total, begin.elapsed())?;
    Ok(total.faults() == 0)
}

fn total(tallies: &[Tally]) -> Tally {
    let mut total = Tally { game: "all".to_owned(), ..Tally::default() };
    tallies.iter().for_each(|tally| total.add(tally));
    total
}

/// One game from a random opening.
fn play(game: GameId, arguments: &Arguments, seed: u64) -> Tally {
    let mut random = Random::new(seed);
    let plies = random.below(13);
    let mut line = Opening::random(game, plies, &mut random);
    let mut tally = Tally { games: 1, ..Tally::default() };
    match play_on(game, &mut line, arguments, &mut random, &mut tally) {
        Ok(Some(outcome)) => tally.end(outcome),
        Ok(None) => tally.left += 1,
        Err(fault) => tally.note(fault, &line),
    }
    tally
}

/// Plays until the game ends; `None` if it must be abandoned.
fn play_on(
    game: GameId,
    line: &mut Opening,
    arguments: &Arguments,
    random: &mut Random,
    tally: &mut Tally,
) -> Result<Option<Outcome>, Fault> {
    let wrong = |error: anyhow::Error| Fault::WrongResult(format!("opening: {error:#}"));
    let mut played = line.played(game).map_err(wrong)?;
    let mut slow = SlowGame::begin(game, &line.fen);
    for text in &line.moves {
        match slow.as_mut().map_or(Verdict::Legal, |slow| slow.play(text)) {
            Verdict::Legal => {}
            Verdict::Illegal => return Err(Fault::IllegalMove(format!("{text} of the opening"))),
            Verdict::TooComplex => return Ok(None),
        }
    }
    let mut engine = player(game, 1, 1);
    let seed = random.number();
    let by_time = arguments.by == By::Time || arguments.by == By::Both && random.below(2) == 0;
    loop {
        let outcome = played.outcome();
        if let Some(slow) = slow.as_ref().filter(|slow| !slow.confirms(outcome)) {
            let text = format!("{outcome:?}, by the slow rules {}", slow.outcome_text());
            return Err(Fault::WrongResult(text));
        }
        if let Some((outcome, _)) = outcome {
            return Ok(Some(outcome));
        }
        if line.moves.len() >= MOST_PLIES || is_interrupted() {
            return Ok(None);
        }
        let (request, strength) = random_request(by_time, seed, random);
        engine.set_strength(strength);
        let best = one_move(&mut *engine, &*played, line, &request, arguments, tally)?;
        match slow.as_mut().map_or(Verdict::Legal, |slow| slow.play(&best)) {
            Verdict::Legal => {}
            Verdict::Illegal => return Err(Fault::IllegalMove(format!("{best} by the slow rules"))),
            Verdict::TooComplex => return Ok(None),
        }
        let refused = |error| Fault::IllegalMove(format!("{best}: {error}"));
        played.play_text(&best, MoveStyle::Protocol).map_err(refused)?;
        line.moves.push(best);
        tally.moves += 1;
    }
}

/// A short search, at any level.
fn random_request(
    by_time: bool,
    seed: u64,
    random: &mut Random,
) -> (SearchRequest<String>, Option<Strength>) {
    let limits = if by_time {
        Limits::move_time(Duration::from_millis(1 + random.below(5) as u64))
    } else {
        Limits::nodes(20 + random.below(600) as u64)
    };
    let level = Level::ALL.get(random.below(2 * Level::ALL.len())).copied();
    let request = SearchRequest { multi_pv: 1 + random.below(2), ..limits.into() };
    (request, level.map(|level| Strength { level, seed }))
}

/// The move of the engine, which must be legal.
fn one_move(
    engine: &mut dyn Player,
    played: &dyn AnyGame,
    line: &Opening,
    request: &SearchRequest<String>,
    arguments: &Arguments,
    tally: &mut Tally,
) -> Result<String, Fault> {
    let place = PositionText { fen: Some(&line.fen), moves: &line.moves, ..PositionText::default() };
    let (found, elapsed) = catch_unwind(AssertUnwindSafe(|| search(engine, &place, request)))
        .map_err(|_| Fault::Crash)?
        .map_err(Fault::IllegalMove)?;
    if engine.fen() != played.fen() {
        return Err(Fault::WrongResult(format!("{} for {}", engine.fen(), played.fen())));
    }
    if let Some(time) = request.limits.move_time {
        let late = elapsed.saturating_sub(time);
        tally.latest = tally.latest.max(late.as_millis() as u64);
        tally.late_moves += usize::from(late > Duration::from_millis(arguments.patience));
    }
    let best = found.best.ok_or_else(|| Fault::IllegalMove("no move".to_owned()))?;
    let legal = played.legal_moves(MoveStyle::Protocol);
    if legal.contains(&best) { Ok(best) } else { Err(Fault::IllegalMove(best)) }
}

fn search(
    engine: &mut dyn Player,
    place: &PositionText<'_>,
    request: &SearchRequest<String>,
) -> Result<(BestMove<String>, Duration), String> {
    engine.set_position(place).map_err(|error| error.to_string())?;
    let begin = Instant::now();
    let found =
        engine.search(request, &Control::default(), &mut |_| {}).map_err(|error| error.to_string())?;
    Ok((found, begin.elapsed()))
}

/// The result of a run.
#[derive(Serialize)]
struct Report<'a> {
    seed: u64,
    seconds: f64,
    games: &'a [Tally],
    total: &'a Tally,
}

fn report(arguments: &Arguments, tallies: &[Tally], total: &Tally, elapsed: Duration) -> anyhow::Result<()> {
    let seconds = elapsed.as_secs_f64();
    if arguments.json {
        return print_json(&Report { seed: arguments.seed, seconds, games: tallies, total });
    }
    println!(
        "{:<18}{:>7}{:>9}{:>7}{:>7}{:>7}{:>6}{:>9}{:>9}{:>7}{:>6}{:>9}",
        "game",
        "games",
        "moves",
        "white",
        "draw",
        "black",
        "left",
        "crashes",
        "illegal",
        "wrong",
        "late",
        "latest"
    );
    for tally in tallies.iter().chain([total]) {
        println!(
            "{:<18}{:>7}{:>9}{:>7}{:>7}{:>7}{:>6}{:>9}{:>9}{:>7}{:>6}{:>6} ms",
            tally.game,
            tally.games,
            tally.moves,
            tally.white_wins,
            tally.draws,
            tally.black_wins,
            tally.left,
            tally.crashes,
            tally.illegal_moves,
            tally.wrong_results,
            tally.late_moves,
            tally.latest
        );
    }
    for tally in tallies {
        tally.faults.iter().for_each(|fault| println!("{}: {fault}", tally.game));
    }
    println!("{seconds:.0} s, seed {}", arguments.seed);
    Ok(())
}
