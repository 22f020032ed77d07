//! Input and output of a child with a thread each, where pipes cannot be asked whether they would block.

use std::io::{BufReader, Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::Duration;

use protocol::BoundedReader;

use crate::streams::{MAX_LINE, Output, SendError, next_line};

/// The most lines that are queued: 4 MB of the longest lines. Then the reader waits, and in the end the engine.
const MAX_QUEUED_LINES: usize = 64;

/// The most messages that are queued for the engine.
const MAX_QUEUED_MESSAGES: usize = 1 << 8;

/// The two ends of the pipes.
pub(crate) struct Pipes {
    input: Option<SyncSender<String>>,
    output: Receiver<Output>,
}

impl Pipes {
    pub(crate) fn new(stdin: ChildStdin, stdout: ChildStdout) -> Self {
        Self { input: Some(write_input(stdin)), output: read_output(stdout) }
    }

    /// Sends a message.
    pub(crate) fn send(&mut self, message: &str) -> Result<(), SendError> {
        let Some(input) = &self.input else { return Err(SendError::Closed) };
        input.try_send(message.to_owned()).map_err(|error| match error {
            TrySendError::Full(_) => SendError::Full,
            TrySendError::Disconnected(_) => SendError::Closed,
        })
    }

    /// Closes the input after what is still to be sent.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line; `None` if there is none in time.
    pub(crate) fn next(&mut self, timeout: Duration) -> Option<Output> {
        match self.output.recv_timeout(timeout) {
            Ok(output) => Some(output),
            Err(RecvTimeoutError::Disconnected) => Some(Output::Closed),
            Err(RecvTimeoutError::Timeout) => None,
        }
    }
}

/// Reads lines until the end.
fn read_output(stdout: impl Read + Send + 'static) -> Receiver<Output> {
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

/// Writes messages in a thread, so that an engine that does not read cannot block us.
fn write_input(mut stdin: ChildStdin) -> SyncSender<String> {
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
