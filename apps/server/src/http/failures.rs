//! Failures that any request can have, and panics.

use std::any::Any;

use axum::response::{IntoResponse, Response};
use utoipa::IntoResponses;

use crate::errors::{ApiError, ErrorBody};

/// The failures that every request can have.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it describes answers and is never made")]
pub(crate) enum Common {
    /// Too many requests from this address; `Retry-After` says how long to wait
    #[response(status = 429)]
    TooMany(#[to_schema] ErrorBody),
    /// The server or its store has no room now; `Retry-After` says how long to wait
    #[response(status = 503)]
    Busy(#[to_schema] ErrorBody),
}

/// The failures that requests with a body can have.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it describes answers and is never made")]
pub(crate) enum WithBody {
    /// The body is not JSON
    #[response(status = 400)]
    Malformed(#[to_schema] ErrorBody),
    /// The body did not arrive in time
    #[response(status = 408)]
    TooSlow(#[to_schema] ErrorBody),
    /// The body is too long
    #[response(status = 413)]
    TooLarge(#[to_schema] ErrorBody),
    /// The body has another type than `application/json`
    #[response(status = 415)]
    NotJson(#[to_schema] ErrorBody),
    /// A field is wrong: the error names it, what was found, and what is expected
    #[response(status = 422)]
    Wrong(#[to_schema] ErrorBody),
    /// Too many requests from this address; `Retry-After` says how long to wait
    #[response(status = 429)]
    TooMany(#[to_schema] ErrorBody),
    /// The server or its store has no room now; `Retry-After` says how long to wait
    #[response(status = 503)]
    Busy(#[to_schema] ErrorBody),
}

/// The answer after a panic, which is a bug of the server.
pub(super) fn panicked(panic: Box<dyn Any + Send + 'static>) -> Response {
    let text =
        panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    tracing::error!(panic = text.unwrap_or("unknown"), "a request panicked");
    ApiError::internal().into_response()
}
