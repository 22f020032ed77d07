//! Handles updates: those of one game or chat in order, all others at the same time.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use store::Received;
use tokio::sync::{Notify, Semaphore};
use tokio_util::task::TaskTracker;

use crate::api::Update;
use crate::bot::Bot;
use crate::callback::Callback;
use crate::handle;

/// Updates that are handled at the same time.
const AT_ONCE: usize = 64;

/// The most waiting updates; beyond them the bot asks for no more.
pub(crate) const MOST_WAITING: usize = 2_000;

/// How often an update is tried while the store fails.
const MOST_TRIES: u32 = 40;

/// Handles updates.
pub(crate) struct Dispatcher {
    bot: Arc<Bot>,
    queues: Mutex<HashMap<String, VecDeque<Received>>>,
    permits: Semaphore,
    waiting: AtomicUsize,
    room: Notify,
    tasks: TaskTracker,
}

impl Dispatcher {
    pub(crate) fn new(bot: Arc<Bot>) -> Arc<Self> {
        Arc::new(Self {
            bot,
            queues: Mutex::default(),
            permits: Semaphore::new(AT_ONCE),
            waiting: AtomicUsize::new(0),
            room: Notify::new(),
            tasks: TaskTracker::new(),
        })
    }

    /// Takes an update that is stored.
    pub(crate) fn push(self: &Arc<Self>, received: Received) {
        let key = key_of(&received);
        self.waiting.fetch_add(1, Ordering::AcqRel);
        let mut queues = lock(&self.queues);
        if let Some(queue) = queues.get_mut(&key) {
            return queue.push_back(received);
        }
        queues.insert(key.clone(), VecDeque::from([received]));
        drop(queues);
        self.tasks.spawn(Arc::clone(self).run(key));
    }

    /// Waits until there is room for more updates.
    pub(crate) async fn has_room(&self) {
        loop {
            let room = self.room.notified();
            if self.waiting.load(Ordering::Acquire) < MOST_WAITING {
                return;
            }
            room.await;
        }
    }

    /// Finishes the updates under way; those that wait are handled after the next start.
    pub(crate) async fn close(&self, within: Duration) {
        self.permits.close();
        self.tasks.close();
        let _ = tokio::time::timeout(within, self.tasks.wait()).await;
    }

    async fn run(self: Arc<Self>, key: String) {
        loop {
            let next = {
                let mut queues = lock(&self.queues);
                let next = queues.get_mut(&key).and_then(VecDeque::pop_front);
                if next.is_none() {
                    queues.remove(&key);
                }
                next
            };
            let Some(received) = next else { return };
            let Ok(_permit) = self.permits.acquire().await else { return };
            self.handle(received).await;
            self.waiting.fetch_sub(1, Ordering::AcqRel);
            self.room.notify_one();
        }
    }

    async fn handle(self: &Arc<Self>, received: Received) {
        for tries in 0..MOST_TRIES {
            let bot = Arc::clone(&self.bot);
            let copy = received.clone();
            // In a task of its own: a bug in one update must not stop the others of its chat.
            let done = tokio::spawn(async move { handle::update(&bot, &copy).await }).await;
            match done {
                Ok(Ok(replies)) => return self.bot.send(&received.id, replies),
                Ok(Err(trouble)) => {
                    tracing::warn!(update = received.id, %trouble, "trying an update again");
                    tokio::time::sleep(Duration::from_millis(50 << tries.min(5))).await;
                }
                Err(error) => {
                    tracing::error!(update = received.id, %error, "an update was not handled: this is a bug");
                    return self.bot.send(&received.id, Vec::new());
                }
            }
        }
        tracing::error!(update = received.id, "an update stays in the inbox until the next start");
    }
}

/// What must be handled in order: updates of the same game, invitation or chat.
fn key_of(received: &Received) -> String {
    let Ok(update) = serde_json::from_str::<Update>(&received.body) else { return String::new() };
    if let Some(query) = &update.callback_query {
        let data = query.data.as_deref().unwrap_or_default();
        return match Callback::read(data) {
            Some(Callback::Game { id, .. }) => format!("g{id}"),
            Some(Callback::Invitation { token, .. }) => format!("i{token}"),
            _ => format!("u{}", query.from.id),
        };
    }
    if let Some(message) = &update.message {
        return format!("c{}", message.chat.id);
    }
    let user = update.inline_query.map(|query| query.from.id);
    let user = user.or(update.chosen_inline_result.map(|result| result.from.id));
    format!("u{}", user.unwrap_or_default())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
