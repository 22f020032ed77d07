//! A small WebSocket client that checks the order of what it hears.

use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::PATIENCE;

/// A socket of a player or a watcher.
pub(crate) struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// The last event that was heard.
    pub(crate) seq: u64,
    /// The moves that were heard.
    pub(crate) history: Vec<String>,
    /// The game as it was last heard.
    pub(crate) game: Value,
}

impl Socket {
    /// Connects without saying hello.
    pub(crate) async fn connect(address: SocketAddr, id: &str, origin: Option<&str>) -> Result<Self, Error> {
        let mut request = format!("ws://{address}/api/games/{id}/socket").into_client_request()?;
        if let Some(origin) = origin {
            request.headers_mut().insert("Origin", origin.parse().expect("a header"));
        }
        let (stream, _) = connect_async(request).await?;
        Ok(Self { stream, seq: 0, history: Vec::new(), game: Value::Null })
    }

    /// Connects, says hello and waits for the state.
    pub(crate) async fn open(address: SocketAddr, id: &str, token: Option<&str>) -> Self {
        let mut socket = Self::connect(address, id, None).await.expect("a socket");
        socket.say(&json!({ "t": "hello", "token": token, "after": null })).await;
        let state = socket.hear("state").await;
        assert_eq!(state["side"].is_null(), token.is_none());
        socket
    }

    pub(crate) async fn say(&mut self, value: &Value) {
        self.say_text(&value.to_string()).await;
    }

    pub(crate) async fn say_text(&mut self, text: &str) {
        // The server may have closed already; what it said is read later.
        let _ = self.stream.send(Message::text(text)).await;
    }

    pub(crate) async fn say_bytes(&mut self, bytes: Vec<u8>) {
        let _ = self.stream.send(Message::binary(bytes)).await;
    }

    /// The next message, checked.
    async fn next(&mut self) -> Value {
        let heard = async {
            loop {
                let message = self.stream.next().await.expect("an open socket").expect("a message");
                if let Message::Text(text) = message {
                    return serde_json::from_str(&text).expect("JSON");
                }
            }
        };
        let value = timeout(PATIENCE, heard).await.expect("a message in time");
        self.check(&value);
        value
    }

    /// The next message of a kind; checks all others on the way.
    pub(crate) async fn hear(&mut self, kind: &str) -> Value {
        loop {
            let value = self.next().await;
            if value["t"] == kind {
                return value;
            }
        }
    }

    /// Sends a command; returns its ack or its refusal.
    pub(crate) async fn command(&mut self, id: &str, command: Value) -> Result<u64, Value> {
        self.say(&json!({ "t": "command", "id": id, "command": command })).await;
        loop {
            let value = self.next().await;
            match value["t"].as_str() {
                Some("ack") if value["id"] == id => return Ok(value["seq"].as_u64().expect("a number")),
                Some("refused") if value["id"] == id => return Err(value["error"].clone()),
                _ => {}
            }
        }
    }

    /// Waits until an event has been heard, in an update or in a state.
    pub(crate) async fn until(&mut self, seq: u64) {
        while self.seq < seq {
            self.next().await;
        }
    }

    /// Waits for the end: the reason that was said, and the code of the close frame.
    pub(crate) async fn end(&mut self) -> (Option<String>, Option<u16>) {
        let ended = async {
            let (mut reason, mut code) = (None, None);
            while let Some(Ok(message)) = self.stream.next().await {
                match message {
                    Message::Text(text) => {
                        let value: Value = serde_json::from_str(&text).expect("JSON");
                        if value["t"] == "bye" {
                            reason = value["reason"].as_str().map(str::to_owned);
                        }
                    }
                    Message::Close(frame) => code = frame.map(|frame| frame.code.into()),
                    _ => {}
                }
            }
            (reason, code)
        };
        timeout(PATIENCE, ended).await.expect("an end in time")
    }

    /// Follows the game as a page does: nothing may be lost, doubled or out of order.
    fn check(&mut self, value: &Value) {
        let texts = |plies: &Value| -> Vec<String> {
            let plies = plies.as_array().expect("a list").iter();
            plies.map(|ply| ply["text"].as_str().expect("a text").to_owned()).collect()
        };
        match value["t"].as_str() {
            Some("state") => {
                self.seq = value["game"]["seq"].as_u64().expect("a number");
                self.history = texts(&value["history"]);
                self.game = value["game"].clone();
            }
            Some("update") => {
                let (seq, events) =
                    (value["seq"].as_u64().expect("a number"), value["events"].as_array().unwrap().len());
                assert_eq!(seq, self.seq + events as u64, "a gap or a repetition: {value}");
                assert_eq!(value["game"]["seq"], seq);
                self.seq = seq;
                self.history.truncate(value["history"]["from"].as_u64().expect("a number") as usize);
                self.history.extend(texts(&value["history"]["plies"]));
                self.game = value["game"].clone();
                assert_eq!(self.history.len() as u64, value["game"]["ply"].as_u64().expect("a number"));
            }
            _ => {}
        }
    }
}
