//! The store in a PostgreSQL database, which several instances of the server may share.

mod format;
mod listener;

use std::future::Future;
use std::time::Duration;

use sqlx::pool::{PoolConnection, PoolConnectionMetadata};
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions, Postgres};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::broadcast;
use tokio::time::timeout;

use crate::error::{Cause, refused};
use crate::{
    Append, Appended, Change, NewGame, Options, StoreError, StoredEvent, StoredGame, StoredSummary, queries,
};
use listener::{CHANNEL, Listener};

/// How long to wait for a free connection.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);

/// After this the database gives a statement up, and nothing is done.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(10);

/// After this we do not wait for an answer any longer: the network may be gone.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

/// Connections that were idle for longer are tested before they are used. Under load none is, and an append stays
/// one round trip.
const TESTED_AFTER: Duration = Duration::from_secs(1);

pub(crate) struct PostgresStore {
    pool: PgPool,
    listener: Listener,
}

mod read {
    crate::queries::reading!(sqlx::PgPool);
}

impl PostgresStore {
    pub(crate) async fn open(address: &str, options: &Options) -> Result<Self, StoreError> {
        let connection: PgConnectOptions = address
            .parse()
            .map_err(|error: sqlx::Error| StoreError::BadAddress { reason: error.to_string() })?;
        let connection = connection
            .application_name("damier")
            .options([("statement_timeout", STATEMENT_TIMEOUT.as_millis().to_string())])
            .disable_statement_logging();
        let pool = PgPoolOptions::new()
            .max_connections(options.connections.max(1))
            .acquire_timeout(ACQUIRE_TIMEOUT)
            .test_before_acquire(false)
            .before_acquire(|connection, about| Box::pin(is_usable(connection, about)))
            .connect_with(connection.clone())
            .await
            .map_err(|error| StoreError::CannotConnect(error.into()))?;
        format::upgrade(&pool).await?;
        let listener = Listener::start(connection).await?;
        Ok(Self { pool, listener })
    }

    pub(crate) async fn create(&self, game: NewGame) -> Result<(), StoreError> {
        let hash = |seat: usize| game.seats[seat].as_ref().map(|seat| seat.0.as_slice());
        let create = sqlx::query_scalar(CREATE)
            .bind(&game.id)
            .bind(&game.kind)
            .bind(game.at)
            .bind(&game.events)
            .bind(hash(0))
            .bind(hash(1))
            .bind(game.invite.as_ref().map(|invite| invite.0.as_slice()))
            .bind(game.listed)
            .bind(game.state.is_over)
            .bind(game.state.flag)
            .bind(&game.state.summary);
        let mut connection = self.pool.acquire().await.map_err(not_sent)?;
        let made: i64 = stored(create.fetch_one(&mut *connection))
            .await
            .map_err(|error| given_up(error, &mut connection))?;
        if made == 1 { Ok(()) } else { Err(StoreError::GameExists { id: game.id }) }
    }

    pub(crate) async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        let command = append.command.as_ref();
        let statement = sqlx::query_as(APPEND)
            .bind(&append.game)
            .bind(append.expected)
            .bind(append.at)
            .bind(&append.events)
            .bind(append.state.is_over)
            .bind(append.state.flag)
            .bind(&append.state.summary)
            .bind(queries::taken(&append, 0))
            .bind(queries::taken(&append, 1))
            .bind(command.map(|command| &command.id))
            .bind(command.map(|command| &command.actor))
            .bind(CHANNEL)
            .bind(self.listener.instance());
        let mut connection = self.pool.acquire().await.map_err(not_sent)?;
        // The driver waits for the end of the transaction, not just for the row.
        let done: Result<Option<(i64,)>, StoreError> =
            stored(statement.fetch_optional(&mut *connection)).await;
        match done {
            Ok(Some((last_seq,))) => return Ok(Appended::Done { last_seq }),
            Ok(None) => {}
            // Another append of the same command came first, and neither had events.
            Err(StoreError::Failed(cause)) if cause.is_unique_violation() => {}
            Err(error) => return Err(given_up(error, &mut connection)),
        }
        // A second statement sees what was committed while the first one waited.
        let row =
            sqlx::query_as(queries::REFUSAL).bind(&append.game).bind(command.map(|command| &command.id));
        let row = answered(async { row.fetch_optional(&mut *connection).await.map_err(refused) }).await?;
        Ok(queries::refusal(&append, row))
    }

    pub(crate) async fn load(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        answered(read::load(&self.pool, id)).await
    }

    pub(crate) async fn events_after(&self, id: &str, seq: i64) -> Result<Vec<StoredEvent>, StoreError> {
        answered(read::events_after(&self.pool, id, seq)).await
    }

    pub(crate) async fn command(&self, game: &str, command: &str) -> Result<Option<i64>, StoreError> {
        answered(read::command(&self.pool, game, command)).await
    }

    pub(crate) async fn summaries(&self, ids: &[String]) -> Result<Vec<StoredSummary>, StoreError> {
        let rows = sqlx::query_as(SUMMARIES).bind(ids).fetch_all(&self.pool);
        let rows = answered(async { rows.await.map_err(refused) }).await?;
        Ok(rows.into_iter().map(queries::summary).collect())
    }

    pub(crate) async fn listed(&self, before: i64, limit: u32) -> Result<Vec<StoredSummary>, StoreError> {
        answered(read::listed(&self.pool, before, limit)).await
    }

    pub(crate) async fn flags_due(&self, now: i64, limit: u32) -> Result<Vec<String>, StoreError> {
        answered(read::flags_due(&self.pool, now, limit)).await
    }

    pub(crate) fn changes(&self) -> broadcast::Receiver<Change> {
        self.listener.changes()
    }

    pub(crate) async fn check(&self) -> Result<(), StoreError> {
        answered(read::check(&self.pool)).await
    }

    pub(crate) async fn close(&self) {
        self.listener.stop();
        self.pool.close().await;
    }
}

