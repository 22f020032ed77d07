//! From a wrong count down to the position that is wrong.

use crate::compare::{Difference, compare};
use crate::line::{Line, LineError};
use crate::opponent::{Opponent, OpponentError};

/// A position in which opponent and rules differ.
#[derive(Debug)]
pub struct Found {
    /// The position, with the moves that led to it from where the search began.
    pub line: Line,
    /// In what they differ there.
    pub difference: Difference,
    /// The depth at which it shows: 1 unless only counts differ.
    pub depth: u32,
}

/// Compares an opponent with the rules to a depth and descends to the first position that differs.
///
/// # Errors
///
/// The opponent failed, or the position is too complex for one of both.
pub fn find(
    opponent: &mut dyn Opponent,
    line: &Line,
    depth: u32,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Found>, OpponentError> {
    let depth = if opponent.can_count() { depth.max(1) } else { 1 };
    let Some(difference) = difference_at(opponent, line, depth, stop)? else { return Ok(None) };
    if depth > 1 && !difference.is_here() {
        for wrong in &difference.counts {
            let next = match line.play(wrong.index) {
                Ok(next) => next,
                Err(LineError::Place(_) | LineError::TooComplex(_)) => continue,
            };
            if let Some(found) = find(opponent, &next, depth - 1, stop)? {
                return Ok(Some(found));
            }
        }
    }
    // A wrong list of moves is wrong at any depth, and smallest at the first.
    let depth = if difference.is_here() { 1 } else { depth };
    let line = copy(line).ok_or(OpponentError::TOO_COMPLEX)?;
    let difference =
        if depth == 1 { difference_at(opponent, &line, 1, stop)?.unwrap_or(difference) } else { difference };
    Ok(Some(Found { line, difference, depth }))
}

/// In what an opponent differs in one position, if in anything.
pub(crate) fn difference_at(
    opponent: &mut dyn Opponent,
    line: &Line,
    depth: u32,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Difference>, OpponentError> {
    let answer = opponent.ask(line, depth)?;
    let difference = compare(line, depth, &answer, stop).map_err(|_| OpponentError::TOO_COMPLEX)?;
    Ok((!difference.is_empty()).then_some(difference))
}

fn copy(line: &Line) -> Option<Line> {
    line.replayed(line.fen(), line.plies())
}
