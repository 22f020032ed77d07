//! Encodings and formats that nobody told, as scripts see them.

use crate::common::{Folder, damier, damier_with_input};
use serde_json::{Value, json};

/// A game with Russian names.
const NAMES: &str = "[White \"Иванов, Пётр\"]\n[Black \"Шварцман, Александр\"]\n\n1. e4 {Хорошо} e5 *\n";

/// The bytes of Russian text, from the byte of its capital letters on and of its small ones.
fn russian(text: &str, byte: impl Fn(char) -> u8) -> Vec<u8> {
    text.chars()
        .map(|character| if character.is_ascii() { character as u8 } else { byte(character) })
        .collect()
}

fn windows_1251(text: &str) -> Vec<u8> {
    russian(text, |letter| match letter {
        'ё' => 0xb8,
        letter => (letter as u32 - 'А' as u32) as u8 + 0xc0,
    })
}

fn cp866(text: &str) -> Vec<u8> {
    russian(text, |letter| match (letter, (letter as u32 - 'А' as u32) as u8) {
        ('ё', _) => 0xf1,
        (_, index @ 0..48) => index + 0x80,
        (_, index) => index + 0xb0,
    })
}

#[test]
fn names_survive_whatever_their_encoding() {
    let folder = Folder::new("encodings");
    let utf_16: Vec<u8> = format!("\u{feff}{NAMES}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (encoding, bytes) in [
        ("Windows-1251", windows_1251(NAMES)),
        ("CP866", cp866(NAMES)),
        ("UTF-16LE", utf_16),
        ("UTF-8", NAMES.into()),
    ] {
        let input = folder.file("games.pgn", &bytes);
        let run = damier(&["convert", &input]);
        assert_eq!(run.code, Some(0), "{run:?}");
        assert!(
            run.stdout.contains("[White \"Иванов, Пётр\"]") && run.stdout.contains("1. e4 {Хорошо}"),
            "{run:?}"
        );
        let is_told = run.stderr.starts_with(&format!("damier: {input}: read as {encoding} ("));
        assert_eq!(is_told, encoding != "UTF-8", "{run:?}");
        assert!(!is_told || run.stderr.ends_with("; --encoding NAME sets it\n"), "{run:?}");
        let run = damier(&["validate", "--json", &input]);
        let value: Value = serde_json::from_str(run.stdout.lines().next().expect("a line")).expect("JSON");
        let expected = (&json!(encoding), &json!("pgn"), &json!(0), &json!(0));
        assert_eq!((&value["encoding"], &value["format"], &value["errors"], &value["changes"]), expected);
        assert_eq!(value["assumed"].as_array().expect("a list").len(), usize::from(is_told));
        // The strict mode guesses nothing.
        let run = damier(&["validate", "--strict", &input]);
        assert_eq!(run.code == Some(0), encoding == "UTF-8", "{run:?}");
    }
}

