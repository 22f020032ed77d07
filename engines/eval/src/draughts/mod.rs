//! The draughts family.

mod evaluate;
mod formation;
mod patterns;
mod tables;
mod weights;

use std::marker::PhantomData;
use std::sync::Arc;

use boardgame::{MoveList, Outcome, Position};
use draughts::{Draughts, Move, Rules, Ruleset, Variant};
use search::{Knowledge, Reduction, Score, Tuning, Unquiet};

use tables::Tables;

/// What the search knows of a draughts variant.
#[derive(Clone, Debug)]
pub struct DraughtsKnowledge<V: Ruleset> {
    tables: Arc<Tables>,
    variant: PhantomData<V>,
}

impl<V: Ruleset> DraughtsKnowledge<V> {
    /// What is known of a variant.
    #[must_use]
    pub fn new(rules: &Rules) -> Self {
        Self { tables: Arc::new(Tables::new(rules)), variant: PhantomData }
    }
}

impl<V: Variant> Default for DraughtsKnowledge<V> {
    fn default() -> Self {
        Self::new(&V::RULES)
    }
}

/// Bits of a square; every board fits.
const SQUARE_BITS: u32 = 7;
const SQUARES: usize = 1 << SQUARE_BITS;

impl<V: Ruleset> Knowledge for DraughtsKnowledge<V> {
    type Position = Draughts<V>;

    const SLOTS: usize = SQUARES * SQUARES;
    const PIECE_SLOTS: usize = 2 * 2 * SQUARES;
    const TUNING: Tuning = Tuning {
        margins: None,
        aspiration: 12,
        late_move_pruning: false,
        reduction: Reduction { base: 0.7, divisor: 1.8, forcing: 100, root: 0 },
        exchange: (0, 0),
    };

    fn evaluate(&mut self, position: &Self::Position) -> Score {
        evaluate::evaluate(&self.tables, position)
    }

    fn digest(mv: Move<V::Word>) -> u16 {
        let squares = u64::from(mv.from().index()) | u64::from(mv.to().index()) << SQUARE_BITS;
        if !mv.is_capture() {
            // Two different squares: never 0.
            return squares as u16;
        }
        let captured = mv.captured().into_iter().fold(0_u64, |sum, square| {
            sum.wrapping_add(0x9e37_79b9_7f4a_7c15_u64.rotate_left(u32::from(square.index())))
        });
        ((captured ^ squares.wrapping_mul(0xd6e8_feb8_6659_fd93)) >> 48).max(1) as u16
    }

    #[inline(always)]
    fn slot(mv: Move<V::Word>) -> usize {
        (usize::from(mv.from().index()) << SQUARE_BITS | usize::from(mv.to().index())) % Self::SLOTS
    }

    #[inline(always)]
    fn piece_slot(position: &Self::Position, mv: Move<V::Word>) -> usize {
        let king = usize::from(position.kings().contains(mv.from()));
        (position.turn() as usize * 2 + king) * SQUARES + usize::from(mv.to().index()) % SQUARES
    }

    #[inline(always)]
    fn is_loud(_: &Self::Position, mv: Move<V::Word>) -> bool {
        mv.is_capture() || mv.is_crowning()
    }

    fn promise(position: &Self::Position, mv: Move<V::Word>) -> i32 {
        let captured = mv.captured();
        let kings = (captured & position.kings()).len() as i32;
        captured.len() as i32 * 8 + kings * 8 + i32::from(mv.is_crowning()) * 4
    }

    fn is_forced(position: &Self::Position) -> bool {
        position.must_capture()
    }

    fn decided(position: &Self::Position) -> Option<Outcome> {
        let (outcome, _) = position.outcome_of_counters()?;
        position.has_legal_move().then_some(outcome)
    }

    fn is_quiet(position: &Self::Position) -> bool {
        !position.must_capture() && position.has_legal_move()
    }

    fn unquiet_moves(position: &Self::Position, list: &mut MoveList<Move<V::Word>>) -> Unquiet {
        position.legal_moves_into(list);
        if list.first().is_none_or(|first| first.is_capture()) {
            return Unquiet::All;
        }
        list.clear();
        Unquiet::Choice
    }
}

/// The squares of a set as bits.
fn bits(squares: impl IntoIterator<Item = draughts::Square>) -> u128 {
    squares.into_iter().fold(0, |bits, square| bits | 1 << square.index())
}
