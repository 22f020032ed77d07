//! A game that was played: all that reports and records are made from.

use std::fmt;

use boardgame::{Color, Outcome};
use openings::Opening;
use serde::{Deserialize, Serialize};

/// A game that was played to its end, whatever the end was.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedGame {
    /// The number of its pair, from 0.
    pub pair: u64,
    /// 0 for the first game of the pair, 1 for the second.
    pub game: u8,
    /// The engines that played White and Black: their places in the plan.
    pub engines: [usize; 2],
    /// The number of its opening.
    pub opening_number: u64,
    /// Its opening.
    pub opening: Opening,
    /// The moves after the opening.
    pub moves: Vec<PlayedMove>,
    /// Who won.
    pub result: MatchResult,
    /// How it ended.
    pub ending: GameEnding,
    /// What an engine did wrong, if that ended the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<EngineFault>,
    /// When it began, in milliseconds since 1970.
    pub began: i64,
    /// How long it took, in milliseconds.
    pub millis: u64,
}

/// A move of an engine, with what the engine said about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "MoveRow", into = "MoveRow")]
pub struct PlayedMove {
    /// The move as records write it.
    pub text: String,
    /// The score, as the mover sees it.
    pub score: Option<EngineScore>,
    /// The depth of the search in plies.
    pub depth: Option<u32>,
    /// The nodes of the search.
    pub nodes: Option<u64>,
    /// The time it took, in microseconds.
    pub micros: u64,
    /// The milliseconds left on the clock of the mover after it.
    pub clock: Option<u64>,
}

/// A move as a short row: the names of its fields would be most of a ledger.
#[derive(Serialize, Deserialize)]
struct MoveRow(String, Option<EngineScore>, Option<u32>, Option<u64>, u64, Option<u64>);

impl From<MoveRow> for PlayedMove {
    fn from(MoveRow(text, score, depth, nodes, micros, clock): MoveRow) -> Self {
        Self { text, score, depth, nodes, micros, clock }
    }
}

impl From<PlayedMove> for MoveRow {
    fn from(mv: PlayedMove) -> Self {
        Self(mv.text, mv.score, mv.depth, mv.nodes, mv.micros, mv.clock)
    }
}

/// A score as an engine gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum EngineScore {
    /// Hundredths of a pawn or man.
    Centipawns(i32),
    /// A win in this many moves; negative for a loss.
    Mate {
        /// The moves.
        mate: i32,
    },
}

impl EngineScore {
    /// The score as a number; a mate is beyond all other scores.
    #[must_use]
    pub fn centipawns(self) -> i32 {
        match self {
            Self::Centipawns(value) => value,
            Self::Mate { mate } if mate > 0 => MATE - mate.min(1_000),
            Self::Mate { mate } => -MATE - mate.max(-1_000),
        }
    }
}

/// What a mate is worth.
const MATE: i32 = 1_000_000;

impl fmt::Display for EngineScore {
    /// `+0.34`, `-1.20`, `+M3`, `-M3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(value) => write!(f, "{:+.2}", f64::from(*value) / 100.0),
            Self::Mate { mate } if *mate > 0 => write!(f, "+M{mate}"),
            Self::Mate { mate } => write!(f, "-M{}", mate.unsigned_abs()),
        }
    }
}

/// Who won a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchResult {
    /// White.
    WhiteWins,
    /// Nobody.
    Draw,
    /// Black.
    BlackWins,
}

impl MatchResult {
    /// The half points of a color: 2 for a win, 1 for a draw.
    #[must_use]
    pub fn half_points(self, color: Color) -> u8 {
        match (self, color) {
            (Self::Draw, _) => 1,
            (Self::WhiteWins, Color::White) | (Self::BlackWins, Color::Black) => 2,
            _ => 0,
        }
    }
}

impl From<Outcome> for MatchResult {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(Color::White) => Self::WhiteWins,
            Outcome::Win(Color::Black) => Self::BlackWins,
            Outcome::Draw => Self::Draw,
        }
    }
}

impl From<MatchResult> for Outcome {
    fn from(result: MatchResult) -> Self {
        match result {
            MatchResult::WhiteWins => Self::Win(Color::White),
            MatchResult::BlackWins => Self::Win(Color::Black),
            MatchResult::Draw => Self::Draw,
        }
    }
}

impl fmt::Display for MatchResult {
    /// `1-0`, `1/2-1/2` or `0-1`, in every game.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::WhiteWins => "1-0",
            Self::Draw => "1/2-1/2",
            Self::BlackWins => "0-1",
        })
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameEnding {
    /// Who ended it.
    pub kind: EndingKind,
    /// Why, in a few words: `checkmate`, `threefold_repetition`, `adjudicated by score`, `time forfeit`.
    pub reason: String,
    /// The article of the rules, such as `FIDE 5.1.1`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub article: Option<String>,
}

impl fmt::Display for GameEnding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.article {
            Some(article) => write!(f, "{} ({article})", self.reason),
            None => f.write_str(&self.reason),
        }
    }
}

/// Who ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndingKind {
    /// The rules.
    Rules,
    /// The scores of the engines, or the length of the game.
    Adjudication,
    /// A fault of an engine.
    Fault,
}

/// What an engine did wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineFault {
    /// The engine: its place in the plan.
    pub engine: usize,
    /// What kind of fault.
    pub kind: FaultKind,
    /// What happened, in a sentence.
    pub text: String,
    /// The last lines between the referee (`>`) and the engine (`<`), and what the engine wrote to stderr (`!`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
}

/// The kinds of faults. Each loses the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// A move that is not legal, or none.
    IllegalMove,
    /// The clock ran out.
    TimeLoss,
    /// The program ended, or closed its output.
    Crash,
    /// No answer.
    Hang,
    /// An answer that the protocol does not allow.
    Protocol,
}

impl FaultKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [Self::IllegalMove, Self::TimeLoss, Self::Crash, Self::Hang, Self::Protocol];

    /// In words.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::IllegalMove => "illegal move",
            Self::TimeLoss => "time forfeit",
            Self::Crash => "crash",
            Self::Hang => "hang",
            Self::Protocol => "protocol violation",
        }
    }

    /// Whether the engine cannot be used any further without a new start.
    #[must_use]
    pub fn needs_restart(self) -> bool {
        matches!(self, Self::Crash | Self::Hang | Self::Protocol)
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

impl PlayedGame {
    /// The half points of an engine of the plan in this game; `None` if it did not play.
    #[must_use]
    pub fn half_points(&self, engine: usize) -> Option<u8> {
        let color = Color::ALL.into_iter().find(|&color| self.engines[color as usize] == engine)?;
        Some(self.result.half_points(color))
    }
}
