//! `damier perft` as scripts see it.

use std::path::PathBuf;

#[cfg(unix)]
use crate::common::send_signal;
use crate::common::{THIRTY_TWO_KINGS, complaint_about, damier, output_of, testdata};
use serde_json::{Value, json};

/// A file in the folder for temporary files, gone when dropped.
struct TempFile(PathBuf);

impl TempFile {
    fn new(name: &str, contents: impl AsRef<[u8]>) -> Self {
        let path = std::env::temp_dir().join(format!("damier-{}-{name}", std::process::id()));
        std::fs::write(&path, contents).expect("room for a file");
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("text")
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn json_of(arguments: &[&str]) -> Value {
    serde_json::from_str(&output_of(arguments)).expect("JSON")
}

#[test]
fn a_count_has_a_deepest_depth() {
    let kings = ["perft", "--game", "international", "--fen", "W:WK1:BK50"];
    let complaint = complaint_about(&[&kings[..], &["--depth", "4294967295"]].concat());
    assert!(complaint.contains("'4294967295' for '--depth <N>': expected a whole number from 0 to 100"));
}

/// The moves of one position share the work on their routes.
#[test]
fn routes_of_many_kings_are_too_complex() {
    let fen = "W:WK21:BK7,K10,K11,K12,K13,K15,K20,K22,K24,K27,K29,K31,K33,K36,K37,K38,K39,K40,K44,K48";
    let command = ["perft", "--game", "frisian", "--fen", fen, "--depth", "1"];
    let complaint = complaint_about(&[&command[..], &["--routes"]].concat());
    assert!(complaint.starts_with("too complex: "), "{complaint}");
    assert!(output_of(&command).contains("106"));
}

#[test]
fn counts_the_start_position() {
    let text = output_of(&["perft", "--game", "international", "--depth", "5"]);
    assert!(text.starts_with("depth 5: 27117 nodes in "), "{text}");
    assert!(output_of(&["perft", "--game", "thai", "--depth", "0"]).starts_with("depth 0: 1 nodes"));
}

#[test]
fn all_settings_give_the_same_count() {
    let base = ["perft", "--game", "russian", "--depth", "8", "--json"];
    for settings in [&[][..], &["--threads", "2"], &["--hash", "1"], &["--threads", "3", "--hash", "8"]] {
        let value = json_of(&[&base[..], settings].concat());
        assert_eq!((&value["nodes"], &value["complete"]), (&json!(929_899), &json!(true)), "{settings:?}");
        assert!(value["seconds"].is_f64());
    }
}

#[test]
fn routes_count_paths() {
    // The position "random 178": 14 moves, 178 ways to make them.
    let text =
        std::fs::read_to_string(testdata("perft/draughts/international-paths.epd")).expect("test data");
    let line = text.lines().find(|line| line.contains(";D1 178 ")).expect("the position");
    let fen = line.split(" ;").next().expect("a position");
    let base = ["perft", "--game", "international", "--depth", "1", "--json", "--fen", fen];
    assert_eq!(json_of(&base)["nodes"], 14);
    let routes = json_of(&[&base[..], &["--routes"]].concat());
    assert_eq!((&routes["nodes"], &routes["counting"]), (&json!(178), &json!("routes")));
}

#[test]
fn divide_adds_up() {
    let arguments = ["perft", "--game", "international", "--depth", "4", "--divide"];
    let text = output_of(&arguments);
    assert_eq!(text.lines().count(), 10);
    let value = json_of(&[&arguments[..], &["--json"]].concat());
    let moves = value["divide"].as_array().expect("a list");
    assert_eq!(moves.iter().map(|mv| mv["nodes"].as_u64().expect("a number")).sum::<u64>(), 4265);
    let text_of = |mv: &Value| mv["move"].as_str().expect("text").to_owned();
    assert!(text.contains(&format!("{}: {}\n", text_of(&moves[0]), moves[0]["nodes"])));
    assert!(moves.is_sorted_by_key(text_of));
    let listed = text.lines().take(9).map(|line| line.split(": ").next().expect("a move").to_owned());
    assert_eq!(listed.collect::<Vec<_>>(), moves.iter().map(text_of).collect::<Vec<_>>());
    // By text, not by number.
    let text = output_of(&["perft", "--game", "english", "--depth", "1", "--divide"]);
    assert!(text.starts_with("10-14: 1\n10-15: 1\n11-15: 1\n11-16: 1\n12-16: 1\n9-13: 1\n9-14: 1\n"));
}

#[test]
fn a_table_counts_what_nobody_could_walk() {
    let two_kings = ["perft", "--game", "english", "--fen", "W:WK32:BK1", "--hash", "16", "--json"];
    assert_eq!(json_of(&[&two_kings[..], &["--depth", "30"]].concat())["complete"], true);
    let complaint = complaint_about(&[&two_kings[..], &["--depth", "100"]].concat());
    assert!(complaint.starts_with("the count does not fit in 64 bits"), "{complaint}");
}

#[test]
fn a_right_suite() {
    let suite =
        TempFile::new("right.epd", "# start\n\nW:W31-50:B1-20 ;D1 9 ;D2 81 ;D3 658\nW:W32:B19,27,28 ;D1 1\n");
    let text = output_of(&["perft", "--game", "international", "--suite", suite.path()]);
    assert_eq!(text, "2 positions, 4 counts, 0 mismatches\n");
    let limited = ["perft", "--game", "international", "--suite", suite.path(), "--max-nodes", "80"];
    assert_eq!(output_of(&limited), "2 positions, 2 counts, 0 mismatches\n");
}

#[test]
fn a_wrong_suite() {
    let suite = TempFile::new("wrong.epd", "# start\nW:W31-50:B1-20 ;D1 9 ;D2 80 ;D3 658\n");
    let run = damier(&["perft", "--game", "international", "--suite", suite.path()]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
    let mismatch = format!("{}:2: depth 2: expected 80, found 81: W:W31-50:B1-20", suite.path());
    assert_eq!(run.stdout, format!("{mismatch}\n1 position, 3 counts, 1 mismatch\n"));

    let run = damier(&["perft", "--game", "international", "--json", "--suite", suite.path()]);
    let value: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(run.code, Some(1));
    let mismatch = json!({"line": 2, "fen": "W:W31-50:B1-20", "depth": 2, "expected": 80, "found": 81});
    assert_eq!((&value["counts"], &value["mismatches"]), (&json!(3), &json!([mismatch])));
}

#[test]
fn suites_that_cannot_be_read() {
    let complaint = |suite: &str| complaint_about(&["perft", "--game", "international", "--suite", suite]);
    assert!(complaint("no-such-file.epd").starts_with("cannot read no-such-file.epd: "));
    assert!(complaint(".").starts_with("cannot read .: "));
    let binary = TempFile::new("binary.epd", b"\xff\xfe\x00");
    assert!(complaint(binary.path()).starts_with("cannot read "));
    for (index, contents) in ["", "\n\n", "# nothing but a comment\n"].into_iter().enumerate() {
        let empty = TempFile::new(&format!("empty-{index}.epd"), contents);
        let expected = format!("{}: no positions, expected lines such as \"FEN ;D1 9 ;D2 81\"", empty.path());
        assert_eq!(complaint(empty.path()), expected);
    }
}

#[test]
fn bad_lines_of_a_suite_are_reported_and_skipped() {
    let contents = "# start
W:W31-50:B1-20 ;D1 nine
W:W31-50:B1-20
W:W31-50:B1-20 ;D1 9 ;D1 9
W:W51:B1 ;D1 1
;D1 9
W:W31-50:B1-20 ;D1 9 ;D2 81
W:W3:B20 ;D1 1
W:W32:B19,27,28 ;D1 1
";
    let suite = TempFile::new("bad.epd", contents);
    let arguments = ["perft", "--game", "international", "--suite", suite.path()];
    let run = damier(&arguments);
    assert_eq!(run.code, Some(2));
    assert_eq!(run.stdout, "6 unreadable lines\n2 positions, 3 counts, 0 mismatches\n");
    let expected = [
        "line 2: bad count \"D1 nine\", expected text such as \"D3 658\"",
        "line 3: no counts, expected text such as \";D1 9 ;D2 81\" after the position",
        "line 4: depth 1 is given twice",
        "line 5: no square \"51\" on this board, expected 1 to 50",
        "line 6: no position before the first \";\"",
        "line 8: impossible position: a white man on its promotion row (3), expected a king there",
    ];
    let lines: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(lines, expected.map(|line| format!("damier: {}: {line}", suite.path())));

    let run = damier(&[&arguments[..], &["--json"]].concat());
    let value: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!((run.code, &value["counts"], &value["mismatches"]), (Some(2), &json!(3), &json!([])));
    let failures = value["failures"].as_array().expect("a list");
    assert_eq!(failures.len(), 6);
    assert_eq!(failures[2], json!({"line": 4, "error": "line 4: depth 1 is given twice"}));
}

#[test]
fn a_mismatch_goes_before_a_bad_line() {
    let suite = TempFile::new("both.epd", "W:W51:B1 ;D1 1\nW:W31-50:B1-20 ;D1 8\n");
    let run = damier(&["perft", "--game", "international", "--suite", suite.path()]);
    assert_eq!((run.code, run.stderr.lines().count()), (Some(1), 1));
    assert!(run.stdout.ends_with("\n1 unreadable line\n1 position, 1 count, 1 mismatch\n"));
}

#[test]
fn lenient_accepts_what_strict_refuses_for_too_many_pieces() {
    let crowded = "W:W20-32:B1-12";
    let base = ["perft", "--game", "english", "--depth", "3", "--json", "--fen", crowded];
    assert!(complaint_about(&base).contains("13 white pieces, expected at most 12"));
    let lenient = json_of(&[&base[..], &["--lenient"]].concat());
    for settings in [&["--threads", "2"][..], &["--hash", "1"], &["--routes"]] {
        let value = json_of(&[&base[..], &["--lenient"], settings].concat());
        assert_eq!(value["nodes"], lenient["nodes"], "{settings:?}");
    }
    // What the rules need is needed all the same.
    let bad = ["perft", "--game", "english", "--depth", "1", "--lenient", "--fen", "W:W1:B2"];
    assert!(complaint_about(&bad).contains("promotion row"));
    // A start counts alike both ways.
    let start = ["perft", "--game", "russian", "--depth", "7", "--json"];
    assert_eq!(json_of(&[&start[..], &["--lenient"]].concat())["nodes"], json_of(&start)["nodes"]);
}

#[test]
fn too_complex_positions_are_one_line() {
    let base = ["perft", "--game", "frisian", "--lenient", "--fen"];
    let black_first = THIRTY_TWO_KINGS.replacen('W', "B", 1);
    for (fen, depth) in [(THIRTY_TWO_KINGS, "1"), (THIRTY_TWO_KINGS, "3"), (&black_first, "2")] {
        for settings in [&[][..], &["--routes"], &["--divide"]] {
            let complaint = complaint_about(&[&base[..], &[fen, "--depth", depth], settings].concat());
            assert!(complaint.starts_with("too complex: more than "), "{complaint}");
        }
    }
    let suite = TempFile::new("hostile.epd", format!("{THIRTY_TWO_KINGS} ;D1 1 ;D2 1\nW:W32:B19 ;D1 2\n"));
    let run = damier(&["perft", "--game", "frisian", "--lenient", "--suite", suite.path()]);
    assert_eq!((run.code, run.stderr.lines().count()), (Some(2), 1));
    assert!(run.stderr.contains(": line 1, depth 1: too complex"), "{}", run.stderr);
    assert_eq!(run.stdout, "1 uncounted position\n1 position, 1 count, 0 mismatches\n");
}

/// A capture whose routes are too many to count, though its moves can be listed.
#[test]
fn too_many_routes_are_the_same_line() {
    let fen = "W:WK23:BK4,K8,K9,K11,K13,K15,K17,K19,K20,K24,K26,K27,K29,K33,K35,K38,K41,K42,K43,K47";
    let base = ["perft", "--game", "frisian", "--depth", "1", "--fen", fen];
    assert!(output_of(&base).starts_with("depth 1: "));
    let complaint = complaint_about(&[&base[..], &["--routes"]].concat());
    assert!(complaint.starts_with("too complex: more than "), "{complaint}");
}

#[test]
fn complaints_about_arguments() {
    let complaint = |arguments: &[&str]| complaint_about(&[&["perft", "--game", "thai"], arguments].concat());
    assert!(complaint(&[]).starts_with("how deep? "));
    assert!(complaint(&["--depth", "-1"]).contains("'-1'"));
    assert!(complaint(&["--depth", "5000000000"]).contains("5000000000"));
    assert!(
        complaint(&["--depth", "2", "--threads", "0"])
            .contains("'0' for '--threads <K>': expected a whole number from 1 to 1024")
    );
    assert!(
        output_of(&["perft", "--game", "thai", "--depth", "2", "--hash", "0"])
            .starts_with("depth 2: 49 nodes")
    );
    assert!(complaint(&["--depth", "2", "--suite", "x.epd"]).contains("cannot be used with"));
    assert!(complaint(&["--depth", "2", "--max-nodes", "5"]).contains("cannot be used with"));
    assert!(complaint(&["--max-nodes", "5"]).contains("--suite <FILE.epd>"));
    assert!(complaint(&["--depth", "2", "--fen", "W:W:B"]).contains("impossible position"));
}

/// Ctrl-C ends a count that would take centuries, and what is known is printed.
#[cfg(unix)]
#[test]
fn an_interrupt_prints_what_is_known() {
    use std::process::{Command, Stdio};

    for arguments in [&["--depth", "40", "--json"][..], &["--depth", "40", "--threads", "2", "--json"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
        command.args(["perft", "--game", "international"]).args(arguments);
        let child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
        send_signal(&child, "INT");
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(output.status.code(), Some(130));
        let value: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(value["complete"], false);
        assert!(value["nodes"].as_u64().expect("a number") > 0);
    }
}

#[test]
fn distinct_is_the_default_and_excludes_routes() {
    let base = ["perft", "--game", "russian", "--depth", "4", "--json"];
    let nodes = |output: String| output.split("\"nodes\":").nth(1).map(|rest| rest[..4].to_owned());
    assert_eq!(nodes(output_of(&base)), nodes(output_of(&[&base[..], &["--distinct"]].concat())));
    let complaint = complaint_about(&[&base[..], &["--distinct", "--routes"]].concat());
    assert!(complaint.contains("cannot be used with"), "{complaint}");
}
