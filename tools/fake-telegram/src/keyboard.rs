//! Inline keyboards and what the API demands of them.

use serde_json::{Map, Value, json};

use crate::refusal::{Refusal, Rule};
use crate::settings::{is_base64url, limit};

/// What a tap on a button does.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Action {
    /// Sends these data to the bot.
    Callback(String),
    /// Opens an address.
    Url(String),
    /// Lets the user choose a chat and start an inline query there.
    SwitchInline(String),
    /// Starts an inline query in this chat.
    SwitchInlineHere(String),
    /// Copies a text.
    Copy(String),
    /// Opens a page inside of the app.
    WebApp(String),
}

/// A button below a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// What it says.
    pub text: String,
    /// What a tap does.
    pub action: Action,
}

/// The rows of buttons below a message.
pub(crate) type Keyboard = Vec<Vec<Button>>;

/// Reads the keyboard of a message. An empty one counts as none.
pub(crate) fn read(markup: &Value, bot: &str) -> Result<Option<Keyboard>, Refusal> {
    let wrong = |text: &str| Refusal::broken(Rule::Button, text);
    let object = markup.as_object().ok_or_else(|| wrong("object expected as reply markup"))?;
    let rows = object.get("inline_keyboard").and_then(Value::as_array);
    let rows = rows.ok_or_else(|| wrong("inline keyboard expected"))?;
    if object.len() > 1 {
        return Err(wrong("unknown fields beside inline_keyboard"));
    }
    let size = markup.to_string().len();
    if size > limit::MARKUP {
        return Err(Refusal::broken(Rule::MarkupSize, format!("reply markup is too long ({size} bytes)")));
    }
    let mut keyboard = Keyboard::new();
    for row in rows {
        let row = row.as_array().ok_or_else(|| wrong("row of buttons must be an array"))?;
        if row.is_empty() || row.len() > limit::ROW {
            return Err(Refusal::broken(Rule::ButtonCount, format!("row of {} buttons", row.len())));
        }
        keyboard.push(row.iter().map(|button| read_button(button, bot)).collect::<Result<_, _>>()?);
    }
    let count: usize = keyboard.iter().map(Vec::len).sum();
    if count > limit::BUTTONS {
        return Err(Refusal::broken(
            Rule::ButtonCount,
            format!("reply markup is too long ({count} buttons)"),
        ));
    }
    Ok((count > 0).then_some(keyboard))
}

/// The keyboard as the API writes it.
pub(crate) fn write(keyboard: &Keyboard) -> Value {
    let rows =
        keyboard.iter().map(|row| row.iter().map(write_button).collect::<Vec<_>>()).collect::<Vec<_>>();
    json!({ "inline_keyboard": rows })
}

fn write_button(button: &Button) -> Value {
    let (name, value) = match &button.action {
        Action::Callback(data) => ("callback_data", json!(data)),
        Action::Url(url) => ("url", json!(url)),
        Action::SwitchInline(query) => ("switch_inline_query", json!(query)),
        Action::SwitchInlineHere(query) => ("switch_inline_query_current_chat", json!(query)),
        Action::Copy(text) => ("copy_text", json!({ "text": text })),
        Action::WebApp(url) => ("web_app", json!({ "url": url })),
    };
    json!({ "text": button.text, name: value })
}

fn read_button(button: &Value, bot: &str) -> Result<Button, Refusal> {
    let wrong = |text: &str| Refusal::broken(Rule::Button, format!("{text}: {button}"));
    let object = button.as_object().ok_or_else(|| wrong("InlineKeyboardButton must be an Object"))?;
    let text = object.get("text").and_then(Value::as_str).ok_or_else(|| wrong("button without text"))?;
    if text.is_empty() {
        return Err(wrong("text buttons are unallowed in the inline keyboard"));
    }
    if let Some(style) = object.get("style")
        && !matches!(style.as_str(), Some("danger" | "success" | "primary"))
    {
        return Err(wrong("unknown style"));
    }
    let mut actions =
        object.iter().filter(|(name, _)| !matches!(name.as_str(), "text" | "style" | "icon_custom_emoji_id"));
    let (Some((name, value)), None) = (actions.next(), actions.next()) else {
        return Err(wrong("exactly one action expected"));
    };
    Ok(Button { text: text.to_owned(), action: read_action(name, value, bot)? })
}

fn read_action(name: &str, value: &Value, bot: &str) -> Result<Action, Refusal> {
    let wrong = |text: &str| Refusal::broken(Rule::Button, format!("{text}: {value}"));
    let text = |value: &Value| value.as_str().map(str::to_owned).ok_or_else(|| wrong("text expected"));
    let field = |object: &Map<String, Value>, name: &str| text(object.get(name).unwrap_or(&Value::Null));
    let object = || value.as_object().ok_or_else(|| wrong("object expected"));
    let query = |query: String| match query.chars().count() {
        0..=limit::INLINE_QUERY => Ok(query),
        _ => Err(wrong("inline query is too long")),
    };
    Ok(match name {
        "callback_data" => {
            let data = text(value)?;
            if data.is_empty() || data.len() > limit::CALLBACK_DATA {
                let found = format!("BUTTON_DATA_INVALID ({} bytes: {data:?})", data.len());
                return Err(Refusal::broken(Rule::CallbackData, found));
            }
            Action::Callback(data)
        }
        "url" => {
            let url = text(value)?;
            check_url(&url, bot)?;
            Action::Url(url)
        }
        "switch_inline_query" => Action::SwitchInline(query(text(value)?)?),
        "switch_inline_query_current_chat" => Action::SwitchInlineHere(query(text(value)?)?),
        "switch_inline_query_chosen_chat" => {
            let object = object()?;
            Action::SwitchInline(query(object.get("query").map_or(Ok(String::new()), text)?)?)
        }
        "copy_text" => {
            let copied = field(object()?, "text")?;
            if copied.is_empty() || copied.chars().count() > 256 {
                return Err(wrong("text to copy must have 1-256 characters"));
            }
            Action::Copy(copied)
        }
        "web_app" => Action::WebApp(field(object()?, "url")?),
        _ => return Err(wrong(&format!("unknown kind of button {name}"))),
    })
}

