//! How an illegal capture can be corrected, or which rule forbids it if it cannot.
//!
//! Advice is checked against the legal moves: continuing a capture or landing elsewhere is no help if another capture
//! takes precedence anyway.

use boardgame::TooComplex;

use crate::any_variant::AnyDraughts;
use crate::bitboard::Bitboard;
use crate::board::Square;
use crate::capture_state::{Jumper, each};
use crate::completion::Completion;
use crate::explain::captures::{Followed, Stuck};
use crate::explain::ranked::Ranked;
use crate::explain::{BehindRule, Capture, Illegal};
use crate::machine_word::Word;
use crate::position::{Move, Role};
use crate::precedence::Criterion;
use crate::rules::Landing;

/// The most states to examine to find the order in which a capture captures its pieces.
const ROUTE_STATES: usize = 1 << 12;

/// The most states to examine to find captures that can become legal. Beyond this, no advice is given.
const ADVICE_STATES: usize = 1 << 15;

/// What the piece on one square may legally capture.
pub(super) struct Legal<'a> {
    position: &'a AnyDraughts,
    /// Where the piece stands.
    pub(super) from: Square,
    /// All legal moves, including those of other pieces.
    list: &'a [Move<u128>],
    completion: Completion,
}

impl AnyDraughts {
    pub(super) fn legal_captures<'a>(&'a self, from: Square, list: &'a [Move<u128>]) -> Legal<'a> {
        let capture = list.iter().find(|mv| mv.is_capture());
        let order = capture.map_or(0, |&mv| self.king_order(mv).unwrap_or_default());
        let moves = list.iter().copied().filter(|mv| mv.is_capture() && mv.from() == from).collect();
        let jumper = Jumper::new(self, u128::bit(from.0));
        let completion = Completion::new(jumper, moves, order, ADVICE_STATES);
        Legal { position: self, from, list, completion }
    }

    /// A legal capture, by the piece on `from` if it has one.
    fn best_capture(&self, from: Square, list: &[Move<u128>]) -> Option<Move<u128>> {
        let captures = || list.iter().filter(|mv| mv.is_capture());
        let number = |square: Square| self.rules().number_from_top_left(square);
        captures().min_by_key(|mv| (mv.from() != from, number(mv.from()), number(mv.to()))).copied()
    }

    pub(super) fn some_capture(&self, from: Square, list: &[Move<u128>]) -> Option<Capture> {
        self.best_capture(from, list).map(|mv| self.as_capture(mv, list))
    }

    /// A legal capture with the captured pieces in the order of one of its routes.
    pub(super) fn as_capture(&self, mv: Move<u128>, list: &[Move<u128>]) -> Capture {
        let (from, to) = (mv.from(), mv.to());
        let route = self.routes_within(mv, 1, &mut { ROUTE_STATES }).unwrap_or_default().pop();
        let taken = match &route {
            Some(route) => route.jumps.iter().map(|jump| jump.captured).collect(),
            None => mv.captured().into_iter().collect(),
        };
        let same_ends = list.iter().filter(|other| (other.from(), other.to()) == (from, to)).count();
        let squares = match route.filter(|_| same_ends > 1) {
            Some(route) => route.squares(self.rules()),
            None => vec![from, to],
        };
        let kings = (mv.captured() & self.kings()).len();
        Capture { from, to, squares, taken, kings, by_king: self.kings().contains(from) }
    }

    /// A complete capture with what the criteria compare.
    pub(super) fn ranked(&self, route: &Followed, to: Square) -> Ranked {
        let from = Square(route.jumper.start().landings.lowest());
        let by_king = self.kings().contains(from);
        let kings = (Bitboard(route.state.captured) & self.kings()).len();
        let (squares, taken) = (vec![from, to], route.taken.clone());
        Ranked { capture: Capture { from, to, squares, taken, kings, by_king }, order: route.order }
    }
}

