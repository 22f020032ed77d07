//! Questions about positions.

use axum::Json;
use axum::extract::State;
use boardgame::Color;
use catalog::GameId;
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::api;
use crate::api_answers::{ExplainAnswer, FenAnswer, PositionAnswer};
use crate::errors::ApiError;
use crate::http::body::Body;
use crate::http::catalog::Shared;
use crate::http::failures::WithBody;
use crate::http::open_request::open_request;
use crate::view::Start;

open_request! {
    /// A position.
    #[schema(example = json!({"game": "international", "fen": "W:W32:B19,27,28", "moves": ["32x14"]}))]
    PositionRequest {}
}

/// Describe a position: board, legal moves, counters, outcome.
#[utoipa::path(post, path = "/api/position", tag = "positions", request_body = PositionRequest,
    responses((status = 200, description = "The position", body = PositionAnswer), WithBody))]
pub(super) async fn position(
    _: Shared,
    Body(request): Body<PositionRequest>,
) -> Result<Json<Value>, ApiError> {
    blocking(move || {
        let game = request.open()?;
        let start = Start::of_game(&*game);
        Ok(Json(
            json!({ "position": study::position(&*game), "history": study::history(&*game), "start": start }),
        ))
    })
    .await
}

/// A position set up by hand.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"game": "english", "board": "b.......B............w........W.", "turn": "white"}))]
pub(super) struct SetUpRequest {
    /// The name of the game.
    #[schema(max_length = 100)]
    game: String,
    /// The board text.
    #[schema(max_length = 144)]
    board: String,
    /// The side to move.
    #[schema(value_type = api::Color)]
    turn: Color,
    /// Castling rights in chess.
    #[schema(example = "KQkq", max_length = 4)]
    castling: Option<String>,
}

/// Turn a board into the standard form of its position.
#[utoipa::path(post, path = "/api/position/setup", tag = "positions", request_body = SetUpRequest,
    responses((status = 200, description = "The position", body = FenAnswer), WithBody))]
pub(super) async fn set_up(_: Shared, Body(request): Body<SetUpRequest>) -> Result<Json<Value>, ApiError> {
    let game: GameId = request.game.parse().map_err(study::StudyError::from)?;
    let fen = study::fen_of_board(game, &request.board, request.turn, request.castling.as_deref())?;
    Ok(Json(json!({ "fen": fen })))
}

open_request! {
    /// A move to explain, in a position.
    #[schema(example = json!({"game": "chess", "move": "e2e5"}))]
    ExplainRequest {
        /// The move to explain.
        #[serde(rename = "move")]
        #[schema(max_length = 200)]
        mv: String,
    }
}

/// Explain what a move does, or why it is not legal.
#[utoipa::path(post, path = "/api/explain", tag = "positions", request_body = ExplainRequest,
    responses((status = 200, description = "The explanation", body = ExplainAnswer), WithBody))]
pub(super) async fn explain(
    State(_): Shared,
    Body(request): Body<ExplainRequest>,
) -> Result<Json<Value>, ApiError> {
    blocking(move || {
        let game = request.open()?;
        Ok(Json(json!(study::explain(&*game, &request.mv)?)))
    })
    .await
}

/// Runs work that may take a while on a thread of its own.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| Err(ApiError::internal()))
}
