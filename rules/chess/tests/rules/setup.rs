//! Which described positions are accepted, strictly and leniently.

use boardgame::{Color, Countable, FenError, Notation, Position, PositionExt, Reading};
use damier_chess::{
    Bitboard, Chess, Chess960, FischerRandom, Mode, Piece, Role, Setup, SetupError, Square, Standard,
};

use crate::common::at;

fn read<M: Mode>(fen: &str) -> Result<(), SetupError> {
    let setup = Setup::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    setup.position::<M>().map(drop)
}

/// The set-up is refused with this error; the FEN reader says the same in words.
#[track_caller]
fn refuses(fen: &str, expected: SetupError) {
    assert_eq!(read::<Standard>(fen), Err(expected), "{fen}");
    let error = Chess::from_fen(fen).unwrap_err();
    let (found, rule) = (expected.to_string(), expected.expected().to_owned());
    assert_eq!(error, FenError::Illegal { found, expected: rule });
}

/// The set-up is refused strictly, and accepted leniently with this many legal moves.
#[track_caller]
fn refuses_strictly(fen: &str, expected: SetupError, moves: usize) {
    refuses(fen, expected);
    let lenient = Chess::from_fen_lenient(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(lenient.count_legal(), moves, "{fen}");
    let setup = Setup::from_fen(fen).expect("it was read");
    assert_eq!(setup.position_lenient(), Ok(lenient));
    assert_eq!(Chess::read_fen((), fen, Reading::Lenient), Ok(lenient));
}

#[test]
fn each_side_has_one_king() {
    refuses("8/8/8/8/8/8/8/4k3 w - - 0 1", SetupError::NoKing { color: Color::White });
    refuses("8/8/8/8/8/8/8/4K3 w - - 0 1", SetupError::NoKing { color: Color::Black });
    refuses("k7/8/8/8/8/8/8/K1K4K w - - 0 1", SetupError::ManyKings { color: Color::White, found: 3 });
    refuses("k1k5/8/8/8/8/8/8/K7 w - - 0 1", SetupError::ManyKings { color: Color::Black, found: 2 });
}

#[test]
fn kings_do_not_touch() {
    for fen in ["8/8/8/3kK3/8/8/8/8 w - - 0 1", "8/8/8/3k4/4K3/8/8/8 b - - 0 1"] {
        refuses(fen, SetupError::KingsTouch);
    }
    // The edges of the board are not neighbors.
    assert_eq!(read::<Standard>("8/8/7k/K7/8/8/8/8 w - - 0 1"), Ok(()));
}

#[test]
fn the_side_that_has_moved_is_not_in_check() {
    let error = |color, king, attacker| SetupError::OpponentInCheck { color, king, attacker };
    refuses("4k3/8/8/8/8/8/8/K3R3 w - - 0 1", error(Color::Black, Square::E8, Square::E1));
    refuses("4k3/8/8/8/8/2n5/8/1K6 b - - 0 1", error(Color::White, Square::B1, Square::C3));
    let text = error(Color::Black, Square::E8, Square::E1).to_string();
    assert_eq!(text, "the black king on e8 is attacked by the piece on e1, but White is to move");
}

#[test]
fn two_pieces_give_check_at_most() {
    // Rook, bishop and knight; the king has three squares left.
    refuses_strictly("4r2k/8/8/8/7b/3n4/8/4K3 w - - 0 1", SetupError::ManyCheckers { found: 3 }, 3);
    assert_eq!(read::<Standard>("4r2k/8/8/8/8/3n4/8/4K3 w - - 0 1"), Ok(()));
}

#[test]
fn no_move_gives_check_from_opposite_sides() {
    let error = |king, first, second| SetupError::OppositeCheckers { king, first, second };
    refuses_strictly("7k/8/8/8/8/8/8/r3K2r w - - 0 1", error(Square::E1, Square::A1, Square::H1), 3);
    refuses_strictly("7k/8/2b5/8/4K3/8/6b1/8 w - - 0 1", error(Square::E4, Square::G2, Square::C6), 6);
    // A pawn that was crowned on d1 has uncovered the rook: two lines, not one.
    assert_eq!(read::<Standard>("7k/8/8/4r3/8/8/4K3/3q4 w - - 0 1"), Ok(()));
}

#[test]
fn a_double_step_does_not_begin_with_the_king_in_check() {
    let error = |king, attacker, square| SetupError::CheckBeforeDoubleStep { king, attacker, square };
    // Neither the pawn gives this check nor has it stood in the way: a knight, a rook on another file, a bishop.
    let knight = "4k3/8/8/3pP3/8/8/2n5/K7 w - d6 0 1";
    refuses_strictly(knight, error(Square::A1, Square::C2, Square::D6), 3);
    let rook = "k7/8/8/3pP3/8/8/8/K6r w - d6 0 1";
    refuses_strictly(rook, error(Square::A1, Square::H1, Square::D6), 2);
    // The pawn gives check; or it has uncovered a line.
    assert_eq!(read::<Standard>("4k3/8/8/3pP3/4K3/8/8/8 w - d6 0 1"), Ok(()));
    assert_eq!(
        read::<Standard>("4k3/b7/8/3pP3/8/8/8/6K1 w - d6 0 1").err(),
        Some(error(Square::G1, Square::A7, Square::D6))
    );
    assert_eq!(
        read::<Standard>("4k3/8/8/3pP3/b7/8/8/3K4 w - d6 0 1").err(),
        Some(error(Square::D1, Square::A4, Square::D6))
    );
    assert_eq!(read::<Standard>("2b1k3/8/8/3pP3/6K1/8/8/8 w - d6 0 1"), Ok(()));
    // Another pawn gives check; the pawn has uncovered one line and closed another.
    assert_eq!(
        read::<Standard>("4k3/8/8/3pP2p/6K1/8/8/8 w - d6 0 1").err(),
        Some(error(Square::G4, Square::H5, Square::D6))
    );
    assert_eq!(
        read::<Standard>("4b2k/8/8/1K1p3r/8/8/8/8 w - d6 0 1").err(),
        Some(error(Square::B5, Square::H5, Square::D6))
    );
    // Nobody is in check now, whatever the double step ended: the case files have such positions.
    assert_eq!(read::<Standard>("8/8/8/8/3pP3/3k4/8/7K b - e3 0 1"), Ok(()));
    assert_eq!(read::<Standard>("7k/2b5/8/3Pp3/8/6K1/8/8 w - e6 0 1"), Ok(()));
    // Without the square nothing is known of the last move.
    assert_eq!(read::<Standard>("4k3/8/8/3pP3/8/8/2n5/K7 w - - 0 1"), Ok(()));
}

#[test]
fn pawns_stand_on_the_middle_ranks() {
    let error = |color, square| SetupError::PawnOnEdge { color, square };
    refuses("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", error(Color::White, Square::H8));
    refuses("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", error(Color::Black, Square::A1));
    refuses("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", error(Color::White, Square::A1));
}

#[test]
fn a_side_has_sixteen_pieces_and_eight_pawns_at_most() {
    let fen = "4k3/8/8/8/8/NNNNNNNN/PPPPPPPP/4K3 w - - 0 1";
    refuses_strictly(fen, SetupError::ManyPieces { color: Color::White, found: 17 }, 40);
    let fen = "4k3/8/8/8/p7/pppppppp/8/K7 b - - 0 1";
    refuses_strictly(fen, SetupError::ManyPawns { color: Color::Black, found: 9 }, 13);
    assert_eq!(read::<Standard>("4k3/8/8/8/8/NNNNNNN1/PPPPPPPP/4K3 w - - 0 1"), Ok(()));
}

#[test]
fn castling_rights_need_king_and_rook_at_home() {
    let no_rook = |rook| SetupError::NoCastlingRook { rook };
    let away = SetupError::CastlingKingAway { color: Color::White, king: Square::E2, rook: Square::A1 };
    for (fen, error) in [
        // No rook there, or a piece that is none, or the rook of the other side.
        ("4k3/8/8/8/8/8/8/4K3 w H - 0 1", no_rook(Square::H1)),
        ("4k3/8/8/8/8/8/8/4K2Q w H - 0 1", no_rook(Square::H1)),
        ("4k3/8/8/8/8/8/8/4K2r b H - 0 1", no_rook(Square::H1)),
        ("4k3/8/8/8/8/8/4K3/R7 w A - 0 1", away),
        // Places of Chess960.
        (
            "4k3/8/8/8/8/8/8/4K1R1 w K - 0 1",
            SetupError::OnlyInChess960 { king: Square::E1, rook: Square::G1 },
        ),
        ("5k1r/8/8/8/8/8/8/4K3 w k - 0 1", SetupError::OnlyInChess960 { king: Square::F8, rook: Square::H8 }),
    ] {
        assert_eq!(read::<Standard>(fen), Err(error), "{fen}");
    }
    assert_eq!(read::<FischerRandom>("5k1r/8/8/8/8/8/8/4K1R1 w Kk - 0 1"), Ok(()));
    // One rook for each side of the king.
    let two = "4k3/8/8/8/8/8/8/4K1RR w HG - 0 1";
    assert_eq!(read::<FischerRandom>(two), Err(SetupError::SecondCastlingRook { rook: Square::H1 }));
    // A right on another rank cannot be written, but described.
    let mut setup = Setup::from(&Chess::start());
    setup.set(Square::A3, Some(Piece { color: Color::White, role: Role::Rook }));
    setup.set(Square::A1, None);
    setup.castling = Bitboard::of(Square::A3);
    assert_eq!(Chess::try_from(setup), Err(no_rook(Square::A3)));
}

#[test]
fn the_en_passant_square_is_behind_a_double_step() {
    let error = |square| SetupError::EnPassant { square };
    for (fen, square) in [
        // The wrong rank, for this side and for any.
        ("4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1", Square::E3),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e4 0 1", Square::E4),
        // No pawn, an own pawn, a piece.
        ("4k3/8/8/8/3p4/8/8/4K3 b - e3 0 1", Square::E3),
        ("4k3/8/8/8/3pp3/8/8/4K3 b - e3 0 1", Square::E3),
        ("4k3/8/8/8/3pN3/8/8/4K3 b - e3 0 1", Square::E3),
        // The pawn cannot have come this way.
        ("4k3/8/8/8/3pP3/4N3/8/4K3 b - e3 0 1", Square::E3),
        ("4k3/8/8/8/3pP3/8/4N3/4K3 b - e3 0 1", Square::E3),
    ] {
        refuses(fen, error(square));
    }
    assert_eq!(read::<Standard>("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"), Ok(()));
}

#[test]
fn moves_are_numbered_from_one() {
    let error = Chess::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 0").unwrap_err();
    assert!(error.to_string().contains("expected a number from 1 to 65535"), "{error}");
    let mut setup = Setup::from(&Chess::start());
    setup.fullmove_number = 0;
    assert_eq!(Chess::try_from(setup), Err(SetupError::MoveNumber));
}

#[test]
fn a_position_is_its_setup() {
    let fen = "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 0 9";
    let position: Chess = at(fen);
    let mut setup = Setup::from(&position);
    assert_eq!((setup.en_passant, setup.fullmove_number, setup.castling.len()), (Some(Square::E3), 9, 4));
    assert_eq!(setup.piece_at(Square::E4), Some(Piece { color: Color::White, role: Role::Pawn }));
    assert_eq!(Chess::try_from(setup.clone()), Ok(position));
    assert_eq!(setup.position(), Ok(position.to_chess960()));
    setup.set(Square::E4, None);
    assert_eq!(setup.position::<Standard>(), Err(SetupError::EnPassant { square: Square::E3 }));
}

#[test]
fn every_error_says_what_is_expected() {
    for (error, expected) in [
        (SetupError::NoKing { color: Color::White }, "one king"),
        (SetupError::ManyKings { color: Color::White, found: 2 }, "one king"),
        (SetupError::KingsTouch, "between"),
        (SetupError::ManyCheckers { found: 3 }, "two"),
        (
            SetupError::OppositeCheckers { king: Square::E1, first: Square::A1, second: Square::H1 },
            "single move",
        ),
        (
            SetupError::CheckBeforeDoubleStep { king: Square::A1, attacker: Square::C2, square: Square::D6 },
            "double step",
        ),
        (SetupError::ManyPieces { color: Color::White, found: 17 }, "16"),
        (SetupError::ManyPawns { color: Color::White, found: 9 }, "8"),
        (SetupError::NoCastlingRook { rook: Square::A1 }, "home rank"),
        (SetupError::SecondCastlingRook { rook: Square::A1 }, "one"),
        (SetupError::OnlyInChess960 { king: Square::E1, rook: Square::B1 }, "corner"),
        (SetupError::MoveNumber, "1"),
    ] {
        assert!(error.expected().contains(expected), "{error}");
    }
}

#[test]
fn the_other_mode_has_the_same_moves() {
    let position: Chess = at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let other: Chess960 = position.to_chess960();
    assert_eq!(other.to_fen(), "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1");
    assert_eq!((other.count_legal(), other.key()), (position.count_legal(), position.key()));
}
