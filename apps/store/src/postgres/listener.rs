//! News from other instances, by `LISTEN` and `NOTIFY`.

use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use tokio::sync::broadcast;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use crate::{Change, StoreError};

pub(super) const CHANNEL: &str = "damier_store";

/// News that a receiver may leave unread before it is told that it lags.
const BACKLOG: usize = 4096;

/// How often a silent connection is tested: the network may have dropped it without a word.
const SILENCE: Duration = Duration::from_secs(15);

/// How long a test of the connection may take.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// The pauses between attempts to connect grow from this to the next.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// Listens for what other instances append.
pub(super) struct Listener {
    /// Tells our own notifications from those of others.
    instance: String,
    changes: broadcast::Sender<Change>,
    task: JoinHandle<()>,
}

impl Listener {
    pub(super) async fn start(connection: PgConnectOptions) -> Result<Self, StoreError> {
        let instance = random_name();
        let (changes, _) = broadcast::channel(BACKLOG);
        let first = listen(&connection).await.map_err(|error| StoreError::CannotConnect(error.into()))?;
        let task = tokio::spawn(pass_on(first, connection, instance.clone(), changes.clone()));
        Ok(Self { instance, changes, task })
    }

    pub(super) fn instance(&self) -> &str {
        &self.instance
    }

    pub(super) fn changes(&self) -> broadcast::Receiver<Change> {
        self.changes.subscribe()
    }

    pub(super) fn stop(&self) {
        self.task.abort();
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Names need not be secret, only different.
fn random_name() -> String {
    let random = RandomState::new();
    format!("{:016x}{:016x}", random.hash_one(0), random.hash_one(1))
}

/// A connection that listens already. The driver would connect again by itself and lose what came meanwhile; here a
/// lost connection is seen.
async fn listen(connection: &PgConnectOptions) -> sqlx::Result<PgListener> {
    let pool = PgPoolOptions::new().max_connections(1).idle_timeout(None).max_lifetime(None);
    let mut listener = PgListener::connect_with(&pool.connect_lazy_with(connection.clone())).await?;
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await?;
    Ok(listener)
}

async fn pass_on(
    mut listener: PgListener,
    connection: PgConnectOptions,
    instance: String,
    changes: broadcast::Sender<Change>,
) {
    loop {
        pass_on_until_lost(&mut listener, &instance, &changes).await;
        listener = reconnect(&connection).await;
        // Not earlier: what happens from here on will be heard. There may be no receiver.
        let _ = changes.send(Change::Lost);
    }
}

async fn pass_on_until_lost(listener: &mut PgListener, instance: &str, changes: &broadcast::Sender<Change>) {
    loop {
        match timeout(SILENCE, listener.try_recv()).await {
            Ok(Ok(Some(notification))) => {
                if let Some(change) = read(notification.payload(), instance) {
                    let _ = changes.send(change);
                }
            }
            Ok(Ok(None) | Err(_)) => return,
            Err(_) => {
                let answer = sqlx::query("select 1").execute(&mut *listener);
                if !matches!(timeout(ANSWER_TIMEOUT, answer).await, Ok(Ok(_))) {
                    return;
                }
            }
        }
    }
}

async fn reconnect(connection: &PgConnectOptions) -> PgListener {
    let mut pause = FIRST_PAUSE;
    loop {
        if let Ok(Ok(listener)) = timeout(ANSWER_TIMEOUT, listen(connection)).await {
            return listener;
        }
        sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// A notification of another instance: its name, the number of the event, the game.
fn read(payload: &str, own: &str) -> Option<Change> {
    let mut parts = payload.splitn(3, ' ');
    let (instance, seq, id) = (parts.next()?, parts.next()?, parts.next()?);
    let change = Change::Game { id: id.to_owned(), seq: seq.parse().ok()? };
    (instance != own).then_some(change)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_and_foreign_notifications_are_dropped() {
        let change = Change::Game { id: "a game".into(), seq: 7 };
        assert_eq!(read("other 7 a game", "own"), Some(change));
        assert_eq!(read("own 7 a game", "own"), None);
        for payload in ["", "other", "other 7", "other seven game"] {
            assert_eq!(read(payload, "own"), None, "{payload:?}");
        }
    }
}
