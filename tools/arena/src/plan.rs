//! What a match is.

use std::path::PathBuf;
use std::sync::Arc;

use catalog::GameId;
use openings::{OpeningSet, OpeningSource, OpeningsError};
use serde::{Deserialize, Serialize};
use tables::Tables;

use crate::adjudication::Adjudication;
use crate::engine_spec::EngineSpec;
use crate::engine_time::EngineTime;
use crate::error::PlanError;
use crate::sprt_plan::SprtPlan;

/// Everything that a match is. Options and match files both give one; the same plan gives the same schedule.
///
/// ```
/// use damier_arena::MatchPlan;
///
/// let plan = MatchPlan::from_toml(
///     r#"
///     game = "russian"
///     rounds = 10
///     time = "depth=3"
///     [[engines]]
///     name = "strong"
///     [[engines]]
///     name = "weak"
///     options = { level = 2 }
///     "#,
/// )?;
/// assert_eq!((plan.engines.len(), plan.rounds), (2, 10));
/// # Ok::<(), damier_arena::PlanError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchPlan {
    /// The game.
    #[serde(with = "game_name")]
    pub game: GameId,
    /// The name of the match, for records and reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// How engines are paired.
    #[serde(default)]
    pub format: MatchFormat,
    /// How often each two engines meet, with both colors each time; in a Swiss tournament, the number of its rounds.
    /// One unless told, with a test as many as it needs.
    #[serde(default = "as_needed")]
    pub rounds: u32,
    /// The seed of all random choices: openings, and the misjudgments of weak levels.
    #[serde(default = "one_seed")]
    pub seed: u64,
    /// The time control of engines that have none of their own.
    pub time: EngineTime,
    /// The milliseconds by which a move may be late.
    #[serde(default = "default_margin")]
    pub margin: u64,
    /// The seconds to wait for an answer that no clock limits; after that, the engine counts as hung.
    #[serde(default = "default_patience")]
    pub patience: u64,
    /// Where the openings come from; `None` is what is usual for the game: random ones that are balanced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<OpeningSource>,
    /// When a game is decided before its end.
    #[serde(default)]
    pub adjudication: Adjudication,
    /// The test that ends the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtPlan>,
    /// The engines. In a gauntlet the first one plays against all others.
    pub engines: Vec<EngineSpec>,
    /// How it is run here. That is not part of the match: a match can be resumed in another way.
    #[serde(default, skip_serializing)]
    pub run: RunPlan,
}

/// How a match is run on this machine.
#[derive(Clone, Debug, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunPlan {
    /// How many games to play at the same time.
    pub concurrency: Option<usize>,
    /// Where the records go; a relative path starts in the current folder.
    pub output: Option<PathBuf>,
}

/// How engines are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MatchFormat {
    /// Every engine plays every other one; with two engines, a plain match.
    #[default]
    RoundRobin,
    /// The first engine plays all others.
    Gauntlet,
    /// In each round engines of about the same score meet, none twice.
    Swiss,
    /// Each engine meets the next one of the list: for rating lists of engines whose order is roughly known.
    Ladder,
}

impl MatchPlan {
    /// A match of these engines, each two of them once with both colors.
    #[must_use]
    pub fn new(game: GameId, time: EngineTime, engines: Vec<EngineSpec>) -> Self {
        Self {
            game,
            event: None,
            format: MatchFormat::default(),
            rounds: 1,
            seed: one_seed(),
            time,
            margin: default_margin(),
            patience: default_patience(),
            openings: None,
            adjudication: Adjudication::default(),
            sprt: None,
            engines,
            run: RunPlan::default(),
        }
    }

