//! `damier validate` as scripts see it.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::common::{
    Folder, complaint_about, damier, damier_with_input, damier_with_signal, hostile_records, output_of,
};
use files::{Compression, Output};
use serde_json::{Value, json};

const FOOLS_MATE: &str = "1. f3 e5 2. g4 Qh4#";

fn validate(format: &str, more: &[&str], text: impl AsRef<[u8]>) -> crate::common::Run {
    damier_with_input(&[&["validate", "--from", format], more].concat(), text.as_ref())
}

/// The object of the only file.
fn json_of(run: &crate::common::Run) -> Value {
    let line = run.stdout.lines().next().expect("a line");
    serde_json::from_str(line).expect("JSON")
}

#[test]
fn games_are_counted() {
    let folder = Folder::new("counted");
    let one = folder.file("one.pgn", "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *\n\n1. d4 *\n");
    let two = folder.file("two.pdn", "1. 32-28 19-23 *");
    let expected = format!(
        "{one}: 2 games, 4 moves and 2 in variations, 0 errors, 0 changes\n\
         {two}: 1 game, 2 moves, 0 errors, 0 changes\n\
         total: 2 files, 3 games, 6 moves and 2 in variations, 0 errors, 0 changes\n"
    );
    assert_eq!(output_of(&["validate", &one, &two]), expected);
    let lines = output_of(&["validate", "--json", &one, &two]);
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((lines.len(), &lines[1]["file"], &lines[2]["files"]), (3, &json!(two), &json!(2)));
    assert_eq!((&lines[2]["games"], &lines[2]["variation_moves"]), (&json!(3), &json!(2)));
}

#[test]
fn lists_of_positions_have_no_results() {
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3\n";
    for (format, game, list) in [
        ("fen", "chess", mate),
        ("epd", "chess", "7k/8/6Q1/8/8/8/8/K7 b - - id \"stalemate\";\n"),
        ("fen", "international", "B:W50:B\n"),
    ] {
        let run = validate(format, &["--game", game, "--strict"], list);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{list}");
    }
}

#[test]
fn a_game_that_the_rules_ended_must_have_that_result() {
    for (text, error) in [
        (format!("{FOOLS_MATE} 0-1"), ""),
        (
            format!("{FOOLS_MATE} 1-0"),
            "the result is 1-0, but the rules say black wins: checkmate (FIDE 5.1.1)",
        ),
        (format!("{FOOLS_MATE} *"), "the result is *, but the rules say black wins: checkmate (FIDE 5.1.1)"),
        (
            format!("[Result \"1/2-1/2\"] {FOOLS_MATE} 0-1"),
            "the tag Result is \"1/2-1/2\", but the game ends with \"0-1\"",
        ),
        ("1. e4 1-0".to_owned(), ""),
        // Stalemate and dead positions.
        (
            "[FEN \"7k/8/6Q1/8/8/8/8/K7 b - - 0 1\"][SetUp \"1\"] 1-0".to_owned(),
            "the rules say draw: stalemate",
        ),
        ("[FEN \"7k/8/8/8/8/8/8/K7 b - - 0 1\"][SetUp \"1\"] 1/2-1/2".to_owned(), ""),
    ] {
        let run = validate("pgn", &[], &text);
        assert_eq!(run.code, Some(i32::from(!error.is_empty())), "{text}: {run:?}");
        assert!(run.stdout.contains(error), "{text}: {run:?}");
    }
}

#[test]
fn a_draughts_player_without_moves_has_lost() {
    let position = "[FEN \"W:W32:B27\"]";
    for (result, code, notes) in
        [("[Result \"2-0\"]", 0, 0), ("[Result \"0-2\"]", 1, 0), ("[Result \"*\"]", 1, 0), ("", 0, 1)]
    {
        let run = validate("pdn", &["--json"], format!("{position}{result} 1. 32x21 *"));
        assert_eq!(run.code, Some(code), "{result}: {run:?}");
        assert_eq!(json_of(&run)["notes"], notes, "{result}: {run:?}");
    }
    // Results of other kinds say nothing about the game.
    let run = validate("pdn", &[], format!("{position}[Result \"12-8\"] 1. 32x21 *"));
    assert_eq!(run.code, Some(0), "{run:?}");
}

