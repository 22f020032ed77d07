//! FEN, X-FEN and Shredder-FEN.

use boardgame::{Countable, FenError, Notation, Position, PositionExt};
use damier_chess::{CastlingField, Chess, Chess960, Setup, Square};

use crate::common::at;

/// A position of Chess960 is read from both fields, and writes both.
#[track_caller]
fn both_fields(placement: &str, outermost: &str, files: &str) {
    let fen = |field: &str| format!("{placement} w {field} - 0 1");
    let position: Chess960 = at(&fen(outermost));
    assert_eq!(at::<damier_chess::FischerRandom>(&fen(files)), position);
    assert_eq!(position.write_fen(CastlingField::Outermost), fen(outermost));
    assert_eq!(position.write_fen(CastlingField::Files), fen(files));
    assert_eq!(position.to_fen(), fen(files));
}

#[test]
fn castling_fields_of_x_fen_and_shredder_fen() {
    both_fields("1r2k1r1/8/8/8/8/8/8/1R2K1R1", "KQkq", "GBgb");
    both_fields("1r2k1r1/8/8/8/8/8/8/1R2K1R1", "Kq", "Gb");
    // The right belongs to the inner rook: X-FEN names its file too.
    both_fields("1rr1k3/8/8/8/8/8/8/4KRR1", "Fc", "Fc");
    both_fields("1rr1k3/8/8/8/8/8/8/4KRR1", "Kq", "Gb");
    // A rook on the other side of the king, and one of the enemy, are not farther out.
    both_fields("4k3/8/8/8/8/8/8/R3KR1r", "KQ", "FA");
    both_fields("4k3/8/8/8/8/8/8/R3KR2", "-", "-");
}

#[test]
fn chess_reads_every_castling_field_and_writes_its_own() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for field in ["KQkq", "qkQK", "HAha", "HQka"] {
        assert_eq!(at::<damier_chess::Standard>(&fen.replace("KQkq", field)).to_fen(), fen);
    }
    assert_eq!(
        at::<damier_chess::Standard>(fen).write_fen(CastlingField::Files),
        fen.replace("KQkq", "HAha")
    );
}

#[test]
fn a_right_is_given_once() {
    for field in ["KK", "HK", "KQkqK", "Aq A", "qa"] {
        let fen = format!("r3k2r/8/8/8/8/8/8/R3K2R w {field} - 0 1");
        assert!(Chess::from_fen(&fen).is_err(), "{fen}");
    }
    let error = Chess::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w HK - 0 1").unwrap_err();
    assert_eq!(
        error,
        FenError::BadField { field: "castling rights", found: "HK".to_owned(), expected: "each right once" }
    );
    let error = Chess::from_fen("r3k2r/8/8/8/8/8/8/R3K3 w K - 0 1").unwrap_err();
    assert!(error.to_string().contains("castling right K without a matching rook"), "{error}");
    let error = Chess::from_fen("r3k2r/8/8/8/8/8/4K3/R6R w K - 0 1").unwrap_err();
    assert!(error.to_string().contains("castling right K without a matching rook"), "{error}");
}

/// The field counts only if the capture is legal: in the text, the key and for repetition.
#[test]
fn en_passant_only_when_legal() {
    for (fen, legal) in [
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", true),
        // Nothing stands beside the pawn.
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", false),
        // Both pawns would leave the rank of the king and the rook.
        ("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", false),
        ("8/8/8/K2pP2q/8/8/8/7k w - d6 0 2", false),
        // The capturing pawn shields its king on the file, on the diagonal, or not.
        ("3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1", false),
        ("7k/8/8/8/3pP3/8/1B6/4K3 b - e3 0 1", false),
        ("8/6k1/8/8/3pP3/8/1B6/4K3 b - e3 0 1", false),
        ("4k3/8/8/8/3pP3/8/8/3RK3 b - e3 0 1", true),
        // One of two pawns is pinned, the other one can take.
        ("3k4/8/8/8/3pPp2/8/8/3RK3 b - e3 0 1", true),
        // The king is in check from the pawn itself, and from another piece.
        ("8/8/8/3k4/3pP3/8/8/4K3 b - e3 0 1", true),
        ("3k4/8/8/8/4Pp2/8/8/3RK3 b - e3 0 1", false),
    ] {
        // The strict set-up refuses checks that no double step can have given.
        let position = Chess::from_fen_lenient(fen).expect(fen);
        let without = fen.replace(" e3 ", " - ").replace(" d6 ", " - ");
        let plain: Chess = at(&without);
        assert_eq!(position.to_fen(), if legal { fen } else { &without });
        assert_eq!(position.en_passant().is_some(), legal, "{fen}");
        assert_eq!(position.key() == plain.key(), !legal, "{fen}");
        assert_eq!(position.repeats(&plain), !legal, "{fen}");
        assert_eq!(position.count_legal() == plain.count_legal(), !legal, "{fen}");
        assert!(Setup::from_fen(fen).expect("it was read").en_passant.is_some());
    }
}

