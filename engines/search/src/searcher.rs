//! The search as a user sees it: a game in, the best move out.

use std::sync::Arc;

use boardgame::{Game, MoveList, Position};

use crate::control::Control;
use crate::endgame_tables::{EndgameTables, look_up_root};
use crate::forced_win::forced_win;
use crate::history::History;
use crate::iterative_deepening::is_mate_found;
use crate::knowledge::Knowledge;
use crate::late_move_reduction::ReductionTable;
use crate::repetition::KeyHistory;
use crate::root_moves::RootMove;
use crate::score::{Bound, MAX_PLY, Score};
use crate::search_messages::{BestMove, Info, SearchRequest};
use crate::time_manager::TimeManager;
use crate::transposition_table::TranspositionTable;
use crate::worker::{MoveOf, StackFrame, Worker};

/// The most threads of a search: four per processor, and at least eight. More would only wait for each other, and a
/// search that is stopped must wait for all of them.
#[must_use]
pub fn max_threads() -> usize {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    (4 * processors).max(8)
}

/// Searches positions of one game. The transposition table and the histories are kept between searches.
pub struct Searcher<K: Knowledge> {
    knowledge: K,
    table: TranspositionTable,
    tables: Option<Arc<dyn EndgameTables<K::Position>>>,
    reductions: ReductionTable,
    /// One per thread.
    histories: Vec<History>,
}

impl<K: Knowledge> Searcher<K> {
    /// Makes a searcher with a transposition table of this size.
    #[must_use]
    pub fn new(knowledge: K, megabytes: usize, threads: usize) -> Self {
        let mut searcher = Self {
            knowledge,
            table: TranspositionTable::new(megabytes),
            tables: None,
            reductions: ReductionTable::new::<K>(),
            histories: Vec::new(),
        };
        searcher.set_threads(threads);
        searcher
    }

    /// Sets the endgame tables to use, or none. Scores that the transposition table has from other tables stay until
    /// [`clear`](Self::clear).
    pub fn set_tables(&mut self, tables: Option<Arc<dyn EndgameTables<K::Position>>>) {
        self.tables = tables;
    }

    /// Sets the number of threads, between 1 and [`max_threads`]. Returns the number set.
    pub fn set_threads(&mut self, threads: usize) -> usize {
        self.histories.resize_with(threads.clamp(1, max_threads()), History::new::<K>);
        self.histories.len()
    }

    /// Resizes the transposition table, which clears it. It stays as it is if the system is out of memory. Returns its
    /// size in megabytes.
    pub fn resize_table(&mut self, megabytes: usize) -> usize {
        if let Some(table) = TranspositionTable::try_new(megabytes) {
            table.replace(&mut self.table);
        }
        self.table.megabytes()
    }

    /// Clears the transposition table and the histories, for a new game.
    pub fn clear(&mut self) {
        let threads = self.histories.len();
        self.table.clear(threads);
        self.histories.clear();
        self.set_threads(threads);
    }

    /// The evaluation and move ordering.
    #[must_use]
    pub fn knowledge(&self) -> &K {
        &self.knowledge
    }

    /// Changes the evaluation. Clears the transposition table, which holds evaluations, and the histories.
    pub fn set_knowledge(&mut self, knowledge: K) {
        self.knowledge = knowledge;
        self.clear();
    }

