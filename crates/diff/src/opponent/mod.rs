//! What can be compared with our rules.

mod command;
mod hub;
mod open;
mod slow;
mod uci;

use client::EngineError;
use thiserror::Error;

use crate::line::Line;

pub use command::{DamierOpponent, ScriptOpponent};
pub use hub::HubOpponent;
pub use open::{Protocol, open_opponent};
pub use slow::ReferenceOpponent;
pub use uci::UciOpponent;

/// Anything that can be asked for the moves of a position.
pub trait Opponent {
    /// Its name, for reports.
    fn name(&self) -> &str;

    /// The moves of the position at the end of a line; with the number of move sequences of this length that
    /// begin with each, if it can count.
    ///
    /// # Errors
    ///
    /// It failed, or the position is too much for it.
    fn ask(&mut self, line: &Line, depth: u32) -> Result<Answer, OpponentError>;

    /// Whether it can count more than the moves of one position.
    fn can_count(&self) -> bool {
        false
    }

    /// Begins anew after a failure.
    ///
    /// # Errors
    ///
    /// It cannot be started again.
    fn restart(&mut self) -> Result<(), OpponentError> {
        Ok(())
    }

    /// What it cannot be asked, in words.
    fn caveats(&self) -> Vec<String> {
        Vec::new()
    }
}

/// What an opponent says about a position.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Answer {
    /// Every move it takes for legal.
    pub moves: Vec<AnsweredMove>,
    /// The result, `None` if the game goes on; the outer `None` if it did not say.
    pub outcome: Option<Option<String>>,
    /// Whether moves that it does not name may be legal all the same.
    pub is_partial: bool,
}

/// A move as an opponent writes it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct AnsweredMove {
    /// Its text.
    pub text: String,
    /// The number of move sequences that begin with it, if it was counted.
    pub count: Option<u64>,
    /// The position after it, if that was told.
    pub after: Option<String>,
}

impl Answer {
    /// An answer of moves alone.
    pub fn of_texts(texts: impl IntoIterator<Item = String>) -> Self {
        let moves = texts.into_iter().map(|text| AnsweredMove { text, ..AnsweredMove::default() });
        Self { moves: moves.collect(), ..Self::default() }
    }

    /// An answer of moves with their counts.
    pub fn of_counts(counts: impl IntoIterator<Item = (String, u64)>) -> Self {
        let moves =
            counts.into_iter().map(|(text, count)| AnsweredMove { text, count: Some(count), after: None });
        Self { moves: moves.collect(), ..Self::default() }
    }
}

/// Why there is no answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OpponentError {
    /// The engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The position is too complex for one of both, or cannot be told in the protocol; another one is as good.
    #[error("{reason}")]
    NotComparable {
        /// Why, in words.
        reason: &'static str,
    },
}

impl OpponentError {
    /// A position has too many moves, or too long ones.
    pub(crate) const TOO_COMPLEX: Self = Self::NotComparable { reason: "too complex to list all moves" };
}
