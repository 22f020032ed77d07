//! A small HTTP/1.1 client: one connection, one request at a time, no redirects.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// How long an answer may take before the server counts as stuck.
pub const LONGEST_ANSWER: Duration = Duration::from_secs(60);

/// The largest body that is read.
const LARGEST_BODY: usize = 16 << 20;

/// How long a connection may be idle before another one is opened: servers close those that nobody uses.
const LONGEST_IDLE: Duration = Duration::from_secs(2);

/// A connection to a server, opened when needed and kept open.
#[derive(Debug)]
pub struct Http {
    address: SocketAddr,
    stream: Option<(BufReader<TcpStream>, Instant)>,
}

/// An answer.
#[derive(Debug)]
pub struct Response {
    /// The status.
    pub status: u16,
    /// The body.
    pub body: Vec<u8>,
}

impl Response {
    /// The body as text, for messages.
    #[must_use]
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

impl Http {
    /// A client of the server at this address.
    #[must_use]
    pub fn new(address: SocketAddr) -> Self {
        Self { address, stream: None }
    }

    /// Asks for a path.
    ///
    /// # Errors
    ///
    /// When the connection fails or the answer is not HTTP.
    pub async fn get(&mut self, path: &str, token: Option<&str>) -> anyhow::Result<Response> {
        self.request("GET", path, token, None).await
    }

    /// Sends a JSON body.
    ///
    /// # Errors
    ///
    /// When the connection fails or the answer is not HTTP.
    pub async fn post(&mut self, path: &str, token: Option<&str>, body: &str) -> anyhow::Result<Response> {
        self.request("POST", path, token, Some(body)).await
    }

    async fn request(
        &mut self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: Option<&str>,
    ) -> anyhow::Result<Response> {
        let mut stream = match self.stream.take() {
            Some((stream, used)) if used.elapsed() < LONGEST_IDLE => stream,
            _ => {
                let stream = TcpStream::connect(self.address).await.context("cannot connect")?;
                stream.set_nodelay(true)?;
                BufReader::new(stream)
            }
        };
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\n", self.address);
        if let Some(token) = token {
            head.push_str(&format!("Authorization: Bearer {token}\r\n"));
        }
        if let Some(body) = body {
            head.push_str(&format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len()));
        }
        head.push_str("\r\n");
        head.push_str(body.unwrap_or_default());
        stream.get_mut().write_all(head.as_bytes()).await.context("cannot send")?;
        let (response, stays_open) =
            timeout(LONGEST_ANSWER, read_response(&mut stream)).await.context("no answer in time")??;
        if stays_open {
            self.stream = Some((stream, Instant::now()));
        }
        Ok(response)
    }
}

/// The answer, and whether the connection stays open after it.
async fn read_response(stream: &mut BufReader<TcpStream>) -> anyhow::Result<(Response, bool)> {
    let mut line = String::new();
    if stream.read_line(&mut line).await? == 0 {
        bail!("the connection was closed");
    }
    let status = line.split(' ').nth(1).and_then(|word| word.parse().ok());
    let status = status.with_context(|| format!("{line:?} is not a status"))?;
    let (mut length, mut is_chunked, mut stays_open) = (0, false, true);
    loop {
        line.clear();
        stream.read_line(&mut line).await?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        let value = value.trim();
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.parse().context("content-length")?,
            "transfer-encoding" => is_chunked = value.eq_ignore_ascii_case("chunked"),
            "connection" => stays_open = !value.eq_ignore_ascii_case("close"),
            _ => {}
        }
    }
    let body = if is_chunked { read_chunks(stream).await? } else { read_exactly(stream, length).await? };
    Ok((Response { status, body }, stays_open))
}

async fn read_exactly(stream: &mut BufReader<TcpStream>, length: usize) -> anyhow::Result<Vec<u8>> {
    if length > LARGEST_BODY {
        bail!("a body of {length} bytes");
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await?;
    Ok(body)
}

async fn read_chunks(stream: &mut BufReader<TcpStream>) -> anyhow::Result<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await?;
        let length = usize::from_str_radix(line.trim(), 16).context("the length of a chunk")?;
        body.extend(read_exactly(stream, length).await?);
        stream.read_line(&mut line).await?;
        if length == 0 {
            return Ok(body);
        }
        if body.len() > LARGEST_BODY {
            bail!("a body of {} bytes", body.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn answer(text: &'static str) -> anyhow::Result<Response> {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        let mut http = Http::new(listener.local_addr()?);
        let server = async {
            let (mut stream, _) = listener.accept().await?;
            let mut request = [0; 1024];
            let _ = stream.read(&mut request).await?;
            stream.write_all(text.as_bytes()).await?;
            anyhow::Ok(())
        };
        let (response, served) = tokio::join!(http.get("/", None), server);
        served?;
        response
    }

    #[tokio::test]
    async fn bodies_with_a_length_and_in_chunks() {
        let plain = answer("HTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\n{}").await.expect("an answer");
        assert_eq!((plain.status, plain.text().as_str()), (201, "{}"));
        let chunks = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n";
        assert_eq!(answer(chunks).await.expect("an answer").text(), "abc");
    }

    #[tokio::test]
    async fn broken_answers_are_errors() {
        for text in ["", "nonsense\r\n\r\n", "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nab"] {
            assert!(answer(text).await.is_err(), "{text:?}");
        }
    }
}
