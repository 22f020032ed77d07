//! Engines whose Elo is given.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use arena::{LedgerError, MatchPlan};
use catalog::GameId;
use thiserror::Error;

/// An engine whose Elo is given: the others are rated relative to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Anchor {
    /// Its name in the match.
    pub name: String,
    /// Its Elo.
    pub elo: f64,
}

impl FromStr for Anchor {
    type Err = RatingError;

    /// Reads `NAME=ELO`.
    fn from_str(text: &str) -> Result<Self, RatingError> {
        let bad = || RatingError::BadAnchor { found: text.to_owned() };
        let (name, elo) = text.rsplit_once('=').ok_or_else(bad)?;
        let elo = elo.trim().parse::<f64>().ok().filter(|elo| elo.abs() <= MOST_ELO).ok_or_else(bad)?;
        let name = name.trim();
        if name.is_empty() { Err(bad()) } else { Ok(Self { name: name.to_owned(), elo }) }
    }
}

/// As the command line writes it.
impl fmt::Display for Anchor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.name, self.elo)
    }
}

/// The largest Elo of an anchor; nothing is known to be stronger than half of it.
const MOST_ELO: f64 = 10_000.0;

/// Why engines cannot be rated.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RatingError {
    /// The text of an anchor is wrong.
    #[error(
        "bad anchor {found:?}: expected NAME=ELO, such as stockfish=2850, with an Elo from -10000 to 10000"
    )]
    BadAnchor {
        /// The text.
        found: String,
    },
    /// An anchor is no engine of the match.
    #[error("no engine is named {name:?}; the engines are {}", known.join(", "))]
    UnknownAnchor {
        /// Its name.
        name: String,
        /// The names of the engines.
        known: Vec<String>,
    },
    /// An anchor has two ratings.
    #[error("the anchor {name:?} is given twice")]
    SameAnchor {
        /// Its name.
        name: String,
    },
    /// Matches of several games.
    #[error("{} is a match of {found}, the first one is of {expected}; rate one game at a time", path.display())]
    OtherGame {
        /// The later match.
        path: PathBuf,
        /// Its game.
        found: GameId,
        /// The game of the first match.
        expected: GameId,
    },
    /// One name, two engines.
    #[error(
        "engine {name:?} has another command, other options or another time in {} than in an earlier match; \
         expected another name for it",
        path.display()
    )]
    OtherEngine {
        /// Its name.
        name: String,
        /// The later match.
        path: PathBuf,
    },
    /// A match is named twice.
    #[error("{} is named twice: its games would count twice", path.display())]
    SameMatch {
        /// The match.
        path: PathBuf,
    },
    /// A match is a copy of another one, or of a part of it.
    #[error("{} holds games of an earlier file too, such as game {game}: they would count twice", path.display())]
    SameGames {
        /// The later match.
        path: PathBuf,
        /// The number of the game in it.
        game: u64,
    },
    /// A ledger cannot be read.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
}

/// The places of anchors in a list of names, with their Elo.
pub(crate) fn places(anchors: &[Anchor], names: &[&str]) -> Result<Vec<(usize, f64)>, RatingError> {
    let mut found = Vec::new();
    for Anchor { name, elo } in anchors {
        let Some(place) = names.iter().position(|known| known == name) else {
            let known = names.iter().map(|&known| known.to_owned()).collect();
            return Err(RatingError::UnknownAnchor { name: name.clone(), known });
        };
        if found.iter().any(|&(known, _)| known == place) {
            return Err(RatingError::SameAnchor { name: name.clone() });
        }
        found.push((place, *elo));
    }
    Ok(found)
}

/// The names of the engines of a plan.
pub(crate) fn names(plan: &MatchPlan) -> Vec<&str> {
    plan.engines.iter().map(|engine| engine.name.as_str()).collect()
}

/// What a scale is relative to, in words.
pub(crate) fn scale_of(anchors: &[Anchor]) -> String {
    if anchors.is_empty() {
        return "the average is 0".to_owned();
    }
    anchors.iter().map(Anchor::to_string).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_are_read_from_texts() {
        let anchor: Anchor = "damier level=3=-50.5".parse().expect("an anchor");
        assert_eq!(anchor, Anchor { name: "damier level=3".to_owned(), elo: -50.5 });
        for bad in ["", "x", "=5", "x=", "x=nan", "x=inf", "x=10001", "x=5 Elo"] {
            assert!(bad.parse::<Anchor>().is_err(), "{bad}");
        }
    }

    #[test]
    fn anchors_are_found_by_name_once() {
        let anchor = |name: &str| Anchor { name: name.to_owned(), elo: 7.0 };
        assert_eq!(places(&[anchor("b")], &["a", "b"]).expect("a place"), [(1, 7.0)]);
        let error = places(&[anchor("c")], &["a", "b"]).expect_err("unknown");
        assert_eq!(error.to_string(), "no engine is named \"c\"; the engines are a, b");
        assert!(matches!(
            places(&[anchor("b"), anchor("b")], &["a", "b"]),
            Err(RatingError::SameAnchor { .. })
        ));
    }
}
