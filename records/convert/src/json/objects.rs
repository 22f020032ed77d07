//! The objects of JSON games.

use std::fmt;

use record::MOST_TAGS;
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, Visitor};

use super::moves::{CommentsJson, MovesJson};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
pub(super) struct GameJson {
    #[serde(default)]
    pub(super) game: Option<String>,
    #[serde(default, rename = "number")]
    _number: Option<IgnoredAny>,
    #[serde(default)]
    pub(super) tags: TagsJson,
    #[serde(default)]
    pub(super) fen: Option<String>,
    #[serde(default)]
    pub(super) result: Option<String>,
    #[serde(default)]
    pub(super) termination: Option<String>,
    #[serde(default)]
    pub(super) comments: CommentsJson,
    #[serde(default)]
    pub(super) nags: Vec<u8>,
    #[serde(default, rename = "commands")]
    _commands: Option<IgnoredAny>,
    pub(super) moves: MovesJson,
    #[serde(default, rename = "changes")]
    _changes: Option<IgnoredAny>,
    #[serde(default, rename = "notes")]
    _notes: Option<IgnoredAny>,
    #[serde(default, rename = "error")]
    _error: Option<IgnoredAny>,
}

/// By its names only: without this, the values of an array would be taken for its fields, in their order.
impl<'de> Deserialize<'de> for GameJson {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(GameVisitor)
    }
}

struct GameVisitor;

impl<'de> Visitor<'de> for GameVisitor {
    type Value = GameJson;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the object of a game")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<GameJson, A::Error> {
        // The derived function; the one above is that of the trait.
        GameJson::deserialize(MapAccessDeserializer::new(map))
    }
}

/// Names and values in their order, also those given twice.
#[derive(Default)]
pub(super) struct TagsJson(pub(super) Vec<(String, String)>);

impl TagsJson {
    pub(super) fn get(&self, wanted: &str) -> Option<&str> {
        self.0.iter().find(|(name, _)| name == wanted).map(|(_, value)| &**value)
    }
}

impl<'de> Deserialize<'de> for TagsJson {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(TagsVisitor)
    }
}

struct TagsVisitor;

impl<'de> Visitor<'de> for TagsVisitor {
    type Value = TagsJson;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of names and values")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<TagsJson, A::Error> {
        let mut tags = Vec::new();
        while let Some(tag) = map.next_entry()? {
            if tags.len() == MOST_TAGS {
                return Err(Error::custom(format!("more than {MOST_TAGS} tags")));
            }
            tags.push(tag);
        }
        Ok(TagsJson(tags))
    }
}
