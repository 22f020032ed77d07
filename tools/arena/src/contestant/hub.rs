//! Engines that speak Hub.

use std::time::Duration;

use boardgame::Color;
use catalog::GameId;
use client::{EngineError, HubAnswer, HubEngine, Settings};
use protocol::hub::{HubInfo, HubLimits, ParamKind};

use crate::clocks::MoveLimits;
use crate::contestant::talking::{Found, Talker, TalkingEngine};
use crate::contestant::{Beginning, Failure, failure};
use crate::engine_spec::EngineSpec;
use crate::played_game::{EngineScore, FaultKind};

pub(super) struct HubTalk {
    engine: HubEngine,
    game: GameId,
    /// The position that the game began with, as the protocol writes it.
    start: String,
}

pub(super) fn start(
    command: &str,
    game: GameId,
    spec: &EngineSpec,
    settings: &Settings,
) -> Result<Talker<HubTalk>, EngineError> {
    let mut engine = HubEngine::introduced(command, settings)?;
    let mut params: Vec<(String, String)> =
        spec.options.iter().map(|(name, value)| (name.clone(), value.0.clone())).collect();
    if let Some(variant) = engine.params().iter().find(|param| param.name == "variant")
        && !spec.options.contains_key("variant")
    {
        let wanted = game.hub_name();
        if matches!(&variant.kind, ParamKind::Enum { values } if !values.iter().any(|value| value == wanted))
        {
            return Err(EngineError::Unsupported { what: format!("variant {wanted:?}") });
        }
        params.push(("variant".to_owned(), wanted.to_owned()));
    }
    engine.initialize(&params)?;
    Ok(Talker::new(HubTalk { engine, game, start: String::new() }, spec.ponder))
}

impl TalkingEngine for HubTalk {
    fn begin(&mut self, beginning: &Beginning<'_>) -> Result<(), EngineError> {
        let fen = beginning.fen.map_or_else(|| self.game.start().fen(), str::to_owned);
        self.start = self.game.hub_of_fen(&fen).unwrap_or_default();
        self.engine.new_game()?;
        self.synchronize()
    }

    fn set_position(&mut self, _: Option<&str>, moves: &[String]) -> Result<(), EngineError> {
        self.engine.set_position(&self.start, moves)
    }

    fn search(&mut self, is_hit: bool, mover: Color, limits: &MoveLimits) -> Result<Found, Failure> {
        let mut found = Found::default();
        let mut on_info = |info: &HubInfo| {
            let men = |men: f64| EngineScore::Centipawns((men * 100.0).clamp(-1e6, 1e6).round() as i32);
            found.score = info.score.map(men).or(found.score);
            found.depth = info.depth.or(found.depth);
            found.nodes = info.nodes.or(found.nodes);
        };
        let answer = match is_hit {
            true => self.engine.ponder_hit_within(limits.wait, &mut on_info),
            false => self.engine.go_within(limits.wait, level(mover, limits), &mut on_info),
        };
        match answer.map_err(failure)? {
            HubAnswer::Move { best, ponder } => Ok(Found { mv: best, expected: ponder, ..found }),
            HubAnswer::Error(message) => Err(Failure::Fault {
                kind: FaultKind::Protocol,
                text: format!("the engine reported an error: {message}"),
            }),
        }
    }

    fn ponder(&mut self, mover: Color, limits: &MoveLimits) -> Result<(), EngineError> {
        self.engine.ponder(level(mover, limits))
    }

    fn stop_within(&mut self, patience: Duration) -> Result<(), EngineError> {
        self.engine.stop_within(patience)
    }

    fn synchronize(&mut self) -> Result<(), EngineError> {
        self.engine.synchronize().map(|_| ())
    }

    fn last_lines(&self) -> Vec<String> {
        self.engine.last_lines()
    }
}

fn level(mover: Color, limits: &MoveLimits) -> HubLimits {
    let clock = limits.clocks.map(|clocks| clocks[mover as usize]);
    HubLimits {
        depth: limits.depth,
        nodes: limits.nodes,
        move_time: limits.move_time.map(|time| time.as_secs_f64()),
        moves: limits.moves_to_go,
        time: clock.map(|(left, _)| left.as_secs_f64()),
        increment: clock.map(|(_, increment)| increment.as_secs_f64()),
        ..HubLimits::default()
    }
}
