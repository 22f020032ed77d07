//! Invitations: what is offered, signed, so that nobody can invite in the name of others.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use boardgame::Color;
use catalog::GameId;
use sha2::{Digest, Sha256};
use table::TimeControl;

use crate::token::{SIGNATURE, Token};

/// Who plays against the inviter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opponent {
    Friend,
    /// An engine of this level, from 1 to 10.
    Engine(u8),
}

/// The side that the inviter wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WantedSide {
    White,
    Black,
    Random,
}

/// What somebody offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Invitation {
    pub(crate) inviter: i64,
    pub(crate) game: GameId,
    pub(crate) opponent: Opponent,
    pub(crate) side: WantedSide,
    pub(crate) clock: Option<TimeControl>,
    /// Makes each invitation different.
    pub(crate) nonce: u32,
}

/// The bytes of an invitation before its signature.
const LENGTH: usize = 23;

impl Opponent {
    pub(crate) fn code(self) -> String {
        match self {
            Self::Friend => "f".to_owned(),
            Self::Engine(level) => level.to_string(),
        }
    }

    pub(crate) fn of_code(code: &str) -> Option<Self> {
        match code {
            "f" => Some(Self::Friend),
            level => level.parse().ok().filter(|level| (1..=10).contains(level)).map(Self::Engine),
        }
    }
}

impl WantedSide {
    pub(crate) const ALL: [Self; 3] = [Self::White, Self::Black, Self::Random];

    pub(crate) fn code(self) -> &'static str {
        match self {
            Self::White => "w",
            Self::Black => "b",
            Self::Random => "r",
        }
    }

    pub(crate) fn of_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|side| side.code() == code)
    }
}

impl Invitation {
    /// The invitation as text: letters of base64url.
    pub(crate) fn sign(&self, token: &Token) -> String {
        let mut bytes = Vec::with_capacity(LENGTH + SIGNATURE);
        bytes.extend(self.inviter.to_le_bytes());
        bytes.extend(hash(self.game));
        bytes.push(match self.opponent {
            Opponent::Friend => 0,
            Opponent::Engine(level) => level,
        });
        bytes.push(self.side as u8);
        bytes.extend(clock_bytes(self.clock));
        bytes.extend(self.nonce.to_le_bytes());
        let signature = token.sign(&bytes);
        bytes.extend(signature);
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Reads an invitation; `None` if we have not signed it.
    pub(crate) fn read(text: &str, token: &Token) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok().filter(|bytes| bytes.len() == LENGTH + SIGNATURE)?;
        let (bytes, signature) = bytes.split_at(LENGTH);
        if !token.is_signed(bytes, signature) {
            return None;
        }
        let number = |from: usize| u16::from_le_bytes([bytes[from], bytes[from + 1]]);
        Some(Self {
            inviter: i64::from_le_bytes(bytes[..8].try_into().ok()?),
            game: GameId::ALL.iter().copied().find(|&game| hash(game) == bytes[8..10])?,
            opponent: match bytes[10] {
                0 => Opponent::Friend,
                level @ 1..=10 => Opponent::Engine(level),
                _ => return None,
            },
            side: WantedSide::ALL.into_iter().find(|&side| side as u8 == bytes[11])?,
            clock: clock_of(bytes[12], number(13), number(15), number(17))?,
            nonce: u32::from_le_bytes(bytes[19..LENGTH].try_into().ok()?),
        })
    }

    /// The side of the inviter, in the game with this id.
    pub(crate) fn inviter_side(&self, id: &str) -> Color {
        let is_heads = Sha256::digest(id.as_bytes())[0] & 1 == 0;
        match self.side {
            WantedSide::White => Color::White,
            WantedSide::Black => Color::Black,
            WantedSide::Random if is_heads => Color::White,
            WantedSide::Random => Color::Black,
        }
    }
}

/// Two bytes for a game, which stay the same when the catalog grows.
fn hash(game: GameId) -> [u8; 2] {
    let digest = Sha256::digest(game.name().as_bytes());
    [digest[0], digest[1]]
}

/// Tenths of minutes, seconds and moves: what people choose fits.
fn clock_bytes(clock: Option<TimeControl>) -> [u8; 7] {
    let tenths = |millis: u64| (millis / 6_000).min(u64::from(u16::MAX)) as u16;
    let seconds = |millis: u64| (millis / 1_000).min(u64::from(u16::MAX)) as u16;
    let (kind, a, b, c) = match clock {
        None => (0, 0, 0, 0),
        Some(TimeControl::Fischer { base, increment }) => (1, tenths(base), seconds(increment), 0),
        Some(TimeControl::Delay { base, delay }) => (2, tenths(base), seconds(delay), 0),
        Some(TimeControl::MovesInTime { moves, base }) => {
            (3, tenths(base), 0, moves.min(u32::from(u16::MAX)) as u16)
        }
    };
    let ([a0, a1], [b0, b1], [c0, c1]) = (a.to_le_bytes(), b.to_le_bytes(), c.to_le_bytes());
    [kind, a0, a1, b0, b1, c0, c1]
}

