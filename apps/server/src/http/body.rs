//! Reads the bodies, queries and paths of requests, and says exactly what is wrong with them.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::de::DeserializeOwned;

use crate::errors::{ApiError, shortened};
use crate::tokens::{Secret, is_id};

/// The most bytes of most bodies.
const SMALL: usize = 16 * 1024;

/// The most bytes of records to convert.
const LARGE: usize = 1024 * 1024;

/// How long a client may take to send a body.
const PATIENCE: Duration = Duration::from_secs(10);

/// A body in JSON of at most 16 KiB.
pub(crate) struct Body<T>(pub(crate) T);

/// A body in JSON of at most 1 MiB.
pub(crate) struct LargeBody<T>(pub(crate) T);

impl<S: Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        read(request, SMALL).await.map(Self)
    }
}

impl<S: Sync, T: DeserializeOwned> FromRequest<S> for LargeBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        read(request, LARGE).await.map(Self)
    }
}

/// The parameters of a query.
pub(crate) struct Params<T>(pub(crate) T);

impl<S: Sync + Send, T: DeserializeOwned> FromRequestParts<S> for Params<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        match Query::<T>::from_request_parts(parts, state).await {
            Ok(Query(params)) => Ok(Self(params)),
            Err(QueryRejection::FailedToDeserializeQueryString(error)) => {
                let text = error.body_text();
                let text = text.strip_prefix("Failed to deserialize query string: ").unwrap_or(&text);
                let (field, message) = text.split_once(": ").unwrap_or(("query", text));
                let all = Query::<Vec<(String, String)>>::try_from_uri(&parts.uri).unwrap_or_default().0;
                let value = all.iter().find(|(name, _)| name == field).map(|(_, value)| value.as_str());
                Err(wrong_parameter(field, value.unwrap_or_default(), message))
            }
            Err(error) => Err(ApiError::malformed(error.body_text())),
        }
    }
}

/// The id of a game in the path.
pub(crate) struct PathGameId(pub(crate) String);

impl<S: Sync + Send> FromRequestParts<S> for PathGameId {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        match Path::<String>::from_request_parts(parts, state).await {
            Ok(Path(id)) if is_id(&id) => Ok(Self(id)),
            _ => Err(ApiError::no_game()),
        }
    }
}

/// The token that a request brings, if it brings one.
pub(crate) struct Token(pub(crate) Option<Secret>);

impl<S: Sync> FromRequestParts<S> for Token {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        token(&parts.headers).map(Self)
    }
}

fn token(headers: &HeaderMap) -> Result<Option<Secret>, ApiError> {
    let Some(value) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let text = value.to_str().ok();
    let token = text
        .and_then(|text| text.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    match token {
        Some((_, token)) => Secret::read(token.trim()).map(Some).ok_or_else(ApiError::unknown_token),
        None => Err(ApiError::no_token()),
    }
}

async fn read<T: DeserializeOwned>(request: Request, most: usize) -> Result<T, ApiError> {
    check_type(request.headers())?;
    let body = Limited::new(request.into_body(), most);
    let bytes = match tokio::time::timeout(PATIENCE, body.collect()).await {
        Ok(Ok(body)) => body.to_bytes(),
        Ok(Err(error)) if error.is::<LengthLimitError>() => {
            let message = format!("the body is longer than {most} bytes");
            return Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message));
        }
        Ok(Err(_)) => return Err(ApiError::malformed("the body ends early")),
        Err(_) => {
            let message = format!("the body did not arrive within {} s", PATIENCE.as_secs());
            return Err(ApiError::new(StatusCode::REQUEST_TIMEOUT, "too_slow", message));
        }
    };
    parse(&bytes)
}

fn check_type(headers: &HeaderMap) -> Result<(), ApiError> {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = value.and_then(|value| value.split(';').next()).map(str::trim).unwrap_or_default();
    if essence.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    let message = "send the body as Content-Type: application/json";
    Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not_json", message))
}

