//! The moves of the position that is searched, and how deep they were looked at.

use crate::knowledge::Knowledge;
use crate::score::Score;
use crate::table::Bound;
use crate::worker::{MoveOf, Worker};

/// A move of the root and what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove<M> {
    pub(crate) mv: M,
    /// The score of this depth; the worst one if the move was refuted.
    pub(crate) score: Score,
    /// The score of the depth before.
    pub(crate) previous: Score,
    pub(crate) line: Vec<M>,
    pub(crate) nodes: u64,
}

impl<M: Copy> RootMove<M> {
    pub(crate) fn new(mv: M) -> Self {
        let worst = -Score::INFINITE;
        Self { mv, score: worst, previous: worst, line: vec![mv], nodes: 0 }
    }
}

impl<K: Knowledge> Worker<'_, K> {
    /// Whether the move belongs to those searched now: asked for, and not a better line found already.
    pub(crate) fn is_open_at_root(&self, mv: MoveOf<K>) -> bool {
        self.root_moves[self.line..].iter().any(|root| root.mv == mv)
    }

    pub(crate) fn note_at_root(&mut self, mv: MoveOf<K>, score: Score, is_better: bool, nodes: u64) {
        let tail = self.frames[1].best_line.clone();
        let Some(root) = self.root_moves.iter_mut().find(|root| root.mv == mv) else { return };
        root.nodes += nodes;
        if is_better {
            root.score = score;
            root.line.clear();
            root.line.push(mv);
            root.line.extend(tail);
        } else {
            root.score = -Score::INFINITE;
        }
    }

    /// Searches around the score of the last depth, in wider and wider windows until it fits. `outside` hears of scores that
    /// do not, with the move first that has them.
    pub(crate) fn search_window(
        &mut self,
        position: &K::Position,
        depth: i32,
        outside: &mut dyn FnMut(&Self, Bound),
    ) {
        let previous = self.root_moves[self.line].previous;
        let mut width = K::TUNING.aspiration;
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        if depth >= 4 && !previous.is_decided() {
            (alpha, beta) = (previous - width, previous + width);
        }
        let mut reduced = 0;
        loop {
            // What an earlier window found is no score of this one; the order it gave stays.
            for root in &mut self.root_moves[self.line..] {
                root.score = -Score::INFINITE;
            }
            let score = self.search_root(position, alpha, beta, (depth - reduced).max(1));
            // Stable: moves without a score keep their order.
            self.root_moves[self.line..].sort_by_key(|root| -root.score);
            if self.watch.is_over() {
                return;
            }
            if score <= alpha {
                outside(self, Bound::Upper);
                beta = middle(alpha, beta);
                alpha = (score - width).max(-Score::INFINITE);
                reduced = 0;
            } else if score >= beta {
                outside(self, Bound::Lower);
                beta = (score + width).min(Score::INFINITE);
                reduced = (reduced + 1).min(3);
            } else {
                return;
            }
            width += width / 2;
            if width > 600 {
                (alpha, beta) = (-Score::INFINITE, Score::INFINITE);
            }
        }
    }
}

fn middle(a: Score, b: Score) -> Score {
    a + (b - a) / 2
}
