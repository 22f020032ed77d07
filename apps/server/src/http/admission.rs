//! The middleware of every request: clients, limits, metrics, and the headers of every answer.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::Instant;

use crate::app::App;
use crate::errors::ApiError;
use crate::limits::Client;

/// The other end of the connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// The headers of every answer.
const SECURITY: &[(&str, &str)] = &[
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src \
         'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    // Ids of games are in addresses, and whoever knows one may watch.
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
];

/// Counts a request, refuses it if its client sends too many, and adds the headers of every answer.
pub(super) async fn admit(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let started = Instant::now();
    let client = client(&app, &request);
    request.extensions_mut().insert(client);
    let route = request.extensions().get::<MatchedPath>().map_or("none", MatchedPath::as_str).to_owned();
    let method = known_method(request.method()).to_owned();
    let is_free = matches!(route.as_str(), "/healthz" | "/metrics");
    let admitted = app.limits.request(client).and_then(|()| check_host(&app, &request));
    let mut response = match admitted {
        Err(error) if !is_free => error.into_response(),
        _ => next.run(request).await,
    };
    let (took, status) = (started.elapsed(), response.status().as_u16());
    app.metrics.request(&route, &method, status, took);
    tracing::debug!(route, method, status, ms = took.as_secs_f64() * 1000.0, "request");
    let headers = response.headers_mut();
    for &(name, value) in SECURITY {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

fn check_host(app: &App, request: &Request) -> Result<(), ApiError> {
    if !is_for_foreign_host(app, request) {
        return Ok(());
    }
    let message = "this server serves its own machine only: open it as localhost, or name its address with --public-url";
    Err(ApiError::new(StatusCode::FORBIDDEN, "foreign_host", message))
}

/// Methods of strangers must not make new labels.
fn known_method(method: &axum::http::Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "POST" => "POST",
        "HEAD" => "HEAD",
        _ => "other",
    }
}

fn client(app: &App, request: &Request) -> Client {
    let peer = request.extensions().get::<Peer>().map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.0.ip());
    let named = if app.config.trust_proxy { forwarded(request.headers()) } else { None };
    named.unwrap_or(peer).into()
}

/// The client that the proxy names: the last one in the list, which the proxy itself has added.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    last.rsplit(',').next()?.trim().parse().ok()
}

/// Whether a page of another site sent the request. Programs send no `Origin`.
pub(crate) fn is_foreign(app: &App, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return false };
    let Ok(origin) = origin.to_str() else { return true };
    if app.config.public_url.as_deref().is_some_and(|url| url.trim_end_matches('/') == origin) {
        return false;
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let origin_host = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    !matches!((host, origin_host), (Some(host), Some(origin)) if host.eq_ignore_ascii_case(origin))
}

/// Whether the request is for a host that is not ours. A server on loopback has loopback names and the host of its
/// public address only: otherwise a site whose name leads to 127.0.0.1 could use it through the browser of a visitor
/// (DNS rebinding).
fn is_for_foreign_host(app: &App, request: &Request) -> bool {
    if !app.is_loopback.load(Ordering::Relaxed) {
        return false;
    }
    let named = request.headers().get(header::HOST).map(HeaderValue::as_bytes);
    let named = named.or_else(|| request.uri().authority().map(|authority| authority.as_str().as_bytes()));
    let Some(named) = named else { return false };
    let Ok(host) = std::str::from_utf8(named) else { return true };
    let public = app.config.public_url.as_deref().and_then(|url| url.split("://").nth(1));
    let is_public =
        public.is_some_and(|public| without_port(public).eq_ignore_ascii_case(without_port(host)));
    !is_public && !is_loopback_name(without_port(host))
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

fn is_loopback_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    let is_address = bare.parse::<IpAddr>().is_ok_and(|address| address.to_canonical().is_loopback());
    is_address || name == "localhost" || name.ends_with(".localhost")
}
