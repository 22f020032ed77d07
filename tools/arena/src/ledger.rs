//! The ledger of a match: its plan and its finished games, in one SQLite file.

use std::ffi::OsString;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection};
use tokio::runtime::{Builder, Runtime};

use crate::error::LedgerError;
use crate::plan::MatchPlan;
use crate::played_game::PlayedGame;

/// The format of the file.
const FORMAT: i64 = 1;

/// `damr`: what the file says of itself.
const APPLICATION: i64 = 0x6461_6d72;

/// How long to wait for others that look into the file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

const TABLES: &str = "
    create table plan (id integer primary key check (id = 1), plan text not null) strict;
    create table game (
        pair integer not null,
        game integer not null check (game in (0, 1)),
        body text not null,
        primary key (pair, game)
    ) strict;
";

/// The plan of a match and its finished games, in one SQLite file. A game counts when [`add`](Self::add) has returned:
/// then it is on the disk.
///
/// One process plays a match; others may look into its ledger meanwhile.
#[derive(Debug)]
pub struct Ledger {
    path: PathBuf,
    runtime: Runtime,
    connection: Option<SqliteConnection>,
    /// Held by the process that plays.
    lock: Option<File>,
}

impl Ledger {
    /// The ledger that belongs to a file with records: `games.pgn.ledger` beside `games.pgn`.
    #[must_use]
    pub fn path_of(records: &Path) -> PathBuf {
        beside(records, ".ledger")
    }

    /// Begins the ledger of a new match. One that holds no game yet, such as that of a match whose engine could not be
    /// started, makes room for it.
    ///
    /// # Errors
    ///
    /// [`LedgerError::Exists`] if there are games already, perhaps of the same match; nothing is overwritten.
    pub fn create(path: &Path, plan: &MatchPlan) -> Result<Self, LedgerError> {
        let mut ledger = Self::open_locked(path)?;
        match ledger.stored_plan()? {
            None => ledger.begin(plan)?,
            Some(stored) => {
                let (path, games) = (path.to_owned(), ledger.count()?);
                if games == 0 {
                    ledger.replace_plan(plan)?;
                    return Ok(ledger);
                }
                return Err(LedgerError::Exists { path, games, same: stored.obstacles(plan).is_empty() });
            }
        }
        Ok(ledger)
    }

    /// Opens the ledger of a match to go on with it, and returns its plan.
    ///
    /// # Errors
    ///
    /// [`LedgerError::Missing`] if there is none, [`LedgerError::InUse`] if another process plays the match.
    pub fn resume(path: &Path) -> Result<(Self, MatchPlan), LedgerError> {
        if !path.exists() {
            return Err(LedgerError::Missing { path: path.to_owned() });
        }
        let mut ledger = Self::open_locked(path)?;
        match ledger.stored_plan()? {
            Some(plan) => Ok((ledger, plan)),
            None => Err(LedgerError::Missing { path: path.to_owned() }),
        }
    }

    /// Opens the ledger of a match only to read it; the match may go on meanwhile.
    ///
    /// # Errors
    ///
    /// As [`resume`](Self::resume), but never [`LedgerError::InUse`].
    pub fn read(path: &Path) -> Result<(Self, MatchPlan), LedgerError> {
        if !path.exists() {
            return Err(LedgerError::Missing { path: path.to_owned() });
        }
        let mut ledger = Self::open(path, None)?;
        match ledger.stored_plan()? {
            Some(plan) => Ok((ledger, plan)),
            None => Err(LedgerError::Missing { path: path.to_owned() }),
        }
    }

    /// Takes the lock, then opens or creates the file.
    fn open_locked(path: &Path) -> Result<Self, LedgerError> {
        let cannot_open = |source| LedgerError::CannotOpen { path: path.to_owned(), source };
        // The file of the lock stays: deleting it would let two processes lock two files of one name.
        let lock = File::options().write(true).create(true).truncate(false).open(beside(path, ".lock"));
        let lock = lock.map_err(cannot_open)?;
        match lock.try_lock() {
            Ok(()) => Self::open(path, Some(lock)),
            Err(TryLockError::WouldBlock) => Err(LedgerError::InUse { path: path.to_owned() }),
            Err(TryLockError::Error(source)) => Err(cannot_open(source)),
        }
    }

    fn open(path: &Path, lock: Option<File>) -> Result<Self, LedgerError> {
        let cannot_open = |source| LedgerError::CannotOpen { path: path.to_owned(), source };
        let runtime = Builder::new_current_thread().enable_time().build().map_err(cannot_open)?;
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(lock.is_some())
            .busy_timeout(BUSY_TIMEOUT)
            .disable_statement_logging();
        // Whoever only reads leaves the file as it is.
        let options = match lock {
            Some(_) => options.journal_mode(SqliteJournalMode::Wal).synchronous(SqliteSynchronous::Full),
            None => options.pragma("query_only", "on"),
        };
        let connection = runtime.block_on(options.connect()).map_err(|source| database(path, source))?;
        let mut ledger = Self { path: path.to_owned(), runtime, connection: Some(connection), lock };
        ledger.check_format()?;
        Ok(ledger)
    }

    /// Refuses files that are not ledgers, and ledgers of later versions.
    fn check_format(&mut self) -> Result<(), LedgerError> {
        let application: i64 = self.number("pragma application_id")?;
        let found: i64 = self.number("pragma user_version")?;
        let tables: i64 = self.number("select count(*) from sqlite_master")?;
        if tables == 0 {
            return Ok(());
        }
        let path = self.path.clone();
        match (application, found) {
            (APPLICATION, 1..=FORMAT) => Ok(()),
            (APPLICATION, found) => Err(LedgerError::Newer { path, found, known: FORMAT }),
            _ => Err(LedgerError::NotALedger { path }),
        }
    }