#[test]
fn playing_on_after_a_draw_is_a_note() {
    let dance = "Nf3 Nf6 Ng1 Ng8 ".repeat(5);
    let run = validate("pgn", &["--verbose"], format!("{dance} e4 1-0"));
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.stdout.contains("note: played on after the end of the game: draw, fivefold"), "{run:?}");
    let run = validate("pgn", &["--strict"], format!("{dance} e4 1-0"));
    assert_eq!(run.code, Some(1), "{run:?}");
    // A draw that must be claimed does not end a game.
    let run = validate("pgn", &["--strict"], "Nf3 Nf6 Ng1 Ng8 ".repeat(3) + "e4 1-0");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{run:?}");
    // The result of a fivefold repetition is a draw.
    let run = validate("pgn", &[], "Nf3 Nf6 Ng1 Ng8 ".repeat(4) + "1-0");
    assert_eq!(run.code, Some(1), "{run:?}");
}

#[test]
fn files_that_cannot_be_opened_or_recognized_do_not_stop_the_others() {
    let folder = Folder::new("unrecognized");
    let good = folder.file("g.pgn", "1. e4 *");
    let odd = folder.file("odd", "some words");
    let [missing, gone] = [folder.path("nofile"), folder.path("gone.pgn")];
    let files = [&*missing, &*good, &*odd, &*gone, &*good];
    let run = damier(&[&["validate"], &files[..]].concat());
    assert_eq!(run.code, Some(2), "{run:?}");
    let complaints: Vec<&str> = run.stderr.lines().collect();
    let [first, second, third] = complaints[..] else { panic!("{run:?}") };
    assert!(first.starts_with(&format!("damier: cannot read {missing}: ")), "{run:?}");
    assert!(second.starts_with(&format!("damier: {odd}: unknown format; set it with --from ")), "{run:?}");
    assert!(third.starts_with(&format!("damier: cannot read {gone}: ")), "{run:?}");
    let total = "total: 5 files, 2 games, 2 moves, 0 errors, 0 changes; not read to the end\n";
    assert!(run.stdout.ends_with(total), "{run:?}");
    assert_eq!(run.stdout.matches(&format!("{good}: 1 game, 1 move, 0 errors, 0 changes\n")).count(), 2);
    let run = damier(&[&["validate", "--json"], &files[..]].concat());
    assert_eq!(run.code, Some(2), "{run:?}");
    let reports: Vec<Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let readable: Vec<bool> = reports[..5].iter().map(|report| report["unreadable"].is_null()).collect();
    assert_eq!(readable, [false, true, false, false, true]);
    assert_eq!((&reports[5]["games"], &reports[5]["complete"]), (&json!(2), &json!(false)));
    // Nothing can be checked where nothing tells what standard input is.
    let run = damier_with_input(&["validate"], b"some words");
    assert_eq!((run.code, &*run.stdout, run.stderr.lines().count()), (Some(2), "", 1), "{run:?}");
}

#[test]
fn errors_have_places_and_the_rest_goes_on() {
    let text = "1. e4 e5 *\n\n1. e4 Nf4 *\n\n1. d4 (1. Ke3 e5) d5 *\n";
    let run = validate("pgn", &["--verbose"], text);
    let expected = "standard input: game 2, line 3, column 7: illegal move \"Nf4\": no knight can reach f4: it moves two \
                    squares along a rank or file and one square at a right angle (FIDE 3.6); perhaps Nf6 was meant\n\
                    standard input: game 3, line 5, column 11: change: a variation cut off: illegal move \"Ke3\": \
                    a king cannot move from e1 to e3: it moves one square, or castles (FIDE 3.8.1); perhaps e3 was meant\n\
                    standard input: 3 games, 5 moves, 1 error, 1 change, 1 broken variation\n";
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (Some(1), expected, ""));
    let run = validate("pgn", &["--json", "--strict"], text);
    let value = json_of(&run);
    assert_eq!((run.code, &value["errors"], &value["changes"]), (Some(1), &json!(2), &json!(0)));
    assert_eq!(value["error_list"][0]["line"], 3);
    assert_eq!(value["error_list"][1]["game"], 3);
    assert!(value.get("change_list").is_none());
    let run = validate("pgn", &["--json", "--max-listed", "1"], "1. e5 * 1. e5 * 1. e5 *");
    let value = json_of(&run);
    assert_eq!((&value["errors"], value["error_list"].as_array().map(Vec::len)), (&json!(3), Some(1)));
}

