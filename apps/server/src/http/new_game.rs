//! New games.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use boardgame::Color;
use serde::Deserialize;
use serde_json::json;
use store::NewGame;
use table::{Command, Moment, Seat, Table, TimeControl};
use utoipa::ToSchema;

use crate::api_answers::Created;
use crate::app::App;
use crate::command::Side;
use crate::errors::ApiError;
use crate::http::body::Body;
use crate::http::catalog::Shared;
use crate::http::failures::WithBody;
use crate::http::open_request::open_request;
use crate::limits::Client;
use crate::log::{LogEvent, SeatEventKind};
use crate::room::Loaded;
use crate::room_commands::stored_state;
use crate::rooms::Rooms;
use crate::state::GameState;
use crate::tokens::{Secret, coin, random_id};
use crate::view::plies;

open_request! {
    /// A game to be created. The moves are those already played.
    #[schema(example = json!({"game": "russian", "side": "white", "opponent": {"kind": "engine", "level": 3}}))]
    NewGameRequest {
        /// Your side.
        side: WantedSide,
        /// Your opponent.
        opponent: Opponent,
        /// Minutes plus seconds per move (5+3), minutes with a delay (5d3), or moves in minutes (40/90); no clocks by
        /// default.
        #[schema(example = "5+3", max_length = 40)]
        time: Option<String>,
        /// Your name.
        #[schema(max_length = 40)]
        name: Option<String>,
        /// Whether the public list shows the game.
        #[serde(default)]
        listed: bool,
    }
}

#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum WantedSide {
    White,
    Black,
    Random,
}

/// An opponent.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum Opponent {
    /// An engine.
    Engine {
        /// From 1 to 10.
        #[schema(minimum = 1, maximum = 10)]
        level: u8,
    },
    /// A person who gets the invitation.
    Friend {},
    /// Yourself: you play both sides.
    #[serde(rename = "self")]
    Oneself {},
}

/// Begin a game.
#[utoipa::path(post, path = "/api/games", tag = "games", request_body = NewGameRequest,
    responses((status = 201, description = "The game has begun", body = Created), WithBody))]
pub(super) async fn create(
    State(app): Shared,
    Extension(client): Extension<Client>,
    Body(request): Body<NewGameRequest>,
) -> Result<Response, ApiError> {
    let name = request.name.as_deref().map(person_name).transpose()?;
    let state = begin(&app, &request, name)?;
    app.limits.game(client)?;
    let token = Secret::random()?;
    let (own, invite) = match request.opponent {
        Opponent::Oneself {} => (Side::Both, None),
        Opponent::Engine { .. } => (state.1, None),
        Opponent::Friend {} => (state.1, Some(Secret::random()?)),
    };
    let (state, _, events) = state;
    let holds = |color: Color| own == Side::Both || own == Side::from(color);
    let seats = [Color::White, Color::Black].map(|color| holds(color).then(|| token.hash()));
    let now = state.at;
    let id = random_id()?;
    let game = NewGame {
        id: id.clone(),
        kind: state.table.game().id().name().to_owned(),
        at: now as i64,
        events: events.iter().map(LogEvent::text).collect(),
        seats: seats.map(|seat| seat.map(Into::into)),
        invite: invite.as_ref().map(|invite| invite.hash().into()),
        listed: request.listed,
        state: stored_state(&state),
    };
    let loaded = Loaded::new(state, now, seats, invite.as_ref().map(Secret::hash), request.listed);
    let room = Rooms::create(&app, game, loaded).await?;
    let body = room
        .show(|state, view| {
            let invite = invite.as_ref().map(Secret::reveal);
            json!({ "id": id, "side": own.name(), "token": token.reveal(), "invite": invite, "game": view,
                "history": plies(&state.history) })
        })
        .await?;
    Ok((StatusCode::CREATED, [(header::LOCATION, format!("/api/games/{id}"))], Json(body)).into_response())
}

/// The state at the beginning, the side of the requester, and the first events.
fn begin(
    app: &Arc<App>,
    request: &NewGameRequest,
    name: Option<String>,
) -> Result<(GameState, Side, Vec<LogEvent>), ApiError> {
    let game = request.open()?;
    if let Some((_, reason)) = game.outcome() {
        let message = format!("the game is over in this position: {reason}");
        return Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "over", message));
    }
    let time = request.time.as_deref().map(time_control).transpose()?;
    let own = match request.side {
        WantedSide::White => Color::White,
        WantedSide::Black => Color::Black,
        WantedSide::Random if coin()? => Color::White,
        WantedSide::Random => Color::Black,
    };
    let opponent = match request.opponent {
        Opponent::Engine { level: level @ 1..=10 } => Seat::Engine { level },
        Opponent::Engine { level } => {
            return Err(ApiError::bad_field("opponent.level", &level.to_string(), "a number from 1 to 10"));
        }
        Opponent::Friend {} | Opponent::Oneself {} => Seat::Person,
    };
    let mut seats = [Seat::Person; 2];
    seats[!own as usize] = opponent;
    let now = app.now();
    let table = Table::sit_down(game, seats, time, Moment(now));
    let mut state = GameState::new(table);
    let mut events: Vec<LogEvent> = state.table.events().iter().cloned().map(LogEvent::from).collect();
    let joins = |color| color == own || matches!(request.opponent, Opponent::Oneself {});
    for side in [Color::White, Color::Black].into_iter().filter(|&color| joins(color)) {
        let joined = LogEvent::seats(now, SeatEventKind::Joined { side, name: name.clone() });
        state.apply(joined.clone())?;
        events.push(joined);
    }
    if state.is_waiting() && time.is_some() {
        events.extend(state.handle(&Command::Pause, now)?);
    }
    Ok((state, own.into(), events))
}

fn time_control(text: &str) -> Result<TimeControl, ApiError> {
    let expected = "minutes plus seconds per move such as 5+3, minutes with a delay such as 5d3, or moves in minutes such as 40/90";
    let short = if text.len() <= 40 { text.parse().ok() } else { None };
    short.ok_or_else(|| ApiError::bad_field("time", text, expected))
}

/// The name of a person: one line of at most 40 characters, without control characters.
pub(super) fn person_name(text: &str) -> Result<String, ApiError> {
    let name = text.trim();
    if (1..=40).contains(&name.chars().count()) && !name.chars().any(is_unprintable) {
        return Ok(name.to_owned());
    }
    Err(ApiError::bad_field("name", text, "1 to 40 printable characters"))
}

/// Control characters, and those that change the direction of what follows.
fn is_unprintable(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
