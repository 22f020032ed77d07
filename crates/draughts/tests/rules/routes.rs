//! Routes: how many ways there are to make each capture.

use boardgame::{MoveList, MoveStyle, Notation, Position};
use draughts::variants::test_boards::English6x6;
use draughts::variants::*;
use draughts::{Draughts, Setup, Square, Variant};

use crate::common;

/// Perft in which every route counts.
fn perft_of_routes<V: Variant>(position: &Draughts<V>, depth: u32) -> usize {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    let below = |mv| if depth == 1 { 1 } else { perft_of_routes(&position.after(mv), depth - 1) };
    list.iter().map(|&mv| position.count_routes(mv) * below(mv)).sum()
}

/// Every listed route is a route, no two are the same, and there are as many as counted.
fn check_routes<V: Variant>(position: &Draughts<V>, depth: u32) {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    for &mv in &list {
        let routes = position.routes(mv, usize::MAX);
        assert_eq!(routes.len(), position.count_routes(mv));
        for (index, route) in routes.iter().enumerate() {
            let squares = route.squares(&V::RULES);
            assert!(position.is_route(mv, &squares), "{route:?}");
            assert!(!routes[..index].contains(route), "twice: {route:?}");
            let others = list.iter().filter(|&&other| other != mv);
            let fits_other = others.filter(|&&other| position.is_route(other, &squares)).count();
            assert_eq!(fits_other, 0, "the long form {squares:?} fits another move");
        }
        if depth > 1 {
            check_routes(&position.after(mv), depth - 1);
        }
    }
}

/// Checks every count of a suite up to `most` nodes.
fn check_suite<V: Variant>(most: usize) {
    let path = common::testdata(&format!("perft/draughts/{}-paths.epd", V::RULES.name));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut checked = 0;
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut fields = line.split(';').map(str::trim);
        let fen = fields.next().expect("a position");
        let setup = Setup::<V>::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let position = setup.position_lenient().unwrap_or_else(|error| panic!("{fen}: {error}"));
        for field in fields {
            let (depth, count) = field[1..].split_once(' ').expect("Dn count");
            let (depth, count): (u32, usize) =
                (depth.parse().expect("a depth"), count.parse().expect("a count"));
            if count <= most {
                assert_eq!(perft_of_routes(&position, depth), count, "{} {fen} at {depth}", V::RULES.name);
                checked += 1;
            }
        }
    }
    assert!(checked > 0, "{} checks nothing", V::RULES.name);
}

#[test]
fn suites_that_count_paths() {
    macro_rules! check_suites {
        ($($variant:ident),*) => { $( check_suite::<$variant>(400_000); )* };
    }
    check_suites!(
        Brazilian,
        Canadian,
        Czech,
        English,
        English6x6,
        Frisian,
        Frysk,
        International,
        Italian,
        Killer,
        Pool,
        Portuguese,
        Russian,
        Spanish,
        Thai
    );
}

#[test]
fn listed_routes_are_routes() {
    check_routes(&Draughts::<International>::start(), 6);
    check_routes(&Draughts::<Brazilian>::start(), 7);
    check_routes(&Draughts::<Russian>::start(), 7);
    check_routes(&Draughts::<Frisian>::start(), 5);
    check_routes(&Draughts::<Italian>::start(), 7);
    check_routes(&Draughts::<Thai>::start(), 5);
    check_routes(&Draughts::<Turkish>::start(), 4);
}

/// The routes that the rule cases list, as texts.
fn check_cases<V: Variant>(file: &str) {
    for case in common::cases_of_kind(file, "moves") {
        let position = Draughts::<V>::from_fen(common::text(&case, "fen")).expect("a case");
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        for expected in case["legal_moves"].as_array().expect("moves") {
            check_case(&position, &list, expected);
        }
    }
}

fn check_case<V: Variant>(
    position: &Draughts<V>,
    list: &[draughts::Move<V::Word>],
    expected: &serde_json::Value,
) {
    let square = |value: &serde_json::Value| {
        let name = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        V::RULES.read_square(&name).expect("a square")
    };
    let captured: Option<draughts::Bitboard<V::Word>> =
        expected["captured"].as_array().map(|squares| squares.iter().map(square).collect());
    let is_it = |mv: &&draughts::Move<V::Word>| {
        mv.from() == square(&expected["from"])
            && mv.to() == square(&expected["to"])
            && mv.captured() == captured.unwrap_or(draughts::Bitboard::EMPTY)
    };
    let mv = *list.iter().find(is_it).unwrap_or_else(|| panic!("{expected} is missing"));
    if let Some(count) = expected["routes_count"].as_u64() {
        assert_eq!(position.try_count_routes(mv), Ok(count), "{expected}");
    }
    let Some(routes) = expected["routes"].as_array() else { return };
    let sign = |text: &str| text.replace(['x', ':', '-'], " ");
    let name = |squares: Vec<Square>| {
        squares.into_iter().map(|square| V::RULES.square_name(square)).collect::<Vec<_>>().join(" ")
    };
    let mut expected: Vec<_> = routes.iter().map(|route| sign(route.as_str().expect("a route"))).collect();
    let found = position.routes(mv, usize::MAX);
    let mut found: Vec<_> = found.iter().map(|route| name(route.squares(&V::RULES))).collect();
    expected.sort();
    found.sort();
    assert_eq!(found, expected, "{}", position.to_fen());
}

#[test]
fn rule_cases_list_their_routes() {
    check_cases::<International>("international.json");
    check_cases::<Russian>("russian.json");
}

#[test]
fn a_limit_shortens_the_list_only() {
    let position = Draughts::<International>::from_fen("W:W38:B5,33,34,43,44").unwrap();
    let mv = position.read_move("38x38", MoveStyle::Record).unwrap();
    let all = position.routes(mv, 10);
    assert_eq!(all.len(), 2);
    assert_eq!(position.routes(mv, 1), all[..1]);
    assert!(position.routes(mv, 0).is_empty());
}

#[test]
fn wrong_routes_are_refused() {
    let position = Draughts::<International>::from_fen("W:WK46:B2,28,41").unwrap();
    let mv = position.read_move("46x23", MoveStyle::Record).unwrap();
    let is_route = |names: &[u32]| {
        let squares: Vec<_> =
            names.iter().map(|&number| International::RULES.square_of_number(number).unwrap()).collect();
        position.is_route(mv, &squares)
    };
    assert!(is_route(&[46, 37, 23]));
    assert!(is_route(&[46, 32, 23]), "a pause anywhere on the line");
    for wrong in [&[46, 23][..], &[46, 37, 19], &[46, 28, 23], &[37, 46, 23], &[46, 37, 32, 23], &[], &[46]] {
        assert!(!is_route(wrong), "{wrong:?}");
    }
}
