//! Rules of adjudication on the command line: `moves=3,score=600`.

use std::str::FromStr;

use thiserror::Error;

use crate::adjudication::{DrawRule, ResignRule, SteadyRule};

/// A text that is not a rule of adjudication.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("found {found:?}, expected {expected}")]
pub struct AdjudicationError {
    /// The part that is wrong, or the whole text if a part is missing.
    pub found: String,
    /// What was expected.
    pub expected: &'static str,
}

const RESIGN: &str = "moves=N,score=CENTIPAWNS and perhaps one-sided, such as moves=3,score=600";
const DRAW: &str = "from=N,moves=N,score=CENTIPAWNS, such as from=40,moves=8,score=10";

const STEADY: &str =
    "from=N,moves=N,change=CENTIPAWNS,score=CENTIPAWNS, such as from=60,moves=20,change=5,score=200";

impl FromStr for ResignRule {
    type Err = AdjudicationError;

    /// Reads `moves=3,score=600`, with `one-sided` if the word of the loser is enough.
    fn from_str(text: &str) -> Result<Self, AdjudicationError> {
        let (mut moves, mut score, mut one_sided) = (None, None, false);
        for part in text.split(',') {
            match part.split_once('=') {
                Some(("moves", number)) => moves = positive(number),
                Some(("score", number)) => score = number.parse().ok(),
                None if part == "one-sided" => one_sided = true,
                _ => return Err(AdjudicationError { found: part.to_owned(), expected: RESIGN }),
            }
        }
        let (Some(moves), Some(score)) = (moves, score) else {
            return Err(AdjudicationError { found: text.to_owned(), expected: RESIGN });
        };
        Ok(Self { moves, score, one_sided })
    }
}

impl FromStr for DrawRule {
    type Err = AdjudicationError;

    /// Reads `from=40,moves=8,score=10`.
    fn from_str(text: &str) -> Result<Self, AdjudicationError> {
        let (mut from, mut moves, mut score) = (None, None, None);
        for part in text.split(',') {
            match part.split_once('=') {
                Some(("from", number)) => from = positive(number),
                Some(("moves", number)) => moves = positive(number),
                Some(("score", number)) => score = number.parse().ok(),
                _ => return Err(AdjudicationError { found: part.to_owned(), expected: DRAW }),
            }
        }
        let (Some(from), Some(moves), Some(score)) = (from, moves, score) else {
            return Err(AdjudicationError { found: text.to_owned(), expected: DRAW });
        };
        Ok(Self { from, moves, score })
    }
}

impl FromStr for SteadyRule {
    type Err = AdjudicationError;

    /// Reads `from=60,moves=20,change=5,score=200`.
    fn from_str(text: &str) -> Result<Self, AdjudicationError> {
        let (mut from, mut moves, mut change, mut score) = (None, None, None, None);
        for part in text.split(',') {
            match part.split_once('=') {
                Some(("from", number)) => from = positive(number),
                Some(("moves", number)) => moves = positive(number),
                Some(("change", number)) => change = number.parse().ok(),
                Some(("score", number)) => score = number.parse().ok(),
                _ => return Err(AdjudicationError { found: part.to_owned(), expected: STEADY }),
            }
        }
        let (Some(from), Some(moves), Some(change), Some(score)) = (from, moves, change, score) else {
            return Err(AdjudicationError { found: text.to_owned(), expected: STEADY });
        };
        Ok(Self { from, moves, change, score })
    }
}

fn positive(text: &str) -> Option<u32> {
    text.parse().ok().filter(|&number| number > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_from_texts() {
        let resign = ResignRule { moves: 3, score: 600, one_sided: false };
        assert_eq!("moves=3,score=600".parse(), Ok(resign));
        assert_eq!("one-sided,score=600,moves=3".parse(), Ok(ResignRule { one_sided: true, ..resign }));
        assert_eq!("from=40,moves=8,score=10".parse(), Ok(DrawRule { from: 40, moves: 8, score: 10 }));
        let steady = SteadyRule { from: 60, moves: 20, change: 5, score: 200 };
        assert_eq!("from=60,moves=20,change=5,score=200".parse(), Ok(steady));
        for bad in ["", "from=60,moves=20,change=5", "from=60,moves=0,change=5,score=200", "x=1"] {
            assert!(bad.parse::<SteadyRule>().is_err(), "{bad}");
        }
        for bad in ["", "moves=3", "moves=0,score=1", "moves=3,score=-1", "moves=3,score=600,x", "3,600"] {
            assert!(bad.parse::<ResignRule>().is_err(), "{bad}");
        }
        for bad in ["", "moves=3,score=1", "from=0,moves=1,score=1", "from=1,moves=1,score=1,one-sided"] {
            assert!(bad.parse::<DrawRule>().is_err(), "{bad}");
        }
    }
}
