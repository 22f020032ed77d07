//! Engines that speak UCI, with `go perft` or without.

use std::time::{Duration, Instant};

use boardgame::MoveStyle;
use catalog::GameId;
use client::{EngineError, Settings, UciEngine};
use protocol::uci::{Go, OptionKind, UciStart};

use crate::candidates::chess_candidates;
use crate::opponent::{Answer, Batch, Opponent, OpponentError, ask_in_turn};
use crate::test_position::{Query, TestPosition};

/// How long an engine may take to count the moves of the start position when testing whether it can.
const TRIAL: Duration = Duration::from_secs(2);

/// The counts to request before the first answer is read. With two messages each they fit easily into a pipe.
const MOST_QUEUED: usize = 16;

/// An engine that speaks UCI.
///
/// One without `go perft` is asked with `go depth 1 searchmoves M` whether it would play M: each legal move
/// alone, and all others together until it plays none of them. An engine that ignores `searchmoves` can only be
/// asked for the move it chooses.
#[derive(Debug)]
pub struct UciOpponent {
    command: String,
    options: Vec<(String, String)>,
    settings: Settings,
    game: GameId,
    engine: UciEngine,
    name: String,
    method: Method,
}

/// How the moves of an engine are determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    Perft,
    SearchMoves,
    OwnMove,
}

impl UciOpponent {
    /// Starts an engine and tests how it can be asked.
    ///
    /// # Errors
    ///
    /// It cannot be started, or does not have an option.
    pub fn start(
        command: &str,
        game: GameId,
        options: &[(String, String)],
        settings: &Settings,
    ) -> Result<Self, OpponentError> {
        let engine = launch(command, game, options, settings)?;
        let name = if engine.name().is_empty() { command.to_owned() } else { engine.name().to_owned() };
        let mut opponent = Self {
            command: command.to_owned(),
            options: options.to_vec(),
            settings: settings.clone(),
            game,
            engine,
            name,
            method: Method::Perft,
        };
        opponent.method = opponent.find_method()?;
        Ok(opponent)
    }

    fn find_method(&mut self) -> Result<Method, OpponentError> {
        self.engine.set_position(&UciStart::StartPosition, &[])?;
        match self.engine.try_perft(TRIAL.min(self.settings.timeout), 1) {
            Ok(counts) if !counts.is_empty() => return Ok(Method::Perft),
            // It ended the count without a move, which is no answer.
            Ok(_) | Err(EngineError::Unsupported { .. }) => {}
            // It may be searching until it is stopped. If it ignores even that, it hangs in the count.
            Err(hung @ EngineError::Hung { .. }) => self.engine.stop().map_err(|error| match error {
                EngineError::Hung { .. } => hung,
                other => other,
            })?,
            Err(error) => return Err(error.into()),
        }
        // Two moves that no engine would choose, one after the other.
        for mv in ["a2a3", "h2h3"] {
            self.engine.set_position(&UciStart::StartPosition, &[])?;
            if self.choice(&[mv.to_owned()])?.as_deref() != Some(mv) {
                return Ok(Method::OwnMove);
            }
        }
        Ok(Method::SearchMoves)
    }

    /// The move that the engine plays among these; an empty list means all.
    fn choice(&mut self, among: &[String]) -> Result<Option<String>, EngineError> {
        let go = Go { depth: Some(1), search_moves: among.to_vec(), ..Go::default() };
        Ok(self.engine.go(&go, |_| {})?.best)
    }

    fn set_position(&mut self, line: &TestPosition) -> Result<(), EngineError> {
        let (start, moves) = position_of(line);
        self.engine.set_position(&start, &moves)
    }

    fn probe(&mut self, line: &TestPosition) -> Result<Answer, EngineError> {
        let mut accepted = Vec::new();
        let legal = line.position().legal_moves(MoveStyle::Protocol);
        for mv in &legal {
            self.set_position(line)?;
            if self.choice(std::slice::from_ref(mv))?.as_ref() == Some(mv) {
                accepted.push(mv.clone());
            }
        }
        let mut others = chess_candidates(line);
        while !others.is_empty() {
            self.set_position(line)?;
            let choice = self.choice(&others)?;
            let Some(place) = others.iter().position(|other| Some(other) == choice.as_ref()) else { break };
            accepted.push(others.swap_remove(place));
        }
        Ok(Answer::of_texts(accepted))
    }
}

/// The position as UCI tells it.
fn position_of(line: &TestPosition) -> (UciStart, Vec<String>) {
    (UciStart::Fen(line.fen().to_owned()), line.moves(MoveStyle::Protocol))
}

fn launch(
    command: &str,
    game: GameId,
    options: &[(String, String)],
    settings: &Settings,
) -> Result<UciEngine, EngineError> {
    let mut engine = UciEngine::start(command, settings)?;
    if game == GameId::Chess960 {
        engine.set_option("UCI_Chess960", Some("true"))?;
    }
    for (name, value) in options {
        let is_button = |option: &&protocol::uci::UciOption| {
            option.name.eq_ignore_ascii_case(name) && option.kind == OptionKind::Button
        };
        let value = engine.options().iter().find(is_button).map_or(Some(value.as_str()), |_| None);
        engine.set_option(name, value)?;
    }
    engine.new_game()?;
    Ok(engine)
}

impl Opponent for UciOpponent {
    fn name(&self) -> &str {
        &self.name
    }

    fn can_count(&self) -> bool {
        self.method == Method::Perft
    }

    fn batch(&self) -> Batch {
        if self.method == Method::Perft { Batch::Queued(MOST_QUEUED) } else { Batch::OneByOne }
    }

    fn ask_all(&mut self, lines: &[TestPosition], query: Query) -> Vec<Result<Answer, OpponentError>> {
        if self.method != Method::Perft {
            return ask_in_turn(self, lines, query);
        }
        let positions: Vec<_> = lines.iter().map(position_of).collect();
        let answers = self.engine.perft_all(&positions, query.depth).into_iter();
        answers.map(|answer| Ok(Answer::of_counts(answer?))).collect()
    }

    fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.engine.set_deadline(deadline);
    }

    fn ask(&mut self, line: &TestPosition, query: Query) -> Result<Answer, OpponentError> {
        match self.method {
            Method::Perft => {
                self.set_position(line)?;
                Ok(Answer::of_counts(self.engine.perft(query.depth)?))
            }
            Method::SearchMoves => Ok(self.probe(line)?),
            Method::OwnMove => {
                self.set_position(line)?;
                let own = self.choice(&[])?;
                // Without any moves, none can be missing.
                let is_partial = own.is_some();
                Ok(Answer { is_partial, ..Answer::of_texts(own) })
            }
        }
    }

    fn restart(&mut self) -> Result<(), OpponentError> {
        self.engine = launch(&self.command, self.game, &self.options, &self.settings)?;
        Ok(())
    }

    fn caveats(&self) -> Vec<String> {
        match self.method {
            Method::Perft => Vec::new(),
            Method::SearchMoves => {
                vec!["no go perft: damier asks for moves one by one with searchmoves".to_owned()]
            }
            Method::OwnMove => {
                vec!["neither go perft nor searchmoves: only the moves it chooses are compared".to_owned()]
            }
        }
    }
}
