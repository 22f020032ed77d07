//! Errors as the API answers them: a status, a code for programs, a sentence for people, and whether it is certain that
//! nothing was done.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use boardgame::Color;
use serde::{Deserialize, Serialize};
use study::StudyError;
use table::Refusal;
use utoipa::ToSchema;

/// The body of every error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ErrorBody {
    /// An error.
    pub error: ErrorInfo,
}

/// An error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ErrorInfo {
    /// A word for programs, such as `stale` or `bad_field`.
    #[schema(example = "bad_field")]
    pub code: String,
    /// A sentence for people.
    #[schema(example = "bad level: found 11, expected a number from 1 to 10")]
    pub message: String,
    /// Whether it is certain that nothing was done. If not, repeat the request with the same command id.
    pub definite: bool,
    /// The field that is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The value of the field, shortened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
    /// The value that was expected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// The line of a record in which the error is, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The moves to choose from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
    /// Why a move is not legal: what `POST /api/explain` answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub explanation: Option<serde_json::Value>,
}

/// An error on its way to the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ApiError {
    /// The status of the response.
    pub(crate) status: StatusCode,
    /// The body of the response.
    pub(crate) info: Box<ErrorInfo>,
    /// After how many seconds to try again.
    pub(crate) retry_after: Option<u64>,
}

impl ApiError {
    /// An error after which it is certain that nothing was done.
    #[must_use]
    pub(crate) fn new(status: StatusCode, code: &str, message: impl Into<String>) -> Self {
        let info = ErrorInfo {
            code: code.to_owned(),
            message: message.into(),
            definite: true,
            field: None,
            found: None,
            expected: None,
            line: None,
            moves: None,
            explanation: None,
        };
        Self { status, info: Box::new(info), retry_after: None }
    }

    /// The request cannot be read.
    pub(crate) fn malformed(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "malformed", message)
    }

    /// A field has an invalid value.
    pub(crate) fn bad_field(field: &str, found: &str, expected: &str) -> Self {
        let found = shortened(found);
        let message = format!("bad {field}: found {found}, expected {expected}");
        let mut error = Self::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_field", message);
        error.info.field = Some(field.to_owned());
        error.info.found = Some(found);
        error.info.expected = Some(expected.to_owned());
        error
    }

    pub(crate) fn no_token() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "no_token",
            "send the token of your seat as Authorization: Bearer TOKEN",
        )
    }

    pub(crate) fn unknown_token() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "unknown_token",
            "the token does not belong to a seat of this game",
        )
    }

    pub(crate) fn wrong_invite(message: &str) -> Self {
        Self::new(StatusCode::FORBIDDEN, "wrong_invite", message)
    }

    pub(crate) fn no_game() -> Self {
        Self::new(StatusCode::NOT_FOUND, "no_game", "there is no game with this id")
    }

    pub(crate) fn conflict(code: &str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, code, message)
    }

    /// A command id that was used for another command.
    pub(crate) fn reused_id() -> Self {
        let message = "another command was sent with this id; choose a new id for each command";
        Self::conflict("reused_id", message)
    }

    pub(crate) fn too_many(message: impl Into<String>, seconds: u64) -> Self {
        let error = Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many", message);
        Self { retry_after: Some(seconds.max(1)), ..error }
    }

    /// The server has no room for the request now.
    pub(crate) fn busy(what: &str) -> Self {
        let error = Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", what);
        Self { retry_after: Some(1), ..error }
    }

    /// The store failed before anything was asked of it, or while reading.
    pub(crate) fn store() -> Self {
        let error = Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "store",
            "the store is unavailable, and nothing was done; try again",
        );
        Self { retry_after: Some(1), ..error }
    }

    /// The store failed while writing: nobody knows whether it was done.
    pub(crate) fn unknown_outcome() -> Self {
        let message = "the store failed: the command may have been done; repeat it with the same id";
        let mut error = Self::new(StatusCode::SERVICE_UNAVAILABLE, "unknown", message);
        error.info.definite = false;
        Self { retry_after: Some(1), ..error }
    }

    pub(crate) fn internal() -> Self {
        let mut error =
            Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "something went wrong on the server");
        error.info.definite = false;
        error
    }
}

impl From<ApiError> for ErrorInfo {
    fn from(error: ApiError) -> Self {
        *error.info
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(ErrorBody { error: *self.info })).into_response();
        let headers = response.headers_mut();
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        let message = refusal.to_string();
        match refusal {
            Refusal::Over { .. } => Self::conflict("over", message),
            Refusal::NotYourTurn { .. } => Self::conflict("not_your_turn", message),
            Refusal::Stale { .. } => Self::conflict("stale", message),
            Refusal::Paused => {
                Self::conflict("waiting", "the clocks are stopped until the other player joins")
            }
            Refusal::Choose { moves } => {
                let mut error = Self::conflict("choose", message);
                error.info.moves = Some(moves);
                error
            }
            Refusal::NoOffer { .. } | Refusal::NoTakeback { .. } => Self::conflict("no_offer", message),
            Refusal::AlreadyOffered | Refusal::AlreadyAsked => Self::conflict("already_offered", message),
            Refusal::NothingToClaim => Self::conflict("nothing_to_claim", message),
            Refusal::TooEarly | Refusal::WrongEnding { .. } | Refusal::Nothing { .. } | Refusal::NoClocks => {
                Self::conflict("impossible", message)
            }
            Refusal::TooFewMoves { .. } => {
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, "too_few_moves", message)
            }
            // Moves, hops, and what the table may add.
            _ => Self::new(StatusCode::UNPROCESSABLE_ENTITY, "illegal_move", message),
        }
    }
}

impl From<StudyError> for ApiError {
    fn from(error: StudyError) -> Self {
        let mut api = Self::new(StatusCode::UNPROCESSABLE_ENTITY, error.code(), error.to_string());
        api.info.field = Some(error.field().to_owned());
        api.info.found = Some(shortened(&error.found()));
        api.info.expected = Some(error.expected());
        api.info.line = error.line();
        api
    }
}

/// The name of a color in the API.
#[must_use]
pub(crate) fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// A text for a message: at most 40 characters, then `...`.
pub(crate) fn shortened(text: &str) -> String {
    boardgame::text::shortened(text)
}
