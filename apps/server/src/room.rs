//! A game in memory: its state, its watchers, and the commands that change it.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use axum::extract::ws::Utf8Bytes;
use serde_json::json;
use store::StoredGame;
use tokio::sync::{MutexGuard, Notify, Semaphore, broadcast};
use tokio::time::Instant;

use crate::app::App;
use crate::command::{IdentifiedCommand, PlayerCommand, Side};
use crate::engine_seat::Asked;
use crate::errors::ApiError;
use crate::presence::{Presence, Present};
use crate::state::GameState;
use crate::tokens::{Hash, Secret};
use crate::view::{GameView, Moment, plies};

/// Commands that may wait for a game.
const LONGEST_LINE: usize = 32;

/// Messages that a slow client may be behind before it gets the whole state instead.
const LONGEST_QUEUE: usize = 16;

/// Commands whose answers are kept in memory; the store knows them all.
const REMEMBERED: usize = 32;

/// A game in memory.
pub(crate) struct Room {
    id: String,
    pub(super) app: Weak<App>,
    pub(super) inner: tokio::sync::Mutex<Inner>,
    line: Semaphore,
    news: broadcast::Sender<News>,
    pub(super) presence: Mutex<Presence>,
    /// Wakes the keeper.
    pub(super) wake: Notify,
    /// The number of the last event, to be read without waiting.
    seq: AtomicU64,
    used: Mutex<Instant>,
}

/// The game of a room; `None` after a failure of the store, until it is loaded again.
pub(super) struct Inner {
    pub(super) loaded: Option<Loaded>,
}

/// A game as it was loaded, and what follows from it.
pub(crate) struct Loaded {
    pub(super) state: GameState,
    pub(super) created: u64,
    /// The hashes of the seat tokens, by color.
    pub(super) seats: [Option<Hash>; 2],
    pub(super) invite: Option<Hash>,
    pub(super) listed: bool,
    /// The last commands.
    pub(super) recent: VecDeque<HandledCommand>,
    /// The request to an engine that is under way.
    pub(super) asked: Option<Asked>,
    /// Whether the last event came from this server.
    pub(super) is_own: bool,
}

/// A command that was done.
pub(super) struct HandledCommand {
    pub(super) command: IdentifiedCommand,
    /// The number of its last event.
    pub(super) seq: u64,
}

/// A message to everybody in a room, written once for all.
#[derive(Clone, Debug)]
pub(crate) enum News {
    /// Events of the game.
    Update {
        /// The number of the first event in it; above `last` if nothing happened but something is shown differently.
        first: u64,
        /// The number of the last event.
        last: u64,
        /// The message.
        text: Utf8Bytes,
    },
    /// The game was read again and has changed: everybody gets its state.
    Reloaded,
    /// Something else.
    Other(Utf8Bytes),
}

/// A command that was done.
pub(crate) struct Done {
    /// The number of its last event.
    pub(crate) seq: u64,
}

impl Loaded {
    /// A game that was created here.
    pub(crate) fn new(
        state: GameState,
        created: u64,
        seats: [Option<Hash>; 2],
        invite: Option<Hash>,
        listed: bool,
    ) -> Self {
        Self { state, created, seats, invite, listed, recent: VecDeque::new(), asked: None, is_own: true }
    }

    pub(crate) fn from_store(stored: StoredGame) -> Result<Self, ApiError> {
        let state = GameState::rebuild(&stored.events).map_err(|error| {
            tracing::error!(game = stored.id, %error, "a game of the store cannot be rebuilt");
            ApiError::internal()
        })?;
        let seats = stored.seats.map(|seat| seat.map(Hash::from));
        let mut loaded =
            Self::new(state, stored.created as u64, seats, stored.invite.map(Hash::from), stored.listed);
        loaded.is_own = false;
        Ok(loaded)
    }

    /// The side that a token plays.
    pub(super) fn side_of(&self, token: &Hash) -> Option<Side> {
        // Both are compared, whatever the first comparison says.
        let has = self.seats.map(|seat| seat.is_some_and(|seat| seat == *token));
        match has {
            [true, true] => Some(Side::Both),
            [true, false] => Some(Side::White),
            [false, true] => Some(Side::Black),
            [false, false] => None,
        }
    }

    pub(super) fn remember(&mut self, command: IdentifiedCommand, seq: u64) {
        if self.recent.len() == REMEMBERED {
            self.recent.pop_front();
        }
        self.recent.push_back(HandledCommand { command, seq });
    }
}

impl Room {
    pub(crate) fn new(app: &Arc<App>, id: &str, loaded: Loaded) -> Self {
        Self {
            id: id.to_owned(),
            app: Arc::downgrade(app),
            seq: AtomicU64::new(loaded.state.seq),
            inner: tokio::sync::Mutex::new(Inner { loaded: Some(loaded) }),
            line: Semaphore::new(LONGEST_LINE),
            news: broadcast::Sender::new(LONGEST_QUEUE),
            presence: Mutex::default(),
            wake: Notify::new(),
            used: Mutex::new(Instant::now()),
        }
    }

    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// The number of the last event.
    pub(crate) fn seq(&self) -> u64 {
        self.seq.load(Ordering::Acquire)
    }

