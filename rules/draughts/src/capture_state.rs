//! A capture in progress, one jump at a time, with the direction as a value.
//!
//! The generator in `capture.rs` finds all captures quickly without their routes. Code that needs the jumps themselves
//! (routes, notation, hop-by-hop play) follows them here.

use boardgame::Color;

use crate::any_variant::AnyDraughts;
use crate::board::{Board, opposite};
use crate::machine_word::Word;
use crate::position::Move;
use crate::rules::{Landing, Promotion, Removal, Rules};

/// The board as one capturing piece sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Jumper {
    enemy: u128,
    pub(crate) kings: u128,
    /// The free squares, with the start square of the moving piece.
    empty: u128,
    start: u128,
    color: Color,
    pub(crate) rules: &'static Rules,
}

/// A piece between two jumps of its capture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CaptureState {
    /// The pieces captured so far.
    pub(crate) captured: u128,
    /// Where the piece may stand now: one square, or the free squares of a line behind the piece that a
    /// flying king has just jumped.
    pub(crate) landings: u128,
    /// The piece jumped last.
    pub(crate) last: u128,
    /// The index of the direction of the last jump; `None` before the first.
    pub(crate) direction: Option<usize>,
    /// Whether the piece jumps as a king.
    is_king: bool,
    /// Whether it was promoted during the capture.
    pub(crate) crowned: bool,
}

/// What decides how a capture can continue: two states with equal keys have the same continuations.
pub(crate) type CaptureKey = (u128, u128, u8);

impl CaptureState {
    /// The same state with the piece standing on one of its landing squares.
    pub(crate) fn at(self, landing: u128) -> Self {
        Self { landings: landing, ..self }
    }

    /// Whether the piece jumps as a king now.
    pub(crate) fn is_king(&self) -> bool {
        self.is_king
    }

    /// The piece at the end of a move, by any route.
    pub(crate) fn landed(self, mv: Move<u128>) -> Self {
        Self { captured: mv.captured, ..self.at(u128::bit(mv.to().0)) }
    }

    /// The key of this state.
    pub(crate) fn key(&self) -> CaptureKey {
        let direction = self.direction.map_or(8, |direction| direction as u8);
        // A piece that starts as a man is a king exactly if it was crowned; the others are never crowned.
        (self.captured, self.landings, direction | u8::from(self.is_king) << 4)
    }
}

impl Jumper {
    /// The view of the piece of the side to move on `from`.
    pub(crate) fn new(position: &AnyDraughts, from: u128) -> Self {
        Self {
            enemy: position.pieces[!position.turn as usize],
            kings: position.kings,
            empty: position.empty() | from,
            start: from,
            color: position.turn,
            rules: position.rules(),
        }
    }

    /// The state before the first jump.
    pub(crate) fn start(&self) -> CaptureState {
        CaptureState {
            captured: u128::ZERO,
            landings: self.start,
            last: u128::ZERO,
            direction: None,
            is_king: self.kings & self.start != u128::ZERO,
            crowned: false,
        }
    }

    /// The squares that are free at this point of the capture.
    fn open(&self, captured: u128) -> u128 {
        match self.rules.removal {
            Removal::AfterMove => self.empty,
            Removal::Immediate => self.empty | captured,
        }
    }

    /// The pieces that can be jumped next in a direction.
    pub(crate) fn targets(&self, state: &CaptureState, direction: usize) -> u128 {
        if !self.may_go_on(state, direction) {
            return u128::ZERO;
        }
        let open = self.open(state.captured);
        let flying = state.is_king && self.rules.flying_kings;
        let reach =
            if flying { self.rules.board.slide(state.landings, direction, open) } else { state.landings };
        let spared_kings = if state.is_king || self.rules.men_take_kings { u128::ZERO } else { self.kings };
        let prey = self.enemy & !state.captured & !spared_kings;
        self.rules.board.step(reach, direction) & prey & self.rules.board.step(open, opposite(direction))
    }

