//! `damier convert` changes nothing without a word, and loses nothing that it could keep.

use crate::common::{Folder, convert, converted, damier, damier_with_input};
use serde_json::Value;

/// PlayOK (kurnik) writes this tag for games with the usual numbers.
#[test]
fn a_notation_that_the_moves_contradict_is_repaired() {
    let text = "[GameType \"20,W,10,10,N1,0\"]\n1. 32-28 18-23 2. 33-29 23x32 3. 37x28 *";
    let run = convert("pdn", "pdn", &["--verbose"], text);
    let repair = "change: the squares are not named as GameType \"20,W,10,10,N1,0\" says, read as the game names them\n\
                  damier: 1 game read, 1 written to standard output, 0 errors, 1 change\n";
    assert!(
        run.stderr.starts_with("damier: standard input: game 1, line 1, column 1: ")
            && run.stderr.ends_with(repair),
        "{run:?}"
    );
    let expected =
        "[Result \"*\"]\n[GameType \"20,W,10,10,N2,0\"]\n\n1. 32-28 18-23 2. 33-29 23x32 3. 37x28 *\n\n";
    assert_eq!(run.stdout, expected);
    assert_eq!(converted("pdn", "pdn", &["--strict"], &run.stdout), run.stdout);
    let run = convert("pdn", "pdn", &["--strict"], text);
    assert_eq!((run.code, &*run.stdout), (Some(1), ""), "{run:?}");
    assert!(run.stderr.contains("the squares are not named as GameType"), "{run:?}");
    let run = damier_with_input(&["validate", "--from", "pdn", "--verbose"], text.as_bytes());
    assert!(run.stdout.contains("change: the squares are not named as GameType"), "{run:?}");
    assert_eq!(run.code, Some(0));
    // A position alone can say it too.
    let run = convert("pdn", "fen", &[], "[GameType \"20,W,10,10,N1,0\"][FEN \"W:W31-50:B1-20\"] *");
    assert!(run.stdout.starts_with("W:W31,32,") && run.stderr.contains("1 change"), "{run:?}");
}

#[test]
fn squares_are_written_as_the_tag_names_them() {
    for (tag, moves, own, fen) in [
        ("25,W,8,8,N2,0", "1. 22-18 11-16", "1. c3-d4 f6-g5", "W:W18,K29:B12"),
        ("25,W,8,8,N0,0", "1. 10-14 23-20", "1. c3-d4 f6-g5", "W:W1,14:B24"),
        ("21,B,8,8,A1,0", "1. f3-e4 c6-d5", "1. 11-15 22-18", "W:Wc6:Bf3"),
        ("20,W,10,10,N1,0", "1. 19-23 32-28", "1. 32-28 19-23", "W:W19:B32"),
    ] {
        let text = format!("[Result \"*\"]\n[GameType \"{tag}\"]\n\n{moves} *\n\n");
        assert_eq!(converted("pdn", "pdn", &["--strict"], &text), text);
        let json = converted("pdn", "jsonl", &[], &text);
        assert_eq!(converted("jsonl", "pdn", &[], &json), text);
        let set_up = format!("[Result \"*\"]\n[FEN \"{fen}\"]\n[GameType \"{tag}\"]\n\n*\n\n");
        assert_eq!(converted("pdn", "pdn", &["--strict"], &set_up), set_up);
        // Lists have no tags, and name squares as the game does.
        let number = tag.split(',').next().expect("a number");
        let usual = format!("[GameType \"{number}\"] {own} *");
        let list = converted("pdn", "epd", &["--every-position"], &text);
        assert_eq!(list, converted("pdn", "epd", &["--every-position"], &usual));
    }
    let run = convert("pdn", "pdn", &[], "[GameType \"25,W,8,8,N2,0\"] 1. 22-17 12-16 2. 17-11 *");
    assert!(
        run.stderr.contains("illegal move \"17-11\"")
            && run.stderr.contains("(the game calls this move b4-f6)"),
        "{run:?}"
    );
    let run = convert("pdn", "pdn", &[], "[GameType \"20,W,10,10,N9,0\"] 1. 32-28 *");
    assert_eq!(run.code, Some(1));
    assert!(
        run.stderr
            .contains("bad GameType \"20,W,10,10,N9,0\": the notation is \"N9\", expected A, N or S and"),
        "{run:?}"
    );
}

