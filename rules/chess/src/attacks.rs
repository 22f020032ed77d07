//! Attacks of knights, kings and pawns, and the lines of sliders. All tables are built at compile time.

use boardgame::Color;

use crate::bitboard::Bitboard;
use crate::square::Square;

pub(crate) const KNIGHT_STEPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
pub(crate) const KING_STEPS: [(i8, i8); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
pub(crate) const STRAIGHT_STEPS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
pub(crate) const DIAGONAL_STEPS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

static KNIGHT: [Bitboard; 64] = leaper(&KNIGHT_STEPS);
static KING: [Bitboard; 64] = leaper(&KING_STEPS);
static PAWN: [[Bitboard; 64]; 2] = [leaper(&[(-1, 1), (1, 1)]), leaper(&[(-1, -1), (1, -1)])];
static STRAIGHT_RAYS: [Bitboard; 64] = all_rays(&STRAIGHT_STEPS);
static DIAGONAL_RAYS: [Bitboard; 64] = all_rays(&DIAGONAL_STEPS);
static STRAIGHTS_NEAR: [Bitboard; 64] = all_near(&STRAIGHT_STEPS);
static DIAGONALS_NEAR: [Bitboard; 64] = all_near(&DIAGONAL_STEPS);
static BETWEEN: [[Bitboard; 64]; 64] = all_between();

/// The squares a knight attacks.
#[inline(always)]
#[must_use]
pub fn knight_attacks(square: Square) -> Bitboard {
    KNIGHT[square as usize]
}

/// The squares a king attacks.
#[inline(always)]
#[must_use]
pub fn king_attacks(square: Square) -> Bitboard {
    KING[square as usize]
}

/// The squares a pawn of this color attacks.
#[inline(always)]
#[must_use]
pub fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    PAWN[color as usize][square as usize]
}

/// The squares a rook attacks on an empty board.
#[inline(always)]
pub(crate) fn straight_rays(square: Square) -> Bitboard {
    STRAIGHT_RAYS[square as usize]
}

/// The squares a bishop attacks on an empty board.
#[inline(always)]
pub(crate) fn diagonal_rays(square: Square) -> Bitboard {
    DIAGONAL_RAYS[square as usize]
}

/// The squares from which a rook on an empty board attacks a neighbor of this square.
#[inline(always)]
pub(crate) fn straights_near(square: Square) -> Bitboard {
    STRAIGHTS_NEAR[square as usize]
}

/// The squares from which a bishop on an empty board attacks a neighbor of this square.
#[inline(always)]
pub(crate) fn diagonals_near(square: Square) -> Bitboard {
    DIAGONALS_NEAR[square as usize]
}

/// The squares strictly between two squares of one rank, file or diagonal; empty for all others.
#[inline(always)]
#[must_use]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a as usize][b as usize]
}

/// The square one step away, if it is on the board.
const fn step(square: Square, (files, ranks): (i8, i8)) -> Option<Square> {
    let (file, rank) = (square.file() as i8 + files, square.rank() as i8 + ranks);
    if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
        Some(Square::at(file as u8, rank as u8))
    } else {
        None
    }
}

/// The squares in one direction from a square, up to and including the first occupied one.
pub(crate) const fn ray(mut square: Square, direction: (i8, i8), occupied: Bitboard) -> Bitboard {
    let mut reached = 0;
    while let Some(next) = step(square, direction) {
        reached |= Bitboard::of(next).0;
        if occupied.contains(next) {
            break;
        }
        square = next;
    }
    Bitboard(reached)
}

pub(crate) const fn leaper(steps: &[(i8, i8)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        let mut n = 0;
        while n < steps.len() {
            if let Some(square) = step(Square::ALL[index], steps[n]) {
                table[index].0 |= Bitboard::of(square).0;
            }
            n += 1;
        }
        index += 1;
    }
    table
}

pub(crate) const fn all_rays(directions: &[(i8, i8); 4]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        let mut n = 0;
        while n < 4 {
            table[index].0 |= ray(Square::ALL[index], directions[n], Bitboard::EMPTY).0;
            n += 1;
        }
        index += 1;
    }
    table
}

/// The rays from all neighbors of each square.
const fn all_near(directions: &[(i8, i8); 4]) -> [Bitboard; 64] {
    let rays = all_rays(directions);
    let mut table = [Bitboard::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        let mut n = 0;
        while n < 8 {
            if let Some(neighbor) = step(Square::ALL[index], KING_STEPS[n]) {
                table[index].0 |= rays[neighbor as usize].0;
            }
            n += 1;
        }
        index += 1;
    }
    table
}

const fn all_between() -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut n = 0;
        while n < 8 {
            let mut passed = Bitboard::EMPTY;
            let mut square = Square::ALL[from];
            while let Some(next) = step(square, KING_STEPS[n]) {
                table[from][next as usize] = passed;
                passed.0 |= Bitboard::of(next).0;
                square = next;
            }
            n += 1;
        }
        from += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leapers_do_not_wrap_round_the_edges() {
        for square in Square::ALL {
            for target in knight_attacks(square) | king_attacks(square) {
                assert!(square.file().abs_diff(target.file()) <= 2);
                assert!(square.rank().abs_diff(target.rank()) <= 2);
                assert!((knight_attacks(target) | king_attacks(target)).contains(square));
            }
            for color in Color::ALL {
                for target in pawn_attacks(color, square) {
                    assert_eq!(target.rank_for(color), square.rank_for(color) + 1);
                    assert_eq!(target.file().abs_diff(square.file()), 1);
                    assert!(pawn_attacks(!color, target).contains(square));
                }
            }
        }
        assert_eq!(knight_attacks(Square::A1), Square::B3.into_set() | Square::C2.into_set());
        assert_eq!(king_attacks(Square::H8).len(), 3);
        assert_eq!(pawn_attacks(Color::White, Square::H8), Bitboard::EMPTY);
    }

    /// The compile-time tables agree with the functions at run time.
    #[test]
    fn tables_are_those_of_their_builders() {
        assert_eq!(KNIGHT, leaper(&KNIGHT_STEPS));
        assert_eq!(STRAIGHT_RAYS, all_rays(&STRAIGHT_STEPS));
        assert_eq!(STRAIGHTS_NEAR, all_near(&STRAIGHT_STEPS));
        assert_eq!(BETWEEN, all_between());
    }

    #[test]
    fn squares_between_are_on_the_line_and_inside() {
        assert_eq!(between(Square::A1, Square::D4), Square::B2.into_set() | Square::C3.into_set());
        assert_eq!(between(Square::E1, Square::E4), Square::E2.into_set() | Square::E3.into_set());
        assert_eq!(between(Square::E1, Square::E2), Bitboard::EMPTY);
        assert_eq!(between(Square::A1, Square::B3), Bitboard::EMPTY);
        for a in Square::ALL {
            for b in Square::ALL {
                assert_eq!(between(a, b), between(b, a));
                assert!(!between(a, b).contains(a) && !between(a, b).contains(b));
            }
        }
    }

    #[test]
    fn sliders_near_a_square_attack_its_neighbors() {
        for square in Square::ALL {
            for from in Square::ALL {
                let meets = |rays: Bitboard| !(rays & king_attacks(square)).is_empty();
                assert_eq!(straights_near(square).contains(from), meets(straight_rays(from)));
                assert_eq!(diagonals_near(square).contains(from), meets(diagonal_rays(from)));
            }
        }
    }

    impl Square {
        fn into_set(self) -> Bitboard {
            self.into()
        }
    }
}
