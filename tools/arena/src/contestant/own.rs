//! Our own engine, in this process.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use catalog::{GameId, PositionText};
use engine::{Clock, Control, EvalFileError, Level, Limits, Player, ScoreKind, Strength, player};
use tables::Tables;

use crate::cancel::Cancel;
use crate::clocks::MoveLimits;
use crate::contestant::{Answer, Beginning, Contestant, Failure, Place};
use crate::error::PlanError;
use crate::plan::EngineSpec;
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

/// Our own engine.
pub(super) struct OwnPlayer {
    game: GameId,
    options: OwnOptions,
    /// Made anew after a crash.
    player: Option<Box<dyn Player>>,
    control: Arc<Control>,
    cancel: Cancel,
    seed: u64,
}

impl OwnPlayer {
    pub(super) fn new(game: GameId, spec: &EngineSpec, cancel: &Cancel) -> Result<Self, PlanError> {
        let options = OwnOptions::read(game, spec)?;
        let (control, cancel) = (cancel.control(), cancel.clone());
        Ok(Self { game, options, player: None, control, cancel, seed: 0 })
    }

    fn player(&mut self) -> Result<&mut dyn Player, EvalFileError> {
        let OwnOptions { megabytes, threads, ref eval_file, ref tables, .. } = self.options;
        let ready = match self.player.take() {
            Some(player) => player,
            None => {
                let mut player = player(self.game, megabytes, threads);
                player.set_eval_file(eval_file)?;
                if tables.is_some() {
                    player.set_tables(tables.clone());
                }
                player
            }
        };
        Ok(&mut **self.player.insert(ready))
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
        let request = self.limits(&place, limits).into();
        let strength = self.options.level.map(|level| Strength { level, seed: self.seed });
        let failed = |kind, text: String| Failure::Fault { kind, text };
        let unreadable = |error: EvalFileError| failed(FaultKind::Protocol, error.to_string());
        self.player().map_err(unreadable)?;
        let begin = Instant::now();
        self.control.prepare(false);
        if self.cancel.is_cancelled() {
            return Err(Failure::Cancelled);
        }
        let control = Arc::clone(&self.control);
        let player = self.player().map_err(unreadable)?;
        let text = PositionText { fen: place.fen, moves: place.moves, ..PositionText::default() };
        let found = catch_unwind(AssertUnwindSafe(|| {
            player.set_position(&text).map_err(|error| error.to_string())?;
            player.set_strength(strength);
            player.search(&request, &control, &mut |_| {}).map_err(|error| error.to_string())
        }));
        let time = begin.elapsed();
        if self.cancel.is_cancelled() {
            return Err(Failure::Cancelled);
        }
        match found {
            Ok(Ok(found)) => Ok(Answer {
                mv: found.best,
                score: Some(match found.score.kind() {
                    ScoreKind::Centipawns(value) => EngineScore::Centipawns(value),
                    ScoreKind::Mate(mate) => EngineScore::Mate { mate },
                }),
                depth: Some(found.depth),
                nodes: Some(found.nodes),
                time,
            }),
            Ok(Err(text)) => Err(failed(FaultKind::Protocol, text)),
            Err(_) => {
                self.player = None;
                Err(failed(FaultKind::Crash, "the search panicked".to_owned()))
            }
        }
    }
}
