//! Reports of a search, ending with the variation of the move that is played.

use std::time::{Duration, Instant};

use search::{Bound, Info, Score};

/// Reports the variations of a search and remembers them.
///
/// GUIs show the first move of the last variation as the move of the engine. A search that is stopped, or a level that
/// does not play the best move, may play another one: then its variation is reported at the end.
pub(crate) struct InfoReporter<'a> {
    report: &'a mut dyn FnMut(&Info<String>),
    start: Instant,
    /// The latest exact variations.
    variations: Vec<Info<String>>,
    /// The first move of the latest best variation, exact or not.
    last_best: Option<String>,
}

impl<'a> InfoReporter<'a> {
    pub(crate) fn new(report: &'a mut dyn FnMut(&Info<String>)) -> Self {
        Self { report, start: Instant::now(), variations: Vec::new(), last_best: None }
    }

    pub(crate) fn report(&mut self, info: Info<String>) {
        (self.report)(&info);
        if info.multi_pv == 1 {
            self.last_best = info.pv.first().cloned();
        }
        if info.bound == Bound::Exact {
            self.variations.truncate(info.multi_pv - 1);
            self.variations.push(info);
        }
    }

    /// Reports the variation of the move that is played, unless it was the last one reported.
    pub(crate) fn conclude(&mut self, pv: &[String], score: Score, nodes: u64) {
        let first = pv.first();
        let is_exact = self.variations.first().is_some_and(|best| best.pv.first() == first);
        if first.is_none() || is_exact && self.last_best.as_ref() == first {
            return;
        }
        let elapsed = self.start.elapsed();
        let played = self.played(pv, score, nodes, elapsed);
        (self.report)(&played);
        // The others follow in their order.
        let others = self.variations.iter().filter(|other| other.pv.first() != first);
        for (index, other) in others.take(self.variations.len().saturating_sub(1)).enumerate() {
            (self.report)(&Info { multi_pv: index + 2, nodes, elapsed, ..other.clone() });
        }
    }

    fn played(&self, pv: &[String], score: Score, nodes: u64, elapsed: Duration) -> Info<String> {
        let best = self.variations.first();
        Info {
            depth: best.map_or(1, |best| best.depth),
            selective_depth: best.map_or(pv.len(), |best| best.selective_depth),
            multi_pv: 1,
            score,
            bound: Bound::Exact,
            pv: pv.to_vec(),
            nodes,
            elapsed,
            hashfull: best.map_or(0, |best| best.hashfull),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(multi_pv: usize, mv: &str, bound: Bound) -> Info<String> {
        Info {
            depth: 5,
            selective_depth: 7,
            multi_pv,
            score: Score::DRAW,
            bound,
            pv: vec![mv.to_owned()],
            nodes: 1,
            elapsed: Duration::ZERO,
            hashfull: 0,
        }
    }

    /// What is reported after these variations when this move is played.
    fn conclusion(infos: &[Info<String>], played: &str) -> Vec<(usize, String)> {
        let mut reported = Vec::new();
        let mut report = |info: &Info<String>| reported.push((info.multi_pv, info.pv[0].clone()));
        let mut reporter = InfoReporter::new(&mut report);
        infos.iter().for_each(|info| reporter.report(info.clone()));
        reporter.conclude(&[played.to_owned()], Score::DRAW, 9);
        reported.split_off(infos.len())
    }

    #[test]
    fn the_last_variation_starts_with_the_move_that_is_played() {
        use Bound::{Exact, Lower};
        let line = |multi_pv: usize, mv: &str| (multi_pv, mv.to_owned());
        assert_eq!(conclusion(&[info(1, "a", Exact)], "a"), []);
        assert_eq!(conclusion(&[info(1, "a", Exact)], "b"), [line(1, "b")]);
        assert_eq!(conclusion(&[], "a"), [line(1, "a")]);
        // GUIs do not always show bounds.
        assert_eq!(conclusion(&[info(1, "a", Exact), info(1, "b", Lower)], "b"), [line(1, "b")]);
        assert_eq!(conclusion(&[info(1, "a", Exact), info(1, "b", Lower)], "a"), [line(1, "a")]);
        let three = [info(1, "a", Exact), info(2, "b", Exact), info(3, "c", Exact)];
        assert_eq!(conclusion(&three, "a"), []);
        assert_eq!(conclusion(&three, "c"), [line(1, "c"), line(2, "a"), line(3, "b")]);
        assert_eq!(conclusion(&three, "d"), [line(1, "d"), line(2, "a"), line(3, "b")]);
    }
}
