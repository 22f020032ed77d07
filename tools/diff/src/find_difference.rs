//! Finding the position where a difference arises.

use crate::compare::{Difference, compare};
use crate::observer::Observer;
use crate::opponent::{Answer, Opponent, OpponentError};
use crate::test_position::{Query, TestPosition, TestPositionError};

/// A position in which opponent and rules differ.
#[derive(Debug)]
pub struct Found {
    /// The position, with the moves that led to it from where the search began.
    pub line: TestPosition,
    /// How they differ there.
    pub difference: Difference,
    /// The depth at which it shows: 1 unless only counts differ.
    pub depth: u32,
}

/// Compares an opponent with the rules to a depth and descends to the first position that differs.
///
/// # Errors
///
/// The opponent failed, or the position is too complex for one of them.
pub fn find_difference(
    opponent: &mut dyn Opponent,
    line: &TestPosition,
    query: Query,
    observer: &dyn Observer,
) -> Result<Option<Found>, OpponentError> {
    let depth = if opponent.can_count() { query.depth.max(1) } else { 1 };
    let query = Query { depth, ..query };
    let Some(difference) = difference_at(opponent, line, query, observer)? else { return Ok(None) };
    if depth > 1 && !difference.is_here() {
        for wrong in &difference.counts {
            let next = match line.play(wrong.index) {
                Ok(next) => next,
                Err(TestPositionError::PositionText(_) | TestPositionError::TooComplex(_)) => continue,
            };
            if let Some(found) =
                find_difference(opponent, &next, Query { depth: depth - 1, ..query }, observer)?
            {
                return Ok(Some(found));
            }
        }
    }
    let line = line.replayed(line.fen(), line.plies()).ok_or(OpponentError::TOO_COMPLEX)?;
    // A wrong list of moves shows at any depth and is simplest at depth 1; so is a wrong number of routes.
    if depth > 1 && (difference.is_here() || query.routes) {
        let first = Query { depth: 1, ..query };
        if let Some(difference) = difference_at(opponent, &line, first, observer)? {
            return Ok(Some(Found { line, difference, depth: 1 }));
        }
    }
    let depth = if difference.is_here() { 1 } else { depth };
    Ok(Some(Found { line, difference, depth }))
}

/// How an opponent differs in one position, if it does.
pub(crate) fn difference_at(
    opponent: &mut dyn Opponent,
    line: &TestPosition,
    query: Query,
    observer: &dyn Observer,
) -> Result<Option<Difference>, OpponentError> {
    observer.asking();
    let answer = opponent.ask(line, query)?;
    difference_of(line, query, &answer, observer)
}

/// How an answer differs, if it does.
pub(crate) fn difference_of(
    line: &TestPosition,
    query: Query,
    answer: &Answer,
    observer: &dyn Observer,
) -> Result<Option<Difference>, OpponentError> {
    let difference = compare(line, query, answer, observer).map_err(|_| OpponentError::TOO_COMPLEX)?;
    Ok((!difference.is_empty()).then_some(difference))
}
