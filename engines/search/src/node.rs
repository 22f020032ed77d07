//! One node of the tree: its window and depth, its moves in turn, its best score.

use boardgame::{MoveList, Position};

use crate::knowledge::{Knowledge, Reduction};
use crate::order::{Candidate, drop_quiet, fill, pick};
use crate::prune::{Extension, Verdict};
use crate::score::{MAX_PLY, Score};
use crate::table::{Bound, Known};
use crate::worker::{MoveOf, Node, Principal, Task, Worker, Zero, end_of_game, score_of};

/// What is known of a node before its moves are searched.
pub(crate) struct Facts<M> {
    pub(crate) known: Option<Known>,
    pub(crate) evaluation: Option<Score>,
    pub(crate) is_forced: bool,
    pub(crate) improving: bool,
    pub(crate) is_root: bool,
    pub(crate) only_move: bool,
    /// The move that is left out while it is tested whether it alone is good.
    pub(crate) excluded: Option<M>,
}

/// A move when it is its turn.
pub(crate) struct Attempt<M> {
    pub(crate) mv: M,
    pub(crate) rating: i32,
    /// The first is 1.
    pub(crate) count: i32,
    pub(crate) loud: bool,
    pub(crate) checks: bool,
    /// By how much less deep it may be searched, in hundredths.
    pub(crate) reduction: i32,
}

/// The best that was found among the moves of a node.
struct Best<M> {
    score: Score,
    /// Only a move that is better than the lower end of the window.
    mv: Option<M>,
    count: i32,
}

