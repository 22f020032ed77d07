//! What a report says.

use std::collections::BTreeMap;
use std::path::Path;

use arena::{Ledger, LedgerError};
use serde::Serialize;
use stats::Sprt;

use crate::anchor::{Anchor, RatingError};
use crate::engine_profile::EngineProfile;
use crate::gather::ReportBuilder;

/// All that a report says about a match. In JSON, numbers that the games do not determine are null.
#[derive(Clone, Debug, Serialize)]
pub struct MatchReport {
    /// The name of the match.
    pub title: String,
    /// The game.
    pub game: &'static str,
    /// The time control of the match.
    pub time: String,
    /// Finished games.
    pub games: u64,
    /// Games of the whole match.
    pub games_planned: u64,
    /// Finished pairs.
    pub pairs: u64,
    /// Games that White won, drawn games, and games that Black won.
    pub by_color: [u64; 3],
    /// When the first game began, in milliseconds since 1970.
    pub began: Option<i64>,
    /// When the last game ended.
    pub ended: Option<i64>,
    /// The engines, the best first.
    pub engines: Vec<EngineRow>,
    /// What the Elo of the engines is relative to, if it is on one scale: with anchors, or in a match of more than two.
    pub scale: Option<String>,
    /// The results of each two engines that have met.
    pub meetings: Vec<MeetingRow>,
    /// The test of the first engine against the second, if there is one.
    pub sprt: Option<SprtReport>,
    /// The results by opening, in the order of their numbers. An opening that was played in several rounds is one.
    pub openings: Vec<OpeningRow>,
    /// How long games were, in plies.
    pub lengths: Vec<LengthBin>,
    /// How games ended, the most frequent first.
    pub endings: Vec<EndingCount>,
    /// Faults of engines, the first ones.
    pub faults: Vec<FaultNote>,
    /// All faults, also those that are not listed.
    pub faults_in_all: u64,
}

/// What an engine has achieved.
#[derive(Clone, Debug, Serialize)]
pub struct EngineRow {
    /// Its place in the plan.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// Finished games.
    pub games: u64,
    /// Won games.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Lost games.
    pub losses: u64,
    /// Points.
    pub points: f64,
    /// The share of the points.
    pub score: f64,
    /// Elo on the scale of the match; in a match of two without anchors, against the other one.
    pub elo: f64,
    /// Half of its 95 % interval.
    pub elo_error: f64,
    /// How many faults of each kind.
    pub faults: BTreeMap<String, u64>,
    /// How it used its time.
    pub profile: EngineProfile,
}

/// The results of two engines against each other, as the first one sees them.
#[derive(Clone, Debug, Serialize)]
pub struct MeetingRow {
    /// The engines: their places in the plan, the lower one first.
    pub engines: [usize; 2],
    /// Won games.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Lost games.
    pub losses: u64,
    /// Finished pairs by half points.
    pub pentanomial: [u64; 5],
    /// The share of the points.
    pub score: f64,
    /// Elo, from pairs where there are any.
    pub elo: f64,
    /// Half of its 95 % interval.
    pub elo_error: f64,
    /// Normalized Elo.
    pub nelo: f64,
    /// Half of its 95 % interval.
    pub nelo_error: f64,
    /// The likelihood of superiority.
    pub los: f64,
    /// Drawn games divided by games.
    pub draw_rate: f64,
    /// Pairs won divided by pairs lost.
    pub pairs_ratio: Option<f64>,
}

/// A sequential test, over the finished pairs from the first one up to the first unfinished one.
#[derive(Clone, Debug, Serialize)]
pub struct SprtReport {
    /// `normalized` or `logistic`.
    pub model: &'static str,
    /// The Elo of the null hypothesis.
    pub elo0: f64,
    /// The Elo of the alternative.
    pub elo1: f64,
    /// The accepted rate of false positives.
    pub alpha: f64,
    /// The accepted rate of false negatives.
    pub beta: f64,
    /// The LLR at which H0 is accepted.
    pub llr_lower: f64,
    /// The LLR at which H1 is accepted.
    pub llr_upper: f64,
    /// The LLR now.
    pub llr: f64,
    /// Pairs that count.
    pub pairs: u64,
    /// `h0` or `h1`, if the test has decided.
    pub verdict: Option<&'static str>,
    /// How many pairs decided it.
    pub decided_after: Option<u64>,
    /// The course of the LLR, thinned out.
    pub series: Vec<LlrPoint>,
}

/// The LLR after some pairs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LlrPoint {
    /// The number of pairs.
    pub pairs: u64,
    /// The LLR.
    pub llr: f64,
}

/// The results of one opening.
#[derive(Clone, Debug, Serialize)]
pub struct OpeningRow {
    /// Its number, that of the first round with it.
    pub number: u64,
    /// Its name, its moves or its position.
    pub name: String,
    /// Finished games.
    pub games: u64,
    /// The share of the points that White made.
    pub white_score: f64,
    /// The share of the points that the first engine of the plan made, if it played.
    pub first_score: Option<f64>,
}

/// Games of about the same length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LengthBin {
    /// The fewest plies.
    pub from: usize,
    /// The most plies.
    pub to: usize,
    /// Games that White won.
    pub white: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that Black won.
    pub black: u64,
}

/// How often games ended in one way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EndingCount {
    /// Why, with the article of the rules.
    pub reason: String,
    /// How many games.
    pub games: u64,
}

/// A fault of an engine.
#[derive(Clone, Debug, Serialize)]
pub struct FaultNote {
    /// The number of the pair, from 1.
    pub pair: u64,
    /// The number of the game in it, 1 or 2.
    pub game: u8,
    /// The engine.
    pub engine: String,
    /// What kind.
    pub kind: String,
    /// What happened.
    pub text: String,
}

impl MatchReport {
    /// Reads the ledger of a match, which may be running.
    ///
    /// # Errors
    ///
    /// There is no ledger, it cannot be read, or an anchor does not play.
    pub fn read(ledger: &Path, sprt: Option<Sprt>, anchors: &[Anchor]) -> Result<Self, RatingError> {
        let (mut ledger, plan) = Ledger::read(ledger)?;
        let mut builder = ReportBuilder::new(&plan, sprt).anchored(anchors)?;
        ledger.for_each(|game| {
            builder.add(&game);
            Ok::<(), LedgerError>(())
        })?;
        Ok(builder.finish())
    }

    /// The name of an engine by its place in the plan.
    pub(crate) fn name_of(&self, number: usize) -> &str {
        let row = self.engines.iter().find(|row| row.number == number);
        row.map_or("?", |row| row.name.as_str())
    }

    /// The meeting of two engines in a match of two.
    pub(crate) fn only_meeting(&self) -> Option<&MeetingRow> {
        match (self.engines.len(), &self.meetings[..]) {
            (2, [meeting]) => Some(meeting),
            _ => None,
        }
    }
}
