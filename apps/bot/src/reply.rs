//! What the bot answers to an update, as data.

use crate::api::{Call, Keyboard, Place};
use crate::outbox::Lane;

/// An answer of the bot.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    /// The lane in which it waits; `None` for answers without limits.
    pub(crate) lane: Option<Lane>,
    pub(crate) call: Call,
}

impl Reply {
    /// Answers a tap: with a line that goes away, or a window that must be closed.
    pub(crate) fn toast(callback: &str, text: &str, alert: bool) -> Self {
        Self { lane: None, call: Call::answer(callback, text, alert) }
    }

    /// Sends a message to a chat.
    pub(crate) fn text(chat: i64, html: &str, keyboard: &Keyboard) -> Self {
        Self { lane: Some(Lane::Chat(chat)), call: Call::send(chat, html, keyboard) }
    }

    /// Changes the text of a message.
    pub(crate) fn edit(place: &Place, html: &str, keyboard: &Keyboard) -> Self {
        Self { lane: Some(Lane::of(place)), call: Call::edit_text(place, html, keyboard) }
    }

    /// Removes the buttons of a message.
    pub(crate) fn remove_keyboard(place: &Place) -> Self {
        Self { lane: Some(Lane::of(place)), call: Call::remove_keyboard(place) }
    }

    /// Sends a picture to a chat.
    pub(crate) fn picture(chat: i64, png: Vec<u8>, html: &str) -> Self {
        Self { lane: Some(Lane::Chat(chat)), call: Call::send_picture(chat, png, html, &Keyboard::default()) }
    }

    /// Sends a file to a chat.
    pub(crate) fn document(chat: i64, name: &str, bytes: Vec<u8>, html: &str) -> Self {
        Self { lane: Some(Lane::Chat(chat)), call: Call::send_document(chat, name, bytes, html) }
    }

    /// Answers an inline query.
    pub(crate) fn inline(query: &str, results: Vec<serde_json::Value>) -> Self {
        Self { lane: None, call: Call::answer_inline(query, results) }
    }
}
