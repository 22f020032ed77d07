//! Names of squares, variant by variant: section 4 of the facts, one line each.

use std::collections::HashSet;

use boardgame::Color;
use draughts::variants::*;
use draughts::{Corner, Draughts, Numbering, Rules, Square, Variant};

use crate::common::for_every_variant;

/// The squares of a board from the top left, seen from White, row by row.
fn rows<V: Variant>() -> Vec<Vec<Square>> {
    let board = V::RULES.board;
    let row = |rank| (0..board.columns).filter_map(|file| board.square_at(file, rank)).collect();
    (0..board.rows).rev().map(row).collect()
}

/// First and last name of the top row and of the bottom row.
#[track_caller]
fn corners<V: Variant>(top: [&str; 2], bottom: [&str; 2]) {
    let rows = rows::<V>();
    let ends = |row: &[Square]| [row[0], row[row.len() - 1]].map(|square| V::RULES.square_name(square));
    assert_eq!(ends(&rows[0]), top, "{}", V::RULES.name);
    assert_eq!(ends(&rows[rows.len() - 1]), bottom, "{}", V::RULES.name);
}

/// The names with which White's and Black's men start.
#[track_caller]
fn start_numbers<V: Variant>(white: [u8; 2], black: [u8; 2]) {
    let range = |color: Color| {
        let numbers = Draughts::<V>::start().pieces(color).into_iter().map(|square| V::RULES.number(square));
        let numbers: Vec<u8> = numbers.collect();
        [*numbers.iter().min().expect("men"), *numbers.iter().max().expect("men")]
    };
    assert_eq!((range(Color::White), range(Color::Black)), (white, black), "{}", V::RULES.name);
}

fn check_names<V: Variant>() {
    let mut seen = HashSet::new();
    for (index, &square) in rows::<V>().concat().iter().enumerate() {
        let (name, number) = (V::RULES.square_name(square), V::RULES.number(square));
        assert!(seen.insert(name.clone()), "{name} twice in {}", V::RULES.name);
        assert_eq!(V::RULES.read_square(&name), Some(square), "{name} in {}", V::RULES.name);
        assert_eq!(V::RULES.read_square(&format!("0{number}")), Some(square));
        assert_eq!(V::RULES.square_of_number(number.into()), Some(square));
        if V::RULES.numbering.algebraic {
            assert_eq!(usize::from(number), index + 1, "numbers of algebraic games start at the top left");
            assert_eq!(V::RULES.read_square(&name.to_uppercase()), None);
        } else {
            assert_eq!(V::RULES.read_square("a1"), None);
        }
    }
    assert_eq!(seen.len(), usize::from(V::RULES.board.squares()), "{}", V::RULES.name);
    assert_eq!(V::RULES.square_of_number(0), None);
    assert_eq!(V::RULES.square_of_number(u32::from(V::RULES.board.squares()) + 1), None);
}

macro_rules! check_all {
    ($($variant:ident),*) => {
        #[test]
        fn every_square_has_one_name_that_is_read_again() {
            $(check_names::<$variant>();)*
        }
    };
}
for_every_variant!(check_all);

#[test]
fn international_counts_from_the_top_left() {
    corners::<International>(["1", "5"], ["46", "50"]);
    start_numbers::<International>([31, 50], [1, 20]);
    // FMJD 2.6: left column 6 16 26 36 46, right column 5 15 25 35 45.
    let rows = rows::<International>();
    let number = |square: Square| International::RULES.number(square);
    let left: Vec<u8> = rows.iter().skip(1).step_by(2).map(|row| number(row[0])).collect();
    let right: Vec<u8> = rows.iter().step_by(2).map(|row| number(row[4])).collect();
    assert_eq!((left, right), (vec![6, 16, 26, 36, 46], vec![5, 15, 25, 35, 45]));
}

