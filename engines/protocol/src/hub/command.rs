//! From the GUI to the engine.

use std::fmt;
use std::str::FromStr;

use crate::error::{ParseError, bad, unknown};
use crate::hub::HubLine;

/// What a GUI says to an engine.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum HubCommand {
    /// Speak Hub; the answer ends with `wait`.
    Hub,
    /// Change a parameter, between `wait` and `init`.
    SetParam {
        /// Which one.
        name: String,
        /// To what.
        value: String,
    },
    /// All parameters are set: load what is needed and answer `ready`.
    Init,
    /// The position to think about.
    Position {
        /// The side to move and one character per square.
        position: String,
        /// The moves since then.
        moves: Vec<String>,
    },
    /// What the next search is limited by; may come in several lines.
    Level(HubLimits),
    /// Think.
    Go(GoMode),
    /// Answer `pong` at once.
    Ping,
    /// The expected move was played.
    PonderHit,
    /// Stop thinking and say the best move.
    Stop,
    /// The next search belongs to another game.
    NewGame,
    /// End the program.
    Quit,
}

/// What a search is limited by; times are in seconds.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct HubLimits {
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<f64>,
    /// Moves to the next time control.
    pub moves: Option<u32>,
    /// Time left.
    pub time: Option<f64>,
    /// Added before each move.
    pub increment: Option<f64>,
    /// No limit.
    pub infinite: bool,
    /// Limits whose values are missing or cannot be read, with what is wrong; they are not written.
    pub faults: Vec<ParseError>,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoMode {
    /// To play a move.
    Think,
    /// In the time of the opponent; the expected move is in the position already.
    Ponder,
    /// To look at the position.
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
