//! Each planted fault is found by the step that looks for it, and an engine without a fault passes.

use std::time::Duration;

use catalog::GameId;
use compliance::{ComplianceReport, ComplianceSettings, StepVerdict, test_hub, test_uci};

fn polite(game: &str, fault: &str, protocol: &str) -> String {
    format!("{} --game {game} --fault {fault} {protocol}", env!("CARGO_BIN_EXE_broken-engine"))
}

/// Nothing that a busy machine does takes so long; faults of silence cost it.
const TIMEOUT: Duration = Duration::from_secs(10);

fn test(protocol: &str, fault: &str, only: &[&str], timeout: Duration) -> ComplianceReport {
    let only = only.iter().map(|&text| text.to_owned()).collect();
    let settings = ComplianceSettings { timeout, only, ..ComplianceSettings::default() };
    match protocol {
        "uci" => test_uci(&polite("chess", fault, "uci"), &settings, &mut |_| {}),
        _ => test_hub(&polite("international", fault, "hub"), GameId::International, &settings, &mut |_| {}),
    }
}

#[track_caller]
fn check_none(protocol: &str, skipped: usize) {
    let report = test(protocol, "none", &[], Duration::from_secs(120));
    assert!(report.is_compliant(), "{report:#?}");
    assert_eq!(report.count(StepVerdict::Skipped), skipped, "{report:#?}");
    assert_eq!(report.engine, "polite");
}

#[test]
fn a_polite_uci_engine_passes() {
    check_none("uci", 1);
}

#[test]
fn a_polite_hub_engine_passes() {
    check_none("hub", 0);
}

/// Runs the step that must find the fault.
fn check_found(protocol: &str, faults: &[(&str, &str)], timeout: Duration) {
    std::thread::scope(|scope| {
        for &(fault, step) in faults {
            scope.spawn(move || {
                let report = test(protocol, fault, &[step], timeout);
                let found = report.steps.iter().find(|found| found.name == step).expect("the step");
                assert_eq!(found.verdict, StepVerdict::Failed, "{protocol} {fault}: {report:#?}");
                assert!(!found.note.is_empty(), "{protocol} {fault}");
                assert!(!report.is_compliant());
            });
        }
    });
}

#[test]
fn faults_of_uci_engines_are_found() {
    let faults = [
        ("anonymous", "name and author"),
        ("bad-option", "options have sane limits"),
        ("option-twice", "options have sane limits"),
        ("crash-on-option", "options can be set"),
        ("crash-on-unknown", "unknown commands are ignored"),
        ("idle-move", "stop without a search"),
        ("no-info", "go depth"),
        ("bad-info", "go nodes"),
        ("illegal-variation", "go movetime"),
        ("huge-score", "go depth"),
        ("illegal-move", "go with clocks and increments"),
        ("second-move", "go with tiny clocks"),
        ("ignores-searchmoves", "go searchmoves"),
        ("eager", "go infinite and stop"),
        ("moves-after-end", "positions without a move"),
        ("forgets-moves", "a long list of moves"),
        ("one-variation", "several variations"),
        ("illegal-move", "a game against itself"),
        ("bad-exit", "quit"),
    ];
    check_found("uci", &faults, Duration::from_secs(120));
}

#[test]
fn silence_of_uci_engines_is_found() {
    let faults = [
        ("no-introduction", "uci is answered with uciok"),
        ("never-ready", "isready is answered with readyok"),
        ("deaf-in-search", "isready during a search"),
        ("ignores-ponderhit", "ponder and ponderhit"),
        ("silent-after-ponder", "ponder and stop"),
        ("ignores-quit", "quit"),
        ("ignores-quit", "quit during a search"),
        ("ignores-end", "end of input"),
    ];
    check_found("uci", &faults, TIMEOUT);
}

#[test]
fn faults_of_hub_engines_are_found() {
    let faults = [
        ("anonymous", "hub is answered with id, parameters and wait"),
        ("bad-option", "parameters have sane limits"),
        ("crash-on-unknown", "unknown commands are no harm"),
        ("idle-move", "stop without a search"),
        ("no-info", "level depth"),
        ("bad-info", "level nodes"),
        ("illegal-variation", "level move-time"),
        ("huge-score", "level depth"),
        ("illegal-move", "level with clocks"),
        ("second-move", "level with tiny clocks"),
        ("illegal-move", "positions with captures"),
        ("forgets-moves", "a long list of moves"),
        ("bad-exit", "quit"),
    ];
    check_found("hub", &faults, Duration::from_secs(120));
}

#[test]
fn silence_of_hub_engines_is_found() {
    let faults = [
        ("no-introduction", "hub is answered with id, parameters and wait"),
        ("never-ready", "init is answered with ready"),
        ("deaf-in-search", "ping during a search"),
        ("ignores-ponderhit", "ponder and ponder-hit"),
        ("silent-after-ponder", "ponder and stop"),
        ("ignores-quit", "quit"),
        ("ignores-quit", "quit during a search"),
        ("ignores-end", "end of input"),
    ];
    check_found("hub", &faults, TIMEOUT);
}

#[test]
fn a_failed_step_shows_the_conversation() {
    let report = test("uci", "illegal-move", &["go depth"], Duration::from_secs(120));
    let step = &report.steps[1];
    assert!(step.note.starts_with("\"e1e8\" is not a legal move in "), "{step:?}");
    assert!(step.exchange.iter().any(|line| line == "> go depth 4"), "{step:?}");
    assert_eq!(step.exchange.last().map(String::as_str), Some("< bestmove e1e8"), "{step:?}");
}

#[test]
fn an_engine_that_cannot_be_started_is_told_once() {
    let settings = ComplianceSettings::default();
    let report = test_uci("/no/such/engine", &settings, &mut |_| {});
    assert_eq!((report.count(StepVerdict::Failed), report.count(StepVerdict::Passed)), (1, 0));
    assert!(report.steps[0].note.starts_with("cannot start \"/no/such/engine\""), "{:?}", report.steps[0]);
}