    /// The server, unless it has stopped.
    pub(super) fn app(&self) -> Result<Arc<App>, ApiError> {
        self.app.upgrade().ok_or_else(|| ApiError::busy("the server stops"))
    }

    /// Waits for the state, for somebody who asks; reads it from the store if it is unknown.
    pub(super) async fn lock(&self) -> Result<MutexGuard<'_, Inner>, ApiError> {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        self.lock_quietly().await
    }

    /// Waits for the state, for the server itself.
    pub(super) async fn lock_quietly(&self) -> Result<MutexGuard<'_, Inner>, ApiError> {
        let mut inner = self.inner.lock().await;
        if inner.loaded.is_none() {
            let app = self.app()?;
            let stored = app.store.load(&self.id).await.map_err(|error| app.store_failed("load", &error))?;
            let loaded = Loaded::from_store(stored.ok_or_else(ApiError::no_game)?)?;
            let before = self.seq.swap(loaded.state.seq, Ordering::AcqRel);
            inner.loaded = Some(loaded);
            if before < self.seq() {
                self.tell(News::Reloaded);
            }
        }
        Ok(inner)
    }

    /// When the room was last used.
    pub(super) fn used(&self) -> Instant {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The side that a token plays.
    pub(crate) async fn side_of(&self, token: &Secret) -> Result<Option<Side>, ApiError> {
        let inner = self.lock().await?;
        Ok(inner.loaded()?.side_of(&token.hash()))
    }

    /// Shows the game: the view is as of now.
    pub(crate) async fn show<T>(&self, show: impl FnOnce(&GameState, GameView) -> T) -> Result<T, ApiError> {
        let now = self.app()?.now();
        let inner = self.lock().await?;
        let loaded = inner.loaded()?;
        Ok(show(&loaded.state, self.view(loaded, now)))
    }

    /// Looks at the game.
    pub(crate) async fn peek<T>(&self, look: impl FnOnce(&GameState) -> T) -> Result<T, ApiError> {
        let inner = self.lock().await?;
        Ok(look(&inner.loaded()?.state))
    }

    /// When the game was created.
    pub(crate) async fn created(&self) -> Result<u64, ApiError> {
        Ok(self.lock().await?.loaded()?.created)
    }

    pub(super) fn view(&self, loaded: &Loaded, now: u64) -> GameView {
        let engine = loaded.engine_status();
        GameView::new(&loaded.state, Moment { id: &self.id, created: loaded.created, now, engine })
    }

    /// The whole state as a message, with the number of its last event.
    pub(crate) async fn state_message(&self, side: Option<Side>) -> Result<(u64, Utf8Bytes), ApiError> {
        self.show(|state, view| {
            let side = side.map(Side::name);
            let message =
                json!({ "t": "state", "side": side, "game": view, "history": plies(&state.history) });
            (state.seq, message.to_string().into())
        })
        .await
    }

    /// Subscribes to messages.
    pub(crate) fn listen(&self) -> broadcast::Receiver<News> {
        self.news.subscribe()
    }

    /// Whether anyone is connected.
    pub(super) fn is_watched(&self) -> bool {
        self.news.receiver_count() > 0
    }

    /// Sends a message to everyone in the room.
    pub(super) fn tell(&self, news: News) {
        // There may be no receivers.
        let _ = self.news.send(news);
    }

    /// Registers a player or watcher until the returned value is dropped.
    pub(crate) fn enter(self: &Arc<Self>, side: Option<Side>) -> Present {
        Present::new(Arc::clone(self), side)
    }

    /// The current presence message.
    pub(crate) fn presence_message(&self) -> Utf8Bytes {
        self.presence.lock().unwrap_or_else(PoisonError::into_inner).message()
    }

    /// Runs a command of a player: when this returns, its events are stored.
    pub(crate) async fn command(
        self: &Arc<Self>,
        side: Side,
        id: &str,
        command: PlayerCommand,
    ) -> Result<Done, ApiError> {
        check_command_id(id)?;
        let app = self.app()?;
        let Ok(_place) = self.line.try_acquire() else {
            return Err(ApiError::busy("too many commands wait for this game; try again"));
        };
        let identified = IdentifiedCommand::new(side, id, &command);
        let room = Arc::clone(self);
        // In a task of its own: it ends even if the client leaves.
        let done = app.tasks.spawn(async move { room.decide(side, identified, &command).await });
        done.await.unwrap_or_else(|_| Err(ApiError::internal()))
    }

    /// Ends the game if a flag has fallen.
    pub(crate) async fn check_clocks(&self) -> Result<(), ApiError> {
        let mut inner = self.lock().await?;
        self.fall_flag(&mut inner).await
    }

    pub(super) fn set_seq(&self, seq: u64) {
        self.seq.store(seq, Ordering::Release);
    }
}

impl Inner {
    pub(super) fn loaded(&self) -> Result<&Loaded, ApiError> {
        self.loaded.as_ref().ok_or_else(ApiError::store)
    }

    pub(super) fn loaded_mut(&mut self) -> Result<&mut Loaded, ApiError> {
        self.loaded.as_mut().ok_or_else(ApiError::store)
    }
}

fn check_command_id(id: &str) -> Result<(), ApiError> {
    if (8..=64).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Ok(());
    }
    Err(ApiError::bad_field("id", id, "8 to 64 visible ASCII characters"))
}
