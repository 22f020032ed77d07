//! `damier match --compliance`: our own engine behind all protocols passes, and so does Stockfish where it is installed.

use std::path::Path;

#[cfg(unix)]
use crate::common::Folder;
use crate::common::{complaint_about, damier};
use serde_json::Value;

/// Steps do not wait so long unless an engine is silent; a busy machine may be slow.
const PATIENCE: [&str; 2] = ["--answer-time", "120"];

#[track_caller]
fn check_passes(arguments: &[&str], least_steps: usize) -> Value {
    let run = damier(&[&["match"], arguments, &PATIENCE, &["--json"]].concat());
    let report: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{run:?}"));
    let steps = report["steps"].as_array().expect("steps");
    let failed: Vec<&Value> = steps.iter().filter(|step| step["verdict"] == "failed").collect();
    assert!(failed.is_empty(), "{failed:#?}");
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(steps.len() >= least_steps, "{report}");
    report
}

#[test]
fn our_engine_behind_uci_passes() {
    let report = check_passes(&["--compliance", "damier"], 26);
    assert_eq!(report["protocol"], "uci");
    assert!(
        report["steps"].as_array().expect("steps").iter().all(|step| step["verdict"] == "passed"),
        "{report}"
    );
}

#[test]
fn our_engine_behind_hub_passes() {
    for game in ["international", "russian", "frisian"] {
        let report = check_passes(&[game, "--compliance", "damier"], 21);
        assert_eq!(report["protocol"], "hub");
    }
}

#[test]
fn our_engine_behind_dxp_passes() {
    let program = env!("CARGO_BIN_EXE_damier");
    let engine =
        format!("{program} dxp --listen {{port}} --once --move-time 0.02 --hash 1 protocol=dxp name=x");
    check_passes(&["--compliance", &engine], 9);
}

#[test]
fn stockfish_passes() {
    let stockfish = "/usr/games/stockfish";
    if !Path::new(stockfish).exists() {
        eprintln!("SKIPPED: no Stockfish found; install stockfish");
        return;
    }
    check_passes(&["chess", "--compliance", stockfish], 26);
}

#[cfg(unix)]
#[test]
fn failures_are_shown_with_the_conversation() {
    let folder = Folder::new("mute-engine");
    let script = "while read line; do if [ \"$line\" = uci ]; then echo id name mute; echo uciok; fi; done\n";
    let engine = format!("sh {}", folder.file("engine.sh", script));
    let run = damier(&["match", "--compliance", &engine, "--step", "name and author"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines[0], "passed  uci is answered with uciok: mute");
    assert_eq!(lines[1], "FAILED  name and author: no \"id author\" before uciok");
    let run = damier(&["match", "--compliance", "false", "--step", "uciok"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.stdout.starts_with("FAILED  uci is answered with uciok: the engine exited"), "{run:?}");
    assert!(run.stdout.contains("\n    > uci\n"), "{run:?}");
}

/// GNU Chess does so with a limit of nodes.
#[cfg(unix)]
#[test]
fn an_engine_that_talks_and_never_moves_is_found_out() {
    let folder = Folder::new("talking-engine");
    let script = "while read line; do case $line in uci) echo id name x; echo uciok;; isready) echo readyok;; \
                  go*) while echo info depth 1; do :; done;; esac; done\n";
    let engine = format!("sh {}", folder.file("engine.sh", script));
    let run = damier(&["match", "--compliance", &engine, "--step", "go nodes", "--answer-time", "2"]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert!(
        run.stdout.contains("FAILED  go nodes: no answer within 2.0 s, only other lines\n"),
        "{}",
        run.stdout
    );
}

/// Nothing was tested then: that is no verdict on an engine.
#[test]
fn a_missing_engine_has_a_code_of_its_own() {
    for engine in ["/no/such/engine", "/no/such/engine {port} protocol=dxp"] {
        let run = damier(&["match", "--compliance", engine, "--answer-time", "1", "--json"]);
        assert_eq!(run.code, Some(3), "{run:?}");
        let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
        assert_eq!(report["started"], false, "{report}");
    }
}

#[test]
fn engines_that_do_not_fit_the_game_are_refused() {
    assert!(
        complaint_about(&["match", "chess", "--compliance", "x protocol=hub"])
            .contains("cannot be tested in chess: Hub is for draughts")
    );
    assert!(
        complaint_about(&["match", "russian", "--compliance", "x protocol=dxp"])
            .contains("cannot be tested in russian: dxp is for international draughts")
    );
    assert!(
        complaint_about(&["match", "russian", "--compliance", "x"])
            .contains("a Hub engine needs protocol=hub")
    );
    assert!(complaint_about(&["match", "--step", "go"]).contains("--compliance"));
}

/// What was asked for and did not happen must not look like success.
#[test]
fn nothing_that_is_asked_for_is_passed_over() {
    for (engine, key) in
        [("x option.Hash=1", "option Hash"), ("x time=3", "time"), ("x ponder=true", "ponder")]
    {
        let complaint = complaint_about(&["match", "--compliance", engine]);
        assert!(complaint.contains(&format!("{key} is for matches")), "{complaint}");
    }
    let run = damier(&["match", "--compliance", "damier", "--step", "zzz"]);
    assert_eq!(
        (run.code, run.stderr),
        (Some(2), "damier: no step of uci has \"zzz\" in its name\n".to_owned())
    );
}

#[test]
fn options_of_a_match_are_refused() {
    for option in ["--engine=x", "--time=3", "--rounds=3", "--sprt=0,5", "--output=x.pgn", "--concurrency=2"]
    {
        let complaint = complaint_about(&["match", "--compliance", "x", option]);
        assert!(complaint.contains("--compliance <ENGINE>' cannot be used with"), "{option}: {complaint}");
    }
}
