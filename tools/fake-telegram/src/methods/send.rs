//! Sending and deleting messages.

use serde_json::{Value, json};

use super::{Outcome, chat};
use crate::content;
use crate::parameters::Parameters;
use crate::refusal::{Refusal, Rule};
use crate::world::{ChatId, Content, Place, World};

/// Parameters of all messages that the fake does nothing with.
const COMMON: &[&str] = &[
    "allow_paid_broadcast",
    "disable_notification",
    "message_effect_id",
    "message_thread_id",
    "protect_content",
];

pub(super) fn message(world: &mut World, parameters: &Parameters) -> Outcome {
    parameters.accept(&["link_preview_options"]);
    let chat = chat(world, parameters)?;
    let raw = Parameters::required("text", parameters.text("text")?)?;
    let text = content::message_text(&raw, parameters.text("parse_mode")?.as_deref())?;
    let keyboard = content::keyboard(world, parameters, false)?;
    let content = Content { text: text.plain, html: text.html, keyboard, ..Content::default() };
    deliver(world, parameters, chat, content)
}

pub(super) fn photo(world: &mut World, parameters: &Parameters) -> Outcome {
    parameters.accept(&["has_spoiler", "show_caption_above_media"]);
    let chat = chat(world, parameters)?;
    let text = content::caption(parameters)?;
    let keyboard = content::keyboard(world, parameters, false)?;
    let name = parameters.text("photo")?;
    let photo = Some(content::photo(world, parameters.file("photo"), name.as_deref())?);
    let content = Content { text: text.plain, html: text.html, photo, keyboard, document: None };
    deliver(world, parameters, chat, content)
}

pub(super) fn document(world: &mut World, parameters: &Parameters) -> Outcome {
    parameters.accept(&["disable_content_type_detection"]);
    let chat = chat(world, parameters)?;
    let text = content::caption(parameters)?;
    let keyboard = content::keyboard(world, parameters, false)?;
    let name = parameters.text("document")?;
    let document = Some(content::document(world, parameters.file("document"), name.as_deref())?);
    let content = Content { text: text.plain, html: text.html, document, keyboard, photo: None };
    deliver(world, parameters, chat, content)
}

fn deliver(world: &mut World, parameters: &Parameters, chat: ChatId, content: Content) -> Outcome {
    parameters.accept(COMMON);
    check_reply(world, parameters, chat)?;
    let place = Place::Chat(chat, world.number());
    world.add_message(place.clone(), chat, None, content);
    Ok(world.message_json(&place))
}

/// A reply needs a message to reply to, unless the bot says that it does not matter.
fn check_reply(world: &World, parameters: &Parameters, chat: ChatId) -> Result<(), Refusal> {
    let Some(reply) = parameters.json("reply_parameters")? else { return Ok(()) };
    let id = reply.get("message_id").and_then(Value::as_i64);
    let id = Parameters::required("reply_parameters.message_id", id)?;
    let is_there = world.messages.get(&Place::Chat(chat, id)).is_some_and(|message| !message.is_deleted);
    let does_not_matter = reply.get("allow_sending_without_reply") == Some(&Value::Bool(true));
    if is_there || does_not_matter {
        return Ok(());
    }
    Err(Refusal::broken(Rule::KnownMessage, "message to be replied not found"))
}

pub(super) fn chat_action(world: &mut World, parameters: &Parameters) -> Outcome {
    chat(world, parameters)?;
    parameters.accept(COMMON);
    Parameters::required("action", parameters.text("action")?)?;
    Ok(json!(true))
}

pub(super) fn delete(world: &mut World, parameters: &Parameters) -> Outcome {
    let chat = chat(world, parameters)?;
    let id = Parameters::required("message_id", parameters.integer("message_id")?)?;
    let is_private = !world.chats.contains_key(&chat);
    let message = world.messages.get_mut(&Place::Chat(chat, id));
    let message =
        message.ok_or_else(|| Refusal::broken(Rule::KnownMessage, "message to delete not found"))?;
    if message.is_deleted {
        return Err(Refusal::bad_request("message to delete not found"));
    }
    if message.sender.is_some() && !is_private {
        return Err(Refusal::broken(Rule::Editable, "message can't be deleted"));
    }
    message.is_deleted = true;
    Ok(json!(true))
}
