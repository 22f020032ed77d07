//! Positions and moves that need no deep look, and those that need a deeper one.

use boardgame::Position;

use crate::knowledge::Knowledge;
use crate::node::{Attempt, Facts};
use crate::score::Score;
use crate::table::{Bound, Known};
use crate::worker::{MoveOf, Node, Task, Worker, Zero};

/// What happens to a move.
pub(crate) enum Verdict {
    /// It is searched.
    Search,
    /// It promises nothing.
    LeaveOut,
    /// Neither it nor the quiet moves after it promise anything.
    LeaveOutQuiet,
}

/// How much deeper a move is searched.
pub(crate) enum Extension {
    By(i32),
    Cut(Score),
}

impl<K: Knowledge> Worker<'_, K> {
    /// Scores that need no look at the moves.
    #[inline(always)]
    pub(crate) fn prune<N: Node>(
        &mut self,
        position: &K::Position,
        task: Task,
        evaluation: Score,
        improving: bool,
        ply: usize,
    ) -> Option<Score> {
        let Task { alpha, beta, depth, cut, .. } = task;
        if let Some(margins) = K::TUNING.margins {
            let plies = depth - i32::from(improving);
            if depth <= 8 && evaluation - margins.reverse_futility * plies >= beta && !beta.is_loss() {
                let between = (evaluation - beta) / 2;
                return Some(if evaluation.is_decided() { evaluation } else { beta + between });
            }
            if depth <= 3 && evaluation + margins.razoring * depth < alpha {
                let score = self.quiesce::<N>(position, alpha, alpha + 1, ply);
                if score <= alpha {
                    return Some(score);
                }
            }
        }
        let passed_before = ply > 0 && self.frames[ply - 1].played.is_none();
        if depth >= 3 && evaluation >= beta && !passed_before && !beta.is_loss() {
            let next = K::pass(position)?;
            let margin = ((evaluation - beta) / 200).min(3);
            let reduction = 4 + depth / 4 + margin;
            self.table.prefetch(next.key());
            self.path.push_pass(&next);
            self.frames[ply].played = None;
            let window = Task { alpha: -beta, beta: -(beta - 1), depth: depth - reduction, cut: !cut };
            let score = -self.search::<Zero>(&next, window, ply + 1);
            self.path.pop();
            if self.watch.is_over() {
                return Some(Score::DRAW);
            }
            if score >= beta {
                // A win found by passing is no proof.
                return Some(if score.is_win() { beta } else { score });
            }
        }
        None
    }

    /// Whether a move is searched at all, once a move that does not lose is known.
    #[inline(always)]
    pub(crate) fn judge(
        position: &K::Position,
        task: Task,
        facts: &Facts<MoveOf<K>>,
        attempt: &Attempt<MoveOf<K>>,
    ) -> Verdict {
        let Task { alpha, depth, .. } = task;
        let &Attempt { mv, rating, count, loud, checks, reduction } = attempt;
        if loud {
            let keeps = depth > 7 || count == 1 || K::keeps(position, mv, -K::TUNING.exchange.1 * depth);
            return if keeps { Verdict::Search } else { Verdict::LeaveOut };
        }
        if facts.is_forced {
            return Verdict::Search;
        }
        let left = (depth - reduction / 100).max(0);
        if !checks {
            let most = (4 + depth * depth) / if facts.improving { 1 } else { 2 };
            if K::TUNING.late_move_pruning && depth <= 8 && count > most {
                return Verdict::LeaveOutQuiet;
            }
            let margins = K::TUNING.margins.filter(|_| left <= 7 && count > 1);
            if let (Some(evaluation), Some(margins)) = (facts.evaluation, margins) {
                let reach = evaluation + margins.futility * (left + 1);
                if reach <= alpha && !reach.is_decided() {
                    return Verdict::LeaveOutQuiet;
                }
            }
            if K::TUNING.late_move_pruning && left <= 4 && count > 2 && rating < -3_000 * left - 1_000 {
                return Verdict::LeaveOut;
            }
        }
        if left <= 8 && !K::keeps(position, mv, -K::TUNING.exchange.0 * left * left) {
            return Verdict::LeaveOut;
        }
        Verdict::Search
    }

    /// How much deeper a move is searched: the known best one if it is the only good one, and an only move.
    #[inline(always)]
    pub(crate) fn extension_of(
        &mut self,
        position: &K::Position,
        task: Task,
        facts: &Facts<MoveOf<K>>,
        mv: MoveOf<K>,
        ply: usize,
    ) -> Extension {
        let known = facts.known.filter(|known| K::digest(mv) == known.best);
        match known.filter(|_| !facts.is_root && facts.excluded.is_none()) {
            Some(known) => self.test_alone(position, &known, mv, task, ply),
            None => Extension::By(i32::from(facts.only_move && ply < 2 * self.root_depth as usize)),
        }
    }

    /// Searches all other moves for one that is nearly as good as the known best one.
    fn test_alone(
        &mut self,
        position: &K::Position,
        known: &Known,
        mv: MoveOf<K>,
        task: Task,
        ply: usize,
    ) -> Extension {
        let Task { beta, depth, cut, .. } = task;
        let is_test_worth = depth >= 7
            && known.depth >= depth - 3
            && known.bound != Bound::Upper
            && !known.score.is_decided()
            && ply < 2 * self.root_depth as usize;
        if !is_test_worth {
            return Extension::By(0);
        }
        let target = known.score - 2 * depth;
        self.frames[ply].excluded = Some(mv);
        let window = Task { alpha: target - 1, beta: target, depth: (depth - 1) / 2, cut };
        let score = self.search::<Zero>(position, window, ply);
        self.frames[ply].excluded = None;
        if self.watch.is_over() {
            Extension::By(0)
        } else if score < target {
            Extension::By(1)
        } else if target >= beta {
            // Several moves are too good: no need to look further.
            Extension::Cut(target)
        } else if known.score >= beta {
            Extension::By(-1)
        } else {
            Extension::By(0)
        }
    }
}
