//! The cases of `testdata/cases/chess.json` and the chess texts of `hostile.json`; its README describes
//! the fields.

use std::fs;
use std::path::Path;

use boardgame::testing::{check_history, check_position};
use boardgame::{Countable, Game, MoveList, MoveStyle, Notation, Position, PositionExt};
use damier_chess::{Chess, Chess960, ChessPosition, Mode};
use serde_json::Value;

fn read(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/cases").join(name);
    serde_json::from_str(&fs::read_to_string(path).expect("a file of cases")).expect("JSON")
}

/// The cases of a kind, and how many there were.
fn for_each_case(kind: &str, mut check: impl FnMut(&Value, bool)) -> usize {
    let file = read("chess.json");
    let cases = file["cases"].as_array().expect("cases").iter().filter(|case| case["kind"] == kind);
    cases.inspect(|case| check(case, case["chess960"] == true)).count()
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_else(|| panic!("{field} in {value}"))
}

fn list<'a>(value: &'a Value, field: &str) -> &'a [Value] {
    value[field].as_array().map_or(&[], Vec::as_slice)
}

fn position<M: Mode>(fen: &str) -> ChessPosition<M> {
    ChessPosition::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn legal_moves() {
    let count = for_each_case("moves", |case, chess960| {
        if chess960 {
            check_moves::<damier_chess::FischerRandom>(case)
        } else {
            check_moves::<damier_chess::Standard>(case)
        }
    });
    assert_eq!(count, 120);
}

fn check_moves<M: Mode>(case: &Value) {
    let id = text(case, "id");
    let position = position::<M>(text(case, "fen"));
    check_position(&position);
    assert_eq!(position.is_check(), case["in_check"] == true, "{id}");
    let mut moves = MoveList::new();
    position.legal_moves_into(&mut moves);
    for (style, field) in [(MoveStyle::Protocol, "uci"), (MoveStyle::Record, "san")] {
        let mut found = position.write_moves(&moves, style);
        let mut expected: Vec<_> = list(case, "legal_moves").iter().map(|mv| text(mv, field)).collect();
        found.sort();
        expected.sort_unstable();
        assert_eq!(found, expected, "{id}");
    }
    for mv in list(case, "illegal") {
        let (style, text) = match mv["uci"].as_str() {
            Some(uci) => (MoveStyle::Protocol, uci),
            None => (MoveStyle::Record, text(mv, "san")),
        };
        assert!(position.read_move(text, style).is_err(), "{id}: {text}");
    }
    for after in list(case, "after") {
        let mv = position.read_move(text(after, "uci"), MoveStyle::Protocol).expect("legal");
        assert_eq!(position.after(mv).to_fen(), text(after, "fen"), "{id}");
    }
    if let Some(outcome) = case["outcome"].as_object() {
        let found = position.outcome().map(|(result, reason)| (result.to_string(), reason.name));
        assert_eq!(found.as_ref().map(|(_, name)| *name), outcome["reason"].as_str(), "{id}");
        assert_eq!(found.as_ref().map(|(result, _)| result.as_str()), outcome["result"].as_str(), "{id}");
    }
}

#[test]
fn outcomes_of_positions() {
    let count = for_each_case("outcome", |case, _| {
        let position: Chess = position(text(case, "fen"));
        let outcome = position.outcome().map(|(result, reason)| (result.to_string(), reason.name));
        let expected = &case["outcome"];
        match text(expected, "result") {
            "ongoing" => assert_eq!(outcome, None, "{case}"),
            result => {
                assert_eq!(outcome, Some((result.to_owned(), text(expected, "reason"))), "{case}");
            }
        }
    });
    assert_eq!(count, 11);
}

#[test]
fn games_move_by_move() {
    let count = for_each_case("line", |case, chess960| {
        if chess960 {
            check_line::<damier_chess::FischerRandom>(case)
        } else {
            check_line::<damier_chess::Standard>(case)
        }
    });
    assert_eq!(count, 19);
}

fn check_line<M: Mode>(case: &Value) {
    let id = text(case, "id");
    let mut game = Game::new(position::<M>(text(case, "fen")));
    let mut checks = list(case, "checks").iter().peekable();
    for (ply, mv) in list(case, "moves").iter().enumerate() {
        let mv = game.position().read_move(mv.as_str().expect("a move"), MoveStyle::Protocol);
        game.play(mv.unwrap_or_else(|error| panic!("{id}: {error}"))).expect("the game goes on");
        check_history(&game);
        check_position(game.position());
        if let Some(check) = checks.next_if(|check| check["ply"] == ply + 1) {
            let outcome = game.outcome().map(|(result, reason)| (result.to_string(), reason.name));
            match text(check, "result") {
                "ongoing" => assert_eq!(outcome, None, "{id} {check}"),
                result => {
                    assert_eq!(outcome, Some((result.to_owned(), text(check, "reason"))), "{id} {check}");
                }
            }
            let claims: Vec<_> = game.claims().iter().map(|claim| claim.name).collect();
            let expected: Vec<_> = list(check, "claims").iter().filter_map(Value::as_str).collect();
            assert_eq!(claims, expected, "{id} {check}");
            assert_eq!(game.position().halfmove_clock(), check["halfmove_clock"], "{id} {check}");
        }
    }
    assert!(checks.next().is_none(), "{id}: a check beyond the moves");
    assert_eq!(game.position().to_fen(), text(case, "final_fen"), "{id}");
}

#[test]
fn position_texts() {
    let count = for_each_case("fen", |case, chess960| {
        if chess960 {
            check_fen::<damier_chess::FischerRandom>(case)
        } else {
            check_fen::<damier_chess::Standard>(case)
        }
    });
    assert_eq!(count, 34);
}

fn check_fen<M: Mode>(case: &Value) {
    let input = text(case, "input");
    match (ChessPosition::<M>::from_fen(input), text(case, "expect")) {
        (Ok(position), "accept") => {
            assert_eq!(position.to_fen(), text(case, "canonical"));
            assert_eq!(position.count_legal(), case["count"], "{input}");
        }
        (Err(error), "error") => assert!(!error.to_string().is_empty()),
        (found, expect) => panic!("{input}: {expect}, but {found:?}"),
    }
}

#[test]
fn move_texts() {
    let count = for_each_case("notation", |case, chess960| {
        if chess960 {
            check_texts::<damier_chess::FischerRandom>(case)
        } else {
            check_texts::<damier_chess::Standard>(case)
        }
    });
    assert_eq!(count, 10);
}

fn check_texts<M: Mode>(case: &Value) {
    let position = position::<M>(text(case, "fen"));
    let style = if case["notation"] == "uci" { MoveStyle::Protocol } else { MoveStyle::Record };
    for accept in list(case, "accept") {
        let input = text(accept, "text");
        let mv = position.read_move(input, style).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(position.write_move(mv, MoveStyle::Protocol), text(accept, "uci"));
    }
    for reject in list(case, "reject") {
        assert!(position.read_move(text(reject, "text"), style).is_err(), "{reject}");
    }
}

#[test]
fn perft_counts() {
    let count = for_each_case("perft", |case, chess960| {
        if chess960 {
            check_perft::<damier_chess::FischerRandom>(case)
        } else {
            check_perft::<damier_chess::Standard>(case)
        }
    });
    assert_eq!(count, 6);
}

fn check_perft<M: Mode>(case: &Value) {
    let position = position::<M>(text(case, "fen"));
    for (ply, expected) in list(case, "perft").iter().enumerate() {
        assert_eq!(perft::perft(&position, ply as u32 + 1), *expected, "{case}");
    }
}

/// Malformed and hostile texts get an error that says what and where, fast.
#[test]
fn hostile_texts() {
    let file = read("hostile.json");
    let mut count = 0;
    for case in file["inputs"].as_array().expect("inputs") {
        let Some(input) = input(case) else { continue };
        let accept = case["expect"] == "accept";
        let result = match text(case, "notation") {
            "fen_chess" if case["chess960"] == true => {
                Chess960::from_fen(&input).map(drop).map_err(|error| error.to_string())
            }
            "fen_chess" => Chess::from_fen(&input).map(drop).map_err(|error| error.to_string()),
            notation @ ("san" | "uci") => {
                let style = if notation == "uci" { MoveStyle::Protocol } else { MoveStyle::Record };
                let position: Chess = position(text(case, "position"));
                let mv = position.read_move(&input, style);
                if let (Ok(mv), Some(expected)) = (&mv, case["move"].as_str()) {
                    assert_eq!(position.write_move(*mv, MoveStyle::Protocol), expected);
                }
                mv.map(drop).map_err(|error| error.to_string())
            }
            _ => continue,
        };
        count += 1;
        match result {
            Ok(()) => assert!(accept, "{case} is accepted"),
            Err(error) => {
                assert!(!accept, "{case}: {error}");
                assert!(error.len() < 400, "a short message: {error}");
            }
        }
    }
    assert_eq!(count, 90);
}

/// The text of a hostile case, if it is text.
fn input(case: &Value) -> Option<String> {
    if let Some(text) = case["input"].as_str() {
        return Some(text.to_owned());
    }
    let repeat = case["input_repeat"].as_object()?;
    let part = |name: &str| repeat[name].as_str().expect("a text");
    let count = repeat["count"].as_u64().expect("a number") as usize;
    Some(part("prefix").to_owned() + &part("unit").repeat(count) + part("suffix"))
}
