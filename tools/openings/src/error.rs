//! Why there are no openings.

use std::io;
use std::path::PathBuf;

use catalog::GameId;
use thiserror::Error;

use crate::all_positions::MOST_POSITIONS;
use crate::book::{LONGEST_BOOK, MOST_OPENINGS};
use crate::source::MOST_PLIES;

/// Why openings cannot be had.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OpeningsError {
    /// The file of a book cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A book of unknown format.
    #[error("{}: unknown format; expected a book in PGN, PDN, EPD or FEN", path.display())]
    UnknownFormat {
        /// The file.
        path: PathBuf,
    },
    /// A book without openings.
    #[error("{}: no openings in it", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// A book with openings that cannot be played.
    #[error("{}, line {line}: {reason}{}", path.display(), others(*broken, *read))]
    Broken {
        /// The file.
        path: PathBuf,
        /// The line of the first of them.
        line: u64,
        /// What is wrong with it.
        reason: String,
        /// How many are broken.
        broken: u64,
        /// How many there are in all.
        read: u64,
    },
    /// A book with too many openings.
    #[error("{}: more than {MOST_OPENINGS} openings; expected fewer", path.display())]
    TooMany {
        /// The file.
        path: PathBuf,
    },
    /// A book with too much text.
    #[error("{}: more than {LONGEST_BOOK} bytes; expected fewer", path.display())]
    TooLong {
        /// The file.
        path: PathBuf,
    },
    /// An opening of more moves than any opening has, or of none.
    #[error("openings of {found} plies; expected 1 to {MOST_PLIES}")]
    Plies {
        /// The number.
        found: u16,
    },
    /// So many moves lead to too many positions.
    #[error(
        "{plies} plies lead to more than {MOST_POSITIONS} positions; expected fewer plies, or random openings"
    )]
    TooManyPositions {
        /// The number of plies.
        plies: u16,
    },
    /// No line is as long as wanted.
    #[error("no game lasts {plies} plies; expected fewer plies")]
    NoPositions {
        /// The number of plies.
        plies: u16,
    },
    /// Ballots of a game that has none.
    #[error("{game} has no ballots; expected english, or other openings")]
    NoBallots {
        /// The game.
        game: GameId,
    },
    /// The thread that searches cannot be started.
    #[error("cannot start a thread to search: {0}")]
    Thread(io::Error),
}

fn others(broken: u64, read: u64) -> String {
    if broken > 1 { format!(" ({broken} of {read} openings are broken)") } else { String::new() }
}
