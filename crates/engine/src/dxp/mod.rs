//! The player in matches over a network: DamExchange, for international draughts.
//!
//! Who connects and who asks for games are different questions: [`Role`] is about the second only.

mod connection;
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
        /// As Hub writes it.
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
    /// A game is over.
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
    /// All moves as Hub writes them.
    pub moves: Vec<String>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DxpResult {
    /// This color won.
    Win(Color),
    /// Nobody won.
    Draw,
    /// The side that ended it did not say.
    Unknown,
}

/// Why a match ended early.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DxpError {
    /// The connection cannot be used.
    #[error("the connection failed: {0}")]
    Connection(#[from] io::Error),
    /// The other side is gone in the middle of a game.
    #[error("{opponent} is gone, {when}")]
    Vanished {
        /// The name of the other side.
        opponent: String,
        /// What was going on.
        when: &'static str,
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

fn in_words(code: Acceptance) -> &'static str {
    match code {
        Acceptance::Accepted => "it is accepted",
        Acceptance::WrongVersion => "it does not know this version of the protocol",
        Acceptance::NotThisGame => "it does not want this one",
        Acceptance::NoGame => "it does not want to play at all",
    }
}

/// Plays over a connection until one side has had enough. `stop` ends it from outside; `hear` is told what
/// happens.
///
/// # Errors
///
/// The other side is gone in the middle of a game, or does not keep to the protocol or the rules.
pub fn play_dxp(
    stream: TcpStream,
    settings: &DxpSettings,
    stop: &AtomicBool,
    hear: &mut dyn FnMut(&DxpEvent),
) -> Result<(), DxpError> {
    Table::new(stream, settings, hear)?.play(stop)
}
