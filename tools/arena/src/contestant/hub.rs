//! Engines that speak Hub.

use std::time::{Duration, Instant};

use catalog::GameId;
use client::{EngineError, HubAnswer, HubEngine, Settings};
use protocol::hub::{HubInfo, HubLimits, ParamKind};

use crate::clocks::MoveLimits;
use crate::contestant::{
    Answer, Beginning, Contestant, Failure, Place, STOP_PATIENCE, after_move, failure, with_moves,
};
use crate::plan::EngineSpec;
use crate::played_game::{EngineScore, FaultKind};

pub(super) struct HubContestant {
    engine: HubEngine,
    game: GameId,
    /// The position that the game began with, as the protocol writes it.
    start: String,
    ponders: bool,
    /// The moves up to the one that it expects, while it ponders.
    pondering: Option<Vec<String>>,
}

impl HubContestant {
    pub(super) fn start(
        command: &str,
        game: GameId,
        spec: &EngineSpec,
        settings: &Settings,
    ) -> Result<Self, EngineError> {
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
        Ok(Self { engine, game, start: String::new(), ponders: spec.ponder, pondering: None })
    }

    /// Ends pondering on another move than the one that came. Returns whether the engine ponders on the right one.
    fn stop_unless(&mut self, moves: &[String]) -> Result<bool, Failure> {
        match self.pondering.take() {
            None => Ok(false),
            Some(expected) if expected == moves => Ok(true),
            Some(_) => self.engine.stop_within(STOP_PATIENCE).map(|()| false).map_err(failure),
        }
    }

    /// Starts to ponder on the reply that the engine expects, with its clock as it is after its move.
    fn ponder(
        &mut self,
        place: &Place<'_>,
        limits: &MoveLimits,
        time: Duration,
        [best, expected]: [&str; 2],
    ) -> Result<(), Failure> {
        let level = level(place, &after_move(limits, place.mover, time));
        let moves = with_moves(place.moves, [best, expected]);
        let started = self.engine.set_position(&self.start, &moves);
        started.and_then(|()| self.engine.ponder(level)).map_err(failure)?;
        self.pondering = Some(moves);
        Ok(())
    }
}

impl Contestant for HubContestant {
    fn begin(&mut self, beginning: &Beginning<'_>) -> Result<(), Failure> {
        let fen = beginning.fen.map_or_else(|| self.game.start().fen(), str::to_owned);
        self.start = self.game.hub_of_fen(&fen).unwrap_or_default();
        let ready = self.engine.new_game().and_then(|()| self.engine.synchronize());
        ready.map(|_| ()).map_err(failure)
    }

    fn think(&mut self, place: Place<'_>, limits: &MoveLimits) -> Result<Answer, Failure> {
        let is_hit = self.stop_unless(place.moves)?;
        let level = level(&place, limits);
        let (mut score, mut depth, mut nodes) = (None, None, None);
        let mut on_info = |info: &HubInfo| {
            score = info.score.or(score);
            depth = info.depth.or(depth);
            nodes = info.nodes.or(nodes);
        };
        let mut begin = Instant::now();
        let answer = if is_hit {
            self.engine.ponder_hit_within(limits.wait, &mut on_info)
        } else {
            self.engine.set_position(&self.start, place.moves).and_then(|()| {
                begin = Instant::now();
                self.engine.go_within(limits.wait, level, &mut on_info)
            })
        };
        let time = begin.elapsed();
        let score = score.map(|men| EngineScore::Centipawns((men * 100.0).clamp(-1e6, 1e6).round() as i32));
        match answer.map_err(failure)? {
            HubAnswer::Move { best: mv, ponder } => {
                if let (true, Some(best), Some(expected)) = (self.ponders, &mv, &ponder) {
                    self.ponder(&place, limits, time, [best, expected])?;
                }
                Ok(Answer { mv, score, depth, nodes, time })
            }
            HubAnswer::Error(message) => Err(Failure::Fault {
                kind: FaultKind::Protocol,
                text: format!("the engine reported an error: {message}"),
            }),
        }
    }

    fn finish(&mut self, _: &[String], _: bool) -> bool {
        self.pondering.take().is_none() || self.engine.stop_within(STOP_PATIENCE).is_ok()
    }

    fn round_trip(&mut self) -> Result<Option<Duration>, Failure> {
        if self.pondering.is_some() {
            // The answer of a search that ends by itself may come before the `pong`.
            return Ok(None);
        }
        let begin = Instant::now();
        self.engine.synchronize().map_err(failure)?;
        Ok(Some(begin.elapsed()))
    }

    fn last_lines(&self) -> Vec<String> {
        self.engine.last_lines()
    }
}

fn level(place: &Place<'_>, limits: &MoveLimits) -> HubLimits {
    let clock = limits.clocks.map(|clocks| clocks[place.mover as usize]);
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
