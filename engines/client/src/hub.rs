//! Hub engines.

use std::time::{Duration, Instant};

use protocol::hub::{GoMode, HubCommand, HubInfo, HubLimits, HubReply, Param};

use crate::error::{EngineError, shortened};
use crate::process::{Process, Settings};

/// A Hub engine.
#[derive(Debug)]
pub struct HubEngine {
    process: Process,
    name: String,
    params: Vec<Param>,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HubAnswer {
    /// A move.
    Move {
        /// The best move; `None` if there is no legal move.
        best: Option<String>,
        /// The expected reply.
        ponder: Option<String>,
    },
    /// The engine reported an error.
    Error(String),
}

impl HubEngine {
    /// Starts an engine, reads its name and parameters, and waits until it is ready.
    ///
    /// # Errors
    ///
    /// It cannot be started, does not have one of the parameters, or does not answer.
    pub fn start(
        command: &str,
        params: &[(String, String)],
        settings: &Settings,
    ) -> Result<Self, EngineError> {
        let mut engine = Self::introduced(command, settings)?;
        engine.initialize(params)?;
        Ok(engine)
    }

    /// Sets parameters and waits until the engine is ready to play; only once.
    ///
    /// # Errors
    ///
    /// The engine does not have one of the parameters, or does not answer.
    pub fn initialize(&mut self, params: &[(String, String)]) -> Result<(), EngineError> {
        for (name, value) in params {
            if !self.params.iter().any(|param| param.name == *name) {
                return Err(EngineError::Unsupported { what: format!("parameter {name:?}") });
            }
            let (name, value) = (name.clone(), value.clone());
            self.process.send(HubCommand::SetParam { name, value })?;
        }
        self.process.send(HubCommand::Init)?;
        let asked = self.process.asked().to_owned();
        self.process.wait(|line| match line.parse() {
            Ok(HubReply::Ready) => Ok(Some(())),
            Ok(HubReply::Error { message }) => {
                Err(EngineError::Reported { asked: asked.clone(), message: shortened(&message) })
            }
            _ => Ok(None),
        })
    }

    /// The last lines of the conversation: see [`Process::last_lines`].
    #[must_use]
    pub fn last_lines(&self) -> Vec<String> {
        self.process.last_lines()
    }

    /// Starts a new game.
    ///
    /// # Errors
    ///
    /// The engine has exited.
    pub fn new_game(&mut self) -> Result<(), EngineError> {
        self.process.send(HubCommand::NewGame)
    }

    /// Starts an engine and reads its name and parameters; it cannot play yet.
    ///
    /// # Errors
    ///
    /// It cannot be started, or does not answer `hub` with `wait`.
    pub fn introduced(command: &str, settings: &Settings) -> Result<Self, EngineError> {
        let mut process = Process::start(command, settings)?;
        process.send(HubCommand::Hub)?;
        let mut engine = Self { process, name: String::new(), params: Vec::new() };
        engine.introduce()?;
        Ok(engine)
    }

    fn introduce(&mut self) -> Result<(), EngineError> {
        let (mut found_name, mut found_params) = (String::new(), Vec::new());
        self.process.wait(|line| {
            match line.parse() {
                Ok(HubReply::Id { name, version, .. }) => {
                    let version = version.map_or(String::new(), |version| format!(" {version}"));
                    found_name = shortened(&format!("{name}{version}"));
                }
                Ok(HubReply::Param(param)) if found_params.len() < 1000 => found_params.push(param),
                Ok(HubReply::Wait) => return Ok(Some(())),
                _ => {}
            }
            Ok(None)
        })?;
        (self.name, self.params) = (found_name, found_params);
        Ok(())
    }

    /// Its name and version.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its parameters.
    #[must_use]
    pub fn params(&self) -> &[Param] {
        &self.params
    }

    /// Sets a deadline of all waits together; `None` removes it.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.process.set_deadline(deadline);
    }

    /// Waits until the engine has processed all commands; returns the error it reported meanwhile, if any.
    ///
    /// # Errors
    ///
    /// No `pong` in time.
    pub fn synchronize(&mut self) -> Result<Option<String>, EngineError> {
        self.process.send(HubCommand::Ping)?;
        self.read_pong()
    }

