//! Engines at the table: requests and answers.

use std::sync::Arc;
use std::time::Duration;

use study::{DrawAnswerJob, JobFault, JobHandle, MoveJob, QueueFull};
use table::{Command, Moment, Purpose, Request};
use tokio::runtime::Handle;

use crate::app::App;
use crate::errors::ApiError;
use crate::room::{Loaded, Room};
use crate::state::GameState;
use crate::tokens::random_seed;
use crate::view::EngineStatus;

/// How often to try again if the queue is full, and to see whether a waiting engine has begun.
const RETRY: Duration = Duration::from_millis(500);

/// How long to wait after an engine has failed.
const AFTER_FAULT: Duration = Duration::from_secs(5);

/// A request to an engine and the position it is about. An answer to anything else comes too late.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Question {
    request: Request,
    ply: usize,
    key: u64,
}

/// A request to an engine that is under way.
pub(super) struct Asked {
    question: Question,
    /// Dropping it stops the search. `None` after a fault.
    job: Option<JobHandle>,
    status: EngineStatus,
    /// When to ask again after a fault.
    again: Option<tokio::time::Instant>,
}

/// The answer of an engine.
enum Answer {
    Move(String),
    Draw(bool),
    Takeback(bool),
}

impl Question {
    fn of(state: &GameState) -> Option<Self> {
        let game = state.table.game();
        Some(Self { request: state.table.request()?, ply: game.plies(), key: game.key() })
    }

    fn command(self, state: &GameState, answer: Answer) -> Command {
        let by = self.request.side;
        let plies = state.table.takeback().map_or(0, |(_, plies)| plies);
        match answer {
            Answer::Move(mv) => Command::Move { by, ply: self.ply, mv },
            Answer::Draw(true) => Command::AcceptDraw { by },
            Answer::Draw(false) => Command::DeclineDraw { by },
            Answer::Takeback(true) => Command::AcceptTakeback { by, plies },
            Answer::Takeback(false) => Command::DeclineTakeback { by },
        }
    }
}

impl Loaded {
    /// The state of the engine that has to move.
    pub(super) fn engine_status(&self) -> Option<EngineStatus> {
        self.state.table.request()?;
        Some(self.asked.as_ref().map_or(EngineStatus::Thinking, |asked| asked.status))
    }
}

impl Room {
    /// Asks the engine whose turn it is, unless that is done; returns when to look again.
    pub(super) fn ask_engine(
        self: &Arc<Self>,
        app: &Arc<App>,
        loaded: &mut Loaded,
        now: u64,
    ) -> Option<Duration> {
        let Some(question) = Question::of(&loaded.state) else {
            loaded.asked = None;
            return None;
        };
        if let Some(asked) = loaded.asked.as_mut().filter(|asked| asked.question == question) {
            let again = asked.again.map(|again| again.saturating_duration_since(tokio::time::Instant::now()));
            match (&asked.job, again) {
                (Some(job), _) => {
                    let status =
                        if job.is_running() { EngineStatus::Thinking } else { EngineStatus::Waiting };
                    self.note_status(app, loaded, status);
                    return (status == EngineStatus::Waiting).then_some(RETRY);
                }
                (None, Some(again)) if !again.is_zero() => return Some(again),
                (None, _) => {}
            }
        }
        // Another server committed the last event: its engine moves, unless that server is gone.
        if app.config.is_shared && !loaded.is_own {
            let patience = app.config.take_over_after.as_millis() as u64;
            let left = (loaded.state.at + patience).saturating_sub(now);
            if left > 0 {
                return Some(Duration::from_millis(left));
            }
        }
        let asked_before = loaded.asked.take().is_some_and(|asked| asked.question == question);
        match self.submit(app, &loaded.state, question, now) {
            Ok(job) => {
                let status = EngineStatus::Thinking;
                // Requests without a search are answered at once; the time is for answers that cannot be stored.
                let again = job.is_none().then(|| tokio::time::Instant::now() + AFTER_FAULT);
                loaded.asked = Some(Asked { question, job, status, again });
                if asked_before {
                    self.tell_update(app, loaded, loaded.state.seq, &[], loaded.state.history.len());
                }
                Some(RETRY)
            }
            Err(QueueFull { waiting }) => {
                app.metrics.engine_refused.inc();
                tracing::debug!(game = self.id(), waiting, "the engines are busy");
                let again = Some(tokio::time::Instant::now() + RETRY);
                loaded.asked = Some(Asked { question, job: None, status: EngineStatus::Waiting, again });
                if !asked_before {
                    self.tell_update(app, loaded, loaded.state.seq, &[], loaded.state.history.len());
                }
                Some(RETRY)
            }
        }
    }

