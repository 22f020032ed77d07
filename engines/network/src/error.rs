//! Why a file is not a network for a game.

use thiserror::Error;

/// Why a network cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NetError {
    /// The file does not start as networks do.
    #[error("not a network of Damier: it does not start with \"damiernn\"")]
    NotANetwork,
    /// The version of the format is unknown.
    #[error("network of version {found}, expected version {expected}")]
    Version {
        /// The version of the file.
        found: u32,
        /// The version that is known.
        expected: u32,
    },
    /// The network was trained for another game.
    #[error("network for {found}, expected one for {expected}")]
    Game {
        /// The game of the file, shortened and without control characters.
        found: String,
        /// The game to play.
        expected: &'static str,
    },
    /// The network sees other features of the game.
    #[error("network with other features (hash {found:016x}), expected {expected}: train it again")]
    Features {
        /// The hash in the file.
        found: u64,
        /// The features of the game, as text.
        expected: String,
    },
    /// A number in the header is out of range.
    #[error("bad network: {field} is {found}, expected {expected}")]
    Number {
        /// The field of the header.
        field: &'static str,
        /// Its value.
        found: u32,
        /// What is allowed.
        expected: &'static str,
    },
    /// The file is too short or too long.
    #[error("bad network: {found} bytes, expected {expected}")]
    Length {
        /// The bytes of the file.
        found: usize,
        /// The bytes that follow from the header.
        expected: usize,
    },
    /// The file was changed since it was written.
    #[error("damaged network: the checksum does not match; copy or train it again")]
    Checksum,
    /// The weights are so large that sums would overflow.
    #[error("bad network: a weight of the {layer} layer is too large")]
    Weight {
        /// The layer with the weight.
        layer: &'static str,
    },
}
