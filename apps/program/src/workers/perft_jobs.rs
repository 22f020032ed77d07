//! The jobs of a shared perft: one position each.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use catalog::{GameId, PositionText};
use damier::{AnyCounter, Reading};
use perft::{CountSettings, Counting, Monitor};
use queue::{Job, JobWorker, Pulse, WorkError};
use serde::{Deserialize, Serialize};

use super::read_text;

/// The kind of runs.
pub(crate) const PERFT: &str = "perft";

/// What all jobs of a count share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PerftPlan {
    /// The version of the coordinator: another one may cut the count differently.
    pub(crate) version: String,
    pub(crate) game: String,
    pub(crate) fen: String,
    pub(crate) depth: u32,
    /// The plies below each job.
    pub(crate) below: u32,
    pub(crate) routes: bool,
    pub(crate) lenient: bool,
}

/// A position to count, and how often it is reached after each move of the root.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PerftJob {
    pub(crate) fen: String,
    pub(crate) weights: Vec<(usize, u64)>,
}

/// The count of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PerftResult {
    pub(crate) nodes: u64,
}

/// How often progress is told.
const BETWEEN_BEATS: Duration = Duration::from_millis(50);

/// What a counter is for.
#[derive(Clone, Copy, PartialEq, Eq)]
struct CounterKey {
    game: GameId,
    counting: Counting,
    reading: Reading,
}

/// Counts positions for others.
pub(crate) struct PerftWorker {
    hash_megabytes: usize,
    /// The latest counter, with its table. All jobs of a run share it.
    latest: Mutex<Option<(CounterKey, Arc<dyn AnyCounter>)>>,
}

impl PerftWorker {
    pub(crate) fn new(hash_megabytes: usize) -> Self {
        Self { hash_megabytes, latest: Mutex::new(None) }
    }

    fn counter(&self, key: CounterKey) -> Result<Arc<dyn AnyCounter>, WorkError> {
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, counter)) = &*latest
            && *known == key
        {
            return Ok(Arc::clone(counter));
        }
        // Its table goes before there is another one.
        *latest = None;
        let CounterKey { game, counting, reading } = key;
        let settings = CountSettings { threads: 1, hash_megabytes: self.hash_megabytes, counting, reading };
        let counter =
            damier::counter(game, &settings).map_err(|error| WorkError::Refused(error.to_string()))?;
        let counter: Arc<dyn AnyCounter> = Arc::from(counter);
        *latest = Some((key, Arc::clone(&counter)));
        Ok(counter)
    }
}

impl JobWorker for PerftWorker {
    fn kind(&self) -> &str {
        PERFT
    }

    fn work(&self, job: &Job, pulse: &Pulse) -> Result<String, WorkError> {
        let plan: PerftPlan = read_text("plan", &job.plan)?;
        let work: PerftJob = read_text("job", &job.payload)?;
        let key = CounterKey {
            game: plan
                .game
                .parse()
                .map_err(|error: catalog::UnknownGame| WorkError::Refused(error.to_string()))?,
            counting: if plan.routes { Counting::Routes } else { Counting::Distinct },
            reading: if plan.lenient { Reading::Lenient } else { Reading::Strict },
        };
        let counter = self.counter(key)?;
        let place = PositionText { reading: key.reading, fen: Some(&work.fen), moves: &[] };
        let monitor = Monitor::default();
        let counted = with_pulse(&monitor, pulse, || counter.count(&place, plan.below, &monitor));
        let counted = counted.map_err(|error| WorkError::Failed(format!("{}: {error}", work.fen)))?;
        if !counted.complete {
            return Err(WorkError::Stopped);
        }
        Ok(serde_json::to_string(&PerftResult { nodes: counted.nodes }).expect("a number"))
    }
}

/// Tells the nodes as progress, and passes a stop on.
fn with_pulse<T>(monitor: &Monitor, pulse: &Pulse, work: impl FnOnce() -> T) -> T {
    std::thread::scope(|scope| {
        // Dropping the sender tells the thread that the work is done.
        let (sender, receiver) = mpsc::channel::<()>();
        scope.spawn(move || {
            while receiver.recv_timeout(BETWEEN_BEATS) == Err(RecvTimeoutError::Timeout) {
                pulse.beat(monitor.nodes());
                if pulse.is_stopped() {
                    monitor.stop();
                }
            }
        });
        let result = work();
        drop(sender);
        result
    })
}
