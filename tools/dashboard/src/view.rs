//! What the dashboard shows, as data.

use std::time::Duration;

/// Everything on the screen at one moment.
#[derive(Clone, Debug, Default)]
pub struct DashboardView {
    /// The name of the match, its game and its time control.
    pub title: String,
    /// Finished games.
    pub games: u64,
    /// Games of the whole match.
    pub games_planned: u64,
    /// How long it has run.
    pub elapsed: Duration,
    /// How long it will still run, if all games are played.
    pub left: Option<Duration>,
    /// Whether no further games are started.
    pub is_finishing: bool,
    /// The games in progress, by place.
    pub boards: Vec<BoardPanel>,
    /// The engines, the best first.
    pub standings: Vec<StandingLine>,
    /// The test, if there is one.
    pub llr: Option<LlrGauge>,
    /// What went wrong, the newest last.
    pub warnings: Vec<String>,
}

/// A game in progress.
#[derive(Clone, Debug, Default)]
pub struct BoardPanel {
    /// Its number: pair and game.
    pub number: String,
    /// Who plays White.
    pub white: String,
    /// Who plays Black.
    pub black: String,
    /// The last move with its number.
    pub last: String,
    /// What the engines said last about their positions, White and Black.
    pub scores: [String; 2],
    /// The clocks of White and Black, where there are any.
    pub clocks: [Option<u64>; 2],
    /// The board.
    pub diagram: Vec<String>,
}

/// An engine in the standings.
#[derive(Clone, Debug, Default)]
pub struct StandingLine {
    /// Its name.
    pub name: String,
    /// Won, drawn and lost games.
    pub results: [u64; 3],
    /// Its points.
    pub points: f64,
    /// Its Elo against the field, and half of its 95 % interval.
    pub elo: [f64; 2],
    /// Its faults.
    pub faults: u64,
}

/// A sequential test in progress.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LlrGauge {
    /// The LLR at which H0 is accepted.
    pub lower: f64,
    /// The LLR at which H1 is accepted.
    pub upper: f64,
    /// The LLR now.
    pub llr: f64,
    /// The Elo of both hypotheses.
    pub elo: [f64; 2],
    /// Pairs that count.
    pub pairs: u64,
}
