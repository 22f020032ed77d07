//! One transaction of the PostgreSQL writer.
//!
//! A transaction that notifies takes a lock of the whole server until its commit is on the disk. So appends that come
//! together share one; a single one needs no more than one round trip.

use std::future::Future;

use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnection, PgPool, Postgres};
use tokio::time::timeout;

use super::ANSWER_TIMEOUT;
use super::listener::CHANNEL;
use crate::error::{Cause, refused};
use crate::writer::{Database, Failure, Work, Written};
use crate::{Append, Appended, NewGame, StoreError, queries};

mod bots {
    crate::queries::writing_for_bots!(sqlx::PgConnection);
}

/// The writing half of a PostgreSQL store.
pub(super) struct PostgresWriting {
    pub(super) pool: PgPool,
    pub(super) instance: String,
}

impl Database for PostgresWriting {
    async fn write(&self, group: &[Work]) -> Result<Vec<Written>, Failure> {
        let mut connection = self.pool.acquire().await.map_err(|error| Failure::NotBegun(not_sent(error)))?;
        let written = match group {
            [work @ (Work::Create(_) | Work::Append(_))] => {
                self.write_one(&mut connection, work).await.map(|outcome| vec![outcome])
            }
            group => self.write_together(&mut connection, group).await,
        };
        if written.is_err() {
            // It may still wait for an answer, or be in a transaction.
            connection.close_on_drop();
        }
        written
    }
}

impl PostgresWriting {
    /// The statement is a transaction of its own.
    async fn write_one(
        &self,
        connection: &mut PoolConnection<Postgres>,
        work: &Work,
    ) -> Result<Written, Failure> {
        match stored(self.statement(connection, work)).await {
            Ok(Some(outcome)) => Ok(outcome),
            Ok(None) => self.refusal(connection, work).await,
            // Another instance stored the same command first, and neither had events.
            Err(Failure::Nothing(StoreError::Failed(cause))) if cause.is_unique_violation() => {
                self.refusal(connection, work).await
            }
            Err(failure) => Err(failure),
        }
    }

    /// Until the commit is sent, every failure means that nothing was done.
    async fn write_together(
        &self,
        connection: &mut PgConnection,
        group: &[Work],
    ) -> Result<Vec<Written>, Failure> {
        let outcomes = timeout(ANSWER_TIMEOUT, self.statements(connection, group)).await;
        let late = |_| Err(StoreError::Failed(Cause::timed_out(ANSWER_TIMEOUT)));
        let outcomes = outcomes.unwrap_or_else(late).map_err(Failure::Nothing)?;
        stored(run(connection, "commit")).await?;
        Ok(outcomes)
    }

    /// In the order of the games, as every instance does it: so none waits for another in a circle.
    async fn statements(
        &self,
        connection: &mut PgConnection,
        group: &[Work],
    ) -> Result<Vec<Written>, StoreError> {
        run(connection, "begin").await.map_err(refused)?;
        let mut order: Vec<usize> = (0..group.len()).collect();
        order.sort_by_key(|&number| group[number].game());
        let mut outcomes = vec![Written::Exists; group.len()];
        for number in order {
            let work = &group[number];
            outcomes[number] = match self.statement(connection, work).await.map_err(refused)? {
                Some(outcome) => outcome,
                None => find_refusal(connection, work).await.map_err(refused)?,
            };
        }
        Ok(outcomes)
    }

    /// Nothing if an append is refused.
    async fn statement(&self, connection: &mut PgConnection, work: &Work) -> sqlx::Result<Option<Written>> {
        match work {
            Work::Create(game) => create(connection, game).await.map(Some),
            Work::Append(append) => {
                let last_seq = self::append(connection, append, &self.instance).await?;
                Ok(last_seq.map(|last_seq| Written::Appended(Appended::Done { last_seq })))
            }
            Work::Receive(delivery) => bots::receive(connection, delivery).await.map(Some),
            Work::Keep(keep) => bots::keep(connection, keep).await.map(Some),
            Work::Expire(expiry) => bots::expire(connection, expiry).await.map(Some),
        }
    }

    /// A second statement sees what was committed while the first one waited.
    async fn refusal(&self, connection: &mut PgConnection, work: &Work) -> Result<Written, Failure> {
        stored(find_refusal(connection, work)).await.map_err(|failure| match failure {
            Failure::Unknown(cause) => Failure::Nothing(StoreError::Failed(cause)),
            nothing => nothing,
        })
    }
}

impl Work {
    fn game(&self) -> &str {
        match self {
            Self::Create(game) => &game.id,
            Self::Append(append) => &append.game,
            // One bot at a time uses its inbox and its notes: nobody waits for them.
            Self::Receive(_) | Self::Keep(_) | Self::Expire(_) => "",
        }
    }
}

async fn run(connection: &mut PgConnection, sql: &'static str) -> sqlx::Result<()> {
    sqlx::raw_sql(sql).execute(connection).await.map(drop)
}

async fn create(connection: &mut PgConnection, game: &NewGame) -> sqlx::Result<Written> {
    let hash = |seat: usize| game.seats[seat].as_ref().map(|seat| seat.0.as_slice());
    let made: i64 = sqlx::query_scalar(CREATE)
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
        .bind(&game.state.summary)
        .fetch_one(connection)
        .await?;
    Ok(if made == 1 { Written::Created } else { Written::Exists })
}

/// The number of the last event, unless the append is refused. The driver waits for the end of the transaction, not
/// just for the row.
async fn append(connection: &mut PgConnection, append: &Append, instance: &str) -> sqlx::Result<Option<i64>> {
    let command = append.command.as_ref();
    let done: Option<(i64,)> = sqlx::query_as(APPEND)
        .bind(&append.game)
        .bind(append.expected)
        .bind(append.at)
        .bind(&append.events)
        .bind(append.state.is_over)
        .bind(append.state.flag)
        .bind(&append.state.summary)
        .bind(queries::taken(append, 0))
        .bind(queries::taken(append, 1))
        .bind(command.map(|command| &command.id))
        .bind(command.map(|command| &command.actor))
        .bind(CHANNEL)
        .bind(instance)
        .bind(command.map(|command| &command.content))
        .fetch_optional(connection)
        .await?;
    Ok(done.map(|(last_seq,)| last_seq))
}

async fn find_refusal(connection: &mut PgConnection, work: &Work) -> sqlx::Result<Written> {
    let Work::Append(append) = work else { return Ok(Written::Exists) };
    let command = append.command.as_ref().map(|command| &command.id);
    let row = sqlx::query_as(queries::REFUSAL).bind(&append.game).bind(command).fetch_optional(connection);
    Ok(Written::Appended(queries::refusal(append, row.await?)))
}

/// No connection, so nothing was sent.
fn not_sent(error: sqlx::Error) -> StoreError {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) => StoreError::CannotConnect(error.into()),
        error => refused(error),
    }
}

/// Waits for a statement that stores something, and tells whether a failure is definite.
async fn stored<T>(statement: impl Future<Output = sqlx::Result<T>>) -> Result<T, Failure> {
    match timeout(ANSWER_TIMEOUT, statement).await {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) if is_definite(&error) => Err(Failure::Nothing(refused(error))),
        Ok(Err(error)) => Err(Failure::Unknown(error.into())),
        Err(_) => Err(Failure::Unknown(Cause::timed_out(ANSWER_TIMEOUT))),
    }
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
         insert into command (game, id, actor, last_seq, content) \
         select $1, $10, $11, last_seq, $14 from done where $10::text is not null) \
     select last_seq, pg_notify($12, $13 || ' ' || last_seq || ' ' || $1) from done";
