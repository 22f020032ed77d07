use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::stop_flag::Stopped;
use crate::value::Value;

/// Why tables cannot be built, opened or trusted.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// A file or folder cannot be read or written.
    #[error("{}: {reason}", path.display())]
    Io {
        /// Which one.
        path: PathBuf,
        /// Why. The message has it already, so it is not the source of the error.
        reason: io::Error,
    },
    /// A file is damaged, or was built by other rules or in an older version. A build replaces it.
    #[error("{} {what}", path.display())]
    Broken {
        /// Which one.
        path: PathBuf,
        /// What is wrong with it.
        what: &'static str,
    },
    /// A file is not ours to replace.
    #[error("{} {what}", path.display())]
    Foreign {
        /// Which one.
        path: PathBuf,
        /// What it is.
        what: &'static str,
    },
    /// Another build is writing into the folder.
    #[error("{}: another build is at work there: wait for it or use another --dir", path.display())]
    Busy {
        /// The folder of the game's tables.
        path: PathBuf,
    },
    /// A file is missing on which the values of another one depend.
    #[error("{} is missing, {} needs it: build the tables again", path.display(), dependent.display())]
    Missing {
        /// Which one.
        path: PathBuf,
        /// The file that depends on it.
        dependent: PathBuf,
    },
    /// A stored position contradicts the positions that follow from it.
    #[error("{}: {fen} is stored as {found}, but its moves make it {expected}", path.display())]
    Contradiction {
        /// Which file.
        path: PathBuf,
        /// The position.
        fen: String,
        /// What the file says.
        found: String,
        /// What follows from the positions after each move.
        expected: String,
    },
    /// A search refutes the value of a position, or cannot prove it.
    #[error("{}: {fen} is stored as {value}, but a search does not confirm it", path.display())]
    Refuted {
        /// Which file.
        path: PathBuf,
        /// The position.
        fen: String,
        /// What the file says.
        value: Value,
    },
    /// The tables hold no distances.
    #[error("{} lacks distances: build them with --metric dtc", path.display())]
    NoDistances {
        /// The folder of the game's tables.
        path: PathBuf,
    },
    /// Chess has no tables of ours.
    #[error("{game} has no tables, expected a draughts game")]
    NoDraughts {
        /// The game asked for.
        game: &'static str,
    },
    /// The number of pieces is out of range.
    #[error("bad number of pieces: found {found}, expected 2 to {limit}")]
    Pieces {
        /// The number asked for.
        found: usize,
        /// The largest possible one.
        limit: usize,
    },
    /// There is not enough memory.
    #[error(
        "needs {needed} MB of memory, more than the limit of {limit} MB: build fewer pieces or raise --memory"
    )]
    Memory {
        /// Megabytes that the build needs.
        needed: u64,
        /// Megabytes that it may use.
        limit: u64,
    },
    /// The system has not enough memory.
    #[error("needs {needed} MB of memory, {available} MB are free: build fewer pieces or free some")]
    NoMemory {
        /// Megabytes that the build needs.
        needed: u64,
        /// Megabytes that the system can give.
        available: u64,
    },
    /// Some material has too many positions for a file.
    #[error(
        "{pieces} pieces give up to {positions} positions of one material, more than {limit}: build fewer pieces"
    )]
    TooLarge {
        /// The number of pieces asked for.
        pieces: usize,
        /// The positions of the largest material.
        positions: u64,
        /// The most that a file can hold.
        limit: u64,
    },
    /// There is not enough space on the disk.
    #[error("{} has {free} kB free, the build may need {needed} kB: free some or use another --dir", path.display())]
    Disk {
        /// The folder of the tables.
        path: PathBuf,
        /// Kilobytes that the build may need.
        needed: u64,
        /// Kilobytes that are free.
        free: u64,
    },
    /// The work was stopped; finished files stay.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl TableError {
    pub(crate) fn io(path: &Path, reason: io::Error) -> Self {
        Self::Io { path: path.to_path_buf(), reason }
    }
}
