//! Quiescence search: captures and promotions until the position is quiet.

use boardgame::{MoveList, Position};

use crate::knowledge::{Knowledge, QuiescenceMoves};
use crate::move_ordering::{ScoredMove, collect_moves, pick_best};
use crate::score::{Bound, MAX_PLY, Score};
use crate::transposition_table::TableEntry;
use crate::worker::{NodeType, Worker, score_of_outcome, score_without_moves};

impl<K: Knowledge> Worker<'_, K> {
    /// The score of a position after all tactical moves, with stand pat unless in check or forced to capture.
    pub(crate) fn quiesce<N: NodeType>(
        &mut self,
        position: &K::Position,
        mut alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Score {
        if N::PV {
            self.stack[ply].pv.clear();
        }
        if self.count_node() {
            return Score::DRAW;
        }
        if let Some(outcome) = K::terminal_outcome(position) {
            return score_of_outcome(outcome, position, ply);
        }
        self.selective_depth = self.selective_depth.max(ply + 1);
        if self.tables.is_some()
            && let Some(score) = self.probe_tables(position, ply)
        {
            return score;
        }
        if ply + 1 >= MAX_PLY || K::is_quiet(position) {
            let evaluated = self.knowledge.evaluate(position);
            return self.corrected(position, evaluated);
        }
        let key = position.key();
        let hit = self.table.probe(key, ply);
        if let Some(hit) = hit.filter(|_| !N::PV)
            && hit.cuts_off(alpha, beta)
        {
            return hit.score;
        }
        let mut list = MoveList::new();
        let kind = K::quiescence_moves(position, &mut list);
        if kind == QuiescenceMoves::AllLegal && list.is_empty() {
            return score_without_moves(position, ply);
        }
        let initial_alpha = alpha;
        let mut best = -Score::INFINITE;
        let mut raw = None;
        match kind {
            QuiescenceMoves::AllLegal => {}
            QuiescenceMoves::Tactical => {
                let evaluated =
                    hit.and_then(|hit| hit.static_eval).unwrap_or_else(|| self.knowledge.evaluate(position));
                raw = Some(evaluated);
                let corrected = self.corrected(position, evaluated);
                best = match hit {
                    Some(hit) if hit.refines(corrected) => hit.score,
                    _ => corrected,
                };
                if best >= beta || list.is_empty() {
                    return best;
                }
                alpha = alpha.max(best);
            }
        }
        let table_move = hit.map_or(0, |hit| hit.best);
        let mut candidates = std::mem::take(&mut self.stack[ply].candidates);
        let unscored = collect_moves(&mut candidates, &list, table_move, K::move_key);
        self.score_moves(position, ply, &mut candidates[unscored..]);
        let mut best_move = None;
        let stand_pat = best;
        for index in 0..candidates.len() {
            let ScoredMove { mv, .. } = pick_best(&mut candidates, index);
            if kind == QuiescenceMoves::Tactical
                && !K::see_at_least(position, mv, least_gain::<K>(alpha, stand_pat))
            {
                continue;
            }
            // In check: once an evasion that is not mated is known, only captures are searched.
            if kind == QuiescenceMoves::AllLegal
                && !best.is_loss()
                && !K::is_tactical(position, mv)
                && K::is_forced(position)
            {
                continue;
            }
            let mut next = position.clone();
            next.play_unchecked(mv);
            self.table.prefetch(next.key());
            self.keys.push(position, mv, &next);
            self.stack[ply].played = Some(K::piece_to_index(position, mv));
            let score = -self.quiesce::<N>(&next, -beta, -alpha, ply + 1);
            self.keys.pop();
            if self.time.is_over() {
                self.stack[ply].candidates = candidates;
                return Score::DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if N::PV {
                        self.update_pv(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }
        self.stack[ply].candidates = candidates;
        let bound = if best >= beta {
            Bound::Lower
        } else if best > initial_alpha && N::PV {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let best_key = best_move.map_or(0, K::move_key);
        let entry = TableEntry { best: best_key, score: best, static_eval: raw, depth: 0, bound };
        self.table.store(key, ply, entry);
        best
    }
}

/// What a move must win in the static exchange to be searched: enough to raise alpha, by the static evaluation.
#[inline(always)]
fn least_gain<K: Knowledge>(alpha: Score, stand_pat: Score) -> i32 {
    K::PARAMETERS.margins.map_or(0, |margins| (alpha - stand_pat - margins.quiescence).max(0))
}
