//! Times in which no server was at work. Players get them back: nobody loses time because of the server.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use store::{Outage, Store, StoreError};

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
}

impl Outages {
    /// Notes a failure of the store. Until it answers again no flag falls: nobody could move.
    pub(crate) fn note_failure(&self) {
        self.is_broken.store(true, Ordering::Release);
    }

    /// Whether the store has failed and not been heard of since.
    pub(crate) fn is_broken(&self) -> bool {
        self.is_broken.load(Ordering::Acquire)
    }

    /// Tells the store that the server is at work.
    pub(crate) async fn beat(&self, store: &Store, now: u64) -> Result<(), StoreError> {
        if self.is_broken() { self.revive(store, now).await } else { store.beat(now as i64).await }
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
