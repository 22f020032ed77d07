//! How a game at the table ended.

use std::fmt;

use boardgame::{Color, Outcome, Reason};
use serde::{Deserialize, Serialize};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "snake_case")]
pub enum Ending {
    /// The rules ended it.
    Rules {
        /// The winner; `None` for a draw.
        winner: Option<Color>,
        /// The name of the rule.
        rule: String,
        /// The article that states it.
        article: String,
    },
    /// A player claimed a draw.
    Claimed {
        /// Who claimed it.
        by: Color,
        /// The name of the rule.
        rule: String,
        /// The article that states it.
        article: String,
    },
    /// A player resigned.
    Resigned {
        /// Who did.
        side: Color,
    },
    /// The players agreed to a draw.
    Agreed,
    /// A player ran out of time.
    OutOfTime {
        /// Who did.
        side: Color,
        /// Whether the opponent could still win; otherwise it is a draw (FIDE 6.9).
        opponent_can_win: bool,
    },
}

impl Ending {
    /// An ending by the rules.
    #[must_use]
    pub fn by_rules(outcome: Outcome, reason: &Reason) -> Self {
        let winner = match outcome {
            Outcome::Win(color) => Some(color),
            Outcome::Draw => None,
        };
        Self::Rules { winner, rule: reason.name.to_owned(), article: reason.article.to_owned() }
    }

    /// An ending by a claim.
    #[must_use]
    pub fn claimed(by: Color, reason: &Reason) -> Self {
        Self::Claimed { by, rule: reason.name.to_owned(), article: reason.article.to_owned() }
    }

    /// The outcome of the game.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match *self {
            Self::Rules { winner: Some(winner), .. } => Outcome::Win(winner),
            Self::Resigned { side } | Self::OutOfTime { side, opponent_can_win: true } => Outcome::Win(!side),
            _ => Outcome::Draw,
        }
    }
}

impl fmt::Display for Ending {
    /// `White wins: checkmate (FIDE 5.1.1)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.outcome() {
            Outcome::Win(color) => write!(f, "{} wins: ", color.name())?,
            Outcome::Draw => f.write_str("Draw: ")?,
        }
        match self {
            Self::Rules { rule, article, .. } => f.write_str(&rule_in_words(rule, article)),
            Self::Claimed { by, rule, article } => {
                write!(f, "{}, claimed by {}", rule_in_words(rule, article), by.name())
            }
            Self::Resigned { side } => write!(f, "{} resigns", side.name()),
            Self::Agreed => f.write_str("by agreement"),
            Self::OutOfTime { side, opponent_can_win: true } => write!(f, "{} has no time left", side.name()),
            Self::OutOfTime { side, .. } => {
                write!(f, "{} has no time left, but {} cannot win (FIDE 6.9)", side.name(), (!*side).name())
            }
        }
    }
}

/// A rule with its article: `threefold repetition (FIDE 9.2)`.
#[must_use]
pub fn rule_in_words(rule: &str, article: &str) -> String {
    format!("{} ({article})", rule.replace('_', " "))
}