#[test]
fn commands_of_any_form_are_typed_and_kept() {
    let text = "1. e4 {[%eval 0.5] [%emt 3]} e5 {[%eval #-3] [%clk 1:2:3.5]} 2. Nf3 {[%eval +1.0,12]} *";
    let json = converted("pgn", "jsonl", &[], text);
    let value: Value = serde_json::from_str(&json).expect("JSON");
    let commands = |index: usize| value["moves"][index]["commands"].clone();
    assert_eq!(commands(0)[0]["pawns"], 0.5);
    assert_eq!((&commands(0)[1]["value"], &commands(0)[1]["seconds"]), (&"3".into(), &3.0.into()));
    assert_eq!((&commands(1)[0]["mate"], &commands(1)[1]["seconds"]), (&(-3).into(), &3723.5.into()));
    assert_eq!((&commands(2)[0]["pawns"], &commands(2)[0]["depth"]), (&1.0.into(), &12.into()));
    let pgn = converted("jsonl", "pgn", &[], &json);
    for command in ["[%eval 0.5]", "[%emt 3]", "[%eval #-3]", "[%clk 1:2:3.5]", "[%eval +1.0,12]"] {
        assert!(pgn.replace('\n', " ").contains(command), "{pgn}");
    }
    let json = converted("pgn", "jsonl", &[], "{[%clk 0:01:00]} 1. e4 *");
    let value: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(value["commands"][0]["seconds"], 60.0);
    assert_eq!(converted("jsonl", "jsonl", &[], &json), json);
}

#[test]
fn repairs_of_positions_in_lists_are_told() {
    let list = "W:W28:B19.\nW:W28:B19:H0:F12\n?:W28:B19\nW:W08:B1\nW:W28:B19\n";
    let run = convert("fen", "fen", &["--game", "international", "--verbose"], list);
    assert_eq!(run.stdout, "W:W28:B19\nW:W28:B19\nW:W28:B19\nW:W8:B1\nW:W28:B19\n");
    for expected in [
        "game 1, line 1, column 1: change: a dot at the end of the position",
        "game 2, line 2, column 1: change: \"H0:F12\" in the position is not part of the standard, left out",
        "game 3, line 3, column 1: change: the side to move of the position is \"?\", read as the player who starts",
        "game 4, line 4, column 1: change: leading zero in \"08\"",
        "5 games read, 5 written to standard output, 5 positions, 0 errors, 4 changes",
    ] {
        assert!(run.stderr.contains(expected), "{expected}: {run:?}");
    }
    let run = convert("fen", "fen", &["--game", "international", "--strict"], list);
    assert_eq!((run.code, &*run.stdout), (Some(1), "W:W28:B19\n"));
    assert!(run.stderr.contains("4 errors"), "{run:?}");
    let run = convert("fen", "fen", &[], "4k3/8/8/8/8/8/8/4K3 w - -\n");
    assert_eq!(run.stdout, "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n");
    assert!(run.stderr.contains("1 change"), "{run:?}");
    let run = convert("jsonl", "fen", &["--game", "international"], "{\"fen\":\"W:W28:B19.\",\"moves\":[]}");
    assert!(run.stderr.contains("1 change"), "{run:?}");
}

#[test]
fn an_unknown_side_to_move_is_who_starts() {
    for (tags, side) in [("", "W"), ("[GameType \"21\"]", "B")] {
        let text = format!("{tags}[FEN \"?:W28:B5\"] *");
        let run = convert("pdn", "fen", &[], &text);
        assert!(run.stdout.starts_with(&format!("{side}:W28")), "{run:?}");
        assert!(run.stderr.contains("0 errors, 1 change"), "{run:?}");
        let run = convert("pdn", "fen", &["--strict"], &text);
        assert!(run.stderr.contains("the side to move of the position is \"?\""), "{run:?}");
        assert_eq!((run.code, &*run.stdout), (Some(1), ""));
    }
}

#[test]
fn contradictions_in_json_are_told() {
    let line = "{\"game\":\"chess\",\"tags\":{\"Result\":\"1-0\",\"Termination\":\"normal\"},\
                \"result\":\"*\",\"termination\":\"abandoned\",\"moves\":[{\"move\":\"e4\"}]}";
    let run = convert("jsonl", "pgn", &["--verbose"], line);
    assert!(
        run.stdout.contains("[Result \"1-0\"]") && run.stdout.contains("[Termination \"normal\"]"),
        "{run:?}"
    );
    for expected in [
        "change: the tag gives the result \"1-0\" and the game \"*\"; the tag counts",
        "change: the tag gives the termination \"normal\" and the record \"abandoned\"; the tag counts",
        "0 errors, 2 changes",
    ] {
        assert!(run.stderr.contains(expected), "{run:?}");
    }
    assert_eq!(convert("jsonl", "pgn", &["--strict"], line).code, Some(1));
}

