//! Routes: the ways to make one capture.
//!
//! A move is identified by start, end and captured set; the same pieces can often be captured in several orders. Every
//! search here considers only jumps over the captured pieces of the move and remembers the states it has finished, so
//! that its work grows with the number of states, not with the number of routes.

use std::collections::{HashMap, HashSet};

use boardgame::TooComplex;

use crate::any_variant::AnyDraughts;
use crate::board::{Board, Direction, Square, opposite};
use crate::capture_state::{CaptureKey, CaptureState, Jumper, each};
use crate::machine_word::Word;
use crate::position::{Draughts, Move};
use crate::precedence::Precedence;
use crate::rules::{Landing, Rules};
use crate::ruleset::Ruleset;

/// The states that one search over routes may remember: half a million, found in about a second. A state
/// takes at most 64 bytes, so a search stays below 128 MiB with the spare room of its table.
pub(crate) const STATE_LIMIT: usize = 1 << 19;

/// Captures of fewer pieces are searched without remembering states, which is faster.
const PIECES_TO_REMEMBER: u32 = 7;

/// One jump of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Jump {
    /// Where it goes, as White sees it.
    pub direction: Direction,
    /// The piece jumped over.
    pub captured: Square,
}

/// One way to make a move: the jumps in order. A quiet move has no jumps.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Route {
    /// Where the piece starts.
    pub from: Square,
    /// The jumps.
    pub jumps: Vec<Jump>,
    /// Where the piece ends.
    pub to: Square,
}

impl Route {
    /// The squares of the long form of PDN 3.0: the start; for each captured piece but the last the square
    /// where the direction changes or, if it does not, the square right behind the piece; the end.
    #[must_use]
    pub fn squares(&self, rules: &Rules) -> Vec<Square> {
        let between = self.jumps.windows(2).map(|pair| turning_square(rules, pair[0], pair[1]));
        std::iter::once(self.from).chain(between).chain(std::iter::once(self.to)).collect()
    }
}

/// The square where a piece turns between two jumps.
fn turning_square(rules: &Rules, jump: Jump, next: Jump) -> Square {
    let board = &rules.board;
    let (before, after) =
        (mirrored(board, jump.direction as usize), mirrored(board, next.direction as usize));
    let behind = board.step(u128::bit(jump.captured.0), before);
    let same_line = before == after || before == opposite(after);
    if same_line || rules.landing == Landing::BehindEach {
        return Square(behind.lowest());
    }
    let ahead = board.slide(behind, before, board.mask());
    let back = board.slide(u128::bit(next.captured.0), opposite(after), board.mask());
    Square((ahead & back).lowest())
}

/// The index of a direction as the board is stored, out of the one that White sees, and the other way:
/// mirrored boards are stored with east and west exchanged.
fn mirrored(board: &Board, direction: usize) -> usize {
    if board.mirrored { (8 - direction) % 8 } else { direction }
}

impl<V: Ruleset> Draughts<V> {
    /// The routes of a legal move, at most `limit` of them.
    ///
    /// They are sorted by the numbers of their squares, counted from the top left. A quiet move has one
    /// route without jumps. Beyond the work limit of [`try_count_routes`](Self::try_count_routes) the list
    /// may be shorter than it should be; [`routes_within`](Self::routes_within) tells.
    #[must_use]
    pub fn routes(&self, mv: Move<V::Word>, limit: usize) -> Vec<Route> {
        self.any().list_routes(mv.convert(), limit, &mut { STATE_LIMIT }).0
    }

    /// Like [`routes`](Self::routes), with a work limit that several calls share: `states` is the number of states that may
    /// still be remembered, and decreases. `None` if that was not enough.
    #[must_use]
    pub fn routes_within(&self, mv: Move<V::Word>, limit: usize, states: &mut usize) -> Option<Vec<Route>> {
        let (routes, complete) = self.any().list_routes(mv.convert(), limit, states);
        complete.then_some(routes)
    }

    /// Whether these squares describe a route of a legal move in the long form of PDN 3.0.
    ///
    /// A flying king that continues straight ahead may be written with any square it can pause on, not only the one
    /// directly behind the captured piece. The work is that of following the route once.
    #[must_use]
    pub fn is_route(&self, mv: Move<V::Word>, squares: &[Square]) -> bool {
        self.any().has_route(mv.convert(), squares)
    }

    /// The number of routes of a legal move; `u64::MAX` if there are more.
    ///
    /// # Errors
    ///
    /// [`TooComplex`] if more than half a million states of the capture would have to be remembered.
    pub fn try_count_routes(&self, mv: Move<V::Word>) -> Result<u64, TooComplex> {
        self.count_routes_within(mv, &mut { STATE_LIMIT })
    }

