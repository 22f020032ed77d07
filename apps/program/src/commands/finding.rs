//! What is wrong or unusual in a record.

use record::{Location, RecordError, Repair};

/// Something that is wrong or unusual, with a hint at what may help.
pub(crate) enum Finding {
    Error(RecordError, &'static str),
    Repair(Repair),
}

impl Finding {
    /// The same as it is found behind so many games and lines.
    pub(crate) fn behind(self, games: u64, lines: u64) -> Self {
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
