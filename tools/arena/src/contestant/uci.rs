//! Engines that speak UCI.

use std::time::Duration;

use boardgame::Color;
use catalog::GameId;
use client::{EngineError, Settings, UciEngine};
use protocol::uci::{Go, OptionKind, UciInfo, UciOption, UciScoreValue, UciStart};

use crate::clocks::MoveLimits;
use crate::contestant::talking::{Found, Talker, TalkingEngine};
use crate::contestant::{Beginning, Failure, failure};
use crate::engine_spec::EngineSpec;
use crate::played_game::EngineScore;

pub(super) fn start(
    command: &str,
    game: GameId,
    spec: &EngineSpec,
    settings: &Settings,
) -> Result<Talker<UciEngine>, EngineError> {
    let mut engine = UciEngine::start(command, settings)?;
    match game {
        GameId::Chess => {}
        GameId::Chess960 => engine.set_option("UCI_Chess960", Some("true"))?,
        other => engine.set_option("UCI_Variant", Some(other.name())).map_err(plays_only_chess)?,
    }
    for (name, value) in &spec.options {
        let is_button =
            |option: &UciOption| option.name.eq_ignore_ascii_case(name) && option.kind == OptionKind::Button;
        let is_button = engine.options().iter().any(is_button);
        engine.set_option(name, (!is_button).then_some(value.0.as_str()))?;
    }
    if spec.ponder && engine.options().iter().any(|option| option.name == "Ponder") {
        engine.set_option("Ponder", Some("true"))?;
    }
    Ok(Talker::new(engine, spec.ponder))
}

/// Most engines behind UCI know one game.
fn plays_only_chess(error: EngineError) -> EngineError {
    match error {
        EngineError::Unsupported { what } => EngineError::Unsupported {
            what: format!("{what}, so it plays only chess; a Hub engine needs protocol=hub"),
        },
        error => error,
    }
}

impl TalkingEngine for UciEngine {
    fn begin(&mut self, _: &Beginning<'_>) -> Result<(), EngineError> {
        self.new_game()
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), EngineError> {
        let start = fen.map_or(UciStart::StartPosition, |fen| UciStart::Fen(fen.to_owned()));
        Self::set_position(self, &start, moves)
    }

    fn search(&mut self, is_hit: bool, _: Color, limits: &MoveLimits) -> Result<Found, Failure> {
        let mut found = Found::default();
        let mut on_info = |info: &UciInfo| {
            let is_main = info.multi_pv.is_none_or(|number| number == 1);
            if let Some(score) = info.score.filter(|score| is_main && score.bound.is_none()) {
                found.score = Some(match score.value {
                    UciScoreValue::Centipawns(value) => EngineScore::Centipawns(value),
                    UciScoreValue::Mate(mate) => EngineScore::Mate { mate },
                });
                found.depth = info.depth.or(found.depth);
            }
            found.nodes = info.nodes.or(found.nodes);
        };
        let answer = match is_hit {
            true => self.ponder_hit_within(limits.wait, &mut on_info),
            false => self.go_within(limits.wait, &go(limits), &mut on_info),
        };
        let answer = answer.map_err(failure)?;
        Ok(Found { mv: answer.best, expected: answer.ponder, ..found })
    }

    fn ponder(&mut self, _: Color, limits: &MoveLimits) -> Result<(), EngineError> {
        Self::ponder(self, &go(limits))
    }

    fn stop_within(&mut self, patience: Duration) -> Result<(), EngineError> {
        Self::stop_within(self, patience)
    }

    fn synchronize(&mut self) -> Result<(), EngineError> {
        Self::synchronize(self)
    }

    fn last_lines(&self) -> Vec<String> {
        Self::last_lines(self)
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
