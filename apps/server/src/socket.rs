//! A WebSocket of a player or a watcher.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};

use crate::app::App;
use crate::command::{PlayerCommand, Side};
use crate::config::Config;
use crate::errors::{ApiError, ErrorInfo};
use crate::http::body;
use crate::limits::{Bucket, Rate};
use crate::room::{News, Room};
use crate::tokens::Secret;

/// The most bytes of a message from a client.
pub(crate) const LARGEST_MESSAGE: usize = 16 * 1024;

/// How long a client may take to introduce itself.
const HELLO_WITHIN: Duration = Duration::from_secs(10);

/// Pings without an answer after which the client is gone.
const MOST_MISSED: u32 = 2;

/// Messages that a client may send.
const MESSAGES: Rate = Rate { per_second: 20.0, burst: 40.0 };

/// A message from a client.
#[derive(Deserialize)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
enum Said {
    Hello {
        token: Option<String>,
        /// The last event that the client has seen. It gets the whole state anyway.
        #[serde(default)]
        #[expect(dead_code, reason = "part of the contract")]
        after: Option<u64>,
    },
    Command {
        id: String,
        command: PlayerCommand,
    },
    Ping {
        n: u64,
    },
}

/// Why a socket ends.
enum End {
    /// The client is gone, or asked for it.
    Gone,
    /// The server closes it with this code and reason.
    Close(u16, &'static str),
}

const STUCK: End = End::Close(close_code::AGAIN, "too slow");

/// Serves a socket until it ends.
pub(crate) async fn serve(app: Arc<App>, room: Arc<Room>, socket: WebSocket) {
    app.metrics.sockets.inc();
    let mut session = Session { config: &app.config, room: &room, socket, side: None, seen: 0 };
    let shutdown = app.shutdown.clone();
    let end = tokio::select! {
        end = session.run() => end,
        () = shutdown.cancelled() => End::Close(close_code::RESTART, "the server is stopping or restarting"),
    };
    if let End::Close(code, reason) = end {
        if code == close_code::AGAIN {
            app.metrics.slow_sockets.inc();
        }
        session.close(code, reason).await;
    }
    app.metrics.sockets.dec();
}

struct Session<'a> {
    config: &'a Config,
    room: &'a Arc<Room>,
    socket: WebSocket,
    side: Option<Side>,
    /// The last event that was sent.
    seen: u64,
}

