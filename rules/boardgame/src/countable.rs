use crate::{MoveList, Position, TooComplex};

/// What tools that count moves ask of a position, with answers that are right for every game. A game overrides those
/// that it can give faster.
pub trait Countable: Position {
    /// The number of ways to make the legal moves, where a capture that can be made by several routes
    /// counts once for each. Games without such captures have nothing to override.
    fn count_routes(&self, mv: Self::Move) -> usize {
        let _ = mv;
        1
    }

    /// The work that may be spent on the routes of all moves of one position.
    const ROUTE_WORK: usize = usize::MAX;

    /// Like [`count_routes`](Self::count_routes), but gives up with an error when the work needed passes what
    /// is left. Begin with [`ROUTE_WORK`](Self::ROUTE_WORK) in each position and let its moves share it.
    /// `u64::MAX` stands for that many and more.
    fn count_routes_within(&self, mv: Self::Move, work: &mut usize) -> Result<u64, TooComplex> {
        let _ = work;
        Ok(self.count_routes(mv) as u64)
    }

    /// The number of legal moves of all successors together: the last two plies of a perft. Override when
    /// successors need not be stored to be counted.
    fn count_legal_of_successors(&self) -> u64 {
        let mut total = 0;
        self.for_each_successor(|successor| total += successor.count_legal() as u64);
        total
    }

    /// Calls `visit` with every position one legal move away. Override when successors can be made
    /// without making moves first.
    fn for_each_successor(&self, mut visit: impl FnMut(&Self)) {
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        for &mv in &list {
            let mut successor = self.clone();
            successor.play_unchecked(mv);
            visit(&successor);
        }
    }
}