async fn is_usable(connection: &mut PgConnection, about: PoolConnectionMetadata) -> sqlx::Result<bool> {
    Ok(about.idle_for < TESTED_AFTER || connection.ping().await.is_ok())
}

/// No connection, so nothing was sent.
fn not_sent(error: sqlx::Error) -> StoreError {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) => StoreError::CannotConnect(error.into()),
        error => refused(error),
    }
}

/// Waits for a statement that stores something, and tells whether a failure is definite.
async fn stored<T>(statement: impl Future<Output = sqlx::Result<T>>) -> Result<T, StoreError> {
    match timeout(ANSWER_TIMEOUT, statement).await {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) if is_definite(&error) => Err(refused(error)),
        Ok(Err(error)) => Err(StoreError::Unknown(error.into())),
        Err(_) => Err(StoreError::Unknown(Cause::timed_out(ANSWER_TIMEOUT))),
    }
}

/// A connection that may still wait for an answer is not used again.
fn given_up(error: StoreError, connection: &mut PoolConnection<Postgres>) -> StoreError {
    if !error.is_definite() {
        connection.close_on_drop();
    }
    error
}

/// An error that the database reports undoes the statement, unless the server or the connection is going down: then
/// the commit may have come first. Everything else, such as a closed connection, tells nothing.
fn is_definite(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Database(database) => {
            let code = database.code().unwrap_or_default();
            !code.starts_with("57P") && !code.starts_with("08")
        }
        sqlx::Error::Encode(_) => true,
        _ => false,
    }
}

/// Waits for a statement that only reads.
async fn answered<T>(reading: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    let late = |_| Err(StoreError::Failed(Cause::timed_out(ANSWER_TIMEOUT)));
    timeout(ANSWER_TIMEOUT, reading).await.unwrap_or_else(late)
}

const CREATE: &str = "with made as (\
         insert into game (id, kind, created, updated, last_seq, white, black, invite, listed, is_over, flag, summary) \
         values ($1, $2, $3, $3, cardinality($4::text[]), $5, $6, $7, $8, $9, $10, $11) \
         on conflict (id) do nothing returning id), \
     events as (\
         insert into event (game, seq, at, event) \
         select $1, numbered.seq, $3, numbered.event \
         from made, unnest($4::text[]) with ordinality as numbered (event, seq)) \
     select count(*) from made";

/// One statement is one transaction and one round trip. Where the game has moved on, the update waits for the lock of
/// the row, looks at it again, and finds nothing to do.
const APPEND: &str = "with done as (\
         update game set last_seq = last_seq + cardinality($4::text[]), updated = $3, is_over = $5, flag = $6, \
             summary = $7, white = coalesce(white, $8::bytea), black = coalesce(black, $9::bytea) \
         where id = $1 and last_seq = $2 and ($8::bytea is null or white is null) \
             and ($9::bytea is null or black is null) \
             and not exists (select from command where game = $1 and command.id = $10) \
         returning last_seq), \
     events as (\
         insert into event (game, seq, at, event) \
         select $1, $2 + numbered.seq, $3, numbered.event \
         from done, unnest($4::text[]) with ordinality as numbered (event, seq)), \
     handled as (\
         insert into command (game, id, actor, last_seq) \
         select $1, $10, $11, last_seq from done where $10::text is not null) \
     select last_seq, pg_notify($12, $13 || ' ' || last_seq || ' ' || $1) from done";

const SUMMARIES: &str =
    "select id, kind, created, updated, last_seq, is_over, summary from game where id = any($1)";