#[test]
fn what_is_not_sure_is_not_written() {
    let folder = Folder::new("unsure");
    let input = folder.file("games.pgn", windows_1251("[White \"Попов\"]\n\n1. e4 *\n"));
    let output = folder.path("out.pgn");
    let run = damier(&["convert", &input, &output]);
    let expected = format!("damier: cannot read {input}: the encoding is not sure, perhaps Windows-1251");
    assert!(
        run.stderr.starts_with(&expected) && run.stderr.contains("; set it with --encoding NAME\n"),
        "{run:?}"
    );
    assert_eq!((run.code, std::path::Path::new(&output).exists()), (Some(2), false));
    let run = damier(&["validate", &input]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.stdout.contains("read as Windows-1251 (a guess, not sure"), "{run:?}");
    for name in ["windows-1251", "cp1251", "WIN1251"] {
        let run = damier(&["convert", &input, "--encoding", name]);
        assert_eq!((run.code, &*run.stderr), (Some(0), ""), "{run:?}");
        assert!(run.stdout.contains("[White \"Попов\"]"), "{run:?}");
    }
    let run = damier(&["convert", &input, "--encoding", "koi9"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("unknown encoding \"koi9\", expected utf-8, utf-16le, "), "{run:?}");
}

#[test]
fn a_late_contradiction_leaves_no_file() {
    let folder = Folder::new("late");
    let filler = "1. e4 e5 *\n\n".repeat(20_000);
    let western = b"[White \"M\xfcller, Ren\xe9\"]\n[Black \"Pe\xf1a, Fran\xe7ois\"]\n\n1. e4 *\n";
    let input = folder.file("games.pgn", [&windows_1251(NAMES), filler.as_bytes(), western].concat());
    let output = folder.path("out.pgn");
    let run = damier(&["convert", &input, &output]);
    assert_eq!((run.code, std::path::Path::new(&output).exists()), (Some(2), false), "{run:?}");
    assert!(run.stderr.contains("the encoding is not sure: read as Windows-1251"), "{run:?}");
    assert!(run.stderr.contains("\"Mьller\" seems to be Windows-1252"), "{run:?}");
}

#[test]
fn damaged_utf_8_is_an_error_of_its_game() {
    let bytes = [NAMES.as_bytes(), b"\n[White \"Ren\xe9\"]\n\n1. d4 *\n"].concat();
    let run = damier_with_input(&["convert"], &bytes);
    assert_eq!((run.code, run.stdout.matches("[Event").count()), (Some(1), 1), "{run:?}");
    let expected =
        "game 2, line 6, column 1: \"Ren\u{fffd}\" is not UTF-8 at byte e9; --encoding NAME reads the file";
    assert!(run.stderr.contains(expected), "{run:?}");
    let run = damier_with_input(&["convert", "--encoding", "utf-8"], &bytes);
    assert_eq!((run.code, run.stdout.matches("[Event").count()), (Some(0), 2), "{run:?}");
    assert!(run.stderr.contains("read as UTF-8; 1 bad byte sequence became U+FFFD"), "{run:?}");
}

#[test]
fn lists_are_read_in_any_encoding_and_json_is_utf_8() {
    let list = windows_1251("4k3/8/8/8/8/8/8/4K2R w K - id \"Задача Куббеля\"; c0 \"Ленинград\";\n");
    let run = damier_with_input(&["convert", "--from", "epd", "--to", "epd"], &list);
    assert!(run.stdout.contains("id \"Задача Куббеля\"; c0 \"Ленинград\""), "{run:?}");
    let json = windows_1251("{\"game\": \"chess\", \"tags\": {\"White\": \"Иванов Пётр\"}, \"moves\": []}\n");
    let run = damier_with_input(&["convert", "--from", "jsonl", "--to", "pgn"], &json);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.stderr.contains("not UTF-8 text"), "{run:?}");
    let run =
        damier_with_input(&["convert", "--from", "jsonl", "--to", "pgn", "--encoding", "cp1251"], &json);
    assert!(run.code == Some(0) && run.stdout.contains("[White \"Иванов Пётр\"]"), "{run:?}");
}

#[test]
fn formats_are_told_by_content() {
    let folder = Folder::new("content");
    let draughts = "[White \"A\"]\n[Result \"2-0\"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0\n";
    let chess = "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n";
    for (name, text, format, note) in [
        (
            "a.pgn",
            draughts,
            "pdn",
            "read as pdn by its content, although it is named pgn; --from FORMAT sets it\n",
        ),
        (
            "b.pdn",
            chess,
            "pgn",
            "read as pgn by its content, although it is named pdn; --from FORMAT sets it\n",
        ),
        ("c.txt", chess, "pgn", "read as pgn by its content; --from FORMAT sets it\n"),
        ("d.txt", draughts, "pdn", "read as pdn by its content; --from FORMAT sets it\n"),
        ("e.pgn", chess, "pgn", ""),
        ("f.pdn", draughts, "pdn", ""),
        ("g", "W:W31-50:B1-20\n", "fen", "read as fen by its content; --from FORMAT sets it\n"),
    ] {
        let path = folder.file(name, text);
        let more: &[&str] = if format == "fen" { &["--game", "international"] } else { &[] };
        let run = damier(&[&["validate", &path], more].concat());
        let expected = if note.is_empty() { String::new() } else { format!("{path}: {note}") };
        assert_eq!(run.code, Some(0), "{run:?}");
        assert!(
            run.stdout.starts_with(&expected) && run.stdout.ends_with(" 0 errors, 0 changes\n"),
            "{run:?}"
        );
        // Without --to the same format is written.
        let run = damier(&[&["convert", &path], more].concat());
        let again = damier_with_input(
            &[&["convert", "--from", format, "--to", format], more].concat(),
            text.as_bytes(),
        );
        assert_eq!((run.code, run.stdout), (Some(0), again.stdout));
    }
    let run = damier_with_input(&["convert"], "1.e4 e5 2.Nf3 1-0".as_bytes());
    assert!(run.stdout.ends_with("1. e4 e5 2. Nf3 1-0\n\n"), "{run:?}");
    let run = damier_with_input(&["convert"], "some words".as_bytes());
    assert_eq!((run.code, &*run.stdout), (Some(2), ""), "{run:?}");
    assert!(run.stderr.contains("standard input: unknown format; set it with --from"), "{run:?}");
}

