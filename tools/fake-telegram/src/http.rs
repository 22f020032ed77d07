//! The API over HTTP.

use std::sync::Arc;
use std::time::{Duration, Instant};

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};

use crate::fake::Inner;
use crate::faults::Fault;
use crate::methods::{self, Outcome};
use crate::parameters::Parameters;
use crate::refusal::{Refusal, Rule};
use crate::settings::limit;

/// The longest wait for updates in seconds, as in the real server.
const LONGEST_POLL: i64 = 50;

/// What a proxy in front of the API says when the API does not answer.
const BAD_GATEWAY: &str = "<html><head><title>502 Bad Gateway</title></head></html>";

/// Ends a connection without an answer.
#[derive(Debug, thiserror::Error)]
#[error("the connection is reset")]
struct Reset;

/// Serves connections until the runtime ends.
pub(crate) async fn serve(listener: TcpListener, inner: Arc<Inner>) {
    let mut connections = 0;
    loop {
        let Ok((stream, _)) = listener.accept().await else { continue };
        connections += 1;
        tokio::spawn(connection(stream, inner.clone(), connections));
    }
}

async fn connection(stream: TcpStream, inner: Arc<Inner>, number: u64) {
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request| {
        let inner = inner.clone();
        async move { answer(&inner, request, number).await }
    });
    // An error means that the bot or a fault has ended the connection.
    let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
}

async fn answer(
    inner: &Inner,
    request: Request<Incoming>,
    connection: u64,
) -> Result<Response<Full<Bytes>>, Reset> {
    let path = request.uri().path().to_owned();
    let token = &inner.token;
    if let Some(file) = path.strip_prefix(&format!("/file/bot{token}/photos/")) {
        let bytes = inner.lock().files.get(file).map(|file| file.bytes.clone());
        return Ok(bytes.map_or_else(
            || json_response(&Err(Refusal::new(404, "Not Found"))),
            |bytes| Response::new(Full::from(bytes)),
        ));
    }
    let Some(method) = path.strip_prefix(&format!("/bot{token}/")) else {
        let is_bot = path.starts_with("/bot");
        let refusal = if is_bot { Refusal::new(401, "Unauthorized") } else { Refusal::new(404, "Not Found") };
        return Ok(json_response(&Err(refusal)));
    };
    let query = request.uri().query().map(str::to_owned);
    let kind = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let kind = kind.unwrap_or_default().to_owned();
    let body = Limited::new(request.into_body(), limit::BODY).collect().await.map_err(|_| Reset)?.to_bytes();
    let result = match Parameters::read(query.as_deref(), &kind, &body) {
        Ok(parameters) => call(inner, method, &parameters, connection).await,
        Err(refusal) => {
            let outcome = Err(refusal);
            methods::note(&mut inner.lock(), method, String::new(), &outcome);
            Ok(json_response(&outcome))
        }
    };
    inner.notify();
    result
}

async fn call(
    inner: &Inner,
    method: &str,
    parameters: &Parameters,
    connection: u64,
) -> Result<Response<Full<Bytes>>, Reset> {
    let fault = inner.lock().faults.next(method);
    match fault {
        Some(Fault::ResetBefore) => return Err(Reset),
        Some(Fault::ServerError(502)) => {
            let mut page = Response::new(Full::from(BAD_GATEWAY));
            *page.status_mut() = StatusCode::BAD_GATEWAY;
            return Ok(page);
        }
        Some(Fault::ServerError(code)) => {
            let refusal = Refusal::new(code, "Internal Server Error: restart");
            return Ok(json_response(&Err(refusal)));
        }
        Some(Fault::Flood(seconds)) => {
            let mut world = inner.lock();
            if let Some(key) = methods::pace_key(&world, method, parameters) {
                world.pace.wait(key, connection, Instant::now(), seconds);
            }
            let outcome = Err(Refusal::too_many(seconds));
            methods::note(&mut world, method, "injected".to_owned(), &outcome);
            return Ok(json_response(&outcome));
        }
        Some(Fault::ResetAfter) | None => {}
    }
    let outcome = if method == "getUpdates" {
        get_updates(inner, parameters).await
    } else {
        methods::call(&mut inner.lock(), method, parameters, connection)
    };
    if fault == Some(Fault::ResetAfter) { Err(Reset) } else { Ok(json_response(&outcome)) }
}

/// Waits for updates. A later request of the same kind ends this one.
async fn get_updates(inner: &Inner, parameters: &Parameters) -> Outcome {
    let (mine, limit, deadline) = match begin_poll(inner, parameters) {
        Ok(begun) => begun,
        Err(refusal) => {
            let outcome = Err(refusal);
            methods::note(&mut inner.lock(), "getUpdates", String::new(), &outcome);
            return outcome;
        }
    };
    loop {
        {
            let mut world = inner.lock();
            let world = &mut *world;
            if world.polls != mine {
                return Err(Refusal::conflict(
                    "terminated by other getUpdates request; make sure that only one bot instance is running",
                ));
            }
            if world.webhook.is_some() {
                return Err(Refusal::conflict("terminated by setWebhook request"));
            }
            let batch = world.queue.batch(limit, &mut world.faults);
            if !batch.is_empty() || Instant::now() >= deadline {
                return Ok(Value::Array(batch));
            }
        }
        inner.wait_for_change(deadline.saturating_duration_since(Instant::now())).await;
    }
}

fn begin_poll(inner: &Inner, parameters: &Parameters) -> Result<(u64, usize, Instant), Refusal> {
    let mut world = inner.lock();
    if world.webhook.is_some() {
        let text = "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first";
        return Err(Refusal::conflict(text).because(Rule::Webhook));
    }
    methods::allowed_updates(&mut world, parameters)?;
    let offset = parameters.integer("offset")?.unwrap_or(0);
    let limit = parameters.integer("limit")?.unwrap_or(100);
    let timeout = parameters.integer("timeout")?.unwrap_or(0);
    for (name, value, most) in [("limit", limit, 100), ("timeout", timeout, LONGEST_POLL)] {
        if !(0..=most).contains(&value) {
            return Err(Refusal::broken(Rule::Parameters, format!("{name} {value}")));
        }
    }
    for name in parameters.unused() {
        world.violation(Rule::KnownParameters, "getUpdates", format!("no parameter {name:?}"));
    }
    world.queue.confirm(offset);
    world.polls += 1;
    world.changes += 1;
    let deadline = Instant::now() + Duration::from_secs(timeout.unsigned_abs());
    Ok((world.polls, usize::try_from(limit).unwrap_or(100).max(1), deadline))
}

fn json_response(outcome: &Outcome) -> Response<Full<Bytes>> {
    let (status, value) = match outcome {
        Ok(result) => (200, json!({ "ok": true, "result": result })),
        Err(refusal) => (refusal.code, refusal.to_json()),
    };
    let mut response = Response::new(Full::from(value.to_string()));
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}
