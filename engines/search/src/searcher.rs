//! A search from outside: position in, best move out.

use std::time::Duration;

use boardgame::{Game, MoveList, Position};

use crate::control::{Control, Watch};
use crate::history::History;
use crate::knowledge::Knowledge;
use crate::limits::Limits;
use crate::path::Path;
use crate::reduction::Reductions;
use crate::root::RootMove;
use crate::score::{MAX_PLY, Score};
use crate::table::{Bound, Table};
use crate::win::forced_win;
use crate::worker::{Frame, MoveOf, Worker};

/// What to search.
#[derive(Clone, Debug)]
pub struct Question<M> {
    /// What ends the search.
    pub limits: Limits,
    /// Only these moves; all legal ones if empty.
    pub moves: Vec<M>,
    /// How many of the best moves to find, each with its line.
    pub lines: usize,
}

impl<M> Default for Question<M> {
    fn default() -> Self {
        Self { limits: Limits::default(), moves: Vec::new(), lines: 1 }
    }
}

/// What is known after each depth, for one of the best moves; and before a depth is finished, if only one
/// move is looked for and its score turns out to be far from the last one.
#[derive(Clone, Debug)]
pub struct Report<'a, M> {
    /// The depth that is finished, or worked at.
    pub depth: u32,
    /// The longest line looked at.
    pub selective_depth: usize,
    /// Which of the best moves, from 1.
    pub line: usize,
    /// The score for the side to move.
    pub score: Score,
    /// What the score says: that it is at most or at least so much, while a depth is worked at.
    pub bound: Bound,
    /// The moves that both sides are expected to play.
    pub moves: &'a [M],
    /// Positions looked at by all threads.
    pub nodes: u64,
    /// Since the search began.
    pub elapsed: Duration,
    /// How full the table is, in thousandths.
    pub permille_full: usize,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<M> {
    /// The best move; none if there is no legal one.
    pub best: Option<M>,
    /// The expected answer to it.
    pub expected: Option<M>,
    /// The score for the side to move.
    pub score: Score,
    /// The last depth that was finished.
    pub depth: u32,
    /// Positions looked at by all threads.
    pub nodes: u64,
}

/// The most threads of a search: four for each processor, and eight on the smallest machine. More would only wait
/// for each other, and a search that is stopped must wait for them all.
#[must_use]
pub fn most_threads() -> usize {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    (4 * processors).max(8)
}

/// Searches positions of one game, and remembers between searches.
pub struct Searcher<K: Knowledge> {
    knowledge: K,
    table: Table,
    reductions: Reductions,
    /// One for each thread.
    histories: Vec<History>,
}

impl<K: Knowledge> Searcher<K> {
    /// A searcher with a table of this size.
    #[must_use]
    pub fn new(knowledge: K, megabytes: usize, threads: usize) -> Self {
        let mut searcher = Self {
            knowledge,
            table: Table::new(megabytes),
            reductions: Reductions::new::<K>(),
            histories: Vec::new(),
        };
        searcher.set_threads(threads);
        searcher
    }

    /// Searches with this many threads from now on; at least one and at most [`most_threads`]. Gives their number.
    pub fn set_threads(&mut self, threads: usize) -> usize {
        self.histories.resize_with(threads.clamp(1, most_threads()), History::new::<K>);
        self.histories.len()
    }

    /// Takes a table of another size; what was known is lost. If the system does not have that much memory the old
    /// one stays. Gives the size of the table.
    pub fn resize_table(&mut self, megabytes: usize) -> usize {
        if let Some(table) = Table::try_new(megabytes) {
            table.replace(&mut self.table);
        }
        self.table.megabytes()
    }

    /// Forgets everything, for a new game.
    pub fn clear(&mut self) {
        let threads = self.histories.len();
        self.table.clear(threads);
        self.histories.clear();
        self.set_threads(threads);
    }

