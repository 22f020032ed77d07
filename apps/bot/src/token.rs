//! The token of the bot, and what is derived from it: signatures, ids and seat tokens.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use thiserror::Error;

const LETTERS: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// The number of characters of a game's id.
const ID_LENGTH: usize = 11;

/// The number of bytes of a signature: nobody can try 2^64 of them through Telegram.
pub(crate) const SIGNATURE: usize = 8;

/// The token that BotFather gave. It does not show itself in logs.
#[derive(Clone)]
pub struct Token(String);

/// The text is not a token of a bot. It is not shown, since it may be most of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the text is not a token: BotFather gives one such as 110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw")]
pub struct BadToken;

impl Token {
    /// Reads a token.
    ///
    /// # Errors
    ///
    /// The text does not look like one.
    pub fn read(text: &str) -> Result<Self, BadToken> {
        let text = text.trim();
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        let (id, secret) = text.split_once(':').ok_or(BadToken)?;
        let is_id = (1..=20).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_digit());
        let is_secret = (10..=200).contains(&secret.len()) && secret.bytes().all(is_letter);
        if is_id && is_secret { Ok(Self(text.to_owned())) } else { Err(BadToken) }
    }

    /// The text, for Telegram.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }

    /// What only the holder of the token can compute. HMAC-SHA256 (RFC 2104), with the hash of the token as its key.
    fn derive(&self, purpose: &str, parts: &[&[u8]]) -> [u8; 32] {
        let key: [u8; 32] = Sha256::digest(self.0.as_bytes()).into();
        let padded = |pad: u8| {
            let mut block = [pad; 64];
            block.iter_mut().zip(key).for_each(|(byte, key)| *byte ^= key);
            block
        };
        let mut inner = Sha256::new().chain_update(padded(0x36)).chain_update(purpose);
        for part in parts {
            inner = inner.chain_update((part.len() as u64).to_le_bytes()).chain_update(part);
        }
        Sha256::new().chain_update(padded(0x5c)).chain_update(inner.finalize()).finalize().into()
    }

    /// Signs bytes that go through the hands of strangers.
    pub(crate) fn sign(&self, bytes: &[u8]) -> [u8; SIGNATURE] {
        let mut signature = [0; SIGNATURE];
        signature.copy_from_slice(&self.derive("damier bot signature", &[bytes])[..SIGNATURE]);
        signature
    }

    /// Whether the signature is ours.
    pub(crate) fn is_signed(&self, bytes: &[u8], signature: &[u8]) -> bool {
        self.sign(bytes).as_slice().ct_eq(signature).into()
    }

    /// The id of the game that an invitation begins: the same whoever computes it, so that it begins once.
    pub(crate) fn game_id(&self, invitation: &str, inline_message: &str) -> String {
        let hash = self.derive("damier bot game", &[invitation.as_bytes(), inline_message.as_bytes()]);
        let number = hash.iter().take(16).fold(0u128, |number, &byte| (number << 8) | u128::from(byte));
        let letter = |index: u32| char::from(LETTERS[(number / 62u128.pow(index) % 62) as usize]);
        (0..ID_LENGTH as u32).map(letter).collect()
    }

    /// The secret with which a person continues a game and its rematches in a browser.
    pub(crate) fn seat(&self, first_game: &str, user: i64) -> String {
        let hash = self.derive("damier bot seat", &[first_game.as_bytes(), &user.to_le_bytes()]);
        URL_SAFE_NO_PAD.encode(hash)
    }

    /// The secret that Telegram sends with every call of the webhook.
    pub(crate) fn webhook_secret(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.derive("damier bot webhook", &[]))
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

/// Whether a text can be the id of a game.
pub(crate) fn is_game_id(text: &str) -> bool {
    text.len() == ID_LENGTH && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::{Token, is_game_id};

    #[test]
    fn tokens_are_read_and_never_shown() {
        let token = Token::read(" 110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw\n").unwrap();
        assert_eq!(format!("{token:?}"), "Token");
        for bad in [
            "",
            "110201543",
            "x:AAHdqTcvCH1vGWJxf",
            "1:short",
            "1:AAHdqTcvCH1v GWJxf",
            "1:AAHdqTcvCH1v/GWJxf",
        ] {
            assert!(Token::read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn what_is_derived_depends_on_everything() {
        let token = Token::read("110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw").unwrap();
        let other = Token::read("110201543:BAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw").unwrap();
        assert!(token.is_signed(b"x", &token.sign(b"x")));
        assert!(!token.is_signed(b"y", &token.sign(b"x")));
        assert!(!other.is_signed(b"x", &token.sign(b"x")));
        assert!(!token.is_signed(b"x", b""));
        assert!(is_game_id(&token.game_id("a", "b")));
        assert_ne!(token.game_id("a", "b"), token.game_id("ab", ""));
        assert_ne!(token.seat("AAAAAAAAAAA", 1), token.seat("AAAAAAAAAAA", 2));
        assert_eq!(token.seat("AAAAAAAAAAA", 1).len(), 43);
    }
}
