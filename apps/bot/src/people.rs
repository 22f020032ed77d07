//! What the bot remembers of people: how they are called, their language, their games.

use std::collections::HashMap;
use std::sync::{Mutex as PlainMutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use store::{Keep, Note, Store, StoreError};
use tokio::sync::Mutex;

use crate::api::User;
use crate::language::Language;
use crate::words::person_name;

const SPACE: &str = "telegram.user";

/// The most games that are remembered of a person.
const MOST_GAMES: usize = 30;

/// The most people in memory; the store knows them all.
const MOST_IN_MEMORY: usize = 10_000;

/// What is known of a person.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Person {
    #[serde(default)]
    pub(crate) name: String,
    /// The language that the person chose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) language: Option<Language>,
    /// The language of the person's app.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) app_language: Option<Language>,
    /// Whether the bot may write to the person.
    #[serde(default)]
    pub(crate) has_chat: bool,
    /// The last games, the newest first. Typed moves go to the first one.
    #[serde(default)]
    pub(crate) games: Vec<String>,
}

impl Person {
    /// The chosen language, or that of the app.
    pub(crate) fn language(&self) -> Language {
        self.language.or(self.app_language).unwrap_or_default()
    }

    /// Puts a game first.
    pub(crate) fn put_first(&mut self, game: &str) {
        self.games.retain(|known| known != game);
        self.games.insert(0, game.to_owned());
        self.games.truncate(MOST_GAMES);
    }
}

/// All people.
pub(crate) struct People {
    store: Store,
    known: Mutex<HashMap<i64, Person>>,
    /// When people last did something, for those in memory.
    active: PlainMutex<HashMap<i64, Instant>>,
}

impl People {
    pub(crate) fn new(store: Store) -> Self {
        Self { store, known: Mutex::default(), active: PlainMutex::default() }
    }

    /// What is known of a person.
    pub(crate) async fn find(&self, id: i64) -> Result<Person, StoreError> {
        self.change(id, |_| {}).await
    }

    /// Changes what is known of a person; stored if it is different.
    pub(crate) async fn change(
        &self,
        id: i64,
        change: impl FnOnce(&mut Person),
    ) -> Result<Person, StoreError> {
        let mut known = self.known.lock().await;
        let before = match known.get(&id) {
            Some(person) => person.clone(),
            None => {
                let note = self.store.note(SPACE, &id.to_string()).await?;
                note.and_then(|note| serde_json::from_str(&note).ok()).unwrap_or_default()
            }
        };
        let mut person = before.clone();
        change(&mut person);
        if person != before {
            let text = serde_json::to_string(&person).unwrap_or_default();
            let notes = vec![Note::new(SPACE, &id.to_string(), text)];
            self.store.keep(Keep { notes, ..Keep::default() }).await?;
        }
        if known.len() >= MOST_IN_MEMORY {
            known.clear();
        }
        known.insert(id, person.clone());
        Ok(person)
    }

    /// Notes that a person was active, under this name.
    pub(crate) async fn met(&self, user: &User, has_chat: bool) -> Result<Person, StoreError> {
        let name = person_name(&user.first_name, user.last_name.as_deref());
        self.note_active(user.id);
        self.change(user.id, |person| {
            person.name = name;
            person.app_language = user.language_code.as_deref().and_then(Language::of_code);
            person.has_chat |= has_chat;
        })
        .await
    }

    fn note_active(&self, id: i64) {
        let mut active = self.active.lock().unwrap_or_else(PoisonError::into_inner);
        if active.len() >= MOST_IN_MEMORY {
            active.clear();
        }
        active.insert(id, Instant::now());
    }

    /// Whether a person was active recently.
    pub(crate) fn is_active(&self, id: i64, within: Duration) -> bool {
        let active = self.active.lock().unwrap_or_else(PoisonError::into_inner);
        active.get(&id).is_some_and(|at| at.elapsed() < within)
    }
}
