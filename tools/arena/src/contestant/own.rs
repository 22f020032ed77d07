//! Our own engine, in this process.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use catalog::{GameId, PositionText};
use engine::{
    BestMove, Clock, Control, EvalFileError, Level, Limits, Player, STACK_SIZE, ScoreKind, SearchRequest,
    Strength, player,
};
use tables::Tables;

use crate::cancel::Cancel;
use crate::clocks::MoveLimits;
use crate::contestant::{Answer, Beginning, Contestant, Failure, Place, after_move, with_moves};
use crate::engine_spec::EngineSpec;
use crate::error::PlanError;
use crate::number_option::NumberOption;
use crate::played_game::{EngineScore, FaultKind};

/// The options of our own engine.
#[derive(Clone, Debug)]
pub(super) struct OwnOptions {
    level: Option<Level>,
    megabytes: usize,
    threads: usize,
    overhead: Duration,
    /// See [`Player::set_eval_file`].
    eval_file: String,
    tables: Option<Arc<Tables>>,
}

impl OwnOptions {
    /// Reads the options of an engine.
    pub(super) fn read(game: GameId, spec: &EngineSpec) -> Result<Self, PlanError> {
        let mut options = Self {
            level: None,
            megabytes: 16,
            threads: 1,
            overhead: Duration::from_millis(10),
            eval_file: String::new(),
            tables: None,
        };
        for (name, value) in &spec.options {
            let bad = |expected| PlanError::BadOption {
                engine: spec.name.clone(),
                option: name.clone(),
                found: value.0.clone(),
                expected,
            };
            let number = |least: u64, most: u64, expected| {
                let number = value.0.parse().ok().filter(|number| (least..=most).contains(number));
                number.ok_or_else(|| bad(expected))
            };
            match name.to_lowercase().as_str() {
                "level" => options.level = Some(value.0.parse().map_err(|_| bad("a level from 1 to 10"))?),
                "hash" => options.megabytes = number(1, 65_536, "megabytes from 1 to 65536")? as usize,
                "threads" => options.threads = number(1, 512, "a number from 1 to 512")? as usize,
                "move-overhead" => {
                    options.overhead = Duration::from_millis(number(0, 5_000, "milliseconds up to 5000")?);
                }
                "evalfile" => {
                    // An engine that cannot read its network must not play.
                    let read = player(game, 1, 1).set_eval_file(&value.0);
                    read.map_err(|source| PlanError::EvalFile { engine: spec.name.clone(), source })?;
                    options.eval_file.clone_from(&value.0);
                }
                "tables" => {
                    let tables = Tables::shared(game, Path::new(&value.0)).map_err(PlanError::Tables)?;
                    options.tables = Some(tables).filter(|tables| tables.pieces() > 0);
                    if options.tables.is_none() {
                        return Err(bad("a folder with tables of the game"));
                    }
                }
                _ => {
                    return Err(bad(
                        "one of the options level, hash, threads, move-overhead, EvalFile and tables",
                    ));
                }
            }
        }
        Ok(options)
    }
}

/// The whole numbers among the options, with their ranges.
pub(super) fn numbers() -> Vec<NumberOption> {
    let number = |name: &str, default, min, max| NumberOption {
        name: name.to_owned(),
        default: Some(default),
        min: Some(min),
        max: Some(max),
    };
    vec![
        number("level", 10, 1, 10),
        number("hash", 16, 1, 65_536),
        number("threads", 1, 1, 512),
        number("move-overhead", 10, 0, 5_000),
    ]
}

/// Our own engine.
pub(super) struct OwnPlayer {
    game: GameId,
    options: OwnOptions,
    /// Made anew after a crash; away while it ponders.
    player: Option<Box<dyn Player>>,
    control: Arc<Control>,
    cancel: Cancel,
    seed: u64,
    ponders: bool,
    pondering: Option<Pondering>,
}

/// A search on another thread, in the time of the opponent.
struct Pondering {
    /// The moves up to the one that it expects.
    moves: Vec<String>,
    thread: JoinHandle<(Option<Box<dyn Player>>, Found)>,
}

/// What a search came to.
enum Found {
    Move(BestMove<String>),
    Refused(String),
    Panicked,
}

/// A search and all that it needs.
struct Work {
    player: Box<dyn Player>,
    control: Arc<Control>,
    strength: Option<Strength>,
    fen: Option<String>,
    moves: Vec<String>,
    request: SearchRequest<String>,
}

impl Work {
    /// Searches. The player does not come back from a panic.
    fn run(mut self) -> (Option<Box<dyn Player>>, Found) {
        let player = &mut self.player;
        let text = PositionText { fen: self.fen.as_deref(), moves: &self.moves, ..PositionText::default() };
        let found = catch_unwind(AssertUnwindSafe(|| {
            player.set_position(&text).map_err(|error| error.to_string())?;
            player.set_strength(self.strength);
            player.search(&self.request, &self.control, &mut |_| {}).map_err(|error| error.to_string())
        }));
        match found {
            Ok(Ok(found)) => (Some(self.player), Found::Move(found)),
            Ok(Err(text)) => (Some(self.player), Found::Refused(text)),
            Err(_) => (None, Found::Panicked),
        }
    }
}

impl OwnPlayer {
    pub(super) fn new(game: GameId, spec: &EngineSpec, cancel: &Cancel) -> Result<Self, PlanError> {
        let options = OwnOptions::read(game, spec)?;
        let (control, cancel) = (cancel.control(), cancel.clone());
        let (ponders, pondering) = (spec.ponder, None);
        Ok(Self { game, options, player: None, control, cancel, seed: 0, ponders, pondering })
    }

