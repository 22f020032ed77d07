//! What the API knows: people, chats, messages, queries, files.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::faults::Faults;
use crate::keyboard::{self, Keyboard};
use crate::pace::Pace;
use crate::queue::UpdateQueue;
use crate::refusal::{Rule, Violation};
use crate::settings::Settings;
use crate::webhook::Webhook;

/// The number of a chat: that of the user for private chats, negative for groups.
pub type ChatId = i64;

/// Where a message is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// In a chat of the bot.
    Chat(ChatId, i64),
    /// Anywhere: sent by a user with the bot's help.
    Inline(String),
}

#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) name: String,
    pub(crate) language: Option<String>,
    /// Has written to the bot, so that the bot may write too.
    pub(crate) has_started: bool,
    pub(crate) has_blocked: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Chat {
    pub(crate) title: String,
    pub(crate) members: BTreeSet<i64>,
    pub(crate) has_bot: bool,
}

/// A message as it is shown now.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Content {
    /// Text or caption, without markup.
    pub(crate) text: String,
    /// The same as the bot wrote it.
    pub(crate) html: String,
    /// The id or address of the photo.
    pub(crate) photo: Option<String>,
    pub(crate) document: Option<String>,
    pub(crate) keyboard: Option<Keyboard>,
}

#[derive(Clone, Debug)]
pub(crate) struct Message {
    pub(crate) chat: ChatId,
    pub(crate) content: Content,
    /// The user who sent it; `None` for the bot.
    pub(crate) sender: Option<i64>,
    /// Sent with the bot's help.
    pub(crate) is_inline: bool,
    pub(crate) date: u64,
    /// The number of the change that made it what it is.
    pub(crate) version: u64,
    pub(crate) edits: usize,
    pub(crate) is_deleted: bool,
    /// Button texts and data that it once had: users may tap what they still see.
    pub(crate) earlier_data: BTreeSet<String>,
}

#[derive(Clone, Debug)]
pub(crate) struct StoredFile {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) size: usize,
    /// Width and height, for photos.
    pub(crate) sides: Option<(u32, u32)>,
}

/// A tap on a button, and what the bot answered.
#[derive(Clone, Debug)]
pub(crate) struct Callback {
    pub(crate) asked: Instant,
    pub(crate) update: Option<i64>,
    pub(crate) answer: Option<crate::user::Answer>,
    pub(crate) answered: Option<Instant>,
}

#[derive(Clone, Debug)]
pub(crate) struct InlineQuery {
    pub(crate) user: i64,
    pub(crate) text: String,
    pub(crate) results: Option<Vec<crate::user::InlineResult>>,
}

/// Answers to inline queries that the API gives without the bot.
#[derive(Clone, Debug)]
pub(crate) struct Cached {
    /// `None` if they are for everybody.
    pub(crate) user: Option<i64>,
    pub(crate) text: String,
    pub(crate) until: Instant,
    pub(crate) results: Vec<crate::user::InlineResult>,
}

/// A call of the bot.
#[derive(Clone, Debug)]
pub struct Call {
    /// The method.
    pub method: String,
    /// When it came.
    pub at: Instant,
    /// 200, or the code of the error.
    pub code: u16,
    /// The message or chat it was about, if any.
    pub about: String,
}

#[derive(Debug)]
pub(crate) struct World {
    pub(crate) settings: Settings,
    pub(crate) people: BTreeMap<i64, Person>,
    pub(crate) chats: BTreeMap<ChatId, Chat>,
    pub(crate) messages: BTreeMap<Place, Message>,
    pub(crate) files: HashMap<String, StoredFile>,
    pub(crate) callbacks: HashMap<String, Callback>,
    pub(crate) queries: HashMap<String, InlineQuery>,
    pub(crate) cache: Vec<Cached>,
    pub(crate) queue: UpdateQueue,
    pub(crate) webhook: Option<Webhook>,
    pub(crate) commands: BTreeMap<(String, String), Vec<(String, String)>>,
    pub(crate) calls: Vec<Call>,
    pub(crate) violations: Vec<Violation>,
    pub(crate) allowed: BTreeSet<Rule>,
    pub(crate) pace: Pace,
    pub(crate) faults: Faults,
    /// Counts requests for updates: a later one ends an earlier one.
    pub(crate) polls: u64,
    pub(crate) changes: u64,
    next_number: i64,
}

impl World {
    pub(crate) fn new(settings: Settings) -> Self {
        Self {
            pace: Pace::new(settings.rates),
            faults: Faults::new(settings.seed),
            queue: UpdateQueue::new(500_000_000 + (settings.seed % 1000) as i64),
            settings,
            people: BTreeMap::new(),
            chats: BTreeMap::new(),
            messages: BTreeMap::new(),
            files: HashMap::new(),
            callbacks: HashMap::new(),
            queries: HashMap::new(),
            cache: Vec::new(),
            webhook: None,
            commands: BTreeMap::new(),
            calls: Vec::new(),
            violations: Vec::new(),
            allowed: BTreeSet::new(),
            polls: 0,
            changes: 0,
            next_number: 1000,
        }
    }

