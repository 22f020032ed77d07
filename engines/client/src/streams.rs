//! The three streams of a child, each with its thread.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStderr, ChildStdin};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::error::shortened;

/// The longest line that is read; nothing that an engine says is longer.
const LONGEST_LINE: u64 = 1 << 16;

/// Lines that wait to be looked at: with the longest lines 4 MB. When there are more the reader waits, and so in the end
/// does the engine.
const WAITING_LINES: usize = 64;

/// Messages that wait to be read by the engine.
const WAITING_MESSAGES: usize = 1 << 8;

/// Lines that are kept from the start and from the end of the error stream: what went wrong often stands before
/// a long trace.
const KEPT_LINES: usize = 4;

/// How long is waited for the last words of a program that has ended.
const MOMENT: Duration = Duration::from_millis(500);

/// What comes from the output of an engine.
pub(crate) enum Output {
    Line(String),
    TooLong(String),
    Closed,
}

/// Reads lines until the end.
pub(crate) fn read_output(stdout: impl Read + Send + 'static) -> Receiver<Output> {
    let (sender, receiver) = sync_channel(WAITING_LINES);
    thread::spawn(move || {
        let mut reader = BufReader::new(stdout);
        while let Some(output) = next_line(&mut reader) {
            let is_last = !matches!(output, Output::Line(_));
            if sender.send(output).is_err() || is_last {
                return;
            }
        }
        // Nobody listens any more, or hears that there is no more.
        let _ = sender.send(Output::Closed);
    });
    receiver
}

fn next_line(reader: &mut impl BufRead) -> Option<Output> {
    let mut bytes = Vec::new();
    let read = reader.take(LONGEST_LINE).read_until(b'\n', &mut bytes).ok()?;
    if read == 0 {
        return None;
    }
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim_end_matches(['\n', '\r']);
    let is_cut = read as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n');
    Some(if is_cut { Output::TooLong(shortened(text)) } else { Output::Line(text.to_owned()) })
}

/// Writes what is sent, so that an engine that does not read cannot stop us.
pub(crate) fn write_input(mut stdin: ChildStdin) -> SyncSender<String> {
    let (sender, receiver) = sync_channel::<String>(WAITING_MESSAGES);
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

/// The first and last lines of an error stream.
#[derive(Clone, Default)]
pub(crate) struct LastWords(Arc<Mutex<Kept>>);

#[derive(Default)]
struct Kept {
    first: Vec<String>,
    last: VecDeque<String>,
    /// Whether the stream has ended.
    is_all: bool,
}

impl LastWords {
    /// Drains the stream and keeps some of its lines.
    pub(crate) fn of(stderr: ChildStderr) -> Self {
        let words = Self::default();
        let kept = words.clone();
        thread::spawn(move || {
            let mut reader = BufReader::new(stderr);
            while let Some(Output::Line(line) | Output::TooLong(line)) = next_line(&mut reader) {
                kept.push(shortened(&line));
            }
            kept.kept().is_all = true;
        });
        words
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

    /// What was kept; waits a moment for the rest of what the program has said.
    pub(crate) fn lines(&self) -> Vec<String> {
        let begin = Instant::now();
        while !self.kept().is_all && begin.elapsed() < MOMENT {
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

    /// Lines of a hundred bytes without end; counts the bytes that were taken.
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
    fn no_more_is_read_than_is_wanted_soon() {
        let taken = Arc::new(AtomicUsize::new(0));
        let lines = read_output(Endless(Arc::clone(&taken)));
        for wanted in 1..=5_000 {
            assert!(matches!(lines.recv(), Ok(Output::Line(line)) if line.len() == 99));
            // What waits, what the reader holds, and what its buffer has.
            let most = (wanted + WAITING_LINES + 1) * 100 + (1 << 13);
            assert!(taken.load(Ordering::Relaxed) <= most, "after {wanted} lines");
        }
    }
}
