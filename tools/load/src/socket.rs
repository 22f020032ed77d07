//! Sockets of players and spectators.

use std::net::SocketAddr;

use anyhow::Context;
use serde_json::json;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::header::ORIGIN;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// A socket of a game.
pub type Socket = WebSocketStream<TcpStream>;

/// Opens a socket of a game, as a page of the same server would.
///
/// # Errors
///
/// When the server refuses.
pub async fn open(address: SocketAddr, game: &str) -> anyhow::Result<Socket> {
    let mut request = format!("ws://{address}/api/games/{game}/socket").into_client_request()?;
    request.headers_mut().insert(ORIGIN, format!("http://{address}").parse()?);
    let stream = TcpStream::connect(address).await.context("cannot connect")?;
    stream.set_nodelay(true)?;
    // Thousands of these are open at once: the default of 128 KiB for each buffer would be too much.
    let config = WebSocketConfig::default().read_buffer_size(4 << 10).write_buffer_size(0);
    let (socket, _) = client_async_with_config(request, stream, Some(config)).await.context("no socket")?;
    Ok(socket)
}

/// The first message of a client.
#[must_use]
pub fn hello(token: Option<&str>) -> String {
    json!({"t": "hello", "token": token, "after": null}).to_string()
}

/// A command, ready to be sent.
#[must_use]
pub fn command(id: &str, command: &serde_json::Value) -> String {
    json!({"t": "command", "id": id, "command": command}).to_string()
}