/// Neither of two results is chosen: the game is left out, or kept without any.
#[test]
fn two_results_are_an_error() {
    let json =
        "{\"game\":\"chess\",\"tags\":{\"Result\":\"1-0\"},\"result\":\"0-1\",\"moves\":[{\"move\":\"e4\"}]}";
    let expected = "the tag Result is \"1-0\", but the game ends with \"0-1\"";
    for (from, text) in [("pgn", "[Result \"1-0\"]\n\n1. e4 {good} 0-1\n"), ("jsonl", json)] {
        let run = convert(from, "pgn", &[], text);
        assert_eq!((run.code, &*run.stdout), (Some(1), ""), "{run:?}");
        assert!(run.stderr.contains(expected), "{run:?}");
        let run = convert(from, "pgn", &["--keep-broken"], text);
        assert_eq!(run.code, Some(1));
        assert!(run.stdout.contains("[Result \"*\"]") && run.stdout.contains("1. e4"), "{run:?}");
        assert!(run.stdout.contains("{The result is left out"), "{run:?}");
        let run = damier_with_input(&["validate", "--from", from], text.as_bytes());
        assert_eq!(run.code, Some(1), "{run:?}");
        assert!(run.stdout.contains(expected), "{run:?}");
    }
}

#[test]
fn line_breaks_in_comments_survive_json() {
    let line = "{\"game\":\"chess\",\"number\":1,\"tags\":{},\"result\":\"*\",\
                \"moves\":[{\"move\":\"e4\",\"comments\":[\"one\\ntwo \"]}]}\n";
    assert_eq!(converted("jsonl", "jsonl", &[], line), line);
    // A record holds them too.
    let record = converted("jsonl", "pgn", &["--verbose"], line);
    assert!(record.contains("{one\ntwo }"), "{record}");
    let json = converted("pgn", "jsonl", &[], &record);
    assert!(json.contains("\"one\\ntwo \""), "{json}");
}

#[test]
fn broken_games_keep_what_the_file_says() {
    // A position that cannot be read is not replaced by another one.
    let text = "[FEN \"W:W28:B99\"] 1. 28-22 *\n\n1. 32-28 *";
    let run = convert("pdn", "pdn", &["--keep-broken"], text);
    assert!(!run.stdout.contains("FEN") && run.stdout.contains("32-28"), "{run:?}");
    assert!(
        run.stderr.contains("game 1: left out, since nothing of it can be kept as it is\n")
            && run.stderr.contains("2 games read, 1 written"),
        "{run:?}"
    );
    // With all tags, and the result at the end of the text.
    let text = "[White \"A\"]\n[White \"B\"]\n[Black \"C\"]\n1. e4 e5 1-0\n\n1. e4 e5 2. Nf3 Nc6 3. Be2 Be7 4. Ke5 0-1\n";
    let run = convert("pgn", "pgn", &["--keep-broken"], text);
    assert_eq!(run.code, Some(1), "{run:?}");
    for expected in ["[White \"A\"]", "[Black \"C\"]", "[Result \"1-0\"]", "[Result \"0-1\"]"] {
        assert!(run.stdout.contains(expected), "{expected}: {run:?}");
    }
    assert!(run.stderr.contains("2 games read, 2 written to standard output, 1 error, 1 change"), "{run:?}");
    assert!(run.stderr.contains("game 2, line 6, column 35: illegal move \"Ke5\""), "{run:?}");
    assert!(run.stdout.contains("3. Be2 Be7 {The rest is not played:"), "{run:?}");
    // What is kept is in order.
    assert_eq!(converted("pgn", "pgn", &["--strict"], &run.stdout), run.stdout);
    // What is not read at all cannot be kept.
    let run = convert("pgn", "pgn", &["--keep-broken", "--strict"], text);
    let expected = "damier: --keep-broken writes the readable part of a broken game, --strict rejects all of it: give only one of them\n";
    assert_eq!((run.code, &*run.stdout, &*run.stderr), (Some(2), "", expected));
}

