//! The store, whichever database is behind it.

use std::sync::Arc;

use tokio::sync::broadcast;

use crate::bots::{Delivery, Expiry};
use crate::postgres::{PostgresStore, answered};
use crate::sqlite::SqliteStore;
use crate::writer::Writer;
use crate::{
    Append, Appended, BoxFuture, Change, Keep, NewGame, Options, Outage, Received, StoreError, StoredCommand,
    StoredEvent, StoredGame, StoredSummary, postgres, sqlite,
};

/// Games kept as lists of events. Cheap to clone: all clones share one store.
#[derive(Clone)]
pub struct Store {
    backend: Backend,
}

#[derive(Clone)]
enum Backend {
    Sqlite(Arc<SqliteStore>),
    Postgres(Arc<PostgresStore>),
}

/// Calls a method of the database in use.
macro_rules! delegate {
    ($store:expr, $method:ident($($argument:expr),*)) => {
        match &$store.backend {
            Backend::Sqlite(store) => store.$method($($argument),*).await,
            Backend::Postgres(store) => store.$method($($argument),*).await,
        }
    };
}

/// Asks the database in use what both are asked in the same words.
macro_rules! ask {
    ($store:expr, $statement:ident($($argument:expr),*)) => {
        match &$store.backend {
            Backend::Sqlite(store) => sqlite::statements::$statement(&store.readers, $($argument),*).await,
            Backend::Postgres(store) => {
                answered(postgres::statements::$statement(&store.pool, $($argument),*)).await
            }
        }
    };
}