impl<K: Knowledge> Worker<'_, K> {
    /// The score of a position: exact within the window, a bound outside of it.
    pub(crate) fn search<N: Node>(&mut self, position: &K::Position, mut task: Task, ply: usize) -> Score {
        let is_root = N::PV && ply == 0;
        if N::PV {
            self.frames[ply].best_line.clear();
        }
        if !is_root {
            if self.path.is_repetition() {
                return Score::DRAW;
            }
            if let Some(outcome) = K::decided(position) {
                return score_of(outcome, position, ply);
            }
            // No line from here is better than the shortest win, or worse than the quickest loss.
            task.alpha = task.alpha.max(Score::loss_in(ply));
            task.beta = task.beta.min(Score::win_in(ply + 1));
            if task.alpha >= task.beta {
                return task.alpha;
            }
        }
        if task.depth <= 0 {
            return self.quiesce::<N>(position, task.alpha, task.beta, ply);
        }
        if self.enter() {
            return Score::DRAW;
        }
        if ply + 1 >= MAX_PLY {
            return self.knowledge.evaluate(position);
        }
        self.deepest = self.deepest.max(ply + 1);

        let excluded = self.frames[ply].excluded;
        let key = position.key();
        let known = if excluded.is_none() { self.table.look_up(key, ply) } else { None };
        if let Some(known) = known.filter(|known| !N::PV && known.depth >= task.depth)
            && known.answers(task.alpha, task.beta)
        {
            return known.score;
        }
        // A position without a known best move is searched less deep; the table will know one next time.
        if known.is_none_or(|known| known.best == 0) && task.depth >= 4 && excluded.is_none() {
            task.depth -= 1;
        }

        let is_forced = K::is_forced(position);
        let raw = self.evaluation_of(position, known, is_forced, ply);
        // What the table knows is better than what the evaluation guesses.
        let evaluation = match (raw, known) {
            (Some(raw), Some(known)) if known.tells_more_than(raw) => Some(known.score),
            _ => raw,
        };
        let improving = self.is_improving(ply);
        if let Some(evaluation) = evaluation.filter(|_| !N::PV && excluded.is_none())
            && let Some(score) = self.prune::<N>(position, task, evaluation, improving, ply)
        {
            return score;
        }

        let mut list = MoveList::new();
        position.legal_moves_into(&mut list);
        if list.is_empty() {
            return end_of_game(position, ply);
        }
        let only_move = list.len() == 1;
        let facts = Facts { known, evaluation, is_forced, improving, is_root, only_move, excluded };
        // The buffers of the ply keep their memory.
        let mut candidates = std::mem::take(&mut self.frames[ply].candidates);
        let mut tried = std::mem::take(&mut self.frames[ply].tried);
        tried.clear();
        let unrated = fill(&mut candidates, &list, known.map_or(0, |known| known.best), K::digest);
        let best = self.search_moves::<N>(position, task, &facts, &mut candidates, unrated, &mut tried, ply);
        let best = best.inspect(|best| {
            let Task { beta, depth, .. } = task;
            if let Some(mv) = best.mv.filter(|&mv| best.score >= beta && !K::is_loud(position, mv)) {
                self.praise(position, mv, &tried, depth, ply);
            }
            if excluded.is_none() && !(is_root && self.line > 0) {
                let bound = match best.mv {
                    _ if best.score >= beta => Bound::Lower,
                    Some(_) => Bound::Exact,
                    None => Bound::Upper,
                };
                let best_digest = best.mv.map_or(0, K::digest);
                let entry = Known { best: best_digest, score: best.score, evaluation: raw, depth, bound };
                self.table.store(key, ply, entry);
            }
        });
        self.frames[ply].candidates = candidates;
        self.frames[ply].tried = tried;
        best.map_or_else(|score| score, |best| best.score)
    }

    /// The evaluation of a position that is not forced, kept for its grandchildren.
    fn evaluation_of(
        &mut self,
        position: &K::Position,
        known: Option<Known>,
        is_forced: bool,
        ply: usize,
    ) -> Option<Score> {
        // While a move is left out the position is the one that was evaluated just before.
        if self.frames[ply].excluded.is_none() {
            let known = known.and_then(|known| known.evaluation);
            self.frames[ply].evaluation =
                (!is_forced).then(|| known.unwrap_or_else(|| self.knowledge.evaluate(position)));
        }
        self.frames[ply].evaluation
    }

    /// All moves in turn. An error is a score that needs no storing: the search is over, or several moves are
    /// too good.
    #[expect(clippy::too_many_arguments, reason = "the buffers belong to the caller")]
    fn search_moves<N: Node>(
        &mut self,
        position: &K::Position,
        mut task: Task,
        facts: &Facts<MoveOf<K>>,
        candidates: &mut Vec<Candidate<MoveOf<K>>>,
        mut unrated: usize,
        tried: &mut Vec<MoveOf<K>>,
        ply: usize,
    ) -> Result<Best<MoveOf<K>>, Score> {
        self.frames[ply + 1].killers = [None, None];
        let mut best = Best { score: -Score::INFINITE, mv: None, count: 0 };
        let mut index = 0;
        while index < candidates.len() {
            // The known best move often ends the search of the node; the others are not rated before it.
            if index == unrated {
                self.rate(position, ply, &mut candidates[index..]);
                unrated = usize::MAX;
            }
            let Candidate { mv, rating } = pick(candidates, index);
            index += 1;
            if Some(mv) == facts.excluded || facts.is_root && !self.is_open_at_root(mv) {
                continue;
            }
            best.count += 1;
            let loud = K::is_loud(position, mv);
            // The first move is neither left out nor reduced.
            let checks = !loud && best.count > 1 && K::gives_check(position, mv);
            let reduction = self.reductions.of(task.depth, best.count);
            let attempt = Attempt { mv, rating, count: best.count, loud, checks, reduction };
            if !facts.is_root && !best.score.is_loss() && !facts.only_move {
                match Self::judge(position, task, facts, &attempt) {
                    Verdict::Search => {}
                    Verdict::LeaveOut => continue,
                    Verdict::LeaveOutQuiet => {
                        drop_quiet::<K>(position, candidates, index);
                        continue;
                    }
                }
            }
            let extension = match self.extension_of(position, task, facts, mv, ply) {
                Extension::By(plies) => plies,
                Extension::Cut(score) => return Err(score),
            };
            let nodes_before = self.nodes;
            let score = self.try_move::<N>(position, task, facts, &attempt, extension, ply);
            if self.watch.is_over() {
                return Err(Score::DRAW);
            }
            if facts.is_root {
                let is_better = best.count == 1 || score > task.alpha;
                self.note_at_root(mv, score, is_better, self.nodes - nodes_before);
            }
            if score > best.score {
                best.score = score;
                if score > task.alpha {
                    best.mv = Some(mv);
                    if N::PV {
                        self.keep_line(ply, mv);
                    }
                    if score >= task.beta {
                        break;
                    }
                    task.alpha = score;
                }
            }
            if !loud {
                tried.push(mv);
            }
        }
        if best.count == 0 {
            // Only the excluded move was there.
            best.score = task.alpha;
        }
        Ok(best)
    }

    /// The score of a move. Later moves are searched less deep, and must show with the smallest window that
    /// they are better than the best before they get more.
    #[inline(always)]
    fn try_move<N: Node>(
        &mut self,
        position: &K::Position,
        task: Task,
        facts: &Facts<MoveOf<K>>,
        attempt: &Attempt<MoveOf<K>>,
        extension: i32,
        ply: usize,
    ) -> Score {
        let Task { alpha, beta, depth, cut, .. } = task;
        let &Attempt { mv, rating, count, loud, .. } = attempt;
        self.frames[ply].played = Some(K::piece_slot(position, mv));
        if N::PV {
            // A score that is high enough without an exact search has no line.
            self.frames[ply + 1].best_line.clear();
        }
        let mut next = position.clone();
        next.play_unchecked(mv);
        self.table.prefetch(next.key());
        self.path.push(position, mv, &next);
        let next_depth = depth - 1 + extension;
        let zero = |depth, cut| Task { alpha: -(alpha + 1), beta: -alpha, depth, cut };
        let mut score = Score::DRAW;
        let is_late = count > 1 + i32::from(N::PV) && depth >= 3;
        let full = if is_late && !(loud && rating > 0) {
            let reduction = attempt.reduction_here::<N, K>(facts, cut);
            let reduced = (next_depth - reduction / 100).clamp(1, next_depth.max(1));
            score = -self.search::<Zero>(&next, zero(reduced, true), ply + 1);
            score > alpha && reduced < next_depth
        } else {
            !N::PV || count > 1
        };
        if full {
            score = -self.search::<Zero>(&next, zero(next_depth, !cut), ply + 1);
        }
        if N::PV && (count == 1 || score > alpha && (facts.is_root || score < beta)) {
            let window = Task { alpha: -beta, beta: -alpha, depth: next_depth, cut: false };
            score = -self.search::<Principal>(&next, window, ply + 1);
        }
        self.path.pop();
        score
    }
}

impl<M> Attempt<M> {
    /// The reduction of a late move, never negative.
    #[inline(always)]
    fn reduction_here<N: Node, K: Knowledge>(&self, facts: &Facts<M>, cut: bool) -> i32 {
        let by_history = if self.loud { 0 } else { (self.rating / 100).clamp(-150, 150) };
        let more = 100 * i32::from(cut) + 50 * i32::from(!facts.improving);
        let Reduction { forcing, root, .. } = K::TUNING.reduction;
        let less = 100 * (i32::from(N::PV) + i32::from(facts.is_forced))
            + forcing * i32::from(self.loud || self.checks)
            + root * i32::from(facts.is_root);
        (self.reduction - by_history + more - less).max(0)
    }
}