    /// A number that nothing else has.
    pub(crate) fn number(&mut self) -> i64 {
        self.next_number += 1;
        self.next_number
    }

    /// An id as the API makes them: long, and without meaning.
    pub(crate) fn long_id(&mut self, prefix: &str) -> String {
        let random = self.faults.random.u64(..);
        format!("{prefix}{random:016x}{:x}", self.number())
    }

    /// Notes that the bot broke a rule, unless the test allows it.
    pub(crate) fn violation(&mut self, rule: Rule, method: &str, detail: impl Into<String>) {
        if !self.allowed.contains(&rule) {
            self.violations.push(Violation { rule, method: method.to_owned(), detail: detail.into() });
        }
    }

    pub(crate) fn push_update(&mut self, kind: &str, content: Value) -> Option<i64> {
        self.changes += 1;
        self.queue.push(kind, content, &mut self.faults)
    }

    /// Adds or replaces a message, and returns the number of the change.
    pub(crate) fn show(&mut self, place: &Place, content: Content) {
        self.changes += 1;
        let version = self.changes;
        if let Some(message) = self.messages.get_mut(place) {
            let old = std::mem::replace(&mut message.content, content);
            message.earlier_data.extend(old.keyboard.iter().flatten().flatten().filter_map(|button| {
                match &button.action {
                    keyboard::Action::Callback(data) => Some(data.clone()),
                    _ => None,
                }
            }));
            message.version = version;
            message.edits += 1;
        }
    }

    pub(crate) fn add_message(&mut self, place: Place, chat: ChatId, sender: Option<i64>, content: Content) {
        self.changes += 1;
        let is_inline = matches!(place, Place::Inline(_));
        let message = Message {
            chat,
            content,
            sender,
            is_inline,
            date: unix_time(),
            version: self.changes,
            edits: 0,
            is_deleted: false,
            earlier_data: BTreeSet::new(),
        };
        self.messages.insert(place, message);
    }

    pub(crate) fn user_json(&self, id: i64) -> Value {
        let person = &self.people[&id];
        let mut value = json!({ "id": id, "is_bot": false, "first_name": person.name });
        if let Some(language) = &person.language {
            value["language_code"] = json!(language);
        }
        value
    }

    pub(crate) fn bot_json(&self) -> Value {
        json!({
            "id": self.bot_id(),
            "is_bot": true,
            "first_name": "Damier",
            "username": self.settings.username,
        })
    }

    pub(crate) fn bot_id(&self) -> i64 {
        self.settings.token.split(':').next().and_then(|id| id.parse().ok()).unwrap_or(7_000_000_001)
    }

    pub(crate) fn chat_json(&self, id: ChatId) -> Value {
        match (self.chats.get(&id), self.people.get(&id)) {
            (Some(chat), _) => json!({ "id": id, "type": "supergroup", "title": chat.title }),
            (None, Some(person)) => json!({ "id": id, "type": "private", "first_name": person.name }),
            (None, None) => json!({ "id": id, "type": "private" }),
        }
    }

    /// The message as the API tells it.
    pub(crate) fn message_json(&self, place: &Place) -> Value {
        let Place::Chat(chat, id) = place else { return Value::Null };
        let message = &self.messages[place];
        let from = message.sender.map_or_else(|| self.bot_json(), |user| self.user_json(user));
        let mut value = json!({
            "message_id": id,
            "from": from,
            "chat": self.chat_json(*chat),
            "date": message.date,
        });
        let content = &message.content;
        let text = if content.photo.is_some() || content.document.is_some() { "caption" } else { "text" };
        if !content.text.is_empty() {
            value[text] = json!(content.text);
        }
        if message.sender.is_some() && content.text.starts_with('/') {
            let length = content.text.split_whitespace().next().unwrap_or_default().encode_utf16().count();
            value["entities"] = json!([{ "type": "bot_command", "offset": 0, "length": length }]);
        }
        if let Some(file) = &content.photo {
            value["photo"] = self.photo_json(file);
        }
        if let Some(id) = &content.document {
            let file = self.files.get(id);
            let (name, size) = file.map_or(("", 0), |file| (file.name.as_str(), file.size));
            value["document"] = json!({ "file_id": id, "file_unique_id": format!("u{id}"), "file_name": name, "file_size": size });
        }
        if let Some(keyboard) = &content.keyboard {
            value["reply_markup"] = keyboard::write(keyboard);
        }
        value
    }

    /// A photo comes in several sizes, the largest last; each has an id that works.
    fn photo_json(&self, id: &str) -> Value {
        let (width, height) = self.files.get(id).and_then(|file| file.sides).unwrap_or((640, 640));
        let size = self.files.get(id).map_or(0, |file| file.size);
        let of = |id: &str, width: u32, height: u32, size: usize| json!({ "file_id": id, "file_unique_id": format!("u{id}"), "width": width, "height": height, "file_size": size });
        let small = format!("{id}-s");
        json!([of(&small, width.min(90), height.min(90), size / 10), of(id, width, height, size)])
    }
}

fn unix_time() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}
