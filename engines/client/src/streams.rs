//! The streams of a child.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader};
use std::process::ChildStderr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use protocol::{BoundedReader, ReadMessage};

use crate::error::shortened;

/// The longest line that is read, in bytes; no engine needs longer ones.
pub(crate) const MAX_LINE: usize = 1 << 16;

/// The most bytes that are queued for the engine.
pub(crate) const MAX_QUEUED_BYTES: usize = 1 << 20;

/// How many lines to keep from the start and from the end of stderr: the cause is often printed before a long trace.
const KEPT_LINES: usize = 4;

/// How long to wait for the rest of stderr after a program has ended.
const STDERR_PATIENCE: Duration = Duration::from_millis(500);

/// A line of output, or its end.
pub(crate) enum Output {
    Line(String),
    TooLong(String),
    Closed,
}

/// Why a message cannot be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SendError {
    /// The engine does not read.
    Full,
    /// The engine has closed its input.
    Closed,
}

pub(crate) fn next_line(reader: &mut BoundedReader<impl BufRead>) -> Option<Output> {
    Some(match reader.next_message().ok()?? {
        ReadMessage::Complete(line) | ReadMessage::Unterminated(line) => Output::Line(line),
        ReadMessage::TooLong(line) => Output::TooLong(shortened(&line)),
    })
}

/// The first and last lines of stderr.
#[derive(Clone, Default)]
pub(crate) struct StderrLines(Arc<Mutex<Kept>>);

#[derive(Default)]
struct Kept {
    first: Vec<String>,
    last: VecDeque<String>,
    /// Whether the stream has ended.
    is_complete: bool,
}

impl StderrLines {
    /// Drains the stream and keeps some of its lines.
    pub(crate) fn of(stderr: ChildStderr) -> Self {
        let lines = Self::default();
        let kept = lines.clone();
        thread::spawn(move || {
            let mut reader = BoundedReader::lines(BufReader::new(stderr), MAX_LINE);
            while let Some(Output::Line(line) | Output::TooLong(line)) = next_line(&mut reader) {
                kept.push(shortened(&line));
            }
            kept.kept().is_complete = true;
        });
        lines
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, line: String) {
        let mut kept = self.kept();
        if kept.first.len() < KEPT_LINES {
            kept.first.push(line);
            return;
        }
        kept.last.push_back(line);
        if kept.last.len() > KEPT_LINES {
            kept.last.pop_front();
        }
    }

    /// The lines kept; waits a moment for the rest of the output.
    pub(crate) fn lines(&self) -> Vec<String> {
        let begin = Instant::now();
        while !self.kept().is_complete && begin.elapsed() < STDERR_PATIENCE {
            thread::sleep(Duration::from_millis(5));
        }
        self.kept_lines()
    }

    /// The lines kept so far.
    pub(crate) fn kept_lines(&self) -> Vec<String> {
        let kept = self.kept();
        kept.first.iter().chain(&kept.last).cloned().collect()
    }
}
