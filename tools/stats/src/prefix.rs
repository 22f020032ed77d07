//! The finished pairs of a match that is still running.

use std::collections::BTreeMap;

use crate::counts::{PairResult, Pentanomial};
use crate::error::StatsError;
use crate::sprt::{Sprt, Verdict};

/// How a sequential test ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// How many pairs, from the first on, decided it.
    pub pairs: u64,
    /// The LLR after them.
    pub llr: f64,
    /// What was found.
    pub verdict: Verdict,
}

/// Results of pairs that arrive in any order, and the test over those without a gap.
///
/// Short games end first, and they are not like the others: a test over whatever has ended would be biased. So only the
/// pairs from the first up to the first unfinished one count, and the decision is the same on any number of machines.
///
/// ```
/// use damier_stats::{FinishedPairs, GamePoints::*, PairResult};
///
/// let mut pairs = FinishedPairs::new(None);
/// pairs.record(1, PairResult::of(Win, Win))?;
/// assert_eq!(pairs.len(), 0);
/// pairs.record(0, PairResult::of(Draw, Win))?;
/// assert_eq!(pairs.len(), 2);
/// assert_eq!(pairs.counts().pairs, [0, 0, 0, 1, 1]);
/// # Ok::<(), damier_stats::StatsError>(())
/// ```
#[derive(Clone, Debug)]
pub struct FinishedPairs {
    sprt: Option<Sprt>,
    counts: Pentanomial,
    /// Results beyond the first unfinished pair.
    waiting: BTreeMap<u64, PairResult>,
    llr: f64,
    decision: Option<Decision>,
}

impl FinishedPairs {
    /// No results yet. Without a test, pairs are only counted.
    pub fn new(sprt: Option<Sprt>) -> Self {
        Self { sprt, counts: Pentanomial::default(), waiting: BTreeMap::new(), llr: 0.0, decision: None }
    }

    /// Adds the result of a pair; the first one has the number 0.
    pub fn record(&mut self, number: u64, result: PairResult) -> Result<(), StatsError> {
        if number < self.len() || self.waiting.contains_key(&number) {
            return Err(StatsError::Doubled { number });
        }
        self.waiting.insert(number, result);
        while let Some(result) = self.waiting.remove(&self.len()) {
            self.counts.add(result);
            self.test();
        }
        Ok(())
    }

    /// The test after each pair: its first decision stands.
    fn test(&mut self) {
        let Some(sprt) = &self.sprt else { return };
        self.llr = sprt.llr(&self.counts.into());
        if self.decision.is_none() {
            let verdict = sprt.verdict(self.llr);
            self.decision =
                verdict.map(|verdict| Decision { pairs: self.counts.len(), llr: self.llr, verdict });
        }
    }

    /// The number of pairs without a gap.
    pub fn len(&self) -> u64 {
        self.counts.len()
    }

    /// Whether there is no pair without a gap yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Finished pairs that wait for an earlier one.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// The pairs without a gap.
    pub fn counts(&self) -> Pentanomial {
        self.counts
    }

    /// The LLR of the pairs without a gap; 0 without a test.
    pub fn llr(&self) -> f64 {
        self.llr
    }

    /// The first decision of the test.
    pub fn decision(&self) -> Option<Decision> {
        self.decision
    }
}
