//! The end of a line: only what must be looked at before a position can be evaluated.

use boardgame::{MoveList, Position};

use crate::knowledge::{Knowledge, Unquiet};
use crate::order::{Candidate, fill, pick};
use crate::score::{MAX_PLY, Score};
use crate::table::{Bound, Known};
use crate::worker::{Node, Worker, end_of_game, score_of};

impl<K: Knowledge> Worker<'_, K> {
    /// Only loud moves, until the position can be evaluated.
    pub(crate) fn quiesce<N: Node>(
        &mut self,
        position: &K::Position,
        mut alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Score {
        if N::PV {
            self.frames[ply].best_line.clear();
        }
        if self.enter() {
            return Score::DRAW;
        }
        if let Some(outcome) = K::decided(position) {
            return score_of(outcome, position, ply);
        }
        self.deepest = self.deepest.max(ply + 1);
        if ply + 1 >= MAX_PLY || K::is_quiet(position) {
            return self.knowledge.evaluate(position);
        }
        let key = position.key();
        let known = self.table.look_up(key, ply);
        if let Some(known) = known.filter(|_| !N::PV)
            && known.answers(alpha, beta)
        {
            return known.score;
        }
        let mut list = MoveList::new();
        let unquiet = K::unquiet_moves(position, &mut list);
        if unquiet == Unquiet::All && list.is_empty() {
            return end_of_game(position, ply);
        }
        let old_alpha = alpha;
        let mut best = -Score::INFINITE;
        let mut raw = None;
        match unquiet {
            Unquiet::All => {}
            Unquiet::Choice => {
                let evaluated = known
                    .and_then(|known| known.evaluation)
                    .unwrap_or_else(|| self.knowledge.evaluate(position));
                raw = Some(evaluated);
                best = match known {
                    Some(known) if known.tells_more_than(evaluated) => known.score,
                    _ => evaluated,
                };
                if best >= beta || list.is_empty() {
                    return best;
                }
                alpha = alpha.max(best);
            }
        }
        let known_best = known.map_or(0, |known| known.best);
        let mut candidates = std::mem::take(&mut self.frames[ply].candidates);
        let unrated = fill(&mut candidates, &list, known_best, K::digest);
        self.rate(position, ply, &mut candidates[unrated..]);
        let mut best_move = None;
        for index in 0..candidates.len() {
            let Candidate { mv, .. } = pick(&mut candidates, index);
            if unquiet == Unquiet::Choice && !K::keeps(position, mv, 0) {
                continue;
            }
            // In check: once an escape is known, only captures may do better.
            if unquiet == Unquiet::All
                && !best.is_loss()
                && !K::is_loud(position, mv)
                && K::is_forced(position)
            {
                continue;
            }
            let mut next = position.clone();
            next.play_unchecked(mv);
            self.table.prefetch(next.key());
            self.path.push(position, mv, &next);
            self.frames[ply].played = Some(K::piece_slot(position, mv));
            let score = -self.quiesce::<N>(&next, -beta, -alpha, ply + 1);
            self.path.pop();
            if self.watch.is_over() {
                self.frames[ply].candidates = candidates;
                return Score::DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if N::PV {
                        self.keep_line(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }
        self.frames[ply].candidates = candidates;
        let bound = if best >= beta {
            Bound::Lower
        } else if best > old_alpha && N::PV {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let best_digest = best_move.map_or(0, K::digest);
        let entry = Known { best: best_digest, score: best, evaluation: raw, depth: 0, bound };
        self.table.store(key, ply, entry);
        best
    }
}
