//! From the engine to the GUI.

use std::fmt;
use std::str::FromStr;

use crate::error::{ParseError, unknown};
use crate::hub::{HubLine, Param};

/// What an engine answers.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum HubReply {
    /// Who the engine is.
    Id {
        /// Its name.
        name: String,
        /// Its version.
        version: Option<String>,
        /// Who wrote it.
        author: Option<String>,
        /// Where.
        country: Option<String>,
    },
    /// A parameter it has.
    Param(Param),
    /// All parameters were told: waits for changes and `init`.
    Wait,
    /// Can play now.
    Ready,
    /// What it tells while it thinks.
    Info(HubInfo),
    /// The end of a search.
    Done {
        /// The move; none where there is no legal one.
        best: Option<String>,
        /// The answer it expects.
        ponder: Option<String>,
    },
    /// The answer to `ping`.
    Pong,
    /// Something is wrong.
    Error {
        /// What.
        message: String,
    },
}

/// What an engine tells while it thinks. Every part may be missing.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct HubInfo {
    /// Plies looked ahead.
    pub depth: Option<u32>,
    /// The mean over all lines.
    pub mean_depth: Option<f64>,
    /// In men, seen from the side to move.
    pub score: Option<f64>,
    /// Positions looked at.
    pub nodes: Option<u64>,
    /// Seconds since the search began.
    pub time: Option<f64>,
    /// Million positions a second.
    pub nps: Option<f64>,
    /// The line that the engine expects.
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
