//! From the engine to the GUI.

use std::fmt;
use std::str::FromStr;

use crate::error::{ParseError, bad, unknown};
use crate::tokens::Tokens;
use crate::uci::{UciInfo, UciOption};

/// A message from the engine to the GUI.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UciReply {
    /// The name of the engine.
    Name(String),
    /// The author of the engine.
    Author(String),
    /// All names and options were sent.
    UciOk,
    /// All commands were processed.
    ReadyOk,
    /// The end of a search.
    BestMove {
        /// The best move; `None` if there is no legal move, written `(none)` or `0000`.
        best: Option<String>,
        /// The expected reply.
        ponder: Option<String>,
    },
    /// The state of copy protection.
    CopyProtection(Check),
    /// The state of registration.
    Registration(Check),
    /// Information about the search.
    Info(Box<UciInfo>),
    /// An option.
    Option(UciOption),
}

/// The state of copy protection or registration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// In progress.
    Checking,
    /// Passed.
    Ok,
    /// Failed.
    Error,
}

impl FromStr for UciReply {
    type Err = ParseError;

    fn from_str(line: &str) -> Result<Self, ParseError> {
        let mut tokens = Tokens::of(line);
        let expected = "an answer such as readyok";
        match tokens.next().ok_or(ParseError::Empty { expected })? {
            "id" => match tokens.word("id", "name or author")? {
                "name" => Ok(Self::Name(tokens.rest().to_owned())),
                "author" => Ok(Self::Author(tokens.rest().to_owned())),
                other => Err(bad("id", other, "name or author")),
            },
            "uciok" => Ok(Self::UciOk),
            "readyok" => Ok(Self::ReadyOk),
            "bestmove" => best_move(tokens),
            "copyprotection" => check(tokens).map(Self::CopyProtection),
            "registration" => check(tokens).map(Self::Registration),
            "info" => UciInfo::read(tokens).map(|info| Self::Info(Box::new(info))),
            "option" => UciOption::read(tokens).map(Self::Option),
            other => Err(unknown(other)),
        }
    }
}

fn best_move(mut tokens: Tokens<'_>) -> Result<UciReply, ParseError> {
    let some = |text: &str| (!matches!(text, "(none)" | "0000" | "NULL")).then(|| text.to_owned());
    let best = some(tokens.word("bestmove", "a move or (none)")?);
    let ponder = match tokens.next() {
        Some("ponder") => some(tokens.word("ponder", "a move")?),
        _ => None,
    };
    Ok(UciReply::BestMove { best, ponder })
}

fn check(mut tokens: Tokens<'_>) -> Result<Check, ParseError> {
    match tokens.word("check", "checking, ok or error")? {
        "checking" => Ok(Check::Checking),
        "ok" => Ok(Check::Ok),
        "error" => Ok(Check::Error),
        other => Err(bad("check", other, "checking, ok or error")),
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checking => "checking",
            Self::Ok => "ok",
            Self::Error => "error",
        })
    }
}

impl fmt::Display for UciReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "id name {name}"),
            Self::Author(author) => write!(f, "id author {author}"),
            Self::UciOk => f.write_str("uciok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::BestMove { best, ponder } => {
                write!(f, "bestmove {}", best.as_deref().unwrap_or("(none)"))?;
                ponder.as_ref().map_or(Ok(()), |ponder| write!(f, " ponder {ponder}"))
            }
            Self::CopyProtection(check) => write!(f, "copyprotection {check}"),
            Self::Registration(check) => write!(f, "registration {check}"),
            Self::Info(info) => info.fmt(f),
            Self::Option(option) => option.fmt(f),
        }
    }
}
