//! The connection to the database.

use std::future::Future;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection};
use tokio::time::timeout;

use crate::error::QueueCause;
use crate::{BoxFuture, QueueError, format};

/// How long to wait for a free connection.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(20);

/// After this the database gives a statement up, and nothing is done.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(60);

/// After this we do not wait for an answer any longer: the network may be gone.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(90);

/// Statements are short, so a few connections serve many slots.
const CONNECTIONS: u32 = 4;

/// The longest name, payload or result in bytes.
const LONGEST_TEXT: usize = 16 << 20;

/// A queue of jobs. Cheap to clone: all clones share their connections.
#[derive(Clone, Debug)]
pub struct Queue {
    pub(crate) pool: PgPool,
}

impl Queue {
    /// Connects to `postgres://user@host/database` and makes the tables, or brings them to the newest format.
    pub fn open(address: &str) -> BoxFuture<'_, Result<Self, QueueError>> {
        Box::pin(async move {
            if !address.starts_with("postgres://") && !address.starts_with("postgresql://") {
                return Err(QueueError::BadAddress {
                    reason: "it does not start with postgres://".to_owned(),
                });
            }
            let connection: PgConnectOptions = address
                .parse()
                .map_err(|error: sqlx::Error| QueueError::BadAddress { reason: error.to_string() })?;
            let connection = connection
                .application_name("damier queue")
                .options([("statement_timeout", STATEMENT_TIMEOUT.as_millis().to_string())])
                .disable_statement_logging();
            let pool = PgPoolOptions::new()
                .max_connections(CONNECTIONS)
                .acquire_timeout(ACQUIRE_TIMEOUT)
                .connect_lazy_with(connection.clone());
            // A pool would try again for long, and then say only that nothing came of it.
            let unreachable = |cause| QueueError::CannotConnect {
                place: format!("{}:{}", connection.get_host(), connection.get_port()),
                cause,
            };
            match timeout(ACQUIRE_TIMEOUT, connection.connect()).await {
                Ok(Ok(first)) => first.close().await?,
                Ok(Err(error)) => return Err(unreachable(error.into())),
                Err(_) => return Err(unreachable(QueueCause::timed_out(ACQUIRE_TIMEOUT))),
            }
            format::upgrade(&pool).await?;
            Ok(Self { pool })
        })
    }

    /// Closes all connections.
    pub fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            self.pool.close().await;
        })
    }
}

/// Waits for an answer of the database, but not for ever.
pub(crate) async fn answered<T, E>(asking: impl Future<Output = Result<T, E>>) -> Result<T, QueueError>
where
    QueueError: From<E>,
{
    match timeout(ANSWER_TIMEOUT, asking).await {
        Ok(answer) => Ok(answer?),
        Err(_) => Err(QueueError::Failed(QueueCause::timed_out(ANSWER_TIMEOUT))),
    }
}

/// Refuses a text that PostgreSQL cannot hold.
pub(crate) fn check_text(field: &'static str, text: &str) -> Result<(), QueueError> {
    let bad = |reason| Err(QueueError::BadText { field, reason });
    match text {
        _ if text.contains('\0') => bad("contains a zero character"),
        _ if text.len() > LONGEST_TEXT => bad("is longer than 16 MiB"),
        _ => Ok(()),
    }
}
