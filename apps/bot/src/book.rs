//! The games of chats: what the bot remembers of them, in memory and in the store.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex as PlainMutex, MutexGuard, PoisonError};

use store::{Keep, Note, Store, StoreError};
use tokio::sync::Mutex;

use crate::chat_game::ChatGame;

/// Games in progress.
const LIVE: &str = "telegram.game";

/// Finished games whose end is shown.
const OVER: &str = "telegram.over";

/// The most games in memory; the store knows them all.
const MOST_IN_MEMORY: usize = 4_096;

/// Notes per read.
const PAGE: u32 = 500;

type Entry = Arc<Mutex<Option<Noted>>>;

/// A game, and whether it is among the finished ones.
#[derive(Clone)]
struct Noted {
    game: ChatGame,
    is_over: bool,
}

/// The games of chats.
pub(crate) struct Book {
    store: Store,
    entries: PlainMutex<HashMap<String, Entry>>,
    live: PlainMutex<HashSet<String>>,
}

impl Book {
    /// Reads which games are in progress.
    pub(crate) async fn open(store: Store) -> Result<Self, StoreError> {
        let mut live = HashSet::new();
        let mut after = String::new();
        loop {
            let page = store.notes(LIVE, &after, PAGE).await?;
            let Some((last, _)) = page.last() else { break };
            after.clone_from(last);
            live.extend(page.into_iter().map(|(id, _)| id));
        }
        Ok(Self { store, entries: PlainMutex::default(), live: PlainMutex::new(live) })
    }

    /// The games in progress.
    pub(crate) fn live(&self) -> Vec<String> {
        lock(&self.live).iter().cloned().collect()
    }

    /// Whether a game of a chat is in progress, or its end is not shown yet.
    pub(crate) fn is_live(&self, id: &str) -> bool {
        lock(&self.live).contains(id)
    }

    /// What is known of a game.
    pub(crate) async fn find(&self, id: &str) -> Result<Option<ChatGame>, StoreError> {
        let entry = self.entry(id);
        let mut noted = entry.lock().await;
        self.load(id, &mut noted).await?;
        Ok(noted.as_ref().map(|noted| noted.game.clone()))
    }

    /// Remembers a game, unless it is known already.
    pub(crate) async fn add(&self, id: &str, game: ChatGame) -> Result<(), StoreError> {
        let entry = self.entry(id);
        let mut noted = entry.lock().await;
        self.load(id, &mut noted).await?;
        if noted.is_none() {
            self.write(id, &game, false).await?;
            *noted = Some(Noted { game, is_over: false });
            lock(&self.live).insert(id.to_owned());
        }
        Ok(())
    }

    /// Changes what is known of a game; stored if it is different. `None` if the game is unknown.
    pub(crate) async fn change<T>(
        &self,
        id: &str,
        change: impl FnOnce(&mut ChatGame) -> T,
    ) -> Result<Option<T>, StoreError> {
        let entry = self.entry(id);
        let mut noted = entry.lock().await;
        self.load(id, &mut noted).await?;
        let Some(known) = noted.as_mut() else { return Ok(None) };
        let mut game = known.game.clone();
        let result = change(&mut game);
        if game != known.game {
            self.write(id, &game, known.is_over).await?;
            known.game = game;
        }
        Ok(Some(result))
    }

    /// Moves a game to the finished ones, or back.
    pub(crate) async fn set_over(&self, id: &str, is_over: bool) -> Result<(), StoreError> {
        let entry = self.entry(id);
        let mut noted = entry.lock().await;
        self.load(id, &mut noted).await?;
        if let Some(known) = noted.as_mut().filter(|known| known.is_over != is_over) {
            self.write(id, &known.game, is_over).await?;
            known.is_over = is_over;
        }
        let mut live = lock(&self.live);
        if is_over {
            live.remove(id);
        } else if noted.is_some() {
            live.insert(id.to_owned());
        }
        Ok(())
    }

    fn entry(&self, id: &str) -> Entry {
        let mut entries = lock(&self.entries);
        if entries.len() >= MOST_IN_MEMORY {
            entries.retain(|_, entry| Arc::strong_count(entry) > 1);
        }
        Arc::clone(entries.entry(id.to_owned()).or_default())
    }

    async fn load(&self, id: &str, noted: &mut Option<Noted>) -> Result<(), StoreError> {
        if noted.is_some() {
            return Ok(());
        }
        for (space, is_over) in [(LIVE, false), (OVER, true)] {
            let Some(note) = self.store.note(space, id).await? else { continue };
            match serde_json::from_str(&note) {
                Ok(game) => *noted = Some(Noted { game, is_over }),
                Err(error) => tracing::error!(game = id, %error, "a note about a game cannot be read"),
            }
            return Ok(());
        }
        Ok(())
    }

    async fn write(&self, id: &str, game: &ChatGame, is_over: bool) -> Result<(), StoreError> {
        let text = serde_json::to_string(game).unwrap_or_default();
        let (space, other) = if is_over { (OVER, LIVE) } else { (LIVE, OVER) };
        let notes = vec![Note::new(space, id, text), Note::forgotten(other, id)];
        self.store.keep(Keep { notes, ..Keep::default() }).await
    }
}

fn lock<T>(mutex: &PlainMutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
