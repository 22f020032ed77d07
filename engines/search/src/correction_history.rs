//! Correction history: how far searches of similar positions came out from their static evaluation.

use boardgame::Color;

use crate::knowledge::Structures;
use crate::score::Score;

/// The largest absolute error that is remembered, in units.
const LIMIT: i32 = 1_024;

/// Units of a centipawn.
const UNITS: i32 = 16;

/// Errors remembered for each side to move and structure, a power of two.
const SIZE: usize = 1 << 14;

/// The errors of the static evaluation by structure, such as that of the pawns.
pub(crate) struct CorrectionHistory {
    /// By side to move, structure and its key.
    errors: Vec<i16>,
}

impl CorrectionHistory {
    pub(crate) fn new() -> Self {
        Self { errors: vec![0; Color::ALL.len() * Structures::default().len() * SIZE] }
    }

    /// The static evaluation of a position with these structures, corrected by what searches have found.
    #[inline]
    pub(crate) fn corrected(&self, evaluation: Score, turn: Color, structures: Structures) -> Score {
        let sum: i32 = indices(turn, structures).map(|index| i32::from(self.errors[index])).sum();
        Score::from_centipawns(evaluation.centipawns() + sum / UNITS)
    }

    /// Remembers by how much the score of a search differs from the corrected static evaluation.
    pub(crate) fn update(&mut self, turn: Color, structures: Structures, difference: i32, depth: i32) {
        let bonus = (difference * depth / 8).clamp(-LIMIT / 4, LIMIT / 4);
        for index in indices(turn, structures) {
            let error = i32::from(self.errors[index]);
            // The larger an error already is, the less is added, so it never leaves the limit.
            self.errors[index] = (error + bonus - error * bonus.abs() / LIMIT) as i16;
        }
    }
}

fn indices(turn: Color, structures: Structures) -> impl Iterator<Item = usize> {
    let first = turn as usize * structures.len();
    structures.into_iter().enumerate().map(move |(kind, key)| (first + kind) * SIZE + (key >> 50) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(centipawns: i32) -> Score {
        Score::from_centipawns(centipawns)
    }

    #[test]
    fn errors_are_learned_for_one_side_and_structure() {
        let mut corrections = CorrectionHistory::new();
        let [here, elsewhere] = [[1 << 60; 3], [1 << 61; 3]];
        for _ in 0..1_000 {
            corrections.update(Color::White, here, 40, 8);
        }
        assert_eq!(corrections.corrected(score(10), Color::Black, here), score(10));
        assert_eq!(corrections.corrected(score(10), Color::White, elsewhere), score(10));
        assert!(corrections.corrected(score(10), Color::White, here) > score(100));
        // A position that shares one of its structures gets a third of it.
        let shared = [here[0], elsewhere[1], elsewhere[2]];
        let third = corrections.corrected(score(0), Color::White, shared).centipawns();
        let whole = corrections.corrected(score(0), Color::White, here).centipawns();
        assert!((third * 3 - whole).abs() <= 3, "{third} {whole}");
    }

    #[test]
    fn errors_have_a_limit() {
        let mut corrections = CorrectionHistory::new();
        for difference in [30_000, -30_000] {
            (0..1_000).for_each(|_| corrections.update(Color::White, [0; 3], difference, 100));
            let found = corrections.corrected(score(0), Color::White, [0; 3]).centipawns();
            assert_eq!(found, difference.signum() * 3 * LIMIT / UNITS);
        }
    }
}
