//! Engines that count every route of a capture, and texts that an engine reads wrong.

use std::time::Duration;

use catalog::GameId;
use client::Settings;
use diff::{Budget, Opponent, Protocol, Query, RandomPositions, Report, TestPosition, check, open_opponent};

/// A man that takes four pieces and comes back to its square, in either direction.
const ROUND: &str = "W:W28:B12,13,22,23";

/// The same among other pieces, one move before.
const BEFORE: &str = "B:W28,32,33,45:B3,12,13,22,23,36";

fn open(game: GameId, arguments: &str) -> Box<dyn Opponent> {
    let settings = Settings { timeout: Duration::from_secs(20), ..Settings::default() };
    let command = format!("{} --game {game} {arguments} script", env!("CARGO_BIN_EXE_broken-engine"));
    open_opponent(&command, Protocol::Script, game, &[], &settings).expect("a script")
}

/// The report about an engine that was asked about one position.
fn report(game: GameId, arguments: &str, fen: &str, query: Query) -> Option<Report> {
    let line = TestPosition::open(game, fen).expect("a position");
    let mut opponent = open(game, arguments);
    check(&mut *opponent, &line, query, Some(Budget::default()), &()).expect("an answer")
}

fn routes(depth: u32) -> Query {
    Query { depth, routes: true }
}

#[test]
fn every_route_counts_on_both_sides() {
    for (fen, depth) in [(ROUND, 1), (ROUND, 2), (BEFORE, 2), (BEFORE, 3)] {
        let found = report(GameId::International, "--routes", fen, routes(depth));
        assert!(found.is_none(), "{fen}: {}", found.expect("a report"));
    }
    let mut opponent = open(GameId::International, "--routes");
    for line in RandomPositions::new(GameId::International, 5).take(60) {
        let found = check(&mut *opponent, &line, routes(1), None, &()).expect("an answer");
        assert!(found.is_none(), "{}", found.expect("a report"));
    }
}

#[test]
fn an_engine_that_only_counts_routes_is_told_so() {
    for (fen, depth) in [(ROUND, 1), (BEFORE, 2)] {
        let found =
            report(GameId::International, "--routes", fen, Query::of_depth(depth)).expect("a difference");
        assert!(found.counts_routes, "{found}");
        assert!(
            found.to_string().contains("\nthe counts agree if routes are counted: try --routes\n"),
            "{found}"
        );
    }
    let found =
        report(GameId::International, "--routes --bug route-lost", ROUND, routes(1)).expect("a difference");
    assert!(!found.counts_routes && !found.to_string().contains("try --routes"), "{found}");
    let with_quiet_moves = "W:W28,46:B12,13,22,23";
    let found = report(GameId::International, "--bug capture-optional", with_quiet_moves, Query::of_depth(1));
    assert!(found.is_some_and(|found| !found.counts_routes));
}

#[test]
fn a_lost_route_is_found() {
    let found =
        report(GameId::International, "--routes --bug route-lost", BEFORE, routes(2)).expect("a difference");
    assert!(found.missing.is_empty() && found.extra.is_empty() && found.twice.is_empty(), "{found}");
    assert_eq!(found.other.len(), 1, "{found}");
    assert!(found.other[0].ends_with(" has 2 routes, the engine counts 1"), "{found}");
    assert!(found.pieces <= 5 && found.moves.is_empty() && found.is_minimal && found.is_smaller, "{found}");
    assert!(found.epd.ends_with(" ;D1 2"), "{found}");
    // Nobody who counts moves sees that.
    assert!(report(GameId::International, "--bug route-lost", BEFORE, Query::of_depth(2)).is_none());
}

#[test]
fn a_bug_of_another_kind_is_found_while_routes_count() {
    let fen = "W:W28,33,K46:B12,13,22,23,41";
    let found = report(GameId::International, "--routes --bug maximum-per-piece", fen, routes(1));
    let found = found.expect("a difference");
    assert!(!found.extra.is_empty() && found.missing.is_empty(), "{found}");
}

/// A bug that shows only where a text names Black first.
#[test]
fn the_order_of_colors_is_not_lost() {
    let white_first = "W:W28,32,37,41,46:B18,22,23,3,8";
    let black_first = "W:B18,22,23,3,8:W28,32,37,41,46";
    let arguments = "--bug black-first";
    assert!(report(GameId::International, arguments, white_first, Query::of_depth(1)).is_none());
    let found =
        report(GameId::International, arguments, black_first, Query::of_depth(1)).expect("a difference");
    assert!(found.pieces == 2 && found.is_minimal, "{found}");
    assert!(found.fen.starts_with("W:B") && found.epd.starts_with("W:B"), "{found}");
    assert!(found.case.to_string().contains("\"fen\":\"W:B"), "{found}");
}
