//! How few pieces a capture can take and still have two routes.
//!
//! The generator compares captures with those listed before only from a number of pieces on:
//! `pieces_of_duplicates` in `generate.rs`. Below it no two routes may agree in start, end and captured
//! pieces. This proves it by trying all routes, for all variants in four families:
//!
//! 1. A route is a start, a list of jumps (direction and captured piece) and an end. Whether a piece can
//!    follow it depends on three things: the captured pieces stand where it jumps, the squares it crosses
//!    and lands on are free at that moment, and the piece may jump in that direction. Taking away every
//!    piece that is neither the moving one nor captured leaves all three as they were, whether captured
//!    pieces leave at once or after the move. Thus two routes of the same move in any position are also
//!    two routes on the board with nothing but the moving piece and the captured ones.
//! 2. On that board nothing is left to capture at the end, so no route is too short there; ranks of
//!    captures, landing rules, men that may not take kings and crownings that end the move only forbid
//!    routes. None of them can make a pair of equal routes where the search without them finds none.
//! 3. A man jumps as a flying king can: over the next square to the one behind. A short king too, and a
//!    man that becomes a king on its way. Thus it is enough to try flying kings.
//! 4. A smaller board is a part of a larger one, on which the same routes exist.
//!
//! What remains is one flying king on the largest board of each family, and pieces just where it jumps.
//! Two families differ from the largest in one of the rules above: Thai kings stop right behind each piece
//! and may turn back, Turkish pieces may not. There the search keeps to the rule, for an exact answer.

use boardgame::{MoveStyle, Notation};
use damier_draughts::{AnyVariant, Direction, Directions, Removal, Rules};

use crate::common::at;
use crate::variants::{FRISIAN, INTERNATIONAL, THAI, TURKISH, all_boards};

/// Captures of fewer pieces have one route: the bound that the generator uses.
fn bound(rules: &Rules) -> usize {
    match (rules.removal, rules.king_captures == Directions::ALL) {
        (Removal::AfterMove, false) => 4,
        (Removal::AfterMove, true) => 3,
        (Removal::Immediate, _) => 2,
    }
}

/// A board and how a flying king captures on it.
#[derive(Clone, Copy)]
struct Family {
    side: i8,
    /// Whether all squares are used.
    full: bool,
    directions: &'static [(i8, i8)],
    removal: Removal,
    reversal: bool,
    /// Whether the king must stop right behind each piece.
    stops_behind: bool,
    /// The fewest captured pieces that can have two routes.
    least: usize,
}

const DIAGONALS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
/// A straight step on a board of one color of squares covers two squares.
const EIGHT: [(i8, i8); 8] = [(1, 1), (1, -1), (-1, -1), (-1, 1), (0, 2), (2, 0), (0, -2), (-2, 0)];

const DIAGONAL_FAMILY: Family = Family {
    side: 14,
    full: false,
    directions: &DIAGONALS,
    removal: Removal::AfterMove,
    reversal: false,
    stops_behind: false,
    least: 4,
};
const FRISIAN_FAMILY: Family = Family { side: 10, directions: &EIGHT, least: 3, ..DIAGONAL_FAMILY };
const THAI_FAMILY: Family = Family {
    side: 8,
    removal: Removal::Immediate,
    reversal: true,
    stops_behind: true,
    least: 3,
    ..DIAGONAL_FAMILY
};
const TURKISH_FAMILY: Family = Family {
    full: true,
    directions: &STRAIGHT,
    reversal: false,
    stops_behind: false,
    least: 4,
    ..THAI_FAMILY
};

/// A route: where it ends, the set of captured squares, and its jumps, one byte for the direction and one
/// for the square.
type RouteEnd = (u8, u128, u128);

struct Search {
    family: Family,
    /// How many pieces the king captures.
    pieces: usize,
    /// Squares that must have been free from the start.
    free: u128,
    taken: u128,
    jumps: u128,
    found: Vec<RouteEnd>,
}

impl Family {
    /// The number of a playing square, if the place is one.
    fn square(&self, (file, rank): (i8, i8)) -> Option<u8> {
        let on_board = (0..self.side).contains(&file) && (0..self.side).contains(&rank);
        if !on_board || !self.full && (file + rank) % 2 != 0 {
            return None;
        }
        let index = i16::from(rank) * i16::from(self.side) + i16::from(file);
        Some(if self.full { index } else { index / 2 } as u8)
    }

    /// Every route that captures this many pieces from `start`.
    fn routes(self, start: (i8, i8), pieces: usize) -> Vec<RouteEnd> {
        let free = 1 << self.square(start).expect("a playing square");
        let mut search = Search { family: self, pieces, free, taken: 0, jumps: 0, found: Vec::new() };
        search.extend(start, None, 0);
        search.found.sort_unstable();
        search.found.dedup();
        search.found
    }

    /// Two routes with the same end and the same captured pieces.
    fn duplicate(self, start: (i8, i8), pieces: usize) -> Option<[RouteEnd; 2]> {
        let routes = self.routes(start, pieces);
        let pair = routes.windows(2).find(|pair| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1))?;
        Some([pair[0], pair[1]])
    }

    /// All start squares but those that a symmetry of board and directions makes from another: the board
    /// turned by 180 degrees, and mirrored at the diagonal from the corner.
    fn starts(self) -> impl Iterator<Item = (i8, i8)> {
        let places = (0..self.side).flat_map(move |file| (0..self.side).map(move |rank| (file, rank)));
        places.filter(move |&(file, rank)| {
            self.square((file, rank)).is_some() && file <= rank && file + rank < self.side
        })
    }
}

