//! What is wrong or unusual in a record.

use std::fmt;

use boardgame::MoveError;
use convert::Format;
use record::{Fault, Location, RecordError, Repair};

use crate::record_rules::UNKNOWN_GAME;

/// Something that is wrong or unusual, with a hint at what may help.
#[derive(Clone, Debug)]
pub enum Finding {
    /// An error of a game.
    Error(RecordError, Hint),
    /// Something that was corrected or is unusual.
    Repair(Repair),
}

/// What may help with an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// Nothing is known to help.
    None,
    /// The piece letters may be those of another language.
    Letters,
    /// The text may have another encoding.
    Encoding,
    /// The record is read as international draughts, since nothing names its game; it may be another one.
    OtherGame,
    /// Nothing names the game, so somebody must.
    NameGame,
}

impl Hint {
    /// What may help: another game, if nothing names the game of a PDN record and its moves have letters (it is read as
    /// international draughts, whose squares have numbers); another encoding, if bytes are not UTF-8.
    #[must_use]
    pub fn of(error: &RecordError, format: Format, is_told: bool) -> Self {
        match &error.fault {
            Fault::OtherLetters { .. } => Self::Letters,
            Fault::NotUtf8 { .. } => Self::Encoding,
            Fault::Refused { reason } if reason == UNKNOWN_GAME => Self::NameGame,
            Fault::BadMove { error: MoveError::BadSyntax { found, .. }, .. } => match format {
                // The letters of other languages.
                Format::Pgn if found.starts_with(['D', 'T', 'L', 'S', 'F', 'C', 'A']) => Self::Letters,
                Format::Pdn if !is_told && found.starts_with(|first: char| first.is_ascii_lowercase()) => {
                    Self::OtherGame
                }
                _ => Self::None,
            },
            _ => Self::None,
        }
    }
}

impl Finding {
    /// The same finding after this many more games and lines.
    #[must_use]
    pub fn shifted(self, games: u64, lines: u64) -> Self {
        let moved = |Location { line, column }: Location| Location { line: line + lines, column };
        match self {
            Self::Error(RecordError { game, place, fault }, hint) => {
                Self::Error(RecordError { game: game + games, place: moved(place), fault }, hint)
            }
            Self::Repair(Repair { game, place, kind }) => {
                Self::Repair(Repair { game: game + games, place: moved(place), kind })
            }
        }
    }
}

/// A message about a game that is converted.
#[derive(Clone, Debug)]
pub enum Message {
    /// Something that is wrong or unusual.
    Finding(Finding),
    /// About the game with this number.
    Game(u64, String),
}

impl Message {
    /// The same message after this many more games and lines.
    #[must_use]
    pub fn shifted(self, games: u64, lines: u64) -> Self {
        match self {
            Self::Finding(finding) => Self::Finding(finding.shifted(games, lines)),
            Self::Game(game, text) => Self::Game(game + games, text),
        }
    }

    /// What may help, if it is an error.
    #[must_use]
    pub fn hint(&self) -> Hint {
        match self {
            Self::Finding(Finding::Error(_, hint)) => *hint,
            _ => Hint::None,
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finding(Finding::Error(error, _)) => error.fmt(f),
            Self::Finding(Finding::Repair(Repair { game, place, kind })) => {
                write!(f, "game {game}, {place}: {}: {kind}", kind.effect())
            }
            Self::Game(game, text) => write!(f, "game {game}: {text}"),
        }
    }
}
