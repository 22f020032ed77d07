//! Which moves were good elsewhere in the tree.

use boardgame::Color;

use crate::knowledge::Knowledge;

/// No entry leaves plus or minus this: the larger it is already, the less a new bonus adds.
const LIMIT: i32 = 16_384;

/// Marks of quiet moves, by what they are and by the move they answer.
pub(crate) struct History {
    by_move: [Vec<i16>; 2],
    /// For each piece on a square that was just played, the marks of answers.
    by_answer: Vec<i16>,
    piece_slots: usize,
}

/// The last moves of a line: the one just played, and the one before it.
pub(crate) type Line = [Option<usize>; 2];

impl History {
    pub(crate) fn new<K: Knowledge>() -> Self {
        Self {
            by_move: [vec![0; K::SLOTS], vec![0; K::SLOTS]],
            by_answer: vec![0; K::PIECE_SLOTS * K::PIECE_SLOTS],
            piece_slots: K::PIECE_SLOTS,
        }
    }

    /// Older searches count less.
    pub(crate) fn fade(&mut self) {
        for mark in self.by_move.iter_mut().flatten().chain(&mut self.by_answer) {
            *mark /= 2;
        }
    }

    #[inline]
    pub(crate) fn mark(&self, color: Color, slot: usize, piece: usize, line: Line) -> i32 {
        let mut sum = i32::from(self.by_move[color as usize][slot]);
        for before in line.into_iter().flatten() {
            sum += i32::from(self.by_answer[before * self.piece_slots + piece]);
        }
        sum
    }

    pub(crate) fn add(&mut self, color: Color, slot: usize, piece: usize, line: Line, bonus: i32) {
        raise(&mut self.by_move[color as usize][slot], bonus);
        for before in line.into_iter().flatten() {
            raise(&mut self.by_answer[before * self.piece_slots + piece], bonus);
        }
    }
}

/// Adds a bonus with gravity, so that an entry never overflows and follows recent results.
fn raise(mark: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let now = i32::from(*mark);
    *mark = (now + bonus - now * bonus.abs() / LIMIT) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_stay_within_their_limit() {
        let mut mark = 0;
        for _ in 0..1_000 {
            raise(&mut mark, 2_000);
        }
        assert!(i32::from(mark) <= LIMIT && i32::from(mark) > LIMIT * 9 / 10);
        for _ in 0..1_000 {
            raise(&mut mark, -100_000);
        }
        assert_eq!(i32::from(mark), -LIMIT);
    }
}
