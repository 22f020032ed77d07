//! What can be wrong with counts and bounds.

use thiserror::Error;

use crate::counts::MOST_GAMES;
use crate::sprt::MOST_ELO;

/// Why counts or the limits of a test make no sense.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum StatsError {
    /// A list of counts has too few or too many numbers.
    #[error("{field} has {found} counts; expected {expected}: {order}")]
    CountOfCounts {
        /// The name of the list.
        field: &'static str,
        /// How many numbers it has.
        found: usize,
        /// How many it should have.
        expected: usize,
        /// The meaning of the numbers, in order.
        order: &'static str,
    },
    /// A text is not a count.
    #[error("{field}: {found:?} is not a count; expected a whole number from 0 to {MOST_GAMES}")]
    NotACount {
        /// The name of the list.
        field: &'static str,
        /// The text.
        found: String,
    },
    /// More games than can be counted exactly.
    #[error("{field}: more than {MOST_GAMES} results; expected fewer")]
    TooMany {
        /// The name of the list.
        field: &'static str,
    },
    /// No results at all.
    #[error("{field}: all counts are 0; expected at least one result")]
    NoGames {
        /// The name of the list.
        field: &'static str,
    },
    /// The counts of games and of pairs cannot belong to the same match.
    #[error(
        "the trinomial has {games} games and {half_points} half points, the pentanomial {paired_games} games and \
         {paired_half_points} half points; expected the same match"
    )]
    Disagree {
        /// Games by the trinomial.
        games: u64,
        /// Half points of the first engine by the trinomial.
        half_points: u64,
        /// Games by the pentanomial.
        paired_games: u64,
        /// Half points of the first engine by the pentanomial.
        paired_half_points: u64,
    },
    /// The Elo limits are the wrong way round, equal, or out of range.
    #[error(
        "the SPRT limits are {elo0} and {elo1}; expected the smaller one first, both from -{MOST_ELO} to {MOST_ELO}"
    )]
    Bounds {
        /// The Elo of the null hypothesis.
        elo0: f64,
        /// The Elo of the alternative.
        elo1: f64,
    },
    /// An error rate is not a probability, or both together leave no room for a test.
    #[error("alpha is {alpha} and beta is {beta}; expected both above 0 and their sum below 1")]
    ErrorRates {
        /// The rate of false positives.
        alpha: f64,
        /// The rate of false negatives.
        beta: f64,
    },
    /// The result of a pair is reported twice.
    #[error("pair {number} already has a result")]
    Doubled {
        /// The number of the pair.
        number: u64,
    },
}
