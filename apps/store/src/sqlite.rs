//! The store in one SQLite file.
//!
//! One task writes, so that all appends that wait share one transaction and one sync of the disk. Readers have
//! connections of their own, which the write-ahead log keeps out of the writer's way.

mod file;
mod format;
mod write;

use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::broadcast;

use crate::error::refused;
use crate::writer::Writer;
use crate::{Change, Options, Outage, StoreError};
use file::{Lock, prepare};
use write::SqliteWriting;

/// How long to wait for other programs that look into the file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a reader waits for a connection.
const READER_TIMEOUT: Duration = Duration::from_secs(10);

pub(crate) struct SqliteStore {
    pub(crate) readers: SqlitePool,
    writing: SqlitePool,
    pub(crate) writer: Writer,
    /// Keeps receivers waiting for news that never come.
    changes: broadcast::Sender<Change>,
    lock: Mutex<Option<Lock>>,
}

pub(crate) mod statements {
    crate::queries::statements!(sqlx::SqlitePool);

    pub(crate) async fn summaries(
        pool: &sqlx::SqlitePool,
        ids: &[String],
    ) -> Result<Vec<StoredSummary>, StoreError> {
        let rows = sqlx::query_as(SUMMARIES).bind(serde_json::json!(ids).to_string());
        Ok(rows.fetch_all(pool).await.map_err(refused)?.into_iter().map(queries::summary).collect())
    }

    const SUMMARIES: &str = "select id, kind, created, updated, last_seq, is_over, summary from game \
         where id in (select value from json_each($1))";
}

impl SqliteStore {
    pub(crate) async fn open(address: &str, options: &Options) -> Result<Self, StoreError> {
        if address == ":memory:" {
            let connection = SqliteConnectOptions::new().in_memory(true).foreign_keys(true);
            let pool = open_pool(limited(connection, options), 1).await?;
            format::upgrade(&mut *pool.acquire().await.map_err(refused)?, Path::new(address)).await?;
            return Ok(Self::new(pool.clone(), pool, None, options));
        }
        let (path, lock) = prepare(address)?;
        // Nothing is written before the file is known to be ours.
        let connection = SqliteConnectOptions::new().filename(&path).busy_timeout(BUSY_TIMEOUT);
        let connection = connection.disable_statement_logging();
        let mut first = connection.connect().await.map_err(|error| open_error(error, &path))?;
        format::upgrade(&mut first, &path).await?;
        first.close().await.map_err(refused)?;

        let connection = connection
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .pragma("journal_size_limit", "67108864");
        let writing = open_pool(limited(connection.clone(), options), 1).await?;
        let readers = open_pool(connection.pragma("query_only", "on"), options.readers.max(1)).await?;
        Ok(Self::new(readers, writing, Some(lock), options))
    }

    fn new(readers: SqlitePool, writing: SqlitePool, lock: Option<Lock>, options: &Options) -> Self {
        let database = SqliteWriting { pool: writing.clone(), _lock: lock.clone() };
        let writer = Writer::start(database, options.queue);
        Self { readers, writing, writer, changes: broadcast::channel(1).0, lock: Mutex::new(lock) }
    }

    /// On the connection that writes, so that it waits for no lock of this process.
    pub(crate) async fn beat(&self, at: i64) -> Result<(), StoreError> {
        statements::beat(&self.writing, at).await
    }

    pub(crate) async fn revive(&self, at: i64, tolerance: i64) -> Result<Vec<Outage>, StoreError> {
        statements::revive(&self.writing, at, tolerance).await?;
        statements::outages(&self.readers).await
    }

    pub(crate) fn changes(&self) -> broadcast::Receiver<Change> {
        self.changes.subscribe()
    }

    /// The last connection to close moves everything from the log into the file.
    pub(crate) async fn close(&self) {
        self.writer.close().await;
        self.writing.close().await;
        self.readers.close().await;
        self.lock.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

fn limited(connection: SqliteConnectOptions, options: &Options) -> SqliteConnectOptions {
    match options.max_bytes {
        None => connection,
        Some(bytes) => connection.pragma("max_page_count", (bytes / PAGE_SIZE).max(1).to_string()),
    }
}

/// The default of SQLite in bytes.
const PAGE_SIZE: u64 = 4096;

/// Connections are local, so they are neither tested nor replaced: a database in memory lives in its only one.
async fn open_pool(connection: SqliteConnectOptions, size: u32) -> Result<SqlitePool, StoreError> {
    let pool = SqlitePoolOptions::new()
        .max_connections(size)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        .acquire_timeout(READER_TIMEOUT);
    pool.connect_with(connection.disable_statement_logging()).await.map_err(refused)
}

fn open_error(error: sqlx::Error, path: &Path) -> StoreError {
    if crate::error::is_foreign_file(&error) {
        StoreError::NotAStore { path: path.to_owned() }
    } else {
        StoreError::CannotConnect(error.into())
    }
}
