//! What people see of a message.

use std::fmt;

use crate::keyboard::{Action, Button, Keyboard};
use crate::world::{ChatId, Place, World};

/// A message as a user sees it at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Where it is.
    pub place: Place,
    /// The chat it is shown in.
    pub chat: ChatId,
    /// The text or caption, without markup.
    pub text: String,
    /// The same with its markup, as HTML.
    pub html: String,
    /// Grows with every change of any message.
    pub version: u64,
    /// How often it was edited.
    pub edits: usize,
    /// The photo: its bytes, or those of its address.
    pub photo: Option<Vec<u8>>,
    /// The name and contents of the attached file.
    pub document: Option<(String, Vec<u8>)>,
    keyboard: Keyboard,
}

impl View {
    pub(crate) fn of(world: &World, place: &Place) -> Option<Self> {
        let message = world.messages.get(place).filter(|message| !message.is_deleted)?;
        let content = &message.content;
        let photo = content
            .photo
            .as_ref()
            .map(|id| world.files.get(id).map_or_else(|| id.as_bytes().to_vec(), |file| file.bytes.clone()));
        let document = content.document.as_ref().and_then(|id| world.files.get(id));
        Some(Self {
            place: place.clone(),
            chat: message.chat,
            text: content.text.clone(),
            html: content.html.clone(),
            version: message.version,
            edits: message.edits,
            photo,
            document: document.map(|file| (file.name.clone(), file.bytes.clone())),
            keyboard: content.keyboard.clone().unwrap_or_default(),
        })
    }

    /// The rows of buttons.
    #[must_use]
    pub fn rows(&self) -> &[Vec<Button>] {
        &self.keyboard
    }

    /// All buttons.
    pub fn buttons(&self) -> impl Iterator<Item = &Button> {
        self.keyboard.iter().flatten()
    }

    /// The button with this text; without, the first that contains it.
    #[must_use]
    pub fn find(&self, text: &str) -> Option<&Button> {
        let exact = self.buttons().find(|button| button.text == text);
        exact.or_else(|| self.buttons().find(|button| button.text.contains(text)))
    }

    /// The button that has this word in its text, such as the name of a square.
    #[must_use]
    pub fn find_word(&self, word: &str) -> Option<&Button> {
        let is_part = |c: char| !c.is_alphanumeric();
        self.buttons().find(|button| button.text.split(is_part).any(|part| part == word))
    }

    /// The data of all callback buttons.
    #[must_use]
    pub fn callback_data(&self) -> Vec<&str> {
        let data = self.buttons().filter_map(|button| match &button.action {
            Action::Callback(data) => Some(data.as_str()),
            _ => None,
        });
        data.collect()
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.photo.is_some() {
            writeln!(f, "[photo]")?;
        }
        if let Some((name, bytes)) = &self.document {
            writeln!(f, "[file {name}, {} bytes]", bytes.len())?;
        }
        writeln!(f, "{}", self.text)?;
        for row in &self.keyboard {
            let texts: Vec<&str> = row.iter().map(|button| button.text.as_str()).collect();
            writeln!(f, "[{}]", texts.join("|"))?;
        }
        Ok(())
    }
}
