//! The sequential test of a match.

use serde::{Deserialize, Serialize};
use stats::{Model, Sprt, StatsError};

/// A sequential test, which ends a match of two engines as soon as its result is clear enough.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SprtPlan {
    /// The Elo of the first engine over the second that is not enough.
    pub elo0: f64,
    /// The Elo that is.
    pub elo1: f64,
    /// The rate of false positives.
    #[serde(default = "one_in_twenty")]
    pub alpha: f64,
    /// The rate of false negatives.
    #[serde(default = "one_in_twenty")]
    pub beta: f64,
    /// Which Elo the two are.
    #[serde(default, with = "model_name")]
    pub model: Model,
}

impl SprtPlan {
    /// The usual test of these two Elos.
    #[must_use]
    pub fn new(elo0: f64, elo1: f64) -> Self {
        Self { elo0, elo1, alpha: one_in_twenty(), beta: one_in_twenty(), model: Model::default() }
    }

    /// The test.
    ///
    /// # Errors
    ///
    /// The numbers make no test.
    pub fn test(&self) -> Result<Sprt, StatsError> {
        let Self { elo0, elo1, alpha, beta, model } = *self;
        Sprt::new(model, elo0, elo1, alpha, beta)
    }
}

fn one_in_twenty() -> f64 {
    0.05
}

/// Models by their names.
mod model_name {
    use serde::{Deserialize, Deserializer, Serializer};
    use stats::Model;

    pub(super) fn serialize<S: Serializer>(model: &Model, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(model.name())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Model, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
