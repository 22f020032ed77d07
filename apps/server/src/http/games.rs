//! Games: reading, joining, listing.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};
use store::StoredSummary;
use utoipa::{IntoParams, ToSchema};

use crate::api_answers::{GameAnswer, GameList, Joined};
use crate::command::Side;
use crate::errors::{ApiError, ErrorBody, color_name};
use crate::http::body::{Body, Params, PathGameId, Token};
use crate::http::catalog::Shared;
use crate::http::failures::{Common, WithBody};
use crate::http::new_game::person_name;
use crate::rooms::Rooms;
use crate::tokens::{Secret, is_id};
use crate::view::plies;

/// The most games of a list.
const MOST_LISTED: u32 = 50;

/// A game with its moves. With a token, the answer says which side it plays.
#[utoipa::path(get, path = "/api/games/{id}", tag = "games", params(("id" = String, Path, description = "The id of the game")),
    security((), ("seat" = [])),
    responses((status = 200, description = "The game", body = GameAnswer),
        (status = 401, description = "The token belongs to another game", body = ErrorBody),
        (status = 404, description = "There is no such game", body = ErrorBody), Common))]
pub(super) async fn show(
    State(app): Shared,
    PathGameId(id): PathGameId,
    Token(token): Token,
) -> Result<Json<Value>, ApiError> {
    let room = Rooms::find(&app, &id).await?;
    let side = match token {
        Some(token) => Some(room.side_of(&token).await?.ok_or_else(ApiError::unknown_token)?),
        None => None,
    };
    let side = side.map(Side::name);
    room.show(|state, view| json!({ "game": view, "history": plies(&state.history), "side": side }))
        .await
        .map(Json)
}

/// A request for the second seat.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"invite": "6VtOQyF1mJbJkS8mJtQ0Zp0m9lYw4nJb3gUQh0c5b2M", "nonce": "0b7d6f7c5a1e4d2b9c3f", "name": "Anna"}))]
pub(super) struct JoinRequest {
    /// The invitation.
    #[schema(min_length = 43, max_length = 43)]
    invite: String,
    /// A random text chosen by the client. A repeated text gets the same answer.
    #[schema(min_length = 16, max_length = 64)]
    nonce: String,
    /// Your name.
    #[schema(max_length = 40)]
    name: Option<String>,
}

/// Take the second seat.
#[utoipa::path(post, path = "/api/games/{id}/join", tag = "games", request_body = JoinRequest,
    params(("id" = String, Path, description = "The id of the game")),
    responses((status = 200, description = "The seat is yours", body = Joined),
        (status = 403, description = "The invitation is not for this game", body = ErrorBody),
        (status = 404, description = "There is no such game", body = ErrorBody),
        (status = 409, description = "The seat is taken", body = ErrorBody), WithBody))]
pub(super) async fn join(
    State(app): Shared,
    PathGameId(id): PathGameId,
    Body(request): Body<JoinRequest>,
) -> Result<Json<Value>, ApiError> {
    let name = request.name.as_deref().map(person_name).transpose()?;
    if !(16..=64).contains(&request.nonce.chars().count()) || request.nonce.contains('\0') {
        return Err(ApiError::bad_field("nonce", &request.nonce, "16 to 64 characters"));
    }
    let room = Rooms::find(&app, &id).await?;
    let invite = Secret::read(&request.invite);
    let invite = invite.ok_or_else(|| ApiError::wrong_invite("the invitation is not for this game"))?;
    let (side, token) = room.join(&invite, &request.nonce, name.as_deref()).await?;
    Ok(Json(json!({ "side": color_name(side), "token": token.reveal() })))
}

/// Which games to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct ListQuery {
    /// Ids of games, separated by commas; by default the public games, most recently changed first.
    ids: Option<String>,
    /// Only games last changed before this moment, in milliseconds since 1970.
    #[param(minimum = 0)]
    before: Option<i64>,
    /// The most games to list.
    #[param(minimum = 1, maximum = 50)]
    limit: Option<u32>,
}

/// A list of games.
#[utoipa::path(get, path = "/api/games", tag = "games", params(ListQuery),
    responses((status = 200, description = "The games", body = GameList),
        (status = 400, description = "The query cannot be read", body = ErrorBody),
        (status = 422, description = "A parameter is invalid", body = ErrorBody), Common))]
pub(super) async fn list(
    State(app): Shared,
    Params(query): Params<ListQuery>,
) -> Result<Json<Value>, ApiError> {
    let limit = query.limit.unwrap_or(MOST_LISTED);
    if !(1..=MOST_LISTED).contains(&limit) {
        return Err(ApiError::bad_field("limit", &limit.to_string(), "a number from 1 to 50"));
    }
    if let Some(before) = query.before.filter(|&before| before < 0) {
        return Err(ApiError::bad_field("before", &before.to_string(), "milliseconds since 1970"));
    }
    let found = match query.ids {
        Some(ids) => {
            let ids: Vec<String> = ids.split(',').filter(|id| is_id(id)).map(str::to_owned).collect();
            if ids.len() > MOST_LISTED as usize {
                return Err(ApiError::bad_field("ids", &format!("{} ids", ids.len()), "at most 50 ids"));
            }
            app.store.summaries(&ids).await
        }
        None => app.store.listed(query.before, limit).await,
    };
    let found = found.map_err(|error| app.store_failed("list", &error))?;
    Ok(Json(json!({ "games": found.into_iter().filter_map(summary).collect::<Vec<_>>() })))
}

fn summary(stored: StoredSummary) -> Option<Value> {
    let mut value: Value = serde_json::from_str(&stored.summary).ok()?;
    let fields = value.as_object_mut()?;
    fields.insert("id".into(), stored.id.into());
    fields.insert("created".into(), stored.created.into());
    fields.insert("updated".into(), stored.updated.into());
    Some(value)
}
