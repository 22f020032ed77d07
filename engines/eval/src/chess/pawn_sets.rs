//! Pawn attacks, fills and spans as sets of squares.

use boardgame::Color;
use chess::{Bitboard, Square};

const NOT_A: Bitboard = Bitboard(!0x0101_0101_0101_0101);
const NOT_H: Bitboard = Bitboard(!0x8080_8080_8080_8080);

/// The squares one step ahead.
pub(super) fn ahead(color: Color, squares: Bitboard) -> Bitboard {
    match color {
        Color::White => Bitboard(squares.0 << 8),
        Color::Black => Bitboard(squares.0 >> 8),
    }
}

/// The squares that pawns attack.
pub(super) fn attacks(color: Color, pawns: Bitboard) -> Bitboard {
    let ahead = ahead(color, pawns);
    beside(ahead)
}

/// The squares to both sides.
pub(super) fn beside(squares: Bitboard) -> Bitboard {
    Bitboard((squares & NOT_A).0 >> 1) | Bitboard((squares & NOT_H).0 << 1)
}

/// The front span: all squares ahead on the same files.
pub(super) fn fill_ahead(color: Color, squares: Bitboard) -> Bitboard {
    let mut filled = ahead(color, squares);
    for _ in 0..5 {
        filled = filled | ahead(color, filled);
    }
    filled
}

/// All squares of the files.
pub(super) fn fill_files(squares: Bitboard) -> Bitboard {
    fill_ahead(Color::White, squares) | fill_ahead(Color::Black, squares) | squares
}

/// The squares from which enemy pawns stop a pawn from being passed.
pub(super) fn guards(color: Color, pawns: Bitboard) -> Bitboard {
    let ahead = fill_ahead(color, pawns);
    ahead | beside(ahead)
}

/// The king distance between two squares.
pub(super) fn distance(a: Square, b: Square) -> usize {
    usize::from(a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank())))
}