#[test]
fn tags_tell_the_game() {
    let run = validate(
        "pdn",
        &[],
        "[GameType \"25\"] 1. c3-d4 * [GameType \"20\"] 1. 32-28 * [GameType \"31\"] 1. 25-21 *",
    );
    assert_eq!(run.code, Some(0), "{run:?}");
    let start = "4k3/8/8/8/8/8/8/6KR w H - 0 1";
    let chess960 = format!("[Variant \"Chess960\"][SetUp \"1\"][FEN \"{start}\"] 1. O-O *");
    assert_eq!(validate("pgn", &[], &chess960).code, Some(0));
    let run = validate("pgn", &["--game", "chess"], &chess960);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.stdout.contains("the tag Variant \"Chess960\" is not for chess"), "{run:?}");
    let run = validate("pgn", &[], "[Variant \"Atomic\"] 1. e4 *");
    assert!(run.stdout.contains("unknown variant \"Atomic\""), "{run:?}");
    let run = validate("pdn", &["--game", "russian"], "1. c3-d4 * [GameType \"20\"] 1. 32-28 *");
    assert!(
        run.stdout.contains("bad GameType \"20\": the number is \"20\", expected 25 for russian"),
        "{run:?}"
    );
    assert!(run.stdout.ends_with("2 games, 1 move, 1 error, 0 changes\n"), "{run:?}");
}

#[test]
fn other_formats_are_checked_too() {
    let run = validate(
        "jsonl",
        &[],
        "{\"game\":\"russian\",\"moves\":[{\"move\":\"c3-d4\"}]}\n{\"moves\":[]}\nx\n",
    );
    assert_eq!(run.code, Some(1));
    assert!(run.stdout.contains("game 2, line 2, column 1: unknown game: name it with --game"), "{run:?}");
    assert!(run.stdout.contains("game 3, line 3, column 1: bad JSON"), "{run:?}");
    assert!(run.stdout.ends_with("3 games, 1 move, 2 errors, 0 changes\n"), "{run:?}");
    let run = validate("fen", &["--game", "international"], "W:W31-50:B1-20\nW:W51:B1\n");
    assert!(run.stdout.contains("game 2, line 2, column 1: bad position: no square \"51\""), "{run:?}");
    assert_eq!(validate("epd", &[], "8/8/8/4k3/8/8/8/K3R3 b - - bm Kd6;\n# no position\n").code, Some(0));
}

#[test]
fn bad_usage_is_one_line() {
    let complaint = complaint_about(&["validate"]);
    assert_eq!(complaint, "standard input: unknown format; set it with --from pgn, pdn, fen, epd or jsonl");
    assert!(complaint_about(&["validate", "--from", "pgm"]).contains("unknown format \"pgm\""));
    assert!(complaint_about(&["validate", "--game", "chss", "x.pgn"]).contains("did you mean \"chess\"?"));
    assert!(output_of(&["validate", "--help"]).contains("Exit codes:"));
}

#[test]
fn unreadable_files_exit_with_2_after_the_others() {
    let folder = Folder::new("unreadable");
    let good = folder.file("good.pgn", "1. e4 *");
    let run = damier(&["validate", &folder.path("absent.pgn"), &good]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.starts_with("damier: cannot read ") && run.stderr.lines().count() == 1, "{run:?}");
    assert!(run.stdout.contains("good.pgn: 1 game, 1 move, 0 errors, 0 changes\n"), "{run:?}");
}

fn compressed(name: &str, folder: &Folder, text: &str) -> String {
    let path = folder.path(name);
    let mut output = Output::create(path.as_ref(), Compression::of_path(path.as_ref())).expect("a file");
    output.write_all(text.as_bytes()).expect("a disk");
    output.finish().expect("a disk");
    path
}

#[test]
fn compressed_files_and_pipes() {
    let folder = Folder::new("compressed");
    for name in ["games.pgn.gz", "games.pgn.zst"] {
        let path = compressed(name, &folder, "1. e4 *\n1. d4 d5 *\n");
        assert_eq!(
            output_of(&["validate", &path]),
            format!("{path}: 2 games, 3 moves, 0 errors, 0 changes\n")
        );
        let bytes = std::fs::read(&path).expect("a file");
        // Members and frames one after the other are one file.
        let run = validate("pgn", &[], [&bytes[..], &bytes].concat());
        assert_eq!(run.stdout, "standard input: 4 games, 6 moves, 0 errors, 0 changes\n");
        // What stands before the damage is read.
        let run = validate("pgn", &[], &bytes[..bytes.len() - 3]);
        assert_eq!(run.code, Some(2), "{run:?}");
        assert!(run.stderr.contains("data ends too early"), "{run:?}");
        assert!(run.stdout.ends_with("; not read to the end\n"), "{run:?}");
    }
    let plain = folder.file("plain.pgn.gz", "1. e4 *");
    let run = damier(&["validate", &plain]);
    assert_eq!(
        (run.code, run.stderr.contains("its name says gzip, but it is not gzip data")),
        (Some(2), true),
        "{run:?}"
    );
}