    /// Whether the rules let this piece jump in a direction now.
    fn may_go_on(&self, state: &CaptureState, direction: usize) -> bool {
        let directions =
            if state.is_king { self.rules.king_captures } else { self.rules.man_captures.of(self.color) };
        let turns_back = state.direction.is_some_and(|before| direction == opposite(before));
        // If captured pieces stay on the board, the piece just jumped blocks the way back.
        let may_turn_back = matches!(self.rules.removal, Removal::Immediate) && self.rules.reversal;
        directions.has(direction) && (!turns_back || may_turn_back) && !self.has_ended_by_crowning(state)
    }

    /// Whether a man has reached the last row, where none starts, and that ends its move.
    fn has_ended_by_crowning(&self, state: &CaptureState) -> bool {
        matches!(self.rules.promotion, Promotion::EndsMove)
            && !state.is_king
            && self.is_on_last_row(state.landings)
    }

    fn is_on_last_row(&self, square: u128) -> bool {
        square & self.rules.board.last_row(self.color) != u128::ZERO
    }

    /// The state after jumping `target`, one of [`targets`](Self::targets), in a direction.
    pub(crate) fn jump(&self, state: &CaptureState, direction: usize, target: u128) -> CaptureState {
        let captured = state.captured | target;
        let behind = self.rules.board.step(target, direction);
        let slides = state.is_king && self.rules.flying_kings && self.rules.landing != Landing::BehindEach;
        let landings =
            if slides { self.rules.board.slide(behind, direction, self.open(captured)) } else { behind };
        let crowned_now = matches!(self.rules.promotion, Promotion::InPassing)
            && !state.is_king
            && self.is_on_last_row(behind);
        CaptureState {
            captured,
            landings,
            last: target,
            direction: Some(direction),
            is_king: state.is_king || crowned_now,
            crowned: state.crowned || crowned_now,
        }
    }

    /// The squares where the capture may end now; none while any landing square leads to another jump.
    pub(crate) fn ends(&self, state: &CaptureState) -> u128 {
        if (0..8).any(|direction| self.targets(state, direction) != u128::ZERO) {
            return 0;
        }
        self.stops(state)
    }

    /// The squares where a capture that cannot continue may end.
    pub(crate) fn stops(&self, state: &CaptureState) -> u128 {
        let Some(direction) = state.direction else { return 0 };
        let took_king = state.last & self.kings != u128::ZERO;
        let stops_behind = match self.rules.landing {
            Landing::Free | Landing::BehindEach => false,
            Landing::BehindLastKing => took_king,
            Landing::BehindLastKingOfSeveral => took_king && state.captured.count() > 1,
        };
        if stops_behind {
            state.landings & self.rules.board.step(state.last, direction)
        } else {
            state.landings
        }
    }

    /// Whether a man is promoted when the move ends on `end`.
    pub(crate) fn crowns(&self, state: &CaptureState, end: u128) -> bool {
        state.crowned || !state.is_king && self.is_on_last_row(end)
    }
}

impl Board {
    /// Each square of `set` moved one step in a direction; squares that leave the board are dropped.
    pub(crate) fn step(&self, set: u128, direction: usize) -> u128 {
        let delta = self.delta(direction);
        let moved = if delta > 0 { set << delta.unsigned_abs() } else { set >> delta.unsigned_abs() };
        moved & self.mask()
    }

    /// `from` and all squares that can be reached from it in a direction over `open` squares.
    pub(crate) fn slide(&self, from: u128, direction: usize, open: u128) -> u128 {
        let mut reached = from;
        let mut front = from;
        while front != 0 {
            front = self.step(front, direction) & open & !reached;
            reached |= front;
        }
        reached
    }
}

/// The squares of a set, each as a separate set, from the top of the board down.
pub(crate) fn each(set: u128) -> impl Iterator<Item = u128> {
    std::iter::successors(Some(set), |rest| Some(rest.without_lowest()))
        .take_while(|&rest| rest != 0)
        .map(Word::lowest_bit)
}
