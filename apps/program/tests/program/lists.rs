//! Lists of positions, as `damier convert` and `damier validate` read and write them.

use crate::common::{Folder, convert, converted, damier, damier_with_input};

const POSITION: &str = "8/8/8/4k3/8/8/8/K3R3 b - -";

#[test]
fn lists_of_positions_are_read() {
    let epd = "8/8/8/4k3/8/8/8/K3R3 b - - hmvc 3; bm Kd6; id \"a; b\";\n";
    assert_eq!(converted("epd", "fen", &[], epd), "8/8/8/4k3/8/8/8/K3R3 b - - 3 1\n");
    let json = converted("epd", "jsonl", &[], epd);
    assert_eq!(converted("jsonl", "epd", &[], &json), epd);
    let pgn = converted("epd", "pgn", &[], epd);
    assert!(pgn.contains("[Operations \"hmvc 3; bm Kd6; id \\\"a; b\\\";\"]\n"), "{pgn}");
    assert_eq!(converted("pgn", "epd", &[], &pgn), epd);
    let list = "W:W28:B19\n\n# a remark\nB:W28:B19\n";
    let epd = converted("fen", "epd", &["--game", "international"], list);
    assert_eq!(epd, "W:W28:B19\nB:W28:B19\n");
    let run = convert("fen", "jsonl", &[], list);
    assert!(run.stderr.contains("unknown game: name it with --game"), "{run:?}");
}

#[test]
fn epd_comes_back_as_it_was() {
    let lines = [
        "",
        " hmvc 0; fmvn 1;",
        " fmvn 1;",
        " hmvc 0;",
        " bm Kd6; hmvc 3; id \"a; b\"; fmvn 17;",
        " pv Kd6 Re8 Kd7; acd 12;",
    ];
    let list: String = lines.iter().map(|operations| format!("{POSITION}{operations}\n")).collect();
    assert_eq!(converted("epd", "epd", &["--strict"], &list), list);
    let draughts = "W:W28:B19\nB:W28:B19 id \"x\";\n";
    assert_eq!(converted("epd", "epd", &["--strict", "--game", "international"], draughts), draughts);
}

#[test]
fn fen_comes_back_through_epd_as_it_was() {
    let chess = format!("{POSITION} 0 1\n{POSITION} 3 1\n{POSITION} 0 17\n{POSITION} 99 200\n");
    let epd = converted("fen", "epd", &[], &chess);
    let expected =
        format!("{POSITION}\n{POSITION} hmvc 3;\n{POSITION} fmvn 17;\n{POSITION} hmvc 99; fmvn 200;\n");
    assert_eq!(epd, expected);
    assert_eq!(converted("epd", "fen", &["--strict"], &epd), chess);
    let draughts = "W:W28:B19\nB:WK28:B19\n";
    let epd = converted("fen", "epd", &["--game", "international"], draughts);
    assert_eq!(epd, draughts);
    assert_eq!(converted("epd", "fen", &["--game", "international"], &epd), draughts);
}

#[test]
fn positions_of_games_are_named() {
    let game = "[SetUp \"1\"]\n[FEN \"8/8/8/4k3/8/8/8/K3R3 b - - 0 1\"]\n\n*\n";
    assert_eq!(converted("pgn", "epd", &[], game), format!("{POSITION} id \"game 1, ply 0\";\n"));
    // A tag of the same name that is something else is no reason to write what is no EPD.
    let other = game.replace("[SetUp", "[Operations \"1. open \\\"\"]\n[SetUp");
    assert_eq!(converted("pgn", "epd", &[], other), format!("{POSITION} id \"game 1, ply 0\";\n"));
}

#[test]
fn what_is_not_of_epd_is_told_and_refused_by_the_strict_mode() {
    for (line, written, repair) in [
        ("bm Kd6; id \"x\"", "bm Kd6; id \"x\";", "the operation \"id \\\"x\\\"\" without ; after it"),
        ("bm Kd6", "bm Kd6;", "the operation \"bm Kd6\" without ; after it"),
        ("bm Kd6;;", "bm Kd6;", "a ; that ends no operation, left out"),
        (
            "0 1 bm Kd6;",
            "hmvc 0; fmvn 1; bm Kd6;",
            "clocks after the four fields of the position, read as hmvc and fmvn",
        ),
        (
            "id \"a\tb\";",
            "id \"a b\";",
            "control characters in the value of the tag \"Operations\", read as spaces",
        ),
    ] {
        let list = format!("{POSITION} {line}\n");
        let run = convert("epd", "epd", &["--verbose"], &list);
        let expected = format!("damier: standard input: game 1, line 1, column 1: change: {repair}\n");
        assert!(run.stderr.starts_with(&expected), "{run:?}");
        assert_eq!((run.code, &run.stdout), (Some(0), &format!("{POSITION} {written}\n")));
        assert_eq!(converted("epd", "epd", &["--strict"], &run.stdout), run.stdout);
        let run = convert("epd", "epd", &["--strict"], &list);
        assert_eq!((run.code, &*run.stdout), (Some(1), ""), "{run:?}");
        assert!(run.stderr.contains(repair), "{run:?}");
        let run = damier_with_input(&["validate", "--from", "epd", "--verbose"], list.as_bytes());
        assert!(run.stdout.contains(&format!("change: {repair}\n")), "{run:?}");
        assert!(run.stdout.ends_with("0 errors, 1 change\n"), "{run:?}");
        let run = damier_with_input(&["validate", "--from", "epd", "--strict"], list.as_bytes());
        assert!(run.stdout.contains(repair) && run.code == Some(1), "{run:?}");
    }
    let run = convert("epd", "epd", &[], format!("{} bm Kd6;\n", POSITION.replace(' ', "  ")));
    assert_eq!(run.stdout, format!("{POSITION} bm Kd6;\n"));
    assert!(run.stderr.ends_with("0 errors, 1 change\n"), "{run:?}");
}

