//! The jobs of a shared match: one pair of games each.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use arena::{
    ArenaError, Cancel, MatchEvent, MatchObserver, MatchPlan, Opening, OpeningSet, Openings, Pair,
    PlayedGame, Slot,
};
use queue::{Job, JobWorker, Pulse, RunId, WorkError};
use serde::{Deserialize, Serialize};

use super::engine_identity::{EngineIdentity, Hashes};
use super::read_text;

/// The kind of runs.
pub(crate) const MATCH: &str = "match";

/// How often to look whether the result is still wanted.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// What all pairs of a match share.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SharedMatch {
    /// The version of the coordinator, whose rules and referee the worker must have.
    pub(crate) version: String,
    pub(crate) plan: MatchPlan,
    /// The engines, in the order of the plan.
    pub(crate) engines: Vec<EngineIdentity>,
}

/// A pair of games to play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PairJob {
    pub(crate) pair: Pair,
    /// Its opening, if it comes from a book; others follow from the plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) opening: Option<Opening>,
}

/// Plays pairs for others.
pub(crate) struct MatchWorker {
    /// Commands of engines on this machine, by their names in the match.
    commands: BTreeMap<String, String>,
    hashes: Hashes,
    /// Places whose engines run and wait for the next pair of their run.
    idle: Mutex<Vec<(RunId, Place)>>,
    numbers: AtomicU64,
}

struct Place {
    slot: Slot,
    cancel: Cancel,
    plan: Arc<MatchPlan>,
    /// Opened when a pair needs them: a book is on the machine of the coordinator only.
    openings: Option<OpeningSet>,
}

impl Place {
    fn play(&mut self, job: PairJob, observer: &dyn MatchObserver) -> Result<[PlayedGame; 2], ArenaError> {
        let opening = match (job.opening, &self.openings) {
            (Some(opening), _) => opening,
            (None, Some(openings)) => openings.opening(job.pair.opening)?,
            (None, None) => {
                let openings = self.plan.open_openings()?;
                self.openings.insert(openings).opening(job.pair.opening)?
            }
        };
        self.slot.play_pair(&job.pair, &opening, observer)
    }
}

impl MatchWorker {
    pub(crate) fn new(commands: BTreeMap<String, String>) -> Self {
        Self { commands, hashes: Hashes::default(), idle: Mutex::default(), numbers: AtomicU64::new(0) }
    }

    /// A place for the run: one whose engines run, or a new one.
    fn place(&self, run: RunId, plan: &str) -> Result<Place, WorkError> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let found = idle.iter().position(|(known, _)| *known == run);
        let found = found.map(|place| idle.swap_remove(place).1);
        // Engines of other runs make room.
        idle.retain(|(known, _)| *known == run);
        drop(idle);
        match found {
            Some(place) => Ok(place),
            None => self.start(plan),
        }
    }

    fn start(&self, plan: &str) -> Result<Place, WorkError> {
        let mut shared: SharedMatch = read_text("plan", plan)?;
        if shared.version != env!("CARGO_PKG_VERSION") {
            return Err(WorkError::Refused(format!(
                "the coordinator has version {} of the program, this worker {}",
                shared.version,
                env!("CARGO_PKG_VERSION")
            )));
        }
        for (spec, wanted) in shared.plan.engines.iter_mut().zip(&shared.engines) {
            if let Some(command) = self.commands.get(&spec.name).filter(|_| spec.command.is_some()) {
                spec.command = Some(command.clone());
            }
            let found = self.hashes.identity(spec).map_err(WorkError::Refused)?;
            wanted.check(&found, &self.hashes).map_err(WorkError::Refused)?;
        }
        let cancel = Cancel::default();
        let number = self.numbers.fetch_add(1, Ordering::Relaxed) as usize;
        let plan = Arc::new(shared.plan);
        Ok(Place { slot: Slot::new(Arc::clone(&plan), number, &cancel), cancel, plan, openings: None })
    }
}

impl JobWorker for MatchWorker {
    fn kind(&self) -> &str {
        MATCH
    }

    fn work(&self, job: &Job, pulse: &Pulse) -> Result<String, WorkError> {
        let work: PairJob = read_text("pair", &job.payload)?;
        let mut place = self.place(job.run, &job.plan)?;
        let plies = PlyCounter { pulse, plies: AtomicU64::new(0) };
        let cancel = place.cancel.clone();
        let played = with_cancel(pulse, &cancel, || place.play(work, &plies));
        match played {
            Ok(games) => {
                let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
                idle.push((job.run, place));
                Ok(serde_json::to_string(&games).expect("texts, numbers and lists"))
            }
            Err(ArenaError::Cancelled) => Err(WorkError::Stopped),
            Err(error @ ArenaError::CannotStart { .. }) => Err(WorkError::Refused(error.to_string())),
            Err(error) => Err(WorkError::Failed(error.to_string())),
        }
    }
}

/// Reads the two games of a result.
pub(crate) fn read_games(text: &str) -> Result<[PlayedGame; 2], serde_json::Error> {
    serde_json::from_str(text)
}

/// Tells the plies of both games as progress.
struct PlyCounter<'a> {
    pulse: &'a Pulse,
    plies: AtomicU64,
}

impl MatchObserver for PlyCounter<'_> {
    fn observe(&self, event: &MatchEvent<'_>) {
        if matches!(event, MatchEvent::Moved { .. } | MatchEvent::GameBegan { .. }) {
            self.pulse.beat(self.plies.fetch_add(1, Ordering::Relaxed) + 1);
        }
    }
}

/// Stops the games when the pulse says so.
fn with_cancel<T>(pulse: &Pulse, cancel: &Cancel, work: impl FnOnce() -> T) -> T {
    std::thread::scope(|scope| {
        // Dropping the sender tells the thread that the work is done.
        let (sender, receiver) = mpsc::channel::<()>();
        scope.spawn(move || {
            while receiver.recv_timeout(BETWEEN_LOOKS) == Err(RecvTimeoutError::Timeout) {
                if pulse.is_stopped() {
                    cancel.cancel();
                }
            }
        });
        let result = work();
        drop(sender);
        result
    })
}
