//! From the engine to the GUI.

use std::fmt;
use std::str::FromStr;

use crate::error::{ParseError, unknown};
use crate::hub::{HubLine, Param};

/// A message from the engine to the GUI.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum HubReply {
    /// The identity of the engine.
    Id {
        /// Its name.
        name: String,
        /// Its version.
        version: Option<String>,
        /// Its author.
        author: Option<String>,
        /// Its country.
        country: Option<String>,
    },
    /// A parameter.
    Param(Param),
    /// All parameters were sent: the engine waits for changes and `init`.
    Wait,
    /// The engine is ready.
    Ready,
    /// Information about the search.
    Info(HubInfo),
    /// The end of a search.
    Done {
        /// The best move; `None` if there is no legal move.
        best: Option<String>,
        /// The expected reply.
        ponder: Option<String>,
    },
    /// The answer to `ping`.
    Pong,
    /// An error.
    Error {
        /// The text.
        message: String,
    },
}

/// Information about a search. Every field may be missing.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct HubInfo {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// The mean depth of all lines.
    pub mean_depth: Option<f64>,
    /// The score in men, for the side to move.
    pub score: Option<f64>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Seconds since the search started.
    pub time: Option<f64>,
    /// Million nodes per second.
    pub nps: Option<f64>,
    /// The principal variation.
    pub pv: Vec<String>,
}

impl FromStr for HubReply {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let line: HubLine = text.parse()?;
        let optional = |name: &str| line.value(name).map(str::to_owned);
        Ok(match line.command.as_str() {
            "id" => Self::Id {
                name: line.needed("name")?.to_owned(),
                version: optional("version"),
                author: optional("author"),
                country: optional("country"),
            },
            "param" => Self::Param(Param::read(&line)?),
            "wait" => Self::Wait,
            "ready" => Self::Ready,
            "info" => Self::Info(HubInfo {
                depth: line.number("depth")?,
                mean_depth: line.number("mean-depth")?,
                score: line.number("score")?,
                nodes: line.number("nodes")?,
                time: line.number("time")?,
                nps: line.number("nps")?,
                pv: line.words("pv"),
            }),
            "done" => Self::Done { best: optional("move"), ponder: optional("ponder") },
            "pong" => Self::Pong,
            "error" => Self::Error { message: optional("message").unwrap_or_default() },
            other => return Err(unknown(other)),
        })
    }
}

impl HubReply {
    fn to_line(&self) -> HubLine {
        match self {
            Self::Id { name, version, author, country } => HubLine::new("id")
                .with("name", name)
                .with_some("version", version.as_ref())
                .with_some("author", author.as_ref())
                .with_some("country", country.as_ref()),
            Self::Param(param) => param.to_line(),
            Self::Wait => HubLine::new("wait"),
            Self::Ready => HubLine::new("ready"),
            Self::Info(info) => HubLine::new("info")
                .with_some("depth", info.depth)
                .with_some("mean-depth", info.mean_depth)
                .with_some("score", info.score)
                .with_some("nodes", info.nodes)
                .with_some("time", info.time)
                .with_some("nps", info.nps)
                .with_some("pv", (!info.pv.is_empty()).then(|| info.pv.join(" "))),
            Self::Done { best, ponder } => {
                HubLine::new("done").with_some("move", best.as_ref()).with_some("ponder", ponder.as_ref())
            }
            Self::Pong => HubLine::new("pong"),
            Self::Error { message } => HubLine::new("error").with("message", message),
        }
    }
}

impl fmt::Display for HubReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_line().fmt(f)
    }
}