#[test]
fn games_of_the_international_family_count_alike() {
    corners::<Frisian>(["1", "5"], ["46", "50"]);
    corners::<Frysk>(["1", "5"], ["46", "50"]);
    corners::<Killer>(["1", "5"], ["46", "50"]);
    corners::<Breakthrough>(["1", "5"], ["46", "50"]);
    corners::<Losing>(["1", "5"], ["46", "50"]);
    corners::<Canadian>(["1", "6"], ["67", "72"]);
}

#[test]
fn english_and_pool_black_has_1_to_12_at_the_top() {
    corners::<English>(["1", "4"], ["29", "32"]);
    corners::<Pool>(["1", "4"], ["29", "32"]);
    start_numbers::<English>([21, 32], [1, 12]);
    start_numbers::<Pool>([21, 32], [1, 12]);
}

#[test]
fn italian_counts_from_the_top_left_corner() {
    corners::<Italian>(["1", "4"], ["29", "32"]);
    start_numbers::<Italian>([21, 32], [1, 12]);
    assert_eq!(Italian::RULES.board.square_at(0, 7), Italian::RULES.square_of_number(1));
}

#[test]
fn spanish_and_portuguese_count_from_the_bottom_right() {
    corners::<Spanish>(["32", "29"], ["4", "1"]);
    corners::<Portuguese>(["32", "29"], ["4", "1"]);
    start_numbers::<Spanish>([1, 12], [21, 32]);
    assert_eq!(Spanish::RULES.board.square_at(7, 0), Spanish::RULES.square_of_number(1));
}

#[test]
fn thai_counts_from_the_top_left_of_black() {
    corners::<Thai>(["32", "29"], ["4", "1"]);
    start_numbers::<Thai>([1, 8], [25, 32]);
}

#[test]
fn russian_brazilian_and_czech_have_a1_at_the_bottom_left() {
    corners::<Russian>(["b8", "h8"], ["a1", "g1"]);
    corners::<Poddavki>(["b8", "h8"], ["a1", "g1"]);
    corners::<Brazilian>(["b8", "h8"], ["a1", "g1"]);
    corners::<Czech>(["b8", "h8"], ["a1", "g1"]);
    assert_eq!(Russian::RULES.read_square("29"), Russian::RULES.read_square("a1"));
    assert_eq!(Russian::RULES.read_square("32"), Russian::RULES.read_square("g1"));
}

#[test]
fn unified_pool_has_a1_at_the_bottom_left_of_white() {
    corners::<UnifiedPool>(["b8", "h8"], ["a1", "g1"]);
}

#[test]
fn jamaican_has_a1_at_the_bottom_right_of_black() {
    corners::<Jamaican>(["a1", "g1"], ["b8", "h8"]);
}

#[test]
fn spantsiretti_has_ten_files() {
    corners::<Spantsiretti>(["b8", "j8"], ["a1", "i1"]);
}

#[test]
fn turkish_plays_on_all_squares() {
    corners::<Turkish>(["a8", "h8"], ["a1", "h1"]);
    corners::<Armenian>(["a8", "h8"], ["a1", "h1"]);
}

#[test]
fn numbers_start_in_any_corner() {
    let first = |corner, seen_by| {
        let numbering = Numbering { corner, seen_by, ..International::RULES.numbering };
        let rules = Rules { numbering, ..International::RULES };
        rules.board.file_and_rank(rules.square_of_number(1).expect("a first square"))
    };
    // The corners 46 and 5 are played on; beside the others the first square is the next of the row.
    let expected = [
        (Corner::BottomLeft, (0, 0), (9, 9)),
        (Corner::BottomRight, (8, 0), (1, 9)),
        (Corner::TopLeft, (1, 9), (8, 0)),
        (Corner::TopRight, (9, 9), (0, 0)),
    ];
    for (corner, white, black) in expected {
        assert_eq!(first(corner, Color::White), white, "{corner:?}");
        assert_eq!(first(corner, Color::Black), black, "{corner:?}");
    }
}
