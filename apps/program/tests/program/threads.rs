//! `damier validate` and `damier convert` with several threads find and write what they do with one.

use std::fmt::Write as _;

use crate::common::{Folder, damier, damier_with_input};
use serde_json::Value;

/// Games of some mebibytes, some of them with something to report.
fn games(unusual: impl Fn(usize) -> Option<&'static str>) -> String {
    let mut text = String::new();
    for number in 0..30_000 {
        write!(text, "[Event \"{number}\"]\n[Result \"*\"]\n\n").expect("memory");
        text.push_str(unusual(number).unwrap_or(
            "1. e4 e5 2. Nf3 {a comment} Nc6 3. Bb5 a6 4. Ba4 Nf6\n5. O-O (5. d4 exd4 6. O-O) Be7 *\n\n",
        ));
    }
    text
}

/// Everything that is printed but the time it took.
fn without_time(text: &str) -> String {
    let line = |line: &str| match serde_json::from_str::<Value>(line) {
        Ok(mut object) => {
            object["seconds"] = Value::Null;
            object.to_string()
        }
        Err(_) => line
            .split(" s, ")
            .next()
            .unwrap_or_default()
            .trim_end_matches(|last: char| !last.is_ascii_alphabetic())
            .to_owned(),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn check(name: &str, text: &str) {
    let folder = Folder::new(name);
    let file = folder.file("games.pgn", text);
    for more in [&["--verbose"][..], &["--json", "--verbose"], &["--strict"], &[]] {
        let one = damier(&[&["validate", &file, "--threads", "1"], more].concat());
        for threads in ["2", "5"] {
            let several = damier(&[&["validate", &file, "--threads", threads], more].concat());
            assert!(
                without_time(&one.stdout) == without_time(&several.stdout),
                "{name}, {threads}, {more:?}"
            );
            assert_eq!(
                (one.code, &one.stderr),
                (several.code, &several.stderr),
                "{name}, {threads}, {more:?}"
            );
        }
    }
    for more in [&["--verbose"][..], &["--strict"], &["--keep-broken", "--verbose"], &[]] {
        let [one, several] = ["1", "4"].map(|threads| {
            let new = format!("new{threads}.pgn");
            let file =
                damier(&[&["convert", &file, &folder.path(&new), "--threads", threads], more].concat());
            let written = std::fs::read(folder.path(&new)).ok();
            (file.code, file.stderr.replace(&new, "new.pgn"), written)
        });
        assert_eq!((one.0, &one.1), (several.0, &several.1), "{name}, {more:?}");
        assert!(one.2 == several.2, "{name}, {more:?}");
    }
}

#[test]
fn findings_are_in_the_order_of_the_file() {
    let text = games(|number| match number % 1000 {
        7 => Some("1. e4 e5 2. Ke3 *\n\n"),
        8 => Some("1. e2-e4 e5 7. Nf3 $300 *\n\n"),
        9 => Some("1. f3 e5 2. g4 Qh4# 1-0\n\n"),
        10 => Some("1. e4 e5\n\n"),
        11 => Some("1. e4 e5 * {a comment of no game}\n\n{another}\n\n*\n\n"),
        _ => None,
    });
    check("order", &text);
}

#[test]
fn comments_may_look_like_the_end_of_a_game() {
    check(
        "comments",
        &games(|number| (number % 3 == 0).then_some("1. e4 { 1-0\n\n[Event \"?\"]\n } e5 *\n\n")),
    );
}

#[test]
fn a_comment_without_an_end_hides_what_it_hides() {
    check("open", &games(|number| (number == 9_000).then_some("1. e4 {never closed e5 *\n\n")));
    check("last", &games(|number| (number == 29_999).then_some("1. e4 {never closed e5 *\n\n")));
}

#[test]
fn games_without_events_and_standard_input_are_read_too() {
    let text = games(|_| None).replace("Event", "Round");
    let run = damier_with_input(&["validate", "--from", "pgn", "--threads", "3"], text.as_bytes());
    assert!(
        run.stdout.starts_with("standard input: 30000 games, 300000 moves and 90000 in variations, 0 errors"),
        "{}",
        run.stdout
    );
    let text = games(|number| (number == 29_000).then_some("1. e4 e4 *\n\n"));
    let run = damier_with_input(&["validate", "--from", "pgn", "--threads", "3"], text.as_bytes());
    assert!(
        run.stdout.starts_with("standard input: game 29001, line 174004, column 7: illegal move"),
        "{}",
        run.stdout
    );
}
