//! A value that changes as pieces leave the board.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A value with many pieces on the board and one with few.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Tapered {
    pub(crate) opening: i32,
    pub(crate) ending: i32,
}

/// Short for tables of weights.
pub(crate) const fn t(opening: i32, ending: i32) -> Tapered {
    Tapered { opening, ending }
}

impl Tapered {
    /// The value between both, `phase` of `full` parts towards the opening.
    pub(crate) fn at(self, phase: i32, full: i32) -> i32 {
        (self.opening * phase + self.ending * (full - phase)) / full
    }
}

impl Add for Tapered {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        t(self.opening + other.opening, self.ending + other.ending)
    }
}

impl Sub for Tapered {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        t(self.opening - other.opening, self.ending - other.ending)
    }
}

impl Neg for Tapered {
    type Output = Self;
    fn neg(self) -> Self {
        t(-self.opening, -self.ending)
    }
}

impl Mul<i32> for Tapered {
    type Output = Self;
    fn mul(self, times: i32) -> Self {
        t(self.opening * times, self.ending * times)
    }
}

impl AddAssign for Tapered {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Tapered {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}
