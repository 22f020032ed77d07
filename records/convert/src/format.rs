//! The formats and their names.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use record::{Syntax, shortened};
use thiserror::Error;

/// A format of game records.
///
/// ```
/// use std::path::Path;
/// use damier_convert::Format;
///
/// assert_eq!(Format::of_path(Path::new("games.PGN.gz")), Some(Format::Pgn));
/// assert_eq!("jsonl".parse(), Ok(Format::JsonLines));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Portable game notation: chess.
    Pgn,
    /// Portable draughts notation.
    Pdn,
    /// One position a line.
    Fen,
    /// One position with operations a line.
    Epd,
    /// One JSON object for each game, each in a line.
    JsonLines,
}

/// A text that names no format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown format {found:?}, expected pgn, pdn, fen, epd or jsonl")]
pub struct UnknownFormat {
    /// The text.
    pub found: String,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 5] = [Self::Pgn, Self::Pdn, Self::Fen, Self::Epd, Self::JsonLines];

    /// The name, which is also the end of the names of files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Pgn => "pgn",
            Self::Pdn => "pdn",
            Self::Fen => "fen",
            Self::Epd => "epd",
            Self::JsonLines => "jsonl",
        }
    }

    /// The format by the end of a name, with or without `.gz` or `.zst` after it.
    #[must_use]
    pub fn of_path(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_string_lossy().to_ascii_lowercase();
        let name = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(&name);
        name.rsplit_once('.')?.1.parse().ok()
    }

    /// The language of records, for the formats that are one.
    #[must_use]
    pub fn syntax(self) -> Option<Syntax> {
        match self {
            Self::Pgn => Some(Syntax::Pgn),
            Self::Pdn => Some(Syntax::Pdn),
            Self::Fen | Self::Epd | Self::JsonLines => None,
        }
    }
}

impl From<Syntax> for Format {
    fn from(syntax: Syntax) -> Self {
        match syntax {
            Syntax::Pgn => Self::Pgn,
            Syntax::Pdn => Self::Pdn,
        }
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Self, UnknownFormat> {
        let found = Self::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(text));
        found.ok_or_else(|| UnknownFormat { found: shortened(text.as_bytes()) })
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
