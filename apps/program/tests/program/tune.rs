//! `damier tune`.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::common::{Run, damier, program};
use serde_json::Value;

const ITERATIONS: &str = "12";

fn arguments(output: &Path) -> Vec<String> {
    let text = output.display().to_string();
    let words =
        ["tune", "english", "--engine", "damier hash=1", "--number", "level=3:1:10", "--time", "depth=2"];
    let more = ["--iterations", ITERATIONS, "--seed", "2", "--output", &text];
    words.iter().chain(&more).map(|&word| word.to_owned()).collect()
}

fn tune(output: &Path, more: &[&str]) -> Run {
    let arguments = arguments(output);
    let words: Vec<&str> = arguments.iter().map(String::as_str).chain(more.iter().copied()).collect();
    damier(&words)
}

/// The state that a run left.
fn state(output: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(output).expect("a file")).expect("JSON")
}

#[test]
fn a_run_prints_its_way_and_draws_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let (output, page) = (folder.path().join("tune.json"), folder.path().join("tune.html"));
    let run = tune(&output, &["--json", "--plot", &page.display().to_string()]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let lines: Vec<Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 12);
    assert_eq!((&lines[11]["iteration"], &lines[11]["faults"]), (&12.into(), &0.into()));
    let games: u64 = lines[0]["games"].as_array().expect("a list").iter().filter_map(Value::as_u64).sum();
    assert_eq!(games, 2);
    assert_eq!(state(&output)["spsa"]["values"], lines[11]["values"]);
    let page = std::fs::read_to_string(page).expect("a page");
    assert!(page.contains("12 of 12 iterations") && page.contains("<svg"));

    let again = tune(&output, &[]);
    assert_eq!(again.code, Some(2));
    assert!(
        again.stderr.contains("already holds 12 iterations of this tuning: add --resume"),
        "{}",
        again.stderr
    );
}

