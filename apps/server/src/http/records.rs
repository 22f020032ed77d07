//! Games as records, and records in other formats.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use boardgame::Color;
use catalog::{AnyGame, GameId};
use serde::Deserialize;
use serde_json::{Value, json};
use study::{Format, GameRecord, Tags, TextLimits};
use table::{Ending, Seat};
use utoipa::{IntoParams, ToSchema};

use crate::api_answers::ConvertAnswer;
use crate::errors::{ApiError, ErrorBody};
use crate::http::body::{LargeBody, Params, PathGameId};
use crate::http::catalog::Shared;
use crate::http::failures::{Common, WithBody};
use crate::http::positions::blocking;
use crate::rooms::Rooms;
use crate::state::GameState;

/// A format of records.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum RecordFormat {
    Pgn,
    Pdn,
    Fen,
    Json,
}

impl From<RecordFormat> for Format {
    fn from(format: RecordFormat) -> Self {
        match format {
            RecordFormat::Pgn => Self::Pgn,
            RecordFormat::Pdn => Self::Pdn,
            RecordFormat::Fen => Self::Fen,
            RecordFormat::Json => Self::JsonLines,
        }
    }
}

/// How to write a record.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct RecordQuery {
    /// The format; by default PGN for chess and PDN for draughts.
    #[param(inline)]
    format: Option<RecordFormat>,
}

/// A game as a record, with its tags and its result.
#[utoipa::path(get, path = "/api/games/{id}/record", tag = "games",
    params(("id" = String, Path, description = "The id of the game"), RecordQuery),
    responses((status = 200, description = "The record", body = String, content_type = "text/plain"),
        (status = 400, description = "The query cannot be read", body = ErrorBody),
        (status = 404, description = "There is no such game", body = ErrorBody),
        (status = 422, description = "The format does not fit the game", body = ErrorBody), Common))]
pub(super) async fn record(
    State(app): Shared,
    PathGameId(id): PathGameId,
    Params(query): Params<RecordQuery>,
) -> Result<Response, ApiError> {
    let source = Rooms::peek(&app, &id, Source::of).await?;
    let format = query.format.map_or_else(|| source.usual_format(), Format::from);
    let text = blocking(move || source.text(format)).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// The data of a record.
pub(crate) struct Source {
    game: Box<dyn AnyGame>,
    tags: Tags,
    ending: Option<Ending>,
    clocks: Vec<Option<u64>>,
}

impl Source {
    pub(crate) fn of(state: &GameState, created: u64) -> Self {
        let name = |color: Color| match (&state.names[color as usize], state.table.seat(color)) {
            (_, Seat::Engine { level }) => format!("Damier, level {level}"),
            (Some(name), Seat::Person) => name.clone(),
            (None, Seat::Person) => "?".to_owned(),
        };
        let time = state.table.terms().time.and_then(table::TimeControl::tag);
        let mut tags = Tags::default();
        for (tag, value) in [("Event", "Casual game"), ("Site", "Damier"), ("Round", "-")] {
            tags.set(tag, value);
        }
        tags.set("Date", &study::date_text(created / 1_000).replace('-', "."));
        tags.set("White", &name(Color::White));
        tags.set("Black", &name(Color::Black));
        if let Some(time) = time {
            tags.set("TimeControl", &time);
        }
        Self {
            game: state.table.game().clone_game(),
            tags,
            ending: state.table.ending().cloned(),
            clocks: state.history.iter().map(|ply| ply.left).collect(),
        }
    }

    /// PGN for chess and PDN for draughts.
    fn usual_format(&self) -> Format {
        self.game.id().record_format().into()
    }

    /// The record in the usual format.
    pub(crate) fn usual_text(&self) -> Result<String, ApiError> {
        self.text(self.usual_format())
    }

    fn text(&self, format: Format) -> Result<String, ApiError> {
        let Self { game, tags, ending, clocks } = self;
        let input = GameRecord { game: &**game, tags, ending: ending.as_ref(), clocks };
        Ok(study::record_of(&input, format)?)
    }
}

/// Records to convert.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"text": "1. e4 (1. d4) e5 *", "to": "json"}))]
pub(super) struct ConvertRequest {
    /// The records.
    #[schema(max_length = 1_048_576)]
    text: String,
    /// Their format; by default detected from their content.
    from: Option<RecordFormat>,
    /// The format to write.
    to: RecordFormat,
    /// The game, if the records do not name it.
    #[schema(max_length = 100)]
    game: Option<String>,
}

/// Convert records to another format, with their variations and comments.
#[utoipa::path(post, path = "/api/convert", tag = "positions", request_body = ConvertRequest,
    responses((status = 200, description = "The records", body = ConvertAnswer), WithBody))]
pub(super) async fn convert(
    State(_): Shared,
    LargeBody(request): LargeBody<ConvertRequest>,
) -> Result<Json<Value>, ApiError> {
    let game =
        request.game.as_deref().map(str::parse::<GameId>).transpose().map_err(study::StudyError::from)?;
    blocking(move || {
        let (from, to) = (request.from.map(Format::from), Format::from(request.to));
        let converted = study::convert_text(&request.text, from, to, game, TextLimits::default())?;
        Ok(Json(json!({ "text": converted.text, "games": converted.games, "notes": converted.notes })))
    })
    .await
}
