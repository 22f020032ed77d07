//! Algebraic notation, short and long.

use boardgame::{Color, MoveError, MoveStyle, Notation, Position, PositionExt, RecordNotation};
use damier_chess::{Chess, Chess960, Move};

use crate::common::{at, texts};

/// The move with this UCI text is written like this, short and long.
#[track_caller]
fn writes(fen: &str, uci: &str, short: &str, long: &str) {
    let position: Chess = at(fen);
    let mv = position.read_move(uci, MoveStyle::Protocol).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(position.write_move(mv, MoveStyle::Record), short, "{uci} in {fen}");
    assert_eq!(position.write_move(mv, MoveStyle::Full), long, "{uci} in {fen}");
}

/// All these texts are read as the move with this UCI text.
#[track_caller]
fn reads(fen: &str, uci: &str, accepted: &[&str]) {
    let position: Chess = at(fen);
    let mv = position.read_move(uci, MoveStyle::Protocol).unwrap_or_else(|error| panic!("{fen}: {error}"));
    for text in accepted {
        assert_eq!(position.read_move(text, MoveStyle::Record), Ok(mv), "{text} in {fen}");
        assert_eq!(position.read_move(text, MoveStyle::Full), Ok(mv), "{text} in {fen}");
    }
}

/// The text is refused for this reason.
#[track_caller]
fn refuses(fen: &str, text: &str, reason: &str) {
    let position: Chess = at(fen);
    match position.read_move(text, MoveStyle::Record) {
        Err(MoveError::Illegal { reason: found, .. }) => assert_eq!(found, reason, "{text} in {fen}"),
        other => panic!("{text} in {fen}: {other:?}"),
    }
}

#[test]
fn the_start_square_is_written_as_far_as_needed() {
    // File, rank, both.
    writes("8/4k3/8/8/8/8/3K4/R6R w - - 0 1", "a1d1", "Rad1", "Ra1-d1");
    writes("8/8/8/R7/8/8/7k/R2K4 w - - 0 1", "a1a3", "R1a3", "Ra1-a3");
    writes("8/k7/8/8/4Q2Q/2K5/8/7Q w - - 0 1", "h4e1", "Qh4e1", "Qh4-e1");
    writes("8/k7/8/8/4Q2Q/2K5/8/7Q w - - 0 1", "h1e1", "Q1e1", "Qh1-e1");
    // The other one stands on another file and rank: the file is enough.
    writes("8/8/8/7k/8/8/3N4/K5N1 w - - 0 1", "d2f3", "Ndf3", "Nd2-f3");
    // The other one cannot go there: it is pinned.
    writes("4k3/8/8/1b6/8/3N4/8/5K1N w - - 0 1", "h1f2", "Nf2", "Nh1-f2");
    writes("4r1k1/8/8/8/8/4N3/8/N3K3 w - - 0 1", "a1c2", "Nc2", "Na1-c2");
    // A king needs no file.
    writes("1k6/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1d1", "Kd1", "Ke1-d1");
    // Pieces of another kind or color do not matter.
    writes("1k6/8/8/8/8/8/8/R3K2Q w - - 0 1", "a1b1", "Rb1+", "Ra1-b1+");
    writes("1k6/8/8/8/8/8/8/R3K2r w - - 0 1", "e1e2", "Ke2", "Ke1-e2");
}

