//! Names of squares, variant by variant: section 4 of the facts, one line each.

use std::collections::HashSet;

use boardgame::Color;
use damier_draughts::{AnyVariant, Corner, Numbering, Rules, Square};

use crate::common::start;
use crate::variants::{
    ARMENIAN, BRAZILIAN, BREAKTHROUGH, CANADIAN, CZECH, ENGLISH, FRISIAN, FRYSK, INTERNATIONAL, ITALIAN,
    JAMAICAN, KILLER, LOSING, PODDAVKI, POOL, PORTUGUESE, RUSSIAN, SPANISH, SPANTSIRETTI, THAI, TURKISH,
    UNIFIED_POOL, variants,
};

/// The squares of a board from the top left, seen from White, row by row.
fn rows(variant: AnyVariant) -> Vec<Vec<Square>> {
    let board = variant.rules().board;
    let row = |rank| (0..board.columns).filter_map(|file| board.square_at(file, rank)).collect();
    (0..board.rows).rev().map(row).collect()
}

/// First and last name of the top row and of the bottom row.
#[track_caller]
fn corners(variant: AnyVariant, top: [&str; 2], bottom: [&str; 2]) {
    let rows = rows(variant);
    let ends =
        |row: &[Square]| [row[0], row[row.len() - 1]].map(|square| variant.rules().square_name(square));
    assert_eq!(ends(&rows[0]), top, "{}", variant.rules().name);
    assert_eq!(ends(&rows[rows.len() - 1]), bottom, "{}", variant.rules().name);
}

/// The names with which White's and Black's men start.
#[track_caller]
fn start_numbers(variant: AnyVariant, white: [u8; 2], black: [u8; 2]) {
    let range = |color: Color| {
        let numbers = start(variant).pieces(color).into_iter().map(|square| variant.rules().number(square));
        let numbers: Vec<u8> = numbers.collect();
        [*numbers.iter().min().expect("men"), *numbers.iter().max().expect("men")]
    };
    assert_eq!((range(Color::White), range(Color::Black)), (white, black), "{}", variant.rules().name);
}

fn check_names(variant: AnyVariant) {
    let mut seen = HashSet::new();
    for (index, &square) in rows(variant).concat().iter().enumerate() {
        let (name, number) = (variant.rules().square_name(square), variant.rules().number(square));
        assert!(seen.insert(name.clone()), "{name} twice in {}", variant.rules().name);
        assert_eq!(variant.rules().read_square(&name), Some(square), "{name} in {}", variant.rules().name);
        assert_eq!(variant.rules().read_square(&format!("0{number}")), Some(square));
        assert_eq!(variant.rules().square_of_number(number.into()), Some(square));
        if variant.rules().numbering.algebraic {
            assert_eq!(usize::from(number), index + 1, "numbers of algebraic games start at the top left");
            assert_eq!(variant.rules().read_square(&name.to_uppercase()), None);
        } else {
            assert_eq!(variant.rules().read_square("a1"), None);
        }
    }
    assert_eq!(seen.len(), usize::from(variant.rules().board.squares()), "{}", variant.rules().name);
    assert_eq!(variant.rules().square_of_number(0), None);
    assert_eq!(variant.rules().square_of_number(u32::from(variant.rules().board.squares()) + 1), None);
}

#[test]
fn every_square_has_one_name_that_is_read_again() {
    variants().for_each(check_names);
}

#[test]
fn international_counts_from_the_top_left() {
    corners(INTERNATIONAL, ["1", "5"], ["46", "50"]);
    start_numbers(INTERNATIONAL, [31, 50], [1, 20]);
    // FMJD 2.6: left column 6 16 26 36 46, right column 5 15 25 35 45.
    let rows = rows(INTERNATIONAL);
    let number = |square: Square| INTERNATIONAL.rules().number(square);
    let left: Vec<u8> = rows.iter().skip(1).step_by(2).map(|row| number(row[0])).collect();
    let right: Vec<u8> = rows.iter().step_by(2).map(|row| number(row[4])).collect();
    assert_eq!((left, right), (vec![6, 16, 26, 36, 46], vec![5, 15, 25, 35, 45]));
}

#[test]
fn games_of_the_international_family_count_alike() {
    corners(FRISIAN, ["1", "5"], ["46", "50"]);
    corners(FRYSK, ["1", "5"], ["46", "50"]);
    corners(KILLER, ["1", "5"], ["46", "50"]);
    corners(BREAKTHROUGH, ["1", "5"], ["46", "50"]);
    corners(LOSING, ["1", "5"], ["46", "50"]);
    corners(CANADIAN, ["1", "6"], ["67", "72"]);
}

#[test]
fn english_and_pool_black_has_1_to_12_at_the_top() {
    corners(ENGLISH, ["1", "4"], ["29", "32"]);
    corners(POOL, ["1", "4"], ["29", "32"]);
    start_numbers(ENGLISH, [21, 32], [1, 12]);
    start_numbers(POOL, [21, 32], [1, 12]);
}

#[test]
fn italian_counts_from_the_top_left_corner() {
    corners(ITALIAN, ["1", "4"], ["29", "32"]);
    start_numbers(ITALIAN, [21, 32], [1, 12]);
    assert_eq!(ITALIAN.rules().board.square_at(0, 7), ITALIAN.rules().square_of_number(1));
}

#[test]
fn spanish_and_portuguese_count_from_the_bottom_right() {
    corners(SPANISH, ["32", "29"], ["4", "1"]);
    corners(PORTUGUESE, ["32", "29"], ["4", "1"]);
    start_numbers(SPANISH, [1, 12], [21, 32]);
    assert_eq!(SPANISH.rules().board.square_at(7, 0), SPANISH.rules().square_of_number(1));
}

#[test]
fn thai_counts_from_the_top_left_of_black() {
    corners(THAI, ["32", "29"], ["4", "1"]);
    start_numbers(THAI, [1, 8], [25, 32]);
}

#[test]
fn russian_brazilian_and_czech_have_a1_at_the_bottom_left() {
    corners(RUSSIAN, ["b8", "h8"], ["a1", "g1"]);
    corners(PODDAVKI, ["b8", "h8"], ["a1", "g1"]);
    corners(BRAZILIAN, ["b8", "h8"], ["a1", "g1"]);
    corners(CZECH, ["b8", "h8"], ["a1", "g1"]);
    assert_eq!(RUSSIAN.rules().read_square("29"), RUSSIAN.rules().read_square("a1"));
    assert_eq!(RUSSIAN.rules().read_square("32"), RUSSIAN.rules().read_square("g1"));
}

#[test]
fn unified_pool_has_a1_at_the_bottom_left_of_white() {
    corners(UNIFIED_POOL, ["b8", "h8"], ["a1", "g1"]);
}

#[test]
fn jamaican_has_a1_at_the_bottom_right_of_black() {
    corners(JAMAICAN, ["a1", "g1"], ["b8", "h8"]);
}

#[test]
fn spantsiretti_has_ten_files() {
    corners(SPANTSIRETTI, ["b8", "j8"], ["a1", "i1"]);
}

#[test]
fn turkish_plays_on_all_squares() {
    corners(TURKISH, ["a8", "h8"], ["a1", "h1"]);
    corners(ARMENIAN, ["a8", "h8"], ["a1", "h1"]);
}

#[test]
fn numbers_start_in_any_corner() {
    let first = |corner, seen_by| {
        let numbering = Numbering { corner, seen_by, ..INTERNATIONAL.rules().numbering };
        let rules = Rules { numbering, ..*INTERNATIONAL.rules() };
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
