//! Engines that crash, hang, talk nonsense or close the pipe are told apart, whatever they speak.

use std::time::{Duration, Instant};

use catalog::GameId;
use client::{EngineError, Settings};
use diff::{Opponent, OpponentError, Protocol, Query, RandomPositions, TestPosition, check, open_opponent};

fn settings() -> Settings {
    Settings { timeout: Duration::from_millis(1500), ..Settings::default() }
}

fn open(game: GameId, protocol: Protocol, arguments: &str) -> Result<Box<dyn Opponent>, EngineError> {
    let command = format!("{} --game {game} {arguments}", env!("CARGO_BIN_EXE_broken-engine"));
    open_opponent(&command, protocol, game, &[], &settings()).map_err(engine_error)
}

fn engine_error(error: OpponentError) -> EngineError {
    match error {
        OpponentError::Engine(error) => error,
        other => panic!("{other}"),
    }
}

/// The error of an engine when it starts or when it is asked for the moves of the start position.
fn error_of(game: GameId, protocol: Protocol, arguments: &str) -> EngineError {
    let begin = Instant::now();
    let asked = open(game, protocol, arguments).and_then(|mut opponent| {
        let start = TestPosition::start(game).expect("a start");
        opponent.ask(&start, Query::of_depth(1)).map_err(engine_error).map(|_| ())
    });
    assert!(begin.elapsed() < Duration::from_secs(15), "{arguments}");
    asked.expect_err(arguments)
}

#[test]
fn uci_engines_that_misbehave() {
    let error =
        |behavior: &str| error_of(GameId::Chess, Protocol::Uci, &format!("--behavior {behavior} uci"));
    assert!(matches!(error("exit-at-start"), EngineError::Exited { status, .. } if status == "exit code 3"));
    assert!(matches!(error("hang-at-start"), EngineError::Hung { .. }));
    let crash = error("crash");
    let EngineError::Exited { asked, stderr, .. } = &crash else { panic!("{crash}") };
    assert_eq!(asked, "go perft 1");
    assert!(stderr.iter().any(|line| line.contains("planted crash")), "{stderr:?}");
    assert!(matches!(error("endless"), EngineError::Flood { .. } | EngineError::Hung { .. }));
    assert!(matches!(error("hang"), EngineError::Hung { asked, .. } if asked == "go perft 1"));
    let garbage = error("garbage");
    let EngineError::Garbage { asked, line, .. } = &garbage else { panic!("{garbage}") };
    assert_eq!((asked.as_str(), line.as_str()), ("go perft 1", "qwertyuiop 1: 20"));
}

#[test]
fn scripts_that_misbehave() {
    let error = |behavior: &str| {
        error_of(GameId::Russian, Protocol::Script, &format!("--behavior {behavior} script"))
    };
    assert!(matches!(error("exit-at-start"), EngineError::Exited { .. }));
    assert!(matches!(error("hang"), EngineError::Hung { .. }));
    assert!(matches!(error("garbage"), EngineError::Garbage { .. }));
    assert!(matches!(error("endless"), EngineError::Garbage { .. } | EngineError::Flood { .. }));
    assert!(matches!(error("crash"), EngineError::Exited { .. }));
}

/// A deadline counts, however long an answer may take.
#[test]
fn a_deadline_ends_the_wait() {
    let settings = Settings { timeout: Duration::from_secs(3000), ..Settings::default() };
    let command = format!("{} --game russian --delay 3600000 script", env!("CARGO_BIN_EXE_broken-engine"));
    let mut opponent =
        open_opponent(&command, Protocol::Script, GameId::Russian, &[], &settings).expect("a script");
    opponent.set_deadline(Some(Instant::now()));
    let start = TestPosition::start(GameId::Russian).expect("a start");
    let error = opponent.ask(&start, Query::of_depth(1)).map_err(engine_error).expect_err("no answer");
    assert!(matches!(error, EngineError::Hung { .. }), "{error}");
}

#[test]
fn hub_engines_that_misbehave() {
    let error =
        |behavior: &str| error_of(GameId::Russian, Protocol::Hub, &format!("--behavior {behavior} hub"));
    assert!(matches!(error("exit-at-start"), EngineError::Exited { .. }));
    assert!(matches!(error("hang-at-start"), EngineError::Hung { .. }));
    assert!(matches!(error("crash"), EngineError::Exited { asked, .. } if asked == "go think"));
    assert!(matches!(error("hang"), EngineError::Hung { asked, .. } if asked == "go think"));
}

