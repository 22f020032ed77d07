//! A case for every reason: the position, the move, and what is said about it.

use std::collections::BTreeSet;
use std::fs;

use boardgame::{MoveStyle, PositionExt};
use damier_chess::{Chess, Chess960, Illegal, MoveRefusal};
use serde_json::Value;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Position, move; then name, article and text of the first reason.
type Row = (&'static str, &'static str, &'static str, &'static str, &'static str);

#[rustfmt::skip]
const ROWS: &[Row] = &[
    (START, "Ke3", "not_its_way", "FIDE 3.8.1", "a king cannot move from e1 to e3: it moves one square, or castles"),
    (START, "e4e5", "no_piece", "", "there is no piece on e4"),
    (START, "e7e5", "not_yours", "FIDE 1.2", "the pawn on e7 belongs to Black; White is to move"),
    (START, "R3a4", "no_such_piece", "", "White has no matching rook"),
    (START, "e2e2", "stays_put", "", "the move starts and ends on e2"),
    (START, "Ke2", "own_piece", "FIDE 3.1", "e2 is occupied by your own pawn"),
    (START, "Ngf4", "not_its_way", "FIDE 3.6", "a knight cannot move from g1 to f4: it moves two squares along a rank or file and one square at a right angle"),
    (START, "Nf4", "none_goes", "FIDE 3.6", "no knight can reach f4: it moves two squares along a rank or file and one square at a right angle"),
    ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "Pxd5", "not_named", "", "the pawn on e4 can reach d5, but the move does not identify it"),
    ("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nbd4", "not_named", "", "the knight on f3 can reach d4, but the move does not identify it"),
    (START, "Bc1g5", "blocked", "FIDE 3.5", "the bishop cannot move from c1 to g5: the pawn on d2 is in the way"),
    (START, "Bc1c4", "not_its_way", "FIDE 3.2", "a bishop cannot move from c1 to c4: it moves along diagonals"),
    (START, "Ra1b3", "not_its_way", "FIDE 3.3", "a rook cannot move from a1 to b3: it moves along ranks and files"),
    (START, "Qe3", "not_its_way", "FIDE 3.4", "a queen cannot move from d1 to e3: it moves along ranks, files and diagonals"),
    (START, "e2e5", "not_its_way", "FIDE 3.7", "a pawn cannot move from e2 to e5: it moves one square forward, or two from its starting square, and captures one square diagonally forward"),
    ("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e4", "blocked", "FIDE 3.7.1", "the pawn cannot move from e2 to e4: the pawn on e3 is in the way"),
    ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e5", "double_step", "FIDE 3.7.2", "a pawn can move two squares only from its starting square, not from e3 to e5"),
    (START, "ed3", "pawn_takes_nothing", "FIDE 3.7.3", "the pawn on e2 can move diagonally only to capture, and d3 is empty"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "exd6", "not_en_passant", "FIDE 3.7", "the pawn on d5 did not just move two squares, so it cannot be captured en passant on d6"),
    ("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "exd3", "en_passant_exposes", "FIDE 3.9.2", "capturing the pawn on d4 en passant would expose the king on a4 to the queen on h4"),
    ("7k/8/8/8/3pP3/8/1B6/4K3 b - e3 0 1", "dxe3", "pinned", "FIDE 3.9.2", "the pawn on d4 is pinned to the king on h8 by the bishop on b2"),
    ("8/8/8/8/R2Pp2k/8/8/K6R b - d3 0 1", "exd3", "stays_in_check", "FIDE 3.9.2", "the king on h4 would still be in check from the rook on h1"),
    // A pawn takes en passant only from its fifth rank, beside an enemy pawn, and one that gives check is gone after it.
    ("4k3/8/8/8/8/3pP3/8/4K3 w - - 0 1", "exd4", "pawn_takes_nothing", "FIDE 3.7.3", "the pawn on e3 can move diagonally only to capture, and d4 is empty"),
    ("4k3/8/8/3qP3/8/8/8/7K w - - 0 1", "exd6", "pawn_takes_nothing", "FIDE 3.7.3", "the pawn on e5 can move diagonally only to capture, and d6 is empty"),
    ("4k3/8/8/3PP3/8/8/8/4K3 w - - 0 1", "exd6", "pawn_takes_nothing", "FIDE 3.7.3", "the pawn on e5 can move diagonally only to capture, and d6 is empty"),
    ("4k3/8/8/3pP3/4K3/8/8/8 w - - 0 1", "exd6", "not_en_passant", "FIDE 3.7", "the pawn on d5 did not just move two squares, so it cannot be captured en passant on d6"),
    ("k3r3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "exd6", "pinned", "FIDE 3.9.2", "the pawn on e5 is pinned to the king on e1 by the rook on e8"),
    ("k2r4/8/8/3pP3/8/8/8/3K4 w - - 0 1", "exd6", "not_en_passant", "FIDE 3.7", "the pawn on d5 did not just move two squares, so it cannot be captured en passant on d6"),
    ("k7/8/8/2KpP2r/8/8/8/8 w - - 0 1", "exd6", "en_passant_exposes", "FIDE 3.9.2", "capturing the pawn on d5 en passant would expose the king on c5 to the rook on h5"),
    ("k3r3/8/8/3pP3/8/5n2/8/4K3 w - - 0 1", "exd6", "stays_in_check", "FIDE 3.9.2", "the king on e1 would still be in check from the knight on f3"),
    ("k7/8/8/3pP3/8/5n2/8/r3K3 w - - 0 1", "exd6", "double_check", "FIDE 3.9.2", "the rook on a1 and the knight on f3 both check the king on e1: only the king can move"),
    // The nearest piece is the one in the way, in every direction.
    ("R7/8/p7/8/8/p7/8/K6k w - - 0 1", "Ra8a2", "blocked", "FIDE 3.5", "the rook cannot move from a8 to a2: the pawn on a6 is in the way"),
    ("1n3n1R/8/8/8/8/8/8/K3k3 w - - 0 1", "Rh8a8", "blocked", "FIDE 3.5", "the rook cannot move from h8 to a8: the knight on f8 is in the way"),
    ("R1n3n1/8/8/8/8/8/8/K3k3 w - - 0 1", "Ra8h8", "blocked", "FIDE 3.5", "the rook cannot move from a8 to h8: the knight on c8 is in the way"),
    ("7B/6p1/8/8/3p4/8/8/K6k w - - 0 1", "Bh8b2", "blocked", "FIDE 3.5", "the bishop cannot move from h8 to b2: the pawn on g7 is in the way"),
    // A piece that gives check may be taken, or stays; a pinned one moves along its line only.
    ("4k3/8/8/8/4r3/3N4/8/4K3 w - - 0 1", "Nb2", "stays_in_check", "FIDE 3.9.2", "the king on e1 would still be in check from the rook on e4"),
    ("4r2k/8/8/8/b7/8/4R3/3NK3 w - - 0 1", "Rb2", "pinned", "FIDE 3.9.2", "the rook on e2 is pinned to the king on e1 by the rook on e8"),
    ("4r2k/8/8/8/1b6/8/4R3/4K3 w - - 0 1", "Ra2", "stays_in_check", "FIDE 3.9.2", "the king on e1 would still be in check from the bishop on b4"),
    // Pieces that stay where they are still stand in the way of those behind.
    ("k3r3/4p3/8/3pP3/8/8/8/4K3 w - - 0 1", "exd6", "not_en_passant", "FIDE 3.7", "the pawn on d5 did not just move two squares, so it cannot be captured en passant on d6"),
    ("7k/6b1/8/4N3/r1pK4/8/8/8 w - - 0 1", "Nxc4", "pinned", "FIDE 3.9.2", "the knight on e5 is pinned to the king on d4 by the bishop on g7"),
    ("7k/6b1/8/4N3/r1pK4/8/8/8 w - - 0 1", "Nd3", "pinned", "FIDE 3.9.2", "the knight on e5 is pinned to the king on d4 by the bishop on g7"),
    ("4k1r1/6p1/8/8/8/8/8/4K2R w K - 0 1", "Kg1", "castling_written", "", "write castling with the rook on h1 as O-O"),
    ("3q3k/8/8/8/3P4/8/8/K2R4 w - - 0 1", "Rxd8", "blocked", "FIDE 3.5", "the rook cannot move from d1 to d8: the pawn on d4 is in the way"),
    (START, "e2xe3", "nothing_to_capture", "", "there is nothing to capture on e3"),
    ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8", "promotion_missing", "FIDE 3.7", "the pawn reaches a8, but the move does not say what it promotes to: queen, rook, bishop or knight"),
    // What the pawn becomes matters only if it may go there.
    ("8/3P3k/8/8/8/8/8/r2K4 w - - 0 1", "d8", "stays_in_check", "FIDE 3.9.2", "the king on d1 would still be in check from the rook on a1"),
    ("2n5/3P3K/8/8/8/8/8/k7 w - - 0 1", "dxc8=K", "bad_promotion", "FIDE 3.7", "a pawn promotes to a queen, rook, bishop or knight, not to a king"),
    ("8/r2P3K/8/8/8/8/8/k7 w - - 0 1", "d8", "pinned", "FIDE 3.9.2", "the pawn on d7 is pinned to the king on h7 by the rook on a7"),
    ("8/r2P3K/8/8/8/8/8/k7 w - - 0 1", "d8=K", "pinned", "FIDE 3.9.2", "the pawn on d7 is pinned to the king on h7 by the rook on a7"),
    ("3n4/3P3K/8/8/8/8/8/k7 w - - 0 1", "d8=K", "blocked", "FIDE 3.7.1", "the pawn cannot move from d7 to d8: the knight on d8 is in the way"),
    ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a1a2q", "not_a_pawn", "FIDE 3.7", "a king cannot promote"),
    (START, "e4=Q", "not_last_rank", "FIDE 3.7", "a pawn promotes only on the last rank, and e4 is not on it"),
    ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=K", "bad_promotion", "FIDE 3.7", "a pawn promotes to a queen, rook, bishop or knight, not to a king"),
    ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=P", "bad_promotion", "FIDE 3.7", "a pawn promotes to a queen, rook, bishop or knight and cannot stay a pawn"),
    ("8/8/8/4k3/8/8/8/K3R3 b - - 0 1", "Ke6", "king_attacked", "FIDE 3.9.2", "the king on e5 cannot move to e6: the rook on e1 attacks e6 through e5"),
    ("3qk3/8/8/8/8/8/8/4K3 w - - 0 1", "Kd1", "king_attacked", "FIDE 3.9.2", "the king on e1 cannot move to d1: the queen on d8 attacks d1"),
    ("8/8/8/3k4/8/3K4/8/8 w - - 0 1", "Kd4", "king_attacked", "FIDE 3.9.2", "the king on d3 cannot move to d4: the king on d5 attacks d4"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1c1", "castling_right_lost", "FIDE 3.8.2.1", "White may not castle queenside: the king or the rook has moved or is not in place"),
    ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", "castling_right_lost", "FIDE 3.8.2.1", "White may not castle kingside: the king or the rook has moved or is not in place"),
    ("4k3/4r3/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "castling_in_check", "FIDE 3.8.2.2", "the king on e1 cannot castle while in check from the rook on e7"),
    ("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "castling_attacked", "FIDE 3.8.2.2", "the king cannot castle through f1: the rook on f8 attacks f1"),
    ("4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "castling_attacked", "FIDE 3.8.2.2", "the king cannot castle to g1: the rook on g8 attacks g1"),
    ("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "O-O-O", "castling_blocked", "FIDE 3.8.2.2", "the knight on b1 blocks castling with the rook on a1"),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Kg1", "castling_written", "", "write castling with the rook on h1 as O-O"),
    ("4r2k/8/8/8/8/4N3/8/4K3 w - - 0 1", "Nc2", "pinned", "FIDE 3.9.2", "the knight on e3 is pinned to the king on e1 by the rook on e8"),
    ("4r1k1/8/8/8/8/8/8/2N1K3 w - - 0 1", "Nb3", "stays_in_check", "FIDE 3.9.2", "the king on e1 would still be in check from the rook on e8"),
    ("3qk3/8/5N2/8/8/8/8/K3R3 b - - 0 1", "Qxf6", "double_check", "FIDE 3.9.2", "the rook on e1 and the knight on f6 both check the king on e8: only the king can move"),
    (START, "Nxf3", "nothing_to_capture", "", "there is nothing to capture on f3"),
    ("4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1", "exd3 e.p.", "no_en_passant", "", "there is nothing to capture en passant on d3"),
];

#[track_caller]
fn reasons(fen: &str, text: &str) -> Vec<Illegal> {
    let position = Chess::from_fen_lenient(fen).expect(fen);
    // Two squares with a promotion are read as UCI, where any piece may be promoted.
    let style = if text.len() == 5 && text.ends_with('q') { MoveStyle::Protocol } else { MoveStyle::Record };
    match position.explain(text, style) {
        Err(MoveRefusal::Illegal { reasons, .. }) => reasons,
        other => panic!("{text} in {fen}: {other:?}"),
    }
}

#[test]
fn every_reason_has_a_case() {
    let mut seen = BTreeSet::from(["unexplained", "game_over", "castling_exposes"]);
    let mut wrong = Vec::new();
    for (fen, text, code, article, words) in ROWS {
        let reason = reasons(fen, text)[0];
        let found = (reason.code(), reason.article(false).unwrap_or_default(), reason.text());
        if found != (code, article, (*words).to_owned()) {
            wrong.push(format!("{text} in {fen}\n  {found:?}"));
        }
        seen.insert(reason.code());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let missing: Vec<_> = Illegal::CODES.iter().filter(|code| !seen.contains(**code)).collect();
    assert!(missing.is_empty(), "no case for {missing:?}");
}

#[test]
fn a_rook_may_not_bare_its_king_by_castling() {
    let position = Chess960::from_fen("4k3/8/8/8/8/8/8/rR1K4 w B - 0 1").expect("legal");
    let Err(MoveRefusal::Illegal { reasons, .. }) = position.explain("O-O-O", MoveStyle::Record) else {
        panic!("the rook on a1 attacks c1")
    };
    assert_eq!(
        reasons[0].with_article(true),
        "castling takes the rook off b1 and exposes the king on c1 to the rook on a1 (FIDE 3.9.2)"
    );
    let Err(MoveRefusal::Illegal { reasons, .. }) = position.explain("O-O", MoveStyle::Record) else {
        panic!("no rook")
    };
    assert_eq!(reasons[0].article(true), Some("FIDE Guidelines II.3"));
}

/// King and rook both pass over d1, where neither of them arrives.
#[test]
fn a_piece_between_king_and_rook_blocks_castling() {
    let position = Chess960::from_fen("4k3/8/8/8/8/8/8/1K1N2R1 w G - 0 1").expect("legal");
    let Err(MoveRefusal::Illegal { reasons, .. }) = position.explain("O-O", MoveStyle::Record) else {
        panic!("the knight on d1 is in the way")
    };
    assert_eq!(reasons[0].text(), "the knight on d1 blocks castling with the rook on g1");
}

#[test]
fn a_side_that_cannot_move_is_told_so_too() {
    let texts = |fen: &str, text: &str| -> Vec<String> {
        reasons(fen, text).iter().map(|reason| reason.with_article(false)).collect()
    };
    assert_eq!(
        texts("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "Kf8"),
        [
            "the king on g8 cannot move to f8: the rook on a8 attacks f8 (FIDE 3.9.2)",
            "the game is over: white wins, checkmate (FIDE 5.1.1)"
        ]
    );
    assert_eq!(
        texts("7k/5Q2/8/8/8/8/8/K7 b - - 0 1", "Kh7")[1],
        "the game is over: draw, stalemate (FIDE 5.2.1)"
    );
}

#[test]
fn every_piece_that_a_text_may_mean_has_its_reason() {
    let found = reasons("k7/8/8/8/8/8/8/K1R1B1R1 w - - 0 1", "Re1");
    let texts: Vec<String> = found.iter().map(Illegal::text).collect();
    assert_eq!(texts, ["e1 is occupied by your own bishop"]);
    // Knights that never go there are not meant.
    let found = reasons("4r2k/8/8/8/8/4N3/8/N3K3 w - - 0 1", "Nc4");
    assert!(matches!(found[..], [Illegal::Pinned { .. }]), "{found:?}");
}

#[test]
fn pieces_that_can_go_there_are_named_before_those_that_cannot() {
    let texts =
        |fen: &str, text: &str| -> Vec<String> { reasons(fen, text).iter().map(Illegal::text).collect() };
    let can_go = |from: &str| format!("the pawn on {from} can reach d5, but the move does not identify it");
    // The pawns on the file of the target cannot take there.
    let fen = "4k3/8/8/3p4/2P1P3/3P4/3P4/4K3 w - - 0 1";
    for text in ["Pxd5", "xd5"] {
        assert_eq!(texts(fen, text), [can_go("c4"), can_go("e4")], "{text}");
    }
    // One that is pinned has its reason, which is better than none.
    let fen = "4k3/8/4r3/3p4/2P1P3/8/8/4K3 w - - 0 1";
    let pinned = "the pawn on e4 is pinned to the king on e1 by the rook on e6";
    assert_eq!(texts(fen, "Pxd5"), [can_go("c4"), pinned.to_owned()]);
    // Without the sign the pawn before the target may be meant, and what stops it is told.
    let fen = "4k3/8/8/3p4/3PP3/8/8/4K3 w - - 0 1";
    assert_eq!(texts(fen, "d5"), ["the pawn cannot move from d4 to d5: the pawn on d5 is in the way"]);
    // A whole square means the piece there, and no other.
    assert_eq!(reasons(fen, "d4e5")[0].code(), "pawn_takes_nothing");
    assert_eq!(reasons("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nb1d4")[0].code(), "not_its_way");
    // What else is wrong with the text is told first.
    assert_eq!(reasons("4k3/3p4/4P3/8/8/8/8/4K3 w - - 0 1", "Pxd7=Q")[0].code(), "not_last_rank");
    assert_eq!(reasons(START, "Pxd3")[0].code(), "nothing_to_capture");
    assert_eq!(reasons(START, "Pxd5")[0].code(), "none_goes");
}

/// What the case files call illegal is refused, and never without a reason.
#[test]
fn illegal_moves_of_the_case_files_are_explained() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/cases/chess.json");
    let all: Value = serde_json::from_str(&fs::read_to_string(path).expect("readable")).expect("JSON");
    let mut explained = 0;
    for case in all["cases"].as_array().expect("cases") {
        for illegal in case["illegal"].as_array().into_iter().flatten() {
            let (fen, text) = (case["fen"].as_str().expect("fen"), illegal["uci"].as_str().expect("uci"));
            let refusal = match case["chess960"].as_bool() {
                Some(true) => Chess960::from_fen(fen).expect(fen).explain(text, MoveStyle::Protocol),
                _ => Chess::from_fen(fen).expect(fen).explain(text, MoveStyle::Protocol),
            };
            match refusal {
                Err(MoveRefusal::Illegal { reasons, .. }) => {
                    assert!(!matches!(reasons[0], Illegal::Unexplained), "{fen} {text}");
                }
                other => panic!("{fen} {text}: {other:?}"),
            }
            explained += 1;
        }
    }
    assert!(explained > 50, "{explained}");
}

#[test]
fn a_king_away_from_home_only_goes_too_far() {
    let reason = reasons("4k3/8/8/8/8/8/8/K7 w - - 0 1", "a1c1")[0];
    assert_eq!(reason.text(), "a king cannot move from a1 to c1: it moves one square, or castles");
}

#[test]
fn a_capture_of_nothing_is_not_ambiguous() {
    let reason = reasons("4k3/8/8/3N4/8/8/8/3NK3 w - - 0 1", "Nxe3")[0];
    assert_eq!(reason.code(), "nothing_to_capture");
}

/// The squares that a board marks when it shows the reason.
#[test]
fn reasons_name_their_squares() {
    let squares = |fen: &str, text: &str| -> Vec<String> {
        reasons(fen, text)[0].squares().iter().map(ToString::to_string).collect()
    };
    assert_eq!(squares(START, "Ra1b3"), ["a1", "b3"]);
    assert_eq!(squares(START, "e4e5"), ["e4"]);
    assert!(Illegal::Unexplained.squares().is_empty());
    assert_eq!(Illegal::Unexplained.text(), "no legal move matches");
}

/// In Chess960 the king may go farther than its rook: its whole way must be free.
#[test]
fn a_piece_on_the_goal_of_the_king_blocks_castling() {
    let position = Chess960::from_fen("4k3/8/8/8/8/8/8/1KR3N1 w C - 0 1").expect("a position");
    let Err(MoveRefusal::Illegal { reasons, .. }) = position.explain("O-O", MoveStyle::Record) else {
        panic!("the knight on g1 blocks");
    };
    assert_eq!(reasons[0].code(), "castling_blocked");
}
