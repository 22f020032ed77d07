//! What became of games that were converted.

/// What became of the games.
#[derive(Clone, Debug, Default)]
pub struct ConversionSummary {
    /// Games that were read.
    pub read: u64,
    /// Games that were written.
    pub written: u64,
    /// Positions that were written, in formats of positions.
    pub positions: Option<u64>,
    /// Errors.
    pub errors: u64,
    /// Things that were corrected.
    pub changes: u64,
    /// Things that are unusual.
    pub notes: u64,
    /// Changes that cut off a variation.
    pub broken_variations: u64,
    /// Things that the format cannot hold.
    pub losses: u64,
    /// Why the input could not be read to its end.
    pub unreadable: Option<String>,
}

impl ConversionSummary {
    /// Adds the numbers of the games after these.
    pub fn add(&mut self, next: Self) {
        self.read += next.read;
        self.written += next.written;
        if let Some(positions) = next.positions {
            *self.positions.get_or_insert(0) += positions;
        }
        self.errors += next.errors;
        self.changes += next.changes;
        self.notes += next.notes;
        self.broken_variations += next.broken_variations;
        self.losses += next.losses;
        self.unreadable = next.unreadable;
    }

    /// Whether there was nothing to convert.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.read == 0 && self.unreadable.is_none()
    }

    /// Whether nothing was wrong, unusual or lost.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.errors == 0 && self.changes == 0 && self.notes == 0 && self.losses == 0
    }
}