impl Store {
    /// Opens a file (SQLite; created with its folder, readable by its owner alone), `:memory:`, or
    /// `postgres://user@host/database`, and brings it to the newest format.
    pub fn open(address: &str) -> BoxFuture<'_, Result<Self, StoreError>> {
        Box::pin(async move { Self::open_with(address, Options::default()).await })
    }

    /// Opens a store with limits of one's own.
    pub fn open_with(address: &str, options: Options) -> BoxFuture<'_, Result<Self, StoreError>> {
        Box::pin(async move {
            let backend = if address.starts_with("postgres://") || address.starts_with("postgresql://") {
                Backend::Postgres(Arc::new(PostgresStore::open(address, &options).await?))
            } else {
                let path = address.strip_prefix("sqlite://").or_else(|| address.strip_prefix("sqlite:"));
                Backend::Sqlite(Arc::new(SqliteStore::open(path.unwrap_or(address), &options).await?))
            };
            Ok(Self { backend })
        })
    }

    /// Keeps a game with its first events and its seats.
    pub fn create(&self, game: NewGame) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            check_name("id of the game", &game.id)?;
            check_name("kind of the game", &game.kind)?;
            check_text("summary", &game.state.summary)?;
            check_events(&game.events)?;
            self.writer().create(game).await
        })
    }

    /// Adds events to a game in one transaction, unless the game has moved on since `expected`. When this returns
    /// [`Appended::Done`], they are durable; nobody sees them earlier.
    pub fn append(&self, append: Append) -> BoxFuture<'_, Result<Appended, StoreError>> {
        Box::pin(async move {
            check_name("id of the game", &append.game)?;
            check_text("summary", &append.state.summary)?;
            check_events(&append.events)?;
            if let Some(command) = &append.command {
                check_name("id of the command", &command.id)?;
                check_name("actor", &command.actor)?;
                check_name("content of the command", &command.content)?;
            }
            if let Some((found, _)) = append.seat.filter(|(seat, _)| *seat > 1) {
                return Err(StoreError::BadSeat { found });
            }
            self.writer().append(append).await
        })
    }

    /// A game with all its events.
    pub fn load<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<StoredGame>, StoreError>> {
        Box::pin(async move {
            if is_bad(id) {
                return Ok(None);
            }
            ask!(self, load(id))
        })
    }

    /// The events of a game after this number; none if there is no such game.
    pub fn events_after<'a>(
        &'a self,
        id: &'a str,
        seq: i64,
    ) -> BoxFuture<'a, Result<Vec<StoredEvent>, StoreError>> {
        Box::pin(async move {
            if is_bad(id) {
                return Ok(Vec::new());
            }
            ask!(self, events_after(id, seq))
        })
    }

    /// A command of a game, if the game has handled it.
    pub fn command<'a>(
        &'a self,
        game: &'a str,
        command: &'a str,
    ) -> BoxFuture<'a, Result<Option<StoredCommand>, StoreError>> {
        Box::pin(async move {
            if is_bad(game) || is_bad(command) {
                return Ok(None);
            }
            ask!(self, command(game, command))
        })
    }

    /// These games in this order, without those that the store does not hold.
    pub fn summaries<'a>(
        &'a self,
        ids: &'a [String],
    ) -> BoxFuture<'a, Result<Vec<StoredSummary>, StoreError>> {
        Box::pin(async move {
            let ids: Vec<String> = ids.iter().filter(|id| !is_bad(id)).cloned().collect();
            if ids.is_empty() {
                return Ok(Vec::new());
            }
            let found = ask!(self, summaries(&ids))?;
            let find = |id: &String| found.iter().find(|summary| summary.id == *id).cloned();
            Ok(ids.iter().filter_map(find).collect())
        })
    }

    /// The listed games, the last updated ones first. `before` is the `updated` of the last game of the page before.
    ///
    /// A page may be longer than `limit`: games that were updated in the same millisecond stay together, so that no
    /// game falls between two pages.
    pub fn listed(
        &self,
        before: Option<i64>,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<StoredSummary>, StoreError>> {
        Box::pin(async move {
            if limit == 0 {
                return Ok(Vec::new());
            }
            ask!(self, listed(before.unwrap_or(i64::MAX), limit))
        })
    }

    /// Games that have not ended though a flag has fallen, the longest overdue first.
    pub fn flags_due(&self, now: i64, limit: u32) -> BoxFuture<'_, Result<Vec<String>, StoreError>> {
        Box::pin(async move { ask!(self, flags_due(now, limit)) })
    }

    /// Puts what a bot received into its inbox, in this order, and tells for each whether it is new. When this returns,
    /// it is durable.
    pub fn receive<'a>(
        &'a self,
        source: &'a str,
        at: i64,
        received: Vec<Received>,
    ) -> BoxFuture<'a, Result<Vec<bool>, StoreError>> {
        Box::pin(async move {
            check_name("source", source)?;
            for one in &received {
                check_name("id of the update", &one.id)?;
                check_text("update", &one.body)?;
            }
            self.writer().receive(Delivery { source: source.to_owned(), at, received }).await
        })
    }

    /// What an inbox holds that is not handled, the oldest first.
    pub fn open_inbox<'a>(
        &'a self,
        source: &'a str,
        limit: u32,
    ) -> BoxFuture<'a, Result<Vec<Received>, StoreError>> {
        Box::pin(async move { ask!(self, open_inbox(source, limit)) })
    }

    /// Forgets what was handled and came before this moment. From then on, its ids count as new.
    pub fn expire<'a>(&'a self, source: &'a str, before: i64) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move { self.writer().expire(Expiry { source: source.to_owned(), before }).await })
    }

    /// Keeps notes and marks what is handled, in one transaction.
    pub fn keep(&self, keep: Keep) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            for note in &keep.notes {
                check_name("space of the note", &note.space)?;
                check_name("key of the note", &note.key)?;
                check_text("note", note.value.as_deref().unwrap_or_default())?;
            }
            self.writer().keep(keep).await
        })
    }

    /// The note under this key.
    pub fn note<'a>(
        &'a self,
        space: &'a str,
        key: &'a str,
    ) -> BoxFuture<'a, Result<Option<String>, StoreError>> {
        Box::pin(async move {
            if is_bad(key) {
                return Ok(None);
            }
            ask!(self, note(space, key))
        })
    }

    /// The notes of a space with keys after this one, in the order of the keys.
    pub fn notes<'a>(
        &'a self,
        space: &'a str,
        after: &'a str,
        limit: u32,
    ) -> BoxFuture<'a, Result<Vec<(String, String)>, StoreError>> {
        Box::pin(async move { ask!(self, notes(space, after, limit)) })
    }

    /// Notes that a server is at work. Does nothing while no clock runs.
    pub fn beat(&self, at: i64) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move { delegate!(self, beat(at)) })
    }

    /// Notes that a server is at work again, and returns all outages in their order. If the last beat was more than
    /// `tolerance` milliseconds ago and a clock runs, an outage since that beat is added.
    pub fn revive(&self, at: i64, tolerance: i64) -> BoxFuture<'_, Result<Vec<Outage>, StoreError>> {
        Box::pin(async move { delegate!(self, revive(at, tolerance)) })
    }

    /// What other instances do to the games of this store. A SQLite file has one instance, and so no news.
    #[must_use]
    pub fn changes(&self) -> broadcast::Receiver<Change> {
        match &self.backend {
            Backend::Sqlite(store) => store.changes(),
            Backend::Postgres(store) => store.changes(),
        }
    }

    /// Whether the database answers.
    pub fn check(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            self.writer().check()?;
            ask!(self, check())
        })
    }

    /// Finishes what is waiting and closes the store, for all clones.
    pub fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            delegate!(self, close());
        })
    }

    fn writer(&self) -> &Writer {
        match &self.backend {
            Backend::Sqlite(store) => &store.writer,
            Backend::Postgres(store) => &store.writer,
        }
    }
}

/// The longest id, kind and actor in bytes: they go into indexes and notifications.
const LONGEST_NAME: usize = 200;

fn check_name(field: &'static str, name: &str) -> Result<(), StoreError> {
    if name.len() > LONGEST_NAME {
        return Err(StoreError::TooLong { field, limit: LONGEST_NAME });
    }
    check_text(field, name)
}

fn check_events(events: &[String]) -> Result<(), StoreError> {
    events.iter().try_for_each(|event| check_text("event", event))
}

fn check_text(field: &'static str, text: &str) -> Result<(), StoreError> {
    if is_bad(text) { Err(StoreError::BadText { field }) } else { Ok(()) }
}

/// PostgreSQL holds no text with a zero character; neither does any store of ours.
fn is_bad(text: &str) -> bool {
    text.contains('\0')
}
