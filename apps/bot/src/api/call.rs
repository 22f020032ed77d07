//! Calls of the Bot API, as data.

use hyper::body::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::api::types::Keyboard;

/// A call of the Bot API.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) method: &'static str,
    pub(crate) parameters: Map<String, Value>,
    pub(crate) file: Option<File>,
}

/// A file that goes with a call.
#[derive(Clone, Debug)]
pub(crate) struct File {
    /// The parameter that holds it, or the name after `attach://`.
    pub(crate) field: &'static str,
    pub(crate) name: String,
    pub(crate) content_type: &'static str,
    pub(crate) bytes: Bytes,
}

/// A message of the bot.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Place {
    /// In a chat that the bot is in.
    Chat {
        /// The chat.
        chat: i64,
        /// The message.
        message: i64,
    },
    /// A message sent in inline mode, in any chat.
    Inline(String),
}

/// The form field with the new picture of an edit.
const PICTURE: &str = "board";

impl Call {
    pub(crate) fn new(method: &'static str, parameters: Value) -> Self {
        let parameters = match parameters {
            Value::Object(parameters) => parameters,
            _ => Map::new(),
        };
        Self { method, parameters, file: None }
    }

    /// Sends a message.
    pub(crate) fn send(chat: i64, html: &str, keyboard: &Keyboard) -> Self {
        let call = Self::new("sendMessage", json!({ "chat_id": chat, "text": html, "parse_mode": "HTML" }));
        call.without_preview().with_keyboard(keyboard)
    }

    /// Sends a picture with a caption.
    pub(crate) fn send_picture(chat: i64, png: Vec<u8>, html: &str, keyboard: &Keyboard) -> Self {
        let call = Self::new("sendPhoto", json!({ "chat_id": chat, "caption": html, "parse_mode": "HTML" }));
        call.with_keyboard(keyboard).with_file("photo", "board.png", "image/png", png.into())
    }

    /// Sends a file.
    pub(crate) fn send_document(chat: i64, name: &str, bytes: Vec<u8>, html: &str) -> Self {
        let call =
            Self::new("sendDocument", json!({ "chat_id": chat, "caption": html, "parse_mode": "HTML" }));
        call.with_file("document", name, "text/plain", bytes.into())
    }

    /// Changes the text of a message.
    pub(crate) fn edit_text(place: &Place, html: &str, keyboard: &Keyboard) -> Self {
        let call = Self::new("editMessageText", json!({ "text": html, "parse_mode": "HTML" }));
        call.at(place).without_preview().with_keyboard(keyboard)
    }

    /// Changes the caption of a picture.
    pub(crate) fn edit_caption(place: &Place, html: &str, keyboard: &Keyboard) -> Self {
        let call = Self::new("editMessageCaption", json!({ "caption": html, "parse_mode": "HTML" }));
        call.at(place).with_keyboard(keyboard)
    }

    /// Changes the picture of a message.
    pub(crate) fn edit_picture(place: &Place, png: Vec<u8>, html: &str, keyboard: &Keyboard) -> Self {
        let media = json!({ "type": "photo", "media": format!("attach://{PICTURE}"), "caption": html,
            "parse_mode": "HTML" });
        let call = Self::new("editMessageMedia", json!({ "media": media }));
        call.at(place).with_keyboard(keyboard).with_file(PICTURE, "board.png", "image/png", png.into())
    }

    /// Removes the buttons of a message.
    pub(crate) fn remove_keyboard(place: &Place) -> Self {
        Self::new("editMessageReplyMarkup", json!({})).at(place).with_keyboard(&Keyboard::default())
    }

    /// Answers a tap.
    pub(crate) fn answer(callback: &str, text: &str, alert: bool) -> Self {
        let mut call = Self::new("answerCallbackQuery", json!({ "callback_query_id": callback }));
        if !text.is_empty() {
            call.parameters.insert("text".to_owned(), shortened(text, 200).into());
            call.parameters.insert("show_alert".to_owned(), alert.into());
        }
        call
    }

    /// Answers an inline query.
    pub(crate) fn answer_inline(query: &str, results: Vec<Value>) -> Self {
        // Results hold signed invitations of one person, so Telegram must not keep them for others.
        let parameters =
            json!({ "inline_query_id": query, "results": results, "cache_time": 0, "is_personal": true });
        Self::new("answerInlineQuery", parameters)
    }

    fn at(mut self, place: &Place) -> Self {
        match place {
            Place::Chat { chat, message } => {
                self.parameters.insert("chat_id".to_owned(), (*chat).into());
                self.parameters.insert("message_id".to_owned(), (*message).into());
            }
            Place::Inline(id) => {
                self.parameters.insert("inline_message_id".to_owned(), id.clone().into());
            }
        }
        self
    }

    fn with_keyboard(mut self, keyboard: &Keyboard) -> Self {
        // An edit without a keyboard removes the one that is there; a new message needs none.
        if !keyboard.inline_keyboard.is_empty() || self.method.starts_with("edit") {
            let markup = serde_json::to_value(keyboard).unwrap_or_default();
            self.parameters.insert("reply_markup".to_owned(), markup);
        }
        self
    }

    fn without_preview(mut self) -> Self {
        self.parameters.insert("link_preview_options".to_owned(), json!({ "is_disabled": true }));
        self
    }

    fn with_file(
        mut self,
        field: &'static str,
        name: &str,
        content_type: &'static str,
        bytes: Bytes,
    ) -> Self {
        self.file = Some(File { field, name: name.to_owned(), content_type, bytes });
        self
    }
}

/// At most this many characters; the end of a longer text becomes `…`.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}
