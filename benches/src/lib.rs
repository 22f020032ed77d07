//! What the programs of this crate share: how rounds are summed up and progress is shown.
#![forbid(unsafe_code)]

use std::io::{IsTerminal, Write, stderr};

/// The middle of some values; the mean of the two in the middle where their number is even.
///
/// # Panics
///
/// Without any value.
#[must_use]
pub fn median(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 { values[middle] } else { (values[middle - 1] + values[middle]) / 2.0 }
}

/// The instructions this program was compiled to use.
#[must_use]
pub fn build() -> String {
    let features = [
        (cfg!(target_feature = "popcnt"), "popcnt"),
        (cfg!(target_feature = "bmi2"), "bmi2"),
        (cfg!(target_feature = "avx2"), "avx2"),
        (cfg!(target_feature = "avx512f"), "avx512f"),
    ];
    let known = features.iter().filter(|(known, _)| *known).map(|(_, name)| *name);
    [std::env::consts::ARCH].into_iter().chain(known).collect::<Vec<_>>().join(" ")
}

/// Says on a terminal what is going on, in one line that the next one replaces.
pub fn progress(text: &str) {
    let mut out = stderr().lock();
    if out.is_terminal() {
        // Progress that cannot be shown is no reason to stop.
        let _ = write!(out, "\r\x1b[K{text}").and_then(|()| out.flush());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_are_in_the_middle() {
        assert_eq!(median(&[1.0]), 1.0);
        assert_eq!(median(&[9.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[9.0, 1.0, 4.0, 2.0]), 3.0);
    }
}
