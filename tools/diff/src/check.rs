//! The whole comparison: find a difference, minimize it, report it.

use crate::compare::compare;
use crate::find_difference::find_difference;
use crate::minimize::{Budget, Minimized, MinimizingEnd, minimize};
use crate::observer::Observer;
use crate::opponent::{Opponent, OpponentError};
use crate::report::{Origin, Report};
use crate::test_position::{Query, TestPosition};

/// Compares an opponent with the rules. Finds the position where a difference arises, minimizes it within the budget, if
/// any, and reports it.
///
/// # Errors
///
/// The opponent failed before a difference was found, or the position is too complex for one of them.
pub fn check(
    opponent: &mut dyn Opponent,
    line: &TestPosition,
    query: Query,
    budget: Option<Budget>,
    observer: &dyn Observer,
) -> Result<Option<Report>, OpponentError> {
    let Some(found) = find_difference(opponent, line, query, observer)? else { return Ok(None) };
    let origin = Origin::of(&found.line);
    let counts_routes = !query.routes && counts_routes(opponent, line, query, observer);
    let minimized = match budget {
        Some(budget) => minimize(opponent, found, query.routes, budget, observer),
        None => Minimized { found, questions: 0, is_smaller: false, end: MinimizingEnd::Off },
    };
    let mut report = Report::new(opponent.name(), origin, &minimized, query.routes);
    report.counts_routes = counts_routes;
    Ok(Some(report))
}

/// Whether an opponent that differs agrees if every route of a capture counts.
fn counts_routes(
    opponent: &mut dyn Opponent,
    line: &TestPosition,
    query: Query,
    observer: &dyn Observer,
) -> bool {
    if line.game().is_chess() || !opponent.can_count() {
        return false;
    }
    let query = Query { depth: query.depth.max(1), ..query };
    let Ok(answer) = opponent.ask(line, query) else { return false };
    compare(line, Query { routes: true, ..query }, &answer, observer)
        .is_ok_and(|found| found.is_empty() && !observer.is_stopped())
}
