//! UCI engines.

use std::time::{Duration, Instant};

use protocol::uci::{Go, PerftLine, UciCommand, UciInfo, UciOption, UciReply, UciStart};

use crate::error::{EngineError, shortened};
use crate::process::{Process, Settings};

/// The most moves in an answer to `go perft`.
const MAX_MOVES: usize = 10_000;

/// A UCI engine.
#[derive(Debug)]
pub struct UciEngine {
    process: Process,
    name: String,
    options: Vec<UciOption>,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UciAnswer {
    /// The best move; `None` if there is no legal move.
    pub best: Option<String>,
    /// The expected reply.
    pub ponder: Option<String>,
}

impl UciEngine {
    /// Starts an engine and reads its name and options.
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

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its options.
    #[must_use]
    pub fn options(&self) -> &[UciOption] {
        &self.options
    }

    /// Sets a deadline of all waits together; `None` removes it.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.process.set_deadline(deadline);
    }

    /// The last lines of the conversation: see [`Process::last_lines`].
    #[must_use]
    pub fn last_lines(&self) -> Vec<String> {
        self.process.last_lines()
    }

    /// Sets an option.
    ///
    /// # Errors
    ///
    /// [`EngineError::Unsupported`] if the engine does not have the option, or does not accept the value.
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

    /// Waits until the engine has processed all commands.
    ///
    /// # Errors
    ///
    /// No `readyok` in time.
    pub fn synchronize(&mut self) -> Result<(), EngineError> {
        self.process.send(UciCommand::IsReady)?;
        self.process.wait(|line| Ok(matches!(line.parse(), Ok(UciReply::ReadyOk)).then_some(())))
    }

    /// Starts a new game.
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
    /// The engine has exited, or a text contains a line break.
    pub fn set_position(&mut self, start: &UciStart, moves: &[String]) -> Result<(), EngineError> {
        self.process.send(UciCommand::Position { start: start.clone(), moves: moves.to_vec() })
    }

    /// Searches; `on_info` is called for every `info`.
    ///
    /// # Errors
    ///
    /// No `bestmove` in time.
    pub fn go(&mut self, go: &Go, on_info: impl FnMut(&UciInfo)) -> Result<UciAnswer, EngineError> {
        let timeout = self.process.timeout();
        self.go_within(timeout, go, on_info)
    }

    /// Like [`go`](Self::go), with its own time limit.
    ///
    /// # Errors
    ///
    /// As with [`go`](Self::go).
    pub fn go_within(
        &mut self,
        timeout: Duration,
        go: &Go,
        on_info: impl FnMut(&UciInfo),
    ) -> Result<UciAnswer, EngineError> {
        self.process.send(UciCommand::Go(go.clone()))?;
        self.best_move(timeout, on_info)
    }

    /// Starts to think about the position while the opponent does. Only [`ponder_hit_within`](Self::ponder_hit_within) and
    /// [`stop_within`](Self::stop_within) end that.
    ///
    /// # Errors
    ///
    /// The engine has exited.
    pub fn ponder(&mut self, go: &Go) -> Result<(), EngineError> {
        self.process.send(UciCommand::Go(Go { ponder: true, ..go.clone() }))
    }

    /// The opponent has played the move that the engine pondered on: goes on with a search under its limits.
    ///
    /// # Errors
    ///
    /// No `bestmove` in time.
    pub fn ponder_hit_within(
        &mut self,
        timeout: Duration,
        on_info: impl FnMut(&UciInfo),
    ) -> Result<UciAnswer, EngineError> {
        self.process.send(UciCommand::PonderHit)?;
        self.best_move(timeout, on_info)
    }

    /// Stops a search, waits for its move and ignores it.
    ///
    /// # Errors
    ///
    /// No `bestmove` in time.
    pub fn stop_within(&mut self, timeout: Duration) -> Result<(), EngineError> {
        self.process.send(UciCommand::Stop)?;
        self.best_move(timeout, |_| {}).map(|_| ())
    }

    fn best_move(
        &mut self,
        timeout: Duration,
        mut on_info: impl FnMut(&UciInfo),
    ) -> Result<UciAnswer, EngineError> {
        let asked = self.process.asked().to_owned();
        self.process.wait_within(timeout, |line| {
            Ok(match line.parse() {
                Ok(UciReply::BestMove { best, ponder }) => Some(UciAnswer { best, ponder }),
                Ok(UciReply::Info(info)) => {
                    on_info(&info);
                    None
                }
                // The move will not come again.
                Err(_) if line.split_whitespace().next() == Some("bestmove") => {
                    let (asked, line) = (asked.clone(), shortened(line));
                    return Err(EngineError::Garbage { asked, line, expected: "bestmove and a move" });
                }
                _ => None,
            })
        })
    }

    /// Stops a search and ignores its move.
    ///
    /// # Errors
    ///
    /// No `readyok` in time.
    pub fn stop(&mut self) -> Result<(), EngineError> {
        self.process.send(UciCommand::Stop)?;
        self.synchronize()
    }

    /// Counts the move sequences after each move with `go perft`. Ignores all other lines.
    ///
    /// # Errors
    ///
    /// [`EngineError::Unsupported`] if the engine searches instead of counting.
    pub fn perft(&mut self, depth: u32) -> Result<Vec<(String, u64)>, EngineError> {
        let timeout = self.process.timeout();
        Ok(self.count(timeout, depth)?.counts)
    }

    /// Like [`perft`](Self::perft) for several positions, all sent before the first answer is read. The time limit applies
    /// to each answer. Stops at the first failure.
    ///
    /// Works only with engines that read no command while they count; the answers of others are mixed up or missing.
    ///
    /// # Errors
    ///
    /// As with [`perft`](Self::perft), in place of the answer.
    pub fn perft_all(
        &mut self,
        positions: &[(UciStart, Vec<String>)],
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

    /// Tests whether the engine supports `go perft`, in a position with legal moves and with its own time limit. No counts
    /// mean that it does not.
    ///
    /// # Errors
    ///
    /// As with [`perft`](Self::perft), and [`EngineError::Garbage`] if the answer has no counts, but lines other than
    /// `info` and error messages.
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
            Ok(PerftLine::Move { text, nodes }) if counted.counts.len() < MAX_MOVES => {
                counted.counts.push((text, nodes));
                Ok(None)
            }
            Ok(PerftLine::Move { .. }) => {
                let (asked, line) = (asked.clone(), shortened(line));
                Err(EngineError::Flood { asked, lines: MAX_MOVES, line })
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
    /// The first other line.
    other: Option<String>,
}

fn is_info(line: &str) -> bool {
    line.trim().is_empty() || line.split_whitespace().next() == Some("info")
}

/// Whether a line says that the engine does not know a command.
fn is_refusal(line: &str) -> bool {
    let line = line.to_lowercase();
    ["unknown", "unsupported", "not supported", "invalid", "unrecognized", "no such command", "error"]
        .iter()
        .any(|word| line.contains(word))
}
