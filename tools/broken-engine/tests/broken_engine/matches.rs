//! Engines that crash, hang, cheat, come late or talk nonsense lose their game, are told apart, and do not stop a match.

use std::sync::Mutex;

use arena::{
    EngineSpec, EngineTime, FaultKind, Match, MatchEvent, MatchObserver, MatchPlan, PlayedGame, Restart,
    RunSettings, StopReason,
};
use catalog::GameId;

/// Keeps all finished games.
#[derive(Default)]
struct Games(Mutex<Vec<PlayedGame>>);

impl MatchObserver for Games {
    fn observe(&self, event: &MatchEvent<'_>) {
        if let MatchEvent::GameFinished { game, .. } = event {
            self.0.lock().expect("no panic").push((*game).clone());
        }
    }
}

fn broken(game: GameId, arguments: &str) -> EngineSpec {
    let protocol = if game.is_chess() { "uci" } else { "hub" };
    let command = format!("{} --game {game} {arguments} {protocol}", env!("CARGO_BIN_EXE_broken-engine"));
    let text = format!("command='{command}' protocol={protocol} name=broken");
    text.parse().expect("an engine")
}

/// Seconds to wait for an engine that has no clock: more than any answer takes on a busy machine.
const PATIENCE: u64 = 40;

/// Plays a pair of a broken engine with our own: the games, the text of the records, and what stopped it.
fn play(
    game: GameId,
    engine: EngineSpec,
    time: &str,
    patience: u64,
) -> (Vec<PlayedGame>, String, StopReason) {
    let folder = tempfile::tempdir().expect("a folder");
    let records = folder.path().join("games");
    let own =
        EngineSpec { time: Some(EngineTime::depth(1)), ..EngineSpec::own("own").with_option("hash", 1) };
    let time = time.parse().expect("a time");
    let plan = MatchPlan { patience, margin: 100, ..MatchPlan::new(game, time, vec![engine, own]) };
    let games = Games::default();
    let mut played = Match::create(plan, &records).expect("a match");
    let reason = played.run(&RunSettings::default(), &games).expect("games");
    (games.0.into_inner().expect("no panic"), std::fs::read_to_string(&records).expect("records"), reason)
}

/// Both games are lost by this fault of the broken engine.
fn check(game: GameId, arguments: &str, time: &str, kind: FaultKind, said: &str, tag: &str) {
    let patience = if kind == FaultKind::Hang { 1 } else { PATIENCE };
    let (games, records, reason) = play(game, broken(game, arguments), time, patience);
    assert_eq!((games.len(), &reason), (2, &StopReason::Complete), "{arguments}");
    for played in &games {
        let fault = played.fault.as_ref().expect(arguments);
        assert_eq!((fault.engine, fault.kind), (0, kind), "{arguments}: {fault:?}");
        assert_eq!(played.half_points(0), Some(0), "{arguments}");
        assert!(fault.text.contains(said), "{arguments}: {}", fault.text);
        assert!(fault.lines.iter().any(|line| line.starts_with("> go")), "{arguments}: {:?}", fault.lines);
    }
    let tag = format!("[Termination \"{tag}\"]");
    assert_eq!(records.matches(&tag).count(), 2, "{arguments}: {records}");
}

#[test]
fn faults_of_uci_engines_are_told_apart() {
    let check = |arguments, time, kind, said, tag| check(GameId::Chess, arguments, time, kind, said, tag);
    check("--behavior crash --after 3", "depth=1", FaultKind::Crash, "exit code 101", "abandoned");
    // Without a clock too, an engine that does not answer is found out.
    check(
        "--behavior hang --after 1",
        "nodes=100",
        FaultKind::Hang,
        "did not answer \"go nodes 100\"",
        "abandoned",
    );
    check(
        "--behavior illegal-move",
        "depth=1",
        FaultKind::IllegalMove,
        "\"a1a1\" is not a legal move",
        "rules infraction",
    );
    check(
        "--behavior no-move",
        "depth=1",
        FaultKind::IllegalMove,
        "no move is not a legal move",
        "rules infraction",
    );
    check("--behavior bad-answer", "depth=1", FaultKind::Protocol, "with \"bestmove\"", "rules infraction");
    check("--behavior endless", "depth=1", FaultKind::Protocol, "more than 100000 lines", "rules infraction");
    check("--delay 800", "movetime=0.1", FaultKind::TimeLoss, "ms late", "time forfeit");
    check("--delay 1500", "1+0.01", FaultKind::TimeLoss, "ms late", "time forfeit");
}

#[test]
fn faults_of_hub_engines_are_told_apart() {
    let check = |arguments, time, kind, said, tag| check(GameId::Frisian, arguments, time, kind, said, tag);
    check("--behavior crash --after 2", "depth=1", FaultKind::Crash, "exit code 101", "abandoned");
    check("--behavior hang", "depth=1", FaultKind::Hang, "did not answer \"go think\"", "abandoned");
    check(
        "--behavior illegal-move",
        "depth=1",
        FaultKind::IllegalMove,
        "is not a legal move",
        "rules infraction",
    );
    check("--behavior bad-answer", "depth=1", FaultKind::Protocol, "no idea", "rules infraction");
}

#[test]
fn an_engine_that_is_never_to_be_started_again_stops_the_match() {
    let engine = EngineSpec { restart: Restart::Never, ..broken(GameId::Chess, "--behavior crash") };
    let (games, _, reason) = play(GameId::Chess, engine, "depth=1", PATIENCE);
    assert_eq!(games.len(), 1);
    assert!(matches!(&reason, StopReason::EngineFailed { engine, .. } if engine == "broken"), "{reason:?}");
    // A move that is not legal leaves the engine as it is.
    let engine = EngineSpec { restart: Restart::Never, ..broken(GameId::Chess, "--behavior illegal-move") };
    assert_eq!(play(GameId::Chess, engine, "depth=1", PATIENCE).2, StopReason::Complete);
}

#[test]
fn an_engine_that_cannot_be_started_ends_the_match_with_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    for (arguments, said) in [("--behavior exit-at-start", "exit code 3"), ("--nonsense", "exit code 2")] {
        let records = folder.path().join(said);
        let engines = vec![broken(GameId::Chess, arguments), EngineSpec::own("own").with_option("hash", 1)];
        let plan = MatchPlan::new(GameId::Chess, EngineTime::depth(1), engines);
        let mut played = Match::create(plan, &records).expect("a match");
        let error = played.run(&RunSettings::default(), &()).expect_err("no engine");
        let text = error.to_string();
        assert!(text.starts_with("cannot start engine \"broken\"") && text.contains(said), "{text}");
    }
}