/// Reads JSON; the error names the field, what was found and what is expected.
pub(crate) fn parse<T: DeserializeOwned>(bytes: &Bytes) -> Result<T, ApiError> {
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let field = error.path().to_string();
        let error = error.into_inner();
        if error.is_data() { wrong(&field, &error.to_string()) } else { not_json(&error) }
    })?;
    reader.end().map_err(|error| not_json(&error))?;
    Ok(value)
}

fn not_json(error: &serde_json::Error) -> ApiError {
    ApiError::malformed(format!("the body is not JSON: {error}"))
}

/// Describes a wrong query parameter. Its value arrives as text.
fn wrong_parameter(field: &str, value: &str, message: &str) -> ApiError {
    let quoted = format!("{value:?}");
    match message {
        "invalid digit found in string" | "cannot parse integer from empty string" => {
            ApiError::bad_field(field, &quoted, "a whole number")
        }
        "number too large to fit in target type" => ApiError::bad_field(field, &quoted, "a smaller number"),
        "number too small to fit in target type" => ApiError::bad_field(field, &quoted, "a larger number"),
        "provided string was not `true` or `false`" => ApiError::bad_field(field, &quoted, "true or false"),
        message => wrong(field, message),
    }
}

/// Turns a message of serde into found and expected, in the words of JSON.
fn wrong(field: &str, message: &str) -> ApiError {
    let message = message.split(" at line ").next().unwrap_or(message);
    let field = if field == "." { "body" } else { field };
    if let Some(name) = quoted_after(message, "missing field ") {
        return ApiError::bad_field(name, "nothing", "a value");
    }
    if let Some(name) = quoted_after(message, "unknown field ") {
        let expected = message.split_once(", expected ").map_or("no such field", |(_, expected)| expected);
        return ApiError::bad_field(&shortened(name), "an unknown field", expected);
    }
    if let Some(name) = quoted_after(message, "duplicate field ") {
        return ApiError::bad_field(&shortened(name), "the field twice", "the field once");
    }
    let (found, expected) = message.split_once(", expected ").unwrap_or((message, "something else"));
    let prefixes = ["invalid type: ", "invalid value: ", "unknown variant "];
    let found = prefixes.into_iter().find_map(|prefix| found.strip_prefix(prefix)).unwrap_or(found);
    // Serde reads objects from lists too, and then counts their entries.
    let found = if found.starts_with("invalid length ") { "a list" } else { found };
    ApiError::bad_field(field, found_in_words(found), &expected_in_words(expected))
}

/// Rewrites what serde found: `integer `5`` becomes `5`, `map` becomes `an object`.
fn found_in_words(found: &str) -> &str {
    match found {
        "map" | "struct variant" => "an object",
        "sequence" | "tuple variant" => "a list",
        "unit value" | "unit variant" | "Option value" => "null",
        found => {
            let kinds = ["integer", "floating point", "boolean", "string", "character"];
            let rest = kinds.into_iter().find_map(|kind| found.strip_prefix(kind)?.strip_prefix(' '));
            let rest = rest.unwrap_or(found);
            rest.strip_prefix('`').and_then(|rest| rest.strip_suffix('`')).unwrap_or(rest)
        }
    }
}

/// Rewrites what serde expects, without the names of our types.
fn expected_in_words(expected: &str) -> String {
    let number = |most: &str| format!("a whole number from 0 to {most}");
    let is_object = |text: &str| {
        ["struct ", "internally tagged enum ", "a map", "map"].iter().any(|prefix| text.starts_with(prefix))
    };
    match expected {
        "u8" => number("255"),
        "u16" => number("65535"),
        "u32" => number("4294967295"),
        "u64" | "usize" => "a whole number, at least 0".to_owned(),
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number".to_owned(),
        "a sequence" => "a list".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "variant identifier" | "field identifier" => "a string".to_owned(),
        text if is_object(text) => "an object".to_owned(),
        text if text.starts_with("enum ") || text.starts_with("variant of enum ") => {
            "one of the names in /api/docs".to_owned()
        }
        text => text.replace('`', "\""),
    }
}

fn quoted_after<'a>(message: &'a str, prefix: &str) -> Option<&'a str> {
    message.strip_prefix(prefix)?.split('`').nth(1)
}
