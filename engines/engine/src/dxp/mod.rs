//! The player in matches over a network: DamExchange, for international draughts.
//!
//! Who connects and who asks for games are different questions: [`Role`] is about the second only.

mod connection;
mod ending;
mod inbox;
mod request;
mod running;
mod table;

use std::io;
use std::net::TcpStream;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use boardgame::{Color, MoveError};
use catalog::PlaceError;
use protocol::ParseError;
use protocol::dxp::Acceptance;
use thiserror::Error;

use crate::dxp::table::Table;
use crate::level::Level;

/// Who asks for games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// We do.
    Initiator(Request),
    /// The other side does, and decides about color, time and position.
    Follower,
}

/// The games to ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Our color in the first game; it changes from game to game.
    pub color: Color,
    /// Minutes for each player and game; 0 for no limit.
    pub minutes: u16,
    /// Moves of each player after which a game ends; 0 for no limit.
    pub moves: u16,
    /// How many games.
    pub games: u32,
    /// Where they begin, if not at the usual start.
    pub fen: Option<String>,
}

/// How to play over a network.
#[derive(Clone, Debug)]
pub struct DxpSettings {
    /// The name that the other side is told.
    pub name: String,
    /// Who asks for games.
    pub role: Role,
    /// The memory of the table, in megabytes.
    pub megabytes: usize,
    /// The number of threads.
    pub threads: usize,
    /// How strong to play.
    pub level: Level,
    /// Think so long about each move, as far as the clock allows.
    pub move_time: Option<Duration>,
    /// How long the other side may be silent where it is to speak; while it thinks, beyond the end of its clock.
    pub timeout: Duration,
}

/// What happens in a match.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum DxpEvent {
    /// A game begins.
    Begin {
        /// From 1.
        number: u32,
        /// The name of the other side.
        opponent: String,
        /// Our color.
        color: Color,
        /// Minutes for each player; 0 for no limit.
        minutes: u16,
        /// Moves of each player; 0 for no limit.
        moves: u16,
    },
    /// A move was played.
    Move {
        /// As records of the game write it.
        text: String,
        /// Whose.
        color: Color,
        /// The time it took.
        seconds: u16,
    },
    /// The other side took moves back.
    Back {
        /// How many moves are left.
        moves: usize,
    },
    /// We refused a request for a game.
    Refused {
        /// The name of the other side, or what stands for it.
        opponent: String,
        /// Why.
        reason: String,
    },
    /// A text for people.
    Chat {
        /// What the other side says.
        text: String,
    },
    /// A game is over, whatever ended it.
    End(DxpGame),
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DxpGame {
    /// From 1.
    pub number: u32,
    /// The name of the other side.
    pub opponent: String,
    /// Our color.
    pub color: Color,
    /// The result as both sides know it.
    pub result: DxpResult,
    /// Why the game ended.
    pub reason: String,
    /// Where it began.
    pub fen: String,
    /// All moves as records of the game write them.
    pub moves: Vec<String>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DxpResult {
    /// This color won.
    Win(Color),
    /// Nobody won.
    Draw,
    /// It was not played to its end, or the side that ended it did not say.
    Unknown,
}

/// Why a match ended early.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DxpError {
    /// The connection cannot be used.
    #[error("the connection failed: {0}")]
    Connection(#[from] io::Error),
    /// The other side has closed the connection.
    #[error("{opponent} closed the connection {when}")]
    Vanished {
        /// The name of the other side.
        opponent: String,
        /// What was going on.
        when: &'static str,
    },
    /// The other side does not do what it is to do.
    #[error("{opponent} did not {what} within {} s", .waited.as_secs())]
    Silent {
        /// The name of the other side.
        opponent: String,
        /// How long that was waited for.
        waited: Duration,
        /// What it should have done.
        what: &'static str,
    },
    /// What came is no message.
    #[error("{opponent} sent no message of the protocol: {error}")]
    Garbage {
        /// The name of the other side.
        opponent: String,
        /// What is wrong with it.
        error: ParseError,
    },
    /// More than a message can have came without an end.
    #[error("{opponent} sent more than 127 characters without an end, expected a message of the protocol")]
    TooLong {
        /// The name of the other side.
        opponent: String,
    },
    /// Messages came without end.
    #[error("{opponent} sent more than {messages} messages that are no moves, expected a move")]
    Flood {
        /// The name of the other side.
        opponent: String,
        /// How many were read.
        messages: u32,
    },
    /// A message that makes no sense now.
    #[error("{opponent} sent {message:?} {when}")]
    OutOfTurn {
        /// The name of the other side.
        opponent: String,
        /// The message.
        message: String,
        /// What was going on.
        when: &'static str,
    },
    /// The other side played a move that is not legal.
    #[error("{opponent} played an illegal move in {fen}: {error}")]
    IllegalMove {
        /// The name of the other side.
        opponent: String,
        /// The position before the move.
        fen: String,
        /// Why it is not legal.
        error: PlaceError,
    },
    /// The other side does not want to play.
    #[error("{opponent} refused the game: {}", in_words(*code))]
    Refused {
        /// The name of the other side.
        opponent: String,
        /// What it answered.
        code: Acceptance,
    },
    /// The position to begin with is none.
    #[error("the position to begin with: {0}")]
    Start(#[from] PlaceError),
    /// No move was found: a fault of ours.
    #[error("no move: {0}")]
    NoMove(#[from] MoveError),
    /// Somebody here wanted to stop.
    #[error("stopped")]
    Stopped,
}

impl DxpError {
    /// Why a game has no result: the kind of the error, and the error.
    fn reason(&self) -> String {
        let kind = match self {
            Self::Stopped => return "interrupted".to_owned(),
            Self::Connection(_) | Self::Vanished { .. } => "disconnected",
            Self::Silent { .. } => "time-out",
            Self::IllegalMove { opponent, error, .. } => {
                return format!("illegal move by {opponent}: {error}");
            }
            Self::Garbage { .. } | Self::TooLong { .. } | Self::Flood { .. } | Self::OutOfTurn { .. } => {
                "protocol violation"
            }
            Self::Refused { .. } => "refused",
            Self::Start(_) | Self::NoMove(_) => "internal error",
        };
        format!("{kind}: {self}")
    }
}

fn in_words(code: Acceptance) -> &'static str {
    match code {
        Acceptance::Accepted => "it is accepted",
        Acceptance::WrongVersion => "it does not know this version of the protocol",
        Acceptance::NotThisGame => "it does not want this one",
        Acceptance::NoGame => "it does not want to play at all",
    }
}

/// Plays over a connection until one side has had enough. `stop` ends it from outside; `hear` is told what
/// happens. Every game that begins has its [`DxpEvent::End`], also one that an error ends.
///
/// What the other side sends waits in a queue of 64 messages and is then read no further, however fast it comes.
///
/// # Errors
///
/// The other side is gone in the middle of a game, or does not keep to the protocol or the rules, or is silent for
/// too long.
pub fn play_dxp(
    stream: TcpStream,
    settings: &DxpSettings,
    stop: &AtomicBool,
    hear: &mut dyn FnMut(&DxpEvent),
) -> Result<(), DxpError> {
    Table::new(stream, settings, hear)?.play(stop)
}
