//! Observed frequencies of scores.

use crate::counts::Counts;

/// A finite distribution of scores: of games 0, ½, 1; of pairs 0, ¼, ½, ¾, 1.
///
/// At most five outcomes; those of games leave the last two at frequency 0 and are not visited.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Distribution {
    /// How many results were observed.
    pub(crate) total: f64,
    probabilities: [f64; 5],
    len: usize,
    /// How many games make one result.
    pub(crate) games_each: f64,
}

impl Distribution {
    /// The frequencies as they are.
    pub(crate) fn observed(counts: &Counts) -> Self {
        Self::with_least(counts, 0.0)
    }

    /// The frequencies with this count in place of 0, so that no outcome is impossible.
    pub(crate) fn with_least(counts: &Counts, least: f64) -> Self {
        let (numbers, len) = match (counts.pairs(), counts.trinomial()) {
            (Some(pairs), _) => (pairs.pairs, 5),
            (None, Some(games)) => ([games.losses, games.draws, games.wins, 0, 0], 3),
            (None, None) => ([0; 5], 5),
        };
        let mut probabilities = numbers.map(|number| number as f64);
        for count in &mut probabilities[..len] {
            *count = count.max(least);
        }
        let total: f64 = probabilities.iter().sum();
        for probability in &mut probabilities {
            *probability /= total;
        }
        Self { total, probabilities, len, games_each: if len == 5 { 2.0 } else { 1.0 } }
    }

    /// The same outcomes with other probabilities.
    pub(crate) fn with_probabilities(&self, probability: impl Fn(usize) -> f64) -> Self {
        let mut other = *self;
        for (index, value) in other.probabilities[..self.len].iter_mut().enumerate() {
            *value = probability(index);
        }
        other
    }

    /// All outcomes as equally likely.
    pub(crate) fn uniform(&self) -> Self {
        self.with_probabilities(|_| 1.0 / self.len as f64)
    }

    pub(crate) fn probabilities(&self) -> &[f64] {
        &self.probabilities[..self.len]
    }

    /// The score of an outcome, from 0 to 1.
    pub(crate) fn score(&self, index: usize) -> f64 {
        index as f64 / (self.len - 1) as f64
    }

    pub(crate) fn mean(&self) -> f64 {
        let weighted = self.probabilities().iter().enumerate();
        weighted.map(|(index, probability)| probability * self.score(index)).sum()
    }

    pub(crate) fn variance(&self) -> f64 {
        let mean = self.mean();
        let weighted = self.probabilities().iter().enumerate();
        weighted.map(|(index, probability)| probability * (self.score(index) - mean).powi(2)).sum()
    }

    /// Whether every result is the same: then nothing shows how much results vary.
    pub(crate) fn is_unanimous(&self) -> bool {
        self.probabilities().iter().filter(|&&probability| probability > 0.0).count() < 2
    }

    /// The variance for error bars. Where all results are the same, it is the largest that their mean allows (the bound of
    /// Bhatia and Davis); not a number if that allows none, since all games are won or all lost.
    pub(crate) fn cautious_variance(&self) -> f64 {
        let mean = self.mean();
        match (self.is_unanimous(), mean * (1.0 - mean)) {
            (false, _) => self.variance(),
            (true, largest) if largest > 0.0 => largest,
            (true, _) => f64::NAN,
        }
    }
}
