//! From the GUI to the engine.

use std::fmt;
use std::str::FromStr;

use crate::error::{ParseError, bad, unknown};
use crate::tokens::Tokens;
use crate::uci::Go;

/// A message from the GUI to the engine.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum UciCommand {
    /// Speak UCI; the answer ends with `uciok`.
    Uci,
    /// Turn debug mode on or off.
    Debug(bool),
    /// Answer `readyok` when all commands are processed; also during a search.
    IsReady,
    /// Change an option.
    SetOption {
        /// The name, which may contain spaces.
        name: String,
        /// The value; `None` for a button.
        value: Option<String>,
    },
    /// Register the engine, now or later.
    Register(Registration),
    /// A new game starts.
    NewGame,
    /// The position to search.
    Position {
        /// The position before the moves.
        start: UciStart,
        /// The moves since then.
        moves: Vec<String>,
    },
    /// Start a search.
    Go(Go),
    /// Stop the search and answer with the best move.
    Stop,
    /// The opponent played the expected move.
    PonderHit,
    /// End the program.
    Quit,
}

/// The position before the moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UciStart {
    /// The start of the game.
    StartPosition,
    /// Any position.
    Fen(String),
}

/// The registration of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Registration {
    /// Later.
    Later,
    /// With a name and a code.
    As {
        /// The name of the user.
        name: String,
        /// The code.
        code: String,
    },
}

impl FromStr for UciCommand {
    type Err = ParseError;

    /// Words before the first command are ignored, as the protocol demands.
    fn from_str(line: &str) -> Result<Self, ParseError> {
        let mut tokens = Tokens::of(line);
        if tokens.rest().is_empty() {
            return Err(ParseError::Empty { expected: "a command such as isready" });
        }
        while let Some(word) = tokens.next() {
            return match word {
                "uci" => Ok(Self::Uci),
                "debug" => match tokens.word("debug", "on or off")? {
                    "on" => Ok(Self::Debug(true)),
                    "off" => Ok(Self::Debug(false)),
                    other => Err(bad("debug", other, "on or off")),
                },
                "isready" => Ok(Self::IsReady),
                "setoption" => set_option(tokens),
                "register" => registration(tokens).map(Self::Register),
                "ucinewgame" => Ok(Self::NewGame),
                "position" => position(tokens),
                "go" => Ok(Self::Go(Go::read(tokens))),
                "stop" => Ok(Self::Stop),
                "ponderhit" => Ok(Self::PonderHit),
                "quit" => Ok(Self::Quit),
                _ => continue,
            };
        }
        Err(unknown(line.trim()))
    }
}

fn set_option(mut tokens: Tokens<'_>) -> Result<UciCommand, ParseError> {
    const EXPECTED: &str = "name and the name of an option";
    match tokens.word("name of the option", EXPECTED)? {
        "name" => {}
        other => return Err(bad("option", other, EXPECTED)),
    }
    let name = tokens.until(&["value"]);
    if name.is_empty() {
        return Err(ParseError::Missing { field: "name of the option", expected: EXPECTED });
    }
    let value = tokens.next().map(|_| tokens.rest().to_owned());
    Ok(UciCommand::SetOption { name, value })
}

fn registration(mut tokens: Tokens<'_>) -> Result<Registration, ParseError> {
    const EXPECTED: &str = "later, or name and code";
    match tokens.word("registration", EXPECTED)? {
        "later" => Ok(Registration::Later),
        "name" => {
            let name = tokens.until(&["code"]);
            tokens.word("code", EXPECTED)?;
            Ok(Registration::As { name, code: tokens.rest().to_owned() })
        }
        other => Err(bad("registration", other, EXPECTED)),
    }
}

fn position(mut tokens: Tokens<'_>) -> Result<UciCommand, ParseError> {
    const EXPECTED: &str = "startpos, or fen and a position";
    let start = match tokens.word("position", EXPECTED)? {
        "startpos" => UciStart::StartPosition,
        "fen" => match tokens.until(&["moves"]) {
            fen if fen.is_empty() => {
                return Err(ParseError::Missing { field: "position", expected: EXPECTED });
            }
            fen => UciStart::Fen(fen),
        },
        other => return Err(bad("position", other, EXPECTED)),
    };
    let moves = match tokens.next() {
        None => Vec::new(),
        Some("moves") => tokens.map(str::to_owned).collect(),
        Some(other) => return Err(bad("position", other, "moves")),
    };
    Ok(UciCommand::Position { start, moves })
}

impl fmt::Display for UciCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uci => f.write_str("uci"),
            Self::Debug(on) => write!(f, "debug {}", if *on { "on" } else { "off" }),
            Self::IsReady => f.write_str("isready"),
            Self::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Self::SetOption { name, value: Some(value) } => {
                write!(f, "setoption name {name} value {value}")
            }
            Self::Register(Registration::Later) => f.write_str("register later"),
            Self::Register(Registration::As { name, code }) => {
                write!(f, "register name {name} code {code}")
            }
            Self::NewGame => f.write_str("ucinewgame"),
            Self::Position { start, moves } => {
                match start {
                    UciStart::StartPosition => f.write_str("position startpos")?,
                    UciStart::Fen(fen) => write!(f, "position fen {fen}")?,
                }
                if !moves.is_empty() {
                    write!(f, " moves {}", moves.join(" "))?;
                }
                Ok(())
            }
            Self::Go(go) => go.fmt(f),
            Self::Stop => f.write_str("stop"),
            Self::PonderHit => f.write_str("ponderhit"),
            Self::Quit => f.write_str("quit"),
        }
    }
}
