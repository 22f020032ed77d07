//! Zobrist keys of positions.

use boardgame::{Color, Side};

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::piece::Role;
use crate::square::Square;

/// One number for each piece on each square, by color and role.
static PIECES: [[[u64; 64]; 6]; 2] = pieces();

/// The same, indexed by the sets that contain the piece (see [`Board::sets_at`]); 0 for an empty square.
static CAPTURED: [[[u64; 64]; 16]; 2] = [by_sets(0), by_sets(1)];

/// One number for each rook that may castle, by its square on the first or last rank.
static CASTLING: [u64; 16] = row::<16>(1000);
static EN_PASSANT_FILES: [u64; 8] = row::<8>(2000);
pub(crate) const TURN: u64 = random(3000);

#[inline(always)]
pub(crate) fn piece(color: Color, role: Role, square: Square) -> u64 {
    PIECES[color as usize][role as usize][square as usize]
}

/// The number of a captured piece, by the sets that contain it.
#[inline(always)]
pub(crate) fn captured(color: Color, sets: usize, square: Square) -> u64 {
    CAPTURED[color as usize][sets & 15][square as usize]
}

/// The number of a set of rooks that may castle.
#[inline(always)]
pub(crate) fn castling(rooks: Bitboard) -> u64 {
    rooks.into_iter().fold(0, |key, rook| key ^ CASTLING[(rook as usize & 7) | (rook as usize >> 2 & 8)])
}

#[inline(always)]
pub(crate) fn en_passant(square: Option<Square>) -> u64 {
    square.map_or(0, |square| EN_PASSANT_FILES[square.file() as usize])
}

/// The key of a board, computed from scratch.
pub(crate) fn key<Us: Side>(board: &Board) -> u64 {
    let pieces = Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| (color, role)));
    let pieces = pieces.fold(0, |key, (color, role)| {
        let squares = board.role(role) & board.colors[color as usize];
        squares.into_iter().fold(key, |key, square| key ^ piece(color, role, square))
    });
    let turn = if Us::COLOR == Color::Black { TURN } else { 0 };
    pieces ^ turn ^ castling(board.castling) ^ en_passant(board.en_passant)
}

const fn pieces() -> [[[u64; 64]; 6]; 2] {
    let mut numbers = [[[0; 64]; 6]; 2];
    let mut n = 0;
    while n < 2 * 6 * 64 {
        numbers[n / 384][n / 64 % 6][n % 64] = random(n as u64);
        n += 1;
    }
    numbers
}

const fn by_sets(color: usize) -> [[u64; 64]; 16] {
    let pieces = pieces();
    let mut numbers = [[0; 64]; 16];
    numbers[0b0001] = pieces[color][Role::Pawn as usize];
    numbers[0b0010] = pieces[color][Role::Knight as usize];
    numbers[0b0100] = pieces[color][Role::Bishop as usize];
    numbers[0b1000] = pieces[color][Role::Rook as usize];
    numbers[0b1100] = pieces[color][Role::Queen as usize];
    numbers
}

const fn row<const N: usize>(first: u64) -> [u64; N] {
    let mut numbers = [0; N];
    let mut n = 0;
    while n < N {
        numbers[n] = random(first + n as u64);
        n += 1;
    }
    numbers
}

/// A well mixed number for each index (splitmix64).
const fn random(index: u64) -> u64 {
    let state = (index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_numbers_differ() {
        assert_eq!((PIECES, CASTLING), (pieces(), row::<16>(1000)));
        let mut all: Vec<u64> = PIECES.iter().flatten().flatten().copied().collect();
        all.extend(CASTLING);
        all.extend(EN_PASSANT_FILES);
        all.push(TURN);
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!((count, all.len()), (2 * 6 * 64 + 16 + 8 + 1, count));
        // Every corner has a number of its own.
        let corners = [Square::A1, Square::H1, Square::A8, Square::H8];
        let keys: std::collections::HashSet<u64> = corners.map(|rook| castling(rook.into())).into();
        assert_eq!(keys.len(), 4);
    }
}
