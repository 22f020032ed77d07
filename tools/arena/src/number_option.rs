//! Which whole numbers an engine offers as options.

use catalog::GameId;
use client::{EngineError, HubEngine, Settings, UciEngine};
use protocol::hub::ParamKind;
use protocol::uci::OptionKind;

use crate::cancel::Cancel;
use crate::contestant::{self, READY_TIMEOUT};
use crate::engine_spec::{EngineProtocol, EngineSpec};
use crate::error::ArenaError;

/// A whole number that an engine offers as an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberOption {
    /// Its name.
    pub name: String,
    /// Its value unless told.
    pub default: Option<i64>,
    /// The least value that the engine accepts, if it says so.
    pub min: Option<i64>,
    /// The largest.
    pub max: Option<i64>,
}

/// Starts an engine, reads which whole numbers it offers, and ends it. Our own engine is not started, and a program that
/// speaks DamExchange offers none.
///
/// # Errors
///
/// An option of the plan is wrong, or the engine cannot be started.
pub fn number_options(game: GameId, spec: &EngineSpec) -> Result<Vec<NumberOption>, ArenaError> {
    contestant::check(game, spec)?;
    if spec.protocol == EngineProtocol::Dxp {
        return Ok(Vec::new());
    }
    let Some(command) = &spec.command else { return Ok(contestant::own_numbers()) };
    let settings =
        Settings { timeout: READY_TIMEOUT, cancel: Cancel::default().flag(), folder: spec.folder.clone() };
    let found = match spec.protocol {
        EngineProtocol::Hub => of_hub(command, &settings),
        _ => of_uci(command, &settings),
    };
    found.map_err(|source| ArenaError::CannotStart { engine: spec.name.clone(), source })
}

fn of_uci(command: &str, settings: &Settings) -> Result<Vec<NumberOption>, EngineError> {
    let engine = UciEngine::start(command, settings)?;
    let numbers = engine.options().iter().filter_map(|option| match option.kind {
        OptionKind::Spin { default, min, max } => {
            let name = option.name.clone();
            Some(NumberOption { name, default: Some(default), min: Some(min), max: Some(max) })
        }
        _ => None,
    });
    Ok(numbers.collect())
}

fn of_hub(command: &str, settings: &Settings) -> Result<Vec<NumberOption>, EngineError> {
    let engine = HubEngine::introduced(command, settings)?;
    let numbers = engine.params().iter().filter_map(|param| match param.kind {
        ParamKind::Int { min, max } => {
            Some(NumberOption { name: param.name.clone(), default: param.value.parse().ok(), min, max })
        }
        _ => None,
    });
    Ok(numbers.collect())
}