    /// Creates the tables and stores the plan, at once.
    fn begin(&mut self, plan: &MatchPlan) -> Result<(), LedgerError> {
        let plan = plan.to_json();
        self.with(async |connection| {
            let mut transaction = connection.begin().await?;
            for text in
                [format!("pragma application_id = {APPLICATION}"), format!("pragma user_version = {FORMAT}")]
            {
                sqlx::raw_sql(sqlx::AssertSqlSafe(text)).execute(&mut *transaction).await?;
            }
            sqlx::raw_sql(TABLES).execute(&mut *transaction).await?;
            sqlx::query("insert into plan (id, plan) values (1, $1)")
                .bind(plan)
                .execute(&mut *transaction)
                .await?;
            transaction.commit().await
        })
    }

    /// Stores another plan in place of the one that is there.
    pub(crate) fn replace_plan(&mut self, plan: &MatchPlan) -> Result<(), LedgerError> {
        let plan = plan.to_json();
        self.with(async |connection| {
            sqlx::query("update plan set plan = $1").bind(plan).execute(connection).await.map(|_| ())
        })
    }

    fn stored_plan(&mut self) -> Result<Option<MatchPlan>, LedgerError> {
        if self.number("select count(*) from sqlite_master")? == 0 {
            return Ok(None);
        }
        let text: Option<String> = self.with(async |connection| {
            sqlx::query_scalar("select plan from plan").fetch_optional(connection).await
        })?;
        let damaged = |reason: String| LedgerError::Damaged { path: self.path.clone(), reason };
        text.map(|text| MatchPlan::from_json(&text).map_err(|error| damaged(error.to_string()))).transpose()
    }

    /// Stores finished games, all or none. When it returns, they are on the disk.
    ///
    /// # Errors
    ///
    /// The database fails, or a game is there already.
    pub fn add(&mut self, games: &[PlayedGame]) -> Result<(), LedgerError> {
        let body = |game: &PlayedGame| serde_json::to_string(game).expect("texts, numbers and lists");
        let rows: Vec<(i64, i64, String)> =
            games.iter().map(|game| (game.pair as i64, i64::from(game.game), body(game))).collect();
        self.with(async |connection| {
            let mut transaction = connection.begin().await?;
            for (pair, game, body) in rows {
                let insert = sqlx::query("insert into game (pair, game, body) values ($1, $2, $3)");
                insert.bind(pair).bind(game).bind(body).execute(&mut *transaction).await?;
            }
            transaction.commit().await
        })
    }

    /// The number of finished games.
    ///
    /// # Errors
    ///
    /// The database fails.
    pub fn count(&mut self) -> Result<u64, LedgerError> {
        self.number("select count(*) from game").map(|count| count as u64)
    }

    /// Calls `each` with every finished game in the order of the schedule.
    ///
    /// # Errors
    ///
    /// The database fails, a game in it cannot be read, or `each` fails.
    pub fn for_each<E: From<LedgerError>>(
        &mut self,
        mut each: impl FnMut(PlayedGame) -> Result<(), E>,
    ) -> Result<(), E> {
        let (mut pair, mut game) = (-1, 1);
        loop {
            let rows: Vec<(i64, i64, String)> = self.with(async |connection| {
                sqlx::query_as(NEXT_GAMES).bind(pair).bind(game).fetch_all(connection).await
            })?;
            let Some(last) = rows.last() else { return Ok(()) };
            (pair, game) = (last.0, last.1);
            for (_, _, body) in rows {
                let path = || self.path.clone();
                let damaged = |error: serde_json::Error| LedgerError::Damaged {
                    path: path(),
                    reason: error.to_string(),
                };
                each(serde_json::from_str(&body).map_err(damaged)?)?;
            }
        }
    }

    fn number(&mut self, query: &'static str) -> Result<i64, LedgerError> {
        self.with(async |connection| sqlx::query_scalar(query).fetch_one(connection).await)
    }

    fn with<T>(
        &mut self,
        work: impl AsyncFnOnce(&mut SqliteConnection) -> Result<T, sqlx::Error>,
    ) -> Result<T, LedgerError> {
        let Self { path, runtime, connection, .. } = self;
        let connection = connection.as_mut().expect("it is open until it is dropped");
        runtime.block_on(work(connection)).map_err(|source| database(path, source))
    }
}

const NEXT_GAMES: &str =
    "select pair, game, body from game where (pair, game) > ($1, $2) order by pair, game limit 256";

impl Drop for Ledger {
    /// Moves everything from the log into the file, then lets others have it.
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take() {
            // Everything is on the disk already, in the log if not in the file.
            let _ = self.runtime.block_on(connection.close());
        }
        if let Some(lock) = &self.lock {
            // Closing is not enough: an engine that another thread is just starting holds a copy of every open file.
            let _ = lock.unlock();
        }
    }
}

fn database(path: &Path, source: sqlx::Error) -> LedgerError {
    let path = path.to_owned();
    let code = source.as_database_error().and_then(|error| error.code());
    // SQLITE_NOTADB.
    if code.is_some_and(|code| code == "26") {
        return LedgerError::NotALedger { path };
    }
    LedgerError::Database { path, source }
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}
