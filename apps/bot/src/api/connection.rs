//! Connections to the Bot API: HTTP/1.1, with TLS or without, kept open between calls.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{CONTENT_TYPE, HOST, HeaderValue};
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::TokioIo;
use thiserror::Error;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::api::error::ApiError;

/// How long a connection may take to open.
const CONNECT_WITHIN: Duration = Duration::from_secs(10);

/// The largest answer: a full batch of updates is far below it.
const LARGEST_ANSWER: usize = 16 << 20;

/// The most idle connections to keep open.
const MOST_IDLE: usize = 16;

/// Where the Bot API is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    is_encrypted: bool,
    host: String,
    port: u16,
    /// The part of the path before `/bot`.
    prefix: String,
}

/// The text is not an address of a Bot API.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("bad address {found:?} of the Bot API, expected a URL such as https://api.telegram.org")]
pub(crate) struct BadAddress {
    found: String,
}

impl Address {
    pub(crate) fn read(text: &str) -> Result<Self, BadAddress> {
        let bad = || BadAddress { found: text.chars().take(60).collect() };
        let (is_encrypted, rest) = match text.split_once("://") {
            Some(("https", rest)) => (true, rest),
            Some(("http", rest)) => (false, rest),
            _ => return Err(bad()),
        };
        let (authority, path) = rest.find('/').map_or((rest, ""), |slash| rest.split_at(slash));
        let usual = if is_encrypted { 443 } else { 80 };
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) if !host.ends_with(':') => (host, port.parse().map_err(|_| bad())?),
            _ => (authority, usual),
        };
        let is_plain =
            |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '/' | '[' | ']' | ':');
        if host.is_empty() || !host.chars().all(is_plain) || !path.chars().all(is_plain) {
            return Err(bad());
        }
        let prefix = path.trim_end_matches('/').to_owned();
        Ok(Self { is_encrypted, host: host.to_owned(), port, prefix })
    }
}

/// The open connections to one address.
pub(super) struct Connections {
    address: Address,
    tls: TlsConnector,
    idle: Mutex<Vec<SendRequest<Full<Bytes>>>>,
}

impl Connections {
    pub(super) fn new(address: Address) -> Self {
        let mut roots = RootCertStore::empty();
        roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
        let config = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
        Self { address, tls: TlsConnector::from(Arc::new(config)), idle: Mutex::default() }
    }

    /// Sends a request and reads the whole answer. The path may hold the token, so errors do not contain it.
    pub(super) async fn post(
        &self,
        path: &str,
        content_type: &str,
        body: Bytes,
    ) -> Result<(StatusCode, Bytes), ApiError> {
        // The other end may just have closed an idle connection: then try a new one at once.
        while let Some(sender) = self.take_idle() {
            match self.send(sender, path, content_type, body.clone()).await {
                Err(Failure::NotSent) => {}
                Err(Failure::Broken(error)) => return Err(error),
                Ok(answer) => return Ok(answer),
            }
        }
        let sender = tokio::time::timeout(CONNECT_WITHIN, self.connect());
        let sender = sender.await.map_err(|_| network("the connection took too long"))??;
        match self.send(sender, path, content_type, body).await {
            Ok(answer) => Ok(answer),
            Err(Failure::NotSent) => Err(network("the connection was closed")),
            Err(Failure::Broken(error)) => Err(error),
        }
    }

    fn take_idle(&self) -> Option<SendRequest<Full<Bytes>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    async fn send(
        &self,
        mut sender: SendRequest<Full<Bytes>>,
        path: &str,
        content_type: &str,
        body: Bytes,
    ) -> Result<(StatusCode, Bytes), Failure> {
        if sender.ready().await.is_err() {
            return Err(Failure::NotSent);
        }
        let broken = |error: &dyn fmt::Display| Failure::Broken(network(&error.to_string()));
        let mut request = Request::new(Full::new(body));
        *request.method_mut() = Method::POST;
        let path = format!("{}{path}", self.address.prefix);
        *request.uri_mut() = path.parse().map_err(|_| Failure::Broken(network("the token is malformed")))?;
        let host = HeaderValue::from_str(&self.address.host).map_err(|error| broken(&error))?;
        request.headers_mut().insert(HOST, host);
        let content_type = HeaderValue::from_str(content_type).map_err(|error| broken(&error))?;
        request.headers_mut().insert(CONTENT_TYPE, content_type);
        let response = match sender.try_send_request(request).await {
            Ok(response) => response,
            Err(error) if error.message().is_some() => return Err(Failure::NotSent),
            Err(error) => return Err(broken(&error.into_error())),
        };
        let status = response.status();
        let body = Limited::new(response.into_body(), LARGEST_ANSWER).collect().await;
        let body = body.map_err(|error| broken(&error))?.to_bytes();
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < MOST_IDLE && !sender.is_closed() {
            idle.push(sender);
        }
        Ok((status, body))
    }

    async fn connect(&self) -> Result<SendRequest<Full<Bytes>>, ApiError> {
        let Address { is_encrypted, host, port, .. } = &self.address;
        let name = host.trim_start_matches('[').trim_end_matches(']');
        let stream = TcpStream::connect((name, *port)).await.map_err(|error| network(&error.to_string()))?;
        // Small calls must not wait for each other.
        let _ = stream.set_nodelay(true);
        if !is_encrypted {
            return open(TokioIo::new(stream)).await;
        }
        let name = ServerName::try_from(name.to_owned()).map_err(|error| network(&error.to_string()))?;
        let stream = self.tls.connect(name, stream).await.map_err(|error| network(&error.to_string()))?;
        open(TokioIo::new(stream)).await
    }
}

/// Why a request got no answer.
enum Failure {
    /// The connection was closed before anything was sent.
    NotSent,
    Broken(ApiError),
}

async fn open<T>(stream: T) -> Result<SendRequest<Full<Bytes>>, ApiError>
where
    T: hyper::rt::Read + hyper::rt::Write + Unpin + Send + 'static,
{
    let (sender, connection) = handshake(stream).await.map_err(|error| network(&error.to_string()))?;
    // The task ends with the connection; the request gets its error.
    tokio::spawn(connection);
    Ok(sender)
}

fn network(reason: &str) -> ApiError {
    ApiError::Network { reason: reason.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn addresses_are_read() {
        let read = |text: &str| {
            let Address { is_encrypted, host, port, prefix } = Address::read(text).unwrap();
            (is_encrypted, host, port, prefix)
        };
        assert_eq!(read("https://api.telegram.org"), (true, "api.telegram.org".into(), 443, String::new()));
        assert_eq!(read("http://127.0.0.1:8081/tg/"), (false, "127.0.0.1".into(), 8081, "/tg".into()));
        assert_eq!(read("http://[::1]:80"), (false, "[::1]".into(), 80, String::new()));
        for bad in
            ["", "api.telegram.org", "ftp://x", "https://", "https://x:y", "https://x/ y", "https://a@b"]
        {
            assert!(Address::read(bad).is_err(), "{bad}");
        }
    }
}