#[test]
fn a_variation_is_played_move_after_move() {
    let check = |game: &[&str], line: &str, expected: &str| {
        for command in [&["validate", "--from", "epd"][..], &["convert", "--from", "epd", "--to", "epd"]] {
            let run = damier_with_input(&[command, game].concat(), line.as_bytes());
            let told = [run.stdout, run.stderr].concat();
            assert_eq!(run.code, Some(i32::from(!expected.is_empty())), "{line}: {told}");
            assert!(told.contains(expected), "{line}: {told}");
        }
    };
    let chess = |operations: &str, expected: &str| check(&[], &format!("{POSITION} {operations}"), expected);
    chess("pv Kd6 Re8 Kd7 Re1;", "");
    chess("pv Kd6 Re8 Kd8;", "line 1, column 1: pv, move 3: illegal move \"Kd8\": ");
    chess("pv Ke6;", "line 1, column 1: pv, move 1: illegal move \"Ke6\": the king on e5 cannot move to e6");
    chess("pm Ke6;", "line 1, column 1: pm: illegal move \"Ke6\": ");
    chess("bm ...;", "line 1, column 1: bm: \"...\" is no move");
    let draughts = |line: &str, expected: &str| check(&["--game", "international"], line, expected);
    draughts("W:W28:B19 pv 28-22 19-23 22-17;", "");
    draughts("W:W28:B19 pv 28-22 19-24 22-28;", "line 1, column 1: pv, move 3: illegal move \"22-28\": ");
}

#[test]
fn broken_positions_are_kept_without_what_is_illegal() {
    let list =
        format!("{POSITION} bm Ke6; am Kd6; pm Kd9; id \"x\"\n{POSITION} pv Kd6 Kd6;\n{POSITION} hmvc x;\n");
    let run = convert("epd", "epd", &["--keep-broken"], &list);
    assert_eq!((run.code, &run.stdout), (Some(1), &format!("{POSITION} am Kd6; id \"x\";\n{POSITION}\n")));
    for expected in [
        "game 1, line 1, column 1: bm: illegal move \"Ke6\": ",
        "; pm: bad move \"Kd9\"",
        "game 2, line 2, column 1: pv, move 2: illegal move \"Kd6\": ",
        "game 3, line 3, column 1: hmvc is \"x\", expected a number\n",
        "3 games read, 2 written to standard output, 2 positions, 3 errors, 1 change\n",
    ] {
        assert!(run.stderr.contains(expected), "{expected}: {run:?}");
    }
    assert_eq!(converted("epd", "epd", &["--strict"], &run.stdout), run.stdout);
    let record = convert("epd", "pgn", &["--keep-broken"], &list).stdout;
    assert!(record.contains("Not all operations are legal: game 1, line 1, column 1: bm: "), "{record}");
}

#[test]
fn illegal_operations_of_games_are_not_written() {
    let game = "[SetUp \"1\"]\n[FEN \"8/8/8/4k3/8/8/8/K3R3 b - - 0 1\"]\n[Operations \"bm Ke6;\"]\n\n*\n";
    let run = convert("pgn", "epd", &[], game);
    assert_eq!((run.code, &*run.stdout), (Some(1), ""), "{run:?}");
    assert!(run.stderr.contains("bm: illegal move \"Ke6\": "), "{run:?}");
    // What the tag says of a game with moves is not written.
    let moves = game.replace("*\n", "1... Kd6 *\n");
    assert_eq!(convert("pgn", "epd", &[], moves).code, Some(0));
}

#[test]
fn a_byte_order_mark_is_told() {
    let game = "1. e4 *\n";
    let (fen, epd) = (format!("{POSITION} 0 1\n"), format!("{POSITION} bm Kd6;\n"));
    for (format, text) in [("pgn", game), ("fen", &fen), ("epd", &epd)] {
        let text = format!("\u{feff}{text}");
        let run = convert(format, format, &["--verbose"], &text);
        let expected =
            "damier: standard input: game 1, line 1, column 1: note: a byte order mark, left out\n";
        assert!(run.stderr.starts_with(expected) && run.code == Some(0), "{run:?}");
        assert!(!run.stdout.contains('\u{feff}'), "{run:?}");
        assert_eq!(convert(format, format, &["--strict"], &text).code, Some(1));
        let run = damier_with_input(&["validate", "--from", format], text.as_bytes());
        assert!(run.stdout.ends_with("0 errors, 0 changes, 1 note\n"), "{run:?}");
    }
}

#[test]
fn suites_of_counts_are_read_again() {
    let suite = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1;D1 6;D2 30\n";
    let folder = Folder::new("suite");
    let file = folder.path("suite.epd");
    for list in [suite.to_owned(), convert("epd", "epd", &[], suite).stdout] {
        std::fs::write(&file, &list).expect("room");
        let run = damier(&["perft", "--game", "chess", "--suite", &file]);
        assert_eq!(run.code, Some(0), "{list}: {run:?}");
    }
}

#[test]
fn each_position_tells_its_game() {
    let expected = "game 2, line 2, column 1: unknown game: name it with --game";
    for (format, list) in
        [("fen", format!("{POSITION} 0 1\nW:W28:B19\n")), ("epd", format!("{POSITION}\nW:W28:B19\n"))]
    {
        let run = damier_with_input(&["validate", "--from", format], list.as_bytes());
        assert!(run.stdout.contains(expected), "{run:?}");
        let run = convert(format, format, &[], &list);
        assert!(run.stderr.contains(expected), "{run:?}");
    }
}
