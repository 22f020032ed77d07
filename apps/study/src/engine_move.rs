//! Moves and answers of engines that play.

use std::time::{Duration, Instant};

use boardgame::Color;
use catalog::AnyGame;
use engine::{BestMove, Clock, Control, Level, Limits, Strength};
use serde::Serialize;
use table::Clocks;

use crate::job::{JobControl, JobFault, JobTask, Turn};
use crate::player_cache::{PlayerCache, set_position};
use crate::score::{ScoreValue, accepts_draw, for_white};

/// A move that an engine has to find.
#[derive(Debug)]
pub struct MoveJob {
    /// The game with its history.
    pub game: Box<dyn AnyGame>,
    /// The level, from 1 to 10; numbers outside count as the nearest one.
    pub level: u8,
    /// The clock of the engine when the job is submitted, if it plays with one; see [`clock_of`].
    pub clock: Option<Clock>,
    /// The seed of its misjudgments: the same seed gives weak levels the same moves.
    pub seed: u64,
}

/// A draw that an engine has to accept or decline.
#[derive(Debug)]
pub struct DrawAnswerJob {
    /// The game with its history.
    pub game: Box<dyn AnyGame>,
    /// The side of the engine.
    pub side: Color,
}

/// The move of an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EngineMove {
    /// The move in record notation.
    pub text: String,
    /// The score for White.
    pub score: ScoreValue,
    /// The depth that was searched, in plies.
    pub depth: u32,
    /// The positions that were searched.
    pub nodes: u64,
}

/// The longest time for a move without a clock.
const WITHOUT_CLOCK: Duration = Duration::from_secs(2);

/// The time to answer an offer.
const FOR_ANSWER: Duration = Duration::from_millis(500);

/// The time that starting a search and sending its move take.
const OVERHEAD: Duration = Duration::from_millis(30);

/// Engines use no more of a clock than if this were left: other games wait for them. A usual move takes two seconds then.
const LONGEST_CLOCK: Duration = Duration::from_secs(40);

/// The same for the increment.
const LONGEST_INCREMENT: Duration = Duration::from_secs(2);

/// Whether an engine lets its opponent take moves back: always.
#[must_use]
pub fn accepts_takeback() -> bool {
    true
}

/// The clock of a side as searches want it; `left` is the time that the side has now.
#[must_use]
pub fn clock_of(clocks: &Clocks, left: Duration, color: Color) -> Clock {
    Clock { remaining: left, increment: clocks.increment(), moves_to_go: clocks.moves_to_go(color) }
}

/// The limits of a search for a move with a clock.
#[must_use]
pub fn clock_limits(clock: Clock) -> Limits {
    Limits { clock: Some(clock), overhead: OVERHEAD, ..Limits::default() }
}

type OnMove = Box<dyn FnOnce(Result<EngineMove, JobFault>) + Send>;

pub(crate) struct MoveTask {
    job: MoveJob,
    submitted: Instant,
    on_done: Option<OnMove>,
}

impl MoveTask {
    pub(crate) fn new(job: MoveJob, on_done: OnMove) -> Self {
        Self { job, submitted: Instant::now(), on_done: Some(on_done) }
    }

    fn tell(&mut self, result: Result<EngineMove, JobFault>) {
        if let Some(on_done) = self.on_done.take() {
            on_done(result);
        }
    }

    fn limits(&self) -> Limits {
        let Some(clock) = self.job.clock else { return Limits::move_time(WITHOUT_CLOCK) };
        let remaining = clock.remaining.saturating_sub(self.submitted.elapsed()).min(LONGEST_CLOCK);
        clock_limits(Clock { remaining, increment: clock.increment.min(LONGEST_INCREMENT), ..clock })
    }

    fn search(&self, players: &mut PlayerCache, search: &Control) -> Result<EngineMove, JobFault> {
        let MoveJob { game, level, seed, .. } = &self.job;
        let level = Level::try_from((*level).clamp(1, 10)).unwrap_or(Level::STRONGEST);
        let player = players.of_strength(game.id(), Strength { level, seed: *seed });
        set_position(player, &**game)?;
        // A forced move needs no thought.
        let limits = if game.count_legal() == 1 { Limits::depth(1) } else { self.limits() };
        let found = player.search(&limits.into(), search, &mut |_| {});
        let BestMove { best, score, depth, nodes, .. } =
            found.map_err(|error| JobFault::Refused { reason: error.to_string() })?;
        let text = best.ok_or(JobFault::NoMove)?;
        Ok(EngineMove { text, score: for_white(score, game.turn()), depth, nodes })
    }
}

impl JobTask for MoveTask {
    fn work(&mut self, players: &mut PlayerCache, search: &Control, job: &JobControl) -> Turn {
        let result = if self.job.game.outcome().is_some() {
            Err(JobFault::NoMove)
        } else {
            self.search(players, search)
        };
        if job.must_stop() {
            return Turn::Stopped;
        }
        self.tell(result);
        Turn::Done
    }

    fn fail(&mut self, fault: JobFault) {
        self.tell(Err(fault));
    }
}

type OnAnswer = Box<dyn FnOnce(Result<bool, JobFault>) + Send>;

pub(crate) struct DrawAnswerTask {
    job: DrawAnswerJob,
    on_done: Option<OnAnswer>,
}

impl DrawAnswerTask {
    pub(crate) fn new(job: DrawAnswerJob, on_done: OnAnswer) -> Self {
        Self { job, on_done: Some(on_done) }
    }

    fn tell(&mut self, result: Result<bool, JobFault>) {
        if let Some(on_done) = self.on_done.take() {
            on_done(result);
        }
    }

    fn search(&self, players: &mut PlayerCache, search: &Control) -> Result<bool, JobFault> {
        let DrawAnswerJob { game, side } = &self.job;
        let player = players.strong(game.id());
        set_position(player, &**game)?;
        let found = player.search(&Limits::move_time(FOR_ANSWER).into(), search, &mut |_| {});
        let found = found.map_err(|error| JobFault::Refused { reason: error.to_string() })?;
        let own = if game.turn() == *side { found.score } else { -found.score };
        Ok(accepts_draw(own, game.plies()))
    }
}

impl JobTask for DrawAnswerTask {
    fn work(&mut self, players: &mut PlayerCache, search: &Control, job: &JobControl) -> Turn {
        let result = self.search(players, search);
        if job.must_stop() {
            return Turn::Stopped;
        }
        self.tell(result);
        Turn::Done
    }

    fn fail(&mut self, fault: JobFault) {
        self.tell(Err(fault));
    }
}
