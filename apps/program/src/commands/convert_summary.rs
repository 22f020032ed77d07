//! What `damier convert` says at its end.

use crate::commands::number_of;

/// What became of the games.
#[derive(Default)]
pub(crate) struct Summary {
    pub(crate) read: u64,
    pub(crate) written: u64,
    pub(crate) positions: Option<u64>,
    pub(crate) errors: u64,
    pub(crate) changes: u64,
    pub(crate) notes: u64,
    /// Changes that cut off a variation.
    pub(crate) broken_variations: u64,
    pub(crate) losses: u64,
    pub(crate) unreadable: Option<String>,
}

impl Summary {
    /// Adds what became of the games behind these.
    pub(crate) fn add(&mut self, next: Self) {
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
    pub(crate) fn is_empty(&self) -> bool {
        self.read == 0 && self.unreadable.is_none()
    }

    pub(crate) fn is_clean(&self) -> bool {
        self.errors == 0 && self.changes == 0 && self.notes == 0 && self.losses == 0
    }

    pub(crate) fn text(&self, output: &str) -> String {
        let written = if self.written == 0 { "nothing".to_owned() } else { self.written.to_string() };
        let mut parts = vec![format!("{} read, {written} written to {output}", number_of(self.read, "game"))];
        if let Some(positions) = self.positions {
            parts.push(number_of(positions, "position"));
        }
        parts.push(number_of(self.errors, "error"));
        parts.push(number_of(self.changes, "change"));
        if self.notes > 0 {
            parts.push(number_of(self.notes, "note"));
        }
        if self.broken_variations > 0 {
            parts.push(number_of(self.broken_variations, "broken variation"));
        }
        if self.losses > 0 {
            parts.push(format!("{} the format cannot hold", number_of(self.losses, "thing")));
        }
        parts.join(", ")
    }
}
