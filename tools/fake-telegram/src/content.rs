//! Texts, photos and files of messages.

use serde_json::Value;

use crate::html;
use crate::images;
use crate::keyboard::{self, Keyboard};
use crate::parameters::{Parameters, Upload};
use crate::refusal::{Refusal, Rule};
use crate::settings::limit;
use crate::world::{StoredFile, World};

/// A text, without and with its markup.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Text {
    pub(crate) plain: String,
    pub(crate) html: String,
}

/// Reads a text in the mode that was named. The fake knows HTML and none.
pub(crate) fn text(raw: &str, mode: Option<&str>, most: usize) -> Result<Text, Refusal> {
    let (plain, html) = match mode {
        None | Some("") => (raw.to_owned(), escape(raw)),
        Some(mode) if mode.eq_ignore_ascii_case("html") => (html::read(raw)?, raw.to_owned()),
        Some(mode) => {
            return Err(Refusal::broken(
                Rule::Html,
                format!("unsupported parse_mode {mode:?}: the fake knows HTML"),
            ));
        }
    };
    let length = plain.chars().count();
    if length > most {
        let what = if most == limit::CAPTION { "message caption" } else { "message" };
        return Err(Refusal::broken(Rule::Length, format!("{what} is too long ({length} characters)")));
    }
    Ok(Text { plain, html })
}

/// The text of a message: not empty.
pub(crate) fn message_text(raw: &str, mode: Option<&str>) -> Result<Text, Refusal> {
    let text = text(raw, mode, limit::TEXT)?;
    if text.plain.trim().is_empty() {
        return Err(Refusal::broken(Rule::Length, "message text is empty"));
    }
    Ok(text)
}

/// The caption in the fields `caption` and `parse_mode`.
pub(crate) fn caption(parameters: &Parameters) -> Result<Text, Refusal> {
    let caption = parameters.text("caption")?.unwrap_or_default();
    text(&caption, parameters.text("parse_mode")?.as_deref(), limit::CAPTION)
}

/// The caption inside of an object.
pub(crate) fn caption_of(object: &Value) -> Result<Text, Refusal> {
    let field = |name: &str| object.get(name).and_then(Value::as_str);
    text(field("caption").unwrap_or_default(), field("parse_mode"), limit::CAPTION)
}

/// The inline keyboard of a message. New messages may have a keyboard of another kind, which the fake does not show.
pub(crate) fn keyboard(
    world: &World,
    parameters: &Parameters,
    is_edit: bool,
) -> Result<Option<Keyboard>, Refusal> {
    let Some(markup) = parameters.json("reply_markup")? else { return Ok(None) };
    let is_other =
        ["keyboard", "remove_keyboard", "force_reply"].iter().any(|name| markup.get(name).is_some());
    if is_other && !is_edit {
        return Ok(None);
    }
    keyboard::read(&markup, &world.settings.username)
}

/// The id of a photo that was uploaded, or is named by its id or address.
pub(crate) fn photo(
    world: &mut World,
    upload: Option<&Upload>,
    name: Option<&str>,
) -> Result<String, Refusal> {
    match (upload, name) {
        (Some(upload), _) => store_photo(world, upload),
        (None, Some(name)) => known_file(world, name, true),
        (None, None) => Err(Refusal::broken(Rule::File, "there is no photo in the request")),
    }
}

/// The id of a document, as [`photo`].
pub(crate) fn document(
    world: &mut World,
    upload: Option<&Upload>,
    name: Option<&str>,
) -> Result<String, Refusal> {
    match (upload, name) {
        (Some(upload), _) if upload.bytes.is_empty() => {
            Err(Refusal::broken(Rule::File, "file must be non-empty"))
        }
        (Some(upload), _) if upload.bytes.len() > limit::DOCUMENT => {
            Err(Refusal::new(413, "Request Entity Too Large").because(Rule::File))
        }
        (Some(upload), _) => Ok(store(world, upload, None)),
        (None, Some(name)) => known_file(world, name, false),
        (None, None) => Err(Refusal::broken(Rule::File, "there is no document in the request")),
    }
}

fn store_photo(world: &mut World, upload: &Upload) -> Result<String, Refusal> {
    let wrong = |text: &str| Err(Refusal::broken(Rule::File, text));
    if upload.bytes.len() > limit::PHOTO {
        return wrong("too big for a photo");
    }
    let Some((width, height)) = images::dimensions(&upload.bytes) else {
        return wrong("IMAGE_PROCESS_FAILED");
    };
    let (less, more) = (width.min(height), width.max(height));
    if less == 0 || width + height > limit::PHOTO_SIDES || more / less > limit::PHOTO_RATIO {
        return wrong("PHOTO_INVALID_DIMENSIONS");
    }
    Ok(store(world, upload, Some((width, height))))
}

fn store(world: &mut World, upload: &Upload, sides: Option<(u32, u32)>) -> String {
    let id = world.long_id("AgACAgIAAxk");
    let bytes = if world.settings.keeps_files { upload.bytes.clone() } else { Vec::new() };
    let file = StoredFile { name: upload.name.clone(), bytes, size: upload.bytes.len(), sides };
    world.files.insert(id.clone(), file);
    id
}

fn known_file(world: &World, name: &str, is_photo: bool) -> Result<String, Refusal> {
    if name.starts_with("http://") || name.starts_with("https://") {
        keyboard::check_url(name, &world.settings.username).map_err(|_| {
            Refusal::broken(Rule::File, format!("wrong type of the web page content ({name:?})"))
        })?;
        return Ok(name.to_owned());
    }
    let id = name.strip_suffix("-s").unwrap_or(name);
    match world.files.get(id) {
        Some(file) if file.sides.is_some() == is_photo => Ok(id.to_owned()),
        Some(_) => Err(Refusal::broken(Rule::File, "can't use file of this type")),
        None => Err(Refusal::broken(Rule::File, "wrong file identifier/HTTP URL specified")),
    }
}

pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
