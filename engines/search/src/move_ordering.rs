//! Move ordering: table move, good captures, killers, countermove, history, bad captures.

use boardgame::Position;

use crate::knowledge::Knowledge;
use crate::worker::{MoveOf, Worker};

/// A move with its rating: moves with higher ratings are searched first.
#[derive(Clone, Copy)]
pub(crate) struct ScoredMove<M> {
    pub(crate) mv: M,
    pub(crate) rating: i32,
}

/// The rating of the table move.
const TABLE_MOVE: i32 = 1 << 30;

/// Collects all moves, the table move first. Returns the index of the first move without a rating.
pub(crate) fn collect_moves<M: Copy>(
    candidates: &mut Vec<ScoredMove<M>>,
    moves: &[M],
    table_move: u16,
    move_key: impl Fn(M) -> u16,
) -> usize {
    candidates.clear();
    candidates.extend(moves.iter().map(|&mv| ScoredMove { mv, rating: 0 }));
    let found = moves.iter().position(|&mv| table_move != 0 && move_key(mv) == table_move);
    let Some(at) = found else { return 0 };
    candidates.swap(0, at);
    candidates[0].rating = TABLE_MOVE;
    1
}

/// Selection sort, one step: swaps the best move from `index` on to `index`. Moves after a cutoff are never sorted.
pub(crate) fn pick_best<M: Copy>(candidates: &mut [ScoredMove<M>], index: usize) -> ScoredMove<M> {
    let mut best = index;
    for other in index + 1..candidates.len() {
        if candidates[other].rating > candidates[best].rating {
            best = other;
        }
    }
    candidates.swap(index, best);
    candidates[index]
}

/// Removes the remaining quiet moves that do not give check.
pub(crate) fn drop_quiets<K: Knowledge>(
    position: &K::Position,
    candidates: &mut Vec<ScoredMove<MoveOf<K>>>,
    index: usize,
) {
    let mut kept = index;
    for at in index..candidates.len() {
        let mv = candidates[at].mv;
        if K::is_tactical(position, mv) || K::gives_check(position, mv) {
            candidates.swap(kept, at);
            kept += 1;
        }
    }
    candidates.truncate(kept);
}

impl<K: Knowledge> Worker<'_, K> {
    /// Rates moves for their order.
    pub(crate) fn score_moves(
        &self,
        position: &K::Position,
        ply: usize,
        candidates: &mut [ScoredMove<MoveOf<K>>],
    ) {
        const TACTICAL: i32 = 1 << 24;
        const KILLER: i32 = 1 << 22;
        const COUNTERMOVE: i32 = 1 << 21;
        let previous = self.previous_moves(ply);
        let countermove = previous[0].and_then(|index| self.countermoves[index]);
        let killers = self.stack[ply].killers;
        let turn = position.turn();
        for ScoredMove { mv, rating } in candidates {
            let mv = *mv;
            *rating = if K::is_tactical(position, mv) {
                let victim = K::mvv_lva(position, mv);
                if K::see_at_least(position, mv, 0) { TACTICAL + victim } else { victim - TACTICAL }
            } else if Some(mv) == killers[0] {
                KILLER + 1
            } else if Some(mv) == killers[1] {
                KILLER
            } else if Some(mv) == countermove {
                COUNTERMOVE
            } else {
                self.history.score(turn, K::butterfly_index(mv), K::piece_to_index(position, mv), previous)
            };
        }
    }

    /// Updates killers, countermove and history after a quiet move caused a beta cutoff; the quiet moves before it get a
    /// malus.
    pub(crate) fn update_histories(
        &mut self,
        position: &K::Position,
        mv: MoveOf<K>,
        tried: &[MoveOf<K>],
        depth: i32,
        ply: usize,
    ) {
        let (turn, previous) = (position.turn(), self.previous_moves(ply));
        let killers = &mut self.stack[ply].killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if let Some(index) = previous[0] {
            self.countermoves[index] = Some(mv);
        }
        let bonus = (170 * depth - 100).min(1_800);
        self.history.update(turn, K::butterfly_index(mv), K::piece_to_index(position, mv), previous, bonus);
        for &other in tried.iter().filter(|&&other| other != mv) {
            self.history.update(
                turn,
                K::butterfly_index(other),
                K::piece_to_index(position, other),
                previous,
                -bonus,
            );
        }
    }
}