    /// The error that the engine reports for each position, if any. All positions are sent before the first answer is read;
    /// the time limit applies to each.
    ///
    /// # Errors
    ///
    /// No `pong` in time.
    pub fn try_positions(
        &mut self,
        positions: &[(String, Vec<String>)],
    ) -> Result<Vec<Option<String>>, EngineError> {
        for (position, moves) in positions {
            self.set_position(position, moves)?;
            self.process.send(HubCommand::Ping)?;
        }
        positions.iter().map(|_| self.read_pong()).collect()
    }

    /// Waits for a `pong`; returns the error that the engine reported before it, if any.
    fn read_pong(&mut self) -> Result<Option<String>, EngineError> {
        let mut reported = None;
        self.process.wait(|line| match line.parse() {
            Ok(HubReply::Pong) => Ok(Some(())),
            Ok(HubReply::Error { message }) => {
                reported = Some(shortened(&message));
                Ok(None)
            }
            _ => Ok(None),
        })?;
        Ok(reported)
    }

    /// Sets the position.
    ///
    /// # Errors
    ///
    /// The engine has exited, or a text contains a line break.
    pub fn set_position(&mut self, position: &str, moves: &[String]) -> Result<(), EngineError> {
        self.process.send(HubCommand::Position { position: position.to_owned(), moves: moves.to_vec() })
    }

    /// Searches within limits.
    ///
    /// # Errors
    ///
    /// No `done` in time.
    pub fn go(&mut self, limits: HubLimits) -> Result<HubAnswer, EngineError> {
        let timeout = self.process.timeout();
        self.go_within(timeout, limits, |_| {})
    }

    /// Like [`go`](Self::go), with its own time limit; `on_info` is called for every `info`.
    ///
    /// # Errors
    ///
    /// As with [`go`](Self::go).
    pub fn go_within(
        &mut self,
        timeout: Duration,
        limits: HubLimits,
        on_info: impl FnMut(&HubInfo),
    ) -> Result<HubAnswer, EngineError> {
        self.process.send(HubCommand::Level(limits))?;
        self.process.send(HubCommand::Go(GoMode::Think))?;
        self.done(timeout, on_info)
    }

    /// Starts to think about the position while the opponent does. Only [`ponder_hit_within`](Self::ponder_hit_within) and
    /// [`stop_within`](Self::stop_within) end that.
    ///
    /// # Errors
    ///
    /// The engine has exited.
    pub fn ponder(&mut self, limits: HubLimits) -> Result<(), EngineError> {
        self.process.send(HubCommand::Level(limits))?;
        self.process.send(HubCommand::Go(GoMode::Ponder))
    }

    /// The opponent has played the move that the engine pondered on: goes on with a search under its limits. An engine that
    /// has ended that search by itself, as Hub allows, has answered already.
    ///
    /// # Errors
    ///
    /// No `done` in time.
    pub fn ponder_hit_within(
        &mut self,
        timeout: Duration,
        on_info: impl FnMut(&HubInfo),
    ) -> Result<HubAnswer, EngineError> {
        self.process.send(HubCommand::PonderHit)?;
        self.done(timeout, on_info)
    }

    /// Stops a search, waits for its move and ignores it. An engine that had ended it by itself may answer once more; a
    /// `ping` tells when no answer is under way.
    ///
    /// # Errors
    ///
    /// No `done` in time.
    pub fn stop_within(&mut self, timeout: Duration) -> Result<(), EngineError> {
        self.process.send(HubCommand::Stop)?;
        self.done(timeout, |_| {})?;
        self.synchronize().map(|_| ())
    }

    fn done(
        &mut self,
        timeout: Duration,
        mut on_info: impl FnMut(&HubInfo),
    ) -> Result<HubAnswer, EngineError> {
        self.process.wait_within(timeout, |line| {
            Ok(match line.parse() {
                Ok(HubReply::Info(info)) => {
                    on_info(&info);
                    None
                }
                Ok(HubReply::Done { best, ponder }) => Some(HubAnswer::Move { best, ponder }),
                Ok(HubReply::Error { message }) => Some(HubAnswer::Error(shortened(&message))),
                _ => None,
            })
        })
    }
}
