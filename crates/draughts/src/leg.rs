//! A capture on its way, one jump at a time and with the direction as a value.
//!
//! The generator in `capture.rs` finds all captures fast and forgets their routes. What needs the jumps
//! themselves (routes, texts, hop-by-hop play) follows them here.

use boardgame::Color;

use crate::board::opposite;
use crate::position::{Draughts, Move};
use crate::rules::{Landing, Promotion, Removal};
use crate::variants::Variant;
use crate::word::Word;

/// The board as one capturing piece sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Jumper<V: Variant> {
    enemy: V::Word,
    pub(crate) kings: V::Word,
    /// The free squares, with the start square of the moving piece.
    empty: V::Word,
    start: V::Word,
    color: Color,
}

/// A piece between two jumps of its capture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leg<W> {
    /// The pieces taken so far.
    pub(crate) captured: W,
    /// Where the piece may stand now: one square, or the free squares of a line behind the piece that a
    /// flying king has just jumped.
    pub(crate) landings: W,
    /// The piece jumped last.
    pub(crate) last: W,
    /// The index of the direction of the last jump; `None` before the first.
    pub(crate) direction: Option<usize>,
    /// Whether the piece jumps as a king.
    is_king: bool,
    /// Whether it became a king on its way.
    pub(crate) crowned: bool,
}

/// What decides how a capture can go on; two legs with equal keys have the same future.
pub(crate) type LegKey<W> = (W, W, u8);

impl<W: Word> Leg<W> {
    /// The same leg with the piece standing on one of its landing squares.
    pub(crate) fn at(self, landing: W) -> Self {
        Self { landings: landing, ..self }
    }

    /// Whether the piece jumps as a king now.
    pub(crate) fn is_king(&self) -> bool {
        self.is_king
    }

    /// The piece at the end of a move, whatever its way there.
    pub(crate) fn landed(self, mv: Move<W>) -> Self {
        Self { captured: mv.captured, ..self.at(W::bit(mv.to().0)) }
    }

    /// The key of this leg.
    pub(crate) fn key(&self) -> LegKey<W> {
        let direction = self.direction.map_or(8, |direction| direction as u8);
        (self.captured, self.landings, direction | u8::from(self.is_king) << 4 | u8::from(self.crowned) << 5)
    }
}

impl<V: Variant> Jumper<V> {
    /// The view of the piece of the side to move on `from`.
    pub(crate) fn new(position: &Draughts<V>, from: V::Word) -> Self {
        Self {
            enemy: position.pieces[!position.turn as usize],
            kings: position.kings,
            empty: position.empty() | from,
            start: from,
            color: position.turn,
        }
    }

    /// Before the first jump.
    pub(crate) fn start(&self) -> Leg<V::Word> {
        Leg {
            captured: V::Word::ZERO,
            landings: self.start,
            last: V::Word::ZERO,
            direction: None,
            is_king: self.kings & self.start != V::Word::ZERO,
            crowned: false,
        }
    }

    /// The squares that are free at this point of the capture.
    fn open(&self, captured: V::Word) -> V::Word {
        match V::RULES.removal {
            Removal::AfterMove => self.empty,
            Removal::Immediate => self.empty | captured,
        }
    }

    /// The pieces that can be jumped next in a direction.
    pub(crate) fn targets(&self, leg: &Leg<V::Word>, direction: usize) -> V::Word {
        if !self.may_go_on(leg, direction) {
            return V::Word::ZERO;
        }
        let open = self.open(leg.captured);
        let flying = leg.is_king && V::RULES.flying_kings;
        let reach = if flying { slide::<V>(leg.landings, direction, open) } else { leg.landings };
        let spared_kings = if leg.is_king || V::RULES.men_take_kings { V::Word::ZERO } else { self.kings };
        let prey = self.enemy & !leg.captured & !spared_kings;
        step::<V>(reach, direction) & prey & step::<V>(open, opposite(direction))
    }

