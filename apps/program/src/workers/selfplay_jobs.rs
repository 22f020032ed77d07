//! The jobs of shared self-play: one block of games each.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use catalog::GameId;
use engine::Control;
use queue::{Job, JobWorker, Pulse, WorkError};
use selfplay::{Block, GameSource, Generator, PlayerEvaluation};
use serde::{Deserialize, Serialize};

use super::read_text;

/// The kind of runs.
pub(crate) const SELFPLAY: &str = "selfplay";

/// What all jobs of a run share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SelfPlayPlan {
    pub(crate) game: String,
    /// The fingerprint of the rules, as 16 hexadecimal digits.
    pub(crate) rules: String,
    pub(crate) source: GameSource,
    pub(crate) evaluation: PlanEvaluation,
}

/// How the players evaluate positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PlanEvaluation {
    BuiltIn,
    HandCrafted,
    /// A network, in base 64.
    Network(String),
}

impl SelfPlayPlan {
    pub(crate) fn of(generator: &Generator) -> Self {
        let game = generator.game();
        let evaluation = match generator.evaluation() {
            PlayerEvaluation::BuiltIn => PlanEvaluation::BuiltIn,
            PlayerEvaluation::HandCrafted => PlanEvaluation::HandCrafted,
            PlayerEvaluation::Network(bytes) => PlanEvaluation::Network(STANDARD.encode(bytes)),
        };
        let (name, source) = (game.name().to_owned(), generator.source().clone());
        Self { game: name, rules: rules(game), source, evaluation }
    }

    /// A generator that plays the same games here.
    fn generator(&self) -> Result<Generator, String> {
        let game: GameId = self.game.parse().map_err(|error: catalog::UnknownGame| error.to_string())?;
        let evaluation = match &self.evaluation {
            PlanEvaluation::BuiltIn => PlayerEvaluation::BuiltIn,
            PlanEvaluation::HandCrafted => PlayerEvaluation::HandCrafted,
            PlanEvaluation::Network(text) => {
                let bytes = STANDARD.decode(text).map_err(|error| format!("the network: {error}"))?;
                PlayerEvaluation::Network(bytes.into())
            }
        };
        let generator = Generator::new(game, self.source.settings.clone(), evaluation)
            .map_err(|error| error.to_string())?;
        if rules(game) != self.rules {
            return Err(format!("the rules of {game} differ here; use the build of the coordinator"));
        }
        if *generator.source() != self.source {
            return Err(
                "the evaluation or the search differs here; use the build of the coordinator".to_owned()
            );
        }
        Ok(generator)
    }
}

fn rules(game: GameId) -> String {
    format!("{:016x}", selfplay::rules_fingerprint(game))
}

/// Which block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SelfPlayJob {
    pub(crate) block: u64,
}

/// Reads the result of a job; `None` if it is invalid.
pub(crate) fn read_block(result: &str) -> Option<Block> {
    Block::from_bytes(&STANDARD.decode(result).ok()?)
}

/// How often progress is told.
const BETWEEN_BEATS: Duration = Duration::from_millis(50);

/// Plays blocks of games for others.
pub(crate) struct SelfPlayWorker;

impl JobWorker for SelfPlayWorker {
    fn kind(&self) -> &str {
        SELFPLAY
    }

    fn work(&self, job: &Job, pulse: &Pulse) -> Result<String, WorkError> {
        let plan: SelfPlayPlan = read_text("plan", &job.plan)?;
        let SelfPlayJob { block } = read_text("job", &job.payload)?;
        let generator = plan.generator().map_err(WorkError::Refused)?;
        let (control, games) = (Control::default(), AtomicU64::new(0));
        let played = std::thread::scope(|scope| {
            // Dropping the sender tells the thread that the work is done.
            let (sender, receiver) = mpsc::channel::<()>();
            let (control, games) = (&control, &games);
            scope.spawn(move || {
                while receiver.recv_timeout(BETWEEN_BEATS) == Err(RecvTimeoutError::Timeout) {
                    pulse.beat(games.load(Ordering::Relaxed));
                    if pulse.is_stopped() {
                        control.stop();
                    }
                }
            });
            let played = generator.play_block(block, control, || {
                games.fetch_add(1, Ordering::Relaxed);
            });
            drop(sender);
            played
        });
        match played {
            Ok(Some(block)) => Ok(STANDARD.encode(block.to_bytes())),
            Ok(None) => Err(WorkError::Stopped),
            Err(error) => Err(WorkError::Failed(error.to_string())),
        }
    }
}