#[test]
fn captures_promotions_checks_and_mates_are_marked() {
    writes("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6", "e5xd6");
    writes("rk6/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7a8q", "bxa8=Q+", "b7xa8=Q+");
    writes("8/1P4k1/8/8/8/8/8/4K3 w - - 0 1", "b7b8n", "b8=N", "b7-b8=N");
    writes("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "Ra8#", "Ra1-a8#");
    writes("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8", "Rxa8+", "Ra1xa8+");
    writes("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+", "O-O+");
    writes("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+", "O-O-O+");
    // Mate by castling.
    writes("3k4/8/8/8/8/8/2R1R3/R3K3 w Q - 0 1", "e1c1", "O-O-O#", "O-O-O#");
}

/// In Chess960 the rook tells the side, not how far the king goes.
#[test]
fn castling_in_chess960() {
    let position: Chess960 = at("4k3/8/8/8/8/8/8/RK4R1 w GA - 0 1");
    let found = texts(&position, MoveStyle::Record);
    assert!(found.contains(&"O-O".to_owned()) && found.contains(&"O-O-O".to_owned()), "{found:?}");
    // The king changes places with its rook, which is no capture.
    let position: Chess960 = at("4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
    let mv = position.read_move("O-O", MoveStyle::Record).expect("legal");
    assert!(!position.is_capture(mv));
    assert_eq!(position.after(mv).to_fen(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
}

#[test]
fn castling_is_read_with_zeros_and_marks() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    reads(fen, "e1g1", &["O-O", "0-0", "O-O+", "0-0!?", "O-O#"]);
    reads(fen, "e1c1", &["O-O-O", "0-0-0", "O-O-O!!"]);
    // As two squares too, the way of the king or the rook.
    reads(fen, "e1g1", &["e1g1", "e1-g1", "Ke1g1", "Ke1-g1", "e1h1"]);
    refuses(fen, "Kg1", "write castling with the rook on h1 as O-O");
    refuses(
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "O-O",
        "White may not castle kingside: the king or the rook has moved or is not in place (FIDE 3.8.2.1)",
    );
    refuses(
        "4k3/8/8/8/8/8/8/R2QK3 w Q - 0 1",
        "O-O-O",
        "the queen on d1 blocks castling with the rook on a1 (FIDE 3.8.2.2)",
    );
    refuses(
        "4kr2/8/8/8/8/8/8/4K2R w K - 0 1",
        "O-O",
        "the king cannot castle through f1: the rook on f8 attacks f1 (FIDE 3.8.2.2)",
    );
    refuses(
        "4k3/4r3/8/8/8/8/8/4K2R w K - 0 1",
        "O-O",
        "the king on e1 cannot castle while in check from the rook on e7 (FIDE 3.8.2.2)",
    );
}

#[test]
fn marks_may_be_missing_or_superfluous() {
    reads("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", &["Ra8#", "Ra8", "Ra8+", "Ra8#!!", "Ra8?"]);
    reads(
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "a1a8",
        &["Rxa8", "Ra8", "R:a8", "Ra1xa8", "a1a8", "a1xa8"],
    );
    let en_passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    reads(
        en_passant,
        "e5d6",
        &["exd6", "exd6e.p.", "exd6 e.p.", "exd6 e.p.+", "exd6+ e.p.", "exd6 ep!", "e5xd6", "e5d6", "ed6"],
    );
    refuses(en_passant, "e6 e.p.", "there is nothing to capture en passant on e6");
    reads("rk6/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7a8q", &["bxa8=Q", "bxa8Q", "b7xa8=Q+", "b7a8q", "ba8=Q"]);
}

/// A pawn that captures is written with its file.
#[test]
fn a_pawn_without_a_file_stays_on_that_of_its_target() {
    refuses(
        "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
        "d5",
        "the pawn on e4 can reach d5, but the move does not identify it",
    );
    refuses(
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        "xd6",
        "the pawn on e5 can reach d6, but the move does not identify it",
    );
    refuses(
        "3qk3/4P3/8/8/8/8/8/K7 w - - 0 1",
        "d8=Q",
        "the pawn on e7 can reach d8, but the move does not identify it",
    );
}

#[test]
fn superfluous_start_squares_are_read() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    reads(start, "g1f3", &["Nf3", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "g1f3", "g1-f3"]);
    reads(start, "e2e4", &["e4", "Pe4", "e2e4", "e2-e4", "Pe2-e4", "ee4", "2e4"]);
}

#[test]
fn a_capture_needs_something_to_take() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    refuses(start, "Ngxf3", "there is nothing to capture on f3");
    refuses(start, "Nxf3", "there is nothing to capture on f3");
    refuses(start, "exe4", "there is nothing to capture on e4");
    let missing = "the pawn reaches b8, but the move does not say what it promotes to: queen, rook, bishop or knight (FIDE 3.7)";
    for text in ["axb8", "a7xb8", "axb8+"] {
        refuses("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", text, missing);
    }
}

#[test]
fn an_ambiguous_text_names_the_moves_it_could_be() {
    let position: Chess = at("8/k7/8/8/4Q2Q/2K5/8/7Q w - - 0 1");
    let error = position.read_move("Qe1", MoveStyle::Record).unwrap_err();
    let candidates = ["Qee1", "Qh4e1", "Q1e1"].map(str::to_owned);
    let MoveError::Ambiguous { found, candidates: mut named } = error else { panic!("{error}") };
    let mut candidates = candidates.to_vec();
    named.sort();
    candidates.sort();
    assert_eq!((found.as_str(), named), ("Qe1", candidates));
    let error = position.read_move("Qhe1", MoveStyle::Record).unwrap_err();
    assert!(error.to_string().starts_with("ambiguous move \"Qhe1\": it could be Q"), "{error}");
}

#[test]
fn illegal_moves_have_a_reason() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    refuses(start, "Ke2", "e2 is occupied by your own pawn (FIDE 3.1)");
    refuses(
        start,
        "Ngf4",
        "a knight cannot move from g1 to f4: it moves two squares along a rank or file and one square at a right angle (FIDE 3.6)",
    );
    refuses(start, "R3a4", "White has no matching rook");
    refuses(start, "e4=Q", "a pawn promotes only on the last rank, and e4 is not on it (FIDE 3.7)");
    refuses(start, "e4=K", "a pawn promotes only on the last rank, and e4 is not on it (FIDE 3.7)");
    refuses(
        "4r1k1/8/8/8/8/8/8/2N1K3 w - - 0 1",
        "Nb3",
        "the king on e1 would still be in check from the rook on e8 (FIDE 3.9.2)",
    );
    refuses("4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", "Qe1", "White has no matching queen");
    refuses(
        "4k3/8/8/8/8/8/8/RR2K3 w - - 0 1",
        "Rc2",
        "no rook can reach c2: it moves along ranks and files (FIDE 3.3)",
    );
}

