//! Editing messages.

use serde_json::{Value, json};

use super::{Outcome, editable};
use crate::content::{self, Text};
use crate::parameters::Parameters;
use crate::refusal::{Refusal, Rule};
use crate::world::{Content, Place, World};

pub(super) fn text(world: &mut World, parameters: &Parameters) -> Outcome {
    parameters.accept(&["link_preview_options"]);
    let place = editable(world, parameters)?;
    let raw = Parameters::required("text", parameters.text("text")?)?;
    let text = content::message_text(&raw, parameters.text("parse_mode")?.as_deref())?;
    let old = &world.messages[&place].content;
    if old.photo.is_some() || old.document.is_some() {
        return Err(Refusal::broken(Rule::Editable, "there is no text in the message to edit"));
    }
    let keyboard = content::keyboard(world, parameters, true)?;
    let content = Content { text: text.plain, html: text.html, keyboard, ..Content::default() };
    replace(world, &place, content)
}

pub(super) fn caption(world: &mut World, parameters: &Parameters) -> Outcome {
    parameters.accept(&["show_caption_above_media"]);
    let place = editable(world, parameters)?;
    let Text { plain, html } = content::caption(parameters)?;
    let old = world.messages[&place].content.clone();
    if old.photo.is_none() && old.document.is_none() {
        return Err(Refusal::broken(Rule::Editable, "there is no caption in the message to edit"));
    }
    let keyboard = content::keyboard(world, parameters, true)?;
    replace(world, &place, Content { text: plain, html, keyboard, ..old })
}

pub(super) fn media(world: &mut World, parameters: &Parameters) -> Outcome {
    let place = editable(world, parameters)?;
    let media = Parameters::required("media", parameters.json("media")?)?;
    let field = |name: &str| media.get(name).and_then(Value::as_str);
    let source = Parameters::required("media.media", field("media"))?;
    let attached = source.strip_prefix("attach://");
    if matches!(place, Place::Inline(_)) && (attached.is_some() || parameters.has_files()) {
        return Err(Refusal::broken(
            Rule::InlineUpload,
            "a new file can't be uploaded for an inline message",
        ));
    }
    let upload = attached.and_then(|name| parameters.file(name));
    if attached.is_some() && upload.is_none() {
        return Err(Refusal::broken(Rule::File, format!("no file for {source:?}")));
    }
    let Text { plain, html } = content::caption_of(&media)?;
    let keyboard = content::keyboard(world, parameters, true)?;
    let mut content = Content { text: plain, html, keyboard, ..Content::default() };
    match field("type") {
        Some("photo") => content.photo = Some(content::photo(world, upload, Some(source))?),
        Some("document") => content.document = Some(content::document(world, upload, Some(source))?),
        other => return Err(Refusal::broken(Rule::Parameters, format!("unknown type of media {other:?}"))),
    }
    replace(world, &place, content)
}

pub(super) fn markup(world: &mut World, parameters: &Parameters) -> Outcome {
    let place = editable(world, parameters)?;
    let keyboard = content::keyboard(world, parameters, true)?;
    let old = world.messages[&place].content.clone();
    replace(world, &place, Content { keyboard, ..old })
}

fn replace(world: &mut World, place: &Place, content: Content) -> Outcome {
    if world.messages[place].content == content {
        return Err(Refusal::bad_request(
            "message is not modified: specified new message content and reply markup are exactly the same as a current \
             content and reply markup of the message",
        ));
    }
    world.show(place, content);
    Ok(match place {
        Place::Inline(_) => json!(true),
        Place::Chat(..) => world.message_json(place),
    })
}
