//! Another game between the same players, with the colors changed.

use std::sync::Arc;

use boardgame::Color;
use store::{NewGame, StoreError};
use table::{Moment, Table, Terms};

use crate::app::App;
use crate::errors::ApiError;
use crate::log::{LogEvent, SeatEventKind};
use crate::room::{Loaded, Room};
use crate::room_commands::stored_state;
use crate::state::GameState;
use crate::tokens::rematch_id;

/// Creates the rematch of a game, unless it exists, and returns its id.
pub(super) async fn create(app: &Arc<App>, room: &Room, loaded: &Loaded) -> Result<String, ApiError> {
    let id = rematch_id(room.id(), loaded.seats);
    let before = &loaded.state;
    let terms = before.table.terms();
    let now = app.now();
    let terms = Terms {
        start: terms.start.clone(),
        white: before.table.seat(Color::Black),
        black: before.table.seat(Color::White),
        time: terms.time,
    };
    let table = Table::begin(terms, Moment(now)).map_err(|error| {
        tracing::error!(game = room.id(), %error, "a rematch cannot be set up");
        ApiError::internal()
    })?;
    let mut state = GameState::new(table);
    let mut events: Vec<LogEvent> = state.table.events().iter().cloned().map(LogEvent::from).collect();
    for side in [Color::White, Color::Black] {
        if state.taken[side as usize] {
            continue;
        }
        let joined = SeatEventKind::Joined { side, name: before.names[!side as usize].clone() };
        let joined = LogEvent::seats(now, joined);
        state.apply(joined.clone())?;
        events.push(joined);
    }
    let [white, black] = loaded.seats;
    let game = NewGame {
        id: id.clone(),
        kind: state.table.game().id().name().to_owned(),
        at: now as i64,
        events: events.iter().map(LogEvent::text).collect(),
        seats: [black, white].map(|seat| seat.map(Into::into)),
        invite: None,
        listed: loaded.listed,
        state: stored_state(&state),
    };
    match app.store.create(game).await {
        // A server may have stopped between creating the game and telling about it.
        Ok(()) | Err(StoreError::GameExists { .. }) => {
            app.metrics.games.inc();
            Ok(id)
        }
        Err(error) => Err(app.store_failed("create", &error)),
    }
}
