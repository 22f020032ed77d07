//! The order in which moves are tried.

/// A move and how early it is tried.
#[derive(Clone, Copy)]
pub(crate) struct Candidate<M> {
    pub(crate) mv: M,
    pub(crate) rating: i32,
}

/// The best of the moves from `index` on; it takes the place at `index`. Moves that are never tried are
/// never sorted.
pub(crate) fn pick<M: Copy>(candidates: &mut [Candidate<M>], index: usize) -> Candidate<M> {
    let mut best = index;
    for other in index + 1..candidates.len() {
        if candidates[other].rating > candidates[best].rating {
            best = other;
        }
    }
    candidates.swap(index, best);
    candidates[index]
}
