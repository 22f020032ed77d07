//! Iterative deepening.

use crate::knowledge::Knowledge;
use crate::root_moves::sort_by_rank;
use crate::score::{Bound, MAX_PLY, Score};
use crate::search_messages::{BestMove, Info, SearchRequest};
use crate::worker::{MoveOf, Worker};

impl<K: Knowledge> Worker<'_, K> {
    /// Searches deeper and deeper until a limit is reached.
    pub(crate) fn deepen(
        &mut self,
        position: &K::Position,
        request: &SearchRequest<MoveOf<K>>,
        report: &mut dyn FnMut(&Info<MoveOf<K>>),
    ) -> BestMove<MoveOf<K>> {
        self.history.age();
        let limits = &request.limits;
        // A search a little deeper than the mate is long finds most mates, and sooner than an exhaustive search.
        let mate = limits.only_mate().map(|plies| plies.saturating_mul(2).saturating_add(2));
        let last = limits.depth.or(mate).unwrap_or(MAX_PLY as u32 - 8).clamp(1, MAX_PLY as u32 - 8) as i32;
        let multi_pv = request.multi_pv.clamp(1, self.root_moves.len());
        let (mut completed, mut unchanged, mut best_before) = (0, 0, None);
        let mut pv = vec![self.root_moves[0].mv];
        let mut score = Score::DRAW;
        // The score that the depths before led to expect: each counts half as much as the next.
        let mut expected = None;
        for depth in 1..=last {
            // Helper threads skip some depths, so that they do not all do the same work.
            if self.thread > 0 && depth > 2 && (depth as usize + self.thread).is_multiple_of(3) {
                continue;
            }
            self.root_depth = depth;
            for root in &mut self.root_moves {
                root.previous = root.score;
            }
            for index in 0..multi_pv {
                self.pv_index = index;
                self.selective_depth = 0;
                self.aspiration_search(position, depth, &mut |worker, bound| {
                    if multi_pv == 1 && worker.thread == 0 {
                        worker.report_pv(depth, 0, bound, report);
                    }
                });
                if self.time.is_over() {
                    break;
                }
                sort_by_rank(&mut self.root_moves[..=index], |root| -root.score);
            }
            // Also if the search was stopped: moves that were not searched keep their order.
            let best = &self.root_moves[0];
            let is_over = self.time.is_over();
            let is_other = best.pv.first() != pv.first();
            // If the search was stopped, the score of the same best move may be a bound, and its variation too short.
            if is_other || !is_over || completed == 0 {
                pv.clone_from(&best.pv);
                if best.score > -Score::INFINITE {
                    score = best.score;
                }
            }
            if is_over {
                break;
            }
            completed = depth;
            if self.thread > 0 {
                continue;
            }
            self.time.report_nodes(0, self.nodes);
            self.time.allow_stop();
            for index in 0..multi_pv {
                self.report_pv(depth, index, Bound::Exact, report);
            }
            unchanged = if best_before == Some(pv[0]) { unchanged + 1 } else { 0 };
            best_before = Some(pv[0]);
            let before = expected.unwrap_or(score);
            expected = Some(score + (before - score) / 2);
            if is_mate_found(limits.mate_in_plies, score) || !self.should_deepen(unchanged, before - score) {
                break;
            }
        }
        BestMove {
            best: pv.first().copied(),
            ponder: pv.get(1).copied(),
            score: self.shown_score(score),
            depth: completed as u32,
            nodes: self.time.total_nodes().max(self.nodes),
        }
    }

    fn report_pv(&self, depth: i32, index: usize, bound: Bound, report: &mut dyn FnMut(&Info<MoveOf<K>>)) {
        let root = &self.root_moves[index];
        report(&Info {
            depth: depth as u32,
            selective_depth: self.selective_depth,
            multi_pv: index + 1,
            score: self.shown_score(root.score),
            bound,
            pv: root.pv.clone(),
            nodes: self.time.total_nodes(),
            elapsed: self.time.start.elapsed(),
            hashfull: self.table.hashfull(),
        });
    }

    /// The score to tell: endgame tables know more of the root than a search that has found no mate.
    fn shown_score(&self, score: Score) -> Score {
        self.table_score.filter(|_| score.mate_in_plies().is_none()).unwrap_or(score)
    }

    /// Whether there is time for another depth. The soft limit is shorter the longer the best move stayed the same and
    /// the more nodes it took, and longer the more the score dropped.
    fn should_deepen(&self, unchanged: i32, drop: i32) -> bool {
        if self.root_moves.len() == 1 && self.time.may_stop_early() {
            return false;
        }
        let total = self.root_moves.iter().map(|root| root.nodes).sum();
        self.time.has_time_for_depth(soft_limit_scale(self.root_moves[0].nodes, total, unchanged, drop))
    }
}

/// How much of the soft limit to use given the share of nodes spent on the best move, the number of depths it stayed best, and
/// the drop of the score.
fn soft_limit_scale(nodes: u64, total: u64, unchanged: i32, drop: i32) -> f64 {
    let by_effort = 1.6 - nodes as f64 / total.max(1) as f64;
    let by_stability = 1.25 - 0.05 * f64::from(unchanged.min(9));
    let by_drop = 1.0 + 0.01 * f64::from(drop.clamp(0, 60));
    by_effort * by_stability * by_drop
}

/// Whether a score is a mate within the limit.
pub(crate) fn is_mate_found(limit: Option<u32>, score: Score) -> bool {
    let plies = score.mate_in_plies().filter(|&plies| plies > 0);
    matches!((limit, plies), (Some(limit), Some(plies)) if plies as u32 <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_that_is_short_enough_ends_the_search() {
        for (limit, score, is_found) in [
            (Some(3), Score::mate_in(2), true),
            (Some(3), Score::mate_in(3), true),
            (Some(3), Score::mate_in(4), false),
            (Some(3), Score::mated_in(2), false),
            (Some(3), Score::mated_in(0), false),
            (Some(3), Score::from_centipawns(500), false),
            (None, Score::mate_in(3), false),
        ] {
            assert_eq!(is_mate_found(limit, score), is_found, "{limit:?} {score:?}");
        }
    }

    #[test]
    fn a_stable_best_move_that_took_most_nodes_needs_less_time_and_a_dropping_score_more() {
        // (nodes of the best move, all nodes, depths without a change, drop, hundredths of the soft limit)
        for (nodes, total, unchanged, drop, percent) in [
            (0, 0, 0, 0, 200.0),
            (0, 100, 0, 0, 200.0),
            (100, 100, 0, 0, 75.0),
            (60, 100, 0, 0, 125.0),
            (60, 100, 3, 0, 110.0),
            (60, 100, 9, 0, 80.0),
            (60, 100, 20, 0, 80.0),
            (60, 100, 9, 25, 100.0),
            (60, 100, 9, 60, 128.0),
            (60, 100, 9, 30_000, 128.0),
            (60, 100, 9, -50, 80.0),
        ] {
            let scale = soft_limit_scale(nodes, total, unchanged, drop);
            assert!(
                (scale * 100.0 - percent).abs() < 1e-9,
                "{nodes} of {total}, {unchanged}, {drop}: {scale}"
            );
        }
    }
}
