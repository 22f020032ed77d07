//! What can be compared with our rules.

mod command;
mod hub;
mod open;
mod slow;
mod uci;

use std::time::Instant;

use client::EngineError;
use thiserror::Error;

use crate::test_position::{Query, TestPosition};

pub use command::CommandOpponent;
pub use hub::HubOpponent;
pub use open::{Protocol, open_opponent};
pub use slow::ReferenceOpponent;
pub use uci::UciOpponent;

/// Anything that can be asked for the moves of a position.
pub trait Opponent {
    /// Its name, for reports.
    fn name(&self) -> &str;

    /// The moves of a position, with the number of move sequences that begin with each if it can count.
    ///
    /// # Errors
    ///
    /// It failed, or the position is too complex for it.
    fn ask(&mut self, line: &TestPosition, query: Query) -> Result<Answer, OpponentError>;

    /// Like [`ask`](Self::ask) about several positions, with answers in the same order. The first failure of an engine is
    /// the last answer.
    fn ask_all(&mut self, lines: &[TestPosition], query: Query) -> Vec<Result<Answer, OpponentError>> {
        ask_in_turn(self, lines, query)
    }

    /// The best number of positions to ask about at once.
    fn batch(&self) -> Batch {
        Batch::OneByOne
    }

    /// Sets how many programs may run in parallel, if every question starts one.
    fn set_processes(&mut self, processes: usize) {
        let _ = processes;
    }

    /// Ends every wait for an answer at this moment; `None` lifts that again.
    fn set_deadline(&mut self, deadline: Option<Instant>) {
        let _ = deadline;
    }

    /// Whether it can count more than the moves of one position.
    fn can_count(&self) -> bool {
        false
    }

    /// Restarts after a failure.
    ///
    /// # Errors
    ///
    /// It cannot be restarted.
    fn restart(&mut self) -> Result<(), OpponentError> {
        Ok(())
    }

    /// What it cannot be asked, in words.
    fn caveats(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Asks one question after the other, until an engine fails.
fn ask_in_turn<O: Opponent + ?Sized>(
    opponent: &mut O,
    lines: &[TestPosition],
    query: Query,
) -> Vec<Result<Answer, OpponentError>> {
    let mut answers = Vec::new();
    for line in lines {
        answers.push(opponent.ask(line, query));
        if matches!(answers.last(), Some(Err(OpponentError::Engine(_)))) {
            break;
        }
    }
    answers
}

/// How an opponent handles several questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Batch {
    /// One after the other.
    OneByOne,
    /// This many are sent before the first answer is read. An opponent that cannot handle this mixes answers up, so
    /// important answers must be confirmed with a single question.
    Queued(usize),
    /// This many are answered in parallel.
    Parallel(usize),
}

impl Batch {
    /// How many questions make one batch.
    pub(crate) fn size(self) -> usize {
        match self {
            Self::OneByOne => 1,
            Self::Queued(size) | Self::Parallel(size) => size.max(1),
        }
    }
}

/// What an opponent says about a position.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Answer {
    /// Every move that it considers legal.
    pub moves: Vec<AnsweredMove>,
    /// The result, `None` if the game continues; the outer `None` if it did not say.
    pub outcome: Option<Option<String>>,
    /// Whether moves that it does not name may still be legal.
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
    /// The position is too complex for one of them or cannot be expressed in the protocol; try another one.
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
