//! Comparing two sets of numbers by games.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use arena::{ArenaError, Cancel, EngineSpec, MatchPlan, Openings, Pair, Slot};

use crate::error::SpsaError;

/// Plays pairs of games between an engine with one set of numbers and the same engine with another.
pub struct PairPlayer<'a> {
    /// The game, the time control and the adjudication; its engines are replaced.
    plan: MatchPlan,
    engine: EngineSpec,
    names: Vec<String>,
    openings: &'a dyn Openings,
    /// Pairs of an iteration.
    pairs: u64,
    concurrency: usize,
    cancel: Cancel,
}

/// What an iteration found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairScore {
    /// Won, drawn and lost games of the first set.
    pub games: [u64; 3],
    /// Games that ended by a fault of an engine.
    pub faults: u64,
}

impl PairScore {
    /// The points by which the first set won, on average for a pair.
    #[must_use]
    pub fn difference(&self) -> f64 {
        let [wins, draws, losses] = self.games;
        let pairs = (wins + draws + losses) as f64 / 2.0;
        if pairs > 0.0 { (wins as f64 - losses as f64) / pairs } else { 0.0 }
    }

    fn add(&mut self, other: Self) {
        self.games.iter_mut().zip(other.games).for_each(|(sum, more)| *sum += more);
        self.faults += other.faults;
    }
}

impl std::fmt::Debug for PairPlayer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PairPlayer").field("engine", &self.engine).finish_non_exhaustive()
    }
}

impl<'a> PairPlayer<'a> {
    /// Plays with the engine and the conditions of a plan. The names are those of the tuned options.
    #[must_use]
    pub fn new(
        plan: MatchPlan,
        engine: EngineSpec,
        names: Vec<String>,
        openings: &'a dyn Openings,
        cancel: &Cancel,
    ) -> Self {
        Self { plan, engine, names, openings, pairs: 1, concurrency: 1, cancel: cancel.clone() }
    }

    /// Sets how many pairs an iteration has and how many are played at the same time.
    #[must_use]
    pub fn pairs(mut self, pairs: u64, concurrency: usize) -> Self {
        self.pairs = pairs.max(1);
        self.concurrency = concurrency.max(1);
        self
    }

    /// Plays the pairs of an iteration. Each has an opening of its own, by its number.
    ///
    /// # Errors
    ///
    /// An engine cannot be started, an opening is wrong, or it was canceled.
    pub fn play(&self, iteration: u64, [plus, minus]: [&[i64]; 2]) -> Result<PairScore, SpsaError> {
        let with = |side: &str, values: &[i64]| {
            let mut spec = self.engine.clone();
            spec.name = format!("{} {side}", spec.name);
            let options = self.names.iter().zip(values);
            options.fold(spec, |spec, (option, value)| spec.with_option(option, value))
        };
        let engines = vec![with("plus", plus), with("minus", minus)];
        let plan = Arc::new(MatchPlan { engines, ..self.plan.clone() });
        let (next, sum) = (AtomicU64::new(0), Mutex::new(Ok(PairScore::default())));
        thread::scope(|scope| -> Result<(), SpsaError> {
            for slot in 0..self.concurrency.min(self.pairs as usize) {
                let (plan, next, sum) = (&plan, &next, &sum);
                let work = move || {
                    let mut slot = Slot::new(Arc::clone(plan), slot, &self.cancel);
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.pairs {
                            return;
                        }
                        let found = self.play_pair(&mut slot, iteration * self.pairs + number);
                        let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
                        match (&mut *sum, found) {
                            (Ok(sum), Ok(found)) => sum.add(found),
                            (Ok(_), Err(error)) => *sum = Err(error),
                            (Err(_), _) => return,
                        }
                    }
                };
                let builder = thread::Builder::new().stack_size(engine::STACK_SIZE);
                builder.spawn_scoped(scope, work).map_err(ArenaError::Thread)?;
            }
            Ok(())
        })?;
        Ok(sum.into_inner().unwrap_or_else(PoisonError::into_inner)?)
    }

    fn play_pair(&self, slot: &mut Slot, number: u64) -> Result<PairScore, ArenaError> {
        let opening = self.openings.opening(number)?;
        let pair = Pair { number, opening: number, engines: [0, 1] };
        let mut score = PairScore::default();
        for game in slot.play_pair(&pair, &opening, &())? {
            let half_points = game.half_points(0).unwrap_or(1);
            score.games[usize::from(2 - half_points.min(2))] += 1;
            score.faults += u64::from(game.fault.is_some());
        }
        Ok(score)
    }
}
