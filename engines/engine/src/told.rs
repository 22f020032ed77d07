//! What was told of a search, so that its last word fits the move that is played.

use std::time::{Duration, Instant};

use search::{Bound, Score};

use crate::player::Thought;

/// Tells thoughts and remembers which ones.
///
/// GUIs take the first move of the last line for the move of the engine. A search that is cut short, or a level that
/// does not play the best move, may decide otherwise: then the line of that move is told at the end.
pub(crate) struct Told<'a> {
    report: &'a mut dyn FnMut(&Thought),
    begin: Instant,
    /// The last thoughts about the best moves, as far as they are exact.
    lines: Vec<Thought>,
    /// The move that the last thought about the best line begins with.
    last: Option<String>,
}

impl<'a> Told<'a> {
    pub(crate) fn new(report: &'a mut dyn FnMut(&Thought)) -> Self {
        Self { report, begin: Instant::now(), lines: Vec::new(), last: None }
    }

    pub(crate) fn tell(&mut self, thought: Thought) {
        (self.report)(&thought);
        if thought.line == 1 {
            self.last = thought.moves.first().cloned();
        }
        if thought.bound == Bound::Exact {
            self.lines.truncate(thought.line - 1);
            self.lines.push(thought);
        }
    }

    /// Tells the line that was decided on, unless that was the last one told.
    pub(crate) fn conclude(&mut self, moves: &[String], score: Score, nodes: u64) {
        let first = moves.first();
        let is_exact = self.lines.first().is_some_and(|line| line.moves.first() == first);
        if first.is_none() || is_exact && self.last.as_ref() == first {
            return;
        }
        let elapsed = self.begin.elapsed();
        let decided = self.concluding(moves, score, nodes, elapsed);
        (self.report)(&decided);
        // The others keep their order behind it.
        let others = self.lines.iter().filter(|line| line.moves.first() != first);
        for (index, other) in others.take(self.lines.len().saturating_sub(1)).enumerate() {
            (self.report)(&Thought { line: index + 2, nodes, elapsed, ..other.clone() });
        }
    }

    fn concluding(&self, moves: &[String], score: Score, nodes: u64, elapsed: Duration) -> Thought {
        let last = self.lines.first();
        Thought {
            depth: last.map_or(1, |last| last.depth),
            selective_depth: last.map_or(moves.len(), |last| last.selective_depth),
            line: 1,
            score,
            bound: Bound::Exact,
            moves: moves.to_vec(),
            nodes,
            elapsed,
            permille_full: last.map_or(0, |last| last.permille_full),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thought(line: usize, mv: &str, bound: Bound) -> Thought {
        Thought {
            depth: 5,
            selective_depth: 7,
            line,
            score: Score::DRAW,
            bound,
            moves: vec![mv.to_owned()],
            nodes: 1,
            elapsed: Duration::ZERO,
            permille_full: 0,
        }
    }

    /// What is told after these thoughts when this move is played.
    fn conclusion(thoughts: &[Thought], best: &str) -> Vec<(usize, String)> {
        let mut told = Vec::new();
        let mut report = |thought: &Thought| told.push((thought.line, thought.moves[0].clone()));
        let mut teller = Told::new(&mut report);
        thoughts.iter().for_each(|thought| teller.tell(thought.clone()));
        teller.conclude(&[best.to_owned()], Score::DRAW, 9);
        told.split_off(thoughts.len())
    }

    #[test]
    fn the_last_line_begins_with_the_move_that_is_played() {
        use Bound::{Exact, Lower};
        let line = |number: usize, mv: &str| (number, mv.to_owned());
        assert_eq!(conclusion(&[thought(1, "a", Exact)], "a"), []);
        assert_eq!(conclusion(&[thought(1, "a", Exact)], "b"), [line(1, "b")]);
        assert_eq!(conclusion(&[], "a"), [line(1, "a")]);
        // Bounds are not always shown.
        assert_eq!(conclusion(&[thought(1, "a", Exact), thought(1, "b", Lower)], "b"), [line(1, "b")]);
        assert_eq!(conclusion(&[thought(1, "a", Exact), thought(1, "b", Lower)], "a"), [line(1, "a")]);
        let three = [thought(1, "a", Exact), thought(2, "b", Exact), thought(3, "c", Exact)];
        assert_eq!(conclusion(&three, "a"), []);
        assert_eq!(conclusion(&three, "c"), [line(1, "c"), line(2, "a"), line(3, "b")]);
        assert_eq!(conclusion(&three, "d"), [line(1, "d"), line(2, "a"), line(3, "b")]);
    }
}
