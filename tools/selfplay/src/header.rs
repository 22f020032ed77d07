//! The beginning of a file of games.

use catalog::GameId;
use serde::{Deserialize, Serialize};

use crate::bytes::{ByteReader, checksum};
use crate::settings::SelfPlaySettings;

pub(crate) const MAGIC: &[u8; 8] = b"DAMGAMES";
const VERSION: u32 = 1;

/// The longest header in bytes.
const MOST: usize = 16 << 20;

/// What a file of games says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileHeader {
    version: u32,
    /// The name of the game.
    pub game: String,
    /// The fingerprint of its rules.
    #[serde(with = "hexadecimal")]
    pub rules: u64,
    /// Whether the games come from several files.
    pub is_merged: bool,
    /// Where the games come from: one source, unless the file is merged.
    pub sources: Vec<GameSource>,
}

/// A sequence of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSource {
    /// The fingerprint of the evaluation and the search.
    #[serde(with = "hexadecimal")]
    pub player: u64,
    /// How it evaluates: `built_in`, `hand_crafted`, or `network_` and a hash of its file.
    pub evaluation: String,
    /// Endgame tables that ended games: the most pieces that they cover, 0 for none.
    pub tables: u32,
    /// How the games were played.
    pub settings: SelfPlaySettings,
}

/// How much of a header there is.
pub(crate) enum HeaderText {
    /// All, in this many bytes.
    Complete(FileHeader, usize),
    /// The file ends within it.
    Cut,
    /// It is something else.
    Bad(String),
}

impl FileHeader {
    /// The header of a file with these games.
    pub(crate) fn new(game: GameId, rules: u64, is_merged: bool, sources: Vec<GameSource>) -> Self {
        Self { version: VERSION, game: game.name().to_owned(), rules, is_merged, sources }
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let text = serde_json::to_vec(self).expect("numbers and texts");
        let mut bytes = MAGIC.to_vec();
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend(text);
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a header at the start of these bytes.
    pub(crate) fn read(bytes: &[u8]) -> HeaderText {
        let mut reader = ByteReader(bytes);
        let magic = &bytes[..bytes.len().min(MAGIC.len())];
        if !MAGIC.starts_with(magic) {
            return HeaderText::Bad("is not a file of self-play games".to_owned());
        }
        let length = reader.take(MAGIC.len()).and_then(|_| reader.u32());
        let Some(length) = length else { return HeaderText::Cut };
        if length as usize > MOST {
            return HeaderText::Bad("has a damaged header: its length is too large".to_owned());
        }
        let Some(text) = reader.take(length as usize) else { return HeaderText::Cut };
        let end = MAGIC.len() + 4 + text.len();
        let Some(sum) = reader.u32() else { return HeaderText::Cut };
        if sum != checksum(&bytes[..end]) {
            return HeaderText::Bad("has a damaged header: the checksum differs".to_owned());
        }
        match serde_json::from_slice::<Self>(text) {
            Ok(header) if header.version != VERSION => {
                HeaderText::Bad(format!("has version {}, expected {VERSION}", header.version))
            }
            Ok(header) if header.sources.is_empty() || !header.is_merged && header.sources.len() > 1 => {
                HeaderText::Bad("has a bad header: the number of sources is wrong".to_owned())
            }
            Ok(header) => HeaderText::Complete(header, end + 4),
            Err(error) => HeaderText::Bad(format!("has a bad header: {error}")),
        }
    }
}

/// Numbers as 16 hexadecimal digits: JSON readers lose the last digits of large numbers.
mod hexadecimal {
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub(super) fn serialize<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&format!("{number:016x}"))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        let text = String::deserialize(deserializer)?;
        u64::from_str_radix(&text, 16).map_err(|_| de::Error::custom(format!("bad number {text:?}")))
    }
}