    /// Like [`try_count_routes`](Self::try_count_routes), with a work limit that several calls share: `states` is the number
    /// of states that may still be remembered, and decreases.
    pub fn count_routes_within(&self, mv: Move<V::Word>, states: &mut usize) -> Result<u64, TooComplex> {
        if mv.captured.count() < 2 {
            return Ok(1);
        }
        Ok(RouteSearch::new(&self.any(), mv.convert()).tally(states)?.routes)
    }

    /// The number of routes of a legal move; `usize::MAX` if there are more or above the work limit
    /// of [`try_count_routes`](Self::try_count_routes).
    #[must_use]
    pub fn count_routes(&self, mv: Move<V::Word>) -> usize {
        let routes = self.try_count_routes(mv).unwrap_or(u64::MAX);
        usize::try_from(routes).unwrap_or(usize::MAX)
    }
}

impl AnyDraughts {
    fn list_routes(&self, mv: Move<u128>, limit: usize, states: &mut usize) -> (Vec<Route>, bool) {
        if !mv.is_capture() {
            return (vec![Route { from: mv.from(), jumps: Vec::new(), to: mv.to() }], true);
        }
        let search = RouteSearch::new(self, mv);
        let Ok(order) = search.best_order(states) else { return (Vec::new(), false) };
        let (jumps, routes, dead) = (Vec::new(), Vec::new(), HashSet::new());
        let mut listing = Listing { order, limit, jumps, routes, dead, states_left: *states };
        if limit > 0 {
            search.list(&search.jumper.start(), &mut listing);
        }
        *states = listing.states_left;
        let complete = listing.states_left > 0 || listing.routes.len() >= limit;
        let mut routes = listing.routes;
        routes.sort_by_cached_key(|route| {
            let squares = route.squares(self.rules());
            squares.into_iter().map(|square| self.rules().number_from_top_left(square)).collect::<Vec<_>>()
        });
        (routes, complete)
    }

    pub(crate) fn has_route(&self, mv: Move<u128>, squares: &[Square]) -> bool {
        let ends_match = squares.first() == Some(&mv.from()) && squares.last() == Some(&mv.to());
        if !mv.is_capture() {
            return ends_match && squares.len() == 2;
        }
        if !ends_match || squares.len() != mv.captured.count() as usize + 1 {
            return false;
        }
        let search = RouteSearch::new(self, mv);
        let Some((state, order)) = search.follow(squares) else { return false };
        search.is_complete(&state) && search.best_order(&mut { STATE_LIMIT }) == Ok(order)
    }

    /// The order of kings that the routes of a legal move have.
    pub(crate) fn king_order(&self, mv: Move<u128>) -> Result<KingOrder, TooComplex> {
        RouteSearch::new(self, mv).best_order(&mut { STATE_LIMIT })
    }
}

/// The order in which kings are captured, one bit per jump, the first jump highest. Under Italian rules (FID 6.9) only
/// routes that capture kings earliest are legal; in other games it stays zero.
pub(crate) type KingOrder = u32;

/// The bit of `order` for a jump over `target` after the jumps of `state`.
pub(crate) fn king_bit(jumper: &Jumper, state: &CaptureState, target: u128) -> KingOrder {
    let counts = jumper.rules.precedence == Precedence::Italian && target & jumper.kings != 0;
    let place = state.captured.count().min(31);
    if counts { 1 << (31 - place) } else { 0 }
}

/// The number of routes from a state to the end of the move, and how early they capture kings.
#[derive(Clone, Copy)]
struct Tally {
    order: KingOrder,
    routes: u64,
}

/// The search for the routes of one move.
struct RouteSearch {
    jumper: Jumper,
    mv: Move<u128>,
}

/// What [`RouteSearch::list`] has found.
struct Listing {
    order: KingOrder,
    limit: usize,
    jumps: Vec<Jump>,
    routes: Vec<Route>,
    /// States from which the move cannot be completed.
    dead: HashSet<CaptureKey>,
    /// How many of them may still be remembered.
    states_left: usize,
}

impl RouteSearch {
    fn new(position: &AnyDraughts, mv: Move<u128>) -> Self {
        Self { jumper: Jumper::new(position, u128::bit(mv.from().0)), mv }
    }

    /// The pieces of the move that can be jumped next in a direction.
    fn targets(&self, state: &CaptureState, direction: usize) -> impl Iterator<Item = u128> {
        each(self.jumper.targets(state, direction) & self.mv.captured)
    }

