//! Aspiration windows.

use crate::knowledge::Knowledge;
use crate::root_moves::sort_by_rank;
use crate::score::{Bound, Score};
use crate::worker::{NodeParameters, PvNode, Worker};

impl<K: Knowledge> Worker<'_, K> {
    /// Searches the root with a window around the score of the previous depth, widened until the score is inside.
    /// `on_fail` is called when a search fails low or high, with the root moves sorted.
    pub(crate) fn aspiration_search(
        &mut self,
        position: &K::Position,
        depth: i32,
        on_fail: &mut dyn FnMut(&Self, Bound),
    ) {
        let previous = self.root_moves[self.pv_index].previous;
        let mut width = K::PARAMETERS.aspiration;
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        if depth >= 4 && !previous.is_decisive() {
            (alpha, beta) = (previous - width, previous + width);
        }
        let mut reduced = 0;
        loop {
            // Scores of another window do not count, but the order of the moves stays.
            for root in &mut self.root_moves[self.pv_index..] {
                root.score = -Score::INFINITE;
            }
            let node = NodeParameters { alpha, beta, depth: (depth - reduced).max(1), cut: false };
            let score = self.search::<PvNode>(position, node, 0);
            // Stable: moves without a score keep their order.
            sort_by_rank(&mut self.root_moves[self.pv_index..], |root| -root.score);
            if self.time.is_over() {
                return;
            }
            if score <= alpha {
                on_fail(self, Bound::Upper);
                beta = middle(alpha, beta);
                alpha = (score - width).max(-Score::INFINITE);
                reduced = 0;
            } else if score >= beta {
                on_fail(self, Bound::Lower);
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
