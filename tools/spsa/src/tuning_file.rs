//! The state of a run on disk.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

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

impl TuningFile {
    /// The file of a run. `setup` describes everything that the run depends on besides its numbers, such as the plan of its
    /// games: a run goes on only with the same.
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
                let same = stored.spsa.is_same_run(spsa) && stored.setup == self.setup;
                let iterations = stored.spsa.iteration();
                Err(SpsaError::Exists { path: self.path.clone(), iterations, same })
            }
        }
    }

    /// The state of a run that was begun with the same numbers, settings and setup; as given, if there is no file.
    ///
    /// # Errors
    ///
    /// The file is of another run, or cannot be read.
    pub fn resume(&self, spsa: Spsa) -> Result<Spsa, SpsaError> {
        match self.load()? {
            None => Ok(spsa),
            Some(stored) if stored.spsa.is_same_run(&spsa) && stored.setup == self.setup => Ok(stored.spsa),
            Some(_) => Err(SpsaError::Another { path: self.path.clone() }),
        }
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
