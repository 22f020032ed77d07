use std::ops::Deref;

use smallvec::SmallVec;

/// A list of moves that lives on the stack.
///
/// The first 256 moves need no allocation. Chess never has more than 218; a draughts position can be
/// built that has more, and then the list moves to the heap rather than lose one.
#[derive(Clone, Debug)]
pub struct MoveList<M: Copy> {
    moves: SmallVec<[M; 256]>,
}

impl<M: Copy> MoveList<M> {
    /// An empty list.
    #[inline]
    #[must_use]
    pub fn new() -> Self {
        Self { moves: SmallVec::new() }
    }

    /// Appends a move.
    #[inline(always)]
    pub fn push(&mut self, mv: M) {
        self.moves.push(mv);
    }

    /// Removes all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.moves.clear();
    }

    /// Shortens the list to its first `len` moves.
    #[inline]
    pub fn truncate(&mut self, len: usize) {
        self.moves.truncate(len);
    }
}

impl<M: Copy> Default for MoveList<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<M: Copy> Deref for MoveList<M> {
    type Target = [M];

    #[inline]
    fn deref(&self) -> &[M] {
        &self.moves
    }
}

impl<'a, M: Copy> IntoIterator for &'a MoveList<M> {
    type Item = &'a M;
    type IntoIter = std::slice::Iter<'a, M>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
