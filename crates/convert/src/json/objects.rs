//! The objects of JSON games.

use std::fmt;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};

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
    pub(super) comments: Vec<String>,
    #[serde(default)]
    pub(super) nags: Vec<u8>,
    #[serde(default, rename = "commands")]
    _commands: Option<IgnoredAny>,
    pub(super) moves: Vec<MoveJson>,
    #[serde(default, rename = "repairs")]
    _repairs: Option<IgnoredAny>,
    #[serde(default, rename = "error")]
    _error: Option<IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
pub(super) struct MoveJson {
    #[serde(default, rename = "move")]
    pub(super) text: Option<String>,
    #[serde(default)]
    pub(super) fen: Option<String>,
    #[serde(default)]
    pub(super) before: Vec<String>,
    #[serde(default)]
    pub(super) marks: Option<String>,
    #[serde(default)]
    pub(super) nags: Vec<u8>,
    #[serde(default)]
    pub(super) comments: Vec<String>,
    #[serde(default)]
    pub(super) closing: Vec<String>,
    #[serde(default, rename = "commands")]
    _commands: Option<IgnoredAny>,
    #[serde(default)]
    pub(super) variations: Vec<Vec<MoveJson>>,
}

/// An object by its names only: without this, the values of an array would be taken for its fields, in their order.
macro_rules! read_objects_only {
    ($name:ident, $expected:literal) => {
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct ObjectVisitor;
                impl<'de> Visitor<'de> for ObjectVisitor {
                    type Value = $name;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str($expected)
                    }

                    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<$name, A::Error> {
                        $name::deserialize(MapAccessDeserializer::new(map))
                    }
                }
                deserializer.deserialize_map(ObjectVisitor)
            }
        }
    };
}

read_objects_only!(GameJson, "the object of a game");
read_objects_only!(MoveJson, "the object of a move");

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
        struct TagsVisitor;
        impl<'de> Visitor<'de> for TagsVisitor {
            type Value = TagsJson;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of names and values")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<TagsJson, A::Error> {
                let mut tags = Vec::new();
                while let Some(tag) = map.next_entry()? {
                    tags.push(tag);
                }
                Ok(TagsJson(tags))
            }
        }
        deserializer.deserialize_map(TagsVisitor)
    }
}
