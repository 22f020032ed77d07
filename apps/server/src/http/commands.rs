//! Commands of players over REST.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::api_answers::CommandAnswer;
use crate::command::PlayerCommand;
use crate::errors::{ApiError, ErrorBody};
use crate::http::body::{Body, PathGameId, Token};
use crate::http::catalog::Shared;
use crate::http::failures::WithBody;
use crate::rooms::Rooms;

/// A command with its id.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CommandRequest {
    /// Chosen by the client. A repeated id does nothing and gets the first answer.
    #[schema(min_length = 8, max_length = 64, example = "move-000001")]
    id: String,
    /// The command.
    command: PlayerCommand,
}

/// Send a command to a game.
#[utoipa::path(post, path = "/api/games/{id}/commands", tag = "games", request_body = CommandRequest,
    params(("id" = String, Path, description = "The id of the game")), security(("seat" = [])),
    responses((status = 200, description = "The command was done and stored", body = CommandAnswer),
        (status = 401, description = "The token is missing or belongs to another game", body = ErrorBody),
        (status = 404, description = "There is no such game", body = ErrorBody),
        (status = 409, description = "It does not fit the state of the game: `stale`, `not_your_turn`, `over`, `choose` and others",
            body = ErrorBody), WithBody))]
pub(super) async fn command(
    State(app): Shared,
    PathGameId(id): PathGameId,
    Token(token): Token,
    Body(request): Body<CommandRequest>,
) -> Result<Json<Value>, ApiError> {
    let room = Rooms::find(&app, &id).await?;
    let token = token.ok_or_else(ApiError::no_token)?;
    let side = room.side_of(&token).await?.ok_or_else(ApiError::unknown_token)?;
    let done = room.command(side, &request.id, request.command).await?;
    room.show(|_, view| json!({ "seq": done.seq, "game": view })).await.map(Json)
}