#[test]
fn a_run_goes_on_with_the_same_options_or_more_iterations() {
    let folder = tempfile::tempdir().expect("a folder");
    let (output, whole) = (folder.path().join("tune.json"), folder.path().join("whole.json"));
    let text = output.display().to_string();
    let with = |output: &str, changes: &[(&str, &str)], more: &[&str]| {
        let usual = [
            ("--engine", "damier hash=1"),
            ("--number", "level=3:1:10"),
            ("--time", "depth=1"),
            ("--iterations", "4"),
            ("--seed", "2"),
            ("--rate", "2"),
            ("--pairs", "1"),
        ];
        let mut words =
            vec!["tune".to_owned(), "english".to_owned(), "--output".to_owned(), output.to_owned()];
        for (name, value) in usual {
            let changed = changes.iter().find(|(changed, _)| *changed == name).map(|(_, value)| *value);
            words.extend([name.to_owned(), changed.unwrap_or(value).to_owned()]);
        }
        words.extend(more.iter().map(|&word| word.to_owned()));
        damier(&words.iter().map(String::as_str).collect::<Vec<_>>())
    };
    assert_eq!(with(&text, &[], &[]).code, Some(0));
    let before = state(&output);
    for (option, value, difference) in [
        ("--rate", "3", "rate is 2 there and 3 here"),
        ("--seed", "3", "seed is 2 there and 3 here"),
        ("--time", "depth=2", "time is depth=1 there and depth=2 here"),
        ("--pairs", "2", "pairs is 1 there and 2 here"),
        ("--iterations", "3", "iterations is 4 there and 3 here"),
        ("--number", "level=4:1:10", "level is 3:1:10:0.5 there and 4:1:10:0.5 here"),
        ("--number", "hash=1:1:9", "number is level there and hash here"),
        ("--engine", "damier hash=2", "engine options hash is 1 there and 2 here"),
    ] {
        let run = with(&text, &[(option, value)], &["--resume"]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{option}");
        assert!(run.stderr.contains(difference), "{option}: {}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    }
    assert_eq!(state(&output), before);
    // Longer, in one go and in two.
    let more = with(&text, &[("--iterations", "9")], &["--resume"]);
    assert_eq!((more.code, more.stderr.as_str()), (Some(0), ""));
    assert!(more.stdout.starts_with("5/9: "), "{}", more.stdout);
    assert_eq!(state(&output)["spsa"]["iteration"], 9);
    let text = whole.display().to_string();
    assert_eq!(with(&text, &[], &[]).code, Some(0));
    assert_eq!(with(&text, &[("--iterations", "9")], &["--resume"]).code, Some(0));
    assert_eq!(state(&whole), state(&output));
}

/// A run that is killed at some moment and goes on gives the same numbers as one that is not.
#[cfg(unix)]
#[test]
fn a_killed_run_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let (whole, killed) = (folder.path().join("whole.json"), folder.path().join("killed.json"));
    assert_eq!(tune(&whole, &[]).code, Some(0));
    let mut child = program();
    child.args(arguments(&killed)).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = child.spawn().expect("the program starts");
    let iteration = || {
        let text = std::fs::read(&killed).ok()?;
        serde_json::from_slice::<Value>(&text).expect("complete or absent")["spsa"]["iteration"].as_u64()
    };
    let begin = Instant::now();
    while iteration().is_none_or(|iteration| iteration < 3) && begin.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("it runs, or has just ended");
    child.wait().expect("it was started here");
    let run = tune(&killed, &["--resume"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert!(run.stdout.contains("Tuned:\n  level = "), "{}", run.stdout);
    assert_eq!(state(&killed), state(&whole));
}

/// The ranges of an engine that is a program come from what it says of its options.
#[test]
fn what_is_left_out_comes_from_the_engine() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = folder.path().join("tune.json");
    let engines = [("chess", "uci", "MultiPV"), ("russian", "hub protocol=hub", "level")];
    for (game, protocol, name) in engines {
        let _ = std::fs::remove_file(&output);
        let engine = format!("'{}' {protocol} name=x", env!("CARGO_BIN_EXE_damier"));
        let text = output.display().to_string();
        let words = ["tune", game, "--engine", &engine, "--number", name, "--time", "depth=1"];
        let run = damier(&[&words[..], &["--iterations", "1", "--output", &text]].concat());
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{protocol}");
        let number = &state(&output)["spsa"]["numbers"][0];
        assert!(number["min"].is_i64() && number["max"].is_i64(), "{number}");
    }
}

#[test]
fn bad_input_is_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = folder.path().join("tune.json").display().to_string();
    let base = ["tune", "english", "--output", &output, "--iterations", "1", "--time", "depth=1"];
    let cases: &[(&[&str], u8, &str)] = &[
        (&["--engine", "damier"], 2, "--number"),
        (&["--engine", "damier", "--number", "level="], 2, "expected NAME, NAME=START, NAME=START:MIN:MAX"),
        (
            &["--engine", "damier", "--number", "level=5:1:11"],
            2,
            "level: limits 1 and 11; the engine accepts 1 to 10",
        ),
        (&["--engine", "damier", "--number", "level=5:9:1"], 2, "expected MIN < MAX"),
        (
            &["--engine", "damier", "--number", "bravery=5:1:9"],
            2,
            "the engine has no whole-number option \"bravery\"; it offers level, hash",
        ),
        (&["--engine", "damier", "--number", "level=5:1:9", "--rate", "0"], 2, "rate is 0"),
        (&["--engine", "/no/such/engine", "--number", "x=5:1:9"], 3, "cannot start engine"),
    ];
    for (arguments, code, message) in cases {
        // A run that fails after its beginning leaves its file.
        let _ = std::fs::remove_file(&output);
        let run = damier(&[&base[..], arguments].concat());
        assert_eq!(run.code, Some(i32::from(*code)), "{arguments:?}: {}", run.stderr);
        assert!(
            run.stderr.contains(message) && run.stderr.lines().count() == 1,
            "{arguments:?}: {}",
            run.stderr
        );
    }
}
