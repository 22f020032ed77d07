//! The numbers of `damier validate`.

use serde::Serialize;

use crate::commands::number_of;

/// With fewer moves a rate says nothing about speed.
const LEAST_FOR_A_RATE: u64 = 100_000;

/// The numbers of a file, or of all.
#[derive(Serialize)]
pub(super) struct Totals {
    pub(super) games: u64,
    pub(super) moves: u64,
    pub(super) variation_moves: u64,
    pub(super) errors: u64,
    /// What `damier convert` would write otherwise.
    pub(super) changes: u64,
    /// What is unusual and kept.
    pub(super) notes: u64,
    /// Changes that cut off a variation.
    pub(super) broken_variations: u64,
    pub(super) seconds: f64,
    pub(super) complete: bool,
    #[serde(skip)]
    pub(super) files: u64,
    /// Whether a file has no game, which nobody asks for on purpose.
    #[serde(skip)]
    pub(super) has_empty_file: bool,
}

impl Default for Totals {
    fn default() -> Self {
        Self {
            games: 0,
            moves: 0,
            variation_moves: 0,
            errors: 0,
            changes: 0,
            notes: 0,
            broken_variations: 0,
            seconds: 0.0,
            complete: true,
            files: 0,
            has_empty_file: false,
        }
    }
}

impl Totals {
    pub(super) fn add(&mut self, other: &Self) {
        let Totals {
            games, moves, variation_moves, errors, changes, notes, broken_variations, complete, ..
        } = *other;
        self.files += 1;
        self.games += games;
        self.moves += moves;
        self.variation_moves += variation_moves;
        self.errors += errors;
        self.changes += changes;
        self.notes += notes;
        self.broken_variations += broken_variations;
        self.complete &= complete;
        self.has_empty_file |= other.has_empty_file;
    }

    pub(super) fn text(&self, is_stopped: bool) -> String {
        let mut text = format!("{}, {}", number_of(self.games, "game"), number_of(self.moves, "move"));
        if self.variation_moves > 0 {
            text += &format!(" and {} in variations", self.variation_moves);
        }
        text += &format!(", {}, {}", number_of(self.errors, "error"), number_of(self.changes, "change"));
        if self.notes > 0 {
            text += &format!(", {}", number_of(self.notes, "note"));
        }
        if self.broken_variations > 0 {
            text += &format!(", {}", number_of(self.broken_variations, "broken variation"));
        }
        let moves = self.moves + self.variation_moves;
        if moves >= LEAST_FOR_A_RATE {
            let rate = moves as f64 / self.seconds / 1e6;
            text += &format!("; {:.1} s, {rate:.2} million moves a second", self.seconds);
        }
        match (is_stopped, self.complete) {
            (true, _) => text + "; stopped",
            (false, false) => text + "; not read to the end",
            (false, true) => text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_many_moves_have_a_rate() {
        // However slow the machine is, what few moves say does not depend on it.
        let totals = |moves| Totals { moves, variation_moves: 1, seconds: 4.0, ..Totals::default() };
        assert_eq!(
            totals(99_998).text(false),
            "0 games, 99998 moves and 1 in variations, 0 errors, 0 changes"
        );
        let rate = "; 4.0 s, 0.03 million moves a second; stopped";
        assert!(totals(99_999).text(true).ends_with(rate), "{}", totals(99_999).text(true));
    }
}