/// Checks an address that users open, and the start parameter if it opens the bot.
pub(crate) fn check_url(url: &str, bot: &str) -> Result<(), Refusal> {
    let wrong = |why: &str| Refusal::broken(Rule::Button, format!("BUTTON_URL_INVALID ({why}: {url:?})"));
    if url.starts_with("tg://") {
        return Ok(());
    }
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let rest = rest.ok_or_else(|| wrong("not http"))?;
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if url.contains(char::is_whitespace) || !host.contains('.') {
        return Err(wrong("no public host"));
    }
    match start_parameter(url, bot) {
        Some(start) if start.is_empty() || start.len() > limit::START_PARAMETER || !is_base64url(start) => {
            Err(Refusal::broken(Rule::StartParameter, format!("start parameter {start:?}")))
        }
        _ => Ok(()),
    }
}

/// The start parameter of a link to the bot.
pub(crate) fn start_parameter<'a>(url: &'a str, bot: &str) -> Option<&'a str> {
    let rest = url.strip_prefix("https://t.me/").or_else(|| url.strip_prefix("http://t.me/"))?;
    let (name, query) = rest.split_once('?')?;
    if !name.eq_ignore_ascii_case(bot) {
        return None;
    }
    query.split('&').find_map(|pair| pair.strip_prefix("start=").or_else(|| pair.strip_prefix("startgroup=")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule_of(markup: &Value) -> Option<Rule> {
        read(markup, "the_bot").err().and_then(|refusal| refusal.broken)
    }

    fn of_rows(rows: &[usize], data: &str) -> Value {
        let button = json!({ "text": "x", "callback_data": data });
        let rows = rows.iter().map(|&length| vec![button.clone(); length]).collect::<Vec<_>>();
        json!({ "inline_keyboard": rows })
    }

    #[test]
    fn keyboards_inside_the_limits() {
        assert_eq!(rule_of(&of_rows(&[8; 12], "d")), None);
        assert_eq!(rule_of(&of_rows(&[1; 100], "d")), None);
        assert_eq!(rule_of(&of_rows(&[1], &"d".repeat(64))), None);
        assert_eq!(read(&json!({ "inline_keyboard": [] }), "the_bot"), Ok(None));
        let keyboard = read(&of_rows(&[2, 1], "d"), "the_bot").unwrap().unwrap();
        assert_eq!(write(&keyboard), of_rows(&[2, 1], "d"));
    }

    #[test]
    fn keyboards_outside_of_the_limits() {
        assert_eq!(rule_of(&of_rows(&[9], "d")), Some(Rule::ButtonCount));
        assert_eq!(rule_of(&of_rows(&[0], "d")), Some(Rule::ButtonCount));
        assert_eq!(rule_of(&of_rows(&[1; 101], "d")), Some(Rule::ButtonCount));
        assert_eq!(rule_of(&of_rows(&[1], "")), Some(Rule::CallbackData));
        // 33 characters, 66 bytes.
        assert_eq!(rule_of(&of_rows(&[1], &"é".repeat(33))), Some(Rule::CallbackData));
        let button = json!({ "text": "x".repeat(100), "callback_data": "d" });
        let markup = json!({ "inline_keyboard": vec![vec![button]; 80] });
        assert_eq!(rule_of(&markup), Some(Rule::MarkupSize));
    }

    #[test]
    fn buttons_that_do_nothing_are_refused() {
        let rule = |button: Value| rule_of(&json!({ "inline_keyboard": [[button]] }));
        assert_eq!(rule(json!({ "text": "x" })), Some(Rule::Button));
        assert_eq!(rule(json!({ "text": "", "callback_data": "d" })), Some(Rule::Button));
        assert_eq!(
            rule(json!({ "text": "x", "callback_data": "d", "url": "https://a.b" })),
            Some(Rule::Button)
        );
        assert_eq!(rule(json!({ "text": "x", "url": "http://localhost/game" })), Some(Rule::Button));
        assert_eq!(
            rule(json!({ "text": "x", "url": "https://t.me/the_bot?start=a.b" })),
            Some(Rule::StartParameter)
        );
        assert_eq!(rule(json!({ "text": "x", "url": "https://t.me/the_bot?start=a-B_9" })), None);
        assert_eq!(rule(json!({ "text": "x", "switch_inline_query": "" })), None);
        assert_eq!(rule(json!({ "text": "x", "switch_inline_query": "q".repeat(257) })), Some(Rule::Button));
    }
}
