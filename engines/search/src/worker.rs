//! One thread of a search: the tree below a position.

use boardgame::{Outcome, Position};

use crate::control::Watch;
use crate::history::{History, Line};
use crate::knowledge::Knowledge;
use crate::order::Candidate;
use crate::path::Path;
use crate::reduction::Reductions;
use crate::root::RootMove;
use crate::score::Score;
use crate::table::Table;

/// The moves of a game.
pub(crate) type MoveOf<K> = <<K as Knowledge>::Position as Position>::Move;

/// What a thread remembers of the line it is looking at, one for each ply.
pub(crate) struct Frame<M> {
    /// Quiet moves that refuted siblings.
    pub(crate) killers: [Option<M>; 2],
    /// The evaluation of the position, unless forced.
    pub(crate) evaluation: Option<Score>,
    /// The piece slot of the move played from here.
    pub(crate) played: Option<usize>,
    /// The move that is left out while it is tested whether it alone is good.
    pub(crate) excluded: Option<M>,
    pub(crate) best_line: Vec<M>,
    /// Buffers that keep their memory.
    pub(crate) candidates: Vec<Candidate<M>>,
    pub(crate) tried: Vec<M>,
}

impl<M> Default for Frame<M> {
    fn default() -> Self {
        Self {
            killers: [None, None],
            evaluation: None,
            played: None,
            excluded: None,
            best_line: Vec::new(),
            candidates: Vec::new(),
            tried: Vec::new(),
        }
    }
}

pub(crate) struct Worker<'a, K: Knowledge> {
    pub(crate) knowledge: K,
    pub(crate) table: &'a Table,
    pub(crate) watch: &'a Watch<'a>,
    pub(crate) history: &'a mut History,
    pub(crate) reductions: &'a Reductions,
    pub(crate) thread: usize,
    pub(crate) frames: Vec<Frame<MoveOf<K>>>,
    /// Answers that refuted a move, by the piece slot of that move.
    pub(crate) answers: Vec<Option<MoveOf<K>>>,
    pub(crate) path: Path<K::Position>,
    pub(crate) root_moves: Vec<RootMove<MoveOf<K>>>,
    /// Root moves before this one are the better lines found already.
    pub(crate) line: usize,
    pub(crate) root_depth: i32,
    pub(crate) nodes: u64,
    pub(crate) next_note: u64,
    pub(crate) deepest: usize,
}

/// Nodes whose exact score is wanted, the root among them, and all others.
pub(crate) trait Node {
    const PV: bool;
}
pub(crate) struct Principal;
pub(crate) struct Zero;
impl Node for Principal {
    const PV: bool = true;
}
impl Node for Zero {
    const PV: bool = false;
}

/// The window, depth and kind of a node.
#[derive(Clone, Copy)]
pub(crate) struct Task {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
    pub(crate) depth: i32,
    /// Whether a refutation is expected.
    pub(crate) cut: bool,
}

impl<K: Knowledge> Worker<'_, K> {
    /// Counts a node; true, and none is counted, when the search is over.
    #[inline(always)]
    pub(crate) fn enter(&mut self) -> bool {
        if self.watch.is_over() {
            return true;
        }
        self.nodes += 1;
        if self.nodes >= self.next_note {
            self.watch.note(self.thread, self.nodes);
            self.next_note = self.watch.next_note(self.nodes);
        }
        false
    }

    /// The score of the root with this window.
    pub(crate) fn search_root(
        &mut self,
        position: &K::Position,
        alpha: Score,
        beta: Score,
        depth: i32,
    ) -> Score {
        self.search::<Principal>(position, Task { alpha, beta, depth, cut: false }, 0)
    }

    pub(crate) fn is_improving(&self, ply: usize) -> bool {
        let now = self.frames[ply].evaluation;
        let before = ply.checked_sub(2).and_then(|ply| self.frames[ply].evaluation);
        matches!((now, before), (Some(now), Some(before)) if now > before)
    }

    /// The last moves of the line that led here.
    pub(crate) fn line(&self, ply: usize) -> Line {
        let played = |back: usize| ply.checked_sub(back).and_then(|ply| self.frames[ply].played);
        [played(1), played(2)]
    }

    pub(crate) fn keep_line(&mut self, ply: usize, mv: MoveOf<K>) {
        let (head, tail) = self.frames.split_at_mut(ply + 1);
        let line = &mut head[ply].best_line;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&tail[0].best_line);
    }
}

/// The score of a position in which nobody can move any more.
pub(crate) fn end_of_game<P: Position>(position: &P, ply: usize) -> Score {
    position.outcome().map_or(Score::DRAW, |(outcome, _)| score_of(outcome, position, ply))
}

/// The score of a game that has ended here.
pub(crate) fn score_of<P: Position>(outcome: Outcome, position: &P, ply: usize) -> Score {
    match outcome {
        Outcome::Win(winner) if winner == position.turn() => Score::win_in(ply),
        Outcome::Win(_) => Score::loss_in(ply),
        Outcome::Draw => Score::DRAW,
    }
}
