//! What an engine of a match is.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::engine_time::EngineTime;

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
#[serde(untagged, expecting = "expected a text, a number, true or false")]
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
