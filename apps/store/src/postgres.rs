//! Skeleton.
#![allow(unused_variables, clippy::unused_async)]
use tokio::sync::broadcast;

use crate::{Append, Appended, Change, NewGame, Options, StoreError, StoredEvent, StoredGame, StoredSummary};

pub(crate) struct PostgresStore {
    changes: broadcast::Sender<Change>,
}

impl PostgresStore {
    pub(crate) async fn open(address: &str, options: &Options) -> Result<Self, StoreError> {
        Ok(Self { changes: broadcast::channel(16).0 })
    }
    pub(crate) async fn create(&self, game: NewGame) -> Result<(), StoreError> {
        Err(StoreError::Closed)
    }
    pub(crate) async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        Err(StoreError::Closed)
    }
    pub(crate) async fn load(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        Err(StoreError::Closed)
    }
    pub(crate) async fn events_after(&self, id: &str, seq: i64) -> Result<Vec<StoredEvent>, StoreError> {
        Err(StoreError::Closed)
    }
    pub(crate) async fn command(&self, game: &str, command: &str) -> Result<Option<i64>, StoreError> {
        Err(StoreError::Closed)
    }
    pub(crate) async fn summaries(&self, ids: &[String]) -> Result<Vec<StoredSummary>, StoreError> {
        Err(StoreError::Closed)
    }
    pub(crate) async fn listed(&self, before: i64, limit: u32) -> Result<Vec<StoredSummary>, StoreError> {
        Err(StoreError::Closed)
    }
    pub(crate) async fn flags_due(&self, now: i64, limit: u32) -> Result<Vec<String>, StoreError> {
        Err(StoreError::Closed)
    }
    pub(crate) fn changes(&self) -> broadcast::Receiver<Change> {
        self.changes.subscribe()
    }
    pub(crate) async fn check(&self) -> Result<(), StoreError> {
        Err(StoreError::Closed)
    }
    pub(crate) async fn close(&self) {}
}
