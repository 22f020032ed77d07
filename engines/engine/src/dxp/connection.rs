//! Messages over a network. A zero byte ends each.

use std::io::{self, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::thread::JoinHandle;
use std::time::Duration;

use protocol::dxp::{DxpMessage, MAX_LENGTH};
use protocol::{BoundedReader, ParseError, ReadMessage};

use crate::dxp::inbox::Inbox;

/// How long sending a message may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// What comes from the opponent.
#[derive(Debug)]
pub(super) enum Received {
    Message(DxpMessage),
    /// An invalid message.
    Invalid(ParseError),
    /// A message without an end.
    TooLong,
    /// The connection is closed.
    Closed,
}

/// A connection that puts all messages into an inbox. Dropping it closes it.
pub(super) struct Connection {
    stream: TcpStream,
    inbox: Inbox,
    reader: Option<JoinHandle<()>>,
}

impl Connection {
    /// Reads messages into an inbox. While it is full, nothing is read.
    pub(super) fn open(stream: TcpStream, inbox: Inbox) -> io::Result<Self> {
        // Messages are small, and the other side is waiting for them.
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let input = stream.try_clone()?;
        let inbox_to_fill = inbox.clone();
        let read = move || read_messages(input, |received| inbox_to_fill.put_received(received));
        let reader = std::thread::Builder::new().spawn(read)?;
        Ok(Self { stream, inbox, reader: Some(reader) })
    }

    pub(super) fn send(&mut self, message: &DxpMessage) -> io::Result<()> {
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.stream.write_all(&bytes)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.inbox.close();
        // The other side may have closed it already.
        let _ = self.stream.shutdown(Shutdown::Both);
        if let Some(reader) = self.reader.take() {
            let _ = reader.join();
        }
    }
}

/// Reads until the connection is closed, a message is too long, or `hand_on` returns false.
fn read_messages(input: impl Read, mut hand_on: impl FnMut(Received) -> bool) {
    let mut reader = BoundedReader::new(BufReader::with_capacity(256, input), 0, MAX_LENGTH);
    loop {
        let received = match reader.next_message() {
            Ok(Some(ReadMessage::Complete(text))) if text.is_empty() => continue,
            Ok(Some(ReadMessage::Complete(text))) => match text.parse() {
                Ok(message) => Received::Message(message),
                Err(error) => Received::Invalid(error),
            },
            Ok(Some(ReadMessage::TooLong(_))) => Received::TooLong,
            Ok(Some(ReadMessage::Unterminated(_)) | None) | Err(_) => Received::Closed,
        };
        let is_last = matches!(received, Received::TooLong | Received::Closed);
        if !hand_on(received) || is_last {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn received(bytes: &[u8]) -> Vec<String> {
        let mut all = Vec::new();
        read_messages(bytes, |received| {
            all.push(match received {
                Received::Message(message) => message.to_string(),
                other => format!("{other:?}").chars().take_while(|letter| letter.is_alphabetic()).collect(),
            });
            true
        });
        all
    }

    #[test]
    fn messages_end_with_zero() {
        assert_eq!(received(b"E00\0\0CHello\0M0000322800\0"), ["E00", "CHello", "M0000322800", "Closed"]);
        assert_eq!(received(b"E00\0E0"), ["E00", "Closed"]);
        assert_eq!(received(b"hello\0E00\0"), ["Invalid", "E00", "Closed"]);
        assert_eq!(received(b"\xff\0"), ["Invalid", "Closed"]);
        assert_eq!(received(&[b'C'; 128]), ["TooLong"]);
    }
}
