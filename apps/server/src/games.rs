//! The games of a server for other front ends in the same process, such as a chat bot: they share its rooms.

use std::sync::Arc;

use axum::Router;
use boardgame::Color;
use catalog::AnyGame;
use store::{BoxFuture, NewGame, Store, StoreError};
use study::Ply;
use table::{Moment, Seat, Table, TimeControl};
use tokio::net::TcpListener;
use tokio::sync::broadcast;

use crate::app::App;
use crate::command::{PlayerCommand, Side};
use crate::errors::{ApiError, ErrorInfo};
use crate::http::records::Source;
use crate::log::{LogEvent, SeatEventKind};
use crate::room::Loaded;
use crate::room_commands::stored_state;
use crate::rooms::Rooms;
use crate::serving;
use crate::state::GameState;
use crate::tokens::Secret;

/// The games of a server. Cheap to clone: all clones share the server.
#[derive(Clone)]
pub struct ServerGames {
    app: Arc<App>,
}

/// A game to be begun, with both seats taken.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// Its id: 11 letters and digits that nobody can guess.
    pub id: String,
    /// The game, with its start position.
    pub game: Box<dyn AnyGame>,
    /// Who plays, by color.
    pub seats: [Seat; 2],
    /// The names of the people, by color.
    pub names: [Option<String>; 2],
    /// The secrets with which people continue the game in a browser, by color: 43 letters of base64url.
    pub tokens: [Option<String>; 2],
    /// The clocks, if there are any.
    pub time: Option<TimeControl>,
}

/// A game at one moment.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The table.
    pub table: Table,
    /// The names of the people, by color.
    pub names: [Option<String>; 2],
    /// The moves so far.
    pub history: Vec<Arc<Ply>>,
    /// The side that offered a rematch.
    pub rematch_offer: Option<Color>,
    /// The id of the rematch.
    pub next: Option<String>,
    /// The number of the last event.
    pub seq: u64,
    /// When it was created, in milliseconds since 1970.
    pub created: u64,
}

/// Something happened in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameChange {
    /// The game.
    pub id: String,
    /// The number of its last event.
    pub seq: u64,
}

impl ServerGames {
    pub(crate) fn new(app: Arc<App>) -> Self {
        Self { app }
    }

    /// The store of the games.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.app.store
    }

    /// Milliseconds since 1970.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.app.now()
    }

    /// What happens in the games from now on, here and at other servers. A receiver that falls behind must look at all
    /// its games again.
    #[must_use]
    pub fn changes(&self) -> broadcast::Receiver<GameChange> {
        self.app.changed.subscribe()
    }

    /// Begins a game, unless one with this id exists: then that one goes on, so that a repeated call is harmless.
    ///
    /// # Errors
    ///
    /// The store failed, or a token is not a secret.
    pub fn begin(&self, new: NewTable) -> BoxFuture<'_, Result<(), ErrorInfo>> {
        Box::pin(async move {
            let now = self.app.now();
            let NewTable { id, game, seats, names, tokens, time } = new;
            let mut hashes = [None, None];
            for (hash, token) in hashes.iter_mut().zip(&tokens) {
                let Some(token) = token else { continue };
                let secret = Secret::read(token);
                *hash = Some(secret.ok_or_else(|| ApiError::bad_field("token", "", "a secret"))?.hash());
            }
            let table = Table::sit_down(game, seats, time, Moment(now));
            let mut state = GameState::new(table);
            let mut events: Vec<LogEvent> =
                state.table.events().iter().cloned().map(LogEvent::from).collect();
            for (side, name) in [Color::White, Color::Black].into_iter().zip(names) {
                if state.taken[side as usize] {
                    continue;
                }
                let joined = LogEvent::seats(now, SeatEventKind::Joined { side, name });
                state.apply(joined.clone()).map_err(ApiError::from)?;
                events.push(joined);
            }
            let game = NewGame {
                id: id.clone(),
                kind: state.table.game().id().name().to_owned(),
                at: now as i64,
                events: events.iter().map(LogEvent::text).collect(),
                seats: hashes.map(|hash| hash.map(Into::into)),
                invite: None,
                listed: false,
                state: stored_state(&state),
            };
            match self.app.store.create(game).await {
                Ok(()) => self.app.metrics.games.inc(),
                Err(StoreError::GameExists { .. }) => return Ok(()),
                Err(error) => return Err(self.app.store_failed("create", &error).into()),
            };
            let loaded = Loaded::new(state, now, hashes, None, false);
            self.app.rooms.insert(&self.app, &id, loaded);
            Ok(())
        })
    }

    /// A game as it is now; `None` if there is none with this id.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn look<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<Snapshot>, ErrorInfo>> {
        Box::pin(async move {
            let snapshot = Rooms::peek(&self.app, id, |state, created| Snapshot {
                table: state.table.clone(),
                names: state.names.clone(),
                history: state.history.clone(),
                rematch_offer: state.rematch_offer,
                next: state.next.clone(),
                seq: state.seq,
                created,
            });
            match snapshot.await {
                Ok(snapshot) => Ok(Some(snapshot)),
                Err(error) if error.info.code == "no_game" => Ok(None),
                Err(error) => Err(error.into()),
            }
        })
    }

    /// Runs a command of a player. A command with the same `key` (8 to 64 visible ASCII characters) of the same side is
    /// done once, whatever happens in between; returns the number of its last event.
    ///
    /// # Errors
    ///
    /// The table refuses it, or the store failed; [`ErrorInfo::definite`] says whether it is certain that nothing was done.
    pub fn command<'a>(
        &'a self,
        id: &'a str,
        by: Color,
        key: &'a str,
        command: PlayerCommand,
    ) -> BoxFuture<'a, Result<u64, ErrorInfo>> {
        Box::pin(async move {
            let room = Rooms::find(&self.app, id).await?;
            Ok(room.command(Side::from(by), key, command).await?.seq)
        })
    }

    /// A game as PGN or PDN.
    ///
    /// # Errors
    ///
    /// There is no such game, or it cannot be written.
    pub fn record<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<String, ErrorInfo>> {
        Box::pin(async move {
            let source = Rooms::peek(&self.app, id, Source::of).await?;
            let written = tokio::task::spawn_blocking(move || source.usual_text()).await;
            Ok(written.map_err(|_| ApiError::internal())??)
        })
    }

    /// Serves another router, such as that of a webhook, with the limits of the server, until the end is asked for.
    pub fn serve<'a>(
        &'a self,
        listener: TcpListener,
        router: Router,
        end: BoxFuture<'a, ()>,
    ) -> BoxFuture<'a, ()> {
        Box::pin(serving::accept(&self.app, listener, router, end))
    }
}

impl std::fmt::Debug for ServerGames {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ServerGames")
    }
}