#[test]
fn texts_that_are_no_moves() {
    let position = Chess::start();
    for text in [
        "",
        " ",
        "e",
        "4",
        "e9",
        "i4",
        "N",
        "Nf",
        "Nf3=Q",
        "NNf3",
        "Nxxf3",
        "xe4x",
        "Ng-f3",
        "e-e4",
        "O-O-O-O",
        "O-O e.p.",
        "O-O-O e.p.",
        "o-o",
        "e4K",
        "e4P",
        "e4=",
        "--",
        "é4",
        "♘f3",
        "e.p.",
        "+",
        "Nbcf3",
        "N11f3",
        "exd6+ x",
    ] {
        let error = position.read_move(text, MoveStyle::Record).unwrap_err();
        assert!(matches!(error, MoveError::BadSyntax { .. }), "{text}: {error}");
    }
    // Whatever follows, the message stays short.
    for text in ["Ke2", "e5x", "Nd2", "Na3-"] {
        let long = text.to_owned() + &"!".repeat(10_000);
        let error = position.read_move(&long, MoveStyle::Record).unwrap_err().to_string();
        assert!(error.len() < 300, "{} bytes: {}", error.len(), &error[..300]);
    }
}

/// Moves that are not legal have a text too: it never panics.
#[test]
fn any_move_can_be_written() {
    use damier_chess::{Move, Square};
    let position = Chess::start();
    for mv in [Move::plain(Square::E4, Square::E5), Move::plain(Square::E1, Square::E8)] {
        for style in [MoveStyle::Protocol, MoveStyle::Record, MoveStyle::Full] {
            assert!(!position.write_move(mv, style).is_empty());
        }
    }
    assert_eq!(format!("{:?}", Move::plain(Square::E2, Square::E4)), "e2e4");
    assert_eq!(format!("{:?}", Move::castling(Square::E1, Square::H1)), "e1h1 (Castling)");
    assert_eq!(format!("{:?}", Move::promotion(Square::E7, Square::E8, damier_chess::Role::Rook)), "e7e8r");
    // A pawn becomes no king.
    assert_eq!(
        Move::promotion(Square::E7, Square::E8, damier_chess::Role::King).promotion_role(),
        Some(damier_chess::Role::Queen)
    );
}

#[test]
fn signs_of_captures_are_believed_only_where_something_is_taken() {
    let castling: Chess = at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert_eq!(
        castling.read_move("Ke1g1", MoveStyle::Record),
        castling.read_move("e1g1", MoveStyle::Protocol),
        "two steps of the king are castling"
    );
    for text in ["Ke1xg1", "e1xg1", "Ke1g1 e.p.", "Ke1xc1"] {
        assert!(castling.read_move(text, MoveStyle::Record).is_err(), "{text}");
    }
    // A knight can go where a pawn could take en passant, which takes nothing.
    let passing: Chess = at("4k3/8/8/3Pp3/5N2/8/8/4K3 w - e6 0 1");
    for text in ["Ne6", "Nf4e6", "Nf4-e6", "f4e6"] {
        assert_eq!(
            passing.read_move(text, MoveStyle::Record),
            passing.read_move("f4e6", MoveStyle::Protocol),
            "{text}"
        );
    }
    for text in ["Nxe6", "Nf4xe6", "Nf4e6 e.p.", "Nf4xe6 e.p."] {
        assert!(passing.read_move(text, MoveStyle::Record).is_err(), "{text}");
    }
}