    /// Reads a match file. Unknown keys are errors.
    ///
    /// # Errors
    ///
    /// The text is not TOML, a key is missing or unknown, a value is wrong, or the plan makes no sense.
    pub fn from_toml(text: &str) -> Result<Self, PlanError> {
        let mut plan: Self = toml::from_str(text).map_err(|error| PlanError::Toml {
            line: 1 + error.span().map_or(0, |span| text[..span.start.min(text.len())].matches('\n').count()),
            reason: in_words(&error.message().split_whitespace().collect::<Vec<_>>().join(" ")),
        })?;
        if plan.rounds == as_needed() {
            plan.rounds = if plan.sprt.is_some() { MOST_TEST_ROUNDS } else { 1 };
        }
        plan.check()?;
        Ok(plan)
    }

    /// Reads a plan that [`to_json`](Self::to_json) wrote.
    ///
    /// # Errors
    ///
    /// The text is not a plan.
    pub fn from_json(text: &str) -> Result<Self, PlanError> {
        let plan: Self = serde_json::from_str(text).map_err(PlanError::Json)?;
        plan.check()?;
        Ok(plan)
    }

    /// The plan as JSON, in one line.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a plan has only texts, numbers and lists")
    }

    /// Opens the openings. The same plan gives the same ones on every machine that has the same book.
    ///
    /// # Errors
    ///
    /// A book cannot be read, or there are no such openings.
    pub fn open_openings(&self) -> Result<OpeningSet, OpeningsError> {
        let usual = || OpeningSource::usual(self.game);
        OpeningSet::open(self.game, &self.openings.clone().unwrap_or_else(usual), self.seed)
    }

    /// Opens the endgame tables that decide games, if the plan names a folder.
    ///
    /// # Errors
    ///
    /// The folder has no tables of the game, or one of them cannot be used.
    pub fn open_tables(&self) -> Result<Option<Arc<Tables>>, PlanError> {
        let Some(folder) = &self.adjudication.tables else { return Ok(None) };
        let tables = Tables::shared(self.game, folder).map_err(PlanError::Tables)?;
        if tables.pieces() == 0 {
            return Err(PlanError::NoTables { game: self.game, folder: folder.clone() });
        }
        Ok(Some(tables))
    }

    /// The time control of an engine.
    ///
    /// # Panics
    ///
    /// If there is no engine of this number.
    #[must_use]
    pub fn time_of(&self, engine: usize) -> EngineTime {
        self.engines[engine].time.unwrap_or(self.time)
    }

    /// The name of the match: the one it was given, or its engines.
    #[must_use]
    pub fn title(&self) -> String {
        match &self.event {
            Some(event) if !event.trim().is_empty() => event.clone(),
            _ if self.engines.len() == 2 => {
                format!("{} - {}", self.engines[0].name, self.engines[1].name)
            }
            _ => format!("{} engines", self.engines.len()),
        }
    }
}

/// The rounds of a test that has no limit of its own.
pub const MOST_TEST_ROUNDS: u32 = 1_000_000;

/// Stands for rounds that the file does not name.
fn as_needed() -> u32 {
    u32::MAX
}

fn one_seed() -> u64 {
    1
}

/// What is wrong with a file, without names of types.
fn in_words(reason: &str) -> String {
    let names = [
        ("expected u16", "expected a whole number from 0 to 65535"),
        ("expected u32", "expected a whole number from 0 to 4294967295"),
        ("expected u64", "expected a whole number, 0 or more"),
        ("expected usize", "expected a whole number, 0 or more"),
        ("expected f64", "expected a number"),
        ("expected a boolean", "expected true or false"),
        ("expected a sequence", "expected a list"),
        ("expected a map", "expected a table"),
        (", there are no fields", ", expected no further key"),
    ];
    names.into_iter().fold(reason.to_owned(), |text, (name, words)| text.replace(name, words))
}

fn default_margin() -> u64 {
    20
}

fn default_patience() -> u64 {
    60
}

/// Games by their names.
mod game_name {
    use catalog::GameId;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(game: &GameId, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(game.name())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<GameId, D::Error> {
        let name = String::deserialize(deserializer)?;
        name.parse().map_err(serde::de::Error::custom)
    }
}
