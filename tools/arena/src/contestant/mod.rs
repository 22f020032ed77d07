//! Those who play: engines of all protocols, seen alike.

mod dxp;
mod hub;
mod own;
mod talking;
mod uci;

use std::time::Duration;

use boardgame::Color;
use catalog::GameId;
use client::{EngineError, Settings};

use crate::cancel::Cancel;
use crate::clocks::MoveLimits;
use crate::engine_spec::{EngineProtocol, EngineSpec};
use crate::engine_time::EngineTime;
use crate::error::ArenaError;
use crate::number_option::NumberOption;
use crate::plan::MatchPlan;
use crate::played_game::{EngineScore, FaultKind};

/// A position that an engine is to think about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'a> {
    /// The position that the game began with; `None` is the usual start.
    pub(crate) fen: Option<&'a str>,
    /// The moves since then, in the notation of protocols.
    pub(crate) moves: &'a [String],
    /// The side to move.
    pub(crate) mover: Color,
}

/// How a game begins.
#[derive(Clone, Debug)]
pub(crate) struct Beginning<'a> {
    /// The position that the game began with; `None` is the usual start.
    pub(crate) fen: Option<&'a str>,
    /// The moves of the opening, in the notation of protocols.
    pub(crate) moves: &'a [String],
    /// The position after them.
    pub(crate) position: String,
    /// What the engine plays.
    pub(crate) color: Color,
    pub(crate) time: EngineTime,
    /// For engines that need chance.
    pub(crate) seed: u64,
}

/// The move of an engine.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// In the notation of protocols; `None` if the engine knows no move.
    pub(crate) mv: Option<String>,
    pub(crate) score: Option<EngineScore>,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    /// From the request to the answer.
    pub(crate) time: Duration,
}

/// Why an engine gives no answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The game was stopped from outside.
    Cancelled,
    /// It gives up the game.
    Resigned,
    /// It is the engine's fault.
    Fault { kind: FaultKind, text: String },
}

/// One who plays.
pub(crate) trait Contestant: Send {
    /// Prepares for a new game.
    fn begin(&mut self, beginning: &Beginning<'_>) -> Result<(), Failure>;

    /// Finds a move.
    fn think(&mut self, place: Place<'_>, limits: &MoveLimits) -> Result<Answer, Failure>;

    /// Is told the end of a game; `by_rules` if the rules ended it. Returns whether it can play another one.
    fn finish(&mut self, moves: &[String], by_rules: bool) -> bool {
        let _ = (moves, by_rules);
        true
    }

    /// How long an empty request takes, there and back; `None` if there is nothing between us.
    fn round_trip(&mut self) -> Result<Option<Duration>, Failure> {
        Ok(None)
    }

    /// The last lines of the conversation.
    fn last_lines(&self) -> Vec<String> {
        Vec::new()
    }
}

/// How long an engine may take to start, and to get ready for a game.
pub(crate) const READY_TIMEOUT: Duration = Duration::from_secs(30);

/// How long an engine may take to stop pondering.
const STOP_PATIENCE: Duration = Duration::from_secs(5);

/// The limits of the next move of a side, when this one took so long: what an engine ponders with.
fn after_move(limits: &MoveLimits, mover: Color, time: Duration) -> MoveLimits {
    let mut limits = *limits;
    if let Some(clocks) = &mut limits.clocks {
        let (left, increment) = &mut clocks[mover as usize];
        *left = left.saturating_sub(time) + *increment;
    }
    limits.moves_to_go = limits.moves_to_go.map(|moves| moves.saturating_sub(1).max(1));
    limits
}

/// The moves of a game with a move and the expected reply.
fn with_moves(moves: &[String], more: [&str; 2]) -> Vec<String> {
    moves.iter().cloned().chain(more.map(str::to_owned)).collect()
}

/// Starts an engine of a plan.
pub(crate) fn start(
    plan: &MatchPlan,
    engine: usize,
    cancel: &Cancel,
) -> Result<Box<dyn Contestant>, ArenaError> {
    let spec = &plan.engines[engine];
    let is_own = spec.command.is_none() && spec.protocol != EngineProtocol::Dxp;
    if is_own {
        return Ok(Box::new(own::OwnPlayer::new(plan.game, spec, cancel)?));
    }
    let command = spec.command.as_deref().unwrap_or_default();
    let settings = Settings { timeout: READY_TIMEOUT, cancel: cancel.flag(), folder: spec.folder.clone() };
    let started: Result<Box<dyn Contestant>, EngineError> = match spec.protocol {
        EngineProtocol::Uci => boxed(uci::start(command, plan.game, spec, &settings)),
        EngineProtocol::Dxp => boxed(dxp::DxpContestant::start(command, spec, &settings)),
        EngineProtocol::Hub => boxed(hub::start(command, plan.game, spec, &settings)),
    };
    started.map_err(|source| match source {
        EngineError::Cancelled => ArenaError::Cancelled,
        source => ArenaError::CannotStart { engine: spec.name.clone(), source },
    })
}

fn boxed<C: Contestant + 'static>(
    started: Result<C, EngineError>,
) -> Result<Box<dyn Contestant>, EngineError> {
    started.map(|contestant| Box::new(contestant) as Box<dyn Contestant>)
}

/// The whole numbers that our own engine offers.
pub(crate) fn own_numbers() -> Vec<NumberOption> {
    own::numbers()
}

/// Checks the options that can be checked without starting an engine.
pub(crate) fn check(game: GameId, spec: &EngineSpec) -> Result<(), crate::error::PlanError> {
    let is_own = spec.command.is_none() && spec.protocol != EngineProtocol::Dxp;
    if is_own { own::OwnOptions::read(game, spec).map(|_| ()) } else { Ok(()) }
}

/// The fault of an engine that gave no answer.
fn failure(error: EngineError) -> Failure {
    let kind = match &error {
        EngineError::Cancelled => return Failure::Cancelled,
        EngineError::Hung { .. } => FaultKind::Hang,
        EngineError::Exited { .. }
        | EngineError::ClosedPipe { .. }
        | EngineError::CannotStart { .. }
        | EngineError::NoFolder { .. } => FaultKind::Crash,
        _ => FaultKind::Protocol,
    };
    Failure::Fault { kind, text: error.to_string() }
}
