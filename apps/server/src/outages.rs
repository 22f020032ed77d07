//! Times in which no server was at work. Players get them back: nobody loses time because of the server.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use store::{Outage, Store, StoreError};
use tokio::sync::Notify;

/// How often the store is told that the server is at work.
pub(crate) const BEAT_EVERY: Duration = Duration::from_secs(2);

/// A gap between beats up to this length is not an outage, in milliseconds.
const TOLERANCE: i64 = 5_000;

/// The outages that the store knows of.
#[derive(Default)]
pub(crate) struct Outages {
    list: RwLock<Vec<Outage>>,
    /// Whether the store has failed since it was last told that the server is at work.
    is_broken: AtomicBool,
    failed: Notify,
}

impl Outages {
    /// Notes an error of the store. If the database itself failed, no flag falls until it works again: nobody could
    /// move.
    pub(crate) fn note(&self, error: &StoreError) {
        let is_failure = matches!(
            error,
            StoreError::Full | StoreError::CannotConnect(_) | StoreError::Failed(_) | StoreError::Unknown(_)
        );
        if is_failure && !self.is_broken.swap(true, Ordering::AcqRel) {
            self.failed.notify_one();
        }
    }

    /// Waits for the next failure.
    pub(crate) async fn failure(&self) {
        self.failed.notified().await;
    }

    /// Whether the store has failed and not been heard of since.
    pub(crate) fn is_broken(&self) -> bool {
        self.is_broken.load(Ordering::Acquire)
    }

    /// Tells the store that the server is at work. A store that does not even take this is broken, whatever it says.
    pub(crate) async fn beat(&self, store: &Store, now: u64) -> Result<(), StoreError> {
        let beaten =
            if self.is_broken() { self.revive(store, now).await } else { store.beat(now as i64).await };
        if beaten.is_err() {
            self.is_broken.store(true, Ordering::Release);
        }
        beaten
    }

    /// Tells the store that the server is at work again, and learns of outages.
    pub(crate) async fn revive(&self, store: &Store, now: u64) -> Result<(), StoreError> {
        let list = store.revive(now as i64, TOLERANCE).await?;
        *self.list.write().unwrap_or_else(PoisonError::into_inner) = list;
        self.is_broken.store(false, Ordering::Release);
        Ok(())
    }

    /// The first outage that ended after a moment, as milliseconds since 1970: its begin and its end.
    pub(crate) fn first_after(&self, moment: u64) -> Option<(u64, u64)> {
        let list = self.list.read().unwrap_or_else(PoisonError::into_inner);
        let outage = list.iter().find(|outage| outage.ended > moment as i64)?;
        Some((u64::try_from(outage.begun).unwrap_or(0), u64::try_from(outage.ended).unwrap_or(0)))
    }
}
