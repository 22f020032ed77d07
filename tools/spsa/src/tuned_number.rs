//! A number that is tuned.

use serde::{Deserialize, Serialize};

use crate::error::SpsaError;

/// An option of an engine whose value is a whole number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TunedNumber {
    /// The name of the option.
    pub name: String,
    /// Where it starts.
    pub start: f64,
    /// Its least value.
    pub min: i64,
    /// Its largest value.
    pub max: i64,
    /// How far it is moved up and down to compare, at the end of the run; further at the beginning.
    pub step: f64,
}

/// Without a step, this part of the range.
const USUAL_STEP: f64 = 0.05;

impl TunedNumber {
    /// A number with a step of a twentieth of its range, at least ½.
    #[must_use]
    pub fn new(name: &str, start: f64, min: i64, max: i64) -> Self {
        let step = (USUAL_STEP * (max as f64 - min as f64)).max(0.5);
        Self { name: name.to_owned(), start, min, max, step }
    }

    pub(crate) fn check(&self) -> Result<(), SpsaError> {
        let Self { name, start, min, max, step } = self;
        let is_inside = (*min as f64..=*max as f64).contains(start);
        if min < max && is_inside && step.is_finite() && *step > 0.0 && !name.trim().is_empty() {
            return Ok(());
        }
        Err(SpsaError::BadLimits { name: name.clone(), start: *start, min: *min, max: *max, step: *step })
    }

    /// As the command line writes it, without the name.
    pub(crate) fn limits_text(&self) -> String {
        let Self { start, min, max, step, .. } = self;
        format!("{start}:{min}:{max}:{step}")
    }

    pub(crate) fn range(&self) -> f64 {
        self.max as f64 - self.min as f64
    }

    pub(crate) fn clamped(&self, value: f64) -> f64 {
        value.clamp(self.min as f64, self.max as f64)
    }
}
