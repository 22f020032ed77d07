//! Maximum-likelihood laws under a hypothesis about the strength.
//!
//! Both hypotheses have the form Σ qᵢ φᵢ = 0 for numbers φᵢ of the outcomes. Among the laws with that property, the one
//! that makes the observed frequencies pᵢ most likely is qᵢ = pᵢ / (1 + x φᵢ), where x solves Σ pᵢ φᵢ / (1 + x φᵢ) = 0
//! (Van den Bergh, proposition 1.1 on multinomial distributions).

use crate::distribution::Distribution;

/// The likeliest law with this mean.
pub(crate) fn law_with_mean(observed: &Distribution, mean: f64) -> Distribution {
    let deviations = |index| observed.score(index) - mean;
    tilted(observed, deviations).unwrap_or(*observed)
}

/// The likeliest law whose mean is `t` standard deviations above one half.
///
/// The condition is not linear in the law, but it is in the limit: near a law with mean μ and deviation σ it reads
/// φᵢ = aᵢ - ½ - (tσ/2)(1 + ((aᵢ - μ)/σ)²). Solving and taking μ and σ from the solution converges quickly. The first
/// law is uniform; where that is too far away for the condition to have solutions, it is one that satisfies it.
pub(crate) fn law_with_t(observed: &Distribution, t: f64) -> Distribution {
    let start = observed.uniform();
    if let Some(law) = converge(observed, t, start) {
        return law;
    }
    let start = start_with_t(observed, t);
    converge(observed, t, start).unwrap_or(start)
}

/// Steps after which the law is as good as rounding allows.
const MOST_STEPS: usize = 100;

/// A change of the law that no printed digit shows.
const STANDS_STILL: f64 = 1e-12;

fn converge(observed: &Distribution, t: f64, start: Distribution) -> Option<Distribution> {
    let mut law = start;
    for _ in 0..MOST_STEPS {
        let (mean, deviation) = (law.mean(), law.variance().sqrt());
        let condition = |index| {
            let score = observed.score(index);
            score - 0.5 - 0.5 * t * deviation * (1.0 + ((score - mean) / deviation).powi(2))
        };
        let next = tilted(observed, condition)?;
        let change = law.probabilities().iter().zip(next.probabilities()).map(|(a, b)| (a - b).abs());
        let change = change.fold(0.0, f64::max);
        law = next;
        if change < STANDS_STILL {
            break;
        }
    }
    Some(law)
}

/// A law that satisfies the condition: the likeliest one among those with its mean. As the mean grows from 0 to 1, `t` grows
/// without bounds on both sides, so halving finds it.
fn start_with_t(observed: &Distribution, t: f64) -> Distribution {
    let (mut low, mut high) = (0.0, 1.0);
    let mut law = observed.uniform();
    for _ in 0..60 {
        let mean = 0.5 * (low + high);
        law = law_with_mean(observed, mean);
        if (law.mean() - 0.5) < t * law.variance().sqrt() { low = mean } else { high = mean }
    }
    law
}

/// The likeliest law with Σ qᵢ φᵢ = 0. There is none unless numbers of both signs occur.
fn tilted(observed: &Distribution, condition: impl Fn(usize) -> f64) -> Option<Distribution> {
    let mut conditions = [0.0; 5];
    let conditions = &mut conditions[..observed.probabilities().len()];
    for (index, value) in conditions.iter_mut().enumerate() {
        *value = condition(index);
    }
    let least = conditions.iter().copied().fold(f64::INFINITY, f64::min);
    let most = conditions.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // Written so that a condition that is not a number fails too.
    if !(least < 0.0 && most > 0.0) {
        return None;
    }
    let x = tilt(observed.probabilities(), conditions, [-1.0 / most, -1.0 / least]);
    Some(observed.with_probabilities(|index| observed.probabilities()[index] / (1.0 + x * conditions[index])))
}

