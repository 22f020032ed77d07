//! History heuristics: butterfly history and continuation history of quiet moves.

use boardgame::Color;

use crate::correction_history::CorrectionHistory;
use crate::knowledge::Knowledge;

/// The largest absolute history score.
const LIMIT: i32 = 16_384;

/// What a thread has learned in its searches: history scores of quiet moves, and errors of the static evaluation.
pub(crate) struct History {
    pub(crate) corrections: CorrectionHistory,
    /// By color, from and to square.
    butterfly: [Vec<i16>; 2],
    /// By piece and destination of an earlier move, then of this one.
    continuation: Vec<i16>,
    piece_to_size: usize,
}

/// The piece-to indices of the last two moves, the latest first; none for a null move.
pub(crate) type PreviousMoves = [Option<usize>; 2];

impl History {
    pub(crate) fn new<K: Knowledge>() -> Self {
        Self {
            corrections: CorrectionHistory::new(),
            butterfly: [vec![0; K::BUTTERFLY_SIZE], vec![0; K::BUTTERFLY_SIZE]],
            continuation: vec![0; K::PIECE_TO_SIZE * K::PIECE_TO_SIZE],
            piece_to_size: K::PIECE_TO_SIZE,
        }
    }

    /// Halves all scores of moves at the start of a search.
    pub(crate) fn age(&mut self) {
        let Self { butterfly: [white, black], continuation, .. } = self;
        // Slice by slice: a chain of them would not become vector instructions.
        for scores in [white, black, continuation] {
            scores.iter_mut().for_each(|score| *score /= 2);
        }
    }

    #[inline]
    pub(crate) fn score(
        &self,
        color: Color,
        butterfly: usize,
        piece_to: usize,
        previous: PreviousMoves,
    ) -> i32 {
        let continuation = |before: Option<usize>| {
            before.map_or(0, |before| i32::from(self.continuation[before * self.piece_to_size + piece_to]))
        };
        i32::from(self.butterfly[color as usize][butterfly])
            + continuation(previous[0])
            + continuation(previous[1])
    }

    pub(crate) fn update(
        &mut self,
        color: Color,
        butterfly: usize,
        piece_to: usize,
        previous: PreviousMoves,
        bonus: i32,
    ) {
        apply_bonus(&mut self.butterfly[color as usize][butterfly], bonus);
        for before in previous.into_iter().flatten() {
            apply_bonus(&mut self.continuation[before * self.piece_to_size + piece_to], bonus);
        }
    }
}

/// Adds a bonus with gravity: the larger a score already is, the less a bonus adds, so it never leaves the limit.
fn apply_bonus(score: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let now = i32::from(*score);
    *score = (now + bonus - now * bonus.abs() / LIMIT) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_stay_within_their_limit() {
        let mut score = 0;
        for _ in 0..1_000 {
            apply_bonus(&mut score, 2_000);
        }
        assert!(i32::from(score) <= LIMIT && i32::from(score) > LIMIT * 9 / 10);
        for _ in 0..1_000 {
            apply_bonus(&mut score, -100_000);
        }
        assert_eq!(i32::from(score), -LIMIT);
    }
}
