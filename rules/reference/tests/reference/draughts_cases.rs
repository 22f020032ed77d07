//! The rule cases: complete move lists, lines of play and counts.

use damier_reference::draughts::{
    Color, Game, Move, Outcome, Reason, Rules, Square, from_fen, legal_moves, perft_distinct, read_square,
    rules_of,
};
use serde_json::Value;
use std::collections::BTreeSet;

fn cases(game: &str, kind: &str) -> Vec<Value> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/cases");
    let text = std::fs::read_to_string(format!("{folder}/{game}.json")).expect("a readable file");
    let file: Value = serde_json::from_str(&text).expect("JSON");
    let all = file["cases"].as_array().expect("a list of cases");
    all.iter().filter(|case| case["kind"] == kind).cloned().collect()
}

fn square(rules: &Rules, value: &Value) -> Square {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_string);
    read_square(rules, &text).unwrap_or_else(|| panic!("no square {text}"))
}

fn squares(rules: &Rules, text: &str) -> Vec<Square> {
    text.split(['-', 'x', ':'])
        .map(|part| read_square(rules, part).unwrap_or_else(|| panic!("no square {part} in {text}")))
        .collect()
}

/// What tells moves apart, and their routes or the number of routes.
type Described = (Square, Square, Vec<Square>, bool, BTreeSet<Vec<Square>>, usize);

fn described(mv: &Move, with_routes: bool) -> Described {
    let routes: BTreeSet<Vec<Square>> = mv.routes.iter().map(|route| route.pdn_squares()).collect();
    let listed = if with_routes { routes } else { BTreeSet::new() };
    (mv.from, mv.to, mv.captured.clone(), mv.crowned, listed, mv.routes.len())
}

/// The move of a case; the flag says whether its routes are listed.
fn expected(rules: &Rules, value: &Value) -> (Described, bool) {
    let (from, to) = (square(rules, &value["from"]), square(rules, &value["to"]));
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut captured: Vec<Square> = list(&value["captured"]).iter().map(|s| square(rules, s)).collect();
    captured.sort();
    let promotes = value["promotes"].as_bool().unwrap_or(false);
    let mut routes: BTreeSet<Vec<Square>> = list(&value["routes"])
        .iter()
        .map(|route| squares(rules, route.as_str().expect("a route is a text")))
        .collect();
    if captured.is_empty() {
        routes.insert(vec![from, to]);
    }
    let count = value["routes_count"].as_u64().map_or(routes.len(), |count| count as usize);
    let with_routes = value["routes_count"].is_null();
    ((from, to, captured, promotes, routes, count), with_routes)
}

fn check_moves(game: &str) {
    let rules = rules_of(game).expect("known rules");
    for case in cases(game, "moves") {
        let position = from_fen(rules, case["fen"].as_str().expect("a FEN")).expect("a FEN");
        let moves = legal_moves(rules, &position);
        let list = case["legal_moves"].as_array().expect("a list of moves");
        assert_eq!(moves.len(), list.len(), "{}", case["id"]);
        for value in list {
            let (wanted, with_routes) = expected(rules, value);
            let found = moves.iter().any(|mv| described(mv, with_routes) == wanted);
            assert!(found, "{}: {value} is missing in {moves:#?}", case["id"]);
        }
        for after in case["after"].as_array().into_iter().flatten() {
            let mut game = Game::from_position(rules, position.clone());
            game.play(find_move(&game, after["move"].as_str().expect("a move is a text")));
            let wanted = from_fen(rules, after["fen"].as_str().expect("a FEN")).expect("a FEN");
            assert_eq!(*game.position(), wanted, "{}: {after}", case["id"]);
        }
    }
}

/// The legal move that a text means.
fn find_move(game: &Game, text: &str) -> Move {
    let wanted = squares(game.rules, text);
    let (from, to) = (wanted[0], wanted[wanted.len() - 1]);
    let moves = game.legal_moves();
    let by_route = moves.iter().find(|mv| mv.routes.iter().any(|route| route.pdn_squares() == wanted));
    let by_ends = moves.iter().find(|mv| wanted.len() == 2 && mv.from == from && mv.to == to);
    by_route.or(by_ends).unwrap_or_else(|| panic!("{text} is not legal")).clone()
}

fn result_name(game: &Game) -> &'static str {
    match game.outcome() {
        None => "ongoing",
        Some((Outcome::Win(Color::White), _)) => "white_wins",
        Some((Outcome::Win(Color::Black), _)) => "black_wins",
        Some((Outcome::Draw, _)) => "draw",
    }
}

fn reason_name(reason: Reason) -> &'static [&'static str] {
    match reason {
        Reason::NoLegalMove => &["no_legal_moves"],
        Reason::Repetition => &["threefold_repetition"],
        Reason::KingMovesOnly => &["25_move_rule", "15_move_rule"],
        Reason::ThreeAgainstKing => &["16_move_rule"],
        Reason::TwoAgainstKing => &["5_move_rule"],
        Reason::LongDiagonal => &["main_road_5_move_rule"],
        Reason::KingsAgainstKing => &["15_move_rule_three_kings"],
        Reason::UnchangedBalance => &["30_move_rule", "60_move_rule"],
        _ => &[],
    }
}

fn check_lines(name: &str) {
    let rules = rules_of(name).expect("known rules");
    for case in cases(name, "line") {
        let position = from_fen(rules, case["fen"].as_str().expect("a FEN")).expect("a FEN");
        let mut game = Game::from_position(rules, position);
        let texts = case["moves"].as_array().expect("a list of moves");
        let mut checked = 0;
        for ply in 0..=texts.len() {
            let checks = case["checks"].as_array().expect("a list of checks");
            for check in checks.iter().filter(|check| check["ply"] == ply) {
                assert_eq!(result_name(&game), check["result"], "{} ply {ply}", case["id"]);
                if let (Some((_, reason)), Some(wanted)) = (game.outcome(), check["reason"].as_str()) {
                    assert!(reason_name(reason).contains(&wanted), "{} {reason:?} {wanted}", case["id"]);
                }
                checked += 1;
            }
            // Nothing ends the game before the last check says so.
            if ply < texts.len() {
                assert_eq!(result_name(&game), "ongoing", "{} ply {ply}", case["id"]);
                let mv = find_move(&game, texts[ply].as_str().expect("a move is a text"));
                game.play(mv);
            }
        }
        assert_eq!(checked, case["checks"].as_array().map_or(0, Vec::len), "{}", case["id"]);
        let last = from_fen(rules, case["final_fen"].as_str().expect("a FEN")).expect("a FEN");
        assert_eq!(*game.position(), last, "{}", case["id"]);
    }
}

fn check_perft(game: &str) {
    let rules = rules_of(game).expect("known rules");
    for case in cases(game, "perft") {
        let position = from_fen(rules, case["fen"].as_str().expect("a FEN")).expect("a FEN");
        for (index, count) in case["perft"].as_array().expect("a list of counts").iter().enumerate() {
            let count = count.as_u64().expect("a count");
            if count <= 200_000 {
                let depth = index as u32 + 1;
                assert_eq!(perft_distinct(rules, &position, depth), count, "{} D{depth}", case["id"]);
            }
        }
    }
}

#[test]
fn international_moves() {
    check_moves("international");
}

#[test]
fn russian_moves() {
    check_moves("russian");
}

#[test]
fn international_lines() {
    check_lines("international");
}

#[test]
fn russian_lines() {
    check_lines("russian");
}

#[test]
fn international_perft() {
    check_perft("international");
}

#[test]
fn russian_perft() {
    check_perft("russian");
}
