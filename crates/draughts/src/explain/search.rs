//! The captures of one piece when precedence does not matter, to find out what a short text may have meant.

use std::collections::HashSet;

use crate::bitboard::Bitboard;
use crate::board::Square;
use crate::explain::captures::Followed;
use crate::leg::LegKey;
use crate::position::Draughts;
use crate::variants::Variant;
use crate::word::Word;

/// States of captures that one search may examine. Beyond it a text is explained by its squares alone.
const STATES: usize = 1 << 13;

/// What captures of one piece lead to a square.
pub(super) struct Found<V: Variant> {
    /// The best complete one.
    pub(super) complete: Option<Followed<V>>,
    /// One that touches the square but is not complete there.
    pub(super) partial: Option<Followed<V>>,
    /// Where captures of the piece end; empty if that could not be found out.
    pub(super) ends: V::Word,
}

struct Search<'a, V: Variant> {
    position: &'a Draughts<V>,
    to: Square,
    /// The pieces that it must take, if they are known.
    given: Option<V::Word>,
    seen: HashSet<LegKey<V::Word>>,
    found: Found<V>,
}

impl<V: Variant> Draughts<V> {
    /// The captures of the piece on `from` that lead to `to`, and take exactly the pieces given.
    pub(super) fn find_captures(&self, from: Square, to: Square, given: Option<V::Word>) -> Found<V> {
        let found = Found { complete: None, partial: None, ends: V::Word::ZERO };
        let mut search = Search { position: self, to, given, seen: HashSet::new(), found };
        search.explore(&self.route_from(from));
        if search.seen.len() >= STATES {
            search.found.ends = V::Word::ZERO;
        }
        search.found
    }
}

impl<V: Variant> Search<'_, V> {
    fn explore(&mut self, route: &Followed<V>) {
        if self.seen.len() >= STATES || !self.seen.insert(route.leg.key()) {
            return;
        }
        for (target, next) in route.jumps(&route.leg) {
            let after = route.after(&route.leg, target, next);
            self.note(&after);
            self.explore(&after);
        }
    }

    fn note(&mut self, route: &Followed<V>) {
        let ends = route.jumper.ends(&route.leg);
        self.found.ends |= ends;
        let fits = self.given.is_none_or(|given| given == route.leg.captured);
        if !fits || !Bitboard(route.leg.landings).contains(self.to) {
            return;
        }
        if !Bitboard(ends).contains(self.to) {
            self.found.partial.get_or_insert_with(|| route.clone());
            return;
        }
        let rank = |route: &Followed<V>| self.position.ranked(route, self.to);
        let is_better = match &self.found.complete {
            Some(best) => rank(best).goes_after(&rank(route), V::RULES.precedence).is_some(),
            None => true,
        };
        if is_better {
            self.found.complete = Some(route.clone());
        }
    }
}
