//! A place where games are played, one after the other, with engines that stay between games.

use std::sync::Arc;

use openings::Opening;
use tables::Tables;

use crate::cancel::Cancel;
use crate::contestant::{self, Contestant};
use crate::engine_spec::Restart;
use crate::error::ArenaError;
use crate::event::MatchObserver;
use crate::latency::LatencyMeter;
use crate::plan::MatchPlan;
use crate::played_game::PlayedGame;
use crate::referee::Referee;
use crate::schedule::Pair;

/// A place where games are played, one after the other. Engines stay between the games of the same two.
///
/// It needs nothing but the plan: a worker on another machine plays a pair in the same way. Our own engine searches in
/// the thread that calls, which needs a stack of [`STACK_SIZE`](engine::STACK_SIZE).
///
/// ```
/// use std::sync::Arc;
/// use catalog::GameId;
/// use damier_arena::{Cancel, EngineSpec, MatchPlan, Opening, Schedule, Slot, EngineTime};
///
/// let engines = vec![
///     EngineSpec::own("one").with_option("hash", 1),
///     EngineSpec::own("two").with_option("hash", 1).with_option("level", 1),
/// ];
/// let plan = Arc::new(MatchPlan::new(GameId::Russian, EngineTime::depth(1), engines));
/// let pair = Schedule::new(&plan).pair(0).expect("a first pair");
/// let mut slot = Slot::new(plan, 0, &Cancel::default());
/// let [first, second] = slot.play_pair(&pair, &Opening::default(), &())?;
/// assert_eq!((first.engines, second.engines), ([0, 1], [1, 0]));
/// # Ok::<(), damier_arena::ArenaError>(())
/// ```
pub struct Slot {
    plan: Arc<MatchPlan>,
    number: usize,
    cancel: Cancel,
    latency: Option<Arc<LatencyMeter>>,
    /// Endgame tables that decide games, opened for the first one.
    tables: Option<Arc<Tables>>,
    /// Engines that run, with their places in the plan.
    running: Vec<(usize, Box<dyn Contestant>)>,
}

impl std::fmt::Debug for Slot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Slot").field("number", &self.number).finish_non_exhaustive()
    }
}

impl Slot {
    /// A place without engines yet. Observers get its number with each event.
    #[must_use]
    pub fn new(plan: Arc<MatchPlan>, number: usize, cancel: &Cancel) -> Self {
        Self { plan, number, cancel: cancel.clone(), latency: None, tables: None, running: Vec::new() }
    }

    /// Measures the round trip of an empty request before each move.
    #[must_use]
    pub fn with_latency(mut self, meter: Option<Arc<LatencyMeter>>) -> Self {
        self.latency = meter;
        self
    }

    /// Plays both games of a pair.
    ///
    /// # Errors
    ///
    /// As [`play_game`](Self::play_game).
    pub fn play_pair(
        &mut self,
        pair: &Pair,
        opening: &Opening,
        observer: &dyn MatchObserver,
    ) -> Result<[PlayedGame; 2], ArenaError> {
        let first = self.play_game(pair, 0, opening, observer)?;
        Ok([first, self.play_game(pair, 1, opening, observer)?])
    }

    /// Plays one game of a pair: 0 is the first, 1 the second. A fault of an engine ends the game, not the match.
    ///
    /// # Errors
    ///
    /// An engine cannot be started, the opening is wrong, or it was canceled.
    pub fn play_game(
        &mut self,
        pair: &Pair,
        game: u8,
        opening: &Opening,
        observer: &dyn MatchObserver,
    ) -> Result<PlayedGame, ArenaError> {
        let plan = Arc::clone(&self.plan);
        if self.tables.is_none() {
            self.tables = plan.open_tables()?;
        }
        let engines = pair.seats(game);
        self.running.retain(|(engine, _)| engines.contains(engine));
        let [white, black] = engines;
        let mut seats = [self.engine(white)?, self.engine(black)?];
        let (latency, tables) = (self.latency.as_deref(), self.tables.as_deref());
        let number = self.number;
        let referee =
            Referee { plan: &plan, slot: number, pair, number: game, opening, observer, latency, tables };
        let (played, are_fit) = referee.play(&mut seats)?;
        for ((engine, seat), is_fit) in engines.into_iter().zip(seats).zip(are_fit) {
            if is_fit && plan.engines[engine].restart != Restart::EachGame {
                self.running.push((engine, seat));
            }
        }
        Ok(played)
    }

    /// The engine of this number, started if it does not run.
    fn engine(&mut self, engine: usize) -> Result<Box<dyn Contestant>, ArenaError> {
        match self.running.iter().position(|(running, _)| *running == engine) {
            Some(place) => Ok(self.running.swap_remove(place).1),
            None => contestant::start(&self.plan, engine, &self.cancel),
        }
    }
}
