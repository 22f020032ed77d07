//! How strong is the first engine, and how sure is that?

use crate::counts::Counts;
use crate::distribution::Distribution;
use crate::elo::{ELO_PER_T, elo_of_score};
use crate::normal::normal_cdf;

/// Standard deviations on each side that hold 95 % of a normal distribution.
pub const CONFIDENCE_95: f64 = 1.959_963_984_540_054;

/// Estimates from the results of a match. Error bars are half the width of a 95 % confidence interval.
///
/// A number is infinite or not a number where the counts do not determine it: the Elo of an engine that won all games, and
/// its error bar. Where all results are the same, the error bars are those of the largest variation that the score allows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The number of games.
    pub games: u64,
    /// The share of the points, from 0 to 1.
    pub score: f64,
    /// Logistic Elo: the usual scale.
    pub elo: f64,
    /// Half the width of its interval.
    pub elo_error: f64,
    /// The lower end of its interval.
    pub elo_low: f64,
    /// The upper end of its interval.
    pub elo_high: f64,
    /// Normalized Elo: the advantage in standard deviations of a game, times [`ELO_PER_T`]. It tells how many games are
    /// needed to measure the difference.
    pub nelo: f64,
    /// Half the width of its interval.
    pub nelo_error: f64,
    /// The likelihood of superiority: how probable it is, before anything else is known, that the engine is stronger. It is
    /// never surer than if the engine had won every result that is not even, or lost it.
    pub los: f64,
    /// Drawn games divided by games; `None` if only pairs were counted.
    pub draw_rate: Option<f64>,
    /// Pairs with one point each divided by pairs; `None` if only games were counted.
    pub even_pairs: Option<f64>,
    /// Pairs won divided by pairs lost; `None` if only games were counted.
    pub pairs_ratio: Option<f64>,
}

/// Estimates the difference in strength.
///
/// ```
/// use damier_stats::{Trinomial, estimate};
///
/// let estimate = estimate(&Trinomial::new(60, 40, 100)?.into());
/// assert_eq!(format!("{:.1} ± {:.1}", estimate.elo, estimate.elo_error), "34.9 ± 34.2");
/// assert_eq!(format!("{:.3}", estimate.los), "0.978");
/// # Ok::<(), damier_stats::StatsError>(())
/// ```
pub fn estimate(counts: &Counts) -> Estimate {
    let observed = Distribution::observed(counts);
    let (score, variance) = (observed.mean(), observed.cautious_variance());
    let deviation = (variance / observed.total).sqrt();
    let [low, high] =
        [-1.0, 1.0].map(|sign| elo_of_score((score + sign * CONFIDENCE_95 * deviation).clamp(0.0, 1.0)));
    let advantage = score - 0.5;
    let draw_rate = counts.trinomial().map(|games| games.draws as f64 / games.games() as f64);
    let even_pairs = counts.pairs().map(|pairs| pairs.pairs[2] as f64 / pairs.len() as f64);
    Estimate {
        games: counts.games(),
        score,
        elo: elo_of_score(score),
        elo_error: (high - low) / 2.0,
        elo_low: low,
        elo_high: high,
        nelo: if advantage == 0.0 {
            0.0
        } else {
            ELO_PER_T * advantage / (observed.games_each * variance).sqrt()
        },
        nelo_error: CONFIDENCE_95 * ELO_PER_T / (observed.games_each * observed.total).sqrt(),
        los: superiority(counts, advantage, deviation),
        draw_rate,
        even_pairs,
        pairs_ratio: counts.pairs().map(|pairs| pairs.pairs_ratio()),
    }
}

/// The likelihood of superiority, from the normal distribution. That is too sure of itself after few results: a player who
/// won n decisive results and lost none is stronger with probability 1 - 2^-(n + 1), if before all shares of them are
/// equally likely; no other n results say more.
fn superiority(counts: &Counts, advantage: f64, deviation: f64) -> f64 {
    let decisive = match (counts.pairs(), counts.trinomial()) {
        (Some(pairs), _) => pairs.len() - pairs.pairs[2],
        (None, Some(games)) => games.wins + games.losses,
        (None, None) => 0,
    };
    let doubt = 0.5_f64.powi(i32::try_from(decisive + 1).unwrap_or(i32::MAX));
    let los = match advantage {
        0.0 => 0.5,
        // All games are won, or all lost.
        _ if deviation.is_nan() => f64::from(advantage > 0.0),
        _ => normal_cdf(advantage / deviation),
    };
    los.clamp(doubt, 1.0 - doubt)
}
