//! Why a store cannot do what it is asked to.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::SqliteError;
use thiserror::Error;

/// A failure of the store. [`StoreError::is_definite`] tells whether anything may have been done.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The address is neither a file nor a PostgreSQL URL that can be read.
    #[error("cannot read the address of the store: {reason}")]
    BadAddress {
        /// The reason, without any password.
        reason: String,
    },
    /// The file or its folder cannot be created or opened.
    #[error("cannot open {}: {source}", path.display())]
    CannotOpen {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Another process uses the SQLite file.
    #[error("{} is used by another process; stop it, or choose another file", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// The file holds something else.
    #[error("{} is not a store of games; choose another file", path.display())]
    NotAStore {
        /// The file.
        path: PathBuf,
    },
    /// A later version wrote the store.
    #[error("the store has format {found}, this program knows formats up to {known}; use a newer program")]
    Newer {
        /// The format of the store.
        found: i64,
        /// The newest format that is known here.
        known: i64,
    },
    /// PostgreSQL does not let us in, or is not there.
    #[error(
        "cannot reach PostgreSQL at {place}: {cause}; check that it runs there and that user and database are right"
    )]
    Unreachable {
        /// The host with its port or the socket, and the database; holds no password.
        place: String,
        /// What the system or the database said.
        #[source]
        cause: Cause,
    },
    /// The database cannot be reached or set up.
    #[error("cannot connect to the database: {0}")]
    CannotConnect(#[source] Cause),
    /// A game of this id exists already.
    #[error("the store already has a game {id:?}")]
    GameExists {
        /// The id.
        id: String,
    },
    /// A text that PostgreSQL cannot hold.
    #[error("the {field} contains a zero character")]
    BadText {
        /// Where it is.
        field: &'static str,
    },
    /// An id that is too long for an index or a notification.
    #[error("the {field} is longer than {limit} bytes")]
    TooLong {
        /// The name of the field.
        field: &'static str,
        /// The longest that is allowed.
        limit: usize,
    },
    /// There is no such seat.
    #[error("there is no seat {found}; 0 is White, 1 is Black")]
    BadSeat {
        /// The seat asked for.
        found: usize,
    },
    /// Too many requests are waiting. Try again later.
    #[error("the store is busy; try again later")]
    Busy,
    /// No room is left on the disk, or below [`Options::max_bytes`](crate::Options::max_bytes).
    #[error("the store is full")]
    Full,
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
    /// Something in the store cannot be understood.
    #[error("the store is damaged: {reason}")]
    Damaged {
        /// What was found.
        reason: String,
    },
    /// The database refused; nothing was done.
    #[error("the database failed: {0}")]
    Failed(#[source] Cause),
    /// The database failed while it stored something: it may be there or not. Read the game again.
    #[error("the database failed during a write, which may or may not be stored: {0}")]
    Unknown(#[source] Cause),
}

impl StoreError {
    /// Whether it is certain that nothing was done.
    #[must_use]
    pub fn is_definite(&self) -> bool {
        !matches!(self, Self::Unknown(_))
    }
}

/// What the database or its driver said.
#[derive(Clone, Debug, Error)]
#[error(transparent)]
pub struct Cause(CauseKind);

#[derive(Clone, Debug, Error)]
enum CauseKind {
    #[error("{}", in_words(.0))]
    Database(Arc<sqlx::Error>),
    #[error("no answer within {} seconds", .0.as_secs())]
    TimedOut(Duration),
    #[error("the task that writes has ended")]
    WriterEnded,
}

impl Cause {
    pub(crate) fn timed_out(limit: Duration) -> Self {
        Self(CauseKind::TimedOut(limit))
    }

    pub(crate) fn writer_ended() -> Self {
        Self(CauseKind::WriterEnded)
    }

    pub(crate) fn is_unique_violation(&self) -> bool {
        let CauseKind::Database(error) = &self.0 else { return false };
        error.as_database_error().is_some_and(|database| database.is_unique_violation())
    }
}

impl From<sqlx::Error> for Cause {
    fn from(error: sqlx::Error) -> Self {
        Self(CauseKind::Database(Arc::new(error)))
    }
}

/// What the system or the database said, without the words of the driver around it.
fn in_words(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Io(error) => error.to_string(),
        sqlx::Error::Database(database) => database.message().to_owned(),
        other => other.to_string(),
    }
}

/// The error of a call that changed nothing.
pub(crate) fn refused(error: sqlx::Error) -> StoreError {
    match &error {
        sqlx::Error::PoolTimedOut => StoreError::Busy,
        sqlx::Error::PoolClosed => StoreError::Closed,
        sqlx::Error::Database(database) => {
            let code = database.code().unwrap_or_default();
            match if is_sqlite(&error) { of_sqlite(&code) } else { of_postgres(&code) } {
                Fault::Full => StoreError::Full,
                Fault::Busy => StoreError::Busy,
                Fault::Damaged => StoreError::Damaged { reason: database.message().to_owned() },
                Fault::Other => StoreError::Failed(error.into()),
            }
        }
        _ => StoreError::Failed(error.into()),
    }
}

/// Whether SQLite says that the disk is full.
pub(crate) fn is_full(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|database| database.code());
    is_sqlite(error) && code.is_some_and(|code| matches!(of_sqlite(&code), Fault::Full))
}

/// Whether SQLite says that the file is something else, or encrypted.
pub(crate) fn is_foreign_file(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|database| database.code());
    is_sqlite(error) && code.is_some_and(|code| primary_code(&code) == 26)
}

enum Fault {
    Full,
    Busy,
    Damaged,
    Other,
}

fn is_sqlite(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(|database| database.try_downcast_ref::<SqliteError>().is_some())
}

/// The low byte of an extended code is the code that the documentation of SQLite lists first.
fn primary_code(code: &str) -> u32 {
    code.parse::<u32>().map_or(0, |code| code & 0xff)
}

fn of_sqlite(code: &str) -> Fault {
    match primary_code(code) {
        5 | 6 => Fault::Busy,
        11 | 26 => Fault::Damaged,
        13 => Fault::Full,
        _ => Fault::Other,
    }
}

/// Classes of errors from appendix A of the manual of PostgreSQL.
fn of_postgres(code: &str) -> Fault {
    match code {
        "53100" => Fault::Full,
        // Too many connections, canceled after its time, lock not available, serialization failure, deadlock, starting.
        "53300" | "57014" | "55P03" | "40001" | "40P01" | "57P03" => Fault::Busy,
        "XX001" | "XX002" => Fault::Damaged,
        _ => Fault::Other,
    }
}
