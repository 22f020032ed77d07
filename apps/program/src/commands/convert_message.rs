//! What `damier convert` says about games.

use std::fmt;

use record::Repair;

use crate::commands::finding::Finding;

/// What is said about a game.
pub(crate) enum Message {
    Finding(Finding),
    /// About the game with this number.
    Game(u64, String),
}

impl Message {
    /// The same for a game behind so many games and lines.
    pub(crate) fn behind(self, games: u64, lines: u64) -> Self {
        match self {
            Self::Finding(finding) => Self::Finding(finding.behind(games, lines)),
            Self::Game(game, text) => Self::Game(game + games, text),
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finding(Finding::Error(error, hint)) => write!(f, "{error}{hint}"),
            Self::Finding(Finding::Repair(Repair { game, place, kind })) => {
                write!(f, "game {game}, {place}: {}: {kind}", kind.effect())
            }
            Self::Game(game, text) => write!(f, "game {game}: {text}"),
        }
    }
}
