use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// The machine word that holds one bit per square: `u64` up to 10x11, `u128` above.
pub trait Word:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The number of bits.
    const BITS: u32;
    /// No bit set.
    const ZERO: Self;

    /// The low bits of a wide constant.
    fn truncate(wide: u128) -> Self;

    /// The word as 128 bits.
    fn widen(self) -> u128;

    /// The word with only bit `index` set. Indices beyond the word wrap, they never panic.
    fn bit(index: u8) -> Self;

    /// How many bits are set.
    fn count(self) -> u32;

    /// The index of the lowest set bit; unspecified for an empty word.
    fn lowest(self) -> u8;

    /// The lowest set bit alone.
    fn lowest_bit(self) -> Self;

    /// All bits but the lowest set one.
    fn without_lowest(self) -> Self;

    /// All bits up to the lowest set one; of an empty word, all bits.
    fn up_to_lowest(self) -> Self;

    /// The word with its lowest `width` bits in reverse order; the others must be zero.
    fn reversed(self, width: u32) -> Self;

    /// All bits from the highest set one on; of an empty word, all bits.
    fn above_highest(self) -> Self;
}

macro_rules! impl_word {
    ($type:ty) => {
        impl Word for $type {
            const BITS: u32 = <$type>::BITS;
            const ZERO: Self = 0;

            #[inline(always)]
            fn truncate(wide: u128) -> Self {
                wide as $type
            }

            #[inline(always)]
            fn widen(self) -> u128 {
                u128::from(self)
            }

            #[inline(always)]
            fn bit(index: u8) -> Self {
                1 << (u32::from(index) & (Self::BITS - 1))
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn lowest(self) -> u8 {
                self.trailing_zeros() as u8
            }

            #[inline(always)]
            fn lowest_bit(self) -> Self {
                self & self.wrapping_neg()
            }

            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn up_to_lowest(self) -> Self {
                self ^ self.wrapping_sub(1)
            }

            #[inline(always)]
            fn reversed(self, width: u32) -> Self {
                self.reverse_bits() >> (Self::BITS - width)
            }

            #[inline(always)]
            fn above_highest(self) -> Self {
                Self::MAX << (Self::BITS - 1 - (self | 1).leading_zeros())
            }
        }
    };
}

impl_word!(u64);
impl_word!(u128);