/// Games as programs and sites write them.
const ORDINARY: [&str; 3] = [
    // lidraughts.org: clocks of both players, the result after the moves.
    "[Event \"Rated Blitz game\"]\n[Site \"https://lidraughts.org/AbCdEfGh\"]\n[Date \"2021.03.14\"]\n[Round \"-\"]\n\
     [White \"Alpha\"]\n[Black \"Beta\"]\n[Result \"2-0\"]\n[UTCDate \"2021.03.14\"]\n[UTCTime \"18:02:11\"]\n\
     [WhiteElo \"1834\"]\n[BlackElo \"1790\"]\n[WhiteRatingDiff \"+5\"]\n[BlackRatingDiff \"-5\"]\n[GameType \"20\"]\n\
     [TimeControl \"180+2\"]\n[Termination \"Normal\"]\n[Annotator \"lidraughts.org\"]\n\n\
     1. 32-28 { [%clock w0:03:00 B0:03:00] } 1... 19-23 { [%clock W0:03:00 b0:03:00] } 2. 28x19 14x23 { Black resigns. } 2-0\n\n\
     [Event \"Casual game\"]\n[Result \"*\"]\n[GameType \"20\"]\n\n1. 32-28 19-23 *\n",
    // KingsRow: checkers, with the results of chess.
    "[Event \"Match\"]\n[Date \"2019.05.07\"]\n[Black \"KingsRow 1.18b\"]\n[White \"Cake 1.86\"]\n[Result \"1/2-1/2\"]\n\
     [GameType \"21\"]\n\n1. 9-14 22-18 2. 5-9 24-19 3. 11-15 18x11 4. 8x24 28x19 1/2-1/2\n\n\
     [Event \"Match\"]\n[Black \"Cake\"]\n[White \"KingsRow\"]\n[Result \"1-0\"]\n[GameType \"21\"]\n\n1. 11-15 23-19 1-0\n",
    // Turbo Dambase: blanks before numbers, or none after them.
    "[Event \"NED-ch\"]\n[Site \"Huissen\"]\n[Date \"1995.04.??\"]\n[Round \"3\"]\n[White \"Jansen, J.\"]\n\
     [Black \"de Vries, P.\"]\n[Result \"1-1\"]\n[PlyCount \"4\"]\n\n 1. 34-30 20-25  2. 30-24 19x30 1-1\n\n\n\
     [Event \"NED-ch\"]\n[Result \"0-2\"]\n\n1.32-28 17-22 2.28x17 11x22 0-2\n",
];

#[test]
fn ordinary_pdn_is_not_full_of_repairs() {
    for text in ORDINARY {
        let run = damier_with_input(&["validate", "--from", "pdn", "--verbose"], text.as_bytes());
        assert_eq!(run.code, Some(0), "{run:?}");
        assert!(run.stdout.ends_with(" 0 errors, 0 changes\n"), "{run:?}");
        assert_eq!(run.stdout.lines().count(), 1, "{run:?}");
        let run = damier_with_input(&["convert", "--from", "pdn"], text.as_bytes());
        assert_eq!((run.code, &*run.stderr), (Some(0), ""), "{run:?}");
    }
}

#[test]
fn changes_and_notes_are_told_apart() {
    let text = "\u{feff}[Date \"1995\"]\n\n1. e2e4 e5 ! 1-0\n";
    let run = damier_with_input(&["validate", "--from", "pgn", "--verbose"], text.as_bytes());
    let expected = "standard input: game 1, line 1, column 1: note: a byte order mark, left out\n\
                    standard input: game 1, line 1, column 4: note: the tag Date is \"1995\", expected a date as \
                    YYYY.MM.DD, with ? for what is unknown; kept as it is\n\
                    standard input: game 1, line 3, column 4: change: \"e2e4\" read as \"e4\"\n\
                    standard input: game 1, line 3, column 12: note: marks \"!\" read as belonging to the move before\n\
                    standard input: 1 game, 2 moves, 0 errors, 1 change, 3 notes\n";
    assert_eq!((run.code, &*run.stdout), (Some(0), expected));
    let run = damier_with_input(&["validate", "--from", "pgn", "--verbose", "--json"], text.as_bytes());
    let value: Value = serde_json::from_str(run.stdout.lines().next().expect("a line")).expect("JSON");
    assert_eq!((&value["changes"], &value["notes"]), (&json!(1), &json!(3)));
    assert_eq!(value["change_list"][0]["message"], "\"e2e4\" read as \"e4\"");
    assert_eq!(value["note_list"].as_array().map(Vec::len), Some(3));
    let run = damier_with_input(&["convert", "--from", "pgn", "--to", "jsonl"], text.as_bytes());
    let value: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(
        (value["changes"].as_array().map(Vec::len), value["notes"].as_array().map(Vec::len)),
        (Some(1), Some(3))
    );
    assert_eq!(damier_with_input(&["validate", "--from", "pgn", "--strict"], text.as_bytes()).code, Some(1));
}
