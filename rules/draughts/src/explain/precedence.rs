//! By which criterion one capture goes before another.

use crate::explain::{Capture, Criterion};
use crate::route::KingOrder;
use crate::rules::Precedence;

/// A capture with the order in which it meets kings.
#[derive(Clone, Debug)]
pub(super) struct Ranked {
    pub(super) capture: Capture,
    pub(super) order: KingOrder,
}

impl Ranked {
    /// What a criterion compares; more goes before less.
    fn measure(&self, criterion: Criterion) -> u64 {
        let (count, kings) = (self.capture.taken.len() as u64, self.capture.kings as u64);
        match criterion {
            Criterion::MostPieces => count,
            // A king is worth just under two men.
            Criterion::HighestValue => (count + kings) * 128 - kings,
            Criterion::WithKing => u64::from(self.capture.by_king),
            Criterion::MostKings => kings,
            Criterion::KingsFirst => u64::from(self.order),
        }
    }

    /// The first criterion by which another capture goes before this one.
    pub(super) fn goes_after(&self, other: &Self, precedence: Precedence) -> Option<Criterion> {
        let differs = |criterion: &&Criterion| self.measure(**criterion) != other.measure(**criterion);
        let first = criteria(precedence).iter().find(differs).copied()?;
        (self.measure(first) < other.measure(first)).then_some(first)
    }
}

/// The criteria in the order in which they decide.
const fn criteria(precedence: Precedence) -> &'static [Criterion] {
    use Criterion::{HighestValue, KingsFirst, MostKings, MostPieces, WithKing};
    match precedence {
        Precedence::Free => &[],
        Precedence::Count => &[MostPieces],
        Precedence::CountThenKings => &[MostPieces, MostKings],
        Precedence::CountThenWithKing => &[MostPieces, WithKing],
        Precedence::Italian => &[MostPieces, WithKing, MostKings, KingsFirst],
        Precedence::WithKing => &[WithKing],
        Precedence::Frisian => &[HighestValue, WithKing],
    }
}
