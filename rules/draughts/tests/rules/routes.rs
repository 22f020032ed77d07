//! Routes: how many ways there are to make each capture.

use boardgame::{MoveList, MoveStyle, Notation, Position};
use damier_draughts::{AnyDraughts, AnyVariant, Square};

use crate::common::{self, AnySetup, at, start};
use crate::variants::{
    BRAZILIAN, CANADIAN, CZECH, ENGLISH, ENGLISH_6X6, FRISIAN, FRYSK, INTERNATIONAL, ITALIAN, KILLER, POOL,
    PORTUGUESE, RUSSIAN, SPANISH, THAI, TURKISH,
};

/// Perft in which every route counts.
fn perft_of_routes(position: &AnyDraughts, depth: u32) -> usize {
    let mut list = MoveList::new();
    position.legal_moves_into(&mut list);
    let below = |mv| if depth == 1 { 1 } else { perft_of_routes(&position.after(mv), depth - 1) };
    list.iter().map(|&mv| position.count_routes(mv) * below(mv)).sum()
}

/// Every listed route is a route, no two are the same, and there are as many as counted.
fn check_routes(position: &AnyDraughts, depth: u32) {
    let mut list = MoveList::new();
    position.legal_moves_into(&mut list);
    for &mv in &list {
        let routes = position.routes(mv, usize::MAX);
        assert_eq!(routes.len(), position.count_routes(mv));
        for (index, route) in routes.iter().enumerate() {
            let squares = route.squares(position.rules());
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
fn check_suite(variant: AnyVariant, most: usize) {
    let name = variant.rules().name;
    let text = common::suite_text(&format!("{name}-paths")).unwrap_or_else(|| panic!("no suite of {name}"));
    let mut checked = 0;
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut fields = line.split(';').map(str::trim);
        let fen = fields.next().expect("a position");
        let setup = AnySetup::read_fen(variant, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let position = setup.position_lenient().unwrap_or_else(|error| panic!("{fen}: {error}"));
        for field in fields {
            let (depth, count) = field[1..].split_once(' ').expect("Dn count");
            let (depth, count): (u32, usize) =
                (depth.parse().expect("a depth"), count.parse().expect("a count"));
            if count <= most {
                assert_eq!(perft_of_routes(&position, depth), count, "{name} {fen} at {depth}");
                checked += 1;
            }
        }
    }
    assert!(checked > 0, "{name} checks nothing");
}

#[test]
fn suites_that_count_paths() {
    let variants = [
        BRAZILIAN,
        CANADIAN,
        CZECH,
        ENGLISH,
        ENGLISH_6X6,
        FRISIAN,
        FRYSK,
        INTERNATIONAL,
        ITALIAN,
        KILLER,
        POOL,
        PORTUGUESE,
        RUSSIAN,
        SPANISH,
        THAI,
    ];
    variants.into_iter().for_each(|variant| check_suite(variant, 400_000));
}

#[test]
fn listed_routes_are_routes() {
    check_routes(&start(INTERNATIONAL), 6);
    check_routes(&start(BRAZILIAN), 7);
    check_routes(&start(RUSSIAN), 7);
    check_routes(&start(FRISIAN), 5);
    check_routes(&start(ITALIAN), 7);
    check_routes(&start(THAI), 5);
    check_routes(&start(TURKISH), 4);
}

/// The routes that the rule cases list, as texts.
fn check_cases(variant: AnyVariant, file: &str) {
    for case in common::cases_of_kind(file, "moves") {
        let position = at(variant, common::text(&case, "fen"));
        let mut list = MoveList::new();
        position.legal_moves_into(&mut list);
        for expected in case["legal_moves"].as_array().expect("moves") {
            check_case(&position, &list, expected);
        }
    }
}

fn check_case(position: &AnyDraughts, list: &[damier_draughts::Move<u128>], expected: &serde_json::Value) {
    let square = |value: &serde_json::Value| {
        let name = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        position.rules().read_square(&name).expect("a square")
    };
    let captured: Option<damier_draughts::Bitboard<u128>> =
        expected["captured"].as_array().map(|squares| squares.iter().map(square).collect());
    let is_it = |mv: &&damier_draughts::Move<u128>| {
        mv.from() == square(&expected["from"])
            && mv.to() == square(&expected["to"])
            && mv.captured() == captured.unwrap_or(damier_draughts::Bitboard::EMPTY)
    };
    let mv = *list.iter().find(is_it).unwrap_or_else(|| panic!("{expected} is missing"));
    if let Some(count) = expected["routes_count"].as_u64() {
        assert_eq!(position.try_count_routes(mv), Ok(count), "{expected}");
    }
    let Some(routes) = expected["routes"].as_array() else { return };
    let sign = |text: &str| text.replace(['x', ':', '-'], " ");
    let name = |squares: Vec<Square>| {
        squares.into_iter().map(|square| position.rules().square_name(square)).collect::<Vec<_>>().join(" ")
    };
    let mut expected: Vec<_> = routes.iter().map(|route| sign(route.as_str().expect("a route"))).collect();
    let found = position.routes(mv, usize::MAX);
    let mut found: Vec<_> = found.iter().map(|route| name(route.squares(position.rules()))).collect();
    expected.sort();
    found.sort();
    assert_eq!(found, expected, "{}", position.to_fen());
}

#[test]
fn rule_cases_list_their_routes() {
    check_cases(INTERNATIONAL, "international.json");
    check_cases(RUSSIAN, "russian.json");
}

#[test]
fn a_limit_shortens_the_list_only() {
    let position = at(INTERNATIONAL, "W:W38:B5,33,34,43,44");
    let mv = position.read_move("38x38", MoveStyle::Record).unwrap();
    let all = position.routes(mv, 10);
    assert_eq!(all.len(), 2);
    assert_eq!(position.routes(mv, 1), all[..1]);
    assert!(position.routes(mv, 0).is_empty());
}

#[test]
fn wrong_routes_are_refused() {
    let position = at(INTERNATIONAL, "W:WK46:B2,28,41");
    let mv = position.read_move("46x23", MoveStyle::Record).unwrap();
    let is_route = |names: &[u32]| {
        let squares: Vec<_> =
            names.iter().map(|&number| INTERNATIONAL.rules().square_of_number(number).unwrap()).collect();
        position.is_route(mv, &squares)
    };
    assert!(is_route(&[46, 37, 23]));
    assert!(is_route(&[46, 32, 23]), "a pause anywhere on the line");
    for wrong in [&[46, 23][..], &[46, 37, 19], &[46, 28, 23], &[37, 46, 23], &[46, 37, 32, 23], &[], &[46]] {
        assert!(!is_route(wrong), "{wrong:?}");
    }
}

/// FID 6.9: of two ways round only the one that meets the king first is a route.
#[test]
fn italian_routes_meet_kings_first() {
    let ways = [["27", "20", "11", "18", "27"], ["27", "18", "11", "20", "27"]];
    let ways = ways.map(|way| way.map(|name| ITALIAN.rules().read_square(name).expect(name)));
    for (fen, [legal, other]) in
        [("W:WK27:B14,15,22,K23", ways), ("W:WK27:B14,15,K22,23", [ways[1], ways[0]])]
    {
        let position = common::at(ITALIAN, fen);
        let mv = position.read_move("27x27", MoveStyle::Record).expect("a circle");
        let routes = position.routes(mv, 10);
        assert_eq!((routes.len(), position.count_routes(mv)), (1, 1), "{fen}");
        assert_eq!(routes[0].squares(ITALIAN.rules()), legal, "{fen}");
        assert!(!position.is_route(mv, &other), "{fen}");
    }
}

/// Where turning back is forbidden, the direction in which a piece arrives decides how it goes on: both ways round end
/// on a1 with the same pieces captured, and each goes on to one side only.
#[test]
fn routes_that_meet_in_one_square_may_part_again() {
    let position = common::at(TURKISH, "W:WKa1:Ba2,Kb1,c5,e3,a7,Kg1");
    for (text, way) in
        [("a1xa8", ["a1", "a5", "e5", "e1", "a1", "a8"]), ("a1xh1", ["a1", "e1", "e5", "a5", "a1", "h1"])]
    {
        let mv = position.read_move(text, MoveStyle::Record).expect(text);
        let routes = position.routes(mv, 10);
        assert_eq!((routes.len(), position.count_routes(mv)), (1, 1), "{text}");
        let names =
            routes[0].squares(TURKISH.rules()).into_iter().map(|square| TURKISH.rules().square_name(square));
        assert_eq!(names.collect::<Vec<_>>(), way, "{text}");
    }
}

/// Without work left the list is complete only if it has as many routes as asked for.
#[test]
fn routes_beyond_the_work_limit_are_not_called_complete() {
    let position = common::at(INTERNATIONAL, "W:W28:B12,13,22,23");
    let mv = position.read_move("28x28", MoveStyle::Record).expect("a circle");
    let listed =
        |limit, states: usize| position.routes_within(mv, limit, &mut { states }).map(|routes| routes.len());
    assert_eq!((listed(10, 100), listed(10, 0)), (Some(2), None));
    assert_eq!(listed(1, 0), Some(1));
}

/// States that lead nowhere are remembered; each takes one of those that may be.
#[test]
fn dead_ends_of_routes_take_work() {
    let fen = "W:WK46:BK7,K8,K9,K10,K17,K18,K19,K20,K27,K28,K29,K30,K37,K38,K39,K40";
    let position = at(INTERNATIONAL, fen);
    let mut list = MoveList::new();
    position.legal_moves_into(&mut list);
    let mut left = 100_000;
    assert_eq!(position.routes_within(list[0], 10, &mut left).map(|routes| routes.len()), Some(10));
    assert!(left < 100_000);
    assert_eq!(position.routes_within(list[0], 10, &mut 0), None);
}

#[test]
fn a_quiet_move_has_a_route_of_two_squares() {
    let position = common::at(INTERNATIONAL, "W:WK46:B2");
    let mv = position.read_move("46-23", MoveStyle::Record).expect("legal");
    let is_route = |names: &[u32]| {
        let square = |&name: &u32| INTERNATIONAL.rules().square_of_number(name).expect("a square");
        position.is_route(mv, &names.iter().map(square).collect::<Vec<_>>())
    };
    assert!(is_route(&[46, 23]));
    for names in [&[46, 37, 23][..], &[46, 28], &[41, 23], &[46]] {
        assert!(!is_route(names), "{names:?}");
    }
}

/// Routes are sorted by their squares from the top left, and all of them are found within enough work.
#[test]
fn routes_come_in_the_order_of_their_squares() {
    fn check(variant: AnyVariant, fen: &str) {
        let position = common::at(variant, fen);
        let place = |square: Square| {
            let (file, rank) = variant.rules().board.file_and_rank(square);
            (variant.rules().board.rows - rank, file)
        };
        let mut list = MoveList::new();
        position.legal_moves_into(&mut list);
        let mut most = 0;
        for &mv in &list {
            let routes = position.routes_within(mv, 1000, &mut 1000).expect("few states");
            let places = routes.iter().map(|route| route.squares(variant.rules()).into_iter().map(place));
            assert!(places.map(Iterator::collect::<Vec<_>>).is_sorted(), "{fen}");
            most = most.max(routes.len());
        }
        assert!(most > 1, "{fen}");
    }
    check(INTERNATIONAL, "W:W28:B12,13,22,23");
    check(FRISIAN, "W:WK44:B23,31,34,42");
    check(TURKISH, "W:WKg2:Bb4,d2,e6,g4");
}
