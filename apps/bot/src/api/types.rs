//! The parts of updates that the bot reads, and the keyboards that it sends.

use serde::{Deserialize, Serialize};

/// Something that happened in Telegram.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Update {
    pub(crate) update_id: i64,
    pub(crate) message: Option<Message>,
    pub(crate) callback_query: Option<CallbackQuery>,
    pub(crate) inline_query: Option<InlineQuery>,
    pub(crate) chosen_inline_result: Option<ChosenInlineResult>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct User {
    pub(crate) id: i64,
    #[serde(default)]
    pub(crate) is_bot: bool,
    #[serde(default)]
    pub(crate) first_name: String,
    pub(crate) last_name: Option<String>,
    pub(crate) language_code: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Chat {
    pub(crate) id: i64,
    #[serde(rename = "type", default)]
    pub(crate) kind: String,
}

impl Chat {
    pub(crate) fn is_private(&self) -> bool {
        self.kind == "private"
    }
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Message {
    pub(crate) message_id: i64,
    pub(crate) from: Option<User>,
    pub(crate) chat: Chat,
    pub(crate) text: Option<String>,
    /// Telegram sends only one level of replies.
    pub(crate) reply_to_message: Option<Box<Message>>,
    pub(crate) reply_markup: Option<ReceivedMarkup>,
    /// Whether the message was written through an inline bot.
    pub(crate) via_bot: Option<User>,
}

/// The keyboard of a message that somebody answers.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct ReceivedMarkup {
    #[serde(default)]
    pub(crate) inline_keyboard: Vec<Vec<ReceivedButton>>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct ReceivedButton {
    pub(crate) callback_data: Option<String>,
}

/// A button was tapped.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct CallbackQuery {
    pub(crate) id: String,
    pub(crate) from: User,
    pub(crate) message: Option<Message>,
    pub(crate) inline_message_id: Option<String>,
    pub(crate) data: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct InlineQuery {
    pub(crate) id: String,
    pub(crate) from: User,
    #[serde(default)]
    pub(crate) query: String,
    pub(crate) chat_type: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct ChosenInlineResult {
    pub(crate) result_id: String,
    pub(crate) from: User,
    pub(crate) inline_message_id: Option<String>,
}

/// The bot itself.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Me {
    pub(crate) username: Option<String>,
}

/// A message that the bot sent.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct SentMessage {
    pub(crate) message_id: i64,
}

/// Buttons below a message, row by row.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub(crate) struct Keyboard {
    pub(crate) inline_keyboard: Vec<Vec<Button>>,
}

/// A button: exactly one of the three actions is there.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub(crate) struct Button {
    pub(crate) text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) callback_data: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) switch_inline_query: Option<String>,
}

impl Button {
    /// A button that sends data back.
    pub(crate) fn data(text: impl Into<String>, data: String) -> Self {
        Self { text: text.into(), callback_data: Some(data), url: None, switch_inline_query: None }
    }

    /// A button that opens a page.
    pub(crate) fn link(text: impl Into<String>, url: String) -> Self {
        Self { text: text.into(), callback_data: None, url: Some(url), switch_inline_query: None }
    }

    /// A button that lets the reader choose a chat and calls the bot there.
    pub(crate) fn switch(text: impl Into<String>, query: String) -> Self {
        Self { text: text.into(), callback_data: None, url: None, switch_inline_query: Some(query) }
    }
}

impl Keyboard {
    /// Adds a row, unless it is empty.
    pub(crate) fn row(&mut self, buttons: Vec<Button>) {
        if !buttons.is_empty() {
            self.inline_keyboard.push(buttons);
        }
    }

    /// Adds buttons, this many in a row.
    pub(crate) fn rows(&mut self, buttons: Vec<Button>, width: usize) {
        for row in buttons.chunks(width.max(1)) {
            self.row(row.to_vec());
        }
    }
}
