//! Programs that speak DamExchange, over a connection that we open.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use protocol::dxp::{DxpMessage, MAX_LENGTH};

use crate::error::{EngineError, shortened};
use crate::process::{LAST_LINES, Settings};

/// How often a wait checks whether it was canceled.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// How long to wait before the next attempt to connect: the program may not listen yet.
const RETRY_INTERVAL: Duration = Duration::from_millis(20);

/// The most messages between two answers.
const MAX_MESSAGES: usize = 1_000;

/// A connection to a program that speaks DamExchange. Dropping it closes it.
pub struct DxpConnection {
    stream: TcpStream,
    settings: Settings,
    /// What was read and is not a whole message yet.
    buffer: Vec<u8>,
    asked: String,
    lines: VecDeque<String>,
}

impl fmt::Debug for DxpConnection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DxpConnection").field("asked", &self.asked).finish_non_exhaustive()
    }
}

impl DxpConnection {
    /// Connects to a program that listens. It may need a moment until it does.
    ///
    /// # Errors
    ///
    /// Nobody listens there within the time limit of an answer.
    pub fn connect(address: &str, settings: &Settings) -> Result<Self, EngineError> {
        let begin = Instant::now();
        let failed = |source| EngineError::CannotStart { program: shortened(address), source };
        let stream = loop {
            match connect_once(address) {
                Ok(stream) => break stream,
                Err(_) if settings.cancel.load(Ordering::Relaxed) => return Err(EngineError::Cancelled),
                Err(_) if begin.elapsed() < settings.timeout => thread::sleep(RETRY_INTERVAL),
                Err(error) => return Err(failed(error)),
            }
        };
        // Messages are small, and the other side is waiting for them.
        stream.set_nodelay(true).map_err(failed)?;
        stream.set_write_timeout(Some(settings.timeout)).map_err(failed)?;
        let (buffer, asked, lines) = (Vec::new(), "to connect".to_owned(), VecDeque::new());
        Ok(Self { stream, settings: settings.clone(), buffer, asked, lines })
    }

    /// Sends a message.
    ///
    /// # Errors
    ///
    /// The program has closed the connection, or does not read.
    pub fn send(&mut self, message: &DxpMessage) -> Result<(), EngineError> {
        let mut bytes = message.to_string().into_bytes();
        self.asked = shortened(&String::from_utf8_lossy(&bytes));
        self.keep('>', self.asked.clone());
        bytes.push(0);
        self.stream.write_all(&bytes).map_err(|error| match error.kind() {
            ErrorKind::WouldBlock | ErrorKind::TimedOut => self.hung(self.settings.timeout),
            _ => self.closed(),
        })
    }

    /// Waits for the first message for which `accept` returns a value; other messages are dropped.
    ///
    /// # Errors
    ///
    /// No such message came in time, too many others came, one is invalid, or `accept` failed.
    pub fn wait_within<T>(
        &mut self,
        timeout: Duration,
        mut accept: impl FnMut(&DxpMessage) -> Result<Option<T>, EngineError>,
    ) -> Result<T, EngineError> {
        let begin = Instant::now();
        let mut last = String::new();
        for _ in 0..MAX_MESSAGES {
            let text = self.message_before(begin, timeout)?;
            self.keep('<', shortened(&text));
            let message = text.parse().map_err(|_| EngineError::Garbage {
                asked: self.asked.clone(),
                line: shortened(&text),
                expected: "a message of DamExchange",
            })?;
            if let Some(answer) = accept(&message)? {
                return Ok(answer);
            }
            last = shortened(&text);
        }
        Err(EngineError::Flood { asked: self.asked.clone(), lines: MAX_MESSAGES, line: last })
    }

    fn message_before(&mut self, begin: Instant, timeout: Duration) -> Result<String, EngineError> {
        loop {
            if let Some(end) = self.buffer.iter().position(|&byte| byte == 0) {
                let bytes: Vec<u8> = self.buffer.drain(..=end).take(end).collect();
                if !bytes.is_empty() {
                    return Ok(String::from_utf8_lossy(&bytes).into_owned());
                }
                continue;
            }
            if self.buffer.len() > MAX_LENGTH {
                let (asked, line) = (self.asked.clone(), shortened(&String::from_utf8_lossy(&self.buffer)));
                return Err(EngineError::Garbage { asked, line, expected: "shorter messages" });
            }
            if self.settings.cancel.load(Ordering::Relaxed) {
                return Err(EngineError::Cancelled);
            }
            let left = timeout.saturating_sub(begin.elapsed());
            if left.is_zero() {
                return Err(self.hung(begin.elapsed()));
            }
            self.read(left.min(POLL_INTERVAL))?;
        }
    }

    /// Reads what comes within a time; that may be nothing.
    fn read(&mut self, timeout: Duration) -> Result<(), EngineError> {
        // A timeout of zero would be none.
        let timeout = timeout.max(Duration::from_millis(1));
        if self.stream.set_read_timeout(Some(timeout)).is_err() {
            return Err(self.closed());
        }
        let mut bytes = [0; 256];
        match self.stream.read(&mut bytes) {
            Ok(0) => Err(self.closed()),
            Ok(length) => {
                self.buffer.extend_from_slice(&bytes[..length]);
                Ok(())
            }
            Err(error) => match error.kind() {
                ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted => Ok(()),
                _ => Err(self.closed()),
            },
        }
    }

    /// The last messages: `>` to the program, `<` from it.
    #[must_use]
    pub fn last_lines(&self) -> Vec<String> {
        self.lines.iter().cloned().collect()
    }

    fn keep(&mut self, direction: char, line: String) {
        if self.lines.len() == LAST_LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(format!("{direction} {line}"));
    }

    fn hung(&self, waited: Duration) -> EngineError {
        EngineError::Hung { asked: self.asked.clone(), waited }
    }

    fn closed(&self) -> EngineError {
        EngineError::ClosedPipe { asked: self.asked.clone(), stderr: Vec::new() }
    }
}

fn connect_once(address: &str) -> io::Result<TcpStream> {
    const PATIENCE: Duration = Duration::from_secs(2);
    let mut last = io::Error::new(ErrorKind::NotFound, "no such address");
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, PATIENCE) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}
