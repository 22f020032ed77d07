//! The one task that writes. All that waits for it goes into one transaction, so that one sync of the disk serves all.

use std::mem;
use std::sync::{Mutex, PoisonError};

use sqlx::{SqliteConnection, SqlitePool};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::file::Lock;
use crate::error::{Cause, refused};
use crate::{Append, Appended, NewGame, StoreError, queries};

/// The most appends in one transaction: enough to hide the sync, few enough that none waits long for the others.
const LARGEST_GROUP: usize = 256;

pub(super) struct Writer {
    /// Absent once the store is closed.
    queue: Mutex<Option<mpsc::Sender<Job>>>,
    task: tokio::sync::Mutex<Option<JoinHandle<()>>>,
}

enum Job {
    Create { game: Box<NewGame>, reply: oneshot::Sender<Result<(), StoreError>> },
    Append { append: Box<Append>, reply: oneshot::Sender<Result<Appended, StoreError>> },
}

enum Outcome {
    Created,
    Exists,
    Appended(Appended),
}

/// Why a transaction failed.
enum Failure {
    /// Before its commit, so it did nothing.
    Nothing(sqlx::Error),
    /// In its commit.
    Unknown(Cause),
}

impl Writer {
    /// The task holds the lock too: it may outlive the store by one transaction.
    pub(super) fn start(pool: SqlitePool, queue: usize, lock: Option<Lock>) -> Self {
        let (sender, receiver) = mpsc::channel(queue.max(1));
        let task = tokio::spawn(async move {
            write_all(receiver, &pool).await;
            pool.close().await;
            drop(lock);
        });
        Self { queue: Mutex::new(Some(sender)), task: tokio::sync::Mutex::new(Some(task)) }
    }

    pub(super) async fn create(&self, game: NewGame) -> Result<(), StoreError> {
        let (reply, answer) = oneshot::channel();
        self.send(Job::Create { game: Box::new(game), reply })?;
        answer.await.unwrap_or_else(|_| Err(StoreError::Unknown(Cause::writer_ended())))
    }

    pub(super) async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        let (reply, answer) = oneshot::channel();
        self.send(Job::Append { append: Box::new(append), reply })?;
        answer.await.unwrap_or_else(|_| Err(StoreError::Unknown(Cause::writer_ended())))
    }

    fn send(&self, job: Job) -> Result<(), StoreError> {
        let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let queue = queue.as_ref().ok_or(StoreError::Closed)?;
        queue.try_send(job).map_err(|error| match error {
            TrySendError::Full(_) => StoreError::Busy,
            TrySendError::Closed(_) => StoreError::Closed,
        })
    }

    pub(super) fn check(&self) -> Result<(), StoreError> {
        let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        match queue.as_ref() {
            Some(queue) if !queue.is_closed() => Ok(()),
            _ => Err(StoreError::Closed),
        }
    }

    /// Takes no more, finishes what waits.
    pub(super) async fn close(&self) {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(task) = self.task.lock().await.take() {
            // It only fails if the task panicked, and then nothing is left to wait for.
            let _ = task.await;
        }
    }
}

async fn write_all(mut queue: mpsc::Receiver<Job>, pool: &SqlitePool) {
    let mut group = Vec::new();
    while queue.recv_many(&mut group, LARGEST_GROUP).await > 0 {
        write_group(pool, mem::take(&mut group)).await;
    }
}

/// Writes a group in one transaction. If one of its jobs fails, each gets a transaction of its own, so that it does
/// not take the others down: savepoints would not help, since a full disk rolls back the whole transaction.
async fn write_group(pool: &SqlitePool, group: Vec<Job>) {
    match write(pool, &group).await {
        Ok(outcomes) => group.into_iter().zip(outcomes).for_each(|(job, outcome)| job.answer(Ok(outcome))),
        Err(Failure::Nothing(error)) => match <[Job; 1]>::try_from(group) {
            Ok([job]) => job.answer(Err(refused(error))),
            Err(group) => {
                for job in group {
                    let outcome = write(pool, std::slice::from_ref(&job)).await;
                    let outcome = outcome.map(|mut outcomes| outcomes.remove(0));
                    job.answer(outcome.map_err(Failure::into_error));
                }
            }
        },
        Err(Failure::Unknown(cause)) => {
            group.into_iter().for_each(|job| job.answer(Err(StoreError::Unknown(cause.clone()))));
        }
    }
}

/// One transaction. `sqlx` would lose count of its transactions when SQLite rolls one back by itself, so they are
/// written out here.
async fn write(pool: &SqlitePool, group: &[Job]) -> Result<Vec<Outcome>, Failure> {
    let mut connection = pool.acquire().await.map_err(Failure::Nothing)?;
    run(&mut connection, "begin immediate").await.map_err(Failure::Nothing)?;
    let mut outcomes = Vec::with_capacity(group.len());
    for job in group {
        match job.write(&mut connection).await {
            Ok(outcome) => outcomes.push(outcome),
            Err(error) => {
                roll_back(&mut connection).await;
                return Err(Failure::Nothing(error));
            }
        }
    }
    if let Err(error) = run(&mut connection, "commit").await {
        roll_back(&mut connection).await;
        return Err(Failure::Unknown(error.into()));
    }
    Ok(outcomes)
}

/// Fails where SQLite has done it already.
async fn roll_back(connection: &mut SqliteConnection) {
    let _ = run(connection, "rollback").await;
}

async fn run(connection: &mut SqliteConnection, sql: &'static str) -> sqlx::Result<()> {
    sqlx::query(sql).execute(connection).await.map(drop)
}

impl Failure {
    fn into_error(self) -> StoreError {
        match self {
            Self::Nothing(error) => refused(error),
            Self::Unknown(cause) => StoreError::Unknown(cause),
        }
    }
}

impl Job {
    async fn write(&self, connection: &mut SqliteConnection) -> sqlx::Result<Outcome> {
        match self {
            Self::Create { game, .. } => create(connection, game).await,
            Self::Append { append, .. } => self::append(connection, append).await.map(Outcome::Appended),
        }
    }

    /// Nobody may be waiting any more.
    fn answer(self, outcome: Result<Outcome, StoreError>) {
        match self {
            Self::Create { game, reply } => {
                let _ = reply.send(match outcome {
                    Ok(Outcome::Exists) => Err(StoreError::GameExists { id: game.id }),
                    other => other.map(drop),
                });
            }
            Self::Append { reply, .. } => {
                let _ = reply.send(match outcome {
                    Ok(Outcome::Appended(appended)) => Ok(appended),
                    Ok(_) => Ok(Appended::NoSuchGame),
                    Err(error) => Err(error),
                });
            }
        }
    }
}

async fn create(connection: &mut SqliteConnection, game: &NewGame) -> sqlx::Result<Outcome> {
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
        return Ok(Outcome::Exists);
    }
    insert_events(connection, &game.id, 0, game.at, &game.events).await?;
    Ok(Outcome::Created)
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
        insert.bind(last_seq).execute(connection).await?;
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

const INSERT_COMMAND: &str = "insert into command (game, id, actor, last_seq) values ($1, $2, $3, $4)";
