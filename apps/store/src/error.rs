//! Why a store cannot do what it is asked to.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// What went wrong. [`StoreError::is_definite`] tells whether anything may have been done.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The address is neither a file nor a PostgreSQL URL that can be read.
    #[error("cannot read the address of the store: {reason}")]
    BadAddress {
        /// What is wrong with it; holds no password.
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
    #[error("the database failed while it stored something, which may be done or not: {0}")]
    Unknown(#[source] Cause),
}

impl StoreError {
    /// Whether surely nothing was done.
    #[must_use]
    pub fn is_definite(&self) -> bool {
        !matches!(self, Self::Unknown(_))
    }
}

/// What the database or its driver said.
#[derive(Debug, Error)]
#[error(transparent)]
pub struct Cause(CauseKind);

#[derive(Debug, Error)]
enum CauseKind {
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    #[error("no answer within {0} seconds")]
    TimedOut(u64),
    #[error("the task that writes has ended")]
    WriterEnded,
}

impl Cause {
    pub(crate) fn timed_out(seconds: u64) -> Self {
        Self(CauseKind::TimedOut(seconds))
    }

    pub(crate) fn writer_ended() -> Self {
        Self(CauseKind::WriterEnded)
    }
}

impl From<sqlx::Error> for Cause {
    fn from(error: sqlx::Error) -> Self {
        Self(error.into())
    }
}
