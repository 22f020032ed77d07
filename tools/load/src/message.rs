//! The messages of the server, limited to what the checks need. Texts are borrowed from the message.

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;
use serde::de::{IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// A message on a socket. Which fields are set depends on `kind`.
#[derive(Debug, Deserialize)]
pub struct Message<'a> {
    /// `state`, `update`, `ack`, `refused`, `presence`, `pong` or `bye`.
    #[serde(rename = "t", borrow)]
    pub kind: Cow<'a, str>,
    /// The number of the last event.
    pub seq: Option<u64>,
    /// The command that is answered.
    #[serde(borrow)]
    pub id: Option<Cow<'a, str>>,
    /// The seat of the receiver.
    #[serde(borrow)]
    pub side: Option<Cow<'a, str>>,
    /// The events of an update.
    pub events: Option<Vec<IgnoredAny>>,
    /// The game after it.
    #[serde(borrow)]
    pub game: Option<View<'a>>,
    /// The moves so far, or those that are new.
    #[serde(borrow)]
    pub history: Option<History<'a>>,
    /// Why a command was refused.
    pub error: Option<serde_json::Value>,
    /// Why the server closes the socket.
    #[serde(borrow)]
    pub reason: Option<Cow<'a, str>>,
}

/// A game as a client sees it.
#[derive(Debug, Deserialize)]
pub struct View<'a> {
    /// The number of the last event.
    pub seq: u64,
    /// The server's clock, in milliseconds.
    pub now: u64,
    /// The number of moves.
    pub ply: usize,
    /// Who moves.
    pub turn: Color,
    /// The pieces.
    #[serde(borrow)]
    pub board: Cow<'a, str>,
    /// What may be played.
    #[serde(borrow)]
    pub legal: Vec<Legal<'a>>,
    /// The time left, as of `now`.
    pub clocks: Option<Clocks>,
    /// A move in progress.
    pub hops: Option<Hops>,
    /// Whether a seat is free.
    pub waiting: bool,
    /// What the players offer each other.
    pub offers: Offers,
    /// How the game ended.
    pub ending: Option<IgnoredAny>,
}

/// A color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    /// White.
    White,
    /// Black.
    Black,
}

impl Color {
    /// Both.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// As the server writes it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }

    /// The opponent.
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// One route of a legal move.
#[derive(Debug, Deserialize)]
pub struct Legal<'a> {
    /// Names the route in a command.
    #[serde(borrow)]
    pub id: Cow<'a, str>,
    /// The squares visited.
    #[serde(borrow)]
    pub path: Vec<&'a str>,
    /// The pieces taken.
    #[serde(borrow)]
    pub captured: Vec<&'a str>,
    /// The piece that a pawn becomes.
    #[serde(borrow)]
    pub promotion: Option<Cow<'a, str>>,
}

/// What makes a move: where it begins and ends, and what it takes. Two routes of one move share it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    ends: [String; 2],
    captured: Vec<String>,
}

impl Identity {
    /// The move of a route.
    #[must_use]
    pub fn new(path: &[&str], captured: &[&str]) -> Self {
        let end = |square: Option<&&str>| square.map(|&square| square.to_owned()).unwrap_or_default();
        let mut captured: Vec<String> = captured.iter().map(|&square| square.to_owned()).collect();
        captured.sort_unstable();
        Self { ends: [end(path.first()), end(path.last())], captured }
    }
}

/// The clocks of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Clocks {
    /// Milliseconds of White.
    pub white: i64,
    /// Milliseconds of Black.
    pub black: i64,
    /// Whose clock runs.
    pub running: Option<Color>,
}

impl Clocks {
    /// The time that a side has left.
    #[must_use]
    pub fn of(&self, side: Color) -> i64 {
        match side {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }
}

/// What the players offer each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Offers {
    /// Who offers a draw.
    pub draw: Option<Color>,
}

/// A move in progress, made hop by hop.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Hops {
    /// The squares so far.
    pub squares: Vec<String>,
    /// The pieces jumped so far.
    pub jumped: Vec<String>,
}

/// A move that was played.
#[derive(Debug, Hash, Deserialize)]
pub struct Ply<'a> {
    /// In record notation.
    #[serde(borrow)]
    pub text: Cow<'a, str>,
    /// The squares visited.
    #[serde(borrow)]
    pub path: Vec<&'a str>,
    /// The pieces taken.
    #[serde(borrow)]
    pub captured: Vec<&'a str>,
    /// The pieces after it.
    #[serde(borrow)]
    pub board: Cow<'a, str>,
    /// Whether it gives check.
    pub check: bool,
    /// The time left to the mover after it.
    pub left: Option<i64>,
}

impl Ply<'_> {
    /// What makes this move.
    #[must_use]
    pub fn identity(&self) -> Identity {
        Identity::new(&self.path, &self.captured)
    }

    /// A number that two equal moves share, and two different ones hardly ever.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let mut hasher = FxHasher::default();
        self.hash(&mut hasher);
        hasher.finish()
    }
}

/// The moves from a ply on: all of them in a state, the new ones in an update.
#[derive(Debug)]
pub struct History<'a> {
    /// The ply of the first one.
    pub from: usize,
    /// The moves.
    pub plies: Vec<Ply<'a>>,
}

impl<'de: 'a, 'a> Deserialize<'de> for History<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(HistoryVisitor)
    }
}

struct HistoryVisitor;

impl<'de> Visitor<'de> for HistoryVisitor {
    type Value = History<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list of moves, or {from, plies}")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut plies = Vec::new();
        while let Some(ply) = list.next_element()? {
            plies.push(ply);
        }
        Ok(History { from: 0, plies })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let (mut from, mut plies) = (None, None);
        while let Some(key) = map.next_key::<Cow<'de, str>>()? {
            match key.as_ref() {
                "from" => from = Some(map.next_value()?),
                "plies" => plies = Some(map.next_value()?),
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        match (from, plies) {
            (Some(from), Some(plies)) => Ok(History { from, plies }),
            _ => Err(serde::de::Error::custom("a history without from or plies")),
        }
    }
}

/// The answer of `GET /api/games/{id}`.
#[derive(Debug, Deserialize)]
pub struct Kept<'a> {
    /// The game.
    #[serde(borrow)]
    pub game: View<'a>,
    /// All moves.
    #[serde(borrow)]
    pub history: Vec<Ply<'a>>,
}

/// The answer of `POST /api/games`.
#[derive(Debug, Deserialize)]
pub struct Created {
    /// The name of the game.
    pub id: String,
    /// The seat of who made it.
    pub side: String,
    /// The proof of the seat.
    pub token: String,
    /// What gives the second seat.
    pub invite: Option<String>,
}

/// The answer of `POST /api/games/{id}/join`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Joined {
    /// The seat.
    pub side: String,
    /// The proof of the seat.
    pub token: String,
}
