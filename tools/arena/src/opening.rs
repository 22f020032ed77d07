//! Openings: where each pair of games begins.

use serde::{Deserialize, Serialize};

use crate::error::ArenaError;

/// Where a game begins: a position, and the moves that are played before the engines take over.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// Its name, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The position; `None` is the usual start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// The moves as records write them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

/// Which openings to play.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningPlan {}

/// Openings by their numbers. The same number always gives the same opening, on every machine.
pub trait Openings: Send + Sync {
    /// The opening of a number, from 0. A source with fewer openings begins again.
    ///
    /// # Errors
    ///
    /// The opening cannot be read or is not legal.
    fn opening(&self, number: u64) -> Result<Opening, ArenaError>;
}

/// The usual start for every game.
#[derive(Clone, Copy, Debug, Default)]
pub struct StartPosition;

impl Openings for StartPosition {
    fn opening(&self, _: u64) -> Result<Opening, ArenaError> {
        Ok(Opening::default())
    }
}