#[test]
fn bombs_end_soon() {
    let folder = Folder::new("bombs");
    // One long comment after the other: memory and time stay small although nothing is wrong with the text.
    let blanks = format!("1. e4 *{}", " ".repeat(150 << 20));
    for name in ["bomb.pgn.gz", "bomb.pgn.zst"] {
        let path = compressed(name, &folder, &blanks);
        let run = damier(&["validate", &path]);
        assert_eq!(run.code, Some(2), "{run:?}");
        assert!(run.stderr.contains("a decompression bomb; --no-limit reads it anyway\n"), "{run:?}");
        // After the only game nothing is read, and no other has begun.
        assert!(run.stdout.contains(": 1 game, 1 move, "), "{run:?}");
        assert_eq!(damier(&["validate", "--no-limit", &path]).code, Some(0));
    }
}

/// Every hostile record, with the numbers that it should give.
#[test]
fn every_hostile_record() {
    let records = hostile_records();
    assert_eq!(records.len(), 60);
    for (case, format, bytes) in &records {
        let id = &case["id"];
        let run = validate(format, &["--json"], bytes);
        let value = json_of(&run);
        if case["expect"] == "accept" {
            assert_eq!((run.code, &value["errors"]), (Some(0), &json!(0)), "{id}: {run:?}");
            assert_eq!((&value["games"], &value["moves"]), (&case["games"], &case["plies"]), "{id}: {run:?}");
        } else {
            assert_eq!((run.code, &value["errors"]), (Some(1), &json!(1)), "{id}: {run:?}");
            assert_eq!(value["error_list"][0]["game"], 1, "{id}: {run:?}");
        }
        assert_eq!(run.stderr, "", "{id}");
    }
}

