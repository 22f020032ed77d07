//! Which jumps of a capture in progress lead to a legal move.

use std::collections::HashSet;

use boardgame::TooComplex;

use crate::capture_state::{CaptureKey, CaptureState, Jumper, each};
use crate::machine_word::Word;
use crate::position::Move;
use crate::precedence::Precedence;
use crate::route::{KingOrder, king_bit, order_at, order_of_jumps};

/// A search for ways to complete any legal capture of one piece. It remembers dead ends, so that its work grows with
/// the number of states and not with the number of routes.
pub(crate) struct Completion {
    jumper: Jumper,
    moves: Vec<Move<u128>>,
    order: KingOrder,
    dead: HashSet<CaptureKey>,
    /// The most states to remember.
    limit: usize,
}

impl Completion {
    /// A search for captures of one piece, all of them legal, and so all with the same order of kings.
    pub(crate) fn new(jumper: Jumper, moves: Vec<Move<u128>>, order: KingOrder, limit: usize) -> Self {
        Self { jumper, moves, order, dead: HashSet::new(), limit }
    }

    /// Whether a capture in progress has captured kings in the order of the legal captures.
    pub(crate) fn has_order(&self, state: &CaptureState, order: KingOrder) -> bool {
        order == order_of_jumps(self.order, state.captured.count())
    }

    /// The pieces that a legal capture can capture next.
    pub(crate) fn next_targets(&mut self, state: &CaptureState) -> Result<u128, TooComplex> {
        let mut targets = u128::ZERO;
        for (target, next) in self.jumps(state) {
            if self.ends(&next) != u128::ZERO || self.goes_on(&next)? {
                targets |= target;
            }
        }
        Ok(targets)
    }

    /// The next jumps over pieces of some legal capture: the jumped piece and the state after it.
    pub(crate) fn jumps(&self, state: &CaptureState) -> Vec<(u128, CaptureState)> {
        let of_direction = |direction| {
            each(self.jumper.targets(state, direction))
                .map(move |target| (target, self.jumper.jump(state, direction, target)))
        };
        (0..8)
            .flat_map(of_direction)
            .filter(|(target, next)| self.is_promising(state, *target, next))
            .collect()
    }

    /// Whether the captured pieces belong to a legal capture.
    fn is_promising(&self, state: &CaptureState, target: u128, next: &CaptureState) -> bool {
        let in_order = self.jumper.rules.precedence != Precedence::Italian
            || king_bit(&self.jumper, state, target) == order_at(self.order, state);
        in_order && self.moves.iter().any(|mv| next.captured & !mv.captured == u128::ZERO)
    }

    /// The squares where a legal capture is complete.
    pub(crate) fn ends(&self, state: &CaptureState) -> u128 {
        let mut fitting = u128::ZERO;
        for mv in self.moves.iter().filter(|mv| mv.captured == state.captured) {
            let to = u128::bit(mv.to().0);
            if self.jumper.crowns(state, to) == mv.is_crowning() {
                fitting |= to;
            }
        }
        if fitting == u128::ZERO { fitting } else { fitting & self.jumper.ends(state) }
    }

    /// Whether another jump or more can complete a legal capture.
    pub(crate) fn goes_on(&mut self, state: &CaptureState) -> Result<bool, TooComplex> {
        if self.dead.contains(&state.key()) {
            return Ok(false);
        }
        for (_, next) in self.jumps(state) {
            if self.ends(&next) != u128::ZERO || self.goes_on(&next)? {
                return Ok(true);
            }
        }
        if self.dead.len() >= self.limit {
            return Err(TooComplex { limit: self.limit });
        }
        self.dead.insert(state.key());
        Ok(false)
    }
}
