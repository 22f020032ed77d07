//! An engine that speaks UCI.

use std::time::Duration;

use protocol::uci::{Command, Go, Info, PerftLine, Reply, Start, UciOption};

use crate::error::{EngineError, shortened};
use crate::process::{Process, Settings};

/// Moves that one answer to `go perft` may have.
const MOST_MOVES: usize = 10_000;

/// An engine that speaks UCI.
#[derive(Debug)]
pub struct UciEngine {
    process: Process,
    name: String,
    options: Vec<UciOption>,
}

/// The end of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UciAnswer {
    /// The move; none where there is no legal one.
    pub best: Option<String>,
    /// The answer that the engine expects.
    pub ponder: Option<String>,
}

impl UciEngine {
    /// Starts an engine and asks for its name and options.
    ///
    /// # Errors
    ///
    /// It cannot be started, or does not answer `uci` with `uciok`.
    pub fn start(command: &str, settings: &Settings) -> Result<Self, EngineError> {
        let mut process = Process::start(command, settings)?;
        process.send(Command::Uci)?;
        let (mut name, mut options) = (String::new(), Vec::new());
        process.wait(|line| {
            match line.parse() {
                Ok(Reply::Name(found)) => name = shortened(&found),
                Ok(Reply::Option(option)) if options.len() < 1000 => options.push(option),
                Ok(Reply::UciOk) => return Ok(Some(())),
                _ => {}
            }
            Ok(None)
        })?;
        Ok(Self { process, name, options })
    }

    /// The name it gave.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The options it has.
    #[must_use]
    pub fn options(&self) -> &[UciOption] {
        &self.options
    }

    /// Sets an option that the engine has.
    ///
    /// # Errors
    ///
    /// [`EngineError::Unsupported`] if it does not have it or not with this value.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), EngineError> {
        let known = self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name));
        let known = known.ok_or_else(|| EngineError::Unsupported { what: format!("option {name:?}") })?;
        known.kind.read_value(value).map_err(|error| EngineError::Unsupported {
            what: format!("option {name:?} with the value {:?}: {error}", value.unwrap_or_default()),
        })?;
        let (name, value) = (known.name.clone(), value.map(str::to_owned));
        self.process.send(Command::SetOption { name, value })?;
        self.synchronize()
    }

    /// Waits until all before is done.
    ///
    /// # Errors
    ///
    /// No `readyok` in time.
    pub fn synchronize(&mut self) -> Result<(), EngineError> {
        self.process.send(Command::IsReady)?;
        self.process.wait(|line| Ok(matches!(line.parse(), Ok(Reply::ReadyOk)).then_some(())))
    }

    /// The next search belongs to another game.
    ///
    /// # Errors
    ///
    /// No `readyok` in time.
    pub fn new_game(&mut self) -> Result<(), EngineError> {
        self.process.send(Command::NewGame)?;
        self.synchronize()
    }

    /// Sets the position.
    ///
    /// # Errors
    ///
    /// The engine has ended, or a text has a line break.
    pub fn set_position(&mut self, start: &Start, moves: &[String]) -> Result<(), EngineError> {
        self.process.send(Command::Position { start: start.clone(), moves: moves.to_vec() })
    }

    /// Thinks; `hear` is called with what the engine tells.
    ///
    /// # Errors
    ///
    /// No `bestmove` in time.
    pub fn go(&mut self, go: &Go, hear: impl FnMut(&Info)) -> Result<UciAnswer, EngineError> {
        let timeout = self.process.timeout();
        self.go_within(timeout, go, hear)
    }

    /// Like [`go`](Self::go), with a time limit of its own.
    ///
    /// # Errors
    ///
    /// As with [`go`](Self::go).
    pub fn go_within(
        &mut self,
        timeout: Duration,
        go: &Go,
        mut hear: impl FnMut(&Info),
    ) -> Result<UciAnswer, EngineError> {
        self.process.send(Command::Go(go.clone()))?;
        self.process.wait_within(timeout, |line| {
            Ok(match line.parse() {
                Ok(Reply::BestMove { best, ponder }) => Some(UciAnswer { best, ponder }),
                Ok(Reply::Info(info)) => {
                    hear(&info);
                    None
                }
                _ => None,
            })
        })
    }

    /// Stops a search that goes on; its move does not matter.
    ///
    /// # Errors
    ///
    /// No `readyok` in time.
    pub fn stop(&mut self) -> Result<(), EngineError> {
        self.process.send(Command::Stop)?;
        self.synchronize()
    }

    /// Counts the move sequences behind each move with `go perft`.
    ///
    /// # Errors
    ///
    /// [`EngineError::Unsupported`] if the engine thinks instead of counting.
    pub fn perft(&mut self, depth: u32) -> Result<Vec<(String, u64)>, EngineError> {
        let timeout = self.process.timeout();
        self.perft_within(timeout, depth)
    }

    /// Like [`perft`](Self::perft), with a time limit of its own.
    ///
    /// # Errors
    ///
    /// As with [`perft`](Self::perft).
    pub fn perft_within(&mut self, timeout: Duration, depth: u32) -> Result<Vec<(String, u64)>, EngineError> {
        self.process.send(Command::Go(Go { perft: Some(depth), ..Go::default() }))?;
        let asked = self.process.asked().to_owned();
        let mut counts = Vec::new();
        self.process.wait_within(timeout, |line| match line.parse() {
            Ok(PerftLine::Move { text, nodes }) if counts.len() < MOST_MOVES => {
                counts.push((text, nodes));
                Ok(None)
            }
            Ok(PerftLine::Move { .. }) => {
                let (asked, line) = (asked.clone(), shortened(line));
                Err(EngineError::Flood { asked, lines: MOST_MOVES, line })
            }
            Ok(PerftLine::Total { .. }) => Ok(Some(())),
            Err(_) if matches!(line.parse(), Ok(Reply::BestMove { .. })) => {
                Err(EngineError::Unsupported { what: "command go perft".to_owned() })
            }
            Err(_) => Ok(None),
        })?;
        Ok(counts)
    }
}