/// The same after the double step has been played.
#[test]
fn a_double_step_notes_only_legal_captures() {
    for (fen, text, passed) in [
        ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4", Some(Square::E3)),
        ("4k3/8/8/8/1p6/8/4P3/4K3 w - - 0 1", "e2e4", None),
        ("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4", None),
        ("4k3/8/8/8/7p/8/P7/4K3 w - - 0 1", "a2a4", None),
        ("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", Some(Square::D6)),
    ] {
        let position: Chess = at(fen);
        let mv = position.read_move(text, boardgame::MoveStyle::Protocol).expect("legal");
        assert_eq!(position.after(mv).en_passant(), passed, "{fen}");
    }
}

#[test]
fn clocks_may_be_missing_together() {
    let fields = "4k3/8/8/8/8/8/8/4K3 b - -";
    let position: Chess = at(fields);
    assert_eq!((position.halfmove_clock(), position.fullmove_number()), (0, 1));
    assert_eq!(position.to_fen(), format!("{fields} 0 1"));
    let error = Chess::from_fen(&format!("{fields} 7")).unwrap_err();
    assert!(error.to_string().contains("move number"), "{error}");
    let position: Chess = at(&format!("  {fields}  65535   65535 "));
    assert_eq!((position.halfmove_clock(), position.fullmove_number()), (65535, 65535));
    // At the end of their range they stay.
    let next = position.after(position.read_move("e8d8", boardgame::MoveStyle::Protocol).expect("legal"));
    assert_eq!((next.halfmove_clock(), next.fullmove_number()), (65535, 65535));
}

/// Every error names the field and shows what stood there.
#[test]
fn errors_name_the_field() {
    for (fen, field) in [
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", "placement"),
        ("4k3/8/8/8/8/8/8/4K3/8 w - - 0 1", "placement"),
        ("4k4/8/8/8/8/8/8/4K3 w - - 0 1", "placement"),
        ("4k2/8/8/8/8/8/8/4K3 w - - 0 1", "placement"),
        ("4k3/44p/8/8/8/8/8/4K3 w - - 0 1", "placement"),
        ("4k3/9/8/8/8/8/8/4K3 w - - 0 1", "placement"),
        ("4k3/x7/8/8/8/8/8/4K3 w - - 0 1", "placement"),
        ("4k3/8/8/8/8/8/8/4K3", "side to move"),
        ("4k3/8/8/8/8/8/8/4K3 W - - 0 1", "side to move"),
        ("4k3/8/8/8/8/8/8/4K3 w", "castling rights"),
        ("4k3/8/8/8/8/8/8/4K3 w x - 0 1", "castling rights"),
        ("4k3/8/8/8/8/8/8/4K3 w -", "en passant square"),
        ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en passant square"),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "half-move clock"),
        ("4k3/8/8/8/8/8/8/4K3 w - - +1 1", "half-move clock"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 65536 1", "half-move clock"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 x", "move number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 1", "text after the move number"),
    ] {
        match Chess::from_fen(fen) {
            Err(FenError::BadField { field: found, .. }) => assert_eq!(found, field, "{fen}"),
            other => panic!("{fen}: {other:?}"),
        }
    }
    assert!(matches!(Chess::from_fen(" "), Err(FenError::Empty { .. })));
    let long = Chess::from_fen(&"x".repeat(10_000)).unwrap_err().to_string();
    assert!(long.len() < 300, "{long}");
}

#[test]
fn the_diagram_shows_ranks_and_files() {
    let diagram = Chess::start().diagram();
    assert!(diagram.starts_with("  8  r n b q k b n r\n  7  p p p p p p p p\n  6  . . . . . . . .\n"));
    assert!(diagram.ends_with("  1  R N B Q K B N R\n     a b c d e f g h\n"));
}

#[test]
fn long_texts_are_shown_in_part() {
    for (placement, is_cut) in [("8/8".to_owned(), false), ("8/".repeat(1_000), true)] {
        let error =
            Chess::from_fen(&format!("{placement} w - - 0 1")).expect_err("no eight ranks").to_string();
        assert!(error.contains("8/8") && error.len() < 300, "{error}");
        assert_eq!(error.contains("8/8/..."), is_cut, "{error}");
    }
}

/// The keys of arrangements that differ only in one right differ, and the rooks are those of the rights.
#[test]
fn castling_rights_are_rooks_and_tell_keys_apart() {
    let placement = "rrrrkrrr/8/8/8/8/8/8/RRRRKRRR";
    let mut keys = Vec::new();
    for right in "-abcdfghABCDFGH".chars() {
        let position: Chess960 = at(&format!("{placement} w {right} - 0 1"));
        let rooks: Vec<String> = position.castling_rooks().into_iter().map(|rook| rook.to_string()).collect();
        let rank = if right.is_uppercase() { 1 } else { 8 };
        let expected = (right != '-').then(|| format!("{}{rank}", right.to_ascii_lowercase()));
        assert_eq!(rooks, Vec::from_iter(expected), "{right}");
        keys.push(position.key());
    }
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 15);
}

#[test]
fn arrangements_begin_with_all_castling_rights() {
    for (number, field) in [(518, "HAha"), (0, "HFhf")] {
        let start = Chess960::start_number(number).expect("below 960");
        assert_eq!(start.to_fen().split(' ').nth(2), Some(field), "{number}");
    }
}