    /// Searches the position of a game now. `report` hears of every depth that is finished.
    pub fn search(
        &mut self,
        game: &Game<K::Position>,
        question: &Question<MoveOf<K>>,
        control: &Control,
        mut report: impl FnMut(&Report<'_, MoveOf<K>>),
    ) -> Answer<MoveOf<K>> {
        let position = game.position();
        let mut list = MoveList::new();
        position.legal_moves_into(&mut list);
        let wanted = |mv: &&MoveOf<K>| question.moves.is_empty() || question.moves.contains(mv);
        let root_moves: Vec<_> = list.iter().filter(wanted).map(|&mv| RootMove::new(mv)).collect();
        if root_moves.is_empty() {
            return Answer { best: None, expected: None, score: Score::DRAW, depth: 0, nodes: 0 };
        }
        self.table.grow_older();
        let watch = Watch::new(control, &question.limits, self.histories.len());
        let (table, reductions, knowledge) = (&self.table, &self.reductions, &self.knowledge);
        let mut workers = Vec::new();
        for (thread, history) in self.histories.iter_mut().enumerate() {
            workers.push(Worker {
                knowledge: knowledge.clone(),
                table,
                watch: &watch,
                history,
                reductions,
                thread,
                frames: std::iter::repeat_with(Frame::default).take(MAX_PLY + 2).collect(),
                answers: vec![None; K::PIECE_SLOTS],
                path: Path::new(game),
                root_moves: root_moves.clone(),
                line: 0,
                root_depth: 0,
                nodes: 0,
                next_note: watch.next_note(0),
                deepest: 0,
            });
        }
        let mut workers = workers.into_iter();
        let first = workers.next();
        let answer = std::thread::scope(|scope| {
            for mut worker in workers {
                // The stack of a thread must hold the deepest line.
                let builder = std::thread::Builder::new().stack_size(STACK);
                let run = move || worker.deepen(position, question, &mut |_| {});
                // Without the thread the others do its work.
                let _ = builder.spawn_scoped(scope, run);
            }
            let Some(mut first) = first else {
                return Answer { best: None, expected: None, score: Score::DRAW, depth: 0, nodes: 0 };
            };
            let answer = first.deepen(position, question, &mut report);
            // A search without a limit of its own ends when it is told to, however early it is done.
            watch.end();
            answer
        });
        let plies = question.limits.only_win().filter(|&plies| !is_win_found(Some(plies), answer.score));
        let Some(moves) = plies.and_then(|plies| forced_win(position, &question.moves, plies, control))
        else {
            return answer;
        };
        let (score, depth) = (Score::win_in(moves.len()), moves.len() as u32);
        report(&Report {
            depth: depth.max(answer.depth),
            selective_depth: moves.len(),
            line: 1,
            score,
            bound: Bound::Exact,
            moves: &moves,
            nodes: answer.nodes,
            elapsed: watch.begin.elapsed(),
            permille_full: table.permille_full(),
        });
        Answer { best: moves.first().copied(), expected: moves.get(1).copied(), score, ..answer }
    }
}

const STACK: usize = 64 << 20;

impl<K: Knowledge> Worker<'_, K> {
    /// Deeper and deeper until a limit is reached.
    fn deepen(
        &mut self,
        position: &K::Position,
        question: &Question<MoveOf<K>>,
        report: &mut dyn FnMut(&Report<'_, MoveOf<K>>),
    ) -> Answer<MoveOf<K>> {
        self.history.fade();
        let limits = &question.limits;
        // A search that is a little deeper than a win is long finds most of them, and sooner than one of all moves.
        let win = limits.only_win().map(|plies| plies.saturating_mul(2).saturating_add(2));
        let last = limits.depth.or(win).unwrap_or(MAX_PLY as u32 - 8).clamp(1, MAX_PLY as u32 - 8) as i32;
        let lines = question.lines.clamp(1, self.root_moves.len());
        let (mut finished, mut unchanged, mut best_before) = (0, 0, None);
        let mut answer_line = vec![self.root_moves[0].mv];
        let mut score = Score::DRAW;
        for depth in 1..=last {
            // Threads beside the first skip depths, so that they do not all do the same.
            if self.thread > 0 && depth > 2 && (depth as usize + self.thread).is_multiple_of(3) {
                continue;
            }
            self.root_depth = depth;
            for root in &mut self.root_moves {
                root.previous = root.score;
            }
            for line in 0..lines {
                self.line = line;
                self.deepest = 0;
                self.search_window(position, depth, &mut |worker, bound| {
                    if lines == 1 && worker.thread == 0 {
                        worker.tell(depth, 0, bound, report);
                    }
                });
                if self.watch.is_over() {
                    break;
                }
                self.root_moves[..=line].sort_by_key(|root| -root.score);
            }
            // Of a search that was cut short too: what it did not look at keeps its order.
            let best = &self.root_moves[0];
            let is_over = self.watch.is_over();
            let is_other = best.line.first() != answer_line.first();
            // Cut short, all that is new of the move that was best before may be a bound and a line without an answer.
            if is_other || !is_over || finished == 0 {
                answer_line.clone_from(&best.line);
                if best.score > -Score::INFINITE {
                    score = best.score;
                }
            }
            if is_over {
                break;
            }
            finished = depth;
            if self.thread > 0 {
                continue;
            }
            self.watch.note(0, self.nodes);
            self.watch.allow_stop();
            for line in 0..lines {
                self.tell(depth, line, Bound::Exact, report);
            }
            unchanged = if best_before == Some(answer_line[0]) { unchanged + 1 } else { 0 };
            best_before = Some(answer_line[0]);
            if is_win_found(limits.win_in, score) || !self.goes_on(unchanged) {
                break;
            }
        }
        Answer {
            best: answer_line.first().copied(),
            expected: answer_line.get(1).copied(),
            score,
            depth: finished as u32,
            nodes: self.watch.total_nodes().max(self.nodes),
        }
    }

    fn tell(&self, depth: i32, line: usize, bound: Bound, report: &mut dyn FnMut(&Report<'_, MoveOf<K>>)) {
        let root = &self.root_moves[line];
        report(&Report {
            depth: depth as u32,
            selective_depth: self.deepest,
            line: line + 1,
            score: root.score,
            bound,
            moves: &root.line,
            nodes: self.watch.total_nodes(),
            elapsed: self.watch.begin.elapsed(),
            permille_full: self.table.permille_full(),
        });
    }

    /// Whether another depth is worth its time.
    fn goes_on(&self, unchanged: i32) -> bool {
        if self.root_moves.len() == 1 && self.watch.may_end_early() {
            return false;
        }
        let total: u64 = self.root_moves.iter().map(|root| root.nodes).sum();
        let share = self.root_moves[0].nodes as f64 / total.max(1) as f64;
        // A best move that took nearly all the work, and did so for long, will not change any more.
        let clear = 1.6 - share;
        let settled = 1.25 - 0.05 * f64::from(unchanged.min(9));
        self.watch.is_time_for_more(clear * settled)
    }
}

fn is_win_found(win_in: Option<u32>, score: Score) -> bool {
    let plies = score.plies_to_end().filter(|&plies| plies > 0);
    matches!((win_in, plies), (Some(limit), Some(plies)) if plies as u32 <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_that_is_near_enough_ends_the_search() {
        for (limit, score, is_found) in [
            (Some(3), Score::win_in(2), true),
            (Some(3), Score::win_in(3), true),
            (Some(3), Score::win_in(4), false),
            (Some(3), Score::loss_in(2), false),
            (Some(3), Score::of(500), false),
            (None, Score::win_in(3), false),
        ] {
            assert_eq!(is_win_found(limit, score), is_found, "{limit:?} {score:?}");
        }
    }
}
