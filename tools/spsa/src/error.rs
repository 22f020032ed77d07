//! Why numbers cannot be tuned.

use std::io;
use std::path::PathBuf;

use arena::ArenaError;
use thiserror::Error;

use crate::spsa::MOST_ITERATIONS;

/// Why numbers cannot be tuned.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SpsaError {
    /// The text of a number is wrong.
    #[error(
        "bad number to tune {found:?}: expected NAME, NAME=START, NAME=START:MIN:MAX or NAME=START:MIN:MAX:STEP, such as Hash=64:16:256"
    )]
    BadNumber {
        /// The text.
        found: String,
    },
    /// The limits of a number make no sense.
    #[error(
        "{name}: start {start}, limits {min} and {max}, step {step}; expected MIN < MAX, START between them, and a STEP above 0"
    )]
    BadLimits {
        /// The number.
        name: String,
        /// Where it starts.
        start: f64,
        /// Its least value.
        min: i64,
        /// Its largest value.
        max: i64,
        /// How far it is moved to compare.
        step: f64,
    },
    /// The engine has no such option.
    #[error("the engine has no whole-number option {name:?}; {}", offer(known))]
    UnknownNumber {
        /// The name.
        name: String,
        /// The numbers that it offers.
        known: Vec<String>,
    },
    /// The engine does not say which values it accepts.
    #[error("{name}: the engine does not say its range; expected {name}=START:MIN:MAX")]
    NoRange {
        /// The number.
        name: String,
    },
    /// The engine accepts fewer values.
    #[error("{name}: limits {min} and {max}; the engine accepts {least} to {largest}")]
    OutsideRange {
        /// The number.
        name: String,
        /// The least value asked for.
        min: i64,
        /// The largest value asked for.
        max: i64,
        /// The least value that the engine accepts.
        least: i64,
        /// The largest value that it accepts.
        largest: i64,
    },
    /// Nothing to tune.
    #[error("no numbers to tune; expected at least one")]
    NoNumbers,
    /// A number is named twice.
    #[error("{name} is named twice; expected it once")]
    SameName {
        /// The number.
        name: String,
    },
    /// The settings make no sense.
    #[error("{field} is {found}; expected {expected}")]
    BadSetting {
        /// Which.
        field: &'static str,
        /// Its value.
        found: f64,
        /// What would be right.
        expected: &'static str,
    },
    /// Too many or too few iterations.
    #[error("{found} iterations; expected 1 to {MOST_ITERATIONS}")]
    BadIterations {
        /// The number.
        found: u64,
    },
    /// A file is there already.
    #[error("{} already holds {iterations} iterations of {} tuning", path.display(), if *same { "this" } else { "another" })]
    Exists {
        /// The file.
        path: PathBuf,
        /// How many iterations.
        iterations: u64,
        /// Whether it is of the same tuning.
        same: bool,
    },
    /// A file is of another tuning.
    #[error("{} holds another tuning: {}", path.display(), differences.join(", "))]
    Another {
        /// The file.
        path: PathBuf,
        /// What is different.
        differences: Vec<String>,
    },
    /// A file cannot be read or written.
    #[error("cannot use {}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file is not of a tuning, or of a later version.
    #[error("{} is not a tuning file: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// Games cannot be played.
    #[error(transparent)]
    Arena(#[from] ArenaError),
}

fn offer(known: &[String]) -> String {
    if known.is_empty() { "it offers none".to_owned() } else { format!("it offers {}", known.join(", ")) }
}