/// Garbage of many kinds: a clear end, soon.
#[test]
fn garbage() {
    let nested = "1. e4 ".to_owned() + &"(1. e4 ".repeat(100_000);
    let comments = "1. e4 {".to_owned() + &"x".repeat(1_000_000) + "} " + &"{".repeat(1_000_000);
    let noise: Vec<u8> =
        (0..1_000_000_u64).map(|n| (n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as u8).collect();
    let zeros = vec![0; 1_000_000];
    for text in
        [nested.as_bytes(), comments.as_bytes(), &noise, &zeros, &noise[..3], b"[", b"{", b"(", b"\x1f\x8b"]
    {
        for format in ["pgn", "pdn", "jsonl", "epd", "fen"] {
            let run = validate(format, &["--json"], text);
            assert!(matches!(run.code, Some(1 | 2)), "{format}: {:?} {}", run.code, run.stderr);
            let run = damier_with_input(&["convert", "--from", format, "--to", "jsonl"], text);
            assert!(matches!(run.code, Some(1 | 2)), "{format}: {:?} {}", run.code, run.stderr);
            assert!(run.stderr.starts_with("damier: "), "{format}: {}", run.stderr);
        }
    }
}

/// The first Ctrl-C ends the reading, and what is known is printed.
#[cfg(unix)]
#[test]
fn an_interrupt_prints_what_is_known() {
    let games = "1. e4 e5 2. Nf3 *\n".repeat(10_000);
    let run = damier_with_signal(&["validate", "--from", "pgn"], "INT", games.as_bytes());
    assert_eq!(run.code, Some(130), "{run:?}");
    assert!(run.stdout.contains(" games, ") && run.stdout.ends_with("; stopped\n"), "{run:?}");
}

#[cfg(unix)]
#[test]
fn errors_count_even_if_nobody_reads_them() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(["validate", "--from", "pgn"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("a pipe");
    let _ = stdin.write_all("1. e4 Ke5 *\n".repeat(10_000).as_bytes());
    drop(stdin);
    assert_eq!(child.wait().expect("the program ends").code(), Some(1));
}

#[test]
fn a_file_without_games_is_told() {
    let folder = Folder::new("no-games");
    let (empty, full) = (folder.file("empty.pgn", ""), folder.file("full.pgn", "1. e4 *"));
    let run = damier(&["validate", &empty, &full]);
    assert_eq!((run.code, run.stderr), (Some(1), format!("damier: no game found in {empty}\n")));
    let run = validate("pdn", &["--json"], "");
    assert_eq!((run.code, &*run.stderr), (Some(1), "damier: no game found in standard input\n"));
    assert_eq!(json_of(&run)["games"], 0);
}

#[test]
fn broken_variations_are_counted() {
    let text = "1. e4 e5 (1... c5 2. Ke5 d6) 2. Nf3 *";
    let run = validate("pgn", &[], text);
    let expected = "1 game, 3 moves and 1 in variations, 0 errors, 1 change, 1 broken variation\n";
    assert_eq!((run.code, run.stdout), (Some(0), format!("standard input: {expected}")));
    assert_eq!(json_of(&validate("pgn", &["--json"], text))["broken_variations"], 1);
    let run = validate("pgn", &["--strict"], text);
    assert!(run.code == Some(1) && run.stdout.contains("illegal move \"Ke5\""), "{run:?}");
}

#[test]
fn truncated_data_is_told_after_a_broken_game() {
    let folder = Folder::new("truncated");
    let moves: String = (0..100_000).map(|number| format!("{number}. Nf3\n")).collect();
    let path = folder.path("games.pgn.gz");
    let mut output = Output::create(path.as_ref(), Compression::Gzip).expect("a file");
    write!(output, "1. e4 e5 *\n\n1. e4 Ke5 2. {moves}").expect("a disk");
    output.finish().expect("a disk");
    let bytes = std::fs::read(&path).expect("a file");
    let cut = folder.file("cut.pgn.gz", &bytes[..bytes.len() / 2]);
    let run = damier(&["validate", &cut]);
    assert_eq!(run.code, Some(2), "{run:?}");
    assert!(run.stdout.contains("illegal move \"Ke5\"") && run.stdout.contains("1 error"), "{run:?}");
    assert!(run.stderr.contains("the gzip data ends too early"), "{run:?}");
    let value = json_of(&damier(&["validate", "--json", &cut]));
    assert_eq!((&value["complete"], value["unreadable"].is_string()), (&json!(false), true));
    let run = damier(&["convert", &cut, &folder.path("new.pgn")]);
    assert_eq!(run.code, Some(2), "{run:?}");
    assert_eq!(folder.names(), ["cut.pgn.gz", "games.pgn.gz"]);
}

/// The places and messages of errors, as both commands tell them.
#[test]
fn convert_names_the_same_place_for_the_same_fault() {
    let fen = "8/8/8/4k3/8/8/8/K3R3 b - - 0 1";
    let cases = [
        (
            "pgn",
            "tolerant",
            "[Event \"x\"]\n[FEN \"no position\"]\n\n1. e4 *".to_owned(),
            "line 2, column 1: bad position",
        ),
        ("pgn", "tolerant", "1. e4 {a {b} c} e5 *".to_owned(), "line 1, column 14: bad move \"c\""),
        ("pgn", "tolerant", "1. e4 {a {b} } e5 *".to_owned(), "line 1, column 14: found '}'"),
        ("pgn", "tolerant", "1. e4 Ke5 2. {open".to_owned(), "line 1, column 7: illegal move \"Ke5\""),
        (
            "pgn",
            "tolerant",
            "[Event \"x\"]\n[Variant \"Atomic\"]\n1. e4 {open".to_owned(),
            "line 2, column 1: unknown variant",
        ),
        (
            "pdn",
            "tolerant",
            "[Event \"x\"]\n[GameType \"999\"]\n\n1. 32-28 *".to_owned(),
            "line 2, column 1: bad GameType",
        ),
        (
            "pgn",
            "tolerant",
            "[Result \"1-0\"]\n\n1. e4\n 0-1".to_owned(),
            "line 4, column 2: the tag Result is \"1-0\", but the game ends with \"0-1\"",
        ),
        (
            "pgn",
            "strict",
            format!("[Site \"x\"]\n[FEN \"{fen}\"]\n\n1... Kd6 *"),
            "line 2, column 1: a FEN tag without SetUp",
        ),
        (
            "pgn",
            "strict",
            "[Site \"x\"]\n[PlyCount \"9\"]\n\n1. e4 *".to_owned(),
            "line 2, column 1: the tag PlyCount",
        ),
        (
            "pgn",
            "strict",
            "[Site \"x\"]\n[Date \"2023.02.30\"]\n\n1. e4 Ke5 *".to_owned(),
            "line 2, column 1: the tag Date",
        ),
        ("pgn", "strict", "1. e4 e5 7. Nf3\n{open".to_owned(), "line 1, column 10: wrong move number \"7.\""),
        ("pgn", "strict", "1. e4 f6 2. Qh5 g6 *".to_owned(), "line 1, column 13: \"Qh5\" read as \"Qh5+\""),
        (
            "pdn",
            "strict",
            "[Site \"x\"]\n[Result \"1-0\"]\n[GameType \"20\"]\n1. 32-28 *".to_owned(),
            "line 2, column 1: the result \"1-0\" read as \"2-0\"",
        ),
    ];
    for (format, mode, text, expected) in cases {
        let more: &[&str] = if mode == "strict" { &["--strict"] } else { &[] };
        let run = validate(format, more, &text);
        let found = run.stdout.lines().next().expect("a line");
        assert!(found.starts_with(&format!("standard input: game 1, {expected}")), "{text}: {run:?}");
        let run = damier_with_input(
            &[&["convert", "--from", format, "--to", format], more].concat(),
            text.as_bytes(),
        );
        let converted = run.stderr.lines().next().expect("a line");
        assert_eq!(converted, format!("damier: {found}"), "{text}");
        assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{text}");
    }
}

#[test]
fn a_game_that_nothing_tells_may_be_another() {
    let hint = "; without GameType this is read as international draughts: name another game with --game\n";
    let run = validate("pdn", &[], "1. c3-d4 *");
    assert!(run.code == Some(1) && run.stdout.contains(hint), "{run:?}");
    let run = damier_with_input(&["convert", "--from", "pdn", "--to", "pdn"], b"1. c3-d4 *");
    assert!(run.code == Some(1) && run.stderr.contains(hint), "{run:?}");
    assert_eq!(validate("pdn", &["--game", "russian"], "1. c3-d4 *").code, Some(0));
    for text in ["[GameType \"20\"] 1. c3-d4 *", "1. 32-23 *"] {
        let run = validate("pdn", &[], text);
        assert!(run.code == Some(1) && !run.stdout.contains("--game"), "{run:?}");
    }
}

/// Whatever is wrong with a file that can be read, nothing is wrong with what is written of it.
#[test]
fn what_convert_writes_is_strict() {
    let mut texts: Vec<(String, Vec<u8>)> = hostile_records()
        .into_iter()
        .filter(|(case, ..)| case["expect"] == "accept")
        .map(|(_, format, bytes)| (format, bytes))
        .collect();
    for (format, text) in [
        (
            "pgn",
            "1... e2e4 {two\n lines } e7-e5 9. Ngf3 Nc6+ (2... d6 3. d4 ) 3. Bb5 a6 4. Bc6 1-0 {end}\n{next}\n1.d4 d5 1/2",
        ),
        ("pgn", "[Result \"*\"][SetUp \"1\"][Site \"a\tb\"][Site \"c\"] 1. e4 $1 e5!? $300 ( 1... c5 ) 1-0"),
        ("pgn", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 31\"] 1. e4 Ke7 2. e5 (2. Kd2 Kd6) *"),
        ("pdn", "[GameType \"20\"][Result \"1-0\"] 1... 32-28 19-23 7. 28-19 14:23 8. 3732 * {end}"),
        ("pdn", "[GameType \"25\"][Result \"0-2\"] 1. c3d4 d6-c5 /FEN \"B::\"/ 1... f6-g5 0-1"),
        ("pdn", "1. 32-28 ... 2. /FEN \"W:W32:B19\"/ 32x28 *"),
    ] {
        texts.push((format.to_owned(), text.as_bytes().to_vec()));
    }
    for (format, text) in texts {
        let run = damier_with_input(&["convert", "--from", &format, "--to", &format], &text);
        assert_eq!(run.code, Some(0), "{run:?}");
        let checked = validate(&format, &["--strict"], &run.stdout);
        // What the rules say about a result is no matter of the format.
        let errors = checked
            .stdout
            .lines()
            .filter(|line| line.contains(", column ") && !line.contains("the rules say"));
        assert_eq!(errors.count(), 0, "{} from {}", checked.stdout, run.stdout);
    }
}
