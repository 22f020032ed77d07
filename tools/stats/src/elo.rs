//! The Elo scales.

/// Normalized Elo for one standard deviation of a game: 800 / ln 10.
pub const ELO_PER_T: f64 = 347.435_585_522_601_4;

/// The expected score of a player who is stronger by this logistic Elo.
///
/// ```
/// assert_eq!(damier_stats::score_of_elo(0.0), 0.5);
/// ```
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// The logistic Elo of an expected score from 0 to 1; infinite at the ends.
///
/// ```
/// assert_eq!(format!("{:.1}", damier_stats::elo_of_score(0.75)), "190.8");
/// ```
pub fn elo_of_score(score: f64) -> f64 {
    // In this form, equal scores of both sides give exactly 0.
    400.0 * (score / (1.0 - score)).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_elo_are_inverse() {
        for elo in [-700.0, -1.5, 0.0, 12.25, 1999.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-7, "{elo}");
        }
        assert_eq!(elo_of_score(1.0), f64::INFINITY);
        assert_eq!(elo_of_score(0.0), f64::NEG_INFINITY);
        assert!((ELO_PER_T - 800.0 / 10.0_f64.ln()).abs() < 1e-12);
    }
}
