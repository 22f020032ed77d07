//! People who talk to the bot.

use serde_json::json;

use crate::fake::Fake;
use crate::keyboard::{self, Action};
use crate::settings::{is_base64url, limit};
use crate::view::View;
use crate::world::{Callback, ChatId, Content, InlineQuery, Place, World};

/// A person. See [`Fake::user`].
#[derive(Clone, Debug)]
pub struct User {
    pub(crate) fake: Fake,
    pub(crate) id: i64,
}

/// What the bot answered to a tap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The text that pops up; may be empty.
    pub text: String,
    /// Whether it must be dismissed.
    pub is_alert: bool,
    /// A link that opens.
    pub url: Option<String>,
}

/// A result of an inline query.
#[derive(Clone, Debug, PartialEq)]
pub struct InlineResult {
    /// The id that the bot gave it.
    pub id: String,
    /// The title in the list.
    pub title: String,
    /// The text below the title.
    pub description: String,
    pub(crate) content: Content,
}

impl User {
    /// The number of the user.
    #[must_use]
    pub fn id(&self) -> i64 {
        self.id
    }

    /// The private chat with the bot.
    #[must_use]
    pub fn chat(&self) -> ChatId {
        self.id
    }

    /// The user's name.
    #[must_use]
    pub fn name(&self) -> String {
        self.fake.inner.lock().people[&self.id].name.clone()
    }

    /// Sends a text. In groups the bot reads commands only, unless it may read all.
    pub fn types(&self, chat: ChatId, text: &str) -> Place {
        self.send(chat, text, None)
    }

    /// Answers a message with a text. The bot reads replies to its own messages also in groups.
    ///
    /// # Panics
    ///
    /// If the message is not in a chat of the bot.
    pub fn replies(&self, place: &Place, text: &str) -> Place {
        let Place::Chat(chat, _) = place else { panic!("the bot does not see replies to inline messages") };
        self.send(*chat, text, Some(place))
    }

    fn send(&self, chat: ChatId, text: &str, reply: Option<&Place>) -> Place {
        let mut world = self.fake.inner.lock();
        let place = Place::Chat(chat, world.number());
        let content = Content { text: text.to_owned(), ..Content::default() };
        world.add_message(place.clone(), chat, Some(self.id), content);
        if chat == self.id {
            world.people.get_mut(&self.id).expect("a user").has_started = true;
        }
        if is_visible(&world, chat, text, reply) {
            let mut message = world.message_json(&place);
            if let Some(reply) = reply {
                message["reply_to_message"] = world.message_json(reply);
            }
            world.push_update("message", message);
        }
        drop(world);
        self.fake.inner.notify();
        place
    }

    /// Opens a link to the bot with a start parameter: `https://t.me/BOT?start=...`.
    ///
    /// # Panics
    ///
    /// If the link does not open the bot, or its parameter is not as the API wants.
    pub fn opens(&self, link: &str) -> Place {
        let bot = self.fake.inner.lock().settings.username.clone();
        let start =
            keyboard::start_parameter(link, &bot).unwrap_or_else(|| panic!("{link} does not open {bot}"));
        assert!((1..=limit::START_PARAMETER).contains(&start.len()) && is_base64url(start), "{link}");
        self.types(self.chat(), &format!("/start {start}"))
    }

    /// Blocks the bot: it may not write to this user any more.
    pub fn blocks_bot(&self) {
        self.fake.inner.lock().people.get_mut(&self.id).expect("a user").has_blocked = true;
    }

    /// The newest message of the bot in a chat that has a keyboard.
    ///
    /// # Panics
    ///
    /// If none comes.
    #[must_use]
    pub fn sees_keyboard(&self, chat: ChatId) -> View {
        self.waits_for(chat, "a message with a keyboard", |view| !view.rows().is_empty())
    }

    /// Waits until the bot's newest messages in a chat hold one as wanted, and returns the newest of these.
    ///
    /// # Panics
    ///
    /// If none comes.
    pub fn waits_for(&self, chat: ChatId, what: &str, wanted: impl Fn(&View) -> bool) -> View {
        self.fake.wait(what, |world| newest(world, chat).into_iter().find(&wanted))
    }

    /// Waits until a message is as wanted.
    ///
    /// # Panics
    ///
    /// If it does not become so.
    pub fn waits_until(&self, place: &Place, what: &str, wanted: impl Fn(&View) -> bool) -> View {
        self.fake.wait(what, |world| View::of(world, place).filter(&wanted))
    }

    /// Taps a button that holds this text, and waits for the answer.
    ///
    /// # Panics
    ///
    /// If there is no such button, or if the bot does not answer.
    pub fn taps(&self, place: &Place, text: &str) -> Answer {
        let view = self.waits_until(place, &format!("a button {text:?}"), |view| view.find(text).is_some());
        let button = view.find(text).expect("found above").clone();
        match &button.action {
            Action::Callback(data) => self.presses(place, data),
            other => panic!("{text:?} is no callback button: {other:?}"),
        }
    }

    /// Sends any callback data from a message, as a hostile client can, and waits for the answer.
    ///
    /// # Panics
    ///
    /// If the bot does not answer.
    pub fn presses(&self, place: &Place, data: &str) -> Answer {
        let id = self.begins_press(place, data);
        self.waits_for_answer(&id)
    }

