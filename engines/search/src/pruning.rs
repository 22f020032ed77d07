//! Pruning and extensions: reverse futility, razoring, null move, late move pruning, futility, static exchange
//! and singular extensions.

use boardgame::Position;

use crate::alpha_beta::{MoveContext, NodeContext};
use crate::knowledge::Knowledge;
use crate::score::{Bound, Score};
use crate::transposition_table::TableEntry;
use crate::worker::{MoveOf, NodeParameters, NodeType, NonPvNode, Worker};

/// What the pruning of moves decides.
pub(crate) enum MovePruning {
    /// Search the move.
    Search,
    /// Skip the move.
    Skip,
    /// Skip the move and all quiet moves after it.
    SkipQuiets,
}

/// The result of the test for a singular extension.
pub(crate) enum Extension {
    /// Search this many plies deeper; less deep if negative.
    Plies(i32),
    /// Multi-cut: several moves fail high, so the node does too.
    MultiCut(Score),
}

impl<K: Knowledge> Worker<'_, K> {
    /// Prunes the whole node: reverse futility pruning, razoring and null move pruning.
    #[inline(always)]
    pub(crate) fn prune_node<N: NodeType>(
        &mut self,
        position: &K::Position,
        node: NodeParameters,
        static_eval: Score,
        improving: bool,
        ply: usize,
    ) -> Option<Score> {
        let NodeParameters { alpha, beta, depth, cut, .. } = node;
        if let Some(margins) = K::PARAMETERS.margins {
            let plies = depth - i32::from(improving);
            if depth <= 8 && static_eval - margins.reverse_futility * plies >= beta && !beta.is_loss() {
                let between = (static_eval - beta) / 2;
                return Some(if static_eval.is_decisive() { static_eval } else { beta + between });
            }
            if depth <= 3 && static_eval + margins.razoring * depth < alpha {
                let score = self.quiesce::<N>(position, alpha, alpha + 1, ply);
                if score <= alpha {
                    return Some(score);
                }
            }
        }
        let after_null_move = ply > 0 && self.stack[ply - 1].played.is_none();
        if depth >= 3 && static_eval >= beta && !after_null_move && !beta.is_loss() {
            let next = K::null_move(position)?;
            let margin = ((static_eval - beta) / 200).min(3);
            let reduction = 4 + depth / 4 + margin;
            self.table.prefetch(next.key());
            self.keys.push_null_move(&next);
            self.stack[ply].played = None;
            let window =
                NodeParameters { alpha: -beta, beta: -(beta - 1), depth: depth - reduction, cut: !cut };
            let score = -self.search::<NonPvNode>(&next, window, ply + 1);
            self.keys.pop();
            if self.time.is_over() {
                return Some(Score::DRAW);
            }
            if score >= beta {
                // A mate found after a null move is not proven.
                return Some(if score.is_win() { beta } else { score });
            }
        }
        None
    }

    /// Prunes a move, once a move that is not mated is known: late move pruning, futility pruning, history pruning and
    /// static exchange evaluation.
    #[inline(always)]
    pub(crate) fn prune_move(
        position: &K::Position,
        node: NodeParameters,
        context: &NodeContext<MoveOf<K>>,
        current: &MoveContext<MoveOf<K>>,
    ) -> MovePruning {
        let NodeParameters { alpha, depth, .. } = node;
        let &MoveContext { mv, rating, count, is_tactical, gives_check, reduction } = current;
        if is_tactical {
            let is_searched = depth > 7
                || count == 1
                || K::see_at_least(position, mv, -K::PARAMETERS.see_margin_tactical * depth);
            return if is_searched { MovePruning::Search } else { MovePruning::Skip };
        }
        if context.is_forced {
            return MovePruning::Search;
        }
        let left = (depth - reduction / 100).max(0);
        if !gives_check {
            let most = (4 + depth * depth) / if context.improving { 1 } else { 2 };
            if K::PARAMETERS.late_move_pruning && depth <= 8 && count > most {
                return MovePruning::SkipQuiets;
            }
            let margins = K::PARAMETERS.margins.filter(|_| left <= 7 && count > 1);
            if let (Some(static_eval), Some(margins)) = (context.static_eval, margins) {
                let reach = static_eval + margins.futility * (left + 1);
                if reach <= alpha && !reach.is_decisive() {
                    return MovePruning::SkipQuiets;
                }
            }
            if K::PARAMETERS.late_move_pruning && left <= 4 && count > 2 && has_bad_history(rating, left) {
                return MovePruning::Skip;
            }
        }
        if left <= 8 && !K::see_at_least(position, mv, -K::PARAMETERS.see_margin_quiet * left * left) {
            return MovePruning::Skip;
        }
        MovePruning::Search
    }

    /// The extension of a move: singular for the table move, one ply for an only move.
    #[inline(always)]
    pub(crate) fn extension_of(
        &mut self,
        position: &K::Position,
        node: NodeParameters,
        context: &NodeContext<MoveOf<K>>,
        mv: MoveOf<K>,
        ply: usize,
    ) -> Extension {
        let hit = context.hit.filter(|hit| K::move_key(mv) == hit.best);
        match hit.filter(|_| !context.is_root && context.excluded.is_none()) {
            Some(hit) => self.singular_extension(position, &hit, mv, node, ply),
            None => Extension::Plies(i32::from(context.only_move && ply < 2 * self.root_depth as usize)),
        }
    }

    /// Singular extension: searches all other moves to reduced depth for one nearly as good as the table move.
    fn singular_extension(
        &mut self,
        position: &K::Position,
        hit: &TableEntry,
        mv: MoveOf<K>,
        node: NodeParameters,
        ply: usize,
    ) -> Extension {
        let NodeParameters { beta, depth, cut, .. } = node;
        let is_tested = depth >= 7
            && hit.depth >= depth - 3
            && hit.bound != Bound::Upper
            && !hit.score.is_decisive()
            && ply < 2 * self.root_depth as usize;
        if !is_tested {
            return Extension::Plies(0);
        }
        let target = hit.score - 2 * depth;
        self.stack[ply].excluded = Some(mv);
        let window = NodeParameters { alpha: target - 1, beta: target, depth: (depth - 1) / 2, cut };
        let score = self.search::<NonPvNode>(position, window, ply);
        self.stack[ply].excluded = None;
        if self.time.is_over() {
            Extension::Plies(0)
        } else if score < target {
            Extension::Plies(1)
        } else if target >= beta {
            Extension::MultiCut(target)
        } else if hit.score >= beta {
            Extension::Plies(-1)
        } else {
            Extension::Plies(0)
        }
    }
}

/// Whether a quiet move failed so often that it is not searched with this many plies left.
fn has_bad_history(rating: i32, left: i32) -> bool {
    rating < -1_000 - 3_000 * left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_history_is_bad_below_1000_and_3000_lower_for_each_ply_left() {
        for (left, limit) in [(0, -1_000), (1, -4_000), (4, -13_000)] {
            assert_eq!(
                [limit, limit - 1].map(|rating| has_bad_history(rating, left)),
                [false, true],
                "{left}"
            );
        }
    }
}
