//! The order in which moves are tried.

/// A move and how early it is tried.
#[derive(Clone, Copy)]
pub(crate) struct Candidate<M> {
    pub(crate) mv: M,
    pub(crate) rating: i32,
}

/// The rating of the best move that the table knows.
const KNOWN: i32 = 1 << 30;

/// Takes all moves, the known best one first; gives the index from which on they are not rated yet.
pub(crate) fn fill<M: Copy>(
    candidates: &mut Vec<Candidate<M>>,
    moves: &[M],
    known_best: u16,
    digest: impl Fn(M) -> u16,
) -> usize {
    candidates.clear();
    candidates.extend(moves.iter().map(|&mv| Candidate { mv, rating: 0 }));
    let known = moves.iter().position(|&mv| known_best != 0 && digest(mv) == known_best);
    let Some(at) = known else { return 0 };
    candidates.swap(0, at);
    candidates[0].rating = KNOWN;
    1
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