#[test]
fn what_hides_games_behind_an_error_is_told_in_both_modes() {
    for (text, hidden) in [
        ("1. e5 {x *\n\n1. d4 *", "the comment is not closed"),
        ("1. e5 {x\n\n1. d4 *\n\n[White \"b\"]\n\n1. e4 {y} *", "a comment with a tag after an empty line"),
        ("1. e5 *\n\n1. e5 {x *\n\n1. d4 {y} *", "a comment with { inside"),
        ("1. e5 {a {b} 1... Ke7 {c *\n\n1. d4 *", "a comment with { inside"),
        ("[Variant \"x\"]\n\n1. e4 {x *\n\n1. d4 *", "the comment is not closed"),
        ("1. e4 e9 {x *\n\n1. d4 *\n\n[White \"b\"]\n\n1. c4 *", "the comment is not closed"),
        ("1. e4 $ {x *\n\n1. d4 *", "the comment is not closed"),
    ] {
        let [validated, converted] = verdicts(text, "pgn", &["--strict"]);
        assert_eq!(validated, converted, "{text}");
        let told: Vec<_> = validated.2.iter().filter(|finding| finding.contains(hidden)).collect();
        assert_eq!(told.len(), 1, "{text} {validated:?}");
        let [validated, converted] = verdicts(text, "pgn", &[]);
        assert_eq!(validated, converted, "{text}");
        assert!(validated.2.iter().any(|finding| finding.contains("note: a comment ") || finding.contains("change: a comment ")), "{validated:?}");
    }
}

#[test]
fn no_file_without_games() {
    let folder = Folder::new("nothing");
    let old = folder.file("old.pgn", "what was there before");
    let bad = folder.file("bad.pgn", "1. e5 *");
    for target in [&old, &folder.path("new.pgn")] {
        let run = damier(&["convert", &bad, "--output", target]);
        assert_eq!(run.code, Some(1), "{run:?}");
        assert!(
            run.stderr.ends_with(&format!("1 game read, nothing written to {target}, 1 error, 0 changes\n")),
            "{run:?}"
        );
    }
    let empty = folder.file("empty.pgn", "\n");
    let run = damier(&["convert", &empty, "--output", &old]);
    assert_eq!((run.code, run.stderr), (Some(1), format!("damier: no game found in {empty}\n")));
    assert_eq!(folder.read("old.pgn"), "what was there before");
    assert_eq!(folder.names(), ["bad.pgn", "empty.pgn", "old.pgn"]);
}

/// What a command says about a text: the exit code, the number of games where there is a summary, and everything with a
/// place.
type Verdict = (Option<i32>, Option<u64>, Vec<String>);

/// What both commands say about a text.
fn verdicts(text: &str, format: &str, arguments: &[&str]) -> [Verdict; 2] {
    let from = [&["--verbose", "--from", format], arguments].concat();
    let validated = damier_with_input(&[&["validate"], &from[..]].concat(), text.as_bytes());
    let converted = damier_with_input(&[&["convert", "--to", format], &from[..]].concat(), text.as_bytes());
    let games = |out: &str| out.lines().last()?.split_once(": ")?.1.split(' ').next()?.parse().ok();
    let places = |out: &str| {
        let mut lines: Vec<String> = out
            .lines()
            .filter_map(|line| line.split_once(": game ").map(|(_, finding)| finding.to_owned()))
            .filter(|finding| finding.contains(", line "))
            .collect();
        lines.sort();
        lines
    };
    // Nothing is said of a conversion without findings.
    let counted = games(&validated.stdout).filter(|_| !converted.stderr.is_empty());
    [
        (validated.code, counted, places(&validated.stdout)),
        (converted.code, games(&converted.stderr), places(&converted.stderr)),
    ]
}

#[test]
fn both_commands_count_the_same_games() {
    let header = "[Event \"A\"]\n[White \"x\"]\n\n";
    let texts = [
        ("1. e5 {x\n\n[White \"b\"]\n\n1. e4 {y} *\n".to_owned(), [1, 2]),
        ("1. e5 {x *\n\n1. d4 *\n\n[White \"b\"]\n\n1. c4 *".to_owned(), [2, 2]),
        ("1. e4 (1. Ke5 {x) e5 *\n\n[White \"b\"]\n\n1. d4 (1. c4 {y}) d5 *\n\n1. f4 *\n".to_owned(), [2, 3]),
        (format!("{header}{header}1. e4 e5 *\n"), [2, 2]),
        (format!("{header}[Site \"B\"]\n\n1. e4 e5 *\n"), [1, 1]),
        (format!("[FEN \"abc\"]\n\n{header}{header}1. e4 e5 *\n"), [2, 2]),
        ("1. e4 1-0 1-0\n".to_owned(), [1, 2]),
        ("1. e4 {x *\n\n1. d4 *\n\n1. c4 *\n".to_owned(), [1, 1]),
    ];
    for (text, expected) in texts {
        for (mode, expected) in [&[][..], &["--strict"]].into_iter().zip(expected) {
            let [validated, converted] = verdicts(&text, "pgn", mode);
            assert_eq!(validated, converted, "{text} {mode:?}");
            assert_eq!(validated.1, Some(expected), "{text} {mode:?}");
            assert!(!validated.2.is_empty(), "{text} {mode:?}");
        }
    }
}

