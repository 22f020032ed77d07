//! Keys of parts of a position, for the correction history.

/// A key of some sets of squares, with mixed upper bits.
#[inline(always)]
pub(crate) fn key_of<const N: usize>(sets: [u64; N]) -> u64 {
    // Odd numbers without a pattern: the products do not wait for each other.
    const FACTORS: [u64; 5] = [
        0x9e37_79b9_7f4a_7c15,
        0xd6e8_feb8_6659_fd93,
        0xc2b2_ae3d_27d4_eb4f,
        0xa076_1d64_78bd_642f,
        0xe703_7ed1_a0b4_28db,
    ];
    const { assert!(N <= FACTORS.len()) };
    let mut key = 0_u64;
    for (set, factor) in sets.into_iter().zip(FACTORS) {
        let product = u128::from(set) * u128::from(factor);
        key = key.wrapping_add(product as u64 ^ (product >> 64) as u64);
    }
    key
}