    /// Tells everybody if the engine waits now, or no longer.
    fn note_status(&self, app: &App, loaded: &mut Loaded, status: EngineStatus) {
        if let Some(asked) = &mut loaded.asked
            && asked.status != status
        {
            asked.status = status;
            self.tell_update(app, loaded, loaded.state.seq, &[], loaded.state.history.len());
        }
    }

    fn submit(
        self: &Arc<Self>,
        app: &Arc<App>,
        state: &GameState,
        question: Question,
        now: u64,
    ) -> Result<Option<JobHandle>, QueueFull> {
        let Request { side, level, purpose } = question.request;
        let game = state.table.game().clone_game();
        let (room, runtime) = (Arc::downgrade(self), Handle::current());
        // Called from a thread of the engines, which must not wait.
        let answer = move |found: Result<Answer, JobFault>| {
            runtime.spawn(async move {
                if let Some(room) = room.upgrade() {
                    room.engine_answers(question, found).await;
                }
            });
        };
        let job = match purpose {
            Purpose::Move => {
                let left = state.table.time_left(side, Moment(now.max(state.at)));
                let clock =
                    state.table.clocks().zip(left).map(|(clocks, left)| study::clock_of(clocks, left, side));
                let job = MoveJob { game, level, clock, seed: random_seed() };
                app.engines.submit_move(
                    job,
                    Box::new(move |found| answer(found.map(|found| Answer::Move(found.text)))),
                )
            }
            Purpose::AnswerDraw => {
                let job = DrawAnswerJob { game, side };
                app.engines.submit_draw_answer(job, Box::new(move |found| answer(found.map(Answer::Draw))))
            }
            Purpose::AnswerTakeback => {
                answer(Ok(Answer::Takeback(study::accepts_takeback())));
                return Ok(None);
            }
        };
        job.map(Some)
    }

    async fn engine_answers(&self, question: Question, found: Result<Answer, JobFault>) {
        if let Err(error) = self.take_answer(question, found).await {
            tracing::warn!(game = self.id(), code = error.info.code, "the answer of an engine was not taken");
        }
        self.wake.notify_one();
    }

    async fn take_answer(&self, question: Question, found: Result<Answer, JobFault>) -> Result<(), ApiError> {
        let app = self.app()?;
        let mut inner = self.lock_quietly().await?;
        let loaded = inner.loaded_mut()?;
        if Question::of(&loaded.state) != Some(question) {
            return Ok(());
        }
        let answer = match found {
            Ok(answer) => answer,
            Err(JobFault::Canceled | JobFault::ShutDown) => return Ok(()),
            Err(fault) => {
                tracing::error!(game = self.id(), %fault, "an engine has no answer");
                let again = Some(tokio::time::Instant::now() + AFTER_FAULT);
                loaded.asked = Some(Asked { question, job: None, status: EngineStatus::Waiting, again });
                return Ok(());
            }
        };
        let command = question.command(&loaded.state, answer);
        self.fall_flag(&mut inner).await?;
        if inner.loaded()?.state.table.ending().is_some() {
            return Ok(());
        }
        self.handle_own(&app, &mut inner, &command, app.now()).await
    }
}
