//! From a request to a WebSocket.

use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;

use crate::errors::{ApiError, ErrorBody};
use crate::http::admission::is_foreign;
use crate::http::body::PathGameId;
use crate::http::catalog::Shared;
use crate::http::failures::Common;
use crate::rooms::Rooms;
use crate::socket::{self, LARGEST_MESSAGE};

/// The most bytes that wait for a client. The state of the longest games fits.
const LARGEST_BACKLOG: usize = 4 * 1024 * 1024;

/// Follow a game, and play it, over a WebSocket.
///
/// Say `{"t":"hello","token":TOKEN or null,"after":null}` within 10 seconds. Then come `state`, `update`, `presence`; send
/// `{"t":"command","id":ID,"command":COMMAND}` and get `ack` or `refused`.
#[utoipa::path(get, path = "/api/games/{id}/socket", tag = "games", params(("id" = String, Path, description = "The id of the game")),
    responses((status = 101, description = "The connection is a WebSocket now"),
        (status = 400, description = "This is not a request for a WebSocket", body = ErrorBody),
        (status = 403, description = "A page of another site sent the request", body = ErrorBody),
        (status = 404, description = "There is no such game", body = ErrorBody), Common))]
pub(super) async fn socket(
    State(app): Shared,
    PathGameId(id): PathGameId,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    if is_foreign(&app, &headers) {
        return Err(ApiError::new(
            StatusCode::FORBIDDEN,
            "foreign_origin",
            "pages of other sites may not connect",
        ));
    }
    let room = Rooms::find(&app, &id).await?;
    let upgrade = upgrade.map_err(|error| ApiError::malformed(error.body_text()))?;
    let task = app.tasks.token();
    let upgrade = upgrade
        .max_message_size(LARGEST_MESSAGE)
        .max_frame_size(LARGEST_MESSAGE)
        .read_buffer_size(4 * 1024)
        .write_buffer_size(0)
        .max_write_buffer_size(LARGEST_BACKLOG);
    Ok(upgrade.on_upgrade(move |socket| async move {
        socket::serve(app, room, socket).await;
        drop(task);
    }))
}
