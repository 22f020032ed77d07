//! Input and output of a child without threads: every thread between us and an engine would add to its clock.

use std::io::{ErrorKind, Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio};

use crate::error::shortened;
use crate::streams::{MAX_LINE, MAX_QUEUED_BYTES, Output, SendError};

/// The two ends of the pipes, which never block.
pub(crate) struct Pipes {
    /// Closed when there is nothing more to say.
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    /// What was read and not taken yet, from `start` on.
    buffer: Vec<u8>,
    start: usize,
    /// Where to look for the next line break.
    searched: usize,
    /// What the child has not taken yet.
    unsent: Vec<u8>,
    is_closed: bool,
}

/// How much is read at once.
const CHUNK: usize = 1 << 13;

impl Pipes {
    pub(crate) fn new(stdin: ChildStdin, stdout: ChildStdout) -> Self {
        // If this fails, reads and writes wait, but still work.
        let _ = ioctl_fionbio(&stdin, true);
        let _ = ioctl_fionbio(&stdout, true);
        Self {
            stdin: Some(stdin),
            stdout,
            buffer: Vec::new(),
            start: 0,
            searched: 0,
            unsent: Vec::new(),
            is_closed: false,
        }
    }

    /// Sends a message. What the child does not take now, it gets while we wait for its answer.
    pub(crate) fn send(&mut self, message: &str) -> Result<(), SendError> {
        if self.stdin.is_none() {
            return Err(SendError::Closed);
        }
        if self.unsent.len() + message.len() > MAX_QUEUED_BYTES {
            return Err(SendError::Full);
        }
        self.unsent.extend_from_slice(message.as_bytes());
        self.write_unsent()
    }

    /// Closes the input after what is still to be sent.
    pub(crate) fn close_input(&mut self) {
        // A child that does not read what it is sent has no use for it.
        let _ = self.write_unsent();
        self.stdin = None;
    }

