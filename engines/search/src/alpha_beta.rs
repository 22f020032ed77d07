//! The alpha-beta search of one node: principal variation search with late move reductions.

use boardgame::{MoveList, Position};

use crate::knowledge::{Knowledge, LateMoveReduction};
use crate::move_ordering::{ScoredMove, collect_moves, drop_quiets, pick_best};
use crate::pruning::{Extension, MovePruning};
use crate::score::{Bound, MAX_PLY, Score};
use crate::transposition_table::TableEntry;
use crate::worker::{
    MoveOf, NodeParameters, NodeType, NonPvNode, PvNode, Worker, score_of_outcome, score_without_moves,
};

/// What is known of a node before its moves are searched.
pub(crate) struct NodeContext<M> {
    pub(crate) hit: Option<TableEntry>,
    pub(crate) static_eval: Option<Score>,
    pub(crate) is_forced: bool,
    pub(crate) improving: bool,
    pub(crate) is_root: bool,
    pub(crate) only_move: bool,
    /// The move excluded by a singular extension search.
    pub(crate) excluded: Option<M>,
}

/// The move being searched.
pub(crate) struct MoveContext<M> {
    pub(crate) mv: M,
    pub(crate) rating: i32,
    /// Its number in the order of search, from 1.
    pub(crate) count: i32,
    pub(crate) is_tactical: bool,
    pub(crate) gives_check: bool,
    /// The late move reduction, in hundredths of a ply.
    pub(crate) reduction: i32,
}

/// The best move of a node.
struct Best<M> {
    score: Score,
    /// The move that raised alpha, if any did.
    mv: Option<M>,
    count: i32,
}

