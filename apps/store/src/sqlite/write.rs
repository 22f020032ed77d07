//! One transaction of the SQLite writer.

use sqlx::{SqliteConnection, SqlitePool};

use super::file::Lock;
use crate::error::{is_full, refused};
use crate::writer::{Database, Failure, Work, Written};
use crate::{Append, Appended, NewGame, queries};

mod bots {
    crate::queries::writing_for_bots!(sqlx::SqliteConnection);
}

/// The writing half of a SQLite store.
pub(super) struct SqliteWriting {
    pub(super) pool: SqlitePool,
    /// The task may outlive the store by one transaction.
    pub(super) _lock: Option<Lock>,
}

impl Database for SqliteWriting {
    /// `sqlx` would lose count of its transactions when SQLite rolls one back by itself, so they are written out here.
    async fn write(&self, group: &[Work]) -> Result<Vec<Written>, Failure> {
        let nothing = |error| Failure::Nothing(refused(error));
        let not_begun = |error| Failure::NotBegun(refused(error));
        let mut connection = self.pool.acquire().await.map_err(not_begun)?;
        run(&mut connection, "begin immediate").await.map_err(not_begun)?;
        let mut outcomes = Vec::with_capacity(group.len());
        for work in group {
            match write(&mut connection, work).await {
                Ok(outcome) => outcomes.push(outcome),
                Err(error) => {
                    roll_back(&mut connection).await;
                    return Err(nothing(error));
                }
            }
        }
        if let Err(error) = run(&mut connection, "commit").await {
            roll_back(&mut connection).await;
            // On a full disk the commit was not written. After other failures nobody knows.
            let is_full = is_full(&error);
            return Err(if is_full { nothing(error) } else { Failure::Unknown(error.into()) });
        }
        Ok(outcomes)
    }
}

/// Fails where SQLite has done it already.
async fn roll_back(connection: &mut SqliteConnection) {
    let _ = run(connection, "rollback").await;
}

async fn run(connection: &mut SqliteConnection, sql: &'static str) -> sqlx::Result<()> {
    sqlx::query(sql).execute(connection).await.map(drop)
}

async fn write(connection: &mut SqliteConnection, work: &Work) -> sqlx::Result<Written> {
    match work {
        Work::Create(game) => create(connection, game).await,
        Work::Append(append) => self::append(connection, append).await.map(Written::Appended),
        Work::Receive(delivery) => bots::receive(connection, delivery).await,
        Work::Keep(keep) => bots::keep(connection, keep).await,
        Work::Expire(expiry) => bots::expire(connection, expiry).await,
    }
}

async fn create(connection: &mut SqliteConnection, game: &NewGame) -> sqlx::Result<Written> {
    let hash = |seat: usize| game.seats[seat].as_ref().map(|seat| seat.0.as_slice());
    let made = sqlx::query(CREATE)
        .bind(&game.id)
        .bind(&game.kind)
        .bind(game.at)
        .bind(game.events.len() as i64)
        .bind(hash(0))
        .bind(hash(1))
        .bind(game.invite.as_ref().map(|invite| invite.0.as_slice()))
        .bind(game.listed)
        .bind(game.state.is_over)
        .bind(game.state.flag)
        .bind(&game.state.summary)
        .execute(&mut *connection)
        .await?;
    if made.rows_affected() == 0 {
        return Ok(Written::Exists);
    }
    insert_events(connection, &game.id, 0, game.at, &game.events).await?;
    Ok(Written::Created)
}

async fn append(connection: &mut SqliteConnection, append: &Append) -> sqlx::Result<Appended> {
    let command = append.command.as_ref();
    let done: Option<i64> = sqlx::query_scalar(UPDATE)
        .bind(&append.game)
        .bind(append.expected)
        .bind(append.events.len() as i64)
        .bind(append.at)
        .bind(append.state.is_over)
        .bind(append.state.flag)
        .bind(&append.state.summary)
        .bind(queries::taken(append, 0))
        .bind(queries::taken(append, 1))
        .bind(command.map(|command| &command.id))
        .fetch_optional(&mut *connection)
        .await?;
    let Some(last_seq) = done else {
        let row =
            sqlx::query_as(queries::REFUSAL).bind(&append.game).bind(command.map(|command| &command.id));
        return Ok(queries::refusal(append, row.fetch_optional(connection).await?));
    };
    insert_events(connection, &append.game, append.expected, append.at, &append.events).await?;
    if let Some(command) = command {
        let insert = sqlx::query(INSERT_COMMAND).bind(&append.game).bind(&command.id).bind(&command.actor);
        insert.bind(last_seq).bind(&command.content).execute(connection).await?;
    }
    Ok(Appended::Done { last_seq })
}

async fn insert_events(
    connection: &mut SqliteConnection,
    game: &str,
    after: i64,
    at: i64,
    events: &[String],
) -> sqlx::Result<()> {
    for (seq, event) in (after + 1..).zip(events) {
        let insert = sqlx::query("insert into event (game, seq, at, event) values ($1, $2, $3, $4)");
        insert.bind(game).bind(seq).bind(at).bind(event).execute(&mut *connection).await?;
    }
    Ok(())
}

const CREATE: &str = "insert into game (id, kind, created, updated, last_seq, white, black, invite, listed, is_over, \
     flag, summary) values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (id) do nothing";

const UPDATE: &str = "update game set last_seq = last_seq + $3, updated = $4, is_over = $5, flag = $6, summary = $7, \
     white = coalesce(white, $8), black = coalesce(black, $9) \
     where id = $1 and last_seq = $2 and ($8 is null or white is null) and ($9 is null or black is null) \
     and not exists (select 1 from command where game = $1 and command.id = $10) returning last_seq";

const INSERT_COMMAND: &str =
    "insert into command (game, id, actor, last_seq, content) values ($1, $2, $3, $4, $5)";
