//! A conversation with an engine that reads and writes lines.

use std::collections::VecDeque;
use std::fmt::Display;
use std::time::{Duration, Instant};

use client::{EngineError, Process, Settings};

use crate::steps::{Complaint, ComplianceSettings, complaint};

/// Lines that are kept of a step.
const MOST_LINES: usize = 60;

/// The longest line that is kept.
const LONGEST_LINE: usize = 400;

/// An engine and what was said in this step.
pub(crate) struct Conversation {
    command: String,
    settings: Settings,
    process: Option<Process>,
    lines: VecDeque<String>,
    /// When something was said last: an answer is due some time after that, however much else comes before it.
    asked: Instant,
}

impl Conversation {
    pub(crate) fn new(command: &str, settings: &ComplianceSettings) -> Self {
        let settings =
            Settings { timeout: settings.timeout, cancel: settings.cancel.clone(), ..Settings::default() };
        Self {
            command: command.to_owned(),
            settings,
            process: None,
            lines: VecDeque::new(),
            asked: Instant::now(),
        }
    }

    pub(crate) fn command(&self) -> &str {
        &self.command
    }

    pub(crate) fn is_running(&self) -> bool {
        self.process.is_some()
    }

    /// Starts the engine anew.
    pub(crate) fn start(&mut self) -> Result<(), Complaint> {
        self.process = None;
        self.asked = Instant::now();
        self.process = Some(Process::start(&self.command, &self.settings)?);
        Ok(())
    }

    pub(crate) fn end(&mut self) {
        self.process = None;
    }

    pub(crate) fn forget(&mut self) {
        self.lines.clear();
    }

    pub(crate) fn lines(&self) -> Vec<String> {
        self.lines.iter().cloned().collect()
    }

    fn process(&mut self) -> Result<&mut Process, Complaint> {
        self.process.as_mut().ok_or_else(|| complaint!("the engine does not run"))
    }

    fn keep(&mut self, direction: char, line: &str) {
        if self.lines.len() == MOST_LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(format!("{direction} {}", protocol::shortened(line, LONGEST_LINE)));
    }

    /// Sends a line.
    pub(crate) fn send(&mut self, message: impl Display) -> Result<(), Complaint> {
        let text = message.to_string();
        self.keep('>', &text);
        self.asked = Instant::now();
        Ok(self.process()?.send(text)?)
    }

    /// The next line, which must come in time.
    pub(crate) fn read(&mut self) -> Result<String, Complaint> {
        self.read_within(Duration::ZERO)
    }

    /// The next line of an answer; the engine was given this much time besides.
    pub(crate) fn read_within(&mut self, given: Duration) -> Result<String, Complaint> {
        let limit = self.settings.timeout + given;
        let Some(left) = limit.checked_sub(self.asked.elapsed()) else {
            return Err(complaint!("no answer within {:.1} s, only other lines", limit.as_secs_f64()));
        };
        let line = self.process()?.wait_within(left, |line| Ok(Some(line.to_owned())))?;
        self.keep('<', &line);
        Ok(line)
    }

    /// Waits until the engine has ended by itself.
    pub(crate) fn expect_end(&mut self, after: &str) -> Result<String, Complaint> {
        let ended = self.process()?.wait(|_| Ok::<Option<()>, EngineError>(None));
        self.process = None;
        match ended {
            Err(EngineError::Exited { status, .. }) if status == "exit code 0" => Ok(status),
            Err(EngineError::Exited { status, .. }) => Err(complaint!("ended with {status} after {after}")),
            Err(EngineError::Hung { waited, .. }) => {
                Err(complaint!("still runs {:.1} s after {after}", waited.as_secs_f64()))
            }
            Err(error) => Err(error.into()),
            Ok(()) => Err(complaint!("still writes after {after}")),
        }
    }

    /// Closes the input and waits until the engine has ended.
    pub(crate) fn expect_end_after_input(&mut self) -> Result<(), Complaint> {
        self.keep('>', "(end of input)");
        let process = self.process.take().ok_or_else(|| complaint!("the engine does not run"))?;
        match process.finish() {
            Ok(_) => Ok(()),
            Err(EngineError::Exited { status, .. }) => {
                Err(complaint!("ended with {status} after the end of its input"))
            }
            Err(EngineError::Hung { waited, .. }) => {
                Err(complaint!("still runs {:.1} s after the end of its input", waited.as_secs_f64()))
            }
            Err(error) => Err(error.into()),
        }
    }
}
