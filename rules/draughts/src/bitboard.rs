use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};

use crate::board::Square;
use crate::machine_word::Word;

/// A set of squares. Operators are set operations; iterating gives squares from the top of the board down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard<W>(pub(crate) W);

impl<W: Word> Bitboard<W> {
    /// The empty set.
    pub const EMPTY: Self = Self(W::ZERO);

    /// The set with one bit for each square, at [`Square::index`].
    #[inline(always)]
    #[must_use]
    pub fn word(self) -> W {
        self.0
    }

    /// The set of these bits. Bits that are no squares of the board give wrong results, never undefined behavior.
    #[inline(always)]
    #[must_use]
    pub fn from_word(word: W) -> Self {
        Self(word)
    }

    /// The number of squares.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.count() as usize
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == W::ZERO
    }

    /// Whether `square` is in the set.
    #[must_use]
    pub fn contains(self, square: Square) -> bool {
        self.0 & W::bit(square.0) != W::ZERO
    }

    /// The first square of the set.
    #[must_use]
    pub fn first(self) -> Option<Square> {
        (!self.is_empty()).then(|| Square(self.0.lowest()))
    }

    /// The set with `square` added.
    #[must_use]
    pub fn with(self, square: Square) -> Self {
        Self(self.0 | W::bit(square.0))
    }
}

impl<W: Word> From<Square> for Bitboard<W> {
    fn from(square: Square) -> Self {
        Self(W::bit(square.0))
    }
}

impl<W: Word> FromIterator<Square> for Bitboard<W> {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl<W: Word> BitAnd for Bitboard<W> {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl<W: Word> BitOr for Bitboard<W> {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl<W: Word> Sub for Bitboard<W> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl<W: Word> IntoIterator for Bitboard<W> {
    type Item = Square;
    type IntoIter = Squares<W>;
    fn into_iter(self) -> Squares<W> {
        Squares(self.0)
    }
}

/// The squares of a [`Bitboard`], one after the other.
#[derive(Clone, Debug)]
pub struct Squares<W>(W);

impl<W: Word> Iterator for Squares<W> {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first()?;
        self.0 = self.0.without_lowest();
        Some(square)
    }
}

impl<W: Word> fmt::Debug for Bitboard<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.into_iter().map(Square::index)).finish()
    }
}
