//! A child process with line-based input and output.

use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::children;
use crate::error::{EngineError, shortened};
use crate::pipes::Pipes;
use crate::streams::{Output, SendError, StderrLines};

/// The most lines before an answer.
const MAX_LINES: usize = 100_000;

/// The most bytes before an answer.
const MAX_BYTES: usize = 16 << 20;

/// How many lines to keep of the conversation.
pub(crate) const LAST_LINES: usize = 16;

/// How often a wait checks whether it was canceled.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// How long a program that has closed its output may take to exit.
const EXIT_PATIENCE: Duration = Duration::from_millis(300);

/// Time limits of an engine.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The time limit of one answer.
    pub timeout: Duration,
    /// Set this to cancel every wait.
    pub cancel: Arc<AtomicBool>,
    /// The folder that the program is started in; `None` is the current one.
    pub folder: Option<PathBuf>,
}

impl Default for Settings {
    /// Ten seconds for an answer.
    fn default() -> Self {
        Self { timeout: Duration::from_secs(10), cancel: Arc::default(), folder: None }
    }
}

/// A running program with its streams. Dropping it kills the program and, on Unix, all processes it has started.
pub struct Process {
    child: Child,
    pipes: Pipes,
    stderr: StderrLines,
    settings: Settings,
    /// A deadline of all waits together.
    deadline: Option<Instant>,
    /// The last message sent, for errors.
    asked: String,
    /// The last lines in both directions.
    lines: VecDeque<String>,
}

impl fmt::Debug for Process {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Process").field("id", &self.child.id()).field("asked", &self.asked).finish()
    }
}

/// A command line, ready to be started in a process group of its own: Ctrl-C does not reach it, and the whole group can be
/// killed. Also what to say if the system cannot start it.
pub(crate) fn command_of(
    line: &str,
    more: &[&str],
    settings: &Settings,
) -> Result<(Command, impl FnOnce(io::Error) -> EngineError + use<>), EngineError> {
    let bad = |reason| EngineError::BadCommand { command: shortened(line), reason };
    let words = shell_words::split(line).map_err(|_| bad("unclosed quote"))?;
    let (program, arguments) = words.split_first().ok_or_else(|| bad("no program"))?;
    let mut command = Command::new(program);
    command.args(arguments).args(more);
    if let Some(folder) = &settings.folder {
        command.current_dir(folder);
    }
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let (program, folder) = (shortened(program), settings.folder.clone());
    Ok((command, move |source| match folder {
        // The system says only that something is missing.
        Some(folder) if !folder.is_dir() => EngineError::NoFolder { folder },
        _ => EngineError::CannotStart { program, source },
    }))
}

impl Process {
    /// Starts a command line. It is split into words as in a shell; nothing else is expanded.
    ///
    /// # Errors
    ///
    /// The line is empty or has an open quote, or the program cannot be started.
    pub fn start(command: &str, settings: &Settings) -> Result<Self, EngineError> {
        Self::start_with(command, &[], settings)
    }

    /// Like [`start`](Self::start), with more arguments at the end.
    ///
    /// # Errors
    ///
    /// As with [`start`](Self::start).
    pub fn start_with(command: &str, more: &[&str], settings: &Settings) -> Result<Self, EngineError> {
        let (mut command, failed) = command_of(command, more, settings)?;
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(failed)?;
        children::add(&child);
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = (stdin, stdout, stderr) else {
            unreachable!("all three streams are pipes");
        };
        Ok(Self {
            child,
            pipes: Pipes::new(stdin, stdout),
            stderr: StderrLines::of(stderr),
            settings: settings.clone(),
            deadline: None,
            asked: String::from("to start"),
            lines: VecDeque::new(),
        })
    }

    /// The time limit of one answer.
    #[must_use]
    pub fn timeout(&self) -> Duration {
        self.settings.timeout
    }

    /// Sets a deadline of all waits together; `None` removes it.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// The last message that was sent.
    #[must_use]
    pub fn asked(&self) -> &str {
        &self.asked
    }

    /// The last lines: `>` to the engine, `<` from it, `!` for its stderr; shortened.
    #[must_use]
    pub fn last_lines(&self) -> Vec<String> {
        let stderr = self.stderr.kept_lines().into_iter().map(|line| format!("! {line}"));
        // Many lines may have come since the last message.
        let asked =
            (!self.lines.iter().any(|line| line.starts_with('>'))).then(|| format!("> {}", self.asked));
        asked.into_iter().chain(self.lines.iter().cloned()).chain(stderr).collect()
    }

    fn keep(&mut self, direction: char, line: &str) {
        if self.lines.len() == LAST_LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(format!("{direction} {}", shortened(line)));
    }

