//! Scores of positions.

use std::fmt;
use std::ops::{Add, AddAssign, Neg, Sub};

/// No line is searched deeper than this many plies.
pub const MAX_PLY: usize = 128;

/// Whether a score is exact or a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The score is at most this.
    Upper = 1,
    /// The score is at least this.
    Lower = 2,
    /// The score is exact.
    Exact = 3,
}

/// A score from the side to move: in centipawns (hundredths of a pawn or man), or the distance to a forced win.
///
/// Scores are ordered: a quick mate is better than a slow one, and every mate is better than every evaluation.
///
/// ```
/// use damier_search::{Score, ScoreKind};
///
/// let (ahead, mate) = (Score::from_centipawns(34), Score::mate_in(5)); // Plies.
/// assert!(mate > ahead);
/// assert_eq!(mate.kind(), ScoreKind::Mate(3)); // Moves.
/// assert_eq!([ahead, -ahead, mate, -mate].map(|score| score.to_string()), ["+0.34", "-0.34", "mate in 3", "mated in 2"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

/// A score to match on; see [`Score::kind`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScoreKind {
    /// An evaluation, in hundredths of a pawn or man; beyond 197 of them a value of endgame tables.
    Centipawns(i32),
    /// A forced win in this many moves of the winner: positive if the side to move wins, negative or 0 if it loses.
    ///
    /// In draughts the winner takes or blocks the last piece, or loses its own in games that are won so.
    Mate(i32),
}

impl Score {
    /// A draw, or an even position.
    pub const DRAW: Self = Self(0);
    /// Greater than every score.
    pub const INFINITE: Self = Self(32_000);
    /// The side to move has won already.
    const MATE: i32 = 31_000;
    /// Scores from here on are mates.
    pub(crate) const LEAST_MATE: Self = Self(Self::MATE - 2 * MAX_PLY as i32);
    /// A position that endgame tables call won, before the plies to it are taken off.
    const TABLE_WIN: i32 = 20_000;
    /// Scores from here on are wins by tables or mates.
    const LEAST_WIN: Self = Self(Self::TABLE_WIN - 2 * MAX_PLY as i32);
    /// The largest absolute evaluation.
    const MAX_EVALUATION: i32 = Self::LEAST_WIN.0 - 1;

    /// An evaluation in hundredths of a pawn or man, clamped so that it never looks like a forced win.
    #[must_use]
    pub const fn from_centipawns(centipawns: i32) -> Self {
        if centipawns > Self::MAX_EVALUATION {
            Self(Self::MAX_EVALUATION)
        } else if centipawns < -Self::MAX_EVALUATION {
            Self(-Self::MAX_EVALUATION)
        } else {
            Self(centipawns)
        }
    }

    /// The side to move wins in this many plies.
    #[must_use]
    pub const fn mate_in(plies: usize) -> Self {
        Self(Self::MATE - plies as i32)
    }

    /// The side to move loses in this many plies.
    #[must_use]
    pub const fn mated_in(plies: usize) -> Self {
        Self(plies as i32 - Self::MATE)
    }

    /// By endgame tables the side to move wins; what counts is reached in this many plies. Better than every evaluation, worse
    /// than every mate.
    #[must_use]
    pub const fn table_win_in(plies: usize) -> Self {
        let far = 2 * MAX_PLY - 1;
        Self(Self::TABLE_WIN - if plies < far { plies as i32 } else { far as i32 })
    }

    /// By endgame tables the side to move loses; what counts is reached in this many plies.
    #[must_use]
    pub const fn table_loss_in(plies: usize) -> Self {
        Self(-Self::table_win_in(plies).0)
    }

    /// The plies of [`table_win_in`](Self::table_win_in): positive if the side to move wins, negative if it loses.
    #[must_use]
    pub const fn table_plies(self) -> Option<i32> {
        if self.mate_in_plies().is_some() {
            None
        } else if self.0 >= Self::LEAST_WIN.0 {
            Some(Self::TABLE_WIN - self.0)
        } else if self.0 <= -Self::LEAST_WIN.0 {
            Some(-Self::TABLE_WIN - self.0)
        } else {
            None
        }
    }

    /// The score as a number: an evaluation in hundredths of a pawn or man, or for a win by tables or a mate a number
    /// beyond all evaluations.
    #[must_use]
    pub const fn centipawns(self) -> i32 {
        self.0
    }

    /// The distance to a forced win in plies: positive if the side to move wins, negative if it loses.
    #[must_use]
    pub const fn mate_in_plies(self) -> Option<i32> {
        if self.0 >= Self::LEAST_MATE.0 {
            Some(Self::MATE - self.0)
        } else if self.0 <= -Self::LEAST_MATE.0 {
            Some(-Self::MATE - self.0)
        } else {
            None
        }
    }

