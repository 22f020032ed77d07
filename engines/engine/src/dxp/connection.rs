//! Messages over a network: each ends with a zero byte.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::thread::JoinHandle;
use std::time::Duration;

use protocol::ParseError;
use protocol::dxp::{LONGEST, Message};

use crate::dxp::inbox::Inbox;

/// A peer that does not take a message for so long has gone.
const PATIENCE: Duration = Duration::from_secs(10);

/// What comes from the other side.
#[derive(Debug)]
pub(super) enum Heard {
    Message(Message),
    /// Something that is no message, with why.
    Garbage(ParseError),
    /// Bytes without an end.
    TooLong,
    /// The connection is closed.
    Closed,
}

/// A connection whose messages are handed on as they come. Dropping it closes it.
pub(super) struct Connection {
    stream: TcpStream,
    inbox: Inbox,
    reader: Option<JoinHandle<()>>,
}

impl Connection {
    /// Puts what comes in into an inbox. While that is full nothing more is read.
    pub(super) fn open(stream: TcpStream, inbox: Inbox) -> io::Result<Self> {
        // Messages are small and waited for.
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let input = stream.try_clone()?;
        let filled = inbox.clone();
        let read = move || read_messages(input, |heard| filled.hear(heard));
        let reader = std::thread::Builder::new().spawn(read)?;
        Ok(Self { stream, inbox, reader: Some(reader) })
    }

    pub(super) fn send(&mut self, message: &Message) -> io::Result<()> {
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.stream.write_all(&bytes)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.inbox.close();
        // The other side may have closed it before.
        let _ = self.stream.shutdown(Shutdown::Both);
        if let Some(reader) = self.reader.take() {
            let _ = reader.join();
        }
    }
}

/// Reads until the connection is closed, something is no message, or nobody wants more.
fn read_messages(mut input: impl Read, mut hand_on: impl FnMut(Heard) -> bool) {
    let (mut message, mut buffer) = (Vec::new(), [0; 256]);
    loop {
        let count = match input.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        for &byte in &buffer[..count] {
            if byte != 0 {
                message.push(byte);
                if message.len() > LONGEST {
                    hand_on(Heard::TooLong);
                    return;
                }
            } else if !message.is_empty() {
                let heard = match String::from_utf8_lossy(&message).parse() {
                    Ok(message) => Heard::Message(message),
                    Err(error) => Heard::Garbage(error),
                };
                message.clear();
                if !hand_on(heard) {
                    return;
                }
            }
        }
    }
    hand_on(Heard::Closed);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(bytes: &[u8]) -> Vec<String> {
        let mut all = Vec::new();
        read_messages(bytes, |heard| {
            all.push(match heard {
                Heard::Message(message) => message.to_string(),
                other => format!("{other:?}").chars().take_while(|letter| letter.is_alphabetic()).collect(),
            });
            true
        });
        all
    }

    #[test]
    fn messages_end_with_zero() {
        assert_eq!(heard(b"E00\0\0CHello\0M0000322800\0"), ["E00", "CHello", "M0000322800", "Closed"]);
        assert_eq!(heard(b"E00\0E0"), ["E00", "Closed"]);
        assert_eq!(heard(b"hello\0E00\0"), ["Garbage", "E00", "Closed"]);
        assert_eq!(heard(b"\xff\0"), ["Garbage", "Closed"]);
        assert_eq!(heard(&[b'C'; 128]), ["TooLong"]);
    }
}
