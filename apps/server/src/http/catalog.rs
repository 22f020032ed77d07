//! The games that can be played.

use std::sync::{Arc, OnceLock};

use axum::Json;
use axum::extract::Path;
use axum::http::HeaderMap;
use axum::response::Response;
use catalog::GameId;
use serde_json::json;

use crate::api;
use crate::errors::{ApiError, ErrorBody};
use crate::http::failures::Common;
use crate::http::page::{Ready, ready};

/// All games, with their boards.
#[utoipa::path(get, path = "/api/catalog", tag = "catalog",
    responses((status = 200, description = "The games", body = api::Catalog), (status = 304, description = "Not changed"), Common))]
pub(super) async fn kinds(headers: HeaderMap) -> Response {
    static CATALOG: OnceLock<Ready> = OnceLock::new();
    let catalog = CATALOG.get_or_init(|| {
        let popular: Vec<&str> = study::popular().iter().map(|game| game.name()).collect();
        let text = json!({ "kinds": study::kinds(), "popular": popular }).to_string();
        Ready::new(text.into_bytes(), "application/json", "no-cache")
    });
    ready(catalog, &headers)
}

/// The rules of a game in words.
#[utoipa::path(get, path = "/api/catalog/{kind}/rules", tag = "catalog",
    params(("kind" = String, Path, description = "The name of a game", example = "russian")),
    responses((status = 200, description = "The rules", body = api::Rules),
        (status = 404, description = "There is no such game", body = ErrorBody), Common))]
pub(super) async fn rules(
    kind: Result<Path<String>, axum::extract::rejection::PathRejection>,
) -> Result<Json<study::RulesText>, ApiError> {
    let unknown = |message: String| ApiError::new(axum::http::StatusCode::NOT_FOUND, "unknown_game", message);
    let Path(kind) = kind.map_err(|_| unknown("the name of the game is not text".to_owned()))?;
    let game: GameId = kind.parse().map_err(|error: catalog::UnknownGame| unknown(error.to_string()))?;
    Ok(Json(study::rules(game)))
}

/// The shared type of the state of handlers.
pub(super) type Shared = axum::extract::State<Arc<crate::app::App>>;
