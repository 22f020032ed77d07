//! The three streams of a child, each with its thread.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStderr, ChildStdin};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use protocol::{BoundedReader, ReadMessage};

use crate::error::shortened;

/// The longest line that is read, in bytes; no engine needs longer ones.
const MAX_LINE: usize = 1 << 16;

/// The most lines that are queued: 4 MB of the longest lines. Then the reader waits, and in the end the engine.
const MAX_QUEUED_LINES: usize = 64;

/// The most messages that are queued for the engine.
const MAX_QUEUED_MESSAGES: usize = 1 << 8;

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

/// Reads lines until the end.
pub(crate) fn read_output(stdout: impl Read + Send + 'static) -> Receiver<Output> {
    let (sender, receiver) = sync_channel(MAX_QUEUED_LINES);
    thread::spawn(move || {
        let mut reader = BoundedReader::lines(BufReader::new(stdout), MAX_LINE);
        while let Some(output) = next_line(&mut reader) {
            let is_last = !matches!(output, Output::Line(_));
            if sender.send(output).is_err() || is_last {
                return;
            }
        }
        // The receiver may be gone.
        let _ = sender.send(Output::Closed);
    });
    receiver
}

fn next_line(reader: &mut BoundedReader<impl BufRead>) -> Option<Output> {
    Some(match reader.next_message().ok()?? {
        ReadMessage::Complete(line) | ReadMessage::Unterminated(line) => Output::Line(line),
        ReadMessage::TooLong(line) => Output::TooLong(shortened(&line)),
    })
}

/// Writes messages in a thread, so that an engine that does not read cannot block us.
pub(crate) fn write_input(mut stdin: ChildStdin) -> SyncSender<String> {
    let (sender, receiver) = sync_channel::<String>(MAX_QUEUED_MESSAGES);
    thread::spawn(move || {
        for message in receiver {
            let written = stdin.write_all(message.as_bytes()).and_then(|()| stdin.flush());
            if written.is_err() {
                return;
            }
        }
    });
    sender
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
        let kept = self.kept();
        kept.first.iter().chain(&kept.last).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Endless lines of a hundred bytes; counts the bytes read.
    struct Endless(Arc<AtomicUsize>);

    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let before = self.0.fetch_add(buffer.len(), Ordering::Relaxed);
            for (index, byte) in buffer.iter_mut().enumerate() {
                *byte = if (before + index) % 100 == 99 { b'\n' } else { b'x' };
            }
            Ok(buffer.len())
        }
    }

    #[test]
    fn only_a_bounded_number_of_lines_is_read_ahead() {
        let taken = Arc::new(AtomicUsize::new(0));
        let lines = read_output(Endless(Arc::clone(&taken)));
        for wanted in 1..=5_000 {
            assert!(matches!(lines.recv(), Ok(Output::Line(line)) if line.len() == 99));
            // The queue, the line in the reader, and its buffer.
            let most = (wanted + MAX_QUEUED_LINES + 1) * 100 + (1 << 13);
            assert!(taken.load(Ordering::Relaxed) <= most, "after {wanted} lines");
        }
    }
}
