//! Updates whose answers are under way: an update is handled when all of them are delivered or given up.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use store::{Keep, Store};
use tokio::sync::mpsc;

/// The inbox of Telegram's updates.
pub(crate) const SOURCE: &str = "telegram";

/// The most updates that are marked in one transaction.
const LARGEST_GROUP: usize = 200;

/// How often marking is tried while the store fails: then the updates come again after a restart, and do nothing.
const MOST_TRIES: u32 = 10;

/// An update whose answers are under way.
#[derive(Debug)]
pub(crate) struct Pending {
    update: Option<String>,
    left: AtomicUsize,
    handled: mpsc::UnboundedSender<String>,
}

impl Pending {
    /// An update with this many answers; with none it is handled at once. There are never more of these than open
    /// updates, so the inbox bounds the queue behind it.
    pub(crate) fn of(update: &str, answers: usize, handled: &mpsc::UnboundedSender<String>) -> Arc<Self> {
        let (update, handled) = (Some(update.to_owned()), handled.clone());
        let pending = Self { update, left: AtomicUsize::new(answers + 1), handled };
        pending.delivered();
        Arc::new(pending)
    }

    /// What belongs to no update.
    pub(crate) fn nothing(handled: &mpsc::UnboundedSender<String>) -> Arc<Self> {
        Arc::new(Self { update: None, left: AtomicUsize::new(usize::MAX), handled: handled.clone() })
    }

    /// One answer is delivered or given up.
    pub(crate) fn delivered(&self) {
        if self.left.fetch_sub(1, Ordering::AcqRel) == 1
            && let Some(update) = &self.update
        {
            // While the bot stops, nobody listens: the update comes again after the next start.
            let _ = self.handled.send(update.clone());
        }
    }
}

/// Marks updates as handled, many at once.
pub(crate) async fn mark_handled(store: Store, mut handled: mpsc::UnboundedReceiver<String>) {
    let mut ids = Vec::new();
    while handled.recv_many(&mut ids, LARGEST_GROUP).await > 0 {
        let keep =
            Keep { handled: ids.drain(..).map(|id| (SOURCE.to_owned(), id)).collect(), ..Keep::default() };
        for tries in 1..=MOST_TRIES {
            match store.keep(keep.clone()).await {
                Ok(()) => break,
                Err(error) => {
                    tracing::warn!(%error, tries, "cannot mark updates as handled");
                    tokio::time::sleep(std::time::Duration::from_millis(200 << tries.min(6))).await;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc;

    use super::Pending;

    #[test]
    fn an_update_is_handled_after_its_last_answer() {
        let (sender, mut receiver) = mpsc::unbounded_channel();
        let pending = Pending::of("7", 2, &sender);
        pending.delivered();
        assert!(receiver.try_recv().is_err());
        pending.delivered();
        assert_eq!(receiver.try_recv().unwrap(), "7");
        Pending::of("8", 0, &sender);
        assert_eq!(receiver.try_recv().unwrap(), "8");
        Pending::nothing(&sender).delivered();
        assert!(receiver.try_recv().is_err());
    }
}