/// Records may hold a null move, which no standard knows.
#[test]
fn null_moves_are_played_and_written() {
    let mut position = Chess::start();
    assert_eq!(position.null_move(), Some(Move::NULL));
    for style in [MoveStyle::Record, MoveStyle::Full] {
        assert_eq!(position.write_move(Move::NULL, style), "--");
    }
    assert!(!position.is_standard_text(Move::NULL, "--"));
    position.play_noted(Move::NULL);
    assert_eq!(position.to_fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1");
    position.play_noted(position.read_move("e7e5", MoveStyle::Protocol).expect("legal"));
    assert_eq!(position.turn(), Color::White);
    let check: Chess = at("4k3/8/8/8/8/8/8/4R1K1 b - - 0 1");
    assert_eq!(check.null_move(), None);
}

/// Of texts that can be read as a move, only one is the standard.
#[test]
fn texts_that_are_the_standard() {
    for (fen, mv, text, expected) in [
        ("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "b1d2", "Nbd2", true),
        ("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "b1c3", "Nc3", true),
        ("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "b1c3", "Nbc3", false),
        ("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "b1c3", "Nxc3", false),
        ("4k3/8/8/8/8/2p5/8/1N2KN2 w - - 0 1", "b1c3", "Nxc3", true),
        ("4k3/8/8/8/8/2p5/8/1N2KN2 w - - 0 1", "b1c3", "Nc3", false),
        ("4k3/8/8/8/8/2p5/3P4/4K3 w - - 0 1", "d2c3", "dxc3", true),
        ("4k3/8/8/8/8/2p5/3P4/4K3 w - - 0 1", "d2c3", "dc3", false),
        ("4k3/8/8/8/8/2p5/3P4/4K3 w - - 0 1", "d2d4", "d4", true),
        ("4k3/8/8/8/8/2p5/3P4/4K3 w - - 0 1", "d2d4", "Pd4", false),
        ("4k3/8/8/8/8/2p5/3P4/4K3 w - - 0 1", "d2d4", "dd4", false),
        ("4k3/8/8/8/8/2p5/3P4/4K3 w - - 0 1", "d2d4", "d2d4", false),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O", true),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+", true),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "Kg1", false),
        ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q", true),
        ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8Q", false),
    ] {
        let position: Chess = at(fen);
        let mv = position.read_move(mv, MoveStyle::Protocol).expect("a legal move");
        assert_eq!(position.is_standard_text(mv, text), expected, "{fen} {text}");
    }
}

/// What the fast reader must leave to the general one, or see as it does.
#[test]
fn the_fast_reader_makes_no_mistakes() {
    // Squares beyond the board.
    let rook: Chess = at("4k3/8/8/8/8/8/R7/4K3 w - - 0 1");
    for text in ["Ri4", "Ra9", "Ri9", "Ra0"] {
        assert!(rook.read_move(text, MoveStyle::Record).is_err(), "{text}");
    }
    // Two of three queens reach the square: the first and the one between, and not the last.
    let queens: Chess = at("3Q4/7k/3P4/8/8/8/8/Q2Q3K w - - 0 1");
    match queens.read_move("Qd4", MoveStyle::Record) {
        Err(MoveError::Ambiguous { candidates, .. }) => assert_eq!(candidates, ["Qad4", "Qdd4"]),
        other => panic!("{other:?}"),
    }
    // Of three rooks on the lines of the king only the one between gives check.
    let check: Chess = at("k3r3/8/4P3/8/4K2r/8/4P3/1N2r3 w - - 0 1");
    assert_eq!(check.check_mark(), "+");
    assert!(check.read_move("Nc3", MoveStyle::Record).is_err());
    // The only pawn of the opponent may take en passant.
    let mut passing: Chess = at("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
    passing.play_text("e4", MoveStyle::Record).expect("legal");
    assert_eq!(passing.to_fen(), "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
    // Protocols have no short moves.
    assert!(Chess::start().play_text("Nf3", MoveStyle::Protocol).is_err());
}
