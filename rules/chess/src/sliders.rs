//! Attacks of rooks and bishops on an occupied board: one table lookup each.
//!
//! The pieces on the lines of a square become an index: by the `pext` instruction if the build may use it, else by a
//! multiplication.

use crate::attacks::{DIAGONAL_STEPS, STRAIGHT_STEPS, ray};
use crate::bitboard::Bitboard;
use crate::magics;
use crate::pext;
use crate::square::Square;

/// The squares a rook attacks: along ranks and files up to and including the first piece.
#[inline(always)]
#[must_use]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    let entry = &ROOK_ENTRIES[square as usize];
    ROOK_TABLE[entry.index(occupied) & (ROOK_SIZE - 1)]
}

/// The squares a bishop attacks: along diagonals up to and including the first piece.
#[inline(always)]
#[must_use]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    let entry = &BISHOP_ENTRIES[square as usize];
    BISHOP_TABLE[entry.index(occupied) & (BISHOP_SIZE - 1)]
}

/// Where to find the attacks from one square.
#[derive(Clone, Copy)]
struct Entry {
    /// The squares whose pieces matter: the lines without their last squares.
    relevant: Bitboard,
    magic: u64,
    offset: u32,
    shift: u32,
}

impl Entry {
    #[inline(always)]
    fn index(&self, occupied: Bitboard) -> usize {
        let number = match pext::bits(occupied, self.relevant) {
            Some(number) => number,
            None => self.multiplied(occupied),
        };
        self.offset as usize + number
    }

    #[inline(always)]
    const fn multiplied(&self, occupied: Bitboard) -> usize {
        let blockers = occupied.0 & self.relevant.0;
        (blockers.wrapping_mul(self.magic) >> (self.shift & 63)) as usize
    }
}

/// Powers of two at or above the 102,400 and 5,248 arrangements, so that indices need only a mask.
const ROOK_SIZE: usize = 1 << 17;
const BISHOP_SIZE: usize = 1 << 13;

static ROOK_ENTRIES: [Entry; 64] = entries(&STRAIGHT_STEPS, &magics::ROOK);
static BISHOP_ENTRIES: [Entry; 64] = entries(&DIAGONAL_STEPS, &magics::BISHOP);
#[allow(long_running_const_eval)] // a second, once
static ROOK_TABLE: [Bitboard; ROOK_SIZE] = table(&STRAIGHT_STEPS, &magics::ROOK);
static BISHOP_TABLE: [Bitboard; BISHOP_SIZE] = table(&DIAGONAL_STEPS, &magics::BISHOP);

/// The edges that end the lines of a square, except edges that the square itself is on.
const fn far_edges(square: Square) -> Bitboard {
    let files = (Bitboard::file(0).0 | Bitboard::file(7).0) & !Bitboard::file(square.file()).0;
    let ranks = (Bitboard::rank(0).0 | Bitboard::rank(7).0) & !Bitboard::rank(square.rank()).0;
    Bitboard(files | ranks)
}

const fn entries(directions: &[(i8, i8); 4], magics: &[u64; 64]) -> [Entry; 64] {
    let mut entries = [Entry { relevant: Bitboard::EMPTY, magic: 0, offset: 0, shift: 0 }; 64];
    let (mut index, mut offset) = (0, 0);
    while index < 64 {
        let square = Square::ALL[index];
        let relevant = Bitboard(attacks(square, directions, Bitboard::EMPTY).0 & !far_edges(square).0);
        let shift = 64 - relevant.len() as u32;
        entries[index] = Entry { relevant, magic: magics[index], offset, shift };
        offset += 1 << relevant.len();
        index += 1;
    }
    entries
}

const fn attacks(square: Square, directions: &[(i8, i8); 4], occupied: Bitboard) -> Bitboard {
    let mut reached = 0;
    let mut n = 0;
    while n < 4 {
        reached |= ray(square, directions[n], occupied).0;
        n += 1;
    }
    Bitboard(reached)
}

/// The same as [`attacks`], from precomputed rays: fewer steps for the compile-time interpreter.
const fn attacks_by_rays(
    index: usize,
    rays: &[[Bitboard; 64]; 4],
    upward: &[bool; 4],
    occupied: u64,
) -> Bitboard {
    let mut reached = 0;
    let mut n = 0;
    while n < 4 {
        let ray = rays[n][index].0;
        let blockers = ray & occupied;
        reached |= if blockers == 0 {
            ray
        } else if upward[n] {
            ray ^ rays[n][blockers.trailing_zeros() as usize].0
        } else {
            ray ^ rays[n][63 - blockers.leading_zeros() as usize].0
        };
        n += 1;
    }
    Bitboard(reached)
}

const fn table<const SIZE: usize>(directions: &[(i8, i8); 4], magics: &[u64; 64]) -> [Bitboard; SIZE] {
    let entries = entries(directions, magics);
    let mut rays = [[Bitboard::EMPTY; 64]; 4];
    let mut upward = [false; 4];
    let mut n = 0;
    while n < 4 {
        let (files, ranks) = directions[n];
        upward[n] = ranks > 0 || ranks == 0 && files > 0;
        let mut index = 0;
        while index < 64 {
            rays[n][index] = ray(Square::ALL[index], directions[n], Bitboard::EMPTY);
            index += 1;
        }
        n += 1;
    }
    let mut table = [Bitboard::EMPTY; SIZE];
    let mut index = 0;
    while index < 64 {
        let entry = &entries[index];
        let mut blockers = Bitboard::EMPTY;
        // Subsets come in the order of their `pext` index.
        let mut number = 0;
        loop {
            let place = if pext::AVAILABLE { number } else { entry.multiplied(blockers) };
            table[entry.offset as usize + place] = attacks_by_rays(index, &rays, &upward, blockers.0);
            number += 1;
            // The next subset of the relevant squares; the empty set follows the last.
            blockers.0 = blockers.0.wrapping_sub(entry.relevant.0) & entry.relevant.0;
            if blockers.is_empty() {
                break;
            }
        }
        index += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every arrangement of blockers for every square, with the irrelevant squares both full and empty.
    #[test]
    fn look_ups_equal_rays_walked_square_by_square() {
        for square in Square::ALL {
            for (directions, entries, look_up) in [
                (&STRAIGHT_STEPS, &ROOK_ENTRIES, rook_attacks as fn(Square, Bitboard) -> Bitboard),
                (&DIAGONAL_STEPS, &BISHOP_ENTRIES, bishop_attacks),
            ] {
                let relevant = entries[square as usize].relevant;
                let mut blockers = Bitboard::EMPTY;
                loop {
                    let expected = attacks(square, directions, blockers);
                    assert_eq!(look_up(square, blockers), expected, "{square} {blockers:?}");
                    assert_eq!(look_up(square, blockers | !relevant), expected, "{square} {blockers:?}");
                    blockers.0 = blockers.0.wrapping_sub(relevant.0) & relevant.0;
                    if blockers.is_empty() {
                        break;
                    }
                }
            }
        }
    }

    /// The compile-time tables agree with the function at run time.
    #[test]
    fn tables_are_those_of_their_builder() {
        let bishops: [Bitboard; BISHOP_SIZE] = table(&DIAGONAL_STEPS, &magics::BISHOP);
        assert!(BISHOP_TABLE == bishops);
    }
}