fn clock_of(kind: u8, a: u16, b: u16, c: u16) -> Option<Option<TimeControl>> {
    let (base, seconds) = (u64::from(a) * 6_000, u64::from(b) * 1_000);
    Some(match kind {
        0 => None,
        1 => Some(TimeControl::Fischer { base, increment: seconds }),
        2 => Some(TimeControl::Delay { base, delay: seconds }),
        3 => Some(TimeControl::MovesInTime { moves: u32::from(c), base }),
        _ => return None,
    })
}

/// A clock that a person chose: at least half a minute, and exactly what an invitation can hold.
pub(crate) fn read_clock(text: &str) -> Option<TimeControl> {
    let clock: TimeControl = if text.len() <= 10 { text.parse().ok()? } else { return None };
    let [kind, a0, a1, b0, b1, c0, c1] = clock_bytes(Some(clock));
    let (a, b, c) =
        (u16::from_le_bytes([a0, a1]), u16::from_le_bytes([b0, b1]), u16::from_le_bytes([c0, c1]));
    (a >= 5 && clock_of(kind, a, b, c) == Some(Some(clock))).then_some(clock)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use boardgame::Color;
    use catalog::GameId;

    use super::{Invitation, Opponent, WantedSide, hash, read_clock};
    use crate::token::Token;

    fn token() -> Token {
        Token::read("110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw").unwrap()
    }

    fn invitation(game: GameId) -> Invitation {
        let clock = read_clock("5+3");
        let (opponent, side) = (Opponent::Friend, WantedSide::Random);
        Invitation { inviter: -7_000_000_001, game, opponent, side, clock, nonce: 77 }
    }

    #[test]
    fn what_is_signed_is_read() {
        for &game in GameId::ALL {
            for (opponent, side, clock) in [
                (Opponent::Friend, WantedSide::White, None),
                (Opponent::Engine(10), WantedSide::Black, read_clock("0.5+0")),
                (Opponent::Friend, WantedSide::Random, read_clock("40/90")),
                (Opponent::Friend, WantedSide::Random, read_clock("5d3")),
            ] {
                let invitation = Invitation { opponent, side, clock, ..invitation(game) };
                let text = invitation.sign(&token());
                // With its letters it fits into a button and into a link.
                assert!(text.len() + 4 <= 64, "{text}");
                assert_eq!(Invitation::read(&text, &token()), Some(invitation));
            }
        }
    }

    #[test]
    fn what_is_changed_is_refused() {
        let text = invitation(GameId::Russian).sign(&token());
        let other = Token::read("110201543:BAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw").unwrap();
        assert_eq!(Invitation::read(&text, &other), None);
        for index in 0..text.len() {
            let mut changed = text.clone().into_bytes();
            changed[index] = if changed[index] == b'A' { b'B' } else { b'A' };
            assert_eq!(Invitation::read(std::str::from_utf8(&changed).unwrap(), &token()), None, "{index}");
        }
        for bad in ["", "A", &text[1..], &format!("{text}A")] {
            assert_eq!(Invitation::read(bad, &token()), None);
        }
    }

    #[test]
    fn games_differ_in_their_two_bytes() {
        let hashes: HashSet<_> = GameId::ALL.iter().map(|&game| hash(game)).collect();
        assert_eq!(hashes.len(), GameId::ALL.len());
    }

    #[test]
    fn sides_are_as_wanted() {
        let side = |side, id: &str| Invitation { side, ..invitation(GameId::Chess) }.inviter_side(id);
        assert_eq!(side(WantedSide::White, "x"), Color::White);
        assert_eq!(side(WantedSide::Black, "x"), Color::Black);
        let random: HashSet<_> =
            (0..20).map(|number| side(WantedSide::Random, &number.to_string()) as usize).collect();
        assert_eq!(random.len(), 2);
    }

    #[test]
    fn clocks_must_fit() {
        for text in ["5+3", "0.5+0", "90+30", "5d3", "40/90", "10080"] {
            assert_eq!(read_clock(text).is_some(), text != "10080", "{text}");
        }
        for text in ["", "x", "0.01+0", "5+0.5", "5+70000", "0.55+1", "-5+3", "5+3 and more"] {
            assert_eq!(read_clock(text), None, "{text}");
        }
    }
}