#[test]
fn both_commands_name_the_fault_that_stands_first() {
    let fen = "8/8/8/4k3/8/8/8/K3R3 b - - 0 1";
    for (format, text) in [
        ("pgn", "[FEN \"abc\"]\n() 1. e4 *".to_owned()),
        ("pgn", "[FEN \"abc\"]\n) 1. e4 *".to_owned()),
        ("pdn", "[FEN \"abc\"]\n() 1. 32-28 *".to_owned()),
        ("pdn", "[FEN \"abc\"]\n) 1. 32-28 *".to_owned()),
        ("pdn", "[GameType \"999\"]\n) 1. 32-28 *".to_owned()),
        ("pdn", "[GameType \",W,8,8 ,A0,0\"]\n[White".to_owned()),
        ("pdn", "[Result \"1-0\"]\n! 1. 32-28 *".to_owned()),
        ("pgn", format!("[FEN \"{fen}\"]\n! 1... Kd6 *")),
        ("pgn", "1. e4 B(!)c5 *".to_owned()),
        ("pgn", "1. e4 1.e.p... e5 *".to_owned()),
        ("pgn", "1. e4 1.\n%x\n... e5 *".to_owned()),
    ] {
        for mode in [&[][..], &["--strict"]] {
            let [validated, converted] = verdicts(&text, format, mode);
            assert_eq!(validated, converted, "{text} {mode:?}");
            assert!(validated.2[0].starts_with("1, line 1, "), "{text} {validated:?}");
        }
    }
}

#[test]
fn both_commands_find_the_same_at_the_same_place() {
    let tags = ["", "20", "20,W,10,10,A0,0", "20,W,10,10,N1,0", "20,W,10,10,N2,0", " 20 ", "russian", "20,X"];
    let games = [
        "... 1. 32-28 *",
        "... 32-28 *",
        "1. 32-28 1. ... 19-23 *",
        "1. 32-28 19-23 ... *",
        "... *",
        "1. ... 32-28 *",
        "1. 32-28 1.\n\n.. 19-23 *",
        "1. 32-28 1.\n%x\n... 19-23 *",
        "... (1. 32-28) *",
        "7. 32-28 19-23 8. 28x19 *",
        "[FEN \"W:W32:B19:H2:F7\"] 7. 32-28 19-24 8. 28-23 *",
        "[FEN \"W:W99:B01.\"] 1. 32-28 *",
        "[Site \"a \"b\" c\"] 1. 3228 1. 19-24 2. 28-23 2. 24-30 3. 50-1 *",
        "[Date \"2020/1/2\"] [PlyCount \"9\"] 1. 32-28 {see {1} 1-0",
    ];
    for tag in tags {
        for game in games {
            let tag = if tag.is_empty() { String::new() } else { format!("[GameType \"{tag}\"]\n") };
            for mode in [&[][..], &["--strict"]] {
                let [validated, converted] = verdicts(&format!("{tag}{game}\n"), "pdn", mode);
                assert_eq!(validated, converted, "{tag}{game} {mode:?}");
            }
        }
    }
}

