//! Described positions, possible and impossible.

mod common;

use boardgame::{Color, FenError, Notation};
use common::for_every_variant;
use draughts::variants::*;
use draughts::{Draughts, Piece, Role, Setup, SetupError, Square, Variant};

fn setup<V: Variant>(fen: &str) -> Setup<V> {
    Setup::from_fen(fen).unwrap_or_else(|error| panic!("{error}: {fen}"))
}

fn squares<V: Variant>() -> impl Iterator<Item = Square> {
    (1..=u32::from(V::RULES.board.squares())).filter_map(|number| V::RULES.square_of_number(number))
}

fn check_variant<V: Variant>() {
    let start = Draughts::<V>::start();
    assert_eq!(Setup::from(&start).position(), Ok(start), "{}", V::RULES.name);
    assert_eq!(Draughts::try_from(Setup::from(&start)), Ok(start));
    let last_rank = |color| if color == Color::White { V::RULES.board.rows - 1 } else { 0 };
    for color in Color::ALL {
        for square in squares::<V>() {
            let mut setup = Setup::<V>::empty(Color::White);
            setup.set(square, Some(Piece { color, role: Role::Man }));
            let (_, rank) = V::RULES.board.file_and_rank(square);
            assert_eq!(setup.position().is_err(), rank == last_rank(color), "{}", V::RULES.name);
            assert_eq!(setup.position_lenient().is_err(), rank == last_rank(color));
            setup.set(square, Some(Piece { color, role: Role::King }));
            assert!(setup.position().is_ok(), "{}", V::RULES.name);
        }
        check_counts::<V>(color);
    }
}

fn check_counts<V: Variant>(color: Color) {
    let mut setup = Setup::<V>::empty(Color::White);
    assert_eq!(setup.position(), Err(SetupError::NoPieces));
    assert_eq!(setup.position_lenient(), Err(SetupError::NoPieces));
    let limit = V::RULES.most_pieces();
    for (index, square) in squares::<V>().enumerate() {
        setup.set(square, Some(Piece { color, role: Role::King }));
        assert!(setup.position_lenient().is_ok());
        let found = index + 1;
        let too_many = Err(SetupError::TooManyPieces { color, found, limit });
        assert_eq!(setup.position().map(|_| ()), if found > limit { too_many } else { Ok(()) });
    }
}

macro_rules! check_all {
    ($($variant:ident),*) => {
        #[test]
        fn men_never_stand_on_their_last_row_and_pieces_are_limited_in_every_variant() {
            $(check_variant::<$variant>();)*
        }
    };
}
for_every_variant!(check_all);

#[test]
fn a_square_holds_one_piece() {
    let mut setup = Setup::<International>::empty(Color::Black);
    let square = International::RULES.square_of_number(28).expect("on the board");
    let king = Piece { color: Color::White, role: Role::King };
    let man = Piece { color: Color::Black, role: Role::Man };
    setup.set(square, Some(king));
    assert_eq!(setup.piece_at(square), Some(king));
    setup.set(square, Some(man));
    assert_eq!(setup.piece_at(square), Some(man));
    assert!(setup.pieces(Color::White).is_empty() && setup.kings().is_empty());
    setup.set(square, None);
    assert_eq!(setup, Setup::empty(Color::Black));
}

#[test]
fn games_with_few_men_allow_the_full_set() {
    // The published Thai table starts with twelve men, problems of Frysk! with up to twenty.
    assert_eq!((Thai::RULES.most_pieces(), Frysk::RULES.most_pieces()), (12, 20));
    assert_eq!((Turkish::RULES.most_pieces(), Canadian::RULES.most_pieces()), (16, 30));
}

#[test]
fn counters_come_back_from_the_position() {
    let setup = setup::<International>("W:WK46,K40:BK5:H7:F30");
    let position = setup.position().expect("a possible position");
    let counters = Setup::from(&position).counters;
    assert_eq!((counters.quiet, counters.in_ending), (7, 7));
    assert!(position.to_fen_with_counters(30).ends_with(":H7:F30"));
    assert_eq!(Setup::from(&position).position(), Ok(position));
}

#[test]
fn errors_read_alike_in_both_types() {
    for fen in ["W:W:B", "W:W3:B20", "W:W11-31:B1"] {
        let error = setup::<International>(fen).position().expect_err(fen);
        let as_fen = FenError::from(error.clone()).to_string();
        assert_eq!(as_fen, format!("impossible position: {error}"));
        assert_eq!(Draughts::<International>::from_fen(fen), Err(FenError::from(error)));
    }
}
