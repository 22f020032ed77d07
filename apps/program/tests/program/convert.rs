//! `damier convert` as scripts see it.

use std::process::{Command, Stdio};

use crate::common::{
    Folder, complaint_about, convert, converted, damier, damier_with_signal, hostile_records, output_of,
};
use serde_json::Value;

const PGN: &str = r#"[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "A \"B\" \\ C"]
[Black "?"]
[Result "1-0"]
[Termination "Time forfeit"]

{about the game} 1. e4 $1 {[%clk 0:03:00] [%eval 0.35,20]} (1. d4 d5 (1... Nf6
{deep} 2. c4)) 1... {before} e5 2. Nf3 1-0

"#;

const PDN: &str = r#"[White "Somebody"]
[Result "2-0"]
[GameType "20,W,10,10,N2,0"]

1. 32-28! 19-23 {[%clock w0:00:10 B0:00:03]} 2. 28x19 14x23 (2... 13x24)
/FEN "W:W28:B19"/ {set up} 3. 28-22 *

"#;

#[test]
fn records_are_normalized() {
    let text = "[White \"A \\\"B\\\" \\\\ C\"][Termination \"Time forfeit\"] {about the game} 1.e2-e4! {[%clk 0:03:00] \
                [%eval 0.35,20]} (1.d4 d5 (1...Ng8f6 {deep} 2.c4)) {before} e5 2 Nf3 1-0";
    let run = convert("pgn", "pgn", &[], text);
    assert_eq!(run.stdout, PGN);
    assert_eq!(run.stderr, "damier: 1 game read, 1 written to standard output, 0 errors, 2 changes\n");
    assert_eq!(converted("pgn", "pgn", &["--strict"], PGN), PGN);
    assert_eq!(converted("pdn", "pdn", &["--strict"], PDN), PDN);
}

#[test]
fn json_loses_nothing() {
    let set_up = "[Result \"*\"]\n[FEN \"W:W28:B19\"]\n[GameType \"20\"]\n\n1. 28-22 *\n\n";
    for (format, text) in [("pgn", PGN), ("pdn", PDN), ("pdn", set_up)] {
        let json = converted(format, "jsonl", &[], text);
        assert_eq!(json.lines().count(), 1);
        assert_eq!(converted("jsonl", format, &[], &json), text);
        assert_eq!(converted("jsonl", "jsonl", &[], &json), json);
    }
}

#[test]
fn json_is_what_the_help_says() {
    let value: Value = serde_json::from_str(&converted("pgn", "jsonl", &[], PGN)).expect("JSON");
    assert_eq!(value["game"], "chess");
    assert_eq!(value["tags"]["White"], "A \"B\" \\ C");
    assert_eq!((&value["result"], &value["termination"]), (&"1-0".into(), &"time forfeit".into()));
    let first = &value["moves"][0];
    assert_eq!((&first["move"], &first["nags"][0]), (&"e4".into(), &1.into()));
    assert_eq!(
        (&first["commands"][0]["seconds"], &first["commands"][1]["pawns"]),
        (&180.0.into(), &0.35.into())
    );
    assert_eq!(first["variations"][0][1]["variations"][0][0]["comments"][0], "deep");
    assert_eq!(value["moves"][1]["before"][0], "before");
    assert!(value.get("changes").is_none() && value.get("fen").is_none());
    let value: Value = serde_json::from_str(&converted("pdn", "jsonl", &[], PDN)).expect("JSON");
    assert_eq!(value["moves"][1]["commands"][0]["running"], "black");
    assert_eq!(value["moves"][4]["fen"], "W:W28:B19");
    let run = convert("pgn", "jsonl", &[], "1. 0-0 *\n1. e4 e5");
    let value: Value = serde_json::from_str(&run.stdout).expect("one game");
    assert_eq!(value["changes"][0]["message"], "the game ends without a result or *");
    assert!(
        run.stderr.ends_with("2 games read, 1 written to standard output, 1 error, 1 change\n"),
        "{run:?}"
    );
}

