//! An engine that speaks UCI.

use std::time::{Duration, Instant};

use protocol::uci::{Go, PerftLine, Start, UciCommand, UciInfo, UciOption, UciReply};

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
        process.send(UciCommand::Uci)?;
        let (mut name, mut options) = (String::new(), Vec::new());
        process.wait(|line| {
            match line.parse() {
                Ok(UciReply::Name(found)) => name = shortened(&found),
                Ok(UciReply::Option(option)) if options.len() < 1000 => options.push(option),
                Ok(UciReply::UciOk) => return Ok(Some(())),
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

    /// Ends every wait at this moment, even if an answer would have more time; `None` lifts that again.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.process.set_deadline(deadline);
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
        self.process.send(UciCommand::SetOption { name, value })?;
        self.synchronize()
    }

    /// Waits until all before is done.
    ///
    /// # Errors
    ///
    /// No `readyok` in time.
    pub fn synchronize(&mut self) -> Result<(), EngineError> {
        self.process.send(UciCommand::IsReady)?;
        self.process.wait(|line| Ok(matches!(line.parse(), Ok(UciReply::ReadyOk)).then_some(())))
    }

    /// The next search belongs to another game.
    ///
    /// # Errors
    ///
    /// No `readyok` in time.
    pub fn new_game(&mut self) -> Result<(), EngineError> {
        self.process.send(UciCommand::NewGame)?;
        self.synchronize()
    }

    /// Sets the position.
    ///
    /// # Errors
    ///
    /// The engine has ended, or a text has a line break.
    pub fn set_position(&mut self, start: &Start, moves: &[String]) -> Result<(), EngineError> {
        self.process.send(UciCommand::Position { start: start.clone(), moves: moves.to_vec() })
    }

    /// Thinks; `hear` is called with what the engine tells.
    ///
    /// # Errors
    ///
    /// No `bestmove` in time.
    pub fn go(&mut self, go: &Go, hear: impl FnMut(&UciInfo)) -> Result<UciAnswer, EngineError> {
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
        mut hear: impl FnMut(&UciInfo),
    ) -> Result<UciAnswer, EngineError> {
        self.process.send(UciCommand::Go(go.clone()))?;
        self.process.wait_within(timeout, |line| {
            Ok(match line.parse() {
                Ok(UciReply::BestMove { best, ponder }) => Some(UciAnswer { best, ponder }),
                Ok(UciReply::Info(info)) => {
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
        self.process.send(UciCommand::Stop)?;
        self.synchronize()
    }

    /// Counts the move sequences behind each move with `go perft`. Lines that are no counts are passed over:
    /// many engines chat.
    ///
    /// # Errors
    ///
    /// [`EngineError::Unsupported`] if the engine thinks instead of counting.
    pub fn perft(&mut self, depth: u32) -> Result<Vec<(String, u64)>, EngineError> {
        let timeout = self.process.timeout();
        Ok(self.count(timeout, depth)?.counts)
    }

    /// Like [`perft`](Self::perft) for several positions, all of which are sent before the first answer is read. The
    /// time limit holds for each answer. Ends with the first failure.
    ///
    /// Only engines that read no command while they count can be asked like this; of others the answers are
    /// mixed up or missing.
    ///
    /// # Errors
    ///
    /// As with [`perft`](Self::perft), in place of the answer.
    pub fn perft_all(
        &mut self,
        positions: &[(Start, Vec<String>)],
        depth: u32,
    ) -> Vec<Result<Vec<(String, u64)>, EngineError>> {
        for (start, moves) in positions {
            let sent = self.set_position(start, moves).and_then(|()| self.send_perft(depth));
            if let Err(error) = sent {
                return vec![Err(error)];
            }
        }
        let timeout = self.process.timeout();
        let mut answers = Vec::new();
        for _ in positions {
            answers.push(self.read_perft(timeout).map(|counted| counted.counts));
            if answers.last().is_some_and(Result::is_err) {
                break;
            }
        }
        answers
    }

    /// Tries out whether the engine has `go perft`, in a position that has moves and within a time limit of its
    /// own. No counts mean that it does not.
    ///
    /// # Errors
    ///
    /// As with [`perft`](Self::perft), and [`EngineError::Garbage`] if the answer ends without any count, but
    /// with other lines than `info` and a refusal.
    pub fn try_perft(&mut self, timeout: Duration, depth: u32) -> Result<Vec<(String, u64)>, EngineError> {
        let Counted { counts, other } = self.count(timeout, depth)?;
        match other {
            Some(line) if counts.is_empty() => Err(self.process.garbage(&line, "a move and its count")),
            _ => Ok(counts),
        }
    }

    fn count(&mut self, timeout: Duration, depth: u32) -> Result<Counted, EngineError> {
        self.send_perft(depth)?;
        self.read_perft(timeout)
    }

    fn send_perft(&mut self, depth: u32) -> Result<(), EngineError> {
        self.process.send(UciCommand::Go(Go { perft: Some(depth), ..Go::default() }))
    }

    fn read_perft(&mut self, timeout: Duration) -> Result<Counted, EngineError> {
        let asked = self.process.asked().to_owned();
        let mut counted = Counted { counts: Vec::new(), other: None };
        self.process.wait_within(timeout, |line| match line.parse() {
            Ok(PerftLine::Move { text, nodes }) if counted.counts.len() < MOST_MOVES => {
                counted.counts.push((text, nodes));
                Ok(None)
            }
            Ok(PerftLine::Move { .. }) => {
                let (asked, line) = (asked.clone(), shortened(line));
                Err(EngineError::Flood { asked, lines: MOST_MOVES, line })
            }
            Ok(PerftLine::Total { .. }) => Ok(Some(())),
            Err(_) if matches!(line.parse(), Ok(UciReply::BestMove { .. })) => {
                Err(EngineError::Unsupported { what: "command go perft".to_owned() })
            }
            Err(_) => {
                let is_other = counted.other.is_none() && !is_info(line) && !is_refusal(line);
                counted.other = counted.other.take().or_else(|| is_other.then(|| line.to_owned()));
                Ok(None)
            }
        })?;
        Ok(counted)
    }
}

/// An answer to `go perft`.
struct Counted {
    counts: Vec<(String, u64)>,
    /// The first line that is none of it.
    other: Option<String>,
}

fn is_info(line: &str) -> bool {
    line.trim().is_empty() || line.split_whitespace().next() == Some("info")
}

/// Whether an engine says in words that it does not know a command.
fn is_refusal(line: &str) -> bool {
    let line = line.to_lowercase();
    ["unknown", "unsupported", "not supported", "invalid", "unrecognized", "no such command", "error"]
        .iter()
        .any(|word| line.contains(word))
}
