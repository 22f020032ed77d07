//! What goes into a search and what comes out of it.

use std::time::Duration;

use crate::limits::Limits;
use crate::score::{Bound, Score};

/// What to search. `M` is a move of the game, or a text.
#[derive(Clone, Debug)]
pub struct SearchRequest<M> {
    /// When to stop.
    pub limits: Limits,
    /// Search only these moves; all legal moves if empty.
    pub moves: Vec<M>,
    /// How many of the best moves to find, each with its principal variation (MultiPV). 0 means 1.
    pub multi_pv: usize,
}

impl<M> Default for SearchRequest<M> {
    fn default() -> Self {
        Limits::default().into()
    }
}

impl<M> From<Limits> for SearchRequest<M> {
    /// Searches all moves for the best one.
    fn from(limits: Limits) -> Self {
        Self { limits, moves: Vec::new(), multi_pv: 1 }
    }
}

/// One principal variation with its score, reported after every depth. If only one variation is wanted, a score outside
/// the aspiration window is reported too, as a bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info<M> {
    /// The depth in plies.
    pub depth: u32,
    /// The length of the longest line searched, in plies.
    pub selective_depth: usize,
    /// The rank of this variation among the best moves, from 1.
    pub multi_pv: usize,
    /// The score for the side to move.
    pub score: Score,
    /// Whether the score is exact, or a lower or upper bound.
    pub bound: Bound,
    /// The principal variation: the moves that both sides are expected to play.
    pub pv: Vec<M>,
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// The time since the search started.
    pub elapsed: Duration,
    /// How full the transposition table is, in permille.
    pub hashfull: usize,
}

impl<M> Info<M> {
    /// The same with the principal variation in another form.
    #[must_use]
    pub fn map_pv<N>(&self, map: impl FnOnce(&[M]) -> Vec<N>) -> Info<N> {
        let &Self { depth, selective_depth, multi_pv, score, bound, ref pv, nodes, elapsed, hashfull } = self;
        Info { depth, selective_depth, multi_pv, score, bound, pv: map(pv), nodes, elapsed, hashfull }
    }

    /// Nodes searched per second.
    #[must_use]
    pub fn nodes_per_second(&self) -> f64 {
        self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-6)
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestMove<M> {
    /// The best move; `None` if there is no legal move.
    pub best: Option<M>,
    /// The expected reply to it.
    pub ponder: Option<M>,
    /// The score for the side to move.
    pub score: Score,
    /// The last depth that was completed.
    pub depth: u32,
    /// Nodes searched by all threads.
    pub nodes: u64,
}

impl<M> BestMove<M> {
    /// The same with moves in another form.
    #[must_use]
    pub fn map_moves<N>(self, mut map: impl FnMut(M) -> N) -> BestMove<N> {
        let Self { best, ponder, score, depth, nodes } = self;
        BestMove { best: best.map(&mut map), ponder: ponder.map(map), score, depth, nodes }
    }
}

impl<M> Default for BestMove<M> {
    /// The result where there is no legal move.
    fn default() -> Self {
        Self { best: None, ponder: None, score: Score::DRAW, depth: 0, nodes: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_mapped_with_all_their_fields() {
        let found = BestMove { best: Some(1), ponder: Some(2), score: Score::mate_in(3), depth: 4, nodes: 5 };
        let mapped = BestMove {
            best: Some("1".to_owned()),
            ponder: Some("2".to_owned()),
            score: found.score,
            depth: 4,
            nodes: 5,
        };
        assert_eq!(found.map_moves(|mv: i32| mv.to_string()), mapped);
    }

    #[test]
    fn speed_is_nodes_by_seconds() {
        let info = |nodes, millis| Info {
            depth: 1,
            selective_depth: 1,
            multi_pv: 1,
            score: Score::DRAW,
            bound: Bound::Exact,
            pv: vec![()],
            nodes,
            elapsed: Duration::from_millis(millis),
            hashfull: 0,
        };
        assert_eq!(info(3_000, 500).nodes_per_second(), 6_000.0);
        assert_eq!(info(3, 0).nodes_per_second(), 3e6, "at least a microsecond");
    }
}
