//! The captures of one piece without precedence, to find what a text may have meant.

use std::collections::HashSet;

use crate::any_variant::AnyDraughts;
use crate::bitboard::Bitboard;
use crate::board::Square;
use crate::capture_state::CaptureKey;
use crate::explain::advice::Legal;
use crate::explain::captures::Followed;
use crate::explain::ranked::Ranked;

/// The most states that one search examines. Beyond this, a text is explained by what was found so far.
const STATES: usize = 1 << 13;

impl AnyDraughts {
    /// A capture of the piece on `from` that leads to `to` and captures exactly the given pieces: the best that is
    /// complete there, else one that can be completed legally, else one that touches the square.
    pub(super) fn find_capture_to(
        &self,
        from: Square,
        to: Square,
        given: Option<u128>,
        legal: &mut Legal<'_>,
    ) -> Option<Followed> {
        let mut complete: Option<(Ranked, Followed)> = None;
        let mut partial = None;
        let mut is_advised = false;
        explore(&self.route_from(from), &mut HashSet::new(), &mut |route| {
            let fits = given.is_none_or(|given| given == route.state.captured);
            if !fits || !Bitboard(route.state.landings).contains(to) {
                return;
            }
            if Bitboard(route.jumper.ends(&route.state)).contains(to) {
                let ranked = self.ranked(route, to);
                let is_better =
                    |(best, _): &(Ranked, _)| best.outranked_by(&ranked, self.rules().precedence).is_some();
                if complete.as_ref().is_none_or(is_better) {
                    complete = Some((ranked, route.clone()));
                }
            } else if complete.is_none() && !is_advised {
                is_advised = matches!(legal.advice(route, to), Ok(Some(_)));
                if is_advised || partial.is_none() {
                    partial = Some(route.clone());
                }
            }
        });
        complete.map(|(_, route)| route).or(partial)
    }

    /// The best capture that a route can become, even if it is outranked.
    pub(super) fn best_completion(&self, route: &Followed) -> Option<Ranked> {
        let mut best = self.complete(route);
        explore(route, &mut HashSet::new(), &mut |route| {
            let Some(other) = self.complete(route) else { return };
            if best.as_ref().is_none_or(|best| best.outranked_by(&other, self.rules().precedence).is_some()) {
                best = Some(other);
            }
        });
        best
    }

    /// The capture of a route, if it is complete.
    fn complete(&self, route: &Followed) -> Option<Ranked> {
        let to = Bitboard(route.jumper.ends(&route.state)).into_iter().next()?;
        Some(self.ranked(route, to))
    }
}

/// Visits every continuation of a capture by one or more jumps.
fn explore(route: &Followed, seen: &mut HashSet<CaptureKey>, visit: &mut dyn FnMut(&Followed)) {
    if seen.len() >= STATES || !seen.insert(route.state.key()) {
        return;
    }
    for (target, next) in route.jumps() {
        let after = route.after(target, next);
        visit(&after);
        explore(&after, seen, visit);
    }
}
