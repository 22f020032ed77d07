//! The methods of the API.

mod answer;
mod edit;
mod other;
mod send;

use std::time::Instant;

use serde_json::Value;

use crate::pace::PaceKey;
use crate::parameters::Parameters;
use crate::refusal::{Refusal, Rule};
use crate::world::{Call, ChatId, Place, World};

pub(crate) use other::allowed_updates;

/// The result of a call.
pub(crate) type Outcome = Result<Value, Refusal>;

/// Does a call, and notes it with what was wrong with it. `getUpdates` is not among them: it waits.
pub(crate) fn call(world: &mut World, method: &str, parameters: &Parameters, connection: u64) -> Outcome {
    let about = about(parameters);
    let outcome = pace(world, method, parameters, connection).and_then(|()| run(world, method, parameters));
    note(world, method, about, &outcome);
    if outcome.is_ok() {
        for name in parameters.unused() {
            world.violation(Rule::KnownParameters, method, format!("no parameter {name:?}"));
        }
    }
    world.changes += 1;
    outcome
}

/// Writes a call down.
pub(crate) fn note(world: &mut World, method: &str, about: String, outcome: &Outcome) {
    let code = outcome.as_ref().map_or_else(|refusal| refusal.code, |_| 200);
    world.calls.push(Call { method: method.to_owned(), at: Instant::now(), code, about });
    if let Err(Refusal { broken: Some(rule), description, .. }) = outcome {
        world.violation(*rule, method, description.clone());
    }
}

fn run(world: &mut World, method: &str, parameters: &Parameters) -> Outcome {
    match method {
        "getMe" => other::get_me(world),
        "setWebhook" => other::set_webhook(world, parameters),
        "deleteWebhook" => other::delete_webhook(world, parameters),
        "getWebhookInfo" => other::webhook_info(world),
        "setMyCommands" => other::set_my_commands(world, parameters),
        "setMyDescription" => other::set_text(parameters, "description", 512),
        "setMyShortDescription" => other::set_text(parameters, "short_description", 120),
        "getFile" => other::get_file(world, parameters),
        "sendMessage" => send::message(world, parameters),
        "sendPhoto" => send::photo(world, parameters),
        "sendDocument" => send::document(world, parameters),
        "sendChatAction" => send::chat_action(world, parameters),
        "deleteMessage" => send::delete(world, parameters),
        "editMessageText" => edit::text(world, parameters),
        "editMessageCaption" => edit::caption(world, parameters),
        "editMessageMedia" => edit::media(world, parameters),
        "editMessageReplyMarkup" => edit::markup(world, parameters),
        "answerCallbackQuery" => answer::callback(world, parameters),
        "answerInlineQuery" => answer::inline(world, parameters),
        _ => Err(Refusal::new(404, "Not Found: method not found").because(Rule::KnownMethod)),
    }
}

/// Sends and edits are limited. Answers, deletions and the rest are not.
fn pace(world: &mut World, method: &str, parameters: &Parameters, connection: u64) -> Result<(), Refusal> {
    let Some(key) = pace_key(world, method, parameters) else { return Ok(()) };
    world.pace.take(&key, connection, Instant::now()).map_err(|early| {
        let rule = if early.was_told { Rule::RetryAfter } else { Rule::Rate };
        Refusal::too_many(early.retry_after).because(rule)
    })
}

/// What a call counts against.
pub(crate) fn pace_key(world: &World, method: &str, parameters: &Parameters) -> Option<PaceKey> {
    if !(method.starts_with("send") || method.starts_with("edit")) || method == "sendChatAction" {
        return None;
    }
    if let Ok(Some(id)) = parameters.text("inline_message_id") {
        return Some(PaceKey::Chat(id));
    }
    let chat = parameters.integer("chat_id").ok().flatten()?;
    Some(if world.chats.contains_key(&chat) { PaceKey::Group(chat) } else { PaceKey::Chat(chat.to_string()) })
}

fn about(parameters: &Parameters) -> String {
    let names =
        ["inline_message_id", "chat_id", "message_id", "callback_query_id", "inline_query_id", "offset"];
    let values = names.iter().filter_map(|name| parameters.text(name).ok().flatten());
    values.collect::<Vec<_>>().join("/")
}

/// A chat that the bot may write to.
fn chat(world: &World, parameters: &Parameters) -> Result<ChatId, Refusal> {
    let id = Parameters::required("chat_id", parameters.integer("chat_id")?)?;
    if let Some(chat) = world.chats.get(&id) {
        return if chat.has_bot {
            Ok(id)
        } else {
            Err(Refusal::forbidden("bot is not a member of the supergroup chat"))
        };
    }
    match world.people.get(&id) {
        Some(person) if person.has_blocked => Err(Refusal::forbidden("bot was blocked by the user")),
        Some(person) if person.has_started => Ok(id),
        Some(_) => Err(Refusal::forbidden("bot can't initiate conversation with a user").because(Rule::Chat)),
        None => Err(Refusal::broken(Rule::Chat, "chat not found")),
    }
}

/// The message to edit: known, the bot's, not deleted.
fn editable(world: &World, parameters: &Parameters) -> Result<Place, Refusal> {
    let inline = parameters.text("inline_message_id")?;
    let message_id = parameters.integer("message_id")?;
    let place = match (inline, message_id) {
        (Some(_), Some(_)) => {
            return Err(Refusal::broken(Rule::Parameters, "both message_id and inline_message_id"));
        }
        (Some(id), None) => Place::Inline(id),
        (None, Some(id)) => Place::Chat(chat(world, parameters)?, id),
        (None, None) => {
            return Err(Refusal::broken(Rule::Parameters, "message identifier is not specified"));
        }
    };
    let message = world.messages.get(&place).ok_or_else(|| {
        let text = if matches!(place, Place::Inline(_)) {
            "MESSAGE_ID_INVALID"
        } else {
            "message to edit not found"
        };
        Refusal::broken(Rule::KnownMessage, text)
    })?;
    if message.is_deleted {
        let text = if message.is_inline { "MESSAGE_ID_INVALID" } else { "message to edit not found" };
        return Err(Refusal::bad_request(text));
    }
    if message.sender.is_some() && !message.is_inline {
        return Err(Refusal::broken(Rule::Editable, "message can't be edited"));
    }
    Ok(place)
}
