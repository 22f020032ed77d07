//! An engine that speaks Hub.

use std::time::Instant;

use protocol::hub::{GoMode, HubCommand, HubLimits, HubReply, Param};

use crate::error::{EngineError, shortened};
use crate::process::{Process, Settings};

/// An engine that speaks Hub.
#[derive(Debug)]
pub struct HubEngine {
    process: Process,
    name: String,
    params: Vec<Param>,
}

/// The end of a search, or what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HubAnswer {
    /// The move; none where there is no legal one.
    Move(Option<String>),
    /// The engine reported an error.
    Error(String),
}

impl HubEngine {
    /// Starts an engine, asks for its name and parameters, and waits until it can play.
    ///
    /// # Errors
    ///
    /// It cannot be started, does not have a parameter that is to be set, or does not answer.
    pub fn start(
        command: &str,
        params: &[(String, String)],
        settings: &Settings,
    ) -> Result<Self, EngineError> {
        let mut engine = Self::introduced(command, settings)?;
        for (name, value) in params {
            if !engine.params.iter().any(|param| param.name == *name) {
                return Err(EngineError::Unsupported { what: format!("parameter {name:?}") });
            }
            let (name, value) = (name.clone(), value.clone());
            engine.process.send(HubCommand::SetParam { name, value })?;
        }
        engine.process.send(HubCommand::Init)?;
        let asked = engine.process.asked().to_owned();
        engine.process.wait(|line| match line.parse() {
            Ok(HubReply::Ready) => Ok(Some(())),
            Ok(HubReply::Error { message }) => {
                Err(EngineError::Reported { asked: asked.clone(), message: shortened(&message) })
            }
            _ => Ok(None),
        })?;
        Ok(engine)
    }

    /// Starts an engine and asks for its name and parameters only; it cannot play yet.
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

    /// The name and version it gave.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The parameters it has.
    #[must_use]
    pub fn params(&self) -> &[Param] {
        &self.params
    }

    /// Ends every wait at this moment, even if an answer would have more time; `None` lifts that again.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.process.set_deadline(deadline);
    }

    /// Waits until all before is done; tells the error that the engine reported meanwhile, if any.
    ///
    /// # Errors
    ///
    /// No `pong` in time.
    pub fn synchronize(&mut self) -> Result<Option<String>, EngineError> {
        self.process.send(HubCommand::Ping)?;
        self.read_pong()
    }

    /// Which error the engine reports for each of these positions, if any. All are sent before the first answer is
    /// read; the time limit holds for each.
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

    /// Waits for a `pong`; tells the error that the engine reported before it, if any.
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
    /// The engine has ended, or a text has a line break.
    pub fn set_position(&mut self, position: &str, moves: &[String]) -> Result<(), EngineError> {
        self.process.send(HubCommand::Position { position: position.to_owned(), moves: moves.to_vec() })
    }

    /// Thinks within a limit.
    ///
    /// # Errors
    ///
    /// No `done` in time.
    pub fn go(&mut self, level: HubLimits) -> Result<HubAnswer, EngineError> {
        self.process.send(HubCommand::Level(level))?;
        self.process.send(HubCommand::Go(GoMode::Think))?;
        self.process.wait(|line| {
            Ok(match line.parse() {
                Ok(HubReply::Done { best, .. }) => Some(HubAnswer::Move(best)),
                Ok(HubReply::Error { message }) => Some(HubAnswer::Error(shortened(&message))),
                _ => None,
            })
        })
    }
}
