//! Which captures take precedence over others: the criteria of each rule, and the rank that the generator compares.

use crate::articles::RuleName;

/// Which captures take precedence over others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precedence {
    /// None: the player may choose any complete capture.
    Free,
    /// Most pieces.
    Count,
    /// Most pieces, then most kings among them.
    CountThenKings,
    /// Most pieces, then a capture by a king.
    CountThenWithKing,
    /// Most pieces, by a king, most kings, kings captured earliest.
    Italian,
    /// By a king.
    WithKing,
    /// Highest value, with a king worth slightly less than two men; then by a king.
    Frisian,
}

/// A criterion by which one capture takes precedence over another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Criterion {
    /// It captures more pieces.
    MostPieces,
    /// What it captures is worth more.
    HighestValue,
    /// A king makes it.
    WithKing,
    /// It captures more kings.
    MostKings,
    /// It captures a king earlier.
    KingsFirst,
}

/// What the criteria compare in a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Measured {
    /// The number of captured pieces.
    pub(crate) count: u32,
    /// The number of kings among them.
    pub(crate) kings: u32,
    /// One bit per jump, the first jump highest, for each captured king.
    pub(crate) kings_in_order: u32,
    /// Whether a king captures.
    pub(crate) by_king: bool,
}

impl Precedence {
    /// The criteria in the order in which they decide.
    #[must_use]
    pub const fn criteria(self) -> &'static [Criterion] {
        use Criterion::{HighestValue, KingsFirst, MostKings, MostPieces, WithKing};
        match self {
            Self::Free => &[],
            Self::Count => &[MostPieces],
            Self::CountThenKings => &[MostPieces, MostKings],
            Self::CountThenWithKing => &[MostPieces, WithKing],
            // FID 6.6 to 6.9.
            Self::Italian => &[MostPieces, WithKing, MostKings, KingsFirst],
            Self::WithKing => &[WithKing],
            // FRI-2011 11 and 12.
            Self::Frisian => &[HighestValue, WithKing],
        }
    }

    /// The rank of a capture: only captures of the highest rank are legal. It packs what the criteria measure into
    /// one number, so that the generator compares captures at once.
    #[inline(always)]
    pub(crate) const fn rank(self, count: u32, kings: u32, kings_in_order: u32, by_king: bool) -> u32 {
        let by_king = by_king as u32;
        match self {
            Self::Free => 0,
            Self::Count => count,
            Self::CountThenKings => count << 8 | kings,
            Self::CountThenWithKing => count << 1 | by_king,
            Self::WithKing => by_king,
            Self::Frisian => value(count, kings) << 1 | by_king,
            // At most twelve pieces can be captured on 8x8: the order needs twelve bits.
            Self::Italian => count << 24 | by_king << 23 | kings << 16 | kings_in_order >> 16,
        }
    }
}

/// FRI-2011 11: a king is worth slightly less than two men.
#[inline(always)]
const fn value(count: u32, kings: u32) -> u32 {
    (count + kings) * 128 - kings
}

impl Criterion {
    /// The rule that states the criterion.
    #[must_use]
    pub const fn rule(self) -> RuleName {
        match self {
            Self::MostPieces => RuleName::MostPieces,
            Self::HighestValue => RuleName::HighestValue,
            Self::WithKing => RuleName::WithKing,
            Self::MostKings => RuleName::MostKings,
            Self::KingsFirst => RuleName::KingsFirst,
        }
    }

    /// What the criterion compares; more takes precedence over less.
    const fn measure(self, capture: Measured) -> u32 {
        match self {
            Self::MostPieces => capture.count,
            Self::HighestValue => value(capture.count, capture.kings),
            Self::WithKing => capture.by_king as u32,
            Self::MostKings => capture.kings,
            Self::KingsFirst => capture.kings_in_order,
        }
    }
}

impl Measured {
    /// The first criterion by which another capture takes precedence over this one.
    pub(crate) fn outranked_by(self, other: Self, precedence: Precedence) -> Option<Criterion> {
        let differs = |criterion: &&Criterion| criterion.measure(self) != criterion.measure(other);
        let first = precedence.criteria().iter().find(differs).copied()?;
        (first.measure(self) < first.measure(other)).then_some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Precedence; 7] = [
        Precedence::Free,
        Precedence::Count,
        Precedence::CountThenKings,
        Precedence::CountThenWithKing,
        Precedence::Italian,
        Precedence::WithKing,
        Precedence::Frisian,
    ];

    /// Captures of up to four pieces with every order of kings among them.
    fn captures() -> Vec<Measured> {
        let mut captures = Vec::new();
        for count in 1..=4 {
            for order in 0..1_u32 << count {
                for by_king in [false, true] {
                    let (kings, kings_in_order) = (order.count_ones(), order << (32 - count));
                    captures.push(Measured { count, kings, kings_in_order, by_king });
                }
            }
        }
        captures
    }

    /// The rank of the generator orders captures as the criteria do.
    #[test]
    fn ranks_follow_the_criteria() {
        let captures = captures();
        for precedence in ALL {
            let rank = |capture: &Measured| {
                precedence.rank(capture.count, capture.kings, capture.kings_in_order, capture.by_king)
            };
            for one in &captures {
                for other in &captures {
                    let is_outranked = one.outranked_by(*other, precedence).is_some();
                    assert_eq!(is_outranked, rank(one) < rank(other), "{precedence:?} {one:?} {other:?}");
                }
            }
        }
    }
}