    /// The player, made if there is none.
    fn ready(&mut self) -> Result<Box<dyn Player>, EvalFileError> {
        if let Some(player) = self.player.take() {
            return Ok(player);
        }
        let OwnOptions { megabytes, threads, ref eval_file, ref tables, .. } = self.options;
        let mut player = player(self.game, megabytes, threads);
        player.set_eval_file(eval_file)?;
        if tables.is_some() {
            player.set_tables(tables.clone());
        }
        Ok(player)
    }

    /// A search of the position after some moves.
    fn work(
        &mut self,
        place: &Place<'_>,
        moves: Vec<String>,
        limits: &MoveLimits,
    ) -> Result<Work, EvalFileError> {
        let request = self.limits(place, limits).into();
        Ok(Work {
            player: self.ready()?,
            control: Arc::clone(&self.control),
            strength: self.options.level.map(|level| Strength { level, seed: self.seed }),
            fen: place.fen.map(str::to_owned),
            moves,
            request,
        })
    }

    /// Begins to think on another thread about the position after the expected reply. Where the system has no thread left,
    /// it thinks in its own time alone.
    fn ponder(&mut self, place: &Place<'_>, limits: &MoveLimits, time: Duration, line: [&str; 2]) {
        let moves = with_moves(place.moves, line);
        let work = self.work(place, moves.clone(), &after_move(limits, place.mover, time));
        // The player has just moved, so there is one.
        let Ok(work) = work else { return };
        self.control.prepare(true);
        if self.cancel.is_cancelled() {
            self.player = Some(work.player);
            return;
        }
        let thread = Builder::new().stack_size(STACK_SIZE).spawn(move || work.run()).ok();
        self.pondering = thread.map(|thread| Pondering { moves, thread });
    }

    /// Ends pondering and returns what it found if these are the moves that it expected. What it found on others is of no
    /// use, and neither is its crash: the position will not come.
    fn end_pondering(&mut self, moves: &[String]) -> Option<Found> {
        let Pondering { moves: expected, thread } = self.pondering.take()?;
        let is_hit = expected == moves;
        if is_hit {
            self.control.ponder_hit();
        } else {
            self.control.stop();
        }
        let (player, found) = thread.join().unwrap_or((None, Found::Panicked));
        self.player = player;
        is_hit.then_some(found)
    }

    /// Thinks about the position now.
    fn search(&mut self, place: &Place<'_>, limits: &MoveLimits) -> (Found, Duration) {
        let work = match self.work(place, place.moves.to_vec(), limits) {
            Ok(work) => work,
            Err(error) => return (Found::Refused(error.to_string()), Duration::ZERO),
        };
        let begin = Instant::now();
        self.control.prepare(false);
        if self.cancel.is_cancelled() {
            // It would not be stopped again.
            self.control.stop();
        }
        let (player, found) = work.run();
        let time = begin.elapsed();
        self.player = player;
        (found, time)
    }

    fn limits(&self, place: &Place<'_>, limits: &MoveLimits) -> Limits {
        let clock = limits.clocks.map(|clocks| {
            let (remaining, increment) = clocks[place.mover as usize];
            Clock { remaining, increment, moves_to_go: limits.moves_to_go }
        });
        // Without any time limit, patience is one: no search goes on for ever.
        let move_time = limits.move_time.or_else(|| clock.is_none().then_some(limits.wait));
        let overhead = if clock.is_some() { self.options.overhead } else { Duration::ZERO };
        let MoveLimits { depth, nodes, .. } = *limits;
        Limits { depth, nodes, move_time, clock, overhead, ..Limits::default() }
    }
}

impl Contestant for OwnPlayer {
    fn begin(&mut self, beginning: &Beginning<'_>) -> Result<(), Failure> {
        self.seed = beginning.seed;
        if let Some(player) = &mut self.player {
            player.clear();
        }
        Ok(())
    }

    fn think(&mut self, place: Place<'_>, limits: &MoveLimits) -> Result<Answer, Failure> {
        let begin = Instant::now();
        let (found, time) = match self.end_pondering(place.moves) {
            Some(found) => (found, begin.elapsed()),
            None => self.search(&place, limits),
        };
        if self.cancel.is_cancelled() {
            return Err(Failure::Cancelled);
        }
        let failed = |kind, text: String| Err(Failure::Fault { kind, text });
        let found = match found {
            Found::Move(found) => found,
            Found::Refused(text) => return failed(FaultKind::Protocol, text),
            Found::Panicked => return failed(FaultKind::Crash, "the search panicked".to_owned()),
        };
        if let (true, Some(best), Some(expected)) = (self.ponders, &found.best, &found.ponder) {
            self.ponder(&place, limits, time, [best, expected]);
        }
        Ok(Answer {
            mv: found.best,
            score: Some(match found.score.kind() {
                ScoreKind::Centipawns(value) => EngineScore::Centipawns(value),
                ScoreKind::Mate(mate) => EngineScore::Mate { mate },
            }),
            depth: Some(found.depth),
            nodes: Some(found.nodes),
            time,
        })
    }

    fn finish(&mut self, _: &[String], _: bool) -> bool {
        self.end_pondering(&[]);
        true
    }
}

impl Drop for OwnPlayer {
    fn drop(&mut self) {
        self.end_pondering(&[]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ranges that are told are those that are read.
    #[test]
    fn every_number_is_accepted_at_its_limits_alone() {
        let read = |name: &str, value: i64| {
            OwnOptions::read(GameId::Chess, &EngineSpec::own("x").with_option(name, value)).is_ok()
        };
        for NumberOption { name, default, min, max } in numbers() {
            let (Some(default), Some(min), Some(max)) = (default, min, max) else { panic!("{name}") };
            assert!([default, min, max].into_iter().all(|value| read(&name, value)), "{name}");
            assert!(!read(&name, min - 1) && !read(&name, max + 1), "{name}");
        }
    }
}
