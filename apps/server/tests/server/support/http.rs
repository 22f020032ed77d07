//! A small HTTP client: one request for each connection.

use std::net::SocketAddr;

use damier_server::ErrorBody;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// An answer.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// The body, if the status is this one.
    pub(crate) fn expect<T: DeserializeOwned>(&self, status: u16) -> T {
        assert_eq!(self.status, status, "{}", self.text());
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// Checks that the request was refused with a code, and that nothing was done.
    pub(crate) fn refused(&self, status: u16, code: &str) -> ErrorBody {
        let body: ErrorBody = self.expect(status);
        assert_eq!(body.error.code, code, "{}", body.error.message);
        assert!(body.error.definite && !body.error.message.is_empty());
        body
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

pub(crate) async fn get(address: SocketAddr, path: &str, token: Option<&str>) -> Answer {
    request(address, "GET", path, &authorization(token), b"").await
}

pub(crate) async fn post(address: SocketAddr, path: &str, token: Option<&str>, body: &Value) -> Answer {
    let headers = format!("{}Content-Type: application/json\r\n", authorization(token));
    request(address, "POST", path, &headers, body.to_string().as_bytes()).await
}

fn authorization(token: Option<&str>) -> String {
    token.map_or_else(String::new, |token| format!("Authorization: Bearer {token}\r\n"))
}

/// Sends a request with these headers, each with its end of line.
pub(crate) async fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &str,
    body: &[u8],
) -> Answer {
    request_to(address, &address.to_string(), method, path, headers, body).await
}

/// Sends a request that names this host.
pub(crate) async fn request_to(
    address: SocketAddr,
    host: &str,
    method: &str,
    path: &str,
    headers: &str,
    body: &[u8],
) -> Answer {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let length = if body.is_empty() { String::new() } else { format!("Content-Length: {}\r\n", body.len()) };
    let head =
        format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}{length}\r\n");
    stream.write_all(head.as_bytes()).await.expect("a head");
    // A server may answer before it has read all.
    let _ = stream.write_all(body).await;
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes).await;
    parse(&bytes)
}

fn parse(bytes: &[u8]) -> Answer {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("the end of the head");
    let head = std::str::from_utf8(&bytes[..end]).expect("a head of text");
    let mut lines = head.split("\r\n");
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).and_then(|status| status.parse().ok());
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.into(), value.into()))
        .collect();
    let mut answer = Answer { status: status.expect("a status"), headers, body: bytes[end + 4..].to_vec() };
    if answer.header("transfer-encoding") == Some("chunked") {
        answer.body = unchunked(&answer.body);
    }
    answer
}

fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    loop {
        let Some(end) = bytes.windows(2).position(|two| two == b"\r\n") else { return body };
        let size =
            std::str::from_utf8(&bytes[..end]).ok().and_then(|text| usize::from_str_radix(text, 16).ok());
        let Some(size) = size.filter(|&size| size > 0) else { return body };
        body.extend(&bytes[end + 2..end + 2 + size]);
        bytes = &bytes[end + 2 + size + 2..];
    }
}
