//! The rule cases of chess: complete move lists, lines of play, FEN texts and counts.

use damier_reference::chess::{Color, Outcome, Position, san};
use serde_json::Value;
use std::collections::BTreeSet;

fn cases(kind: &str) -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/cases/chess.json");
    let file: Value =
        serde_json::from_str(&std::fs::read_to_string(path).expect("a readable file")).expect("JSON");
    let all = file["cases"].as_array().expect("a list of cases");
    let found: Vec<Value> = all.iter().filter(|case| case["kind"] == kind).cloned().collect();
    assert!(!found.is_empty(), "no cases of kind {kind}");
    found
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// The position of a case, in the mode of the case.
fn position(case: &Value, fen: &Value) -> Position {
    let mut position =
        Position::from_fen(text(fen)).unwrap_or_else(|error| panic!("{}: {error}", case["id"]));
    position.chess960 = case["chess960"] == true;
    position
}

/// The result and its reason, as the cases name them.
fn named(position: &Position) -> (&'static str, Option<&'static str>) {
    match position.outcome() {
        None => ("ongoing", None),
        Some(Outcome::Checkmate(Color::White)) => ("white_wins", Some("checkmate")),
        Some(Outcome::Checkmate(Color::Black)) => ("black_wins", Some("checkmate")),
        Some(Outcome::Stalemate) => ("draw", Some("stalemate")),
        Some(Outcome::InsufficientMaterial) => ("draw", Some("insufficient_material")),
        Some(Outcome::SeventyFiveMoves) => ("draw", Some("seventyfive_moves")),
    }
}

#[test]
fn moves() {
    for case in cases("moves") {
        let position = position(&case, &case["fen"]);
        let moves = position.moves();
        let written = moves.iter().map(|mv| (mv.uci(position.chess960), san(&position, mv)));
        let written: BTreeSet<(String, String)> = written.collect();
        let wanted = list(&case["legal_moves"]);
        let wanted = wanted.map(|mv| (text(&mv["uci"]).to_string(), text(&mv["san"]).to_string()));
        assert_eq!(written, wanted.collect(), "{}", case["id"]);
        assert_eq!(moves.len() as u64, case["count"].as_u64().expect("a count"), "{}", case["id"]);
        assert_eq!(position.in_check(), case["in_check"] == true, "{}", case["id"]);
        for illegal in list(&case["illegal"]).filter_map(|illegal| illegal["uci"].as_str()) {
            assert_eq!(position.find_uci(illegal), None, "{} {illegal}", case["id"]);
        }
    }
}

#[test]
fn positions_after_moves() {
    for case in cases("moves") {
        let position = position(&case, &case["fen"]);
        for after in list(&case["after"]) {
            let mv = position.find_uci(text(&after["uci"])).expect("a legal move");
            assert_eq!(position.play(&mv).to_fen(), after["fen"], "{} {}", case["id"], after["uci"]);
        }
        if let Some(outcome) = case.get("outcome").filter(|outcome| outcome.is_object()) {
            assert_eq!(named(&position).0, outcome["result"], "{}", case["id"]);
        }
    }
}

#[test]
fn outcomes() {
    for case in cases("outcome") {
        let (result, reason) = named(&position(&case, &case["fen"]));
        assert_eq!(result, case["outcome"]["result"], "{}", case["id"]);
        assert_eq!(reason, case["outcome"]["reason"].as_str(), "{}", case["id"]);
    }
}

/// Lines of play; the fifth occurrence of a position (9.6.1) is found by comparing texts.
#[test]
fn lines() {
    for case in cases("line") {
        let mut position = position(&case, &case["fen"]);
        let moves: Vec<&str> = list(&case["moves"]).map(text).collect();
        let mut past: Vec<String> = Vec::new();
        for ply in 0..=moves.len() {
            let fen = position.to_fen();
            past.push(fen.split(' ').take(4).collect::<Vec<&str>>().join(" "));
            let occurrences = past.iter().filter(|other| Some(*other) == past.last()).count();
            for check in list(&case["checks"]).filter(|check| check["ply"] == ply) {
                let result = if occurrences >= 5 { "draw" } else { named(&position).0 };
                assert_eq!(result, check["result"], "{} ply {ply}", case["id"]);
                assert_eq!(position.clock, check["halfmove_clock"], "{} ply {ply}", case["id"]);
                let claims: BTreeSet<&str> = list(&check["claims"]).map(text).collect();
                if !matches!(position.outcome(), Some(Outcome::Checkmate(_))) {
                    assert_eq!(
                        claims.contains("threefold_repetition"),
                        occurrences >= 3,
                        "{} {ply}",
                        case["id"]
                    );
                    assert_eq!(claims.contains("fifty_moves"), position.clock >= 100, "{} {ply}", case["id"]);
                }
            }
            if let Some(mv) = moves.get(ply) {
                position = position.play(&position.find_uci(mv).expect("a legal move"));
            }
        }
        assert_eq!(position.to_fen(), case["final_fen"], "{}", case["id"]);
    }
}

#[test]
fn fen_texts() {
    for case in cases("fen") {
        let read = Position::from_fen(text(&case["input"]));
        if case["expect"] == "error" {
            assert!(read.is_err(), "{} was read", case["id"]);
            continue;
        }
        let read = read.unwrap_or_else(|error| panic!("{}: {error}", case["id"]));
        assert_eq!(read.to_fen(), case["canonical"], "{}", case["id"]);
        assert_eq!(read.moves().len() as u64, case["count"], "{}", case["id"]);
        assert_eq!(read.chess960, case["chess960"] == true, "{}", case["id"]);
    }
}

#[test]
fn perft() {
    for case in cases("perft") {
        let position = position(&case, &case["fen"]);
        for (count, depth) in list(&case["perft"]).filter_map(Value::as_u64).zip(1..) {
            if count <= 200_000 {
                assert_eq!(position.perft(depth), count, "{} D{depth}", case["id"]);
            }
        }
    }
}
