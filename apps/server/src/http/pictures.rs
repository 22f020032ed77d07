//! Pictures of positions.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use boardgame::view::PositionView;
use catalog::{AnyGame, GameId, PositionText};
use serde::Deserialize;
use study::{PictureFormat, PictureOptions};
use utoipa::IntoParams;

use crate::errors::{ApiError, ErrorBody};
use crate::http::body::{Params, PathGameId};
use crate::http::catalog::Shared;
use crate::http::failures::Common;
use crate::http::positions::blocking;
use crate::rooms::Rooms;

/// The default width.
const USUAL_SIZE: u32 = 400;

/// How to draw a game.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct GamePicture {
    /// After how many moves; by default the last position.
    ply: Option<u32>,
    /// Whether Black is at the bottom.
    flip: Option<bool>,
    /// The width in pixels.
    #[param(minimum = 80, maximum = 1600)]
    size: Option<u32>,
}

/// How to draw a position.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct PositionPicture {
    /// The name of the game.
    #[param(example = "russian")]
    game: String,
    /// The position; by default the start position.
    #[param(max_length = 1000)]
    fen: Option<String>,
    /// Whether Black is at the bottom.
    flip: Option<bool>,
    /// The width in pixels.
    #[param(minimum = 80, maximum = 1600)]
    size: Option<u32>,
    /// A move that was just made: the picture shows the position after it, and marks its squares.
    #[param(max_length = 200)]
    last: Option<String>,
}

/// A game as SVG.
#[utoipa::path(get, path = "/api/games/{id}/picture.svg", tag = "games",
    params(("id" = String, Path, description = "The id of the game"), GamePicture),
    responses((status = 200, description = "The picture", body = String, content_type = "image/svg+xml"),
        (status = 400, description = "The query cannot be read", body = ErrorBody),
        (status = 404, description = "There is no such game", body = ErrorBody),
        (status = 422, description = "A parameter is invalid", body = ErrorBody), Common))]
pub(super) async fn game_svg(
    app: Shared,
    id: PathGameId,
    query: Params<GamePicture>,
) -> Result<Response, ApiError> {
    game_picture(app, id, query, PictureFormat::Svg).await
}

/// A game as PNG.
#[utoipa::path(get, path = "/api/games/{id}/picture.png", tag = "games",
    params(("id" = String, Path, description = "The id of the game"), GamePicture),
    responses((status = 200, description = "The picture", body = Vec<u8>, content_type = "image/png"),
        (status = 400, description = "The query cannot be read", body = ErrorBody),
        (status = 404, description = "There is no such game", body = ErrorBody),
        (status = 422, description = "A parameter is invalid", body = ErrorBody), Common))]
pub(super) async fn game_png(
    app: Shared,
    id: PathGameId,
    query: Params<GamePicture>,
) -> Result<Response, ApiError> {
    game_picture(app, id, query, PictureFormat::Png).await
}

/// A position as SVG.
#[utoipa::path(get, path = "/api/picture.svg", tag = "positions", params(PositionPicture),
    responses((status = 200, description = "The picture", body = String, content_type = "image/svg+xml"),
        (status = 400, description = "The query cannot be read", body = ErrorBody),
        (status = 422, description = "A parameter is invalid", body = ErrorBody), Common))]
pub(super) async fn position_svg(query: Params<PositionPicture>) -> Result<Response, ApiError> {
    position_picture(query, PictureFormat::Svg).await
}

/// A position as PNG.
#[utoipa::path(get, path = "/api/picture.png", tag = "positions", params(PositionPicture),
    responses((status = 200, description = "The picture", body = Vec<u8>, content_type = "image/png"),
        (status = 400, description = "The query cannot be read", body = ErrorBody),
        (status = 422, description = "A parameter is invalid", body = ErrorBody), Common))]
pub(super) async fn position_png(query: Params<PositionPicture>) -> Result<Response, ApiError> {
    position_picture(query, PictureFormat::Png).await
}

async fn game_picture(
    State(app): Shared,
    PathGameId(id): PathGameId,
    Params(query): Params<GamePicture>,
    format: PictureFormat,
) -> Result<Response, ApiError> {
    let mut game = Rooms::peek(&app, &id, |state, _| state.table.game().clone_game()).await?;
    if let Some(ply) = query.ply {
        let plies = game.plies();
        let found = usize::try_from(ply).ok().filter(|&ply| ply <= plies);
        let ply =
            found.ok_or_else(|| ApiError::bad_field("ply", &ply.to_string(), &format!("at most {plies}")))?;
        while game.plies() > ply && game.undo() {}
    }
    let options = PictureOptions {
        format,
        size: query.size.unwrap_or(USUAL_SIZE),
        flip: query.flip.unwrap_or(false),
        title: title(&*game),
        ..PictureOptions::default()
    };
    draw(move || Ok(game.view(false)), options).await
}

async fn position_picture(
    Params(query): Params<PositionPicture>,
    format: PictureFormat,
) -> Result<Response, ApiError> {
    let kind: GameId = query.game.parse().map_err(study::StudyError::from)?;
    let options = PictureOptions {
        format,
        size: query.size.unwrap_or(USUAL_SIZE),
        flip: query.flip.unwrap_or(false),
        title: kind.about().title.to_owned(),
        ..PictureOptions::default()
    };
    let view = move || match query.last {
        Some(last) => Ok(study::open(kind.name(), query.fen.as_deref(), &[last])?.view(false)),
        None => {
            let fen = query.fen.as_deref();
            if let Some(fen) = fen.filter(|fen| fen.len() > study::LONGEST_FEN) {
                let expected = format!("at most {} bytes", study::LONGEST_FEN);
                return Err(ApiError::bad_field("fen", fen, &expected));
            }
            let text = PositionText { fen, ..PositionText::default() };
            Ok(kind.view_at(&text).map_err(study::StudyError::from)?)
        }
    };
    draw(view, options).await
}

async fn draw(
    view: impl FnOnce() -> Result<PositionView, ApiError> + Send + 'static,
    options: PictureOptions,
) -> Result<Response, ApiError> {
    let content_type = match options.format {
        PictureFormat::Svg => "image/svg+xml",
        PictureFormat::Png => "image/png",
    };
    let bytes = blocking(move || Ok(study::picture(view()?, &options)?)).await?;
    Ok(([(header::CONTENT_TYPE, content_type)], bytes).into_response())
}

fn title(game: &dyn AnyGame) -> String {
    format!("{}, after {} moves", game.id().about().title, game.plies())
}