impl Session<'_> {
    async fn run(&mut self) -> End {
        match self.talk().await {
            Ok(never) => match never {},
            Err(end) => end,
        }
    }

    async fn talk(&mut self) -> Result<std::convert::Infallible, End> {
        self.hello().await?;
        let _present = self.room.enter(self.side);
        // First listen, then send the state: so nothing is missed between them.
        let mut news = self.room.listen();
        self.send_state().await?;
        self.send(self.room.presence_message()).await?;
        let every = self.config.ping_every;
        let mut pings = interval_at(Instant::now() + every, every);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut missed = 0;
        let mut bucket = Bucket::full(MESSAGES, Instant::now());
        loop {
            tokio::select! {
                message = self.socket.recv() => {
                    missed = 0;
                    let message = received(message)?;
                    if bucket.take(MESSAGES, Instant::now()).is_err() {
                        return Err(End::Close(close_code::POLICY, "too many messages"));
                    }
                    self.answer(message).await?;
                }
                item = news.recv() => self.tell(item).await?,
                _ = pings.tick() => {
                    if missed >= MOST_MISSED {
                        return Err(End::Close(close_code::AGAIN, "no answer to pings"));
                    }
                    missed += 1;
                    self.send_message(Message::Ping(Bytes::new())).await?;
                }
            }
        }
    }

    /// Waits for the first message.
    async fn hello(&mut self) -> Result<(), End> {
        const EXPECTED: End = End::Close(close_code::POLICY, "expected hello with a token or null");
        let text = match timeout(HELLO_WITHIN, self.socket.recv()).await {
            Ok(message) => received(message)?,
            Err(_) => return Err(End::Close(close_code::POLICY, "no hello within 10 s")),
        };
        let Some(Ok(Said::Hello { token, .. })) = text.map(|text| body::parse(&Bytes::from(text))) else {
            return Err(EXPECTED);
        };
        if let Some(token) = token {
            let side = match Secret::read(&token) {
                Some(secret) => self.room.side_of(&secret).await,
                None => Ok(None),
            };
            self.side = side.map_err(|_| End::Close(close_code::AGAIN, "the store does not answer"))?;
            if self.side.is_none() {
                return Err(End::Close(
                    close_code::POLICY,
                    "the token does not belong to a seat of this game",
                ));
            }
        }
        Ok(())
    }

    /// Answers a message.
    async fn answer(&mut self, text: Option<Utf8Bytes>) -> Result<(), End> {
        // Pings and pongs of the protocol.
        let Some(text) = text else { return Ok(()) };
        let bytes = Bytes::from(text);
        match body::parse(&bytes) {
            Ok(Said::Ping { n }) => self.send_json(&json!({ "t": "pong", "n": n })).await,
            Ok(Said::Command { id, command }) => {
                let done = match self.side {
                    Some(side) => self.room.command(side, &id, command).await.map(|done| done.seq),
                    None => Err(ApiError::no_token()),
                };
                match done {
                    Ok(seq) => self.send_json(&json!({ "t": "ack", "id": id, "seq": seq })).await,
                    Err(error) => self.refuse(Some(&id), &error.info).await,
                }
            }
            Ok(Said::Hello { .. }) => {
                self.refuse(None, &ApiError::malformed("hello was already sent").info).await
            }
            Err(error) => {
                // The command may be wrong but its id readable.
                let value = serde_json::from_slice::<serde_json::Value>(&bytes).ok();
                let id = value.as_ref().and_then(|value| value.get("id")).and_then(|id| id.as_str());
                self.refuse(id, &error.info).await
            }
        }
    }

    /// Passes on what happened in the room.
    async fn tell(&mut self, item: Result<News, RecvError>) -> Result<(), End> {
        match item {
            Ok(News::Other(text)) => self.send(text).await,
            Ok(News::Reloaded) => self.send_state().await,
            // Nothing happened, but something is shown differently.
            Ok(News::Update { first, last, text }) if first > last => {
                if last == self.seen {
                    self.send(text).await
                } else {
                    Ok(())
                }
            }
            Ok(News::Update { last, .. }) if last <= self.seen => Ok(()),
            Ok(News::Update { first, .. }) if first != self.seen + 1 => self.send_state().await,
            Ok(News::Update { last, text, .. }) => {
                self.seen = last;
                self.send(text).await
            }
            // Too slow for a moment: the whole state replaces what was missed.
            Err(RecvError::Lagged(_)) => self.send_state().await,
            Err(RecvError::Closed) => Err(End::Close(close_code::RESTART, "the game was unloaded")),
        }
    }

    async fn send_state(&mut self) -> Result<(), End> {
        let state = self.room.state_message(self.side).await;
        let (seq, text) = state.map_err(|_| End::Close(close_code::AGAIN, "the store does not answer"))?;
        self.seen = seq;
        self.send(text).await
    }

    async fn refuse(&mut self, id: Option<&str>, error: &ErrorInfo) -> Result<(), End> {
        self.send_json(&json!({ "t": "refused", "id": id, "error": error })).await
    }

    async fn send_json(&mut self, value: &serde_json::Value) -> Result<(), End> {
        self.send(value.to_string().into()).await
    }

    async fn send(&mut self, text: Utf8Bytes) -> Result<(), End> {
        self.send_message(Message::Text(text)).await
    }

    async fn send_message(&mut self, message: Message) -> Result<(), End> {
        match timeout(self.config.send_within, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(End::Gone),
            Err(_) => Err(STUCK),
        }
    }

    /// Says why, and closes.
    async fn close(&mut self, code: u16, reason: &'static str) {
        let bye = json!({ "t": "bye", "reason": reason }).to_string();
        let farewell = async {
            let _ = self.socket.send(Message::Text(bye.into())).await;
            let frame = CloseFrame { code, reason: reason.into() };
            let _ = self.socket.send(Message::Close(Some(frame))).await;
            // Wait for the other end, so that it reads the reason before the connection ends.
            while let Some(Ok(_)) = self.socket.recv().await {}
        };
        let _ = timeout(Duration::from_secs(1), farewell).await;
    }
}

/// The text of a message; `None` for pings and pongs.
fn received(message: Option<Result<Message, axum::Error>>) -> Result<Option<Utf8Bytes>, End> {
    match message {
        Some(Ok(Message::Text(text))) => Ok(Some(text)),
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(None),
        Some(Ok(Message::Binary(_))) => Err(End::Close(close_code::POLICY, "send text, not bytes")),
        Some(Err(error)) if is_too_long(&error) => Err(End::Close(close_code::POLICY, "message too long")),
        Some(Ok(Message::Close(_)) | Err(_)) | None => Err(End::Gone),
    }
}

fn is_too_long(error: &axum::Error) -> bool {
    error.to_string().contains("too long")
}