#[test]
fn a_wrong_count_with_right_moves_is_told() {
    let mut opponent = open(GameId::Chess, Protocol::Uci, "--behavior wrong-count uci").expect("it starts");
    let start = TestPosition::start(GameId::Chess).expect("a start");
    let report = check(&mut *opponent, &start, Query::of_depth(2), None, &())
        .expect("an answer")
        .expect("a difference");
    assert!(report.missing.is_empty() && report.extra.is_empty(), "{report}");
    assert_eq!(report.other.len(), 1, "{report}");
    assert!(report.other[0].ends_with("1 move sequence, the engine counts 2"), "{report}");
}

#[test]
fn a_move_listed_twice_is_told() {
    let mut opponent = open(GameId::Chess, Protocol::Uci, "--behavior twice uci").expect("it starts");
    let line = TestPosition::open(GameId::Chess, "8/8/8/4k3/8/8/8/K3R3 b - - 0 1").expect("a position");
    let report = check(&mut *opponent, &line, Query::of_depth(1), None, &())
        .expect("an answer")
        .expect("a difference");
    assert_eq!(report.twice.len(), 1, "{report}");
}

/// Engines without `go perft` are asked with `searchmoves`; they think until stopped when asked to count.
#[test]
fn engines_without_perft_are_asked_move_by_move() {
    let mut right = open(GameId::Chess, Protocol::Uci, "--no-perft uci").expect("it starts");
    assert!(!right.can_count());
    for line in RandomPositions::new(GameId::Chess, 7).take(20) {
        let report = check(&mut *right, &line, Query::of_depth(1), None, &()).expect("an answer");
        assert!(report.is_none(), "{}", report.expect("a report"));
    }
    let mut wrong =
        open(GameId::Chess, Protocol::Uci, "--no-perft --bug king-shields-itself uci").expect("it starts");
    let line = TestPosition::open(GameId::Chess, "8/8/8/4k3/8/8/8/K3R3 b - - 0 1").expect("a position");
    let report =
        check(&mut *wrong, &line, Query::of_depth(1), None, &()).expect("an answer").expect("a difference");
    assert_eq!(report.extra.len(), 1, "{report}");
    assert_eq!(report.extra[0].text, "e5e6");
    let mut wrong = open(GameId::Chess, Protocol::Uci, "--no-perft --bug queen-only uci").expect("it starts");
    let line = TestPosition::open(GameId::Chess, "8/3P4/8/4k3/8/8/8/K7 w - - 0 1").expect("a position");
    let report =
        check(&mut *wrong, &line, Query::of_depth(1), None, &()).expect("an answer").expect("a difference");
    assert_eq!((report.missing.len(), report.extra.len()), (3, 0), "{report}");
}

#[test]
fn engines_that_do_not_heed_searchmoves_are_asked_for_their_own_move() {
    let mut opponent = open(GameId::Chess, Protocol::Uci, "--no-perft --lax uci").expect("it starts");
    assert!(opponent.caveats()[0].contains("only the moves it chooses"));
    let line = TestPosition::open(GameId::Chess, "8/8/8/4k3/8/8/8/K3R3 b - - 0 1").expect("a position");
    assert!(check(&mut *opponent, &line, Query::of_depth(1), None, &()).expect("an answer").is_none());
}

#[test]
fn hub_engines_are_offered_every_move() {
    let mut right = open(GameId::International, Protocol::Hub, "hub").expect("it starts");
    assert!(right.caveats()[0].contains("offers every legal move"));
    for line in RandomPositions::new(GameId::International, 7).take(20) {
        let report = check(&mut *right, &line, Query::of_depth(1), None, &()).expect("an answer");
        assert!(report.is_none(), "{}", report.expect("a report"));
    }
    let mut wrong =
        open(GameId::International, Protocol::Hub, "--bug maximum-per-piece hub").expect("it starts");
    let line = TestPosition::open(GameId::International, "B:W33,41:B38,K46").expect("a position");
    let report =
        check(&mut *wrong, &line, Query::of_depth(1), None, &()).expect("an answer").expect("a difference");
    assert_eq!(report.extra[0].text, "38x29x33", "{report}");
    let mut lax = open(GameId::International, Protocol::Hub, "--lax hub").expect("it starts");
    assert!(lax.caveats()[0].contains("only the moves it chooses"));
    assert!(check(&mut *lax, &line, Query::of_depth(1), None, &()).expect("an answer").is_none());
}

#[test]
fn protocols_are_found_out() {
    let chess = open(GameId::Chess, Protocol::Auto, "uci").expect("it starts");
    assert_eq!(chess.name(), "broken");
    let russian = open(GameId::Russian, Protocol::Auto, "hub").expect("it starts");
    assert_eq!(russian.name(), "broken");
    let script = open(GameId::Russian, Protocol::Auto, "script").expect("it starts");
    assert!(script.can_count());
    assert!(open(GameId::Russian, Protocol::Auto, "--behavior exit-at-start hub").is_err());
}