    /// The score as centipawns or a mate in moves.
    #[must_use]
    pub const fn kind(self) -> ScoreKind {
        match self.mate_in_plies() {
            // The winner makes the last move.
            Some(plies) if plies > 0 => ScoreKind::Mate((plies + 1) / 2),
            Some(plies) => ScoreKind::Mate(plies / 2),
            None => ScoreKind::Centipawns(self.0),
        }
    }

    /// Whether the score is a forced win or loss: a mate, or a value of endgame tables.
    #[must_use]
    pub const fn is_decisive(self) -> bool {
        self.0 >= Self::LEAST_WIN.0 || self.0 <= -Self::LEAST_WIN.0
    }

    pub(crate) fn is_loss(self) -> bool {
        self <= -Self::LEAST_WIN
    }

    pub(crate) fn is_win(self) -> bool {
        self >= Self::LEAST_WIN
    }

    /// The score as the transposition table stores it: forced wins are counted from the position, not from the root.
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

impl fmt::Display for Score {
    /// `+0.34`, `-1.20`, `mate in 3`, `mated in 3`, `table win` or `table loss`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self.kind() {
            _ if self.table_plies().is_some() => {
                if *self > Self::DRAW { "table win" } else { "table loss" }.to_owned()
            }
            ScoreKind::Centipawns(number) => format!("{:+.2}", f64::from(number) / 100.0),
            ScoreKind::Mate(moves) if *self > Self::DRAW => format!("mate in {moves}"),
            ScoreKind::Mate(moves) => format!("mated in {}", -moves),
        };
        f.pad(&text)
    }
}

impl fmt::Display for Bound {
    /// A sign to put before a score: `>=`, `<=`, or nothing if it is exact.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Upper => "<=",
            Self::Lower => ">=",
            Self::Exact => "",
        })
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
        for score in [
            Score::mate_in(7),
            Score::mated_in(4),
            Score::from_centipawns(123),
            Score::from_centipawns(-9_999),
            Score::DRAW,
        ] {
            for ply in [0, 1, 60] {
                assert_eq!(Score::from_table(score.to_table(ply), ply), score);
            }
        }
        // A mate three plies from here is a mate five plies from a root two plies away.
        assert_eq!(Score::from_table(Score::mate_in(7).to_table(4), 2), Score::mate_in(5));
        assert_eq!(Score::from_table(Score::mated_in(7).to_table(4), 2), Score::mated_in(5));
        // An evaluation is the same from everywhere.
        for score in [
            Score::from_centipawns(1_000_000),
            Score::from_centipawns(123),
            Score::DRAW,
            Score::from_centipawns(-1_000_000),
        ] {
            assert_eq!(Score::from_table(score.to_table(4), 2), score);
        }
    }

    #[test]
    fn scores_can_be_added_and_negated() {
        let (mut raised, score) = (Score::from_centipawns(70), Score::from_centipawns(70));
        raised += 5;
        assert_eq!(
            (score + 5, raised, score - 5),
            (Score::from_centipawns(75), Score::from_centipawns(75), Score::from_centipawns(65))
        );
        assert_eq!((score - Score::from_centipawns(-20), -score), (90, Score::from_centipawns(-70)));
    }

    #[test]
    fn scores_are_written_for_people() {
        for (score, text) in [
            (Score::DRAW, "+0.00"),
            (Score::from_centipawns(-5), "-0.05"),
            (Score::from_centipawns(1_234), "+12.34"),
            (Score::mate_in(1), "mate in 1"),
            (Score::mated_in(2), "mated in 1"),
            (Score::mated_in(0), "mated in 0"),
        ] {
            assert_eq!(score.to_string(), text);
        }
        assert_eq!(format!("{:>6}", Score::from_centipawns(34)), " +0.34");
        assert_eq!(
            [Bound::Lower, Bound::Exact, Bound::Upper].map(|bound| bound.to_string()),
            [">=", "", "<="]
        );
    }

    #[test]
    fn evaluations_are_never_mates() {
        assert!(
            !Score::from_centipawns(1_000_000).is_decisive()
                && !Score::from_centipawns(-1_000_000).is_decisive()
        );
        assert!(
            Score::from_centipawns(-1_000_000) < Score::DRAW
                && Score::from_centipawns(1_000_000) > Score::DRAW
        );
        assert!(Score::INFINITE > Score::mate_in(0));
    }
}
