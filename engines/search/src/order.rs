//! The order in which moves are tried.

use boardgame::Position;

use crate::knowledge::Knowledge;
use crate::worker::{MoveOf, Worker};

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

/// Leaves out the quiet moves that are still to come, but not those that give check.
pub(crate) fn drop_quiet<K: Knowledge>(
    position: &K::Position,
    candidates: &mut Vec<Candidate<MoveOf<K>>>,
    index: usize,
) {
    let mut kept = index;
    for at in index..candidates.len() {
        let mv = candidates[at].mv;
        if K::is_loud(position, mv) || K::gives_check(position, mv) {
            candidates.swap(kept, at);
            kept += 1;
        }
    }
    candidates.truncate(kept);
}

impl<K: Knowledge> Worker<'_, K> {
    /// Gives moves the ratings that decide their turn.
    pub(crate) fn rate(&self, position: &K::Position, ply: usize, candidates: &mut [Candidate<MoveOf<K>>]) {
        const LOUD: i32 = 1 << 24;
        const KILLER: i32 = 1 << 22;
        const ANSWER: i32 = 1 << 21;
        let line = self.line(ply);
        let answer = line[0].and_then(|slot| self.answers[slot]);
        let killers = self.frames[ply].killers;
        let turn = position.turn();
        for Candidate { mv, rating } in candidates {
            let mv = *mv;
            *rating = if K::is_loud(position, mv) {
                let promise = K::promise(position, mv);
                if K::keeps(position, mv, 0) { LOUD + promise } else { promise - LOUD }
            } else if Some(mv) == killers[0] {
                KILLER + 1
            } else if Some(mv) == killers[1] {
                KILLER
            } else if Some(mv) == answer {
                ANSWER
            } else {
                self.history.mark(turn, K::slot(mv), K::piece_slot(position, mv), line)
            };
        }
    }

    /// Remembers a quiet move that was too good for the opponent, and that the moves before it were not.
    pub(crate) fn praise(
        &mut self,
        position: &K::Position,
        mv: MoveOf<K>,
        tried: &[MoveOf<K>],
        depth: i32,
        ply: usize,
    ) {
        let (turn, line) = (position.turn(), self.line(ply));
        let killers = &mut self.frames[ply].killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if let Some(slot) = line[0] {
            self.answers[slot] = Some(mv);
        }
        let bonus = (170 * depth - 100).min(1_800);
        self.history.add(turn, K::slot(mv), K::piece_slot(position, mv), line, bonus);
        for &other in tried.iter().filter(|&&other| other != mv) {
            self.history.add(turn, K::slot(other), K::piece_slot(position, other), line, -bonus);
        }
    }
}