#[test]
fn both_commands_tell_the_same_of_variations_that_are_cut_off() {
    for (format, text, repairs) in [
        ("pgn", "1. e4 (1. Ke5 0-0 {a\rb}) e5 *", 1),
        ("pgn", "1. e4 (1. d4 0-0 {a {b} $300 ! (1. x) () 1-0) e5 *", 2),
        ("pgn", "1. e4 (1. Ke5(!) d5) e5 (1... c5(!) 2. Nf4(?) {a\rb}) *", 3),
        ("pgn", "1. e4 (1. Ke5\n% x\n d5) e5\n% y\n*", 2),
        ("pgn", "1. e4 (1. Ke5 ((1. d4))) e5 *", 1),
        ("pgn", "1. e4 (1. Ke5 0-0 {a\rb} *", 1),
        ("pgn", "1. e4 (1. d4 d5 (1... Ke5 0-0) 2. 0-0 {a\rb}) e5 (1... 0-0) *", 3),
        ("pdn", "1. 32-28 (1. 32-27 50-1 - 07-011 3228 ; x\n) 19-23 *", 1),
        ("pdn", "1. 32-28 (1. 50-1 19-23* 1. 32-28 *", 1),
        ("pdn", "1. 32-28 (1. 50-1 /FEN \"W:W28:B19.\"/ (1. 28-22)) 19-23 *", 1),
    ] {
        let [validated, converted] = verdicts(text, format, &[]);
        assert_eq!(validated, converted, "{text}");
        let count = validated
            .2
            .iter()
            .filter(|finding| [": change: ", ": note: "].iter().any(|effect| finding.contains(effect)))
            .count();
        assert_eq!(count, repairs, "{text} {validated:?}");
        let [validated, converted] = verdicts(text, format, &["--strict"]);
        assert_eq!(validated, converted, "{text}");
    }
    let run = convert("pgn", "pgn", &[], "1. e4 (1. Ke5 0-0 {a\rb}) e5 *");
    assert!(run.stderr.ends_with("0 errors, 1 change, 1 broken variation\n"), "{run:?}");
}