    /// Sends a message, which must be one line.
    ///
    /// # Errors
    ///
    /// The message has a line break, the engine does not read, or it has ended.
    pub fn send(&mut self, message: impl fmt::Display) -> Result<(), EngineError> {
        let text = message.to_string();
        if text.contains(['\n', '\r']) {
            return Err(EngineError::LineBreak { text: shortened(&text) });
        }
        self.asked = shortened(&text);
        self.keep('>', &text);
        match self.pipes.send(&format!("{text}\n")) {
            Ok(()) => Ok(()),
            Err(SendError::Full) => {
                Err(EngineError::Hung { asked: self.asked.clone(), waited: Duration::ZERO })
            }
            Err(SendError::Closed) => Err(self.ended()),
        }
    }

    /// Waits for the first line for which `accept` returns a value; other lines are dropped.
    ///
    /// # Errors
    ///
    /// No such line came in time, too many others came, or `accept` failed.
    pub fn wait<T>(
        &mut self,
        accept: impl FnMut(&str) -> Result<Option<T>, EngineError>,
    ) -> Result<T, EngineError> {
        self.wait_within(self.settings.timeout, accept)
    }

    /// Like [`wait`](Self::wait), with its own time limit.
    ///
    /// # Errors
    ///
    /// As with [`wait`](Self::wait).
    pub fn wait_within<T>(
        &mut self,
        timeout: Duration,
        mut accept: impl FnMut(&str) -> Result<Option<T>, EngineError>,
    ) -> Result<T, EngineError> {
        let begin = Instant::now();
        let (mut last, mut bytes) = (String::new(), 0);
        for lines in 0..MAX_LINES {
            let line = self.line_before(begin, timeout)?;
            bytes += line.len();
            if bytes > MAX_BYTES {
                return Err(self.flood(lines, &line));
            }
            if let Some(answer) = accept(&line)? {
                return Ok(answer);
            }
            last = line;
        }
        Err(self.flood(MAX_LINES, &last))
    }

    /// The error for too much output.
    fn flood(&self, lines: usize, last: &str) -> EngineError {
        EngineError::Flood { asked: self.asked.clone(), lines, line: shortened(last) }
    }

    fn line_before(&mut self, begin: Instant, timeout: Duration) -> Result<String, EngineError> {
        loop {
            if self.settings.cancel.load(Ordering::Relaxed) {
                return Err(EngineError::Cancelled);
            }
            let left = timeout.saturating_sub(begin.elapsed());
            let left =
                self.deadline.map_or(left, |end| left.min(end.saturating_duration_since(Instant::now())));
            match self.pipes.next(left.min(POLL_INTERVAL)) {
                Some(Output::Line(line)) => {
                    self.keep('<', &line);
                    return Ok(line);
                }
                Some(Output::TooLong(line)) => return Err(self.garbage(&line, "shorter lines")),
                Some(Output::Closed) => return Err(self.ended()),
                None if left.is_zero() => {
                    return Err(EngineError::Hung { asked: self.asked.clone(), waited: begin.elapsed() });
                }
                None => {}
            }
        }
    }

    /// The error for an unexpected line.
    #[must_use]
    pub fn garbage(&self, line: &str, expected: &'static str) -> EngineError {
        EngineError::Garbage { asked: self.asked.clone(), line: shortened(line), expected }
    }

    /// The error for a program that has closed its output.
    fn ended(&mut self) -> EngineError {
        let asked = self.asked.clone();
        let status = self.wait_for_end(EXIT_PATIENCE);
        let stderr = self.stderr.lines();
        match status {
            Some(status) => EngineError::Exited { asked, status: in_words(status), stderr },
            None => EngineError::ClosedPipe { asked, stderr },
        }
    }

    fn wait_for_end(&mut self, timeout: Duration) -> Option<ExitStatus> {
        let begin = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if begin.elapsed() < timeout => thread::sleep(Duration::from_millis(5)),
                _ => return None,
            }
        }
    }

    /// Closes the input, reads all output and waits for the program to exit: for programs that answer once.
    ///
    /// # Errors
    ///
    /// It does not exit in time, prints too much, or exits with a failure.
    pub fn finish(mut self) -> Result<Vec<String>, EngineError> {
        self.pipes.close_input();
        let (begin, timeout) = (Instant::now(), self.settings.timeout);
        let (mut lines, mut bytes) = (Vec::new(), 0);
        loop {
            match self.line_before(begin, timeout) {
                Ok(line) => {
                    bytes += line.len();
                    if lines.len() >= MAX_LINES || bytes > MAX_BYTES {
                        return Err(self.flood(lines.len(), &line));
                    }
                    lines.push(line);
                }
                Err(EngineError::Exited { status, .. }) if status == SUCCESS => return Ok(lines),
                Err(error) => return Err(error),
            }
        }
    }

    /// Sets what errors say was asked, if it was not sent as a message.
    pub fn set_asked(&mut self, asked: &str) {
        self.asked = shortened(asked);
    }
}

const SUCCESS: &str = "exit code 0";

fn in_words(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("signal {signal}");
    }
    status.code().map_or_else(|| status.to_string(), |code| format!("exit code {code}"))
}

impl Drop for Process {
    fn drop(&mut self) {
        children::end(&mut self.child);
    }
}
