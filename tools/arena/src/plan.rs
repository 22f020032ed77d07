//! What a match is.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use catalog::GameId;
use openings::{OpeningSet, OpeningSource, OpeningsError};
use serde::{Deserialize, Serialize};
use tables::Tables;

use crate::adjudication::Adjudication;
use crate::engine_time::{ClockControl, EngineTime};
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

/// An engine, and how it is used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineSpec {
    /// Its name in the match.
    pub name: String,
    /// The command line; `None` is our own engine, in this process.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// What it speaks.
    #[serde(default)]
    pub protocol: EngineProtocol,
    /// The address of a program that speaks DamExchange, such as `127.0.0.1:27531`. A command with `{port}` needs none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// Its options. Our own engine has `level`, `hash`, `threads`, `move-overhead`, `EvalFile` and `tables`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, OptionText>,
    /// Its time control, if it is not that of the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<EngineTime>,
    /// The folder that it is started in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<PathBuf>,
    /// When it is started again.
    #[serde(default)]
    pub restart: Restart,
    /// Whether it thinks while its opponent does; a DamExchange program decides that itself.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ponder: bool,
}

/// What an engine speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EngineProtocol {
    /// UCI.
    #[default]
    Uci,
    /// Hub.
    Hub,
    /// DamExchange, over a network; for international draughts.
    Dxp,
}

impl EngineProtocol {
    pub(crate) const NAMES: &str = "uci, hub or dxp";

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        let known = [("uci", Self::Uci), ("hub", Self::Hub), ("dxp", Self::Dxp)];
        known.into_iter().find(|(known, _)| *known == name).map(|(_, it)| it)
    }
}

/// When an engine is started again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Restart {
    /// After it crashed, hung or broke the protocol.
    #[default]
    AfterFault,
    /// Before each game.
    EachGame,
    /// Never: such a fault ends the match.
    Never,
}

impl Restart {
    pub(crate) const NAMES: &str = "after-fault, each-game or never";

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        let known =
            [("after-fault", Self::AfterFault), ("each-game", Self::EachGame), ("never", Self::Never)];
        known.into_iter().find(|(known, _)| *known == name).map(|(_, it)| it)
    }
}

/// The value of an option; files may write numbers and truth values without quotes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "OptionValue", into = "String")]
pub struct OptionText(pub String);

#[derive(Deserialize)]
#[serde(untagged)]
enum OptionValue {
    Truth(bool),
    Whole(i64),
    Real(f64),
    Text(String),
}

impl From<OptionValue> for OptionText {
    fn from(value: OptionValue) -> Self {
        Self(match value {
            OptionValue::Truth(truth) => truth.to_string(),
            OptionValue::Whole(number) => number.to_string(),
            OptionValue::Real(number) => number.to_string(),
            OptionValue::Text(text) => text,
        })
    }
}

impl From<OptionText> for String {
    fn from(text: OptionText) -> Self {
        text.0
    }
}

impl EngineSpec {
    /// Our own engine at full strength, in this process.
    #[must_use]
    pub fn own(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            command: None,
            protocol: EngineProtocol::default(),
            address: None,
            options: BTreeMap::new(),
            time: None,
            folder: None,
            restart: Restart::default(),
            ponder: false,
        }
    }

    /// The same engine with one more option.
    #[must_use]
    pub fn with_option(mut self, name: &str, value: impl ToString) -> Self {
        self.options.insert(name.to_owned(), OptionText(value.to_string()));
        self
    }
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
            reason: error.message().split_whitespace().collect::<Vec<_>>().join(" "),
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

    /// Checks that an engine can play the game in its protocol.
    fn check_protocol(&self, index: usize) -> Result<(), PlanError> {
        let engine = &self.engines[index];
        let refused =
            |protocol| Err(PlanError::NotForGame { engine: engine.name.clone(), protocol, game: self.game });
        if engine.ponder && engine.protocol == EngineProtocol::Dxp {
            return Err(PlanError::CannotPonder { engine: engine.name.clone() });
        }
        match engine.protocol {
            EngineProtocol::Hub if engine.command.is_some() && self.game.is_chess() => refused("hub"),
            EngineProtocol::Dxp if self.game != GameId::International => refused("dxp"),
            EngineProtocol::Dxp => {
                let EngineTime { clock, move_time, nodes, depth } = self.time_of(index);
                let is_whole = |clock: &ClockControl| {
                    clock.moves.is_none()
                        && clock.increment.is_zero()
                        && clock.time.as_secs_f64() % 60.0 == 0.0
                };
                let is_told = clock.as_ref().is_some_and(is_whole);
                let has_more = move_time.is_some() || nodes.is_some() || depth.is_some();
                match is_told && !has_more {
                    true => Ok(()),
                    false => {
                        Err(PlanError::NotTold { engine: engine.name.clone(), time: self.time_of(index) })
                    }
                }
            }
            _ => Ok(()),
        }
    }

    /// Whether another plan is the same match, however it is run.
    #[must_use]
    pub fn is_same_match(&self, other: &Self) -> bool {
        self.to_json() == other.to_json()
    }

    /// Checks that the plan makes sense.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), PlanError> {
        if self.engines.len() < 2 {
            return Err(PlanError::TooFewEngines { found: self.engines.len() });
        }
        if self.rounds == 0 {
            return Err(PlanError::NoRounds);
        }
        within("margin", self.margin, 0, 60_000)?;
        within("patience", self.patience, 1, 86_400)?;
        self.adjudication.check()?;
        if let Some(sprt) = &self.sprt {
            sprt.test()?;
            if self.engines.len() != 2 {
                return Err(PlanError::TestOfMany { found: self.engines.len() });
            }
        }
        for (index, engine) in self.engines.iter().enumerate() {
            if engine.name.is_empty() || engine.name.chars().any(char::is_control) {
                return Err(PlanError::BadName { found: engine.name.clone() });
            }
            if self.engines[..index].iter().any(|other| other.name == engine.name) {
                return Err(PlanError::SameName { name: engine.name.clone() });
            }
            self.check_protocol(index)?;
        }
        Ok(())
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
            Some(event) => event.clone(),
            None if self.engines.len() == 2 => {
                format!("{} - {}", self.engines[0].name, self.engines[1].name)
            }
            None => format!("{} engines", self.engines.len()),
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

/// Whether a number is in its range.
pub(crate) fn within(field: &'static str, found: u64, least: u64, most: u64) -> Result<(), PlanError> {
    if (least..=most).contains(&found) {
        Ok(())
    } else {
        Err(PlanError::OutOfRange { field, found, least, most })
    }
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
