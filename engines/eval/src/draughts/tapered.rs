//! Tapered evaluation: values for the opening and the endgame, interpolated by game phase.

use std::ops::{Add, AddAssign, Mul};

/// A value for the opening and one for the endgame, packed in one number, so that both are added at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Tapered(i64);

/// A tapered value, with a short name for tables of weights.
pub(super) const fn t(opening: i32, ending: i32) -> Tapered {
    Tapered(((opening as i64) << 32) + ending as i64)
}

impl Tapered {
    /// The value in the opening.
    const fn opening(self) -> i32 {
        // A negative endgame value has borrowed one from it.
        ((self.0 + (1 << 31)) >> 32) as i32
    }

    /// The value in the endgame.
    const fn ending(self) -> i32 {
        self.0 as i32
    }

    /// The interpolated value: `phase` of `full` parts opening.
    pub(super) fn at(self, phase: i32, full: i32) -> i32 {
        (self.opening() * phase + self.ending() * (full - phase)) / full
    }
}

impl Add for Tapered {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Mul<i32> for Tapered {
    type Output = Self;
    fn mul(self, times: i32) -> Self {
        Self(self.0 * i64::from(times))
    }
}

impl AddAssign for Tapered {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_values_are_kept_apart() {
        for (opening, ending) in [(0, 0), (5, -7), (-5, 7), (-1, -1), (30_000, -30_000)] {
            let value = t(opening, ending);
            assert_eq!((value.opening(), value.ending()), (opening, ending));
            let tripled = value + value * 2;
            assert_eq!((tripled.opening(), tripled.ending()), (3 * opening, 3 * ending));
            let negative = value * -1;
            assert_eq!((negative.opening(), negative.ending()), (-opening, -ending));
        }
    }
}
