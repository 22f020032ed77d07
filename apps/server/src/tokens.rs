//! The secrets of the game: seat tokens and invitations. Clients hold them; the store holds only their hashes.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::errors::ApiError;

/// The number of characters of a secret.
const LENGTH: usize = 43;

/// The number of characters of a game's id: 65 bits.
const ID_LENGTH: usize = 11;

const LETTERS: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// A seat token or an invitation. It does not show itself in logs.
#[derive(Clone)]
pub(crate) struct Secret(String);

impl Secret {
    /// 32 random bytes from the operating system.
    pub(crate) fn random() -> Result<Self, ApiError> {
        Ok(Self(URL_SAFE_NO_PAD.encode(random_bytes::<32>()?)))
    }

    /// Reads a secret that a client sent; `None` if the text does not have the form of one.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        (text.len() == LENGTH && text.bytes().all(is_letter)).then(|| Self(text.to_owned()))
    }

    /// The token of the seat that an invitation gives to the holder of a nonce. Equal requests get equal tokens, so
    /// that a repeated join is harmless.
    pub(crate) fn of_invitation(&self, nonce: &str) -> Self {
        let hash = Sha256::new()
            .chain_update("damier seat\0")
            .chain_update(&self.0)
            .chain_update("\0")
            .chain_update(nonce);
        Self(URL_SAFE_NO_PAD.encode(hash.finalize()))
    }

    /// The text for the client.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }

    /// The hash of the secret, for the store.
    pub(crate) fn hash(&self) -> Hash {
        Hash(Sha256::digest(self.0.as_bytes()).into())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// The hash of a secret. It compares in constant time.
#[derive(Clone, Copy)]
pub(crate) struct Hash([u8; 32]);

impl From<store::SeatHash> for Hash {
    fn from(seat: store::SeatHash) -> Self {
        Self(seat.0)
    }
}

impl From<Hash> for store::SeatHash {
    fn from(hash: Hash) -> Self {
        Self(hash.0)
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hash")
    }
}

impl PartialEq for Hash {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for Hash {}

/// A new id for a game: not to be guessed, since it lets people watch.
pub(crate) fn random_id() -> Result<String, ApiError> {
    Ok(id_of(&random_bytes::<32>()?))
}

/// The id of the rematch of a game: the same whoever computes it, so that a game has one rematch.
pub(crate) fn rematch_id(game: &str, seats: [Option<Hash>; 2]) -> String {
    let hash = Sha256::new().chain_update("damier rematch\0").chain_update(game);
    let hash = seats.into_iter().flatten().fold(hash, |hash, seat| hash.chain_update(seat.0));
    id_of(&hash.finalize())
}

/// Whether a text can be the id of a game.
pub(crate) fn is_id(text: &str) -> bool {
    text.len() == ID_LENGTH && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

fn id_of(bytes: &[u8]) -> String {
    // 32 bytes as one number modulo 62^11: the bias is far below what anybody could notice.
    let number = bytes.iter().take(16).fold(0u128, |number, &byte| (number << 8) | u128::from(byte));
    let mut rest = number;
    let mut letter = || {
        let index = (rest % 62) as usize;
        rest /= 62;
        char::from(LETTERS[index])
    };
    (0..ID_LENGTH).map(|_| letter()).collect()
}

/// Whether a coin shows heads.
pub(crate) fn coin() -> Result<bool, ApiError> {
    Ok(random_bytes::<1>()?[0] & 1 == 1)
}

/// A seed for an engine. Nothing depends on its being random.
pub(crate) fn random_seed() -> u64 {
    random_bytes().map_or(1, u64::from_le_bytes)
}

fn random_bytes<const N: usize>() -> Result<[u8; N], ApiError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| {
        tracing::error!(%error, "the operating system gives no random numbers");
        ApiError::internal()
    })?;
    Ok(bytes)
}
