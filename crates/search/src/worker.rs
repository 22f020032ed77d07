//! One thread of a search: the tree below a position.

use boardgame::{MoveList, Outcome, Position};

use crate::control::Watch;
use crate::history::{History, Line};
use crate::knowledge::{Knowledge, Unquiet};
use crate::order::{Candidate, fill, pick};
use crate::path::Path;
use crate::reduction::Reductions;
use crate::root::RootMove;
use crate::score::{MAX_PLY, Score};
use crate::table::{Bound, Known, Table};

/// The moves of a game.
pub(crate) type MoveOf<K> = <<K as Knowledge>::Position as Position>::Move;

/// What a thread remembers of the line it is looking at, one for each ply.
pub(crate) struct Frame<M> {
    /// Quiet moves that refuted siblings.
    pub(crate) killers: [Option<M>; 2],
    /// The evaluation of the position, unless in check.
    evaluation: Option<Score>,
    /// The piece slot of the move played from here.
    played: Option<usize>,
    /// The move that is left out while it is tested whether it alone is good.
    excluded: Option<M>,
    pub(crate) best_line: Vec<M>,
    /// Buffers that keep their memory.
    candidates: Vec<Candidate<M>>,
    tried: Vec<M>,
}

impl<M> Default for Frame<M> {
    fn default() -> Self {
        Self {
            killers: [None, None],
            evaluation: None,
            played: None,
            excluded: None,
            best_line: Vec::new(),
            candidates: Vec::new(),
            tried: Vec::new(),
        }
    }
}

pub(crate) struct Worker<'a, K: Knowledge> {
    pub(crate) knowledge: K,
    pub(crate) table: &'a Table,
    pub(crate) watch: &'a Watch<'a>,
    pub(crate) history: &'a mut History,
    pub(crate) reductions: &'a Reductions,
    pub(crate) thread: usize,
    pub(crate) frames: Vec<Frame<MoveOf<K>>>,
    /// Answers that refuted a move, by the piece slot of that move.
    pub(crate) answers: Vec<Option<MoveOf<K>>>,
    pub(crate) path: Path<K::Position>,
    pub(crate) root_moves: Vec<RootMove<MoveOf<K>>>,
    /// Root moves before this one are the better lines found already.
    pub(crate) line: usize,
    pub(crate) root_depth: i32,
    pub(crate) nodes: u64,
    pub(crate) next_note: u64,
    pub(crate) deepest: usize,
}

/// Nodes whose exact score is wanted, the root among them, and all others.
pub(crate) trait Node {
    const PV: bool;
}
pub(crate) struct Principal;
pub(crate) struct Zero;
impl Node for Principal {
    const PV: bool = true;
}
impl Node for Zero {
    const PV: bool = false;
}

/// The window, depth and kind of a node.
#[derive(Clone, Copy)]
struct Task {
    alpha: Score,
    beta: Score,
    depth: i32,
    /// Whether a refutation is expected.
    cut: bool,
    /// Whether something hangs, so that the evaluation says nothing yet.
    settles: bool,
}

