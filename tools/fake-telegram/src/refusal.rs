//! Calls that fail, and the rules that they broke.

use std::fmt;

use serde_json::{Value, json};

/// A rule of the Bot API that a bot can break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Rule {
    /// The method exists and is supported by the fake.
    KnownMethod,
    /// Every parameter exists. The real API ignores others, which hides spelling mistakes.
    KnownParameters,
    /// Parameters that are needed are there, and have the right type and range.
    Parameters,
    /// `callback_data` has 1 to 64 bytes.
    CallbackData,
    /// A row has 1 to 8 buttons, a keyboard at most 100.
    ButtonCount,
    /// A keyboard has at most 10 kB.
    MarkupSize,
    /// A button has a text and exactly one action that works.
    Button,
    /// A text has 1 to 4096 characters, a caption at most 1024, the answer to a callback at most 200.
    Length,
    /// Text in HTML mode is well-formed, and escapes `<` and `&`.
    Html,
    /// A start parameter has 1 to 64 characters of `A-Za-z0-9_-`.
    StartParameter,
    /// At most 50 results, each with an id of 1 to 64 bytes of its own, and complete.
    InlineResults,
    /// Results that belong to one user are not cached for others or for long.
    InlineCache,
    /// Inline messages take no uploaded files.
    InlineUpload,
    /// The message exists.
    KnownMessage,
    /// The message is the bot's, and has what is edited.
    Editable,
    /// The query exists.
    KnownQuery,
    /// A query is answered once.
    AnswerOnce,
    /// Every callback and inline query is answered.
    AnswerAll,
    /// A photo can be read and is not too large; a file exists.
    File,
    /// Commands are spelled as the API wants, at most 100.
    Commands,
    /// The bot may write to this chat.
    Chat,
    /// The address, port and secret of a webhook are as the API wants.
    Webhook,
    /// No more calls than the limits allow.
    Rate,
    /// After 429 the bot waits as long as it was told.
    RetryAfter,
}

/// A rule that the bot broke.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Which rule.
    pub rule: Rule,
    /// The method that was called, or empty if it was none.
    pub method: String,
    /// What was found.
    pub detail: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}: {}", self.rule, self.method, self.detail)
    }
}

/// The answer to a call that fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) code: u16,
    pub(crate) description: String,
    pub(crate) retry_after: Option<u64>,
    /// The rule that the bot broke. Some failures are nobody's fault: a user deleted the message, nothing has changed.
    pub(crate) broken: Option<Rule>,
}

impl Refusal {
    pub(crate) fn broken(rule: Rule, description: impl Into<String>) -> Self {
        Self { broken: Some(rule), ..Self::bad_request(description) }
    }

    pub(crate) fn bad_request(description: impl Into<String>) -> Self {
        Self::new(400, format!("Bad Request: {}", description.into()))
    }

    pub(crate) fn forbidden(description: &str) -> Self {
        Self::new(403, format!("Forbidden: {description}"))
    }

    pub(crate) fn conflict(description: &str) -> Self {
        Self::new(409, format!("Conflict: {description}"))
    }

    pub(crate) fn too_many(retry_after: u64) -> Self {
        let description = format!("Too Many Requests: retry after {retry_after}");
        Self { retry_after: Some(retry_after), ..Self::new(429, description) }
    }

    pub(crate) fn new(code: u16, description: impl Into<String>) -> Self {
        Self { code, description: description.into(), retry_after: None, broken: None }
    }

    pub(crate) fn because(self, rule: Rule) -> Self {
        Self { broken: Some(rule), ..self }
    }

    pub(crate) fn to_json(&self) -> Value {
        let mut value = json!({ "ok": false, "error_code": self.code, "description": self.description });
        if let Some(seconds) = self.retry_after {
            value["parameters"] = json!({ "retry_after": seconds });
        }
        value
    }
}
