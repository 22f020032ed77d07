//! The board as text.

use boardgame::Notation;
use damier_draughts::AnyVariant;

use crate::common::{at, start};
use crate::variants::{CANADIAN, INTERNATIONAL, ITALIAN, JAMAICAN, RUSSIAN, SPANISH, TURKISH};

#[track_caller]
fn shows(variant: AnyVariant, fen: &str, expected: &[&str]) {
    let diagram = at(variant, fen).diagram();
    let lines: Vec<&str> = diagram.lines().collect();
    assert_eq!(lines, expected, "\n{diagram}");
}

#[test]
fn numeric_boards_show_the_outer_numbers_of_each_row() {
    shows(
        INTERNATIONAL,
        "W:W31-49,K50:B2-20,K1",
        &[
            "  1    B   b   b   b   b  5",
            "  6  b   b   b   b   b    10",
            " 11    b   b   b   b   b  15",
            " 16  b   b   b   b   b    20",
            " 21    .   .   .   .   .  25",
            " 26  .   .   .   .   .    30",
            " 31    w   w   w   w   w  35",
            " 36  w   w   w   w   w    40",
            " 41    w   w   w   w   w  45",
            " 46  w   w   w   w   W    50",
        ],
    );
}

#[test]
fn algebraic_boards_show_ranks_and_files() {
    shows(
        RUSSIAN,
        "W:W21-32:B1-12",
        &[
            "  8    b   b   b   b",
            "  7  b   b   b   b",
            "  6    b   b   b   b",
            "  5  .   .   .   .",
            "  4    .   .   .   .",
            "  3  w   w   w   w",
            "  2    w   w   w   w",
            "  1  w   w   w   w",
            "     a b c d e f g h",
        ],
    );
}

#[test]
fn mirrored_boards_have_the_other_corner() {
    shows(
        ITALIAN,
        "W:W21-32:B1-12",
        &[
            "  1  b   b   b   b    4",
            "  5    b   b   b   b  8",
            "  9  b   b   b   b    12",
            " 13    .   .   .   .  16",
            " 17  .   .   .   .    20",
            " 21    w   w   w   w  24",
            " 25  w   w   w   w    28",
            " 29    w   w   w   w  32",
        ],
    );
}

#[test]
fn numbers_run_as_the_game_counts() {
    let diagram = start(SPANISH).diagram();
    assert!(diagram.starts_with(" 32  b   b   b   b    29\n"), "{diagram}");
    assert!(diagram.ends_with("  4    w   w   w   w  1\n"), "{diagram}");
    let diagram = start(JAMAICAN).diagram();
    assert!(diagram.starts_with("  1  b   b   b   b\n"), "{diagram}");
    assert!(diagram.ends_with("  8    w   w   w   w\n     a b c d e f g h\n"), "{diagram}");
}

#[test]
fn large_and_full_boards_fit() {
    let diagram = start(CANADIAN).diagram();
    assert!(
        diagram.starts_with("  1    b   b   b   b   b   b  6\n  7  b   b   b   b   b   b    12\n"),
        "{diagram}"
    );
    assert_eq!(diagram.lines().count(), 12);
    let diagram = start(TURKISH).diagram();
    assert!(diagram.starts_with("  8  . . . . . . . .\n  7  b b b b b b b b\n"), "{diagram}");
}
