//! Analysis and review: lines of JSON while the engine searches.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body as HttpBody, Bytes};
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use http_body_util::StreamBody;
use hyper::body::Frame;
use serde::Serialize;
use serde_json::json;
use study::{AnalysisJob, JobFault, JobFlow, JobHandle, ReviewJob};
use tokio::sync::mpsc;

use crate::errors::{ApiError, ErrorBody};
use crate::http::body::{Body, PathGameId};
use crate::http::catalog::Shared;
use crate::http::failures::{Common, WithBody};
use crate::http::open_request::open_request;
use crate::rooms::Rooms;
use crate::state::GameState;

/// Lines that may wait for a client.
const LONGEST_QUEUE: usize = 256;

/// What a review searches for each position: a depth of about ten plies.
const REVIEW_NODES: u64 = 150_000;

/// The longest time for each position of a review.
const REVIEW_TIME: Duration = Duration::from_secs(1);

open_request! {
    /// A position to analyze.
    #[schema(example = json!({"game": "chess", "lines": 1, "depth": 4, "time": 1000}))]
    AnalysisRequest {
        /// How many of the best moves to show.
        #[schema(minimum = 1, maximum = 5)]
        lines: u32,
        /// The depth at which to stop, in plies.
        #[schema(minimum = 1, maximum = 100)]
        depth: Option<u32>,
        /// The time after which to stop, in milliseconds.
        #[schema(minimum = 1, maximum = 60000)]
        time: Option<u32>,
    }
}

/// Analyze a position. Closing the connection stops the search.
#[utoipa::path(post, path = "/api/analysis", tag = "positions", request_body = AnalysisRequest,
    responses((status = 200, description = "One line of JSON for each variation found; the last one has `done`", body = String,
        content_type = "application/x-ndjson"), WithBody))]
pub(super) async fn analysis(
    State(app): Shared,
    Body(request): Body<AnalysisRequest>,
) -> Result<Response, ApiError> {
    check("lines", request.lines, 1, 5)?;
    check("depth", request.depth.unwrap_or(1), 1, 100)?;
    check("time", request.time.unwrap_or(1), 1, 60_000)?;
    let job = AnalysisJob {
        game: request.open()?,
        lines: request.lines as usize,
        depth: request.depth,
        time: request.time.map(|time| Duration::from_millis(time.into())),
    };
    let (lines, receiver) = Lines::channel();
    let (each, last) = (lines.clone(), lines);
    let on_info = Box::new(move |info| each.send(&info));
    let on_done = Box::new(move |done: Result<_, JobFault>| last.end(done));
    let job = app.engines.submit_analysis(job, on_info, on_done);
    Ok(stream(job.map_err(|full| ApiError::busy(&full.to_string()))?, receiver))
}

/// Review a finished game: the engine marks mistakes.
#[utoipa::path(post, path = "/api/games/{id}/review", tag = "games", params(("id" = String, Path, description = "The id of the game")),
    responses((status = 200, description = "One line of JSON for each position; the last one has `done`", body = String,
        content_type = "application/x-ndjson"),
        (status = 404, description = "There is no such game", body = ErrorBody),
        (status = 409, description = "The game is not over", body = ErrorBody), Common))]
pub(super) async fn review(State(app): Shared, PathGameId(id): PathGameId) -> Result<Response, ApiError> {
    let finished = |state: &GameState, _| state.table.ending().map(|_| state.table.game().clone_game());
    let game = Rooms::peek(&app, &id, finished).await?;
    let game = game.ok_or_else(|| ApiError::conflict("not_over", "only finished games are reviewed"))?;
    let (lines, receiver) = Lines::channel();
    let (each, last) = (lines.clone(), lines);
    let on_line = Box::new(move |line| each.send(&line));
    let on_done = Box::new(move |done: Result<_, JobFault>| last.end(done));
    let job = ReviewJob { game, nodes: REVIEW_NODES, time: REVIEW_TIME };
    let job = app.engines.submit_review(job, on_line, on_done);
    Ok(stream(job.map_err(|full| ApiError::busy(&full.to_string()))?, receiver))
}

/// Sends lines from a thread of the engines, which must not wait.
#[derive(Clone)]
struct Lines(mpsc::Sender<Bytes>);

impl Lines {
    fn channel() -> (Self, mpsc::Receiver<Bytes>) {
        let (sender, receiver) = mpsc::channel(LONGEST_QUEUE);
        (Self(sender), receiver)
    }

    fn send(&self, line: &impl Serialize) -> JobFlow {
        let mut text = serde_json::to_vec(line).expect("lines are plain data");
        text.push(b'\n');
        match self.0.try_send(text.into()) {
            // A slow client misses lines: later ones are better anyway.
            Ok(()) | Err(mpsc::error::TrySendError::Full(_)) => JobFlow::Continue,
            Err(mpsc::error::TrySendError::Closed(_)) => JobFlow::Stop,
        }
    }

    fn end(&self, done: Result<impl Serialize, JobFault>) {
        match done {
            Ok(done) => self.send(&done),
            Err(fault) => self.send(&json!({ "error": { "code": "engine", "message": fault.to_string() } })),
        };
    }
}

/// The lines of a job as a body; dropping it stops the job.
struct LineStream {
    lines: mpsc::Receiver<Bytes>,
    _job: JobHandle,
}

impl futures_core::Stream for LineStream {
    type Item = Result<Frame<Bytes>, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.lines.poll_recv(context).map(|line| line.map(|line| Ok(Frame::data(line))))
    }
}

fn stream(job: JobHandle, lines: mpsc::Receiver<Bytes>) -> Response {
    let mut response = Response::new(HttpBody::new(StreamBody::new(LineStream { lines, _job: job })));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson"));
    // Proxies must not collect the lines.
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}

fn check(field: &str, found: u32, least: u32, most: u32) -> Result<(), ApiError> {
    if (least..=most).contains(&found) {
        return Ok(());
    }
    Err(ApiError::bad_field(field, &found.to_string(), &format!("a number from {least} to {most}")))
}
