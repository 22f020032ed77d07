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