impl<K: Knowledge> Worker<'_, K> {
    /// The score of a position: exact within the window, a bound outside of it (fail-soft).
    pub(crate) fn search<N: NodeType>(
        &mut self,
        position: &K::Position,
        mut node: NodeParameters,
        ply: usize,
    ) -> Score {
        let is_root = N::PV && ply == 0;
        if N::PV {
            self.stack[ply].pv.clear();
        }
        if !is_root {
            if self.keys.is_repetition() {
                return Score::DRAW;
            }
            if let Some(outcome) = K::terminal_outcome(position) {
                return score_of_outcome(outcome, position, ply);
            }
            // Mate distance pruning.
            node.alpha = node.alpha.max(Score::mated_in(ply));
            node.beta = node.beta.min(Score::mate_in(ply + 1));
            if node.alpha >= node.beta {
                return node.alpha;
            }
        }
        if node.depth <= 0 {
            return self.quiesce::<N>(position, node.alpha, node.beta, ply);
        }
        if self.count_node() {
            return Score::DRAW;
        }
        if ply + 1 >= MAX_PLY {
            return self.knowledge.evaluate(position);
        }
        self.selective_depth = self.selective_depth.max(ply + 1);

        let excluded = self.stack[ply].excluded;
        let key = position.key();
        let hit = if excluded.is_none() { self.table.probe(key, ply) } else { None };
        if let Some(hit) = hit.filter(|hit| !N::PV && hit.depth >= node.depth)
            && hit.cuts_off(node.alpha, node.beta)
        {
            return hit.score;
        }
        if self.tables.is_some()
            && !is_root
            && excluded.is_none()
            && let Some(score) = self.probe_tables(position, ply)
        {
            self.store_table_score(key, score, ply);
            return score;
        }
        // Internal iterative reduction: without a table move, search less deep and let the table provide one next time.
        if hit.is_none_or(|hit| hit.best == 0) && node.depth >= 4 && excluded.is_none() {
            node.depth -= 1;
        }

        let is_forced = K::is_forced(position);
        let raw = self.static_eval_of(position, hit, is_forced, ply);
        let corrected = self.stack[ply].static_eval;
        // The score in the table is a better estimate than the static evaluation, where its bound allows.
        let static_eval = match (corrected, hit) {
            (Some(corrected), Some(hit)) if hit.refines(corrected) => Some(hit.score),
            _ => corrected,
        };
        let improving = self.is_improving(ply);
        if let Some(static_eval) = static_eval.filter(|_| !N::PV && excluded.is_none())
            && let Some(score) = self.prune_node::<N>(position, node, static_eval, improving, ply)
        {
            return score;
        }

        let mut list = MoveList::new();
        position.legal_moves_into(&mut list);
        if list.is_empty() {
            return score_without_moves(position, ply);
        }
        let only_move = list.len() == 1;
        let context = NodeContext { hit, static_eval, is_forced, improving, is_root, only_move, excluded };
        // Reuse the buffers of this ply.
        let mut candidates = std::mem::take(&mut self.stack[ply].candidates);
        let mut tried = std::mem::take(&mut self.stack[ply].tried);
        tried.clear();
        let unscored = collect_moves(&mut candidates, &list, hit.map_or(0, |hit| hit.best), K::move_key);
        let best =
            self.search_moves::<N>(position, node, &context, &mut candidates, unscored, &mut tried, ply);
        let best = best.inspect(|best| {
            let NodeParameters { beta, depth, .. } = node;
            if let Some(mv) = best.mv.filter(|&mv| best.score >= beta && !K::is_tactical(position, mv)) {
                self.update_histories(position, mv, &tried, depth, ply);
            }
            if excluded.is_none() && !(is_root && self.pv_index > 0) {
                let bound = match best.mv {
                    _ if best.score >= beta => Bound::Lower,
                    Some(_) => Bound::Exact,
                    None => Bound::Upper,
                };
                let best_digest = best.mv.map_or(0, K::move_key);
                let entry =
                    TableEntry { best: best_digest, score: best.score, static_eval: raw, depth, bound };
                self.table.store(key, ply, entry);
                if let Some(corrected) = corrected
                    && best.mv.is_none_or(|mv| !K::is_tactical(position, mv))
                {
                    self.remember_error(position, corrected, best.score, bound, depth);
                }
            }
        });
        self.stack[ply].candidates = candidates;
        self.stack[ply].tried = tried;
        best.map_or_else(|score| score, |best| best.score)
    }

    /// The static evaluation; none in forced positions. Corrected, it is kept on the stack.
    fn static_eval_of(
        &mut self,
        position: &K::Position,
        hit: Option<TableEntry>,
        is_forced: bool,
        ply: usize,
    ) -> Option<Score> {
        // In a singular extension search the position has just been evaluated, and nothing is stored.
        if self.stack[ply].excluded.is_some() {
            return None;
        }
        let hit = hit.and_then(|hit| hit.static_eval);
        let raw = (!is_forced).then(|| hit.unwrap_or_else(|| self.knowledge.evaluate(position)));
        self.stack[ply].static_eval = raw.map(|raw| self.corrected(position, raw));
        raw
    }

    /// A static evaluation, corrected by what searches of similar positions have found.
    #[inline(always)]
    pub(crate) fn corrected(&self, position: &K::Position, raw: Score) -> Score {
        self.history.corrections.corrected(raw, position.turn(), K::structures(position))
    }

    /// Remembers that the score of a search differs from the static evaluation, where its bound says so.
    fn remember_error(
        &mut self,
        position: &K::Position,
        corrected: Score,
        score: Score,
        bound: Bound,
        depth: i32,
    ) {
        let difference = score - corrected;
        let is_known = match bound {
            Bound::Lower => difference > 0,
            Bound::Upper => difference < 0,
            Bound::Exact => true,
        };
        if is_known && !score.is_decisive() {
            let structures = K::structures(position);
            self.history.corrections.update(position.turn(), structures, difference, depth);
        }
    }

    /// Searches all moves. An error is a score that is not stored in the table: the search was stopped, or multi-cut.
    #[expect(clippy::too_many_arguments, reason = "the buffers belong to the caller")]
    fn search_moves<N: NodeType>(
        &mut self,
        position: &K::Position,
        mut node: NodeParameters,
        context: &NodeContext<MoveOf<K>>,
        candidates: &mut Vec<ScoredMove<MoveOf<K>>>,
        mut unscored: usize,
        tried: &mut Vec<MoveOf<K>>,
        ply: usize,
    ) -> Result<Best<MoveOf<K>>, Score> {
        self.stack[ply + 1].killers = [None, None];
        let mut best = Best { score: -Score::INFINITE, mv: None, count: 0 };
        let mut index = 0;
        while index < candidates.len() {
            // The table move often causes a cutoff, so the others are not scored before it was searched.
            if index == unscored {
                self.score_moves(position, ply, &mut candidates[index..]);
                unscored = usize::MAX;
            }
            let ScoredMove { mv, rating } = pick_best(candidates, index);
            index += 1;
            if Some(mv) == context.excluded || context.is_root && !self.is_searched_at_root(mv) {
                continue;
            }
            best.count += 1;
            let is_tactical = K::is_tactical(position, mv);
            // The first move is neither pruned nor reduced.
            let gives_check = !is_tactical && best.count > 1 && K::gives_check(position, mv);
            let reduction = self.reductions.of(node.depth, best.count);
            let current = MoveContext { mv, rating, count: best.count, is_tactical, gives_check, reduction };
            if !context.is_root && !best.score.is_loss() && !context.only_move {
                match Self::prune_move(position, node, context, &current) {
                    MovePruning::Search => {}
                    MovePruning::Skip => continue,
                    MovePruning::SkipQuiets => {
                        drop_quiets::<K>(position, candidates, index);
                        continue;
                    }
                }
            }
            let extension = match self.extension_of(position, node, context, mv, ply) {
                Extension::Plies(plies) => plies,
                Extension::MultiCut(score) => return Err(score),
            };
            let nodes_before = self.nodes;
            let score = self.search_move::<N>(position, node, context, &current, extension, ply);
            if self.time.is_over() {
                return Err(Score::DRAW);
            }
            if context.is_root {
                let is_better = best.count == 1 || score > node.alpha;
                self.update_root_move(mv, score, is_better, self.nodes - nodes_before);
            }
            if score > best.score {
                best.score = score;
                if score > node.alpha {
                    best.mv = Some(mv);
                    if N::PV {
                        self.update_pv(ply, mv);
                    }
                    if score >= node.beta {
                        break;
                    }
                    node.alpha = score;
                }
            }
            if !is_tactical {
                tried.push(mv);
            }
        }
        if best.count == 0 {
            // The excluded move is the only legal one.
            best.score = node.alpha;
        }
        Ok(best)
    }

    /// Principal variation search of one move: late moves first with reduced depth, then with a null window, and with the
    /// full window only if they raise alpha.
    #[inline(always)]
    fn search_move<N: NodeType>(
        &mut self,
        position: &K::Position,
        node: NodeParameters,
        context: &NodeContext<MoveOf<K>>,
        current: &MoveContext<MoveOf<K>>,
        extension: i32,
        ply: usize,
    ) -> Score {
        let NodeParameters { alpha, beta, depth, cut, .. } = node;
        let &MoveContext { mv, rating, count, is_tactical, .. } = current;
        self.stack[ply].played = Some(K::piece_to_index(position, mv));
        if N::PV {
            // A score from a null window search has no principal variation.
            self.stack[ply + 1].pv.clear();
        }
        let mut next = position.clone();
        next.play_unchecked(mv);
        self.table.prefetch(next.key());
        self.keys.push(position, mv, &next);
        let next_depth = depth - 1 + extension;
        let null_window = |depth, cut| NodeParameters { alpha: -(alpha + 1), beta: -alpha, depth, cut };
        let mut score = Score::DRAW;
        let is_late = count > 1 + i32::from(N::PV) && depth >= 3;
        let full = if is_late && !(is_tactical && rating > 0) {
            let reduction = current.adjusted_reduction::<N, K>(context, cut);
            let reduced = (next_depth - reduction / 100).clamp(1, next_depth.max(1));
            score = -self.search::<NonPvNode>(&next, null_window(reduced, true), ply + 1);
            score > alpha && reduced < next_depth
        } else {
            !N::PV || count > 1
        };
        if full {
            score = -self.search::<NonPvNode>(&next, null_window(next_depth, !cut), ply + 1);
        }
        if N::PV && (count == 1 || score > alpha && (context.is_root || score < beta)) {
            let window = NodeParameters { alpha: -beta, beta: -alpha, depth: next_depth, cut: false };
            score = -self.search::<PvNode>(&next, window, ply + 1);
        }
        self.keys.pop();
        score
    }
}

impl<M> MoveContext<M> {
    /// The late move reduction in this node, never negative.
    #[inline(always)]
    fn adjusted_reduction<N: NodeType, K: Knowledge>(&self, context: &NodeContext<M>, cut: bool) -> i32 {
        let by_history = if self.is_tactical { 0 } else { (self.rating / 100).clamp(-150, 150) };
        let more = 100 * i32::from(cut) + 50 * i32::from(!context.improving);
        let LateMoveReduction { forcing, root, .. } = K::PARAMETERS.reduction;
        let less = 100 * (i32::from(N::PV) + i32::from(context.is_forced))
            + forcing * i32::from(self.is_tactical || self.gives_check)
            + root * i32::from(context.is_root);
        (self.reduction - by_history + more - less).max(0)
    }
}
