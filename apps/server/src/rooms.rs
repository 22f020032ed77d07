//! The games in memory.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use store::{Change, NewGame};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Duration, Instant, MissedTickBehavior, interval};

use crate::app::App;
use crate::errors::ApiError;
use crate::games::GameChange;
use crate::outages::BEAT_EVERY;
use crate::room::{Loaded, Room};
use crate::room_keeper;
use crate::state::GameState;

/// How often to look for flags that fell in games that are not in memory.
const SWEEP_EVERY: Duration = Duration::from_secs(1);

/// The most flags of one sweep.
const FLAGS_AT_ONCE: u32 = 200;

/// The games in memory, by id.
#[derive(Default)]
pub(crate) struct Rooms {
    by_id: Mutex<HashMap<String, Arc<Room>>>,
}

impl Rooms {
    /// The room of a game, loaded from the store if it is not in memory.
    pub(crate) async fn find(app: &Arc<App>, id: &str) -> Result<Arc<Room>, ApiError> {
        if let Some(room) = app.rooms.in_memory(id) {
            return Ok(room);
        }
        app.rooms.check_space(app)?;
        let stored = app.store.load(id).await.map_err(|error| app.store_failed("load", &error))?;
        let loaded = Loaded::from_store(stored.ok_or_else(ApiError::no_game)?)?;
        let room = app.rooms.insert(app, id, loaded);
        // Clocks are shown as they are after outages. If the store fails now, the keeper of the room tries again.
        let _ = room.check_clocks().await;
        Ok(room)
    }

    /// Looks at the state of a game and the moment of its creation.
    pub(crate) async fn peek<T>(
        app: &Arc<App>,
        id: &str,
        look: impl FnOnce(&GameState, u64) -> T,
    ) -> Result<T, ApiError> {
        let room = Self::find(app, id).await?;
        let created = room.created().await?;
        room.peek(|state| look(state, created)).await
    }

    /// Keeps a new game and opens its room.
    pub(crate) async fn create(app: &Arc<App>, game: NewGame, loaded: Loaded) -> Result<Arc<Room>, ApiError> {
        app.rooms.check_space(app)?;
        let id = game.id.clone();
        app.store.create(game).await.map_err(|error| app.store_failed("create", &error))?;
        app.metrics.games.inc();
        Ok(app.rooms.insert(app, &id, loaded))
    }

    pub(crate) fn in_memory(&self, id: &str) -> Option<Arc<Room>> {
        self.lock().get(id).cloned()
    }

    /// Puts a room to rest if only its keeper and this map know it.
    pub(crate) fn rest(&self, app: &App, room: &Arc<Room>) -> bool {
        let mut rooms = self.lock();
        // One reference is the map's, one the keeper's.
        if Arc::strong_count(room) > 2 {
            return false;
        }
        rooms.remove(room.id());
        app.metrics.rooms.set(rooms.len() as i64);
        true
    }

    /// Forgets all rooms, at the end.
    pub(crate) fn clear(&self) {
        self.lock().clear();
    }

    fn check_space(&self, app: &App) -> Result<(), ApiError> {
        if self.lock().len() < app.config.max_rooms {
            return Ok(());
        }
        Err(ApiError::busy("too many games are open; try again"))
    }

    pub(crate) fn insert(&self, app: &Arc<App>, id: &str, loaded: Loaded) -> Arc<Room> {
        let mut rooms = self.lock();
        if let Some(room) = rooms.get(id) {
            return Arc::clone(room);
        }
        let room = Arc::new(Room::new(app, id, loaded));
        rooms.insert(id.to_owned(), Arc::clone(&room));
        app.metrics.rooms.set(rooms.len() as i64);
        drop(rooms);
        tokio::spawn(room_keeper::keep(Arc::clone(app), Arc::clone(&room)));
        room
    }

    fn all(&self) -> Vec<Arc<Room>> {
        self.lock().values().cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Room>>> {
        self.by_id.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends games whose flag fell while nobody had them in memory, and tells the store that the server is at work.
pub(crate) async fn sweep_flags(app: Arc<App>) {
    let mut ticks = interval(SWEEP_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut beaten: Option<Instant> = None;
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            // Often the store works again at once.
            () = app.outages.failure() => {}
        }
        app.limits.clean();
        if app.outages.is_broken() || beaten.is_none_or(|beaten| beaten.elapsed() >= BEAT_EVERY) {
            beaten = Some(Instant::now());
            if let Err(error) = app.outages.beat(&app.store, app.now()).await {
                app.store_failed("beat", &error);
                continue;
            }
        }
        let due = match app.store.flags_due(app.now() as i64, FLAGS_AT_ONCE).await {
            Ok(due) => due,
            Err(error) => {
                app.store_failed("flags_due", &error);
                continue;
            }
        };
        for id in due {
            if let Ok(room) = Rooms::find(&app, &id).await {
                let _ = room.check_clocks().await;
            }
        }
    }
}

/// Follows what other servers do to the games in memory.
pub(crate) async fn follow_changes(app: Arc<App>, mut changes: broadcast::Receiver<Change>) {
    loop {
        match changes.recv().await {
            Ok(Change::Game { id, seq }) => {
                app.tell_change(&id, seq as u64);
                if let Some(room) = app.rooms.in_memory(&id).filter(|room| room.seq() < seq as u64) {
                    // In a task of its own: one game must not wait for another.
                    tokio::spawn(async move { room.catch_up().await });
                }
            }
            Ok(Change::Lost) | Err(RecvError::Lagged(_)) => {
                tracing::warn!("news from other servers may be missing: reading all games again");
                for room in app.rooms.all() {
                    room.catch_up().await;
                }
            }
            Err(RecvError::Closed) => return,
        }
    }
}

impl App {
    /// Tells other front ends of this process that something happened.
    pub(crate) fn tell_change(&self, id: &str, seq: u64) {
        if self.changed.receiver_count() > 0 {
            // The last front end may just have left.
            let _ = self.changed.send(GameChange { id: id.to_owned(), seq });
        }
    }

    /// Notes that the store failed, and says so.
    pub(crate) fn store_failed(&self, what: &'static str, error: &store::StoreError) -> ApiError {
        self.metrics.store_errors.inc();
        tracing::error!(what, %error, "the store failed");
        match error {
            store::StoreError::Busy => ApiError::busy("the store is busy; try again"),
            error => {
                self.outages.note(error);
                if error.is_definite() { ApiError::store() } else { ApiError::unknown_outcome() }
            }
        }
    }
}
