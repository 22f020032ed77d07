//! The moves of the root, with their scores and principal variations.

use crate::knowledge::Knowledge;
use crate::score::Score;
use crate::worker::{MoveOf, Worker};

/// A move of the root.
#[derive(Clone, Debug)]
pub(crate) struct RootMove<M> {
    pub(crate) mv: M,
    /// The score at this depth; minus infinite if the move failed low.
    pub(crate) score: Score,
    /// The score at the previous depth.
    pub(crate) previous: Score,
    pub(crate) pv: Vec<M>,
    pub(crate) nodes: u64,
}

impl<M: Copy> RootMove<M> {
    pub(crate) fn new(mv: M) -> Self {
        let worst = -Score::INFINITE;
        Self { mv, score: worst, previous: worst, pv: vec![mv], nodes: 0 }
    }
}

/// Sorts moves by rank; equal ones keep their order. There are few, and most are in order: the sort of the library is no faster,
/// and would be a fifth of the code that is compiled for every game.
pub(crate) fn sort_by_rank<T, R: Ord>(moves: &mut [T], rank: impl Fn(&T) -> R) {
    for sorted in 1..moves.len() {
        let mut at = sorted;
        while at > 0 && rank(&moves[at]) < rank(&moves[at - 1]) {
            moves.swap(at, at - 1);
            at -= 1;
        }
    }
}

impl<K: Knowledge> Worker<'_, K> {
    /// Whether a move is searched now: it was asked for, and is not the first move of a better variation.
    pub(crate) fn is_searched_at_root(&self, mv: MoveOf<K>) -> bool {
        self.root_moves[self.pv_index..].iter().any(|root| root.mv == mv)
    }

    /// Stores the score of a root move, and its principal variation if it raised alpha.
    pub(crate) fn update_root_move(&mut self, mv: MoveOf<K>, score: Score, raised_alpha: bool, nodes: u64) {
        let tail = self.stack[1].pv.clone();
        let Some(root) = self.root_moves.iter_mut().find(|root| root.mv == mv) else { return };
        root.nodes += nodes;
        if raised_alpha {
            root.score = score;
            root.pv.clear();
            root.pv.push(mv);
            root.pv.extend(tail);
        } else {
            root.score = -Score::INFINITE;
        }
    }
}
