//! Engines that speak UCI.

use std::time::{Duration, Instant};

use catalog::GameId;
use client::{EngineError, Settings, UciAnswer, UciEngine};
use protocol::uci::{Go, OptionKind, UciInfo, UciOption, UciScoreValue, UciStart};

use crate::clocks::MoveLimits;
use crate::contestant::{
    Answer, Beginning, Contestant, Failure, Place, STOP_PATIENCE, after_move, failure, with_moves,
};
use crate::plan::EngineSpec;
use crate::played_game::EngineScore;

pub(super) struct UciContestant {
    engine: UciEngine,
    ponders: bool,
    /// The moves up to the one that it expects, while it ponders.
    pondering: Option<Vec<String>>,
}

impl UciContestant {
    pub(super) fn start(
        command: &str,
        game: GameId,
        spec: &EngineSpec,
        settings: &Settings,
    ) -> Result<Self, EngineError> {
        let mut engine = UciEngine::start(command, settings)?;
        match game {
            GameId::Chess => {}
            GameId::Chess960 => engine.set_option("UCI_Chess960", Some("true"))?,
            other => engine.set_option("UCI_Variant", Some(other.name()))?,
        }
        for (name, value) in &spec.options {
            let is_button = |option: &&UciOption| {
                option.name.eq_ignore_ascii_case(name) && option.kind == OptionKind::Button
            };
            let is_button = engine.options().iter().any(|option| is_button(&option));
            engine.set_option(name, (!is_button).then_some(value.0.as_str()))?;
        }
        if spec.ponder && engine.options().iter().any(|option| option.name == "Ponder") {
            engine.set_option("Ponder", Some("true"))?;
        }
        Ok(Self { engine, ponders: spec.ponder, pondering: None })
    }
}

impl UciContestant {
    /// Ends pondering on another move than the one that came. Returns whether the engine ponders on the right one.
    fn stop_unless(&mut self, moves: &[String]) -> Result<bool, Failure> {
        match self.pondering.take() {
            None => Ok(false),
            Some(expected) if expected == moves => Ok(true),
            Some(_) => self.engine.stop_within(STOP_PATIENCE).map(|()| false).map_err(failure),
        }
    }

    /// Starts to ponder on the reply that the engine expects, with the clocks as they are after its move.
    fn ponder(
        &mut self,
        place: &Place<'_>,
        limits: &MoveLimits,
        time: Duration,
        answer: &UciAnswer,
    ) -> Result<(), Failure> {
        let UciAnswer { best: Some(best), ponder: Some(expected) } = answer else { return Ok(()) };
        if !self.ponders {
            return Ok(());
        }
        let limits = after_move(limits, place.mover, time);
        let moves = with_moves(place.moves, [best, expected]);
        let started = self.engine.set_position(&start_of(place), &moves);
        started.and_then(|()| self.engine.ponder(&go(&limits))).map_err(failure)?;
        self.pondering = Some(moves);
        Ok(())
    }
}

fn start_of(place: &Place<'_>) -> UciStart {
    place.fen.map_or(UciStart::StartPosition, |fen| UciStart::Fen(fen.to_owned()))
}

impl Contestant for UciContestant {
    fn begin(&mut self, _: &Beginning<'_>) -> Result<(), Failure> {
        self.engine.new_game().map_err(failure)
    }

    fn think(&mut self, place: Place<'_>, limits: &MoveLimits) -> Result<Answer, Failure> {
        let is_hit = self.stop_unless(place.moves)?;
        let start = start_of(&place);
        let mut last = UciInfo::default();
        let go = go(limits);
        let mut on_info = |info: &UciInfo| {
            let is_main = info.multi_pv.is_none_or(|number| number == 1);
            if is_main && info.score.is_some_and(|score| score.bound.is_none()) {
                last.score = info.score;
                last.depth = info.depth.or(last.depth);
            }
            last.nodes = info.nodes.or(last.nodes);
        };
        let mut begin = Instant::now();
        let answer = if is_hit {
            self.engine.ponder_hit_within(limits.wait, &mut on_info)
        } else {
            self.engine.set_position(&start, place.moves).and_then(|()| {
                begin = Instant::now();
                self.engine.go_within(limits.wait, &go, &mut on_info)
            })
        };
        let time = begin.elapsed();
        let answer = answer.map_err(failure)?;
        self.ponder(&place, limits, time, &answer)?;
        let score = last.score.map(|score| match score.value {
            UciScoreValue::Centipawns(value) => EngineScore::Centipawns(value),
            UciScoreValue::Mate(mate) => EngineScore::Mate { mate },
        });
        Ok(Answer { mv: answer.best, score, depth: last.depth, nodes: last.nodes, time })
    }

    fn finish(&mut self, _: &[String], _: bool) -> bool {
        self.pondering.take().is_none() || self.engine.stop_within(STOP_PATIENCE).is_ok()
    }

    fn round_trip(&mut self) -> Result<Option<Duration>, Failure> {
        let begin = Instant::now();
        self.engine.synchronize().map_err(failure)?;
        Ok(Some(begin.elapsed()))
    }

    fn last_lines(&self) -> Vec<String> {
        self.engine.last_lines()
    }
}

fn go(limits: &MoveLimits) -> Go {
    let millis = |time: Duration| time.as_millis() as i64;
    let clock = |color: usize| limits.clocks.map(|clocks| clocks[color]);
    Go {
        white_time: clock(0).map(|(left, _)| millis(left)),
        black_time: clock(1).map(|(left, _)| millis(left)),
        white_increment: clock(0).map(|(_, increment)| millis(increment)),
        black_increment: clock(1).map(|(_, increment)| millis(increment)),
        moves_to_go: limits.moves_to_go,
        move_time: limits.move_time.map(millis),
        nodes: limits.nodes,
        depth: limits.depth,
        ..Go::default()
    }
}
