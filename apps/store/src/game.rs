//! Games, appends and commands as the store sees them.

use std::fmt;

/// A game to be kept, with its first events.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// Its name in the store, chosen by the caller.
    pub id: String,
    /// The kind of game, such as "russian".
    pub kind: String,
    /// The moment of its creation, in milliseconds since 1970.
    pub at: i64,
    /// The first events, numbered from 1.
    pub events: Vec<String>,
    /// The hashes of the seats that are taken: White, Black.
    pub seats: [Option<SeatHash>; 2],
    /// The hash of the secret that gives the free seat.
    pub invite: Option<SeatHash>,
    /// Whether [`Store::listed`](crate::Store::listed) shows it.
    pub listed: bool,
    /// The state after its events.
    pub state: GameState,
}

/// The hash of a secret. The secret itself is never stored.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SeatHash(pub [u8; 32]);

/// Hashes stay out of logs too.
impl fmt::Debug for SeatHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SeatHash(..)")
    }
}

/// The state of a game that the store needs to find it. Written with every append.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameState {
    /// Whether the game has ended.
    pub is_over: bool,
    /// When the flag of the running clock falls, in milliseconds since 1970.
    pub flag: Option<i64>,
    /// JSON for lists of games. The store does not read it.
    pub summary: String,
}

/// Events to be added to a game.
#[derive(Clone, Debug)]
pub struct Append {
    /// The game.
    pub game: String,
    /// The number of the last event that the sender has seen.
    pub expected: i64,
    /// When they happened, in milliseconds since 1970.
    pub at: i64,
    /// The events. There may be none: then only the state and the seat change.
    pub events: Vec<String>,
    /// The command that caused them, which must not be handled twice.
    pub command: Option<CommandKey>,
    /// A seat that is taken with this append: 0 is White, 1 is Black.
    pub seat: Option<(usize, SeatHash)>,
    /// The state after these events.
    pub state: GameState,
}

/// The name that a client gave to its command, so that sending it twice does no harm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandKey {
    /// Unique in its game.
    pub id: String,
    /// The sender. The store does not read it.
    pub actor: String,
    /// What the command asks for, or a digest of it: an id must not be used for two different commands.
    pub content: String,
}

/// A command that was handled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredCommand {
    /// The number of the last event of the game after it.
    pub last_seq: i64,
    /// What it asked for; unknown if an earlier version stored it.
    pub content: Option<String>,
}

/// A time in which no server was at work, in milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// When a server was last at work.
    pub begun: i64,
    /// When a server was at work again.
    pub ended: i64,
}

/// How an append ended. Everything but `Done` left the game as it was.
///
/// If several apply, the first of `NoSuchGame`, `Reused`, `Repeated`, `SeatTaken`, `Conflict` is the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// The events are stored durably.
    Done {
        /// The number of the last of them.
        last_seq: i64,
    },
    /// The game has moved on: read the events after `expected` and decide again.
    Conflict {
        /// The number of its last event.
        last_seq: i64,
    },
    /// This command was handled before.
    Repeated {
        /// The number of the last event of the game when it had been handled.
        last_seq: i64,
    },
    /// Another command with this id was handled before.
    Reused,
    /// The seat is already taken.
    SeatTaken,
    /// The store holds no game of this id.
    NoSuchGame,
}

/// A game as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// Its id.
    pub id: String,
    /// The kind of game.
    pub kind: String,
    /// The moment of its creation.
    pub created: i64,
    /// The moment of its last append.
    pub updated: i64,
    /// The number of its last event.
    pub last_seq: i64,
    /// The hashes of the seats: White, Black.
    pub seats: [Option<SeatHash>; 2],
    /// The hash of the secret that gives the free seat.
    pub invite: Option<SeatHash>,
    /// Whether lists show it.
    pub listed: bool,
    /// The state after its events.
    pub state: GameState,
    /// All its events, from number 1 to `last_seq`.
    pub events: Vec<StoredEvent>,
}

/// An event as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEvent {
    /// Its number in the game, from 1 without gaps.
    pub seq: i64,
    /// When it happened, in milliseconds since 1970.
    pub at: i64,
    /// The event itself, as it was handed in.
    pub event: String,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSummary {
    /// Its id.
    pub id: String,
    /// The kind of game.
    pub kind: String,
    /// The moment of its creation.
    pub created: i64,
    /// The moment of its last append.
    pub updated: i64,
    /// The number of its last event.
    pub last_seq: i64,
    /// Whether it has ended.
    pub is_over: bool,
    /// The JSON of [`GameState::summary`].
    pub summary: String,
}