    /// Whether the rules let this piece jump in a direction now.
    fn may_go_on(&self, leg: &Leg<V::Word>, direction: usize) -> bool {
        let directions =
            if leg.is_king { V::RULES.king_captures } else { V::RULES.man_captures.of(self.color) };
        let turns_back = leg.direction.is_some_and(|before| direction == opposite(before));
        // Where captured pieces stay, the piece just jumped blocks the way back.
        let may_turn_back = matches!(V::RULES.removal, Removal::Immediate) && V::RULES.reversal;
        directions.has(direction) && (!turns_back || may_turn_back) && !self.has_ended_by_crowning(leg)
    }

    /// Whether a man stands on the last row where that ends its move.
    fn has_ended_by_crowning(&self, leg: &Leg<V::Word>) -> bool {
        matches!(V::RULES.promotion, Promotion::EndsMove)
            && !leg.is_king
            && leg.direction.is_some()
            && self.is_on_last_row(leg.landings)
    }

    fn is_on_last_row(&self, square: V::Word) -> bool {
        square & Draughts::<V>::last_row(self.color) != V::Word::ZERO
    }

    /// The leg after jumping `target`, one of [`targets`](Self::targets), in a direction.
    pub(crate) fn jump(&self, leg: &Leg<V::Word>, direction: usize, target: V::Word) -> Leg<V::Word> {
        let captured = leg.captured | target;
        let behind = step::<V>(target, direction);
        let slides = leg.is_king && V::RULES.flying_kings && V::RULES.landing != Landing::BehindEach;
        let landings = if slides { slide::<V>(behind, direction, self.open(captured)) } else { behind };
        let crowned_now =
            matches!(V::RULES.promotion, Promotion::InPassing) && !leg.is_king && self.is_on_last_row(behind);
        Leg {
            captured,
            landings,
            last: target,
            direction: Some(direction),
            is_king: leg.is_king || crowned_now,
            crowned: leg.crowned || crowned_now,
        }
    }

    /// The squares where the capture may end now: none while any landing square leads to another jump.
    pub(crate) fn ends(&self, leg: &Leg<V::Word>) -> V::Word {
        if (0..8).any(|direction| self.targets(leg, direction) != V::Word::ZERO) {
            return V::Word::ZERO;
        }
        let Some(direction) = leg.direction else { return V::Word::ZERO };
        let took_king = leg.last & self.kings != V::Word::ZERO;
        let stops_behind = match V::RULES.landing {
            Landing::Free | Landing::BehindEach => false,
            Landing::BehindLastKing => took_king,
            Landing::BehindLastKingOfSeveral => took_king && leg.captured.count() > 1,
        };
        if stops_behind { leg.landings & step::<V>(leg.last, direction) } else { leg.landings }
    }

    /// Whether the move crowns a man when it ends on `end`.
    pub(crate) fn crowns(&self, leg: &Leg<V::Word>, end: V::Word) -> bool {
        leg.crowned || !leg.is_king && self.is_on_last_row(end)
    }
}

/// Each square of `set` one step in a direction, as far as it stays on the board.
pub(crate) fn step<V: Variant>(set: V::Word, direction: usize) -> V::Word {
    let delta = V::RULES.board.delta(direction);
    let moved = if delta > 0 { set << delta.unsigned_abs() } else { set >> delta.unsigned_abs() };
    moved & V::Word::truncate(Draughts::<V>::BOARD)
}

/// `from` and all squares that can be reached from it in a direction over `open` squares.
pub(crate) fn slide<V: Variant>(from: V::Word, direction: usize, open: V::Word) -> V::Word {
    let mut reached = from;
    let mut front = from;
    while front != V::Word::ZERO {
        front = step::<V>(front, direction) & open & !reached;
        reached |= front;
    }
    reached
}

/// The squares of a set, each as a set of its own, from the top of the board down.
pub(crate) fn each<W: Word>(set: W) -> impl Iterator<Item = W> {
    std::iter::successors(Some(set), |rest| Some(rest.without_lowest()))
        .take_while(|&rest| rest != W::ZERO)
        .map(Word::lowest_bit)
}
