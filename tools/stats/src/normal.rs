//! The normal distribution.

use std::f64::consts::{FRAC_1_SQRT_2, PI};

/// The probability that a standard normal variable is at most `x`.
///
/// ```
/// assert!((damier_stats::normal_cdf(1.959_963_984_540_054) - 0.975).abs() < 1e-14);
/// ```
pub fn normal_cdf(x: f64) -> f64 {
    if x.is_nan() { x } else { 0.5 * erfc(-x * FRAC_1_SQRT_2) }
}

/// The complementary error function.
///
/// Below 2 by the series of Abramowitz and Stegun 7.1.6, whose terms are all positive; above by the continued
/// fraction 7.1.14. Beyond 28 it is smaller than any floating-point number.
fn erfc(x: f64) -> f64 {
    match x {
        x if x < 0.0 => 2.0 - erfc(-x),
        x if x < 2.0 => 1.0 - erf_series(x),
        x if x < 28.0 => (-x * x).exp() / (PI.sqrt() * tail_fraction(x)),
        _ => 0.0,
    }
}

/// 2/√π e^(-x²) Σ 2ⁿ x^(2n+1) / (1·3·…·(2n+1)).
fn erf_series(x: f64) -> f64 {
    let (mut term, mut sum) = (x, x);
    for odd in (3..).step_by(2) {
        term *= 2.0 * x * x / f64::from(odd);
        sum += term;
        if term <= sum * f64::EPSILON {
            break;
        }
    }
    2.0 / PI.sqrt() * (-x * x).exp() * sum
}

/// x + (1/2)/(x + 1/(x + (3/2)/(x + 2/(x + …)))), from the end. From 2 on, 120 levels are more than enough.
fn tail_fraction(x: f64) -> f64 {
    (1..=120).rev().fold(x, |tail, level| x + 0.5 * f64::from(level) / tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of Abramowitz and Stegun, table 26.1, to 15 digits.
    #[test]
    fn probabilities_are_those_of_the_tables() {
        let table = [
            (0.0, 0.5),
            (0.5, 0.691_462_461_274_013),
            (1.0, 0.841_344_746_068_543),
            (2.0, 0.977_249_868_051_821),
            (2.9, 0.998_134_186_699_616),
            (-1.0, 0.158_655_253_931_457),
            (-3.0, 0.001_349_898_031_630_09),
        ];
        for (x, expected) in table {
            assert!((normal_cdf(x) - expected).abs() < 2e-15, "{x}: {}", normal_cdf(x));
        }
    }

    #[test]
    fn both_formulas_meet_and_the_ends_are_flat() {
        let (below, above) = (1.0 - erf_series(2.0), (-4.0_f64).exp() / (PI.sqrt() * tail_fraction(2.0)));
        assert!((below - above).abs() < 1e-15, "{below} {above}");
        assert_eq!(normal_cdf(f64::INFINITY), 1.0);
        assert_eq!(normal_cdf(f64::NEG_INFINITY), 0.0);
        assert!(normal_cdf(f64::NAN).is_nan());
    }
}
