use crate::{MoveList, Position, TooComplex};

/// Counting moves, with defaults that are correct for every game. A game overrides what it can do faster.
pub trait Countable: Position {
    /// The number of legal moves. Override when moves can be counted without being listed.
    fn count_legal(&self) -> usize {
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        list.len()
    }

    /// The number of routes by which a legal move can be made. Override only in games with captures that have several.
    fn count_routes(&self, mv: Self::Move) -> usize {
        let _ = mv;
        1
    }

    /// The work limit for the routes of all moves of one position.
    const ROUTE_WORK: usize = usize::MAX;

    /// Like [`count_routes`](Self::count_routes), but returns an error if the work exceeds what is left. Start with
    /// [`ROUTE_WORK`](Self::ROUTE_WORK) in each position and share it among its moves. The number `u64::MAX` means that
    /// many or more.
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
