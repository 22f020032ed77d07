//! How good a position is.

use std::ops::{Add, AddAssign, Neg, Sub};

/// No line is searched deeper than this many plies.
pub const MAX_PLY: usize = 128;

/// How good a position is for the side to move: in hundredths of a pawn or man, or the distance to the
/// end of the game.
///
/// ```
/// use damier_search::Score;
///
/// assert!(Score::win_in(3) > Score::win_in(5));
/// assert!(Score::win_in(5) > Score::of(2_000));
/// assert_eq!((-Score::win_in(3)).plies_to_end(), Some(-3));
/// assert_eq!(Score::of(35).plies_to_end(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

impl Score {
    /// Nobody is better.
    pub const DRAW: Self = Self(0);
    /// Better than every score.
    pub const INFINITE: Self = Self(32_000);
    /// The side to move has won already.
    const WON: i32 = 31_000;
    /// Scores beyond this one are wins that were found to the end.
    pub(crate) const LEAST_WIN: Self = Self(Self::WON - 2 * MAX_PLY as i32);
    /// The best and worst that an evaluation may be.
    const MOST_EVALUATED: i32 = Self::LEAST_WIN.0 - 1;

    /// An evaluation in hundredths of a pawn or man; those that look like a found win are cut off.
    #[must_use]
    pub const fn of(hundredths: i32) -> Self {
        if hundredths > Self::MOST_EVALUATED {
            Self(Self::MOST_EVALUATED)
        } else if hundredths < -Self::MOST_EVALUATED {
            Self(-Self::MOST_EVALUATED)
        } else {
            Self(hundredths)
        }
    }

    /// The side to move wins after so many plies.
    #[must_use]
    pub const fn win_in(plies: usize) -> Self {
        Self(Self::WON - plies as i32)
    }

    /// The side to move loses after so many plies.
    #[must_use]
    pub const fn loss_in(plies: usize) -> Self {
        Self(plies as i32 - Self::WON)
    }

    /// The number behind the score.
    #[must_use]
    pub const fn hundredths(self) -> i32 {
        self.0
    }

    /// Plies to the end of the game, where it was found: positive if the side to move wins.
    #[must_use]
    pub const fn plies_to_end(self) -> Option<i32> {
        if self.0 >= Self::LEAST_WIN.0 {
            Some(Self::WON - self.0)
        } else if self.0 <= -Self::LEAST_WIN.0 {
            Some(-Self::WON - self.0)
        } else {
            None
        }
    }

    /// Whether the side to move wins or loses by force.
    #[must_use]
    pub const fn is_decided(self) -> bool {
        self.plies_to_end().is_some()
    }

    pub(crate) fn is_loss(self) -> bool {
        self <= -Self::LEAST_WIN
    }

    pub(crate) fn is_win(self) -> bool {
        self >= Self::LEAST_WIN
    }

    /// As the table keeps it: distances are counted from the position, not from the root.
    pub(crate) fn to_table(self, ply: usize) -> i16 {
        let ply = ply as i32;
        let shifted = match self {
            win if win.is_win() => win.0 + ply,
            loss if loss.is_loss() => loss.0 - ply,
            other => other.0,
        };
        shifted as i16
    }

    pub(crate) fn from_table(kept: i16, ply: usize) -> Self {
        let (score, ply) = (Self(i32::from(kept)), ply as i32);
        match score {
            win if win.is_win() => Self(win.0 - ply),
            loss if loss.is_loss() => Self(loss.0 + ply),
            other => other,
        }
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;

    #[inline(always)]
    fn add(self, more: i32) -> Self {
        Self(self.0 + more)
    }
}

impl AddAssign<i32> for Score {
    #[inline(always)]
    fn add_assign(&mut self, more: i32) {
        self.0 += more;
    }
}

impl Sub<i32> for Score {
    type Output = Self;

    #[inline(always)]
    fn sub(self, less: i32) -> Self {
        Self(self.0 - less)
    }
}

impl Sub for Score {
    type Output = i32;

    #[inline(always)]
    fn sub(self, other: Self) -> i32 {
        self.0 - other.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_survive_the_table() {
        for score in [Score::win_in(7), Score::loss_in(4), Score::of(123), Score::of(-9_999), Score::DRAW] {
            for ply in [0, 1, 60] {
                assert_eq!(Score::from_table(score.to_table(ply), ply), score);
            }
        }
        // A win three plies from here is a win five plies from a root two plies away.
        assert_eq!(Score::from_table(Score::win_in(7).to_table(4), 2), Score::win_in(5));
        assert_eq!(Score::from_table(Score::loss_in(7).to_table(4), 2), Score::loss_in(5));
        // An evaluation is the same from everywhere.
        for score in [Score::of(1_000_000), Score::of(123), Score::DRAW, Score::of(-1_000_000)] {
            assert_eq!(Score::from_table(score.to_table(4), 2), score);
        }
    }

    #[test]
    fn scores_are_reckoned_in_hundredths() {
        let (mut raised, score) = (Score::of(70), Score::of(70));
        raised += 5;
        assert_eq!((score + 5, raised, score - 5), (Score::of(75), Score::of(75), Score::of(65)));
        assert_eq!((score - Score::of(-20), -score), (90, Score::of(-70)));
    }

    #[test]
    fn evaluations_are_never_wins() {
        assert!(!Score::of(1_000_000).is_decided() && !Score::of(-1_000_000).is_decided());
        assert!(Score::INFINITE > Score::win_in(0));
    }
}