    /// Sends callback data without waiting. Returns the number of the query.
    ///
    /// # Panics
    ///
    /// If there is no such message.
    #[must_use]
    pub fn begins_press(&self, place: &Place, data: &str) -> String {
        let mut world = self.fake.inner.lock();
        let chat = world.messages.get(place).expect("a message").chat;
        let may_see = world.chats.get(&chat).is_none_or(|group| group.members.contains(&self.id));
        assert!(may_see, "{} is not in the group", self.id);
        let id = world.long_id("4");
        let mut query = json!({ "id": id, "from": world.user_json(self.id), "data": data });
        match place {
            Place::Inline(inline) => {
                query["inline_message_id"] = json!(inline);
                query["chat_instance"] = json!(chat.to_string());
            }
            Place::Chat(chat, _) => {
                query["message"] = world.message_json(place);
                query["chat_instance"] = json!(chat.to_string());
            }
        }
        let update = world.push_update("callback_query", query);
        let callback = Callback { asked: std::time::Instant::now(), update, answer: None, answered: None };
        world.callbacks.insert(id.clone(), callback);
        drop(world);
        self.fake.inner.notify();
        id
    }

    /// Waits for the answer to a query.
    ///
    /// # Panics
    ///
    /// If the bot does not answer.
    #[must_use]
    pub fn waits_for_answer(&self, query: &str) -> Answer {
        self.fake.wait("the answer to a callback", |world| world.callbacks[query].answer.clone())
    }

    /// Types `@bot query` in a chat and waits for the results.
    ///
    /// # Panics
    ///
    /// If the query is too long, or the bot does not answer.
    pub fn asks_inline(&self, query: &str) -> Vec<InlineResult> {
        assert!(query.chars().count() <= limit::INLINE_QUERY, "{query:?}");
        let mut world = self.fake.inner.lock();
        let now = std::time::Instant::now();
        let cached = world.cache.iter().find(|cached| {
            cached.text == query && cached.until > now && cached.user.is_none_or(|user| user == self.id)
        });
        if let Some(cached) = cached {
            return cached.results.clone();
        }
        let id = world.long_id("7");
        let update = json!({
            "id": id,
            "from": world.user_json(self.id),
            "query": query,
            "offset": "",
            "chat_type": "private",
        });
        world
            .queries
            .insert(id.clone(), InlineQuery { user: self.id, text: query.to_owned(), results: None });
        world.push_update("inline_query", update);
        drop(world);
        self.fake.inner.notify();
        self.fake.wait("inline results", |world| world.queries[&id].results.clone())
    }

    /// Sends a result to a chat: with another user, or a group. The bot hears of it only if feedback is on, and gets
    /// the number of the message only if that has a keyboard.
    pub fn chooses(&self, result: &InlineResult, query: &str, chat: ChatId) -> Place {
        let mut world = self.fake.inner.lock();
        let place = Place::Inline(world.long_id("BAAAA"));
        let Place::Inline(id) = &place else { unreachable!("made above") };
        world.add_message(place.clone(), chat, Some(self.id), result.content.clone());
        if world.settings.inline_feedback {
            let mut chosen =
                json!({ "result_id": result.id, "from": world.user_json(self.id), "query": query });
            if result.content.keyboard.is_some() {
                chosen["inline_message_id"] = json!(id);
            }
            world.push_update("chosen_inline_result", chosen);
        }
        drop(world);
        self.fake.inner.notify();
        place
    }

    /// Deletes a message: the bot is not told.
    pub fn deletes(&self, place: &Place) {
        if let Some(message) = self.fake.inner.lock().messages.get_mut(place) {
            message.is_deleted = true;
        }
    }
}

/// Whether the bot gets a message of a group. With privacy mode it gets commands, mentions and replies to itself.
fn is_visible(world: &World, chat: ChatId, text: &str, reply: Option<&Place>) -> bool {
    let Some(group) = world.chats.get(&chat) else { return true };
    let bot = &world.settings.username;
    let is_command = text.starts_with('/') && {
        let command = text.split_whitespace().next().unwrap_or_default();
        command.split_once('@').is_none_or(|(_, name)| name.eq_ignore_ascii_case(bot))
    };
    let is_reply = reply.is_some_and(|place| {
        world.messages.get(place).is_some_and(|message| message.sender.is_none() || message.is_inline)
    });
    group.has_bot
        && (world.settings.reads_groups || is_command || is_reply || text.contains(&format!("@{bot}")))
}

/// The bot's messages in a chat, the one that changed last first.
pub(crate) fn newest(world: &World, chat: ChatId) -> Vec<View> {
    let of_bot = world.messages.iter().filter(|(_, message)| {
        message.chat == chat && !message.is_deleted && (message.sender.is_none() || message.is_inline)
    });
    let mut places: Vec<_> = of_bot.map(|(place, message)| (message.version, place)).collect();
    places.sort_by_key(|&(version, _)| std::cmp::Reverse(version));
    places.into_iter().filter_map(|(_, place)| View::of(world, place)).collect()
}
