//! The store in a PostgreSQL database, which several instances of the server may share.

mod format;
mod listener;
mod write;

use std::future::Future;
use std::time::Duration;

use sqlx::pool::PoolConnectionMetadata;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::broadcast;
use tokio::time::timeout;

use crate::error::Cause;
use crate::writer::Writer;
use crate::{Change, Options, Outage, StoreError};
use listener::Listener;
use write::PostgresWriting;

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
    pub(crate) pool: PgPool,
    pub(crate) writer: Writer,
    listener: Listener,
}

pub(crate) mod statements {
    crate::queries::statements!(sqlx::PgPool);

    pub(crate) async fn summaries(
        pool: &sqlx::PgPool,
        ids: &[String],
    ) -> Result<Vec<StoredSummary>, StoreError> {
        let rows = sqlx::query_as(SUMMARIES).bind(ids).fetch_all(pool).await.map_err(refused)?;
        Ok(rows.into_iter().map(queries::summary).collect())
    }

    const SUMMARIES: &str =
        "select id, kind, created, updated, last_seq, is_over, summary from game where id = any($1)";
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
        try_once(&connection).await?;
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
        let database = PostgresWriting { pool: pool.clone(), instance: listener.instance().to_owned() };
        let writer = Writer::start(database, options.queue);
        Ok(Self { pool, writer, listener })
    }

    pub(crate) async fn beat(&self, at: i64) -> Result<(), StoreError> {
        answered(statements::beat(&self.pool, at)).await
    }

    pub(crate) async fn revive(&self, at: i64, tolerance: i64) -> Result<Vec<Outage>, StoreError> {
        answered(statements::revive(&self.pool, at, tolerance)).await?;
        answered(statements::outages(&self.pool)).await
    }

    pub(crate) fn changes(&self) -> broadcast::Receiver<Change> {
        self.listener.changes()
    }

    pub(crate) async fn close(&self) {
        self.writer.close().await;
        self.listener.stop();
        self.pool.close().await;
    }
}

/// Connects once. The pool would try again and again, and in the end only say that it took too long.
async fn try_once(connection: &PgConnectOptions) -> Result<(), StoreError> {
    let unreachable = |cause| StoreError::Unreachable { place: place(connection), cause };
    match timeout(ACQUIRE_TIMEOUT, connection.connect()).await {
        Ok(Ok(first)) => first.close().await.map_err(|error| unreachable(error.into())),
        Ok(Err(error)) => Err(unreachable(error.into())),
        Err(_) => Err(unreachable(Cause::timed_out(ACQUIRE_TIMEOUT))),
    }
}

/// Where a connection leads: `localhost:5432, database damier, user me`.
fn place(connection: &PgConnectOptions) -> String {
    let server = match connection.get_socket() {
        Some(socket) => socket.display().to_string(),
        None => format!("{}:{}", connection.get_host(), connection.get_port()),
    };
    let user = connection.get_username();
    match connection.get_database() {
        Some(database) => format!("{server}, database {database}, user {user}"),
        None => format!("{server}, user {user}"),
    }
}

async fn is_usable(connection: &mut PgConnection, about: PoolConnectionMetadata) -> sqlx::Result<bool> {
    Ok(about.idle_for < TESTED_AFTER || connection.ping().await.is_ok())
}

/// Waits for a statement that only reads.
pub(crate) async fn answered<T>(
    reading: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    let late = |_| Err(StoreError::Failed(Cause::timed_out(ANSWER_TIMEOUT)));
    timeout(ANSWER_TIMEOUT, reading).await.unwrap_or_else(late)
}