impl<K: Knowledge> Worker<'_, K> {
    /// Counts a node; true, and none is counted, when the search is over.
    #[inline(always)]
    fn enter(&mut self) -> bool {
        if self.watch.is_over() {
            return true;
        }
        self.nodes += 1;
        if self.nodes >= self.next_note {
            self.watch.note(self.thread, self.nodes);
            self.next_note = self.watch.next_note(self.nodes);
        }
        false
    }

    /// The score of the root with this window.
    pub(crate) fn search_root(
        &mut self,
        position: &K::Position,
        alpha: Score,
        beta: Score,
        depth: i32,
    ) -> Score {
        self.search::<Principal>(position, Task { alpha, beta, depth, cut: false, settles: false }, 0)
    }

    fn search<N: Node>(&mut self, position: &K::Position, task: Task, ply: usize) -> Score {
        let Task { mut alpha, mut beta, mut depth, cut, settles } = task;
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
            alpha = alpha.max(Score::loss_in(ply));
            beta = beta.min(Score::win_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        if depth <= 0 {
            return self.quiesce::<N>(position, alpha, beta, ply);
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
        if let Some(known) = known.filter(|known| !N::PV && known.depth >= depth)
            && is_enough(&known, alpha, beta) {
                return known.score;
            }
        let known_best = known.map_or(0, |known| known.best);
        // A position without a known best move is searched less deep; the table will know one next time.
        if known_best == 0 && depth >= 4 && excluded.is_none() {
            depth -= 1;
        }

        let in_check = K::in_check(position);
        let raw = if in_check {
            None
        } else if excluded.is_some() {
            self.frames[ply].evaluation
        } else {
            Some(
                known.and_then(|known| known.evaluation).unwrap_or_else(|| self.knowledge.evaluate(position)),
            )
        };
        self.frames[ply].evaluation = raw;
        // What the table knows is better than what the evaluation guesses.
        let evaluation = match (raw, known) {
            (Some(raw), Some(known)) if tells_more(&known, raw) => Some(known.score),
            _ => raw,
        };
        let improving = self.is_improving(ply);

        if let Some(evaluation) = evaluation.filter(|_| !N::PV && !settles && excluded.is_none())
            && let Some(score) = self.prune::<N>(
                position,
                Task { alpha, beta, depth, cut, settles },
                evaluation,
                improving,
                ply,
            ) {
                return score;
            }

        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        if list.is_empty() {
            return end_of_game(position, ply);
        }
        let mut candidates = std::mem::take(&mut self.frames[ply].candidates);
        let mut rated_from = fill(&mut candidates, &list, known_best, K::digest);
        let only_move = candidates.len() == 1;
        let line = self.line(ply);
        let turn = position.turn();
        self.frames[ply + 1].killers = [None, None];
        let mut tried = std::mem::take(&mut self.frames[ply].tried);
        tried.clear();

        let (mut best, mut best_move, old_alpha) = (-Score::INFINITE, None, alpha);
        let mut count = 0;
        let mut index = 0;
        while index < candidates.len() {
            // The known best move often ends the search of the node; the others are not rated before it.
            if index == rated_from {
                self.rate(position, ply, &mut candidates[index..]);
                rated_from = usize::MAX;
            }
            let Candidate { mv, rating } = pick(&mut candidates, index);
            index += 1;
            if Some(mv) == excluded || is_root && !self.is_open_at_root(mv) {
                continue;
            }
            let loud = K::is_loud(position, mv);
            let checks = !loud && K::gives_check(position, mv);
            count += 1;
            let mut reduction = self.reductions.of(depth, count);
            if !is_root && !best.is_loss() && !only_move {
                let left = (depth - reduction / 100).max(0);
                if !loud && !in_check {
                    let most = (4 + depth * depth) / if improving { 1 } else { 2 };
                    if K::TUNING.late_move_pruning && depth <= 8 && count > most && !checks {
                        drop_quiet::<K>(position, &mut candidates, index);
                        continue;
                    }
                    if let Some(evaluation) = evaluation {
                        let reach = evaluation + K::TUNING.futility * (left + 1);
                        if left <= 7
                            && !settles
                            && !checks
                            && reach <= alpha
                            && !reach.is_decided()
                            && count > 1
                        {
                            drop_quiet::<K>(position, &mut candidates, index);
                            continue;
                        }
                    }
                    if left <= 4 && rating < -3_000 * left - 1_000 && count > 2 && !checks {
                        continue;
                    }
                    if left <= 8 && !K::keeps(position, mv, -K::TUNING.exchange.0 * left * left) {
                        continue;
                    }
                } else if loud
                    && depth <= 7
                    && count > 1
                    && !K::keeps(position, mv, -K::TUNING.exchange.1 * depth)
                {
                    continue;
                }
            }

            let extension = match known {
                Some(known) if K::digest(mv) == known_best && !is_root && excluded.is_none() => {
                    match self.extend(position, &known, mv, Task { alpha, beta, depth, cut, settles }, ply) {
                        Extension::By(plies) => plies,
                        Extension::Cut(score) => {
                            self.frames[ply].candidates = candidates;
                            self.frames[ply].tried = tried;
                            return score;
                        }
                    }
                }
                _ => i32::from(only_move && ply < 2 * self.root_depth as usize),
            };

            let piece = K::piece_slot(position, mv);
            let mut next = position.clone();
            next.play(mv);
            self.table.prefetch(next.key());
            self.path.push(position, mv, &next);
            self.frames[ply].played = Some(piece);
            let nodes_before = self.nodes;
            let next_depth = depth - 1 + extension;
            let mut score = Score::DRAW;

            // Later moves are searched less deep and must show that they are better than the best.
            let is_late = count > 1 + usize::from(N::PV) as i32 && depth >= 3;
            let full = if is_late && !(loud && rating > 0) {
                if !loud {
                    reduction -= (rating / 100).clamp(-150, 150);
                }
                reduction += if cut { 100 } else { 0 };
                reduction -= if N::PV { 100 } else { 0 };
                reduction -= if in_check { 100 } else { 0 };
                reduction += if improving { 0 } else { 50 };
                reduction -= if loud || checks { 100 } else { 0 };
                let reduced = (next_depth - reduction.max(0) / 100).clamp(1, next_depth.max(1));
                let window =
                    Task { alpha: -(alpha + 1), beta: -alpha, depth: reduced, cut: true, settles: false };
                score = -self.search::<Zero>(&next, window, ply + 1);
                score > alpha && reduced < next_depth
            } else {
                !N::PV || count > 1
            };
            if full {
                let window =
                    Task { alpha: -(alpha + 1), beta: -alpha, depth: next_depth, cut: !cut, settles: false };
                score = -self.search::<Zero>(&next, window, ply + 1);
            }
            if N::PV && (count == 1 || score > alpha && (is_root || score < beta)) {
                let window =
                    Task { alpha: -beta, beta: -alpha, depth: next_depth, cut: false, settles: false };
                score = -self.search::<Principal>(&next, window, ply + 1);
            }
            self.path.pop();
            if self.watch.is_over() {
                self.frames[ply].candidates = candidates;
                self.frames[ply].tried = tried;
                return Score::DRAW;
            }
            if is_root {
                self.note_at_root(mv, score, count == 1 || score > alpha, self.nodes - nodes_before);
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
            if !loud {
                tried.push(mv);
            }
        }

        if count == 0 {
            // All moves but the excluded one are gone, or all were pruned.
            best = if excluded.is_some() { old_alpha } else { best.max(old_alpha) };
        } else if let Some(mv) = best_move.filter(|&mv| best >= beta && !K::is_loud(position, mv)) {
            self.praise(position, turn, mv, &tried, line, depth, ply);
        }
        self.frames[ply].candidates = candidates;
        self.frames[ply].tried = tried;
        if excluded.is_none() && !(is_root && self.line > 0) {
            let bound = if best >= beta {
                Bound::Lower
            } else if best_move.is_some() && best > old_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let best_digest = best_move.map_or(0, K::digest);
            let entry = Known { best: best_digest, score: best, evaluation: raw, depth, bound };
            self.table.store(key, ply, entry);
        }
        best
    }

    /// Scores that need no look at the moves.
    fn prune<N: Node>(
        &mut self,
        position: &K::Position,
        task: Task,
        evaluation: Score,
        improving: bool,
        ply: usize,
    ) -> Option<Score> {
        let Task { alpha, beta, depth, cut, .. } = task;
        let plies = depth - i32::from(improving);
        if depth <= 8 && evaluation - K::TUNING.reverse_futility * plies >= beta && !beta.is_loss() {
            let between = (evaluation - beta) / 2;
            return Some(if evaluation.is_decided() { evaluation } else { beta + between });
        }
        if depth <= 3 && evaluation + K::TUNING.razoring * depth < alpha {
            let score = self.quiesce::<N>(position, alpha, alpha + 1, ply);
            if score <= alpha {
                return Some(score);
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
            let window =
                Task { alpha: -beta, beta: -(beta - 1), depth: depth - reduction, cut: !cut, settles: false };
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

    /// Whether the known best move is the only good one, and is looked at more deeply for that.
    fn extend(
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
        let window = Task { alpha: target - 1, beta: target, depth: (depth - 1) / 2, cut, settles: false };
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

    /// Only loud moves, until the position can be evaluated.
    fn quiesce<N: Node>(
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
            && is_enough(&known, alpha, beta) {
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
            // One ply of everything settles what hangs.
            Unquiet::Threat if ply < 2 * self.root_depth as usize => {
                let task = Task { alpha, beta, depth: 1, cut: false, settles: true };
                return self.search_settling::<N>(position, task, ply);
            }
            Unquiet::Choice | Unquiet::Threat => {
                let evaluated = known
                    .and_then(|known| known.evaluation)
                    .unwrap_or_else(|| self.knowledge.evaluate(position));
                raw = Some(evaluated);
                best = match known {
                    Some(known) if tells_more(&known, evaluated) => known.score,
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
                && K::in_check(position)
                && !best.is_loss()
                && !K::is_loud(position, mv)
            {
                continue;
            }
            let mut next = position.clone();
            next.play(mv);
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

    /// The search of one ply that a threat asks for; a function of its own, since the kinds of nodes differ.
    fn search_settling<N: Node>(&mut self, position: &K::Position, task: Task, ply: usize) -> Score {
        // The node is counted once.
        self.nodes -= 1;
        if N::PV {
            self.search::<Principal>(position, task, ply)
        } else {
            self.search::<Zero>(position, task, ply)
        }
    }

    fn is_improving(&self, ply: usize) -> bool {
        let now = self.frames[ply].evaluation;
        let before = ply.checked_sub(2).and_then(|ply| self.frames[ply].evaluation);
        matches!((now, before), (Some(now), Some(before)) if now > before)
    }

    /// The last moves of the line that led here.
    fn line(&self, ply: usize) -> Line {
        let played = |back: usize| ply.checked_sub(back).and_then(|ply| self.frames[ply].played);
        [played(1), played(2)]
    }

    fn keep_line(&mut self, ply: usize, mv: MoveOf<K>) {
        let (head, tail) = self.frames.split_at_mut(ply + 1);
        let line = &mut head[ply].best_line;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&tail[0].best_line);
    }

    /// Gives moves the ratings that decide their turn.
    fn rate(&self, position: &K::Position, ply: usize, candidates: &mut [Candidate<MoveOf<K>>]) {
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
    #[expect(clippy::too_many_arguments, reason = "all that a refutation is remembered by")]
    fn praise(
        &mut self,
        position: &K::Position,
        turn: boardgame::Color,
        mv: MoveOf<K>,
        tried: &[MoveOf<K>],
        line: Line,
        depth: i32,
        ply: usize,
    ) {
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

/// Leaves out the quiet moves that are still to come, but not those that give check.
fn drop_quiet<K: Knowledge>(
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

enum Extension {
    By(i32),
    Cut(Score),
}

/// Whether what is known answers the question of a window.
fn is_enough(known: &Known, alpha: Score, beta: Score) -> bool {
    match known.bound {
        Bound::Exact => true,
        Bound::Lower => known.score >= beta,
        Bound::Upper => known.score <= alpha,
    }
}

/// Whether a known score says more about a position than its evaluation.
fn tells_more(known: &Known, evaluation: Score) -> bool {
    match known.bound {
        Bound::Exact => true,
        Bound::Lower => known.score > evaluation,
        Bound::Upper => known.score < evaluation,
    }
}

/// The score of a position in which nobody can move any more.
fn end_of_game<P: Position>(position: &P, ply: usize) -> Score {
    position.outcome().map_or(Score::DRAW, |(outcome, _)| score_of(outcome, position, ply))
}

/// The score of a game that has ended here.
fn score_of<P: Position>(outcome: Outcome, position: &P, ply: usize) -> Score {
    match outcome {
        Outcome::Win(winner) if winner == position.turn() => Score::win_in(ply),
        Outcome::Win(_) => Score::loss_in(ply),
        Outcome::Draw => Score::DRAW,
    }
}
