//! Matches over a network: DamExchange, for international draughts.
//!
//! [`DxpRole`] says who requests games, not who opens the connection.

mod connection;
mod dxp_match;
mod ending;
mod inbox;
mod request;
mod running_game;

use std::io;
use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use boardgame::{Color, MoveError};
use catalog::PositionTextError;
use protocol::ParseError;
use protocol::dxp::Acceptance;
use tables::TableError;
use thiserror::Error;

use crate::dxp::dxp_match::DxpMatch;
use crate::level::Level;

/// Who requests games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DxpRole {
    /// We do.
    Initiator(DxpRequest),
    /// The opponent does, and decides color, time and position.
    Follower,
}

/// The games to request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DxpRequest {
    /// Our color in the first game; colors alternate.
    pub color: Color,
    /// Minutes per player and game; 0 for no limit.
    pub minutes: u16,
    /// Moves per player after which a game ends; 0 for no limit.
    pub moves: u16,
    /// The number of games.
    pub games: u32,
    /// The start position; `None` is the usual one.
    pub fen: Option<String>,
}

/// The settings of a match.
#[derive(Clone, Debug)]
pub struct DxpSettings {
    /// The name sent to the opponent.
    pub name: String,
    /// Who requests games.
    pub role: DxpRole,
    /// The size of the transposition table, in megabytes.
    pub megabytes: usize,
    /// The number of threads.
    pub threads: usize,
    /// How strong to play.
    pub level: Level,
    /// The time per move, if the clock allows it.
    pub move_time: Option<Duration>,
    /// The folder of endgame tables. Levels below the strongest do not use it.
    pub tables: Option<PathBuf>,
    /// How long to wait for the opponent; while it thinks, after its clock has run out.
    pub timeout: Duration,
}

/// An event of a match.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum DxpEvent {
    /// A game starts.
    Begin {
        /// The number of the game, from 1.
        number: u32,
        /// The name of the opponent.
        opponent: String,
        /// Our color.
        color: Color,
        /// Minutes per player; 0 for no limit.
        minutes: u16,
        /// Moves per player; 0 for no limit.
        moves: u16,
    },
    /// A move was played.
    Move {
        /// The move in PDN.
        text: String,
        /// Who played it.
        color: Color,
        /// The time it took.
        seconds: u16,
    },
    /// The opponent took moves back.
    Back {
        /// How many moves are left.
        moves: usize,
    },
    /// We refused a game request.
    Refused {
        /// The name of the opponent, or a placeholder.
        opponent: String,
        /// Why.
        reason: String,
    },
    /// A chat message.
    Chat {
        /// The text.
        text: String,
    },
    /// A game is over, for whatever reason.
    End(DxpGame),
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DxpGame {
    /// The number of the game, from 1.
    pub number: u32,
    /// The name of the opponent.
    pub opponent: String,
    /// Our color.
    pub color: Color,
    /// The result.
    pub result: DxpResult,
    /// Why the game ended.
    pub reason: String,
    /// The start position.
    pub fen: String,
    /// All moves in PDN.
    pub moves: Vec<String>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DxpResult {
    /// This color won.
    Win(Color),
    /// A draw.
    Draw,
    /// Unfinished, or ended without a result.
    Unknown,
}

/// Why a match was broken off.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DxpError {
    /// The connection failed.
    #[error("the connection failed: {0}")]
    Connection(#[from] io::Error),
    /// The opponent closed the connection.
    #[error("{opponent} closed the connection {when}")]
    Vanished {
        /// The name of the opponent.
        opponent: String,
        /// When.
        when: &'static str,
    },
    /// The opponent did not respond in time.
    #[error("{opponent} did not {what} within {} s", .waited.as_secs())]
    Silent {
        /// The name of the opponent.
        opponent: String,
        /// How long we waited.
        waited: Duration,
        /// What it should have done.
        what: &'static str,
    },
    /// The opponent sent something that is not a message.
    #[error("{opponent} sent an invalid message: {error}")]
    Garbage {
        /// The name of the opponent.
        opponent: String,
        /// What is wrong with it.
        error: ParseError,
    },
    /// The opponent sent a message without an end.
    #[error("{opponent} sent a message of more than 127 characters")]
    TooLong {
        /// The name of the opponent.
        opponent: String,
    },
    /// The opponent sent too many messages.
    #[error("{opponent} sent more than {messages} messages without a move")]
    Flood {
        /// The name of the opponent.
        opponent: String,
        /// How many were read.
        messages: u32,
    },
    /// The opponent sent a message out of turn.
    #[error("{opponent} sent {message:?} {when}")]
    OutOfTurn {
        /// The name of the opponent.
        opponent: String,
        /// The message.
        message: String,
        /// When.
        when: &'static str,
    },
    /// The opponent played an illegal move.
    #[error("{opponent} played an illegal move in {fen}: {error}")]
    IllegalMove {
        /// The name of the opponent.
        opponent: String,
        /// The position before the move.
        fen: String,
        /// Why it is illegal.
        error: PositionTextError,
    },
    /// The opponent refused the game.
    #[error("{opponent} refused the game: {}", in_words(*code))]
    Refused {
        /// The name of the opponent.
        opponent: String,
        /// Its answer.
        code: Acceptance,
    },
    /// The start position is invalid.
    #[error("invalid start position: {0}")]
    Start(#[from] PositionTextError),
    /// The endgame tables cannot be used. The opponent has heard nothing yet.
    #[error("{0}")]
    Tables(TableError),
    /// A folder has no endgame tables of the game.
    #[error("no tables of {game} in {}; build some with \"damier tables build {game} --pieces 4 --dir {}\"", folder.display(), folder.display())]
    NoTables {
        /// The game.
        game: &'static str,
        /// The folder.
        folder: PathBuf,
    },
    /// The search found no move: an internal error.
    #[error("the search found no move: {0}")]
    NoMove(#[from] MoveError),
    /// The match was stopped from our side.
    #[error("stopped")]
    Stopped,
}

impl DxpError {
    /// Why a game has no result.
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
            Self::Start(_) | Self::NoMove(_) | Self::Tables(_) | Self::NoTables { .. } => "internal error",
        };
        format!("{kind}: {self}")
    }
}

fn in_words(code: Acceptance) -> &'static str {
    match code {
        Acceptance::Accepted => "accepted",
        Acceptance::WrongVersion => "unknown protocol version",
        Acceptance::NotThisGame => "not this game",
        Acceptance::NoGame => "no games at all",
    }
}

/// Plays a match over a connection. Set `stop` to end it; `on_event` is called for everything that happens. Every game
/// that starts gets a [`DxpEvent::End`], even if an error ends it.
///
/// At most 64 messages of the opponent are queued; no more are read until they are handled.
///
/// # Errors
///
/// The opponent disconnects during a game, violates the protocol or the rules, or does not respond in time.
pub fn play_dxp(
    stream: TcpStream,
    settings: &DxpSettings,
    stop: &AtomicBool,
    on_event: &mut dyn FnMut(&DxpEvent),
) -> Result<(), DxpError> {
    DxpMatch::new(stream, settings, on_event)?.play(stop)
}
