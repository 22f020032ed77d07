//! Whether a plan makes sense.

use catalog::GameId;

use crate::engine_spec::{EngineProtocol, EngineSpec};
use crate::engine_time::{ClockControl, EngineTime};
use crate::error::PlanError;
use crate::plan::MatchPlan;

impl MatchPlan {
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
        if let Some(concurrency) = self.run.concurrency {
            within("run.concurrency", concurrency as u64, 1, MOST_AT_A_TIME)?;
        }
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
            check_keys(engine)?;
            self.check_protocol(index)?;
        }
        Ok(())
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
}

/// The most games at the same time.
const MOST_AT_A_TIME: u64 = 1_024;

/// Refuses what would be ignored, and options that are one for UCI, which does not tell upper case from lower case.
fn check_keys(engine: &EngineSpec) -> Result<(), PlanError> {
    let bad = |reason: String| Err(PlanError::BadEngine { text: engine.name.clone(), reason });
    let names: Vec<&String> = engine.options.keys().collect();
    let is_twice = |index: usize| names[..index].iter().any(|name| name.eq_ignore_ascii_case(names[index]));
    if let Some(index) = (0..names.len()).find(|&index| is_twice(index)) {
        return bad(format!("the option {} is given twice, expected it once", names[index]));
    }
    if engine.address.is_some() && engine.protocol != EngineProtocol::Dxp {
        return bad("address is for protocol=dxp".to_owned());
    }
    if engine.folder.is_some() && engine.command.is_none() {
        return bad("folder is for engines with a command".to_owned());
    }
    Ok(())
}

/// Whether a number is in its range.
pub(crate) fn within(field: &'static str, found: u64, least: u64, most: u64) -> Result<(), PlanError> {
    if (least..=most).contains(&found) {
        Ok(())
    } else {
        Err(PlanError::OutOfRange { field, found, least, most })
    }
}