#[test]
fn positions_of_games() {
    assert_eq!(
        converted("pgn", "fen", &[], "1. e4 e5 2. Nf3 *"),
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\n"
    );
    let every =
        converted("pdn", "fen", &["--every-position"], "[FEN \"W:W28:B19\"] 1. 28-22 (1. 28-23) 19-23 *");
    assert_eq!(every, "W:W28:B19\nB:W22:B19\nW:W22:B23\n");
    let epd = converted("pgn", "epd", &["--every-position"], "[White \"A\"] 1. Nf3 1-0");
    let expected = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"game 1, ply 0\"; c0 \"A - ?, 1-0\"; sm Nf3;\n\
                    rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - hmvc 1; id \"game 1, ply 1\"; c0 \"A - ?, 1-0\";\n";
    assert_eq!(epd, expected);
}

#[test]
fn broken_games_are_left_out_or_kept_as_far_as_legal() {
    let text = "1. e4 e5 *\n\n[White \"X\"]\n1. e4 Nf4 2. d4 1-0\n\n1. d4 {open\n\n[White \"Y\"]\n1. c4 *\n";
    let run = convert("pgn", "pgn", &[], text);
    assert_eq!(run.code, Some(1));
    assert!(
        run.stderr.starts_with("damier: standard input: game 2, line 4, column 7: illegal move \"Nf4\""),
        "{run:?}"
    );
    assert!(
        run.stderr.ends_with("damier: 4 games read, 2 written to standard output, 2 errors, 0 changes\n"),
        "{run:?}"
    );
    assert_eq!(run.stdout.matches("[Event ").count(), 2);
    let run = convert("pgn", "pgn", &["--keep-broken"], text);
    assert_eq!((run.code, run.stdout.matches("[Event ").count()), (Some(1), 4));
    assert!(
        run.stdout.contains("1. e4 {The rest is not played: game 2, line 4, column 7: illegal move"),
        "{run:?}"
    );
    assert!(
        run.stdout.contains(
            "1. d4 {The rest is not played: game 3, line 6, column 7: the comment is not\nclosed, expected >: everything"
        ),
        "{run:?}"
    );
    assert!(run.stdout.contains("; the text: <open} *"), "{run:?}");
    assert!(run.stdout.contains("[Result \"1-0\"]"), "{run:?}");
    let json = convert("pgn", "jsonl", &["--keep-broken"], text).stdout;
    let second: Value = serde_json::from_str(json.lines().nth(1).expect("a line")).expect("JSON");
    assert!(second["error"].as_str().expect("an error").contains("Nf4"));
    assert_eq!(converted("jsonl", "pgn", &[], &json), run.stdout);
}

