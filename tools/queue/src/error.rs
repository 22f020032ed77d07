//! Why the queue cannot do what it is asked to.

use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

/// What went wrong.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum QueueError {
    /// The address is not a PostgreSQL URL that can be read.
    #[error("cannot read the address of the queue: {reason}; expected postgres://user@host/database")]
    BadAddress {
        /// What is wrong with it; holds no password.
        reason: String,
    },
    /// The database cannot be reached or set up.
    #[error(
        "cannot reach the queue at {place}: {cause}; check that PostgreSQL runs there, and user and database"
    )]
    CannotConnect {
        /// Host and port.
        place: String,
        /// What the database or its driver said.
        #[source]
        cause: QueueCause,
    },
    /// A later version made the tables.
    #[error("the queue has format {found}, this program knows formats up to {known}; use a newer program")]
    Newer {
        /// The format of the queue.
        found: i64,
        /// The newest format that is known here.
        known: i64,
    },
    /// An open run of this name has another plan.
    #[error(
        "run {run} has the same name but another plan, perhaps of another version of the program; \
         cancel it (damier queue --cancel {run}) to start again"
    )]
    PlanDiffers {
        /// The run.
        run: i64,
    },
    /// There is no such run.
    #[error("the queue has no run {run}")]
    NoRun {
        /// The run asked for.
        run: i64,
    },
    /// A text that PostgreSQL cannot hold, or one that is too long.
    #[error("the {field} {reason}")]
    BadText {
        /// Which text.
        field: &'static str,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// The database failed.
    #[error("the database failed: {0}")]
    Failed(#[source] QueueCause),
}

impl QueueError {
    /// Whether the same call may succeed later, since the database cannot be reached now or is too busy.
    #[must_use]
    pub fn is_temporary(&self) -> bool {
        match self {
            Self::CannotConnect { cause, .. } | Self::Failed(cause) => cause.is_temporary(),
            _ => false,
        }
    }
}

impl From<sqlx::Error> for QueueError {
    fn from(error: sqlx::Error) -> Self {
        Self::Failed(error.into())
    }
}

/// What the database or its driver said.
#[derive(Clone, Debug, Error)]
#[error(transparent)]
pub struct QueueCause(CauseKind);

#[derive(Clone, Debug, Error)]
enum CauseKind {
    #[error("{}", said(.0))]
    Database(Arc<sqlx::Error>),
    #[error("no answer within {} seconds", .0.as_secs())]
    TimedOut(Duration),
}

impl QueueCause {
    pub(crate) fn timed_out(limit: Duration) -> Self {
        Self(CauseKind::TimedOut(limit))
    }

    fn is_temporary(&self) -> bool {
        let CauseKind::Database(error) = &self.0 else { return true };
        match &**error {
            sqlx::Error::Database(database) => is_temporary_code(&database.code().unwrap_or_default()),
            sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::WorkerCrashed => true,
            // The connection broke in the middle of an answer.
            sqlx::Error::Protocol(_) => true,
            _ => false,
        }
    }
}

impl From<sqlx::Error> for QueueCause {
    fn from(error: sqlx::Error) -> Self {
        Self(CauseKind::Database(Arc::new(error)))
    }
}

/// What the database said, without what the driver adds.
fn said(error: &sqlx::Error) -> String {
    error.as_database_error().map_or_else(|| error.to_string(), |error| error.message().to_owned())
}

/// Classes of errors from appendix A of the manual of PostgreSQL: lost connections, going down or starting, too many
/// connections, canceled after its time, serialization failure, deadlock.
fn is_temporary_code(code: &str) -> bool {
    code.starts_with("08")
        || code.starts_with("57P")
        || matches!(code, "53300" | "57014" | "55P03" | "40001" | "40P01")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lost_connections_are_temporary_and_bad_statements_are_not() {
        let of = |error: sqlx::Error| QueueError::from(error).is_temporary();
        assert!(of(sqlx::Error::PoolTimedOut));
        assert!(of(std::io::Error::from(std::io::ErrorKind::ConnectionReset).into()));
        assert!(!of(sqlx::Error::RowNotFound));
        assert!(QueueError::Failed(QueueCause::timed_out(Duration::from_secs(1))).is_temporary());
        assert!(!QueueError::NoRun { run: 1 }.is_temporary());
        for (code, expected) in
            [("57P01", true), ("08006", true), ("40P01", true), ("42P01", false), ("", false)]
        {
            assert_eq!(is_temporary_code(code), expected, "{code}");
        }
    }
}
