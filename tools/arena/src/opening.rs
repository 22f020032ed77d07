//! Openings: where each pair of games begins.

use openings::{Opening, OpeningSet};

use crate::error::ArenaError;

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

impl Openings for OpeningSet {
    fn opening(&self, number: u64) -> Result<Opening, ArenaError> {
        Ok(self.get(number)?)
    }
}
