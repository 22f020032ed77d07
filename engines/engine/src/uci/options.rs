//! The UCI options.

use std::time::Duration;

use catalog::GameId;
use protocol::ParseError;
use protocol::uci::{OptionKind, OptionValue, UciOption};
use thiserror::Error;

use crate::level::Level;

/// The default size of the transposition table, in megabytes.
const DEFAULT_HASH: i64 = 16;
const MAX_HASH: i64 = 1 << 20;
const MAX_MULTI_PV: i64 = 256;
const DEFAULT_OVERHEAD: i64 = 10;

/// The ratings of the weakest and the strongest level.
const WEAKEST: u32 = Level::WEAKEST.elo();
const STRONGEST: u32 = Level::STRONGEST.elo();

/// The values of the options, except those that the player keeps.
pub(super) struct Options {
    pub(super) multi_pv: usize,
    pub(super) overhead: Duration,
    pub(super) shows_wdl: bool,
    is_limited: bool,
    rating: u32,
}

/// What to do after an option was set.
pub(super) enum Setting {
    /// Nothing.
    Kept,
    HashSize(usize),
    Threads(usize),
    Game(GameId),
    ClearHash,
    EvalFile(String),
}

/// Why an option could not be set.
#[derive(Debug, Error)]
pub(super) enum OptionError {
    #[error("ignored: no option {name:?}")]
    Unknown { name: String },
    #[error("option {name}: {error}")]
    Value { name: String, error: ParseError },
}

impl Default for Options {
    fn default() -> Self {
        Self {
            multi_pv: 1,
            overhead: Duration::from_millis(DEFAULT_OVERHEAD as u64),
            shows_wdl: false,
            is_limited: false,
            rating: STRONGEST,
        }
    }
}

impl Options {
    /// The default size of the transposition table.
    pub(super) const MEGABYTES: usize = DEFAULT_HASH as usize;

    /// The options to offer to a GUI.
    pub(super) fn offered() -> Vec<UciOption> {
        let spin = |default, min, max| OptionKind::Spin { default, min, max };
        let check = || OptionKind::Check { default: false };
        let option = |name: &str, kind| UciOption { name: name.to_owned(), kind };
        vec![
            option("Hash", spin(DEFAULT_HASH, 1, MAX_HASH)),
            option("Threads", spin(1, 1, search::max_threads() as i64)),
            option("MultiPV", spin(1, 1, MAX_MULTI_PV)),
            option("Ponder", check()),
            option("Move Overhead", spin(DEFAULT_OVERHEAD, 0, 5_000)),
            option("Clear Hash", OptionKind::Button),
            option("UCI_Chess960", check()),
            option("UCI_LimitStrength", check()),
            option("UCI_Elo", spin(STRONGEST.into(), WEAKEST.into(), STRONGEST.into())),
            option("UCI_ShowWDL", check()),
            option("EvalFile", OptionKind::Text { default: String::new() }),
        ]
    }

    /// The level to play at; `None` is full strength.
    pub(super) fn level(&self) -> Option<Level> {
        self.is_limited.then(|| Level::from_elo(self.rating))
    }

    pub(super) fn set(&mut self, name: &str, value: Option<&str>) -> Result<Setting, OptionError> {
        let mut offered = Self::offered().into_iter();
        let Some(option) = offered.find(|option| option.name.eq_ignore_ascii_case(name)) else {
            return Err(OptionError::Unknown { name: protocol::shortened(name, 60) });
        };
        // Too many threads are reduced to the maximum.
        let kind = match option.name.as_str() {
            "Threads" => OptionKind::Spin { default: 1, min: 1, max: i64::from(u16::MAX) },
            _ => option.kind,
        };
        let wrong = |error| OptionError::Value { name: option.name.clone(), error };
        match (option.name.as_str(), kind.read_value(value).map_err(wrong)?) {
            ("Hash", OptionValue::Spin(megabytes)) => return Ok(Setting::HashSize(megabytes as usize)),
            ("Threads", OptionValue::Spin(threads)) => return Ok(Setting::Threads(threads as usize)),
            ("UCI_Chess960", OptionValue::Check(true)) => return Ok(Setting::Game(GameId::Chess960)),
            ("UCI_Chess960", OptionValue::Check(false)) => return Ok(Setting::Game(GameId::Chess)),
            ("EvalFile", OptionValue::Text(path)) => return Ok(Setting::EvalFile(path)),
            ("Clear Hash", _) => return Ok(Setting::ClearHash),
            ("MultiPV", OptionValue::Spin(number)) => self.multi_pv = number as usize,
            ("Move Overhead", OptionValue::Spin(ms)) => self.overhead = Duration::from_millis(ms as u64),
            ("UCI_ShowWDL", OptionValue::Check(on)) => self.shows_wdl = on,
            ("UCI_LimitStrength", OptionValue::Check(on)) => self.is_limited = on,
            ("UCI_Elo", OptionValue::Spin(rating)) => self.rating = rating as u32,
            // `Ponder` only announces that the GUI may send `go ponder`.
            _ => {}
        }
        Ok(Setting::Kept)
    }
}
