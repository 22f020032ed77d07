//! Why a capture is illegal.

use crate::any_variant::AnyDraughts;
use crate::bitboard::Bitboard;
use crate::board::Square;
use crate::capture_state::{CaptureState, Jumper, each};
use crate::explain::advice::Legal;
use crate::explain::{Illegal, MoveRefusal};
use crate::machine_word::Word;
use crate::move_text::WrittenMove;
use crate::position::{Move, Role};
use crate::route::{KingOrder, king_bit};

/// A route that can be followed: the piece after its last jump.
#[derive(Clone, Debug)]
pub(super) struct Followed {
    pub(super) jumper: Jumper,
    /// With all squares on which the last jump may land.
    pub(super) state: CaptureState,
    pub(super) order: KingOrder,
    /// The captured pieces, in order.
    pub(super) taken: Vec<Square>,
}

/// A route that cannot be followed to its end.
pub(super) struct Stuck {
    /// The part that can be followed; the piece stands where the impossible jump starts.
    pub(super) route: Followed,
    /// The rule that forbids the next jump.
    pub(super) wrong: Illegal,
}

impl AnyDraughts {
    /// Refuses a capture along these squares: the first and last, or all that the piece touches.
    pub(crate) fn refuse_capture(&self, written: &WrittenMove<'_>, list: &[Move<u128>]) -> MoveRefusal {
        let squares = &written.squares;
        let reason = self.why_not_from(squares[0]).unwrap_or_else(|| self.why_not_capture(squares, list));
        self.refuse(written, reason, list)
    }

    /// Refuses a capture that is written with its captured squares in any order, or only with start and end.
    pub(crate) fn refuse_hub_capture(
        &self,
        written: &WrittenMove<'_>,
        given: Bitboard<u128>,
        list: &[Move<u128>],
    ) -> MoveRefusal {
        let (from, to) = (written.from(), written.to_of_hub());
        let reason = self.why_not_from(from).unwrap_or_else(|| self.why_not_hub(from, to, given, list));
        self.refuse(written, reason, list)
    }

    fn why_not_hub(&self, from: Square, to: Square, given: Bitboard<u128>, list: &[Move<u128>]) -> Illegal {
        let is_between = |mv: &&Move<u128>| mv.is_capture() && (mv.from(), mv.to()) == (from, to);
        if let Some(&mv) = list.iter().find(is_between) {
            let taken = self.as_capture(mv, list).taken;
            return Illegal::OtherPieces { from, to, given: given.into_iter().collect(), taken };
        }
        if !given.is_empty() {
            let mut legal = self.legal_captures(from, list);
            if let Some(route) = self.find_capture_to(from, to, Some(given.0), &mut legal) {
                return legal.why_not_end(&route, to);
            }
        }
        self.why_not_capture(&[from, to], list)
    }

    /// Why a capture along these squares by a piece of the side to move is illegal.
    pub(super) fn why_not_capture(&self, squares: &[Square], list: &[Move<u128>]) -> Illegal {
        let (from, to) = (squares[0], squares[squares.len() - 1]);
        let is_quiet = |mv: &Move<u128>| !mv.is_capture() && (mv.from(), mv.to()) == (from, to);
        if squares.len() == 2 && list.iter().any(is_quiet) {
            return Illegal::WrittenAsCapture { from, to };
        }
        let mut legal = self.legal_captures(from, list);
        match self.follow(squares) {
            Ok(route) => legal.why_not_end(&route, to),
            Err(stuck) if squares.len() == 2 => self.why_not_between(to, *stuck, legal),
            Err(stuck) => legal.why_stuck(*stuck),
        }
    }

    /// Why a capture written with start and end is illegal, if no single jump joins them.
    fn why_not_between(&self, to: Square, stuck: Stuck, mut legal: Legal<'_>) -> Illegal {
        let from = legal.from;
        if let Some(route) = self.find_capture_to(from, to, None, &mut legal) {
            return legal.why_not_end(&route, to);
        }
        let context = self.context(from);
        // Captures can turn, so that the lack of a single jump says little.
        let is_vague = match stuck.wrong {
            Illegal::NotOnALine { .. } | Illegal::NothingToTake { .. } => true,
            Illegal::WrongDirection { .. } => !context.has_shape_of_jump(from, to),
            _ => false,
        };
        if !is_vague {
            return legal.why_stuck(stuck);
        }
        let role = context.role;
        match (self.best_completion(&stuck.route), stuck.wrong) {
            (Some(ours), _) => legal.why_not_to(to, role, ours),
            (None, wrong @ Illegal::NothingToTake { .. }) => wrong,
            (None, _) => Illegal::CannotCapture { square: from, role },
        }
    }

    /// Follows the squares jump by jump, up to the first impossible jump and the rule that forbids it.
    fn follow(&self, squares: &[Square]) -> Result<Followed, Box<Stuck>> {
        let mut route = self.route_from(squares[0]);
        let mut context = self.context(squares[0]);
        for hop in squares.windows(2) {
            let (from, to) = (hop[0], hop[1]);
            route.state = route.state.at(u128::bit(from.0));
            context.role = if route.state.is_king() { Role::King } else { Role::Man };
            let jump = route.jumps().into_iter().find(|(_, next)| Bitboard(next.landings).contains(to));
            let Some((target, next)) = jump else {
                let wrong = context.wrong_jump(from, to).unwrap_or(Illegal::Unexplained);
                return Err(Box::new(Stuck { route, wrong }));
            };
            route = route.after(target, next);
            context.captured = next.captured.widen();
            context.before = Some((from, to));
            if !next.is_king() && Bitboard(self.last_row(self.turn)).contains(to) {
                context.passed = Some(to);
            }
        }
        Ok(route)
    }

    pub(super) fn route_from(&self, from: Square) -> Followed {
        let jumper = Jumper::new(self, u128::bit(from.0));
        Followed { jumper, state: jumper.start(), order: 0, taken: Vec::new() }
    }
}

impl Followed {
    /// The next jumps: the piece jumped and the state after.
    pub(super) fn jumps(&self) -> Vec<(u128, CaptureState)> {
        let of_direction = |direction| {
            let targets = each(self.jumper.targets(&self.state, direction));
            targets.map(move |target| (target, self.jumper.jump(&self.state, direction, target)))
        };
        (0..8).flat_map(of_direction).collect()
    }

    /// The same route with the piece standing on one of its landing squares.
    pub(super) fn at(&self, landing: Square) -> Self {
        Self { state: self.state.at(u128::bit(landing.0)), ..self.clone() }
    }

    /// Whether any piece can be captured next.
    pub(super) fn can_go_on(&self) -> bool {
        (0..8).any(|direction| self.jumper.targets(&self.state, direction) != u128::ZERO)
    }

    /// The route with one more jump.
    pub(super) fn after(&self, target: u128, next: CaptureState) -> Self {
        let mut taken = self.taken.clone();
        taken.push(Square(target.lowest()));
        let bit = king_bit(&self.jumper, &self.state, target);
        Self { jumper: self.jumper, state: next, order: self.order | bit, taken }
    }
}
