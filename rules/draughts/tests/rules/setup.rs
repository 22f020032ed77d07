//! Described positions, possible and impossible.

use boardgame::{Color, FenError};
use damier_draughts::{AnyVariant, Bitboard, Draughts, Piece, Role, Setup, SetupError, Square};

use crate::common::{AnySetup, read, start};
use crate::variants::{CANADIAN, FRYSK, INTERNATIONAL, THAI, TURKISH, variants};

fn setup(variant: AnyVariant, fen: &str) -> AnySetup {
    AnySetup::read_fen(variant, fen).unwrap_or_else(|error| panic!("{error}: {fen}"))
}

fn squares(variant: AnyVariant) -> impl Iterator<Item = Square> {
    (1..=u32::from(variant.rules().board.squares()))
        .filter_map(move |number| variant.rules().square_of_number(number))
}

fn check_variant(variant: AnyVariant) {
    let start = start(variant);
    assert_eq!(Setup::from(&start).position(), Ok(start), "{}", variant.rules().name);
    assert_eq!(Draughts::try_from(Setup::from(&start)), Ok(start));
    let last_rank = |color| if color == Color::White { variant.rules().board.rows - 1 } else { 0 };
    for color in Color::ALL {
        for square in squares(variant) {
            let mut setup = AnySetup::empty_of(variant, Color::White);
            setup.set(square, Some(Piece { color, role: Role::Man }));
            let (_, rank) = variant.rules().board.file_and_rank(square);
            assert_eq!(setup.position().is_err(), rank == last_rank(color), "{}", variant.rules().name);
            assert_eq!(setup.position_lenient().is_err(), rank == last_rank(color));
            setup.set(square, Some(Piece { color, role: Role::King }));
            assert!(setup.position().is_ok(), "{}", variant.rules().name);
        }
        check_counts(variant, color);
    }
}

fn check_counts(variant: AnyVariant, color: Color) {
    let mut setup = AnySetup::empty_of(variant, Color::White);
    assert_eq!(setup.position(), Err(SetupError::NoPieces));
    assert_eq!(setup.position_lenient(), Err(SetupError::NoPieces));
    let limit = variant.rules().most_pieces();
    for (index, square) in squares(variant).enumerate() {
        setup.set(square, Some(Piece { color, role: Role::King }));
        assert!(setup.position_lenient().is_ok());
        let found = index + 1;
        let too_many = Err(SetupError::TooManyPieces { color, found, limit });
        assert_eq!(setup.position().map(|_| ()), if found > limit { too_many } else { Ok(()) });
    }
}

#[test]
fn men_never_stand_on_their_last_row_and_pieces_are_limited_in_every_variant() {
    variants().for_each(check_variant);
}

#[test]
fn a_square_holds_one_piece() {
    let mut setup = AnySetup::empty_of(INTERNATIONAL, Color::Black);
    let square = INTERNATIONAL.rules().square_of_number(28).expect("on the board");
    let king = Piece { color: Color::White, role: Role::King };
    let man = Piece { color: Color::Black, role: Role::Man };
    setup.set(square, Some(king));
    assert_eq!(setup.piece_at(square), Some(king));
    setup.set(square, Some(man));
    assert_eq!(setup.piece_at(square), Some(man));
    assert!(setup.pieces(Color::White).is_empty() && setup.kings().is_empty());
    setup.set(square, None);
    assert_eq!(setup, AnySetup::empty_of(INTERNATIONAL, Color::Black));
}

#[test]
fn games_with_few_men_allow_the_full_set() {
    // The published Thai table starts with twelve men, problems of Frysk! with up to twenty.
    assert_eq!((THAI.rules().most_pieces(), FRYSK.rules().most_pieces()), (12, 20));
    assert_eq!((TURKISH.rules().most_pieces(), CANADIAN.rules().most_pieces()), (16, 30));
}

#[test]
fn counters_come_back_from_the_position() {
    let setup = setup(INTERNATIONAL, "W:WK46,K40:BK5:H7:F30");
    let position = setup.position().expect("a possible position");
    let counters = Setup::from(&position).counters;
    assert_eq!((counters.quiet, counters.in_ending), (7, 7));
    assert!(position.to_fen_with_counters(30).ends_with(":H7:F30"));
    assert_eq!(Setup::from(&position).position(), Ok(position));
}

#[test]
fn errors_read_alike_in_both_types() {
    for fen in ["W:W:B", "W:W3:B20", "W:W11-31:B1"] {
        let error = setup(INTERNATIONAL, fen).position().expect_err(fen);
        let as_fen = FenError::from(error.clone()).to_string();
        assert_eq!(as_fen, format!("impossible position: {error}"));
        assert_eq!(read(INTERNATIONAL, fen), Err(FenError::from(error)));
    }
}

#[test]
fn sets_of_squares_show_their_squares() {
    let start = start(INTERNATIONAL);
    let squares = start.pieces(Color::Black);
    let indices: Vec<String> = squares.into_iter().map(|square| square.index().to_string()).collect();
    assert_eq!(format!("{squares:?}"), format!("{{{}}}", indices.join(", ")));
    let first = Bitboard::from(squares.first().expect("men"));
    assert_eq!(first | (squares - first), squares);
}
