//! The `pext` instruction, which the compiler does not find by itself.
//!
//! It makes counting moves 8 % faster (1216 against 1122 million nodes a second over the six positions of
//! `benches`, both built for the processor at hand).
#![allow(unsafe_code)]

use crate::bitboard::Bitboard;

/// Whether this build may use the instruction: `-C target-cpu=native` or `-C target-feature=+bmi2`.
pub(crate) const AVAILABLE: bool = cfg!(all(target_arch = "x86_64", target_feature = "bmi2"));

/// The bits of a set at the squares of a mask, packed into a number below two to the size of the mask.
/// `None` if the instruction is not available; the compiler drops the branch.
#[inline(always)]
pub(crate) fn bits(set: Bitboard, mask: Bitboard) -> Option<usize> {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    {
        debug_assert!(std::arch::is_x86_feature_detected!("bmi2"));
        // SAFETY: the function only requires BMI2, and this line is compiled only for builds that run on processors
        // with BMI2. It takes and returns plain numbers.
        Some(unsafe { std::arch::x86_64::_pext_u64(set.0, mask.0) } as usize)
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    {
        let _ = (set, mask);
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_moved_together() {
        for (set, mask) in [(0x8181, 0x0180), (!0, 0x8000_0000_0000_0001), (0x5555, 0xffff), (7, 0)] {
            let mask_bits = (0..64).filter(|bit| mask >> bit & 1 != 0);
            let expected = mask_bits.enumerate().map(|(n, bit)| (set >> bit & 1) << n).sum::<u64>();
            let found = bits(Bitboard(set), Bitboard(mask));
            assert_eq!(found, AVAILABLE.then_some(expected as usize));
        }
    }
}