    /// Whether the move may end here.
    fn is_complete(&self, state: &CaptureState) -> bool {
        let to = u128::bit(self.mv.to().0);
        state.captured == self.mv.captured
            && self.jumper.ends(state) & to != u128::ZERO
            && self.jumper.crowns(state, to) == self.mv.is_crowning()
    }

    /// Counts the routes of the move.
    fn tally(&self, states: &mut usize) -> Result<Tally, TooComplex> {
        self.tally_from(&self.jumper.start(), &mut HashMap::new(), states)
    }

    fn tally_from(
        &self,
        state: &CaptureState,
        known: &mut HashMap<CaptureKey, Tally>,
        states: &mut usize,
    ) -> Result<Tally, TooComplex> {
        if state.captured == self.mv.captured {
            return Ok(Tally { order: 0, routes: u64::from(self.is_complete(state)) });
        }
        let remember = self.mv.captured.count() >= PIECES_TO_REMEMBER;
        if remember && let Some(&tally) = known.get(&state.key()) {
            return Ok(tally);
        }
        let mut best = Tally { order: 0, routes: 0 };
        for direction in 0..8 {
            for target in self.targets(state, direction) {
                let rest = self.tally_from(&self.jumper.jump(state, direction, target), known, states)?;
                let order = rest.order | king_bit(&self.jumper, state, target);
                if rest.routes == 0 || (best.routes > 0 && order < best.order) {
                    continue;
                }
                let equal = if order == best.order { best.routes } else { 0 };
                best = Tally { order, routes: rest.routes.saturating_add(equal) };
            }
        }
        if remember {
            *states = states.checked_sub(1).ok_or(TooComplex { limit: STATE_LIMIT })?;
            known.insert(state.key(), best);
        }
        Ok(best)
    }

    /// The order of kings that a route must have to be legal.
    fn best_order(&self, states: &mut usize) -> Result<KingOrder, TooComplex> {
        // In other games the order is zero for all routes.
        if self.jumper.rules.precedence == Precedence::Italian {
            Ok(self.tally(states)?.order)
        } else {
            Ok(0)
        }
    }

    /// Collects the routes from `state`; returns whether there was one or the search must stop.
    fn list(&self, state: &CaptureState, listing: &mut Listing) -> bool {
        if state.captured == self.mv.captured {
            let complete = self.is_complete(state);
            if complete {
                let jumps = listing.jumps.clone();
                listing.routes.push(Route { from: self.mv.from(), jumps, to: self.mv.to() });
            }
            return complete;
        }
        if listing.dead.contains(&state.key()) {
            return false;
        }
        let mut found = false;
        for clockwise in 0..8 {
            let direction = mirrored(&self.jumper.rules.board, clockwise);
            for target in self.targets(state, direction) {
                let bit = king_bit(&self.jumper, state, target);
                if self.jumper.rules.precedence == Precedence::Italian
                    && bit != order_at(listing.order, state)
                {
                    continue;
                }
                let captured = Square(target.lowest());
                listing.jumps.push(Jump { direction: Direction::ALL[clockwise], captured });
                found |= self.list(&self.jumper.jump(state, direction, target), listing);
                listing.jumps.pop();
                if listing.routes.len() >= listing.limit || listing.states_left == 0 {
                    return true;
                }
            }
        }
        if !found && listing.states_left > 0 {
            listing.dead.insert(state.key());
            listing.states_left -= 1;
        }
        found
    }

    /// The state at the end of a written route and its order of kings; `None` if it cannot be followed.
    fn follow(&self, squares: &[Square]) -> Option<(CaptureState, KingOrder)> {
        let mut order = 0;
        let mut state = self.jumper.start();
        for pair in squares.windows(2) {
            let (from, to) = (u128::bit(pair[0].0), u128::bit(pair[1].0));
            // Two squares share at most one line, so no other jump joins them.
            let (target, next) = (0..8).find_map(|direction| {
                let target = self.targets(&state.at(from), direction).next()?;
                let next = self.jumper.jump(&state, direction, target);
                (next.landings & to != u128::ZERO).then_some((target, next))
            })?;
            if state.landings & from == u128::ZERO {
                return None;
            }
            order |= king_bit(&self.jumper, &state, target);
            state = next;
        }
        Some((state, order))
    }
}

/// The bit of an order that belongs to the next jump of `state`.
pub(crate) fn order_at(order: KingOrder, state: &CaptureState) -> KingOrder {
    order & 1 << (31 - state.captured.count().min(31))
}

/// The bits of an order that belong to the first jumps.
pub(crate) fn order_of_jumps(order: KingOrder, jumps: u32) -> KingOrder {
    order & !KingOrder::MAX.checked_shr(jumps).unwrap_or(0)
}
