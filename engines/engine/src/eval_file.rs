//! Networks from files.

use std::fs::File;
use std::io::{self, Read};

use catalog::GameId;
use searchers::NetError;
use thiserror::Error;

/// No network is larger. Files are read up to here, so that a wrong one does not fill the memory.
const MAX_SIZE: u64 = 64 << 20;

/// What the option `EvalFile` calls the hand-crafted evaluation of draughts.
pub(crate) const HAND_CRAFTED: &str = "none";

/// Why an evaluation cannot be read from a file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EvalFileError {
    /// The file cannot be read.
    #[error("cannot read {path}: {source}")]
    Read {
        /// The file.
        path: String,
        /// What the system says.
        source: io::Error,
    },
    /// The file is too large for a network.
    #[error("{path}: more than {} MB, which no network has", MAX_SIZE >> 20)]
    TooLarge {
        /// The file.
        path: String,
    },
    /// The file is no network, or one for another game.
    #[error("{path}: {source}")]
    Net {
        /// The file.
        path: String,
        /// What is wrong with it.
        source: NetError,
    },
    /// The hand-crafted evaluation was asked for, and the game has none.
    #[error(
        "found \"{HAND_CRAFTED}\", expected the file of a network: {game} has no evaluation without one; name a file or leave \
         the option out"
    )]
    NetworkRequired {
        /// The game.
        game: GameId,
    },
}

/// The bytes of a file.
pub(crate) fn read(path: &str) -> Result<Vec<u8>, EvalFileError> {
    let failed = |source| EvalFileError::Read { path: path.to_owned(), source };
    let mut bytes = Vec::new();
    File::open(path).map_err(failed)?.take(MAX_SIZE + 1).read_to_end(&mut bytes).map_err(failed)?;
    match bytes.len() as u64 > MAX_SIZE {
        true => Err(EvalFileError::TooLarge { path: path.to_owned() }),
        false => Ok(bytes),
    }
}
