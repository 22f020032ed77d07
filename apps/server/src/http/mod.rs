//! The HTTP interface.

pub(crate) mod admission;
pub(crate) mod body;
mod catalog;
mod commands;
mod docs;
mod engines;
mod failures;
mod games;
mod new_game;
mod open_request;
mod page;
mod pictures;
mod positions;
pub(crate) mod records;
mod status;
mod upgrade;

use std::sync::Arc;

use axum::Router;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::errors::ApiError;
use crate::http::docs::Security;

/// The description of the API.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Damier",
        description = "Chess and draughts: games between people and engines, positions, analysis, records.\n\nA seat \
            is held by a secret token, sent as `Authorization: Bearer TOKEN`. Whoever knows the id of a game may watch \
            it. Live games go over the WebSocket `/api/games/{id}/socket`."
    ),
    tags(
        (name = "games", description = "Games between two seats"),
        (name = "positions", description = "Questions about positions"),
        (name = "catalog", description = "The games that can be played"),
        (name = "server", description = "The server itself")
    ),
    modifiers(&Security)
)]
struct Description;

/// All routes, and the description of those of the API.
pub(crate) fn router(app: Arc<App>) -> Router {
    let (router, description) = OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(catalog::kinds))
        .routes(routes!(catalog::rules))
        .routes(routes!(games::list, new_game::create))
        .routes(routes!(games::show))
        .routes(routes!(games::join))
        .routes(routes!(commands::command))
        .routes(routes!(upgrade::socket))
        .routes(routes!(records::record))
        .routes(routes!(records::convert))
        .routes(routes!(pictures::game_svg))
        .routes(routes!(pictures::game_png))
        .routes(routes!(pictures::position_svg))
        .routes(routes!(pictures::position_png))
        .routes(routes!(positions::position))
        .routes(routes!(positions::set_up))
        .routes(routes!(positions::explain))
        .routes(routes!(engines::analysis))
        .routes(routes!(engines::review))
        .routes(routes!(status::health))
        .routes(routes!(status::metrics))
        .split_for_parts();
    let description = docs::complete(description);
    router
        .route("/api/openapi.json", get(move |headers| docs::description(description, headers)))
        .route("/api/docs", get(docs::page))
        .route("/api/docs/{file}", get(docs::file))
        .merge(page::routes())
        .fallback(page::unknown)
        .method_not_allowed_fallback(|| async {
            ApiError::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "wrong_method",
                "this address does not support this method",
            )
        })
        .layer(CatchPanicLayer::custom(failures::panicked))
        .layer(from_fn_with_state(Arc::clone(&app), admission::admit))
        .with_state(app)
}
