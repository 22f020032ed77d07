//! Castling: where the king and rook go, and which squares must be empty or safe.

use boardgame::{Color, Side};

use crate::bitboard::Bitboard;
use crate::square::Square;

/// The squares of the king and rook after castling (FIDE 3.8.2, Chess960 guidelines II.3): on the c- and d-file, or
/// on the g- and f-file.
#[inline(always)]
pub(crate) const fn castling_goals(king: Square, rook: Square) -> (Square, Square) {
    let rank = king.rank();
    if (rook as u8) < king as u8 {
        (Square::at(2, rank), Square::at(3, rank))
    } else {
        (Square::at(6, rank), Square::at(5, rank))
    }
}

/// The squares of the home rank that matter to castling, one bit for each file.
#[derive(Clone, Copy)]
pub(crate) struct CastlingWay {
    /// The squares that the king and rook cross and reach.
    all: u8,
    /// The squares that the king crosses and reaches.
    king: u8,
}

impl CastlingWay {
    /// The path of a king and a rook on one rank.
    #[inline(always)]
    pub(crate) fn of(king: Square, rook: Square) -> Self {
        WAYS[king.file() as usize][rook.file() as usize]
    }

    /// The squares that must be empty, apart from the king and rook themselves.
    #[inline(always)]
    pub(crate) const fn all<Us: Side>(self) -> Bitboard {
        on_home_rank::<Us>(self.all)
    }

    /// The squares that may not be attacked, apart from the one the king stands on.
    #[inline(always)]
    pub(crate) const fn king<Us: Side>(self) -> Bitboard {
        on_home_rank::<Us>(self.king)
    }
}

#[inline(always)]
const fn on_home_rank<Us: Side>(files: u8) -> Bitboard {
    Bitboard(match Us::COLOR {
        Color::White => files as u64,
        Color::Black => (files as u64) << 56,
    })
}

static WAYS: [[CastlingWay; 8]; 8] = ways();

const fn ways() -> [[CastlingWay; 8]; 8] {
    let mut ways = [[CastlingWay { all: 0, king: 0 }; 8]; 8];
    let mut king = 0;
    while king < 8 {
        let mut rook = 0;
        while rook < 8 {
            let (king_to, rook_to) = castling_goals(Square::at(king, 0), Square::at(rook, 0));
            let king_way = way(king, king_to.file());
            ways[king as usize][rook as usize] =
                CastlingWay { all: king_way | way(rook, rook_to.file()), king: king_way };
            rook += 1;
        }
        king += 1;
    }
    ways
}

/// The files from one to another, excluding the first.
const fn way(from: u8, to: u8) -> u8 {
    let mut files = 1 << to;
    let mut file = to;
    while file != from {
        files |= 1 << file;
        file = if file < from { file + 1 } else { file - 1 };
    }
    if from == to { 0 } else { files }
}

#[cfg(test)]
mod tests {
    use boardgame::{BlackSide, WhiteSide};

    use super::*;

    #[test]
    fn ways_are_the_squares_passed_and_reached() {
        let files = |set: Bitboard| set.into_iter().map(|square| square.file_letter()).collect::<String>();
        for (king, rook, all, of_king) in [
            (Square::E1, Square::H1, "fg", "fg"),
            (Square::E1, Square::A1, "bcd", "cd"),
            // Chess960: the king stays, the rook stays, they swap squares, the king moves far.
            (Square::G1, Square::H1, "fg", ""),
            (Square::E1, Square::F1, "fg", "fg"),
            (Square::F1, Square::G1, "fg", "g"),
            (Square::B1, Square::H1, "cdefg", "cdefg"),
            (Square::B1, Square::A1, "bcd", "c"),
        ] {
            let ways = ways();
            let way = ways[king.file() as usize][rook.file() as usize];
            assert_eq!(files(way.all::<WhiteSide>()), all, "{king} {rook}");
            assert_eq!(files(way.king::<WhiteSide>()), of_king, "{king} {rook}");
            let other = CastlingWay::of(king.mirrored(), rook.mirrored());
            assert_eq!(
                other.all::<BlackSide>().into_iter().map(Square::mirrored).collect::<Bitboard>(),
                way.all::<WhiteSide>()
            );
        }
    }
}
