use std::io;
use std::path::{Path, PathBuf};

use catalog::GameId;
use thiserror::Error;

/// Why games cannot be played, stored or read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SelfPlayError {
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// Which one.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The file is of another kind or version.
    #[error("{} {what}", path.display())]
    NotGames {
        /// Which one.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// The file was changed after it was written.
    #[error("{}: damaged at byte {offset}: {what}; the bytes before it are good, restore the rest from a copy", path.display())]
    Damaged {
        /// Which one.
        path: PathBuf,
        /// Where the damaged part begins.
        offset: u64,
        /// What is wrong there.
        what: &'static str,
    },
    /// The file was written with other rules of the game.
    #[error("{}: written with other rules of {game}; read it with the version of damier that wrote it", path.display())]
    OtherRules {
        /// Which file.
        path: PathBuf,
        /// Which game.
        game: &'static str,
    },
    /// A file cannot be continued, since it was made in another way.
    #[error("{}: cannot resume: {what} was {found}, is {expected}; use the same options or another file", path.display())]
    Differs {
        /// Which file.
        path: PathBuf,
        /// Which setting.
        what: &'static str,
        /// What the file says.
        found: String,
        /// What was asked for.
        expected: String,
    },
    /// Another process writes the file.
    #[error("{}: another process writes this file; wait for it or use another file", path.display())]
    Locked {
        /// Which file.
        path: PathBuf,
    },
    /// A game that was played elsewhere is invalid or missing.
    #[error("game {number} is missing or has moves that are not legal; play it again")]
    BadGame {
        /// Its number.
        number: u64,
    },
    /// The file is not a network, or the network is for another game.
    #[error("{0}")]
    BadNet(String),
    /// The players should evaluate by hand-crafted terms, and the game has none.
    #[error("{game} has no evaluation without a network")]
    NetworkRequired {
        /// Which game.
        game: GameId,
    },
    /// A setting is out of range.
    #[error("{0}")]
    BadSettings(String),
    /// A thread cannot be started.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
}

impl SelfPlayError {
    pub(crate) fn io(path: &Path, error: io::Error) -> Self {
        Self::Io { path: path.to_owned(), error }
    }

    pub(crate) fn not_games(path: &Path, what: impl Into<String>) -> Self {
        Self::NotGames { path: path.to_owned(), what: what.into() }
    }

    pub(crate) fn damaged(path: &Path, offset: u64, what: &'static str) -> Self {
        Self::Damaged { path: path.to_owned(), offset, what }
    }
}
