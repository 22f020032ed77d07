//! Rules of adjudication on the command line: `moves=3,score=600`.

use std::str::FromStr;

use thiserror::Error;

use crate::adjudication::{DrawRule, ResignRule, SteadyRule};

/// A text that is not a rule of adjudication.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("found {found:?}, expected {expected}")]
pub struct AdjudicationError {
    /// The part that is wrong or comes twice, or the whole text if a part is missing.
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
        let numbers = |part: &&str| *part != ONE_SIDED;
        let parts: Vec<&str> = text.split(',').filter(numbers).collect();
        let one_sided = parts.len() < text.split(',').count();
        let [moves, score] = read(&parts.join(","), ["moves", "score"], RESIGN)?;
        Ok(Self { moves, score, one_sided })
    }
}

impl FromStr for DrawRule {
    type Err = AdjudicationError;

    /// Reads `from=40,moves=8,score=10`.
    fn from_str(text: &str) -> Result<Self, AdjudicationError> {
        let [from, moves, score] = read(text, ["from", "moves", "score"], DRAW)?;
        Ok(Self { from, moves, score })
    }
}

impl FromStr for SteadyRule {
    type Err = AdjudicationError;

    /// Reads `from=60,moves=20,change=5,score=200`.
    fn from_str(text: &str) -> Result<Self, AdjudicationError> {
        let [from, moves, change, score] = read(text, ["from", "moves", "change", "score"], STEADY)?;
        Ok(Self { from, moves, change, score })
    }
}

const ONE_SIDED: &str = "one-sided";

/// Reads a number for each key, in any order, each once. Counts of moves are above 0.
fn read<const N: usize>(
    text: &str,
    keys: [&str; N],
    expected: &'static str,
) -> Result<[u32; N], AdjudicationError> {
    let bad = |found: &str| AdjudicationError { found: found.to_owned(), expected };
    let mut found = [None; N];
    for part in text.split(',') {
        let (key, number) = part.split_once('=').ok_or_else(|| bad(part))?;
        let place = keys.iter().position(|known| *known == key).ok_or_else(|| bad(part))?;
        let least = u32::from(matches!(key, "from" | "moves"));
        let number = number.parse().ok().filter(|&number| number >= least).ok_or_else(|| bad(part))?;
        if found[place].replace(number).is_some() {
            return Err(bad(part));
        }
    }
    let mut numbers = [0; N];
    for (number, found) in numbers.iter_mut().zip(found) {
        *number = found.ok_or_else(|| bad(text))?;
    }
    Ok(numbers)
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
        for bad in [
            "",
            "moves=3",
            "moves=0,score=1",
            "moves=3,score=-1",
            "moves=3,score=600,x",
            "moves=3,moves=4,score=1",
        ] {
            assert!(bad.parse::<ResignRule>().is_err(), "{bad}");
        }
        for bad in ["", "moves=3,score=1", "from=0,moves=1,score=1", "from=1,moves=1,score=1,one-sided"] {
            assert!(bad.parse::<DrawRule>().is_err(), "{bad}");
        }
    }
}
