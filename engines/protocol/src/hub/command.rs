//! From the GUI to the engine.

use std::fmt;
use std::str::FromStr;

use crate::error::{ParseError, bad, unknown};
use crate::hub::HubLine;

/// A message from the GUI to the engine.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum HubCommand {
    /// Speak Hub; the answer ends with `wait`.
    Hub,
    /// Change a parameter, between `wait` and `init`.
    SetParam {
        /// The name.
        name: String,
        /// The new value.
        value: String,
    },
    /// All parameters are set: load what is needed and answer `ready`.
    Init,
    /// The position to search.
    Position {
        /// The side to move and one character per square.
        position: String,
        /// The moves since then.
        moves: Vec<String>,
    },
    /// Limits of the next search; several lines add up.
    Level(HubLimits),
    /// Start a search.
    Go(GoMode),
    /// Answer `pong` at once.
    Ping,
    /// The opponent played the expected move.
    PonderHit,
    /// Stop the search and answer with the best move.
    Stop,
    /// A new game starts.
    NewGame,
    /// End the program.
    Quit,
}

/// The limits of a search; times are in seconds.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct HubLimits {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<f64>,
    /// Moves to the next time control.
    pub moves: Option<u32>,
    /// Time left.
    pub time: Option<f64>,
    /// The increment, added before each move.
    pub increment: Option<f64>,
    /// No limit.
    pub infinite: bool,
    /// Limits with missing or invalid values; they are not written.
    pub faults: Vec<ParseError>,
}

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoMode {
    /// Play a move.
    Think,
    /// Ponder: search on the opponent's time, after the expected move.
    Ponder,
    /// Analyze the position.
    Analyze,
}

impl FromStr for HubCommand {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let line: HubLine = text.parse()?;
        Ok(match line.command.as_str() {
            "hub" => Self::Hub,
            "set-param" => Self::SetParam {
                name: line.needed("name")?.to_owned(),
                value: line.needed("value")?.to_owned(),
            },
            "init" => Self::Init,
            "pos" => Self::Position { position: line.needed("pos")?.to_owned(), moves: line.words("moves") },
            "level" => Self::Level(level(&line)),
            "go" => Self::Go(go_mode(&line)?),
            "ping" => Self::Ping,
            "ponder-hit" => Self::PonderHit,
            "stop" => Self::Stop,
            "new-game" => Self::NewGame,
            "quit" => Self::Quit,
            other => return Err(unknown(other)),
        })
    }
}

/// Limits; those that cannot be read are kept apart, since a search within the others is better than none.
fn level(line: &HubLine) -> HubLimits {
    let mut level = HubLimits { infinite: line.has("infinite"), ..HubLimits::default() };
    let faults = &mut level.faults;
    level.depth = or_note(line.number("depth"), faults);
    level.nodes = or_note(line.number("nodes"), faults);
    level.move_time = or_note(line.seconds("move-time"), faults);
    level.moves = or_note(line.number("moves"), faults);
    level.time = or_note(line.seconds("time"), faults);
    level.increment = or_note(line.seconds("inc"), faults);
    level
}

fn or_note<T>(read: Result<Option<T>, ParseError>, faults: &mut Vec<ParseError>) -> Option<T> {
    read.unwrap_or_else(|fault| {
        faults.push(fault);
        None
    })
}

fn go_mode(line: &HubLine) -> Result<GoMode, ParseError> {
    let modes = [("think", GoMode::Think), ("ponder", GoMode::Ponder), ("analyze", GoMode::Analyze)];
    let expected = "think, ponder or analyze";
    let found = line.arguments.first().ok_or(ParseError::Missing { field: "go", expected })?;
    let mode = modes.iter().find(|(name, _)| line.has(name)).map(|&(_, mode)| mode);
    mode.ok_or_else(|| bad("go", &found.name, expected))
}

impl HubCommand {
    fn to_line(&self) -> HubLine {
        match self {
            Self::Hub => HubLine::new("hub"),
            Self::SetParam { name, value } => {
                HubLine::new("set-param").with("name", name).with("value", value)
            }
            Self::Init => HubLine::new("init"),
            Self::Position { position, moves } => {
                let moves = (!moves.is_empty()).then(|| moves.join(" "));
                HubLine::new("pos").with("pos", position).with_some("moves", moves)
            }
            Self::Level(level) => {
                let line = HubLine::new("level")
                    .with_some("depth", level.depth)
                    .with_some("nodes", level.nodes)
                    .with_some("move-time", level.move_time)
                    .with_some("moves", level.moves)
                    .with_some("time", level.time)
                    .with_some("inc", level.increment);
                if level.infinite { line.with_flag("infinite") } else { line }
            }
            Self::Go(mode) => HubLine::new("go").with_flag(match mode {
                GoMode::Think => "think",
                GoMode::Ponder => "ponder",
                GoMode::Analyze => "analyze",
            }),
            Self::Ping => HubLine::new("ping"),
            Self::PonderHit => HubLine::new("ponder-hit"),
            Self::Stop => HubLine::new("stop"),
            Self::NewGame => HubLine::new("new-game"),
            Self::Quit => HubLine::new("quit"),
        }
    }
}

impl fmt::Display for HubCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_line().fmt(f)
    }
}
