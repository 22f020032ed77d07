//! One thread of a search.

use boardgame::{Outcome, Position};

use crate::endgame_tables::EndgameTables;
use crate::history::{History, PreviousMoves};
use crate::knowledge::Knowledge;
use crate::late_move_reduction::ReductionTable;
use crate::move_ordering::ScoredMove;
use crate::repetition::KeyHistory;
use crate::root_moves::RootMove;
use crate::score::Score;
use crate::time_manager::TimeManager;
use crate::transposition_table::TranspositionTable;

/// The moves of a game.
pub(crate) type MoveOf<K> = <<K as Knowledge>::Position as Position>::Move;

/// One ply of the search stack.
pub(crate) struct StackFrame<M> {
    pub(crate) killers: [Option<M>; 2],
    /// Corrected by what searches have found; none in forced positions.
    pub(crate) static_eval: Option<Score>,
    /// The piece-to index of the move played; none for a null move.
    pub(crate) played: Option<usize>,
    /// The move excluded by a singular extension search.
    pub(crate) excluded: Option<M>,
    pub(crate) pv: Vec<M>,
    /// Reused buffers.
    pub(crate) candidates: Vec<ScoredMove<M>>,
    pub(crate) tried: Vec<M>,
}

impl<M> Default for StackFrame<M> {
    fn default() -> Self {
        Self {
            killers: [None, None],
            static_eval: None,
            played: None,
            excluded: None,
            pv: Vec::new(),
            candidates: Vec::new(),
            tried: Vec::new(),
        }
    }
}

/// The state of one thread.
pub(crate) struct Worker<'a, K: Knowledge> {
    pub(crate) knowledge: K,
    pub(crate) table: &'a TranspositionTable,
    /// Endgame tables, if there are any to probe.
    pub(crate) tables: Option<&'a dyn EndgameTables<K::Position>>,
    /// Whether more moves of the root are wanted than the best one.
    pub(crate) shows_all: bool,
    /// The value of the root by endgame tables.
    pub(crate) table_score: Option<Score>,
    pub(crate) time: &'a TimeManager<'a>,
    pub(crate) history: &'a mut History,
    pub(crate) reductions: &'a ReductionTable,
    pub(crate) thread: usize,
    pub(crate) stack: Vec<StackFrame<MoveOf<K>>>,
    /// The countermove of each move, by its piece-to index.
    pub(crate) countermoves: Vec<Option<MoveOf<K>>>,
    pub(crate) keys: KeyHistory<K::Position>,
    pub(crate) root_moves: Vec<RootMove<MoveOf<K>>>,
    /// Root moves before this index are the better variations found already (MultiPV).
    pub(crate) pv_index: usize,
    pub(crate) root_depth: i32,
    pub(crate) nodes: u64,
    /// The node count at which to report to the time manager.
    pub(crate) next_report: u64,
    pub(crate) selective_depth: usize,
}

/// The type of a node: PV nodes are searched with an open window, all others with a null window.
pub(crate) trait NodeType {
    const PV: bool;
}
pub(crate) struct PvNode;
pub(crate) struct NonPvNode;
impl NodeType for PvNode {
    const PV: bool = true;
}
impl NodeType for NonPvNode {
    const PV: bool = false;
}

/// How to search a node.
#[derive(Clone, Copy)]
pub(crate) struct NodeParameters {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
    pub(crate) depth: i32,
    /// Whether this is an expected cut node.
    pub(crate) cut: bool,
}

impl<K: Knowledge> Worker<'_, K> {
    /// Counts a node. Returns true, and counts none, when the search is over.
    #[inline(always)]
    pub(crate) fn count_node(&mut self) -> bool {
        if self.time.is_over() {
            return true;
        }
        self.nodes += 1;
        if self.nodes >= self.next_report {
            self.time.report_nodes(self.thread, self.nodes);
            self.next_report = self.time.next_report(self.nodes);
        }
        false
    }

    /// Whether the static evaluation is better than two plies ago.
    pub(crate) fn is_improving(&self, ply: usize) -> bool {
        let now = self.stack[ply].static_eval;
        let before = ply.checked_sub(2).and_then(|ply| self.stack[ply].static_eval);
        matches!((now, before), (Some(now), Some(before)) if now > before)
    }

    /// The last two moves before this node.
    pub(crate) fn previous_moves(&self, ply: usize) -> PreviousMoves {
        let played = |back: usize| ply.checked_sub(back).and_then(|ply| self.stack[ply].played);
        [played(1), played(2)]
    }

    /// Sets the principal variation of a ply: a move and the variation of the next ply.
    pub(crate) fn update_pv(&mut self, ply: usize, mv: MoveOf<K>) {
        let (head, tail) = self.stack.split_at_mut(ply + 1);
        let pv = &mut head[ply].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&tail[0].pv);
    }
}

/// The score of a position without legal moves.
pub(crate) fn score_without_moves<P: Position>(position: &P, ply: usize) -> Score {
    position.outcome().map_or(Score::DRAW, |(outcome, _)| score_of_outcome(outcome, position, ply))
}

/// The score of a finished game.
pub(crate) fn score_of_outcome<P: Position>(outcome: Outcome, position: &P, ply: usize) -> Score {
    match outcome {
        Outcome::Win(winner) if winner == position.turn() => Score::mate_in(ply),
        Outcome::Win(_) => Score::mated_in(ply),
        Outcome::Draw => Score::DRAW,
    }
}
