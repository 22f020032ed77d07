//! Why a capture is not legal.

use crate::bitboard::Bitboard;
use crate::board::Square;
use crate::explain::precedence::Ranked;
use crate::explain::search::Found;
use crate::explain::{BehindRule, Capture, Illegal, Refusal};
use crate::leg::{Jumper, Leg, each, step};
use crate::move_text::WrittenMove;
use crate::position::{Draughts, Move, Role};
use crate::route::{KingOrder, king_bit};
use crate::rules::Landing;
use crate::variants::Variant;
use crate::word::Word;

/// States of captures that may be examined to name the order in which a capture takes its pieces.
const ROUTE_STATES: usize = 1 << 12;

/// A route that can be followed: the piece after its last jump.
#[derive(Clone, Debug)]
pub(super) struct Followed<V: Variant> {
    pub(super) jumper: Jumper<V>,
    /// With all squares on which the last jump may land.
    pub(super) leg: Leg<V::Word>,
    pub(super) order: KingOrder,
    /// The pieces taken, in order.
    pub(super) taken: Vec<Square>,
}

impl<V: Variant> Draughts<V> {
    /// Refuses a capture along these squares, of which there are two or all that the piece touches.
    pub(crate) fn refuse_capture(&self, written: &WrittenMove<'_>, list: &[Move<V::Word>]) -> Refusal {
        let squares = &written.squares;
        let reason = self.why_not_from(squares[0]).unwrap_or_else(|| self.why_not_capture(squares, list));
        self.refuse(written, reason, list)
    }

    /// Refuses a capture that is written with what it takes, in any order, or with nothing but its ends.
    pub(crate) fn refuse_hub_capture(
        &self,
        written: &WrittenMove<'_>,
        given: Bitboard<V::Word>,
        list: &[Move<V::Word>],
    ) -> Refusal {
        let (from, to) = (written.from(), written.to_of_hub());
        let reason = self.why_not_from(from).unwrap_or_else(|| self.why_not_hub(from, to, given, list));
        self.refuse(written, reason, list)
    }

    fn why_not_hub(
        &self,
        from: Square,
        to: Square,
        given: Bitboard<V::Word>,
        list: &[Move<V::Word>],
    ) -> Illegal {
        let is_between = |mv: &&Move<V::Word>| mv.is_capture() && (mv.from(), mv.to()) == (from, to);
        if let Some(&mv) = list.iter().find(is_between) {
            let taken = self.as_capture(mv).taken;
            return Illegal::OtherPieces { from, to, given: given.into_iter().collect(), taken };
        }
        if !given.is_empty() {
            let found = self.find_captures(from, to, Some(given.0));
            if let Some(reason) = self.why_not_found(found, to, list) {
                return reason;
            }
        }
        self.why_not_capture(&[from, to], list)
    }

    /// Why a capture by an own piece along these squares is not legal.
    pub(super) fn why_not_capture(&self, squares: &[Square], list: &[Move<V::Word>]) -> Illegal {
        let (from, to) = (squares[0], squares[squares.len() - 1]);
        let is_quiet = |mv: &Move<V::Word>| !mv.is_capture() && (mv.from(), mv.to()) == (from, to);
        if squares.len() == 2 && list.iter().any(is_quiet) {
            return Illegal::WrittenAsCapture { from, to };
        }
        match self.follow(squares) {
            Ok(route) => self.why_not_end(&route, to, list),
            Err(wrong) if squares.len() == 2 => {
                let found = self.find_captures(from, to, None);
                let ends: Vec<Square> = Bitboard(found.ends).into_iter().collect();
                let is_vague = matches!(wrong, Illegal::NotOnALine { .. } | Illegal::NothingToTake { .. });
                match self.why_not_found(found, to, list) {
                    Some(reason) => reason,
                    None if is_vague && !ends.is_empty() => {
                        Illegal::NoCaptureTo { from, to, role: self.scene(from).role, ends }
                    }
                    None => wrong,
                }
            }
            Err(wrong) => wrong,
        }
    }

    /// Why a capture between two squares that a search has found is not legal.
    fn why_not_found(&self, found: Found<V>, to: Square, list: &[Move<V::Word>]) -> Option<Illegal> {
        let route = found.complete.or(found.partial)?;
        Some(self.why_not_end(&route, to, list))
    }

    /// Follows the squares as far as the jumps are possible, or tells which rule forbids one.
    fn follow(&self, squares: &[Square]) -> Result<Followed<V>, Illegal> {
        let mut route = self.route_from(squares[0]);
        let mut scene = self.scene(squares[0]);
        for hop in squares.windows(2) {
            let (from, to) = (hop[0], hop[1]);
            let here = route.leg.at(V::Word::bit(from.0));
            scene.role = if here.is_king() { Role::King } else { Role::Man };
            let jump = route.jumps(&here).into_iter().find(|(_, next)| Bitboard(next.landings).contains(to));
            let Some((target, next)) = jump else {
                return Err(scene.wrong_jump(from, to).unwrap_or(Illegal::Unexplained));
            };
            route = route.after(&here, target, next);
            scene.captured = next.captured.widen();
            scene.before = Some((from, to));
            if !next.is_king() && Bitboard(Self::last_row(self.turn)).contains(to) {
                scene.passed = Some(to);
            }
        }
        Ok(route)
    }