impl Search {
    /// Tries every jump from a square.
    fn extend(&mut self, at: (i8, i8), before: Option<usize>, depth: usize) {
        for (index, &direction) in self.family.directions.iter().enumerate() {
            let opposite = (-direction.0, -direction.1);
            let turns_back = before.is_some_and(|before| self.family.directions[before] == opposite);
            if !turns_back || self.family.reversal {
                self.try_line(at, index, depth);
            }
        }
    }

    /// Tries every piece that could stand on a line, one after the other.
    fn try_line(&mut self, at: (i8, i8), index: usize, depth: usize) {
        let step = |(file, rank): (i8, i8)| {
            let (files, ranks) = self.family.directions[index];
            (file + files, rank + ranks)
        };
        let saved = (self.free, self.taken, self.jumps);
        let mut place = step(at);
        while let Some(target) = self.family.square(place) {
            let bit = 1 << target;
            // A piece stands here from the start, unless the route needs the square free.
            if (self.free | self.taken) & bit == 0 {
                let crossed = self.free;
                self.taken |= bit;
                self.jumps = self.jumps << 16 | (index as u128) << 8 | u128::from(target);
                self.land(step(place), &step, index, depth + 1);
                (self.free, self.taken, self.jumps) = (crossed, saved.1, saved.2);
            }
            if !self.cross(target) {
                break;
            }
            place = step(place);
        }
        (self.free, self.taken, self.jumps) = saved;
    }

    /// Tries every square behind a captured piece.
    fn land(&mut self, first: (i8, i8), step: &impl Fn((i8, i8)) -> (i8, i8), index: usize, depth: usize) {
        let mut place = first;
        while let Some(square) = self.family.square(place) {
            if !self.cross(square) {
                return;
            }
            if depth == self.pieces {
                self.found.push((square, self.taken, self.jumps));
            } else {
                self.extend(place, Some(index), depth);
            }
            if self.family.stops_behind {
                return;
            }
            place = step(place);
        }
    }

    /// Whether the king can be on a square; if so, it must have been free, or its piece must have left.
    fn cross(&mut self, square: u8) -> bool {
        let bit = 1 << square;
        if self.taken & bit != 0 {
            return self.family.removal == Removal::Immediate;
        }
        self.free |= bit;
        true
    }
}

/// Captures of fewer pieces than the least number have one route, and some of that number have two.
#[track_caller]
fn check_least(family: Family) {
    let least = family.least;
    for pieces in 1..least {
        for start in family.starts() {
            assert_eq!(family.duplicate(start, pieces), None, "{pieces} pieces from {start:?}");
        }
    }
    // A small board is enough to find one.
    let small = Family { side: family.side.min(8), ..family };
    assert!(small.starts().any(|start| small.duplicate(start, least).is_some()), "more than {least}");
}

/// A position in which a capture of this many pieces has two routes.
#[track_caller]
fn has_two_routes(variant: AnyVariant, fen: &str, mv: &str, pieces: usize) {
    let position = at(variant, fen);
    let mv = position.read_move(mv, MoveStyle::Record).expect(mv);
    assert_eq!((mv.captured().len(), position.count_routes(mv)), (pieces, 2));
    assert!(pieces >= bound(variant.rules()));
}

#[test]
fn diagonal_captures_of_three_pieces_have_one_route() {
    check_least(DIAGONAL_FAMILY);
    has_two_routes(INTERNATIONAL, "W:W38:B5,33,34,43,44", "38x38", 4);
}

#[test]
fn frisian_captures_of_two_pieces_have_one_route() {
    // Three jumps can make a triangle.
    check_least(FRISIAN_FAMILY);
    has_two_routes(FRISIAN, "W:W46:B41,42,K47", "46x46", 3);
}

#[test]
fn thai_captures_of_two_pieces_have_one_route() {
    // The king may begin on either side of a line, turn, and pass its start.
    check_least(THAI_FAMILY);
    has_two_routes(THAI, "W:WK11:B8,15,22", "11x25", 3);
}

#[test]
fn turkish_captures_of_three_pieces_have_one_route() {
    check_least(TURKISH_FAMILY);
    has_two_routes(TURKISH, "W:WKa1:Ba2,Kb1,b3,c2", "a1xa1", 4);
}

/// Every variant belongs to one of the families above.
#[test]
fn families_cover_all_variants() {
    all_boards().for_each(|variant| check_family(variant.rules()));
}

fn check_family(rules: &Rules) {
    let jumps = |set: Directions| Direction::ALL.map(|direction| set.contains(direction));
    let within = |set: Directions, outer: Directions| {
        jumps(set).iter().zip(jumps(outer)).all(|(&inside, outside)| !inside || outside)
    };
    let family = match (rules.removal, bound(rules)) {
        (Removal::AfterMove, 4) => DIAGONAL_FAMILY,
        (Removal::AfterMove, _) => FRISIAN_FAMILY,
        (Removal::Immediate, _) if rules.board.full => TURKISH_FAMILY,
        (Removal::Immediate, _) => THAI_FAMILY,
    };
    assert!(bound(rules) <= family.least, "{}", rules.name);
    let directions = match family.directions.len() {
        8 => Directions::ALL,
        _ if family.full => Directions::STRAIGHT,
        _ => Directions::DIAGONALS,
    };
    let name = rules.name;
    assert!(within(rules.king_captures, directions) && within(rules.man_captures, directions), "{name}");
    assert_eq!(rules.board.full, family.full, "{name}");
    assert!(rules.board.columns.max(rules.board.rows) <= family.side as u8, "{name}");
    assert!(rules.reversal as u8 <= family.reversal as u8 || rules.removal == Removal::AfterMove, "{name}");
}
