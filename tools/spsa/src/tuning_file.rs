//! The state of a run on disk.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use arena::MatchPlan;
use files::{Compression, Output};
use serde::{Deserialize, Serialize};

use crate::error::SpsaError;
use crate::spsa::Spsa;

/// The format of the file.
const FORMAT: u32 = 1;

/// Longer files are not of a tuning.
const LONGEST: u64 = 64 << 20;

/// A file with the state of a run: complete or absent, whatever happens while it is written.
#[derive(Clone, Debug)]
pub struct TuningFile {
    path: PathBuf,
    /// What else the run depends on: games, engines, openings.
    setup: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    format: u32,
    setup: String,
    spsa: Spsa,
}

/// What a run depends on besides its numbers: the pairs of each iteration, and the plan of their games.
#[must_use]
pub fn setup_text(pairs: u64, plan: &MatchPlan) -> String {
    format!("{pairs}{BETWEEN}{}", plan.to_json())
}

const BETWEEN: &str = " pairs of ";

/// What two setups say differently. Both engines of a plan are the one that is tuned.
fn setup_differences(one: &str, other: &str) -> Vec<String> {
    let read = |text: &str| {
        let (pairs, plan) = text.split_once(BETWEEN)?;
        Some((pairs.to_owned(), serde_json::from_str::<MatchPlan>(plan).ok()?))
    };
    let (Some((pairs, plan)), Some((other_pairs, other_plan))) = (read(one), read(other)) else {
        return if one == other { Vec::new() } else { vec!["the games are others".to_owned()] };
    };
    let mut found = Vec::new();
    if pairs != other_pairs {
        found.push(format!("pairs is {pairs} there and {other_pairs} here"));
    }
    let differences = plan.differences(&other_plan);
    let differences = differences.iter().map(ToString::to_string).filter(|text| !text.starts_with(SECOND));
    // The seed of the games is that of the settings, which are compared.
    let differences = differences.filter(|text| !text.starts_with("seed "));
    found.extend(differences.map(|text| text.replacen(FIRST, "engine ", 1)));
    found
}

const FIRST: &str = "engines 1 ";
const SECOND: &str = "engines 2 ";

impl TuningFile {
    /// The file of a run. `setup` describes everything that the run depends on besides its numbers: a run goes on only with
    /// the same. [`setup_text`] writes it.
    #[must_use]
    pub fn new(path: &Path, setup: &str) -> Self {
        Self { path: path.to_owned(), setup: setup.to_owned() }
    }

    /// Begins a run. Nothing is overwritten.
    ///
    /// # Errors
    ///
    /// [`SpsaError::Exists`] if there is a file already.
    pub fn create(&self, spsa: &Spsa) -> Result<(), SpsaError> {
        match self.load()? {
            None => self.store(spsa),
            Some(stored) => {
                let same = self.obstacles(&stored, spsa).is_empty();
                let iterations = stored.spsa.iteration();
                Err(SpsaError::Exists { path: self.path.clone(), iterations, same })
            }
        }
    }

    /// The state of a run that was begun with the same numbers, settings and setup, with more iterations if that is asked for;
    /// as given, if there is no file.
    ///
    /// # Errors
    ///
    /// The file is of another run, or cannot be read.
    pub fn resume(&self, spsa: Spsa) -> Result<Spsa, SpsaError> {
        let Some(stored) = self.load()? else { return Ok(spsa) };
        let differences = self.obstacles(&stored, &spsa);
        if differences.is_empty() {
            Ok(stored.spsa.extended(spsa.settings().iterations))
        } else {
            Err(SpsaError::Another { path: self.path.clone(), differences })
        }
    }

    /// What keeps a stored run from going on as this one.
    fn obstacles(&self, stored: &Stored, spsa: &Spsa) -> Vec<String> {
        let mut found = stored.spsa.obstacles(spsa);
        found.extend(setup_differences(&stored.setup, &self.setup));
        found
    }

    /// Keeps the state. When this returns, it is on the disk.
    ///
    /// # Errors
    ///
    /// The file cannot be written; what was there before is there still.
    pub fn store(&self, spsa: &Spsa) -> Result<(), SpsaError> {
        let stored = Stored { format: FORMAT, setup: self.setup.clone(), spsa: spsa.clone() };
        let failed = |source| SpsaError::File { path: self.path.clone(), source };
        let text = serde_json::to_vec(&stored).map_err(|error| failed(io::Error::other(error)))?;
        let mut output = Output::create(&self.path, Compression::None).map_err(failed)?;
        output.write_all(&text).map_err(failed)?;
        output.finish().map_err(failed)
    }

    fn load(&self) -> Result<Option<Stored>, SpsaError> {
        let failed = |source| SpsaError::File { path: self.path.clone(), source };
        let file = match fs::File::open(&self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(error)),
        };
        let mut text = Vec::new();
        file.take(LONGEST).read_to_end(&mut text).map_err(failed)?;
        let damaged = |reason: String| SpsaError::Damaged { path: self.path.clone(), reason };
        let stored: Stored = serde_json::from_slice(&text).map_err(|error| damaged(error.to_string()))?;
        if stored.format != FORMAT {
            let found = stored.format;
            return Err(damaged(format!("it has format {found}, this program knows {FORMAT}")));
        }
        stored.spsa.check().map_err(|error| damaged(error.to_string()))?;
        if stored.spsa.values().len() != stored.spsa.numbers().len() {
            return Err(damaged("its numbers and values differ in count".to_owned()));
        }
        Ok(Some(stored))
    }
}