    pub(super) fn route_from(&self, from: Square) -> Followed<V> {
        let jumper = Jumper::new(self, V::Word::bit(from.0));
        Followed { jumper, leg: jumper.start(), order: 0, taken: Vec::new() }
    }

    /// Why a capture whose jumps are all possible may not end like this.
    fn why_not_end(&self, route: &Followed<V>, to: Square, list: &[Move<V::Word>]) -> Illegal {
        let Followed { jumper, leg, .. } = route;
        let next = route.next_targets(&leg.at(V::Word::bit(to.0)));
        if !next.is_empty() {
            let role = if leg.is_king() { Role::King } else { Role::Man };
            return Illegal::MustGoOn { at: to, next, role, crowned: leg.crowned };
        }
        let goes_on = |landing: &V::Word| !route.next_targets(&leg.at(*landing)).is_empty();
        let better: Vec<Square> =
            each(leg.landings).filter(goes_on).map(|landing| Square(landing.lowest())).collect();
        if !better.is_empty() {
            return Illegal::MustLandOn { at: to, squares: better };
        }
        if let (false, Some(direction)) = (Bitboard(jumper.ends(leg)).contains(to), leg.direction) {
            let rule = match V::RULES.landing {
                Landing::BehindLastKingOfSeveral => BehindRule::LastKingOfSeveral,
                _ => BehindRule::LastKing,
            };
            let behind = Square(step::<V>(leg.last, direction).lowest());
            return Illegal::MustLandBehind { rule, target: Square(leg.last.lowest()), behind, to };
        }
        self.why_outranked(route, to, list).unwrap_or(Illegal::Unexplained)
    }

    /// Which capture goes before a complete one, and why.
    fn why_outranked(&self, route: &Followed<V>, to: Square, list: &[Move<V::Word>]) -> Option<Illegal> {
        let ours = self.ranked(route, to);
        let mv = self.best_capture(ours.capture.from, list)?;
        let order = self.king_order(mv).unwrap_or_default();
        let best = Ranked { capture: self.as_capture(mv), order };
        let criterion = ours.goes_after(&best, V::RULES.precedence)?;
        Some(Illegal::Outranked { criterion, ours: ours.capture, best: best.capture })
    }

    pub(super) fn ranked(&self, route: &Followed<V>, to: Square) -> Ranked {
        let from = Square(route.jumper.start().landings.lowest());
        let by_king = self.kings().contains(from);
        let kings = (Bitboard(route.leg.captured) & self.kings()).len();
        Ranked {
            capture: Capture { from, to, taken: route.taken.clone(), kings, by_king },
            order: route.order,
        }
    }

    /// A legal capture, by the piece on `from` if it has one.
    fn best_capture(&self, from: Square, list: &[Move<V::Word>]) -> Option<Move<V::Word>> {
        let captures = || list.iter().filter(|mv| mv.is_capture());
        let number = |square: Square| V::RULES.number_from_top_left(square);
        captures().min_by_key(|mv| (mv.from() != from, number(mv.from()), number(mv.to()))).copied()
    }

    pub(super) fn some_capture(&self, from: Square, list: &[Move<V::Word>]) -> Option<Capture> {
        self.best_capture(from, list).map(|mv| self.as_capture(mv))
    }

    /// A legal capture by what it takes, in the order of one of its routes.
    pub(super) fn as_capture(&self, mv: Move<V::Word>) -> Capture {
        let routes = self.routes_within(mv, 1, &mut { ROUTE_STATES }).unwrap_or_default();
        let taken = match routes.first() {
            Some(route) => route.jumps.iter().map(|jump| jump.captured).collect(),
            None => mv.captured().into_iter().collect(),
        };
        let kings = (mv.captured() & self.kings()).len();
        Capture { from: mv.from(), to: mv.to(), taken, kings, by_king: self.kings().contains(mv.from()) }
    }
}

impl<V: Variant> Followed<V> {
    /// The next jumps: the piece jumped and the leg after.
    pub(super) fn jumps(&self, leg: &Leg<V::Word>) -> Vec<(V::Word, Leg<V::Word>)> {
        let of_direction = |direction| {
            let targets = each(self.jumper.targets(leg, direction));
            targets.map(move |target| (target, self.jumper.jump(leg, direction, target)))
        };
        (0..8).flat_map(of_direction).collect()
    }

    /// The pieces that can be taken next.
    fn next_targets(&self, leg: &Leg<V::Word>) -> Vec<Square> {
        let all = (0..8).fold(V::Word::ZERO, |all, direction| all | self.jumper.targets(leg, direction));
        Bitboard(all).into_iter().collect()
    }

    /// The route with one more jump from `here`.
    pub(super) fn after(&self, here: &Leg<V::Word>, target: V::Word, next: Leg<V::Word>) -> Self {
        let mut taken = self.taken.clone();
        taken.push(Square(target.lowest()));
        let bit = king_bit::<V>(self.jumper.kings, here, target);
        Self { jumper: self.jumper, leg: next, order: self.order | bit, taken }
    }
}