    /// Searches the current position of a game. `report` is called with every completed depth.
    pub fn search(
        &mut self,
        game: &Game<K::Position>,
        request: &SearchRequest<MoveOf<K>>,
        control: &Control,
        mut report: impl FnMut(&Info<MoveOf<K>>),
    ) -> BestMove<MoveOf<K>> {
        let position = game.position();
        let mut list = MoveList::new();
        position.legal_moves_into(&mut list);
        // A search for a mate is not content with a win.
        let tables = self.tables.as_deref().filter(|_| request.limits.mate_in_plies.is_none());
        let shows_all = request.multi_pv > 1 || !request.moves.is_empty();
        let known = tables.filter(|_| !shows_all);
        let known = known.and_then(|tables| look_up_root::<K>(tables, position, &list));
        let wanted = known.as_ref().map_or(&request.moves, |known| &known.moves);
        let is_wanted = |mv: &&MoveOf<K>| wanted.is_empty() || wanted.contains(mv);
        let root_moves: Vec<_> = list.iter().filter(is_wanted).map(|&mv| RootMove::new(mv)).collect();
        if root_moves.is_empty() {
            return BestMove::default();
        }
        self.table.start_search();
        let time = TimeManager::new(control, &request.limits, self.histories.len());
        let (table, reductions, knowledge) = (&self.table, &self.reductions, &self.knowledge);
        let mut workers = Vec::new();
        for (thread, history) in self.histories.iter_mut().enumerate() {
            workers.push(Worker {
                knowledge: knowledge.clone(),
                table,
                tables,
                shows_all,
                table_score: known.as_ref().and_then(|known| known.score),
                time: &time,
                history,
                reductions,
                thread,
                stack: std::iter::repeat_with(StackFrame::default).take(MAX_PLY + 2).collect(),
                countermoves: vec![None; K::PIECE_TO_SIZE],
                keys: KeyHistory::new(game),
                root_moves: root_moves.clone(),
                pv_index: 0,
                root_depth: 0,
                nodes: 0,
                next_report: time.next_report(0),
                selective_depth: 0,
            });
        }
        let mut workers = workers.into_iter();
        let first = workers.next();
        let found = std::thread::scope(|scope| {
            for mut worker in workers {
                // The stack must hold the deepest line.
                let builder = std::thread::Builder::new().stack_size(STACK_SIZE);
                let run = move || worker.deepen(position, request, &mut |_| {});
                // If the thread cannot be started, the others do its work.
                let _ = builder.spawn_scoped(scope, run);
            }
            let Some(mut first) = first else { return BestMove::default() };
            let found = first.deepen(position, request, &mut report);
            time.end();
            found
        });
        let plies = request.limits.only_mate().filter(|&plies| !is_mate_found(Some(plies), found.score));
        let Some(pv) = plies.and_then(|plies| forced_win(position, &request.moves, plies, control)) else {
            return found;
        };
        let (score, depth) = (Score::mate_in(pv.len()), pv.len() as u32);
        let (best, ponder) = (pv.first().copied(), pv.get(1).copied());
        report(&Info {
            depth: depth.max(found.depth),
            selective_depth: pv.len(),
            multi_pv: 1,
            score,
            bound: Bound::Exact,
            pv,
            nodes: found.nodes,
            elapsed: time.start.elapsed(),
            hashfull: table.hashfull(),
        });
        BestMove { best, ponder, score, ..found }
    }
}

const STACK_SIZE: usize = 64 << 20;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::test_tree::{Tree, TreeKnowledge};

    fn search(tree: &str, limits: Limits) -> (BestMove<usize>, usize) {
        let mut selective_depth = 0;
        let found = Searcher::new(TreeKnowledge, 1, 1).search(
            &Game::new(Tree::new(tree)),
            &limits.into(),
            &Control::default(),
            |info| selective_depth = info.selective_depth,
        );
        (found, selective_depth)
    }

    #[test]
    fn a_mate_that_was_pruned_is_the_result() {
        // White draws with the first move. After the second White wins with the last of 61 moves, which is pruned.
        let tree = format!("(=(({}W)))", "=".repeat(60));
        let (found, _) = search(&tree, Limits::depth(8));
        assert_eq!((found.best, found.ponder, found.score), (Some(0), None, Score::DRAW));
        let (found, _) = search(&tree, Limits { mate_in_plies: Some(3), ..Limits::default() });
        assert_eq!((found.best, found.ponder, found.score), (Some(1), Some(0), Score::mate_in(3)));
    }

    #[test]
    fn a_forced_line_is_followed_as_deep_as_scores_reach() {
        let tree = format!("{}={}", "(".repeat(200), ")".repeat(200));
        let (found, selective_depth) = search(&tree, Limits::depth(70));
        assert_eq!((found.depth, found.score, selective_depth), (70, Score::DRAW, MAX_PLY - 1));
    }
}