/// Solves Σ pᵢ φᵢ / (1 + x φᵢ) = 0 between the two poles. The sum falls all the way: Newton's steps, and halving where they
/// would leave the interval.
fn tilt(probabilities: &[f64], conditions: &[f64], [mut low, mut high]: [f64; 2]) -> f64 {
    // Both poles are away from 0, on its two sides.
    let mut x = 0.0;
    for _ in 0..200 {
        let (mut sum, mut slope) = (0.0, 0.0);
        for (probability, condition) in probabilities.iter().zip(conditions) {
            let ratio = condition / (1.0 + x * condition);
            sum += probability * ratio;
            slope -= probability * ratio * ratio;
        }
        if sum > 0.0 {
            low = x
        } else {
            high = x
        }
        let newton = x - sum / slope;
        let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
        // Halving ends when no number is left between the two.
        if (next - x).abs() <= f64::EPSILON * x.abs() || next == low || next == high {
            return next;
        }
        x = next;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pentanomial, Trinomial};

    const EXTREME: [[u64; 5]; 5] =
        [[0, 0, 0, 0, 7], [77, 1, 0, 0, 0], [0, 0, 1_000_000, 0, 0], [3, 0, 0, 0, 3], [1, 90_000, 5, 0, 2]];

    fn laws(make: impl Fn(&Distribution) -> Distribution, check: impl Fn(&Distribution)) {
        for pairs in EXTREME {
            let counts = Pentanomial::new(pairs).expect("pairs").into();
            let law = make(&Distribution::with_least(&counts, 1e-3));
            let sum: f64 = law.probabilities().iter().sum();
            assert!((sum - 1.0).abs() < 1e-6, "{pairs:?}: {law:?}");
            assert!(law.probabilities().iter().all(|&probability| probability >= 0.0), "{pairs:?}: {law:?}");
            check(&law);
        }
    }

    #[test]
    fn laws_have_the_mean_they_are_asked_for() {
        for mean in [1e-4, 0.1, 0.5, 0.51, 0.999] {
            laws(|observed| law_with_mean(observed, mean), |law| assert!((law.mean() - mean).abs() < 1e-6));
        }
    }

    /// Far hypotheses too: the uniform law is no start for those.
    #[test]
    fn laws_have_the_t_they_are_asked_for() {
        for t in [-8.0, -2.0, -0.5, 0.0, 0.003, 0.1, 3.0, 8.0] {
            let check = |law: &Distribution| {
                let found = (law.mean() - 0.5) / law.variance().sqrt();
                assert!((found - t).abs() < 1e-4 * (1.0 + t * t), "{found} instead of {t}: {law:?}");
            };
            laws(|observed| law_with_t(observed, t), check);
        }
    }

    /// No other law with the same t is likelier: neighbors on both sides are worse.
    #[test]
    fn the_law_is_the_likeliest() {
        let counts = Trinomial::new(70, 40, 55).expect("games").into();
        let observed = Distribution::with_least(&counts, 1e-3);
        let likelihood = |law: &Distribution| -> f64 {
            observed.probabilities().iter().zip(law.probabilities()).map(|(p, q)| p * q.ln()).sum()
        };
        let best = law_with_t(&observed, 0.05);
        // With three outcomes the laws with one t form a curve: the draw rate chooses, the score follows.
        for draws in [0.2, 0.3, 0.32, 0.35, 0.5] {
            let deviation_of = |mean: f64| (0.25 * (1.0 - draws) - (mean - 0.5).powi(2)).sqrt();
            let mean = (0..100).fold(0.5, |mean, _| 0.5 + 0.05 * deviation_of(mean));
            let wins = mean - 0.5 * draws;
            let other = observed.with_probabilities(|index| [1.0 - wins - draws, draws, wins][index]);
            assert!(likelihood(&other) <= likelihood(&best) + 1e-12, "{draws}");
        }
    }
}