    fn write_unsent(&mut self) -> Result<(), SendError> {
        let Some(stdin) = &mut self.stdin else { return Ok(()) };
        let mut sent = 0;
        let result = loop {
            if sent == self.unsent.len() {
                break Ok(());
            }
            match stdin.write(&self.unsent[sent..]) {
                Ok(0) => break Err(SendError::Closed),
                Ok(bytes) => sent += bytes,
                Err(error) if error.kind() == ErrorKind::WouldBlock => break Ok(()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => break Err(SendError::Closed),
            }
        };
        self.unsent.drain(..sent);
        if result.is_err() {
            // Nothing is left to wait for on this side.
            self.unsent.clear();
            self.stdin = None;
        }
        result
    }

    /// The next line; `None` if there is none in time.
    pub(crate) fn next(&mut self, timeout: Duration) -> Option<Output> {
        let end = Instant::now() + timeout;
        loop {
            if let Some(output) = self.take_line() {
                return Some(output);
            }
            if self.is_closed {
                return Some(Output::Closed);
            }
            let left = end.saturating_duration_since(Instant::now());
            if !self.wait(left) && left.is_zero() {
                return None;
            }
            self.read();
        }
    }

    /// A line that was read whole, or the last one without a line break.
    fn take_line(&mut self) -> Option<Output> {
        let found = self.buffer[self.searched..].iter().position(|&byte| byte == b'\n');
        let Some(place) = found else {
            self.searched = self.buffer.len();
            let rest = self.buffer.len() - self.start;
            if rest > MAX_LINE {
                let text = String::from_utf8_lossy(&self.buffer[self.start..self.start + MAX_LINE]);
                let text = shortened(&text);
                self.is_closed = true;
                self.clear();
                return Some(Output::TooLong(text));
            }
            if self.is_closed && rest > 0 {
                let line = self.text(self.buffer.len());
                self.clear();
                return Some(Output::Line(line));
            }
            return None;
        };
        let end = self.searched + place;
        let line = self.text(end);
        self.start = end + 1;
        self.searched = self.start;
        if self.start == self.buffer.len() {
            self.clear();
        }
        Some(Output::Line(line))
    }

    /// The text up to here. Bytes that are not UTF-8 are replaced.
    fn text(&self, end: usize) -> String {
        let bytes = &self.buffer[self.start..end];
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        String::from_utf8_lossy(bytes).into_owned()
    }

    fn clear(&mut self) {
        self.buffer.clear();
        (self.start, self.searched) = (0, 0);
    }

    /// Waits until something can be read or written; returns whether it can.
    fn wait(&mut self, timeout: Duration) -> bool {
        let mut places = vec![PollFd::new(&self.stdout, PollFlags::IN)];
        if let Some(stdin) = self.stdin.as_ref().filter(|_| !self.unsent.is_empty()) {
            places.push(PollFd::new(stdin, PollFlags::OUT));
        }
        let timeout = Timespec::try_from(timeout).ok();
        match poll(&mut places, timeout.as_ref()) {
            Ok(ready) => ready > 0,
            // A signal ends the wait early.
            Err(Errno::INTR) => true,
            // Then reads wait themselves.
            Err(_) => true,
        }
    }

    /// Reads what is there, and sends what is left.
    fn read(&mut self) {
        if !self.unsent.is_empty() {
            // When the child is gone, reading tells so.
            let _ = self.write_unsent();
        }
        if self.start > 0 {
            self.buffer.drain(..self.start);
            self.searched -= self.start;
            self.start = 0;
        }
        let length = self.buffer.len();
        self.buffer.resize(length + CHUNK, 0);
        let result = self.stdout.read(&mut self.buffer[length..]);
        self.buffer.truncate(length + result.as_ref().copied().unwrap_or(0));
        match result {
            Ok(0) => self.is_closed = true,
            Ok(_) => {}
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
            Err(_) => self.is_closed = true,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::process::{Child, Command, Stdio};

    use super::*;

    fn run(script: &str) -> (Child, Pipes) {
        let mut command = Command::new("sh");
        command.args(["-c", script]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("a shell");
        let pipes = Pipes::new(child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        (child, pipes)
    }

    const LONG: Duration = Duration::from_secs(60);

    fn line(pipes: &mut Pipes) -> String {
        match pipes.next(LONG) {
            Some(Output::Line(line)) => line,
            Some(Output::TooLong(_)) => "too long".to_owned(),
            Some(Output::Closed) => "closed".to_owned(),
            None => "nothing".to_owned(),
        }
    }

    #[test]
    fn lines_come_whole_whatever_their_bytes() {
        let (mut child, mut pipes) = run(r"printf 'one\r\ntw'; sleep 0.1; printf 'o\n\n\377\nlast'");
        assert_eq!(
            std::array::from_fn(|_| line(&mut pipes)),
            ["one", "two", "", "\u{fffd}", "last", "closed", "closed"]
        );
        child.wait().expect("an end");
    }

    #[test]
    fn what_a_child_does_not_take_is_sent_later() {
        let (mut child, mut pipes) = run("sleep 0.2; wc -c");
        // More than a pipe holds.
        let message = "x".repeat(1_000);
        (0..200).for_each(|_| assert_eq!(pipes.send(&message), Ok(())));
        assert!(pipes.next(Duration::from_millis(1)).is_none());
        while !pipes.unsent.is_empty() {
            assert!(pipes.next(Duration::from_millis(10)).is_none());
        }
        pipes.close_input();
        assert_eq!(line(&mut pipes).trim(), "200000");
        child.wait().expect("an end");
    }

    #[test]
    fn a_child_that_never_reads_fills_a_bounded_queue() {
        let (mut child, mut pipes) = run("exec sleep 100");
        let message = "x".repeat(10_000);
        let sent = (0..1_000).find(|_| pipes.send(&message).is_err()).expect("a bound");
        assert!(sent * message.len() <= MAX_QUEUED_BYTES + (1 << 20), "{sent}");
        assert_eq!(pipes.send(&message), Err(SendError::Full));
        child.kill().expect("a running child");
        child.wait().expect("an end");
        assert_eq!(line(&mut pipes), "closed");
    }

    #[test]
    fn only_a_bounded_part_is_read_ahead() {
        let (mut child, mut pipes) = run("yes 0123456789012345678");
        for _ in 0..5_000 {
            assert_eq!(line(&mut pipes), "0123456789012345678");
            assert!(pipes.buffer.len() <= 2 * CHUNK);
        }
        child.kill().expect("a running child");
        child.wait().expect("an end");
    }
}