impl Legal<'_> {
    /// Where legal captures of the piece end.
    pub(super) fn ends(&self) -> Vec<Square> {
        let own = self.list.iter().filter(|mv| mv.is_capture() && mv.from() == self.from);
        own.map(Move::to).collect::<Bitboard<u128>>().into_iter().collect()
    }

    /// Why a capture whose jumps are all possible may not end like this.
    pub(super) fn why_not_end(&mut self, route: &Followed, to: Square) -> Illegal {
        match self.advice(route, to) {
            Ok(Some(advice)) => advice,
            Ok(None) => self.why_outranked(route, to),
            Err(TooComplex { .. }) => self.without_advice(to),
        }
    }

    /// How to make a legal capture of one whose jumps are all possible.
    pub(super) fn advice(&mut self, route: &Followed, to: Square) -> Result<Option<Illegal>, TooComplex> {
        let Followed { jumper, state, order, .. } = route;
        if !self.completion.has_order(state, *order) {
            return Ok(None);
        }
        let here = route.at(to);
        let next = self.completion.next_targets(&here.state)?;
        if next != u128::ZERO {
            let next = Bitboard(next).into_iter().collect();
            let role = if state.is_king() { Role::King } else { Role::Man };
            return Ok(Some(Illegal::MustGoOn { at: to, next, role, crowned: state.crowned }));
        }
        if here.can_go_on() {
            return Ok(None);
        }
        let mut squares = Vec::new();
        for landing in each(state.landings) {
            if self.completion.goes_on(&state.at(landing))? {
                squares.push(Square(landing.lowest()));
            }
        }
        if !squares.is_empty() {
            return Ok(Some(Illegal::MustLandOn { at: to, squares }));
        }
        let (possible, legal) = (Bitboard(jumper.ends(state)), Bitboard(self.completion.ends(state)));
        let Some(behind) = legal.into_iter().next().filter(|_| !possible.contains(to)) else {
            return Ok(None);
        };
        let rule = match self.position.rules().landing {
            Landing::BehindLastKingOfSeveral => BehindRule::LastKingOfSeveral,
            _ => BehindRule::LastKing,
        };
        Ok(Some(Illegal::MustLandBehind { rule, target: Square(state.last.lowest()), behind, to }))
    }

    /// Why a capture with an impossible jump cannot be made. Advises another landing square only if that is legal.
    pub(super) fn why_stuck(&mut self, stuck: Stuck) -> Illegal {
        let Stuck { route, wrong } = stuck;
        let (corrected, to) = match wrong {
            Illegal::LandsTooFar { target, behind, .. } | Illegal::MustLandBehind { target, behind, .. } => {
                let is_this = |(jumped, _): &(u128, _)| *jumped == u128::bit(target.0);
                let Some((target, next)) = route.jumps().into_iter().find(is_this) else { return wrong };
                (route.after(target, next), behind)
            }
            Illegal::EndsOnCrowning { at } => (route, at),
            _ => return wrong,
        };
        match self.is_legal_so_far(&corrected) {
            Ok(true) => wrong,
            Ok(false) => self.outranked(&corrected, to, true),
            Err(TooComplex { .. }) => self.without_advice(to),
        }
    }

    /// Whether a capture is legal, or the beginning of a legal one.
    fn is_legal_so_far(&mut self, route: &Followed) -> Result<bool, TooComplex> {
        let is_complete = self.completion.ends(&route.state) != u128::ZERO;
        Ok(self.completion.has_order(&route.state, route.order)
            && (is_complete || self.completion.goes_on(&route.state)?))
    }

    /// Which capture takes precedence over one that cannot become legal, and why.
    fn why_outranked(&self, route: &Followed, to: Square) -> Illegal {
        let is_complete = Bitboard(route.jumper.ends(&route.state)).contains(to);
        let here = route.at(to);
        let attempt = if is_complete || here.can_go_on() { &here } else { route };
        self.outranked(attempt, to, !is_complete)
    }

    /// Which capture takes precedence over the best that a route can become.
    fn outranked(&self, route: &Followed, to: Square, corrected: bool) -> Illegal {
        match self.position.best_completion(route).and_then(|ours| self.outranking(ours)) {
            Some((criterion, ours, best)) => Illegal::Outranked { criterion, ours, best, corrected },
            None => self.without_advice(to),
        }
    }

    /// Why no capture of the piece leads to a square; `ours` is the best capture that the piece has.
    pub(super) fn why_not_to(&self, to: Square, role: Role, ours: Ranked) -> Illegal {
        if !self.ends().is_empty() {
            return self.without_advice(to);
        }
        match self.outranking(ours) {
            Some((criterion, ours, best)) => Illegal::NoLegalCapture { role, criterion, ours, best },
            None => Illegal::Unexplained,
        }
    }

    /// The legal capture that takes precedence over this one, and the criterion.
    fn outranking(&self, ours: Ranked) -> Option<(Criterion, Capture, Capture)> {
        let mv = self.position.best_capture(self.from, self.list)?;
        let order = self.position.king_order(mv).unwrap_or_default();
        let best = Ranked { capture: self.position.as_capture(mv, self.list), order };
        let criterion = ours.outranked_by(&best, self.position.rules().precedence)?;
        Some((criterion, ours.capture, best.capture))
    }

    /// Says where the legal captures of the piece end, which is true for every illegal capture unless only its route is
    /// wrong.
    fn without_advice(&self, to: Square) -> Illegal {
        let (from, ends) = (self.from, self.ends());
        let role = self.position.piece_at(from).map_or(Role::Man, |piece| piece.role);
        if ends.is_empty() || ends.contains(&to) {
            return Illegal::Unexplained;
        }
        Illegal::NoCaptureTo { from, to, role, ends }
    }
}
