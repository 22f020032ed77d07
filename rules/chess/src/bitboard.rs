//! Sets of squares.

use std::fmt;
use std::num::NonZeroU64;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::square::Square;

/// A set of squares; the operators are set operations.
///
/// ```
/// use damier_chess::{Bitboard, Square};
///
/// let corners = Bitboard::from(Square::A1) | Square::H8.into();
/// assert!(corners.contains(Square::H8));
/// assert_eq!(corners.len(), 2);
/// assert_eq!(corners.into_iter().map(|square| square.to_string()).collect::<Vec<_>>(), ["a1", "h8"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// Every square.
    pub const ALL: Self = Self(!0);
    /// The dark squares, including a1.
    pub const DARK: Self = Self(0xaa55_aa55_aa55_aa55);

    /// The squares of a rank, 0 for the first.
    #[inline(always)]
    #[must_use]
    pub const fn rank(rank: u8) -> Self {
        Self(0xff << ((rank & 7) * 8))
    }

    /// The squares of a file, 0 for the a-file.
    #[inline(always)]
    #[must_use]
    pub const fn file(file: u8) -> Self {
        Self(0x0101_0101_0101_0101 << (file & 7))
    }

    /// The set of one square.
    #[inline(always)]
    #[must_use]
    pub const fn of(square: Square) -> Self {
        Self(1 << square as u8)
    }

    /// The number of squares.
    #[inline(always)]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there are two squares or more.
    #[inline(always)]
    #[must_use]
    pub const fn has_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether the square is in the set.
    #[inline(always)]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square as u8 & 1 != 0
    }

    /// The lowest square.
    #[inline(always)]
    #[must_use]
    pub fn first(self) -> Option<Square> {
        NonZeroU64::new(self.0).map(|bits| Square::from_index(bits.trailing_zeros() as u8))
    }

    /// The highest square.
    #[inline(always)]
    #[must_use]
    pub fn last(self) -> Option<Square> {
        NonZeroU64::new(self.0).map(|bits| Square::from_index(bits.ilog2() as u8))
    }

    /// All squares if the condition holds, else none; without a branch.
    #[inline(always)]
    pub(crate) const fn when(condition: bool) -> Self {
        Self((condition as u64).wrapping_neg())
    }
}

impl From<Square> for Bitboard {
    #[inline(always)]
    fn from(square: Square) -> Self {
        Self::of(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

/// The squares of a set, from a1 to h8.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0.wrapping_sub(1);
        Some(square)
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl DoubleEndedIterator for Squares {
    #[inline]
    fn next_back(&mut self) -> Option<Square> {
        let bits = NonZeroU64::new(self.0.0)?;
        let square = Square::from_index(63 - bits.leading_zeros() as u8);
        self.0 ^= square.into();
        Some(square)
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

macro_rules! operator {
    ($operator:ident, $function:ident, $assign:ident, $assign_function:ident) => {
        impl $operator for Bitboard {
            type Output = Self;

            #[inline(always)]
            fn $function(self, other: Self) -> Self {
                Self($operator::$function(self.0, other.0))
            }
        }

        impl $assign for Bitboard {
            #[inline(always)]
            fn $assign_function(&mut self, other: Self) {
                $assign::$assign_function(&mut self.0, other.0);
            }
        }
    };
}
operator!(BitAnd, bitand, BitAndAssign, bitand_assign);
operator!(BitOr, bitor, BitOrAssign, bitor_assign);
operator!(BitXor, bitxor, BitXorAssign, bitxor_assign);

impl Not for Bitboard {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.into_iter().map(|square| square.to_string())).finish()
    }
}

impl fmt::Display for Bitboard {
    /// A board of `X` and `.`, the eighth rank on top.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            for file in 0..8 {
                f.write_str(if self.contains(Square::at(file, rank)) { "X" } else { "." })?;
                f.write_str(if file < 7 { " " } else { "\n" })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_work_as_sets() {
        let set: Bitboard = [Square::A1, Square::E4, Square::H8].into_iter().collect();
        assert_eq!(set.len(), 3);
        assert_eq!(set.into_iter().len(), 3);
        assert_eq!(set.into_iter().rev().collect::<Vec<_>>(), [Square::H8, Square::E4, Square::A1]);
        assert!(set.has_several() && !Bitboard::of(Square::E4).has_several());
        assert!(!Bitboard::EMPTY.has_several() && Bitboard::EMPTY.is_empty());
        assert_eq!(!(!set), set);
        assert_eq!(set ^ Square::E4.into(), set & !Bitboard::of(Square::E4));
        assert_eq!((Bitboard::EMPTY.first(), Bitboard::EMPTY.last()), (None, None));
        assert_eq!((set.first(), set.last()), (Some(Square::A1), Some(Square::H8)));
        assert_eq!(Bitboard::rank(3) & Bitboard::file(4), Square::E4.into());
        assert_eq!(Bitboard::when(true), Bitboard::ALL);
        assert_eq!(Bitboard::when(false), Bitboard::EMPTY);
        assert_eq!(format!("{set:?}"), r#"{"a1", "e4", "h8"}"#);
        assert!(Bitboard::DARK.contains(Square::A1) && !Bitboard::DARK.contains(Square::H1));
        assert!(Bitboard::DARK.to_string().starts_with(". X . X . X . X\nX . "));
    }
}
