//! The one task that writes. All that waits for it goes into one transaction, so that one commit serves all: SQLite waits
//! for the disk at each, and PostgreSQL lets only one transaction with notifications commit at a time.

use std::future::Future;
use std::iter;
use std::mem;
use std::slice;
use std::sync::{Mutex, PoisonError};

use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::bots::{Delivery, Expiry};
use crate::error::Cause;
use crate::{Append, Appended, Keep, NewGame, StoreError};

/// The most appends in one transaction: enough to hide the commit, few enough that none waits long for the others.
const LARGEST_GROUP: usize = 256;

/// A database that writes groups.
pub(crate) trait Database: Send + Sync + 'static {
    /// Writes all in one transaction, and returns an outcome for each.
    fn write(&self, group: &[Work]) -> impl Future<Output = Result<Vec<Written>, Failure>> + Send;
}

/// Something to be written.
pub(crate) enum Work {
    Create(Box<NewGame>),
    Append(Box<Append>),
    Receive(Delivery),
    Keep(Keep),
    Expire(Expiry),
}

/// How one of a group ended.
#[derive(Clone)]
pub(crate) enum Written {
    Created,
    Exists,
    Appended(Appended),
    /// For each thing received, whether it is new.
    Received(Vec<bool>),
    Kept,
}

/// Why a transaction failed.
pub(crate) enum Failure {
    /// It did not begin: the database cannot be reached, or is busy.
    NotBegun(StoreError),
    /// Before its commit, so it did nothing.
    Nothing(StoreError),
    /// In its commit.
    Unknown(Cause),
}

impl From<Failure> for StoreError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::NotBegun(error) | Failure::Nothing(error) => error,
            Failure::Unknown(cause) => Self::Unknown(cause),
        }
    }
}

type Reply = oneshot::Sender<Result<Written, StoreError>>;

/// The way to the task that writes.
pub(crate) struct Writer {
    /// Absent once the store is closed.
    queue: Mutex<Option<mpsc::Sender<(Work, Reply)>>>,
    task: tokio::sync::Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    pub(crate) fn start(database: impl Database, queue: usize) -> Self {
        let (sender, receiver) = mpsc::channel(queue.max(1));
        let task = tokio::spawn(write_all(receiver, database));
        Self { queue: Mutex::new(Some(sender)), task: tokio::sync::Mutex::new(Some(task)) }
    }

    pub(crate) async fn create(&self, game: NewGame) -> Result<(), StoreError> {
        let id = game.id.clone();
        match self.write(Work::Create(Box::new(game))).await? {
            Written::Exists => Err(StoreError::GameExists { id }),
            _ => Ok(()),
        }
    }

    pub(crate) async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        match self.write(Work::Append(Box::new(append))).await? {
            Written::Appended(appended) => Ok(appended),
            _ => Ok(Appended::NoSuchGame),
        }
    }

    pub(crate) async fn receive(&self, delivery: Delivery) -> Result<Vec<bool>, StoreError> {
        match self.write(Work::Receive(delivery)).await? {
            Written::Received(is_new) => Ok(is_new),
            _ => Ok(Vec::new()),
        }
    }

    pub(crate) async fn keep(&self, keep: Keep) -> Result<(), StoreError> {
        self.write(Work::Keep(keep)).await.map(drop)
    }

    pub(crate) async fn expire(&self, expiry: Expiry) -> Result<(), StoreError> {
        self.write(Work::Expire(expiry)).await.map(drop)
    }

    async fn write(&self, work: Work) -> Result<Written, StoreError> {
        let (reply, answer) = oneshot::channel();
        self.send(work, reply)?;
        answer.await.unwrap_or_else(|_| Err(StoreError::Unknown(Cause::writer_ended())))
    }

    fn send(&self, work: Work, reply: Reply) -> Result<(), StoreError> {
        let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let queue = queue.as_ref().ok_or(StoreError::Closed)?;
        queue.try_send((work, reply)).map_err(|error| match error {
            TrySendError::Full(_) => StoreError::Busy,
            TrySendError::Closed(_) => StoreError::Closed,
        })
    }

    /// Whether the task takes work.
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        match queue.as_ref() {
            Some(queue) if !queue.is_closed() => Ok(()),
            _ => Err(StoreError::Closed),
        }
    }

    /// Takes no more, finishes what waits.
    pub(crate) async fn close(&self) {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(task) = self.task.lock().await.take() {
            // It only fails if the task panicked, and then nothing is left to wait for.
            let _ = task.await;
        }
    }
}

async fn write_all(mut queue: mpsc::Receiver<(Work, Reply)>, database: impl Database) {
    let mut waiting = Vec::new();
    while queue.recv_many(&mut waiting, LARGEST_GROUP).await > 0 {
        let (group, replies) = mem::take(&mut waiting).into_iter().unzip();
        write_group(&database, group, replies).await;
    }
}

/// Writes a group in one transaction. If one of it fails, each gets a transaction of its own, so that it does not take
/// the others down: savepoints would not help, since a full disk rolls back the whole transaction.
async fn write_group(database: &impl Database, group: Vec<Work>, replies: Vec<Reply>) {
    match database.write(&group).await {
        Ok(outcomes) => {
            replies.into_iter().zip(outcomes).for_each(|(reply, outcome)| answer(reply, Ok(outcome)))
        }
        Err(Failure::Nothing(_)) if group.len() > 1 => write_apart(database, &group, replies).await,
        Err(Failure::Nothing(error) | Failure::NotBegun(error)) => give_up(replies, error),
        Err(Failure::Unknown(cause)) => {
            replies.into_iter().for_each(|reply| answer(reply, Err(StoreError::Unknown(cause.clone()))));
        }
    }
}

/// Writes each in a transaction of its own, as long as the database answers.
async fn write_apart(database: &impl Database, group: &[Work], replies: Vec<Reply>) {
    let mut replies = replies.into_iter();
    for work in group {
        let Some(reply) = replies.next() else { return };
        match database.write(slice::from_ref(work)).await {
            Ok(mut outcomes) => answer(reply, Ok(outcomes.swap_remove(0))),
            Err(Failure::Nothing(error)) => answer(reply, Err(error)),
            Err(failure) => {
                answer(reply, Err(failure.into()));
                return give_up(replies, StoreError::Busy);
            }
        }
    }
}

/// Nothing was done for any of these; the error can be told once.
fn give_up(replies: impl IntoIterator<Item = Reply>, error: StoreError) {
    let errors = iter::once(error).chain(iter::repeat_with(|| StoreError::Busy));
    replies.into_iter().zip(errors).for_each(|(reply, error)| answer(reply, Err(error)));
}

/// Sends an answer; its receiver may be gone.
fn answer(reply: Reply, outcome: Result<Written, StoreError>) {
    let _ = reply.send(outcome);
}
