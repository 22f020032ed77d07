//! Moves as UCI writes them.

use boardgame::{MoveError, MoveStyle, Notation};
use damier_chess::{Chess, Chess960, ChessPosition, Mode, MoveKind};

use crate::common::{at, texts};

/// A castling move is read from these texts and written as the first.
#[track_caller]
fn castles<M: Mode>(fen: &str, written: &str, also: &[&str]) {
    let position: ChessPosition<M> = at(fen);
    let read = |text: &str| position.read_move(text, MoveStyle::Protocol);
    let mv = read(written).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(mv.kind(), MoveKind::Castling, "{written}");
    assert_eq!(position.write_move(mv, MoveStyle::Protocol), written);
    for text in also {
        assert_eq!(read(text), Ok(mv), "{text} in {fen}");
    }
}

#[test]
fn both_spellings_of_castling_in_both_modes() {
    for (rights, turn) in [("KQkq", "w"), ("HAha", "w")] {
        let fen = format!("r3k2r/8/8/8/8/8/8/R3K2R {turn} {rights} - 0 1");
        castles::<damier_chess::Standard>(&fen, "e1g1", &["e1h1"]);
        castles::<damier_chess::Standard>(&fen, "e1c1", &["e1a1"]);
        castles::<damier_chess::FischerRandom>(&fen, "e1h1", &["e1g1"]);
        castles::<damier_chess::FischerRandom>(&fen, "e1a1", &["e1c1"]);
    }
    castles::<damier_chess::FischerRandom>("1r3k1r/8/8/8/8/8/8/4K3 b hb - 0 1", "f8b8", &["f8c8"]);
}

/// A step of the king goes before castling where the text could mean either.
#[test]
fn a_king_that_could_step_there_steps() {
    let position: Chess960 = at("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    let step = position.read_move("f1g1", MoveStyle::Protocol).expect("legal");
    assert_eq!(step.kind(), MoveKind::Plain);
    castles::<damier_chess::FischerRandom>("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1h1", &[]);
    // The king is on its goal already: only its rook tells that it castles.
    castles::<damier_chess::FischerRandom>("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", &[]);
    let position: Chess960 = at("4k3/8/8/8/8/8/8/6KR w H - 0 1");
    assert!(position.read_move("g1g1", MoveStyle::Protocol).is_err());
}

#[test]
fn promotions_are_written_and_read_in_small_letters() {
    let position: Chess = at("8/P6k/8/8/8/8/8/K7 w - - 0 1");
    let found = texts(&position, MoveStyle::Protocol);
    assert_eq!(found, ["a1a2", "a1b1", "a1b2", "a7a8b", "a7a8n", "a7a8q", "a7a8r"]);
    for text in found {
        let mv = position.read_move(&text, MoveStyle::Protocol).expect(&text);
        assert_eq!(position.write_move(mv, MoveStyle::Protocol), text);
    }
}

#[test]
fn texts_that_are_no_moves() {
    let position: Chess = at("8/P6k/8/8/8/8/8/K7 w - - 0 1");
    for text in [
        "", "a", "a7", "a7a", "a7a8Q", "a7a8k", "a7a8p", "a7a8qq", "a7-a8q", "i1a1", "a9a8", "0000", "ä7a8",
        "a7ä8",
    ] {
        let error = position.read_move(text, MoveStyle::Protocol).unwrap_err();
        assert!(matches!(error, MoveError::BadSyntax { .. }), "{text}: {error}");
    }
}

#[test]
fn illegal_moves_have_a_reason() {
    for (fen, text, reason) in [
        (
            "8/P6k/8/8/8/8/8/K7 w - - 0 1",
            "a7a8",
            "the pawn reaches a8, but the move does not say what it promotes to",
        ),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a1a2q", "a king cannot promote"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "b1a2", "there is no piece on b1"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "h7h8", "the king on h7 belongs to Black; White is to move"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a1a1", "the move starts and ends on a1"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a1a3", "a king cannot move from a1 to a3"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7b8q", "the pawn on a7 can move diagonally only to capture"),
        (
            "4k3/8/8/8/8/8/8/r3K2R w K - 0 1",
            "e1g1",
            "the king on e1 cannot castle while in check from the rook on a1",
        ),
        (
            "4k3/8/8/8/8/8/8/r3K3 w - - 0 1",
            "e1d1",
            "the king on e1 cannot move to d1: the rook on a1 attacks d1",
        ),
        (
            "4k3/8/8/8/8/8/7B/r3K3 w - - 0 1",
            "h2g3",
            "the king on e1 would still be in check from the rook on a1",
        ),
        ("4k3/8/8/8/8/8/8/r1N1K3 w - - 0 1", "c1d3", "the knight on c1 is pinned"),
        ("4k3/8/8/8/8/8/8/r1Q1K3 w - - 0 1", "c1c2", "the queen on c1 is pinned"),
        ("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2e4", "the pawn cannot move from e2 to e4: the pawn on e3"),
        ("4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", "e2e4", "the pawn cannot move from e2 to e4: the pawn on e4"),
        (
            "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1",
            "e3e5",
            "a pawn can move two squares only from its starting square",
        ),
        ("4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", "e7d6", "the pawn on e7 can move diagonally only to capture"),
        (
            "7k/8/8/8/3pP3/8/1B6/4K3 b - e3 0 1",
            "d4e3",
            "the pawn on d4 is pinned to the king on h8 by the bishop on b2",
        ),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e3q", "a pawn promotes only on the last rank"),
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1h1", "a king cannot move from e1 to h1"),
        (
            "4kr2/8/8/8/8/8/8/4K2R w K - 0 1",
            "e1h1",
            "the king cannot castle through f1: the rook on f8 attacks f1",
        ),
        ("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1", "e2c3", "the knight on e2 is pinned"),
        ("4k3/8/8/8/8/8/8/B2RK3 w - - 0 1", "d1e2", "a rook cannot move from d1 to e2"),
        ("4k3/8/8/8/8/8/8/B2RK3 w - - 0 1", "a1b1", "a bishop cannot move from a1 to b1"),
    ] {
        let position: Chess = at(fen);
        match position.read_move(text, MoveStyle::Protocol) {
            Err(MoveError::Illegal { found, reason: why }) => {
                assert_eq!(found, text);
                assert!(why.starts_with(reason), "{text} in {fen}: {why}");
            }
            other => panic!("{text} in {fen}: {other:?}"),
        }
    }
}