/// The words of a text, without the signs of comments and commands.
fn words(text: &str) -> Vec<String> {
    let text = text.replace(['{', '}', '<', '>'], " ").replace("[ %", "[%").replace(['(', ')'], " ");
    text.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn nothing_of_a_broken_game_is_lost() {
    for (format, start, broken, rest) in [
        // An illegal move, with everything that may follow it.
        (
            "pgn",
            "1. e4 e5 2. Nf3 Nc6",
            "3. Ke3 {why? [%clk 0:01:00]} Nf6 (3... d6 $14 {and {}) 4. O-O!?",
            "1-0",
        ),
        ("pgn", "1. e4 e5 (1... c5 {Sicilian})", "2. e5 Nf6", "*"),
        ("pgn", "", "1. e5 e5 2. Nf3", "*"),
        ("pdn", "1. 32-28 19-23", "2. 28x20 14x23 (2... 13x22) /FEN \"W:W31:B20\"/ 3. 31-27", "*"),
        // A text that cannot be read: all of it stays, with its end.
        ("pgn", "1. e4 e5", "2. Nf3 \u{20ac} Nc6 {x} 3. Bb5 1-0", ""),
        ("pgn", "1. e4 e5 (1... c5", "& 2. Nf3) 2. d4 *", ""),
        ("pgn", "1. e4 e5", ") 2. Nf3 *", ""),
        // Variations, one of them without a legal move.
        ("pgn", "1. e4 e5 (1... c5", "2. Ke3 {no} d6 (2... Nc6) 3. d4 )", "2. Nf3 *"),
        ("pgn", "1. e4 e5 (", "1... Ke6 2. d4 )", "2. Nf3 *"),
        ("pdn", "1. 32-28 19-23 (1... 18-23", "2. 28x20 {x} 1-7)", "2. 28x19 14x23 *"),
    ] {
        let text =
            format!("[White \"A\"]\n[Result \"*\"]\n\n{start} {broken} {rest}\n\n[White \"B\"]\n\n*\n");
        let run = convert(format, format, &["--keep-broken"], &text);
        assert_eq!(run.stdout.matches("[White ").count(), 2, "{run:?}");
        let written = words(&run.stdout);
        for word in words(&format!("{start} {broken}")) {
            assert!(written.contains(&word), "{word} of {text}: {run:?}");
        }
        assert!(run.stdout.contains("not played: "), "{run:?}");
        // What was kept is read again without a word, in every format that has comments.
        let again = convert(format, format, &["--strict"], &run.stdout);
        assert_eq!((again.code, &*again.stderr, &again.stdout), (Some(0), "", &run.stdout), "{text}");
        let json = convert(format, "jsonl", &["--keep-broken"], &text).stdout;
        let back = convert("jsonl", format, &[], &json);
        assert_eq!((back.code, &back.stdout), (Some(0), &run.stdout), "{back:?}");
    }
}

#[test]
fn a_long_rest_is_kept_in_several_comments() {
    let rest = "Nf3 Ng1 ".repeat(200_000);
    let text = format!("1. e4 e5 2. Ke3 {rest} *\n");
    let run = convert("pgn", "pgn", &["--keep-broken"], &text);
    assert_eq!(run.stdout.matches("Nf3").count(), 200_000);
    assert_eq!(run.stdout.matches('{').count(), 4, "{}", run.stderr);
    let again = convert("pgn", "pgn", &["--strict"], &run.stdout);
    assert_eq!((again.code, &*again.stderr), (Some(0), ""));
}

#[test]
fn a_broken_game_of_json_is_kept_up_to_its_error() {
    let json = r#"{"game":"chess","moves":[{"move":"e4"},{"move":"Nf4","comments":["why"]},{"move":"d4"}]}"#;
    let run = convert("jsonl", "pgn", &["--keep-broken"], json);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(
        run.stdout.contains("1. e4 {The rest is not played: game 1, line 1, column 1: illegal move"),
        "{run:?}"
    );
    assert_eq!(
        words(&run.stdout).iter().filter(|word| matches!(&***word, "Nf4" | "why" | "d4")).count(),
        3,
        "{run:?}"
    );
}

#[test]
fn the_help_tells_the_limits() {
    for command in ["convert", "validate"] {
        let help = output_of(&["help", command]);
        for limit in ["1 MiB", "256 bytes", "4096 tags", "1000 deep", "64 MiB", "250 times", "128 MiB"] {
            assert!(help.contains(limit), "{command}: {limit}");
        }
    }
}

#[test]
fn repairs_are_counted_and_shown() {
    let text = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 *";
    let run = convert("pgn", "pgn", &[], text);
    assert!(run.stdout.contains("4. O-O *"), "{run:?}");
    assert_eq!(run.stderr, "damier: 1 game read, 1 written to standard output, 0 errors, 1 change\n");
    let run = convert("pgn", "pgn", &["--verbose"], text);
    assert!(run.stderr.starts_with(
        "damier: standard input: game 1, line 1, column 35: change: \"0-0\" read as castling\n"
    ));
    let run = convert("pgn", "pgn", &["--strict"], text);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{run:?}");
}

#[test]
fn what_a_format_cannot_hold_is_reported() {
    let json = "{\"game\":\"international\",\"moves\":[{\"move\":\"32-28\",\"comments\":[\"a } brace\"]}]}";
    let run = convert("jsonl", "pdn", &["--verbose"], json);
    assert_eq!(run.code, Some(0));
    assert!(
        run.stderr
            .contains("game 1: PDN cannot hold the braces in the comment \"a } brace\", written as ( and )"),
        "{run:?}"
    );
    assert!(run.stderr.contains("1 thing the format cannot hold"), "{run:?}");
    // PGN can, in a line of its own, and keeps a game that both lost.
    let both = "[Result \"0-0\"] 1. e4 ; a } brace\n *";
    let written = converted("pgn", "pgn", &[], both);
    assert!(
        written.contains("[Result \"0-0\"]")
            && written.contains("; a } brace\n")
            && written.ends_with("*\n\n"),
        "{written}"
    );
    assert_eq!(converted("pgn", "pgn", &[], &written), written);
}

#[test]
fn each_record_has_its_language() {
    let complaint = complaint_about(&["convert", "--game", "russian", "--to", "pgn"]);
    assert_eq!(complaint, "PGN is for chess, and this is russian: write pdn or jsonl");
    let run = convert("jsonl", "pdn", &[], "{\"game\":\"chess\",\"moves\":[]}");
    assert!(run.stderr.contains("PDN is for draughts, and this is chess"), "{run:?}");
    // Games that PDN has no number for are told by another tag, and read again.
    let written = converted("pdn", "pdn", &["--game", "killer"], "1. 32-28 *");
    assert!(written.contains("[Variant \"killer\"]"), "{written}");
    assert_eq!(converted("pdn", "pdn", &[], &written), written);
    let written = converted("pdn", "jsonl", &[], "[GameType \"23,W,8,8,A0,0\"] 1. c3-d4 *");
    assert!(written.starts_with("{\"game\":\"pool-unified\""), "{written}");
}

#[test]
fn names_tell_formats_and_compression() {
    let folder = Folder::new("names");
    let source = folder.file("games.pgn", PGN);
    for name in ["games.pgn.gz", "games.pgn.zst", "games.jsonl", "games.jsonl.gz"] {
        let target = folder.path(name);
        let run = damier(&["convert", &source, &target]);
        assert_eq!(run.code, Some(0), "{run:?}");
        assert_eq!(run.stderr, format!("damier: 1 game read, 1 written to {target}, 0 errors, 0 changes\n"));
        let back = output_of(&["convert", &target, "--to", "pgn"]);
        assert_eq!(back, PGN, "{name}");
    }
    // Where nothing tells another format it is that of the input.
    let standard = output_of(&["convert", &source]);
    assert!(standard.starts_with("[Event \"?\"]\n"), "{standard}");
    assert_eq!(damier(&["convert", &source, &folder.path("x.txt")]).code, Some(0));
    assert_eq!(folder.read("x.txt"), standard);
    assert!(complaint_about(&["convert", &source, &source]).contains("is the input"));
    assert!(
        complaint_about(&["convert", &source, "--output", &folder.path("no/x.pgn")])
            .starts_with("cannot write ")
    );
    assert!(
        complaint_about(&["convert", &source, "--to", "jsonl", "--every-position"])
            .contains("--every-position is for")
    );
}

#[test]
fn a_file_appears_only_when_it_is_complete() {
    let folder = Folder::new("complete");
    let gz = folder.path("games.pgn.gz");
    assert_eq!(damier(&["convert", &folder.file("games.pgn", PGN), &gz]).code, Some(0));
    let bytes = std::fs::read(&gz).expect("a file");
    let cut = folder.file("cut.pgn.gz", &bytes[..bytes.len() - 3]);
    let target = folder.file("old.pgn", "what was there before");
    let run = damier(&["convert", &cut, "--output", &target]);
    assert_eq!(run.code, Some(2), "{run:?}");
    assert!(
        run.stderr.contains("the gzip data ends too early") && run.stderr.contains("nothing written to"),
        "{run:?}"
    );
    assert_eq!(folder.read("old.pgn"), "what was there before");
    assert_eq!(folder.names(), ["cut.pgn.gz", "games.pgn", "games.pgn.gz", "old.pgn"]);
    // What was read of a pipe is there, and the exit code says that there was more.
    let run = damier(&["convert", &cut, "--to", "pgn"]);
    assert_eq!(run.code, Some(2), "{run:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let folder = Folder::new("full");
    let complaint =
        complaint_about(&["convert", &folder.file("games.pgn", PGN), "-o", "/dev/full", "--to", "pgn"]);
    assert!(complaint.starts_with("cannot write /dev/full: "), "{complaint}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_redirected_file_is_continued_and_not_replaced() {
    let folder = Folder::new("redirected");
    let source = folder.file("games.pgn", "1. e4 *");
    let target = folder.file("positions", "before\n");
    for output in ["/dev/stdout", "/dev/fd/1"] {
        let file = std::fs::File::options().append(true).open(&target).expect("a file");
        let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
        command.args(["convert", &source, output, "--to", "fen"]).stdout(file).stderr(Stdio::null());
        assert_eq!(command.status().expect("the program ends").code(), Some(0));
    }
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n";
    assert_eq!(folder.read("positions"), format!("before\n{fen}{fen}"));
    assert_eq!(folder.names(), ["games.pgn", "positions"]);
}

/// Ctrl-C and the signal to terminate leave nothing behind.
#[cfg(unix)]
#[test]
fn a_signal_leaves_nothing() {
    let folder = Folder::new("signal");
    let target = folder.path("games.jsonl");
    let games = "1. e4 e5 2. Nf3 *\n".repeat(1000);
    for signal in ["INT", "TERM"] {
        let run =
            damier_with_signal(&["convert", "--from", "pgn", "--output", &target], signal, games.as_bytes());
        assert_eq!((run.code, &*run.stderr), (Some(130), "damier: stopped\n"), "{signal}");
        assert_eq!(folder.names(), [""; 0], "{signal}");
    }
}

/// Every hostile record, to JSON and back.
#[test]
fn every_hostile_record() {
    let records = hostile_records();
    assert_eq!(records.len(), 60);
    for (case, format, bytes) in &records {
        let id = &case["id"];
        let run = convert(format, "jsonl", &[], bytes);
        let games = run.stdout.lines().count() as u64;
        if case["expect"] == "accept" {
            assert_eq!((run.code, Some(games)), (Some(0), case["games"].as_u64()), "{id}: {run:?}");
            let once = converted("jsonl", format, &[], &run.stdout);
            assert_eq!(converted(format, format, &["--strict"], &once), once, "{id}");
        } else {
            assert_eq!((run.code, games), (Some(1), 0), "{id}: {run:?}");
            assert!(run.stderr.starts_with("damier: standard input: game 1, line "), "{id}: {run:?}");
            // What is kept of it is a record.
            let kept = convert(format, format, &["--keep-broken"], bytes).stdout;
            if !kept.is_empty() {
                assert_eq!(converted(format, format, &["--strict"], &kept), kept, "{id}");
            }
        }
    }
}

/// Starts a conversion of games from a pipe to a file, and waits until its partial file is there: another one than
/// those before.
#[cfg(unix)]
fn begin_conversion(folder: &Folder, before: &[String]) -> std::process::Child {
    use std::io::Write;
    use std::time::{Duration, Instant};

    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    // What is told need not be looked for in a pipe that goes on.
    command.args(["convert", "-", &folder.path("out.jsonl"), "--from", "pgn", "--letters", "english"]);
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program starts");
    child.stdin.as_mut().expect("a pipe").write_all(b"1. e4 e5 *\n").expect("a reader");
    let begin = Instant::now();
    while !folder.names().iter().any(|name| name.ends_with(".partial") && !before.contains(name)) {
        assert!(begin.elapsed() < Duration::from_secs(60), "no partial file: {:?}", folder.names());
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

#[cfg(unix)]
#[test]
fn what_a_killed_conversion_leaves_is_cleaned_up() {
    let folder = Folder::new("killed");
    let mut killed = begin_conversion(&folder, &[]);
    // The signal that no process can catch.
    killed.kill().expect("our own process");
    killed.wait().expect("an end");
    let left = folder.names();
    assert!(left.len() == 1 && left[0].ends_with(".partial"), "{left:?}");
    // Another one at work keeps its file, the dead one does not.
    let mut working = begin_conversion(&folder, &left);
    assert_eq!(folder.names().len(), 1);
    let games = folder.file("games.pgn", "1. d4 d5 *\n");
    assert_eq!(damier(&["convert", &games, &folder.path("out.jsonl")]).code, Some(0));
    assert_eq!(folder.names().len(), 3, "{:?}", folder.names());
    assert!(folder.read("out.jsonl").contains("\"d4\""));
    drop(working.stdin.take());
    assert!(working.wait().expect("an end").success());
    assert_eq!(folder.names(), ["games.pgn", "out.jsonl"]);
    assert!(folder.read("out.jsonl").contains("\"e4\""));
}
