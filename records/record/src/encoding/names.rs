//! Encodings and their names.

use std::fmt;
use std::str::FromStr;

use encoding_rs::{IBM866, KOI8_R, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE, X_USER_DEFINED};
use encoding_rs::{WINDOWS_1250, WINDOWS_1251, WINDOWS_1252};
use oem_cp::code_table::{DECODING_TABLE_CP437, DECODING_TABLE_CP850, DECODING_TABLE_CP852};
use thiserror::Error;

use crate::error::shortened;

/// How the characters of a text are written as bytes.
///
/// All encodings of the [WHATWG standard](https://encoding.spec.whatwg.org) and three code pages of DOS.
///
/// ```
/// use damier_record::Encoding;
///
/// assert_eq!("cp1251".parse::<Encoding>()?.to_string(), "Windows-1251");
/// assert_eq!("KOI8-R".parse::<Encoding>()?.to_string(), "KOI8-R");
/// assert!("cp9999".parse::<Encoding>().is_err());
/// # Ok::<(), damier_record::UnknownEncoding>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding(pub(super) EncodingTable);

/// Where the characters of an encoding are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EncodingTable {
    Web(&'static encoding_rs::Encoding),
    Dos(Page),
}

/// A code page of DOS that the web does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Page {
    Cp437,
    Cp850,
    Cp852,
}

impl Page {
    /// The characters of the bytes from 80 on.
    pub(super) fn characters(self) -> &'static [char; 128] {
        match self {
            Self::Cp437 => &DECODING_TABLE_CP437,
            Self::Cp850 => &DECODING_TABLE_CP850,
            Self::Cp852 => &DECODING_TABLE_CP852,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Cp437 => "CP437",
            Self::Cp850 => "CP850",
            Self::Cp852 => "CP852",
        }
    }
}

/// A text that names no encoding.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "unknown encoding {found:?}, expected utf-8, utf-16le, utf-16be, windows-1250, windows-1251, windows-1252, koi8-r, \
     cp437, cp850, cp852, cp866 or another WHATWG name such as iso-8859-2"
)]
pub struct UnknownEncoding {
    /// The text.
    pub found: String,
}

impl Encoding {
    /// UTF-8.
    pub const UTF_8: Self = Self(EncodingTable::Web(UTF_8));
    /// UTF-16, the low byte first.
    pub const UTF_16LE: Self = Self(EncodingTable::Web(UTF_16LE));
    /// UTF-16, the high byte first.
    pub const UTF_16BE: Self = Self(EncodingTable::Web(UTF_16BE));
    /// Western Europe.
    pub const WINDOWS_1252: Self = Self(EncodingTable::Web(WINDOWS_1252));
    /// Central Europe.
    pub const WINDOWS_1250: Self = Self(EncodingTable::Web(WINDOWS_1250));
    /// Cyrillic.
    pub const WINDOWS_1251: Self = Self(EncodingTable::Web(WINDOWS_1251));
    /// Cyrillic, of Unix.
    pub const KOI8_R: Self = Self(EncodingTable::Web(KOI8_R));
    /// Cyrillic, of DOS.
    pub const CP866: Self = Self(EncodingTable::Web(IBM866));
    /// The first code page of DOS.
    pub const CP437: Self = Self(EncodingTable::Dos(Page::Cp437));
    /// Western Europe, of DOS.
    pub const CP850: Self = Self(EncodingTable::Dos(Page::Cp850));
    /// Central Europe, of DOS.
    pub const CP852: Self = Self(EncodingTable::Dos(Page::Cp852));

    pub(super) fn of_web(web: &'static encoding_rs::Encoding) -> Self {
        Self(EncodingTable::Web(web))
    }

    /// The characters of the bytes from 80 on, of encodings with one byte a character.
    pub(super) fn characters(self) -> Option<[char; 128]> {
        match self.0 {
            EncodingTable::Dos(page) => Some(*page.characters()),
            EncodingTable::Web(web) if web.is_single_byte() => Some(std::array::from_fn(|index| {
                let byte = [index as u8 | 0x80];
                let (text, _) = web.decode_without_bom_handling(&byte);
                text.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER)
            })),
            EncodingTable::Web(_) => None,
        }
    }
}

impl FromStr for Encoding {
    type Err = UnknownEncoding;

    fn from_str(text: &str) -> Result<Self, UnknownEncoding> {
        let name = text.trim().to_ascii_lowercase().replace('_', "-");
        let number = ["windows-", "windows", "win-", "win", "cp-", "cp", "ibm", "dos-", "dos"]
            .into_iter()
            .find_map(|prefix| name.strip_prefix(prefix))
            .unwrap_or(&name);
        let page = match number {
            "437" => Some(Self::CP437),
            "850" => Some(Self::CP850),
            "852" => Some(Self::CP852),
            _ => None,
        };
        let is_windows = number.len() == 4 && number.starts_with("125");
        let label = if is_windows { format!("windows-{number}") } else { name.clone() };
        let by_label = || encoding_rs::Encoding::for_label(label.as_bytes());
        let web = || by_label().filter(|web| *web != REPLACEMENT && *web != X_USER_DEFINED);
        page.or_else(|| web().map(|web| Self(EncodingTable::Web(web))))
            .ok_or_else(|| UnknownEncoding { found: shortened(text.as_bytes()) })
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            EncodingTable::Dos(page) => f.write_str(page.name()),
            EncodingTable::Web(web) if web == IBM866 => f.write_str("CP866"),
            EncodingTable::Web(web) => match web.name().strip_prefix("windows-") {
                Some(number) => write!(f, "Windows-{number}"),
                None => f.write_str(web.name()),
            },
        }
    }
}
