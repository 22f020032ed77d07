//! The trials themselves, in short: a game of every kind, and all combinations with few nodes.

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

fn trials(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_trials")).args(arguments).output().expect("the program starts")
}

/// The JSON that a trial printed, which must have passed.
fn passed(arguments: &[&str]) -> Value {
    let output = trials(arguments);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{arguments:?}: {text}{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_str(&text).expect("JSON")
}

fn file(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/tactics");
    folder.join(name).display().to_string()
}

#[test]
fn a_game_of_every_kind_is_played_by_the_rules() {
    let report = passed(&["selfplay", "--rounds", "1", "--by", "nodes", "--json"]);
    let games = report["games"].as_array().expect("games");
    assert_eq!(games.len(), catalog::GameId::ALL.len());
    for game in games {
        assert_eq!(game["games"], 1, "{game}");
    }
    // Where no rule counts moves, a game that nobody wins may be left unfinished.
    let left: u64 = games.iter().filter_map(|game| game["left"].as_u64()).sum();
    assert!(left <= 2, "{report}");
}

/// Most of them with few nodes; with two seconds each all are: `trials tactics FILE`.
#[test]
fn combinations_are_solved() {
    for (name, count, least) in [("international.txt", 100, "85"), ("russian.txt", 50, "45")] {
        let arguments = ["--nodes", "100000", "--hash", "8", "--least", least, "--json"];
        let report = passed(&[&["tactics", &file(name)], &arguments[..]].concat());
        assert_eq!(report["positions"], count, "{name}");
    }
}

#[test]
fn a_level_beats_the_one_below() {
    let report = passed(&["levels", "--game", "russian", "--level", "3", "--games", "20", "--json"]);
    let score = &report["pairs"][0];
    let games = |name: &str| score[name].as_u64().expect("a number");
    assert_eq!(games("wins") + games("draws") + games("losses"), 20);
}

#[test]
fn what_cannot_be_tested_is_told_in_one_line() {
    let folder = std::env::temp_dir().join(format!("trials-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let broken = folder.join("broken.txt");
    let path = broken.display().to_string();
    for (text, expected) in [
        ("", "no positions"),
        ("# game: chequers\n", "chequers"),
        ("8/8/8/8/8/8/8/8 w - - 0 1;e4\n", "line 1"),
        ("# game: russian\nW:Wc3:Bd6;c3-c4\n", "line 2"),
        ("# game: russian\nW:Wc3:Bd6\n", "no best move"),
    ] {
        std::fs::write(&broken, text).expect("written");
        let output = trials(&["tactics", &path]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{text:?}: {error}");
        assert!(error.contains(expected) && error.lines().count() == 1, "{text:?}: {error}");
    }
    std::fs::remove_dir_all(&folder).expect("removed");
    for arguments in
        [&["levels", "--level", "1"][..], &["levels", "--game", "go"], &["selfplay", "--minutes", "0"]]
    {
        assert_eq!(trials(arguments).status.code(), Some(2), "{arguments:?}");
    }
}
