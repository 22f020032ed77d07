//! `damier match report`.

use std::path::Path;

use crate::common::{Run, damier};
use serde_json::Value;

fn play(folder: &Path, more: &[&str]) -> String {
    let games = folder.join("games.pdn").display().to_string();
    let engines = ["--engine", "damier name=strong hash=1", "--engine", "damier name=weak level=1 hash=1"];
    let options = ["--time", "depth=2", "--rounds", "3", "--output", &games];
    let run = damier(&[&["match", "english"], &engines[..], &options[..], more].concat());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    games
}

fn report(arguments: &[&str]) -> Run {
    damier(&[&["match", "report"], arguments].concat())
}

#[test]
fn a_match_is_reported_as_text_json_and_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = play(folder.path(), &[]);
    let text = report(&[&games]);
    assert_eq!((text.code, text.stderr.as_str()), (Some(0), ""));
    assert!(
        text.stdout.contains("6 of 6 games") && text.stdout.contains("How games ended:"),
        "{}",
        text.stdout
    );
    assert!(!text.stdout.contains("LLR"));

    let ledger = format!("{games}.ledger");
    let json = report(&[&ledger, "--json", "--sprt", "0,50"]);
    let json: Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!((&json["games"], &json["pairs"]), (&6.into(), &3.into()));
    assert_eq!(json["engines"][0]["name"], "strong");
    assert_eq!(json["sprt"]["pairs"], 3);
    assert_eq!(json["openings"].as_array().map(Vec::len), Some(3));

    let page = folder.path().join("report.html");
    let run = report(&[&games, "--html", &page.display().to_string()]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""));
    let page = std::fs::read_to_string(page).expect("a page");
    assert!(page.contains("<svg") && page.contains("Game length") && !page.contains("<script"));
}

/// The test of the match is the test of its report.
#[test]
fn the_test_of_the_plan_is_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = play(folder.path(), &["--sprt", "0,5"]);
    let text = report(&[&games]);
    assert!(text.stdout.contains("normalized Elo 0 to 5"), "{}", text.stdout);
}

/// Two matches share an engine; the anchor gives the scale.
#[test]
fn several_matches_give_one_rating_list() {
    let folder = tempfile::tempdir().expect("a folder");
    let play = |name: &str, engines: [&str; 2], more: &[&str]| {
        let games = folder.path().join(name).display().to_string();
        let engines = ["--engine", engines[0], "--engine", engines[1], "--output", &games];
        let time = ["--time", "depth=2", "--rounds", "6", "--seed", "3"];
        let run = damier(&[&["match", "english"], &engines[..], &time[..], more].concat());
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        games
    };
    let [one, two, three] = [
        "damier level=1 hash=1 name=one",
        "damier level=2 hash=1 name=two",
        "damier level=4 hash=1 name=three",
    ];
    let low = play("low.pdn", [one, two], &[]);
    let high = play("high.pdn", [three, two], &[]);
    let ratings = |more: &[&str]| damier(&[&["match", "ratings"], more].concat());
    let text = ratings(&[&low, &high, "--anchor", "two=1000"]);
    assert_eq!(text.code, Some(0), "{}", text.stderr);
    let lines: Vec<&str> = text.stdout.lines().collect();
    assert!(lines[1].starts_with(" 1.  three ") && lines[3].starts_with(" 3.  one "), "{}", text.stdout);
    assert!(lines[2].contains("  1000.0  "), "{}", text.stdout);
    assert_eq!(
        lines[4],
        "English draughts (American checkers), 24 games; Elo with 95 % intervals, two = 1000"
    );
    let json = ratings(&[&format!("{low}.ledger"), &high, "--json"]);
    let json: Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!((&json["games"], &json["engines"][0]["name"]), (&24.into(), &"three".into()));
    let report = report(&[&low, "--anchor", "one=500"]);
    assert!(report.stdout.contains("on one scale, one = 500"), "{}", report.stdout);

    let refused = |more: &[&str], message: &str| {
        let run = ratings(more);
        assert_eq!((run.code, run.stderr.lines().count()), (Some(2), 1), "{run:?}");
        assert!(run.stderr.contains(message), "{}", run.stderr);
    };
    refused(&[&low, "--anchor", "four=1"], "no engine is named \"four\"; the engines are one, two");
    refused(&[&low, &low], "is named twice: its games would count twice");
    let copy = folder.path().join("copy.pdn.ledger");
    std::fs::copy(format!("{low}.ledger"), &copy).expect("a copy");
    refused(
        &[&low, &copy.display().to_string()],
        "copy.pdn.ledger holds games of an earlier file too, such as game 1: they would count twice",
    );
    let other = play("other.pdn", ["damier level=2 hash=1 name=one", three], &[]);
    refused(&[&low, &other], "engine \"one\" has another command, other options or another time in ");
}

#[test]
fn a_match_that_is_not_there_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let missing = folder.path().join("none.pgn").display().to_string();
    let run = report(&[&missing]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("none.pgn.ledger") && run.stderr.lines().count() == 1, "{}", run.stderr);
    let other = folder.path().join("other.pgn");
    std::fs::write(other.with_extension("pgn.ledger"), "no database, but a text of some length")
        .expect("a file");
    let run = report(&[&other.display().to_string()]);
    assert_eq!(run.code, Some(2), "{}", run.stdout);
    assert!(run.stderr.contains("is not a ledger"), "{}", run.stderr);
    assert_eq!(report(&["--json", "--html", "x.html"]).code, Some(2));
}
