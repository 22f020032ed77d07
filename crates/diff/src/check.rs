//! From a position to a report.

use crate::descend::find;
use crate::line::Line;
use crate::minimize::{Budget, Minimized, minimize};
use crate::opponent::{Opponent, OpponentError};
use crate::report::{Origin, Report};

/// Compares an opponent with the rules to a depth; a difference is descended to, made smaller within the
/// budget, if there is one, and reported.
///
/// # Errors
///
/// The opponent failed, or the position is too complex for one of both.
pub fn check(
    opponent: &mut dyn Opponent,
    line: &Line,
    depth: u32,
    budget: Option<Budget>,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Report>, OpponentError> {
    let Some(found) = find(opponent, line, depth, stop)? else { return Ok(None) };
    let origin = Origin::of(&found.line);
    let minimized = match budget {
        Some(budget) => minimize(opponent, found, budget, stop)?,
        None => Minimized { found, questions: 0, is_complete: false },
    };
    Ok(Some(Report::new(opponent.name(), origin, &minimized)))
}