#[test]
fn both_commands_tell_one_fault_once() {
    for (format, text, count) in [
        ("pdn", "[FEN \"B:W41:B7\"]\n1... 07-011 *", 1),
        ("pdn", "[FEN \"W: W40, 41 : B19\"] 1. 40-34 *", 1),
        ("pdn", "1. 118 *", 1),
        ("pdn", "1. 07-011! *", 1),
        ("pdn", "1. 32-28 (1. 32 - 99!) 19-23 *", 1),
        ("pdn", "1. 32-28 (1. 32-27* 19-23) *", 3),
        ("pdn", "1. 32-28* 33-29 *", 1),
        ("pgn", "1. 0-0(!) *", 1),
        // The text of the move, and its marks.
        ("pgn", "1. e2e4!!? e5 *", 2),
        ("pgn", "[SetUp \"1\"][FEN \"5k2/8/8/8/8/8/8/4K2R w K - 0 1\"] 1. 0-0 *", 1),
        ("jsonl", r#"{"game":"chess","moves":[{"move":"0-0"},{"move":"0-0"}]}"#, 1),
        ("jsonl", r#"{"game":"international","moves":[{"move":"3228"},{"move":"118"}]}"#, 2),
    ] {
        let [validated, converted] = verdicts(text, format, &[]);
        assert_eq!(validated, converted, "{text}");
        assert_eq!(validated.2.len(), count, "{text} {validated:?}");
        let [validated, converted] = verdicts(text, format, &["--strict"]);
        assert_eq!(validated, converted, "{text}");
    }
    let utf16: Vec<u8> = "\u{feff}1. e4 *\n\n1. d4 *".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for format in ["pgn", "pdn", "jsonl", "fen"] {
        let run = damier_with_input(&["validate", "--strict", "--from", format], &utf16);
        let expected =
            "damier: cannot read standard input: UTF-16, and not UTF-8; set it with --encoding NAME\n";
        assert_eq!((run.code, &*run.stderr), (Some(2), expected), "{run:?}");
    }
}

#[test]
fn forms_of_json_are_told_as_those_of_records() {
    for (json, expected) in [
        (r#"{"game":"international","moves":[{"move":"3228"}]}"#, "\"3228\" read as a move without a sign"),
        (
            r#"{"game":"international","moves":[{"move":"32-28"},{"move":"20-024"}]}"#,
            "leading zero in \"20-024\"",
        ),
        (
            r#"{"game":"chess","fen":"4k3/8/8/8/8/8/8/4K2R w K - 0 1","moves":[{"move":"0-0"}]}"#,
            "\"0-0\" read as castling",
        ),
        (r#"{"game":"chess","result":"2-0","moves":[]}"#, "the result \"2-0\" read as \"1-0\""),
        (
            r#"{"game":"chess","tags":{"Result":"5-0"},"moves":[]}"#,
            "unknown result \"5-0\" in the tag, left out",
        ),
    ] {
        let [validate, convert, strict] = [
            damier_with_input(&["validate", "--verbose", "--from", "jsonl"], json.as_bytes()).stdout,
            damier_with_input(&["convert", "--verbose", "--from", "jsonl", "--to", "jsonl"], json.as_bytes())
                .stderr,
            damier_with_input(&["validate", "--strict", "--from", "jsonl"], json.as_bytes()).stdout,
        ];
        for told in [&validate, &convert, &strict] {
            assert!(told.contains(expected), "{json}: {told}");
        }
        assert!(validate.contains("0 errors, ") && strict.contains("1 error, "), "{validate} {strict}");
    }
}

#[test]
fn comments_after_variations_go_through_json() {
    let text = "1. 32-28 {A} (1. 33-28 18-23) {B} *";
    let json = converted("pdn", "jsonl", &["--strict"], text);
    assert!(json.contains(r#""comments":["A"],"closing":["B"],"variations""#), "{json}");
    assert!(converted("jsonl", "pdn", &["--strict"], &json).contains(text));
}

#[test]
fn repairs_of_games_that_are_left_out_are_counted() {
    let run = convert("pgn", "pgn", &[], "1. e2e4 e5 2. Nf4 *");
    assert!(run.stderr.ends_with("nothing written to standard output, 1 error, 1 change\n"), "{run:?}");
}

#[test]
fn a_decimal_comma_is_not_taken_for_a_depth() {
    let text = "1. e4 {[%eval 0,35] [%clk 0:01:00] [%wqm x]} e5 {[%clk 5:00]} (1... c5 Ke5 {[%clk x]}) *";
    let json = convert("pgn", "jsonl", &[], text).stdout;
    assert!(json.contains(r#""commands":[{"name":"eval","value":"0,35"}"#), "{json}");
    // It is kept, and told: the strict mode does not pass it.
    for (format, text) in [("pgn", text), ("jsonl", &json)] {
        let [validated, converted] = verdicts(text, format, &[]);
        assert_eq!(validated, converted, "{text}");
        let told: Vec<_> =
            validated.2.iter().filter(|finding| finding.contains(": note: the command ")).collect();
        assert_eq!(told.len(), 2, "{validated:?}");
        let eval = "the command \"[%eval 0,35]\" is not understood, kept as it is";
        assert!(told.iter().any(|finding| finding.ends_with(eval)), "{told:?}");
        let [validated, converted] = verdicts(text, format, &["--strict"]);
        assert_eq!(validated, converted, "{text}");
        assert!(validated.2[0].ends_with(eval), "{validated:?}");
    }
}

#[test]
fn both_commands_check_the_moves_of_epd() {
    let list = "8/8/8/4k3/8/8/8/K3R3 b - - bm Kd6; am Kf5 Kd4;\n\
                8/8/8/4k3/8/8/8/K3R3 b - - bm Ke3;\n8/8/8/4k3/8/8/8/K3R3 b - - am Kd6 Qd6; id \"bm Ke3\";\n";
    let run = damier_with_input(&["validate", "--from", "epd"], list.as_bytes());
    assert_eq!(run.code, Some(1), "{run:?}");
    let [validated, converted] = verdicts(list, "epd", &[]);
    assert_eq!((&validated, validated.2.len()), (&converted, 2));
    assert!(validated.2[0].starts_with("2, line 2, column 1: bm: illegal move \"Ke3\": "), "{validated:?}");
    assert!(validated.2[1].starts_with("3, line 3, column 1: am: "), "{validated:?}");
    assert!(validated.2[1].contains("\"Qd6\""), "{validated:?}");
    let draughts =
        verdicts("W:W28:B19 bm 28-23;\nW:W28:B18 bm 28-21;\n", "epd", &["--game", "international"]);
    assert_eq!((&draughts[0], draughts[0].2.len()), (&draughts[1], 1), "{draughts:?}");
}

/// The letters of a file are found out by its first games, told in one line, and written in English.
#[test]
fn letters_of_other_languages_are_found_out() {
    let english = "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4 5. Re1 Nd6 6. Qe2 Ke7 *\n\n";
    for (name, pieces) in [
        ("German", ["K", "D", "T", "L", "S"]),
        ("Dutch", ["K", "D", "T", "L", "P"]),
        ("French", ["R", "D", "T", "F", "C"]),
        ("Spanish", ["R", "D", "T", "A", "C"]),
        ("Russian", ["Кр", "Ф", "Л", "С", "К"]),
        ("Figurines", ["♔", "♕", "♖", "♗", "♘"]),
    ] {
        let translate = |letter: char| match "KQRBN".find(letter) {
            Some(index) => pieces[index].to_owned(),
            None => letter.to_string(),
        };
        let text: String = english.chars().map(translate).collect();
        let assumed = format!(
            "damier: standard input: piece letters taken as {name} ({}); --letters LANGUAGE sets them\n",
            pieces.join(" ")
        );
        let run = convert("pgn", "pgn", &[], &text);
        assert_eq!(run.code, Some(0), "{run:?}");
        assert!(run.stdout.ends_with(english), "{run:?}");
        assert!(run.stderr.starts_with(&assumed) && run.stderr.contains("0 errors, 1 change"), "{run:?}");
        let run = damier_with_input(&["validate", "--from", "pgn"], text.as_bytes());
        assert_eq!((run.code, &*run.stderr), (Some(0), ""));
        let told = assumed.strip_prefix("damier: ").expect("a prefix");
        assert!(run.stdout.starts_with(told), "{run:?}");
        assert!(run.stdout.contains("1 game, 12 moves, 0 errors, 1 change"), "{}", run.stdout);
        let language = name.to_lowercase();
        let run = damier_with_input(&["validate", "--from", "pgn", "--letters", &language], text.as_bytes());
        assert_eq!((run.code, &*run.stderr), (Some(0), ""), "{run:?}");
        let run = damier_with_input(&["validate", "--from", "pgn", "--letters", "en"], text.as_bytes());
        assert_eq!(run.code, Some(1), "{run:?}");
        assert!(run.stdout.contains("set the language with --letters"), "{run:?}");
        // Languages are not mixed: English moves after German ones are errors.
        let mixed = format!("{text}\n{english}");
        let run = damier_with_input(&["validate", "--from", "pgn"], mixed.as_bytes());
        assert!(run.code == Some(1) && run.stdout.contains("1 error"), "{run:?}");
    }
    // English wins where nothing else has more legal moves, errors or not.
    for text in [english, "1. e4 e5 *\n", "1. e4 e5 2. Nf3 Nc6 3. Bb6 *\n", "1. e4 e5 2. e6 *\n"] {
        let run = damier_with_input(&["validate", "--from", "pgn"], text.as_bytes());
        assert_eq!(run.stderr, "", "{run:?}");
    }
    let run = convert("pdn", "pdn", &["--letters", "de"], "1. 32-28 *");
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("--letters german is for pgn, but the input is pdn"), "{run:?}");
    assert_eq!(damier(&["validate", "--letters", "klingon"]).code, Some(2));
}

/// Null moves of variations go through every format and back.
#[test]
fn null_moves_survive_every_format() {
    let text = "1. e4 e5 (1... Z0 2. d4 {a threat} @@@@) 2. Nf3 *";
    let expected = "1. e4 e5 (1... -- 2. d4 {a threat} 2... --) 2. Nf3 *";
    // Each of them is told.
    let to = |from: &str, to: &str, text: &str| {
        let run = convert(from, to, &[], text);
        assert!(run.code == Some(0), "{run:?}");
        let told = ["0 errors, 2 changes", "0 errors, 0 changes, 2 notes"];
        assert!(told.iter().any(|told| run.stderr.contains(told)), "{run:?}");
        run.stdout
    };
    let pgn = to("pgn", "pgn", text);
    assert!(pgn.contains(expected), "{pgn}");
    let json = to("pgn", "jsonl", &pgn);
    assert!(json.contains("\"move\":\"--\""), "{json}");
    assert_eq!(to("jsonl", "pgn", &json), pgn);
    let uci = json.replace("\"move\":\"--\"", "\"move\":\"0000\"");
    assert_eq!(to("jsonl", "pgn", &uci), pgn);
    let run = convert("pgn", "fen", &[], text);
    assert!(run.stdout.starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b"), "{run:?}");
}

/// Games without tags and results, divided by empty lines.
#[test]
fn bare_games_are_divided() {
    let run = convert("pgn", "pgn", &["--verbose"], "1. e4 e5\n\n1. d4 d5 {x}\n\n{two} 1. c4\n");
    assert_eq!(run.code, Some(0), "{run:?}");
    for expected in ["1. e4 e5 *", "1. d4 d5 {x} *", "{two} 1. c4 *"] {
        assert!(run.stdout.contains(expected), "{run:?}");
    }
    assert!(run.stderr.contains("game 1, line 3, column 1: change: another game begins here"), "{run:?}");
}
