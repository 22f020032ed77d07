//! Engines that speak Hub.

use std::time::Instant;

use boardgame::{MoveStyle, Rule};
use catalog::GameId;
use client::{EngineError, HubAnswer, HubEngine, Settings};
use protocol::hub::{HubLimits, ParamKind};

use crate::candidates::draughts_candidates;
use crate::opponent::{Answer, Opponent, OpponentError};
use crate::test_position::{Query, TestPosition};

/// The moves to offer before the first answer is read. With two messages each they fit easily into a pipe.
const MOST_QUEUED: usize = 32;

/// An engine that speaks Hub.
///
/// The protocol has no command that lists moves, so every move is tried: an engine that checks its input answers `error`
/// to a position with an illegal move. Other engines can only be asked for the move they choose.
#[derive(Debug)]
pub struct HubOpponent {
    command: String,
    params: Vec<(String, String)>,
    settings: Settings,
    engine: HubEngine,
    name: String,
    checks_moves: bool,
}

impl HubOpponent {
    /// Starts an engine and tests whether it checks moves.
    ///
    /// # Errors
    ///
    /// It cannot be started, or cannot play the game.
    pub fn start(
        command: &str,
        game: GameId,
        params: &[(String, String)],
        settings: &Settings,
    ) -> Result<Self, OpponentError> {
        let params = with_variant(command, game, params, settings)?;
        let engine = HubEngine::start(command, &params, settings)?;
        let name = if engine.name().is_empty() { command.to_owned() } else { engine.name().to_owned() };
        let (command, settings) = (command.to_owned(), settings.clone());
        let mut opponent = Self { command, params, settings, engine, name, checks_moves: false };
        opponent.checks_moves = opponent.find_out(game)?;
        Ok(opponent)
    }

    /// Whether the engine refuses a move that is illegal in the start position, and only that.
    fn find_out(&mut self, game: GameId) -> Result<bool, OpponentError> {
        let Ok(line) = TestPosition::start(game) else { return Ok(false) };
        let legal = line.position().legal_moves(MoveStyle::Protocol);
        let Some(illegal) = draughts_candidates(&line).into_iter().next() else { return Ok(false) };
        let refuses = match self.accepts(&line, &illegal) {
            Ok(accepted) => !accepted,
            // An engine that crashes on an illegal move does not check it.
            Err(EngineError::Exited { .. } | EngineError::ClosedPipe { .. } | EngineError::Hung { .. }) => {
                self.restart()?;
                false
            }
            Err(error) => return Err(error.into()),
        };
        Ok(refuses && legal.first().map_or(Ok(false), |mv| self.accepts(&line, mv))?)
    }

    /// Whether a move leads to no error.
    fn accepts(&mut self, line: &TestPosition, mv: &str) -> Result<bool, EngineError> {
        Ok(!self.accepted(line, vec![mv.to_owned()])?.is_empty())
    }

    /// The moves that lead to no error. Many are offered before the first answer is read: the engine does not search, so it
    /// handles them in order.
    fn accepted(&mut self, line: &TestPosition, moves: Vec<String>) -> Result<Vec<String>, EngineError> {
        let (text, played) = (hub_text(line), line.moves(MoveStyle::Protocol));
        let with = |mv: &String| (text.clone(), played.iter().chain([mv]).cloned().collect());
        let mut errors = Vec::new();
        for offered in moves.chunks(MOST_QUEUED) {
            let positions: Vec<(String, Vec<String>)> = offered.iter().map(with).collect();
            errors.extend(self.engine.try_positions(&positions)?);
        }
        Ok(moves.into_iter().zip(errors).filter(|(_, error)| error.is_none()).map(|(mv, _)| mv).collect())
    }

    /// What the engine plays.
    fn own_move(&mut self, line: &TestPosition) -> Result<Option<String>, EngineError> {
        let text = hub_text(line);
        self.engine.set_position(&text, &line.moves(MoveStyle::Protocol))?;
        match self.engine.go(HubLimits { depth: Some(1), ..HubLimits::default() })? {
            HubAnswer::Move { best, .. } => Ok(best),
            HubAnswer::Error(message) => {
                Err(EngineError::Reported { asked: format!("go think in {}", line.fen()), message })
            }
        }
    }
}

/// Whether a side has won although pieces could move: by the first king, or against the last piece.
fn is_over_by_rule(line: &TestPosition) -> bool {
    let outcome = line.position().outcome();
    outcome.is_some_and(|(_, reason)| matches!(reason.rule, Rule::FirstKing | Rule::LastPiece))
}

/// The position before the moves, one character per square.
fn hub_text(line: &TestPosition) -> String {
    line.game().hub_of_fen(line.fen_before(line.plies())).unwrap_or_default()
}

/// The parameters, with the variant where the engine has several and none was given.
fn with_variant(
    command: &str,
    game: GameId,
    params: &[(String, String)],
    settings: &Settings,
) -> Result<Vec<(String, String)>, OpponentError> {
    let mut params = params.to_vec();
    if params.iter().any(|(name, _)| name == "variant") {
        return Ok(params);
    }
    let probe = HubEngine::introduced(command, settings)?;
    let Some(variant) = probe.params().iter().find(|param| param.name == "variant") else {
        return Ok(params);
    };
    let wanted = game.hub_name();
    let has = match &variant.kind {
        ParamKind::Enum { values } => values.iter().any(|value| value == wanted),
        _ => true,
    };
    if !has {
        return Err(EngineError::Unsupported { what: format!("variant {wanted:?}") }.into());
    }
    params.push(("variant".to_owned(), wanted.to_owned()));
    Ok(params)
}

impl Opponent for HubOpponent {
    fn name(&self) -> &str {
        &self.name
    }

    fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.engine.set_deadline(deadline);
    }

    fn ask(&mut self, line: &TestPosition, _query: Query) -> Result<Answer, OpponentError> {
        if line.fen().contains('+') {
            return Err(OpponentError::NotComparable { reason: "Hub cannot express consecutive king moves" });
        }
        // The protocol never asks for moves if the game has ended by a rule other than the lack of moves.
        if is_over_by_rule(line) {
            return Err(OpponentError::NotComparable {
                reason: "Hub does not ask for moves in won positions",
            });
        }
        let legal = line.position().legal_moves(MoveStyle::Protocol);
        // The protocol never asks for a move if there is none.
        let own = if legal.is_empty() { None } else { self.own_move(line)? };
        if !self.checks_moves {
            return Ok(Answer { is_partial: true, ..Answer::of_texts(own) });
        }
        let accepted = self.accepted(line, legal.into_iter().chain(draughts_candidates(line)).collect())?;
        let is_new = |own: &String| {
            line.position().find_in(own, MoveStyle::Protocol).is_err() && !accepted.contains(own)
        };
        let own = own.filter(is_new);
        Ok(Answer::of_texts(accepted.into_iter().chain(own)))
    }

    fn restart(&mut self) -> Result<(), OpponentError> {
        self.engine = HubEngine::start(&self.command, &self.params, &self.settings)?;
        Ok(())
    }

    fn caveats(&self) -> Vec<String> {
        if self.checks_moves {
            vec!["Hub cannot list moves: damier offers every legal move and many illegal ones".to_owned()]
        } else {
            vec!["the engine accepts illegal moves: only the moves it chooses are compared".to_owned()]
        }
    }
}
