//! Clients that read slowly, not at all, or never finish what they say.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::sleep;

use super::plan::Plan;
use crate::socket::hello;

/// What a slow client does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Habit {
    /// Watches a game, pings, and reads nothing.
    ReadsNothing,
    /// Watches a game and reads a byte a second.
    ReadsBytes,
    /// Opens a socket and says nothing.
    SaysNothing,
    /// Stops in the middle of the headers.
    HalfHeaders,
    /// Stops in the middle of the body.
    HalfBody,
}

const HABITS: [Habit; 5] =
    [Habit::ReadsNothing, Habit::ReadsBytes, Habit::SaysNothing, Habit::HalfHeaders, Habit::HalfBody];

/// Is slow for ever. When the server closes the connection, the next one follows.
pub(super) async fn be_slow(plan: Arc<Plan>, number: usize, game: String) {
    let habit = HABITS[number % HABITS.len()];
    loop {
        plan.counts().slow_opened += 1;
        // However it ends: the server closed it, and may.
        let _ = connect_and(habit, plan.address, &game).await;
        plan.counts().slow_dropped += 1;
        sleep(Duration::from_secs(1)).await;
    }
}

/// Returns when the server has closed the connection.
async fn connect_and(habit: Habit, address: SocketAddr, game: &str) -> std::io::Result<()> {
    let socket = TcpSocket::new_v4()?;
    // A small window, so that what is not read stays at the server.
    socket.set_recv_buffer_size(4 << 10)?;
    let mut stream = socket.connect(address).await?;
    match habit {
        Habit::HalfHeaders => {
            let text = format!("GET /api/games/{game} HTTP/1.1\r\nHost: {address}\r\nAccept: text/");
            stream.write_all(text.as_bytes()).await?;
            wait_for_end(&mut stream).await
        }
        Habit::HalfBody => {
            let head = "POST /api/games HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 100";
            stream.write_all(format!("{head}\r\nHost: {address}\r\n\r\n{{\"game\":").as_bytes()).await?;
            wait_for_end(&mut stream).await
        }
        Habit::SaysNothing => {
            upgrade(&mut stream, address, game).await?;
            wait_for_end(&mut stream).await
        }
        Habit::ReadsNothing => {
            upgrade(&mut stream, address, game).await?;
            stream.write_all(&frame(&hello(None))).await?;
            loop {
                sleep(Duration::from_secs(1)).await;
                // Fails some time after the server has closed its side.
                stream.write_all(&frame("{\"t\":\"ping\",\"n\":1}")).await?;
            }
        }
        Habit::ReadsBytes => {
            upgrade(&mut stream, address, game).await?;
            stream.write_all(&frame(&hello(None))).await?;
            while stream.read(&mut [0]).await? > 0 {
                sleep(Duration::from_secs(1)).await;
            }
            Ok(())
        }
    }
}

async fn wait_for_end(stream: &mut TcpStream) -> std::io::Result<()> {
    let mut buffer = [0; 1024];
    while stream.read(&mut buffer).await? > 0 {}
    Ok(())
}

/// Asks for a socket by hand, and reads no further than the end of the headers.
async fn upgrade(stream: &mut TcpStream, address: SocketAddr, game: &str) -> std::io::Result<()> {
    let request = format!(
        "GET /api/games/{game}/socket HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nUpgrade: websocket\r\n\
         Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await?;
    let mut end = [0; 4];
    while end != *b"\r\n\r\n" {
        end.rotate_left(1);
        end[3] = stream.read_u8().await?;
    }
    Ok(())
}

/// A text frame of a client. Zeros are a mask too.
fn frame(text: &str) -> Vec<u8> {
    let length = u8::try_from(text.len()).ok().filter(|&length| length < 126).expect("short texts only");
    [&[0x81, 0x80 | length, 0, 0, 0, 0], text.as_bytes()].concat()
}
