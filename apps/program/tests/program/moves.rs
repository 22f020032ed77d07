//! `damier games` and `damier moves` as scripts see them.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use crate::common::{
    THIRTY_TWO_KINGS, cases, complaint_about, damier, damier_with_input, hostile_bytes, output_of,
};
use serde_json::{Value, json};

fn answers(game: &str, input: &[u8]) -> Vec<Value> {
    let run = damier_with_input(&["moves", "--game", game, "--stdin"], input);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    run.stdout.lines().map(|line| serde_json::from_str(line).expect("one object a line")).collect()
}

#[test]
fn games_lists_the_catalog() {
    let text = output_of(&["games"]);
    assert!(text.starts_with("NAME "));
    let thai = text.lines().find(|line| line.starts_with("thai ")).expect("a line");
    assert_eq!(
        thai.split_whitespace().collect::<Vec<_>>().join(" "),
        "thai Thai draughts (makhos) 8x8 black 1-32 proven"
    );
    assert!(text.contains("\nbrazilian-cbd "));
    let games: Value = serde_json::from_str(&output_of(&["games", "--json"])).expect("JSON");
    assert_eq!(games[0]["name"], "chess");
    assert_eq!(games[0]["columns"], 8);
    let english = games.as_array().and_then(|games| games.iter().find(|game| game["name"] == "english"));
    let english = english.expect("a game");
    assert_eq!(
        english["aliases"],
        json!(["american", "american-english", "anglo-american", "checkers", "english-american"])
    );
    assert_eq!(english["sources"][0]["name"], "WCDF");
}

#[test]
fn help_goes_to_standard_output() {
    for command in [&["--help"][..], &["moves", "--help"], &["perft", "--help"], &["games", "--help"]] {
        assert!(output_of(command).contains("Usage: damier"));
    }
    assert!(output_of(&["--help"]).contains("Exit codes:"));
    assert!(!output_of(&["moves", "--help"]).contains("an engine crashed"), "this command starts no engine");
    assert!(output_of(&["--version"]).starts_with("damier "));
}

#[test]
fn json_of_a_chess_position() {
    let fen = "4k3/8/8/8/8/8/8/6KR w K - 0 1";
    let text = output_of(&["moves", "--game", "chess960", "--fen", fen, "--json"]);
    let position: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(position["fen"], "4k3/8/8/8/8/8/8/6KR w H - 0 1");
    assert_eq!(position["in_check"], false);
    let moves = position["legal_moves"].as_array().expect("moves");
    let has = |uci: &str, text: &str| moves.iter().any(|mv| mv["uci"] == uci && mv["move"] == text);
    assert!(has("g1h1", "O-O") && has("h1h8", "Rh8+"), "{text}");
    let check = output_of(&["moves", "--game", "chess", "--fen", "8/8/8/4k3/8/8/8/K3R3 b - - 0 1", "--json"]);
    let check: Value = serde_json::from_str(&check).expect("JSON");
    assert_eq!((&check["in_check"], &check["count"]), (&json!(true), &json!(6)));
    let complaint = complaint_about(&["moves", "--game", "chess", "--fen", fen]);
    assert!(complaint.contains("castling right"), "{complaint}");
}

#[test]
fn json_of_a_position() {
    let text = output_of(&["moves", "--game", "international", "--fen", "W:W32:B19,27,28", "--json"]);
    let expected = concat!(
        r#"{"fen":"W:W32:B19,27,28","turn":"white","count":1,"legal_moves":[{"move":"32x14","from":"32","to":"14","#,
        r#""captured":["28","19"],"path":["32","23","14"],"hub":"32x14x19x28","routes":["32x23x14"]}],"#,
        r#""outcome":null,"claims":[]}"#,
        "\n"
    );
    assert_eq!(text, expected);
}

#[test]
fn json_of_letters_promotion_and_end() {
    let [promotion, end] = &answers("russian", b"W:Wg7:Ba7\nW:Wa3:Bb4,c5\n")[..] else { panic!("two lines") };
    assert_eq!(
        promotion["legal_moves"][0],
        json!({
            "move": "g7-f8", "from": "g7", "to": "f8", "captured": [], "path": ["g7", "f8"], "promotion": "king",
            "hub": "8-3"
        })
    );
    assert_eq!(end["outcome"], json!({"result": "black_wins", "reason": "no_legal_moves"}));
    assert_eq!((&end["count"], &end["legal_moves"]), (&json!(0), &json!([])));
}

#[test]
fn people_see_a_diagram() {
    let text = output_of(&["moves", "--game", "english", "--fen", "W:W:B1"]);
    assert!(text.starts_with("English draughts (American checkers), white to move\n\n"));
    assert!(text.contains("The game is over: black wins, no legal moves"));
    assert!(text.ends_with("0 legal moves.\n"));
}

#[test]
fn the_stream_goes_on_after_bad_lines() {
    let input = b"W:W31-50:B1-20\r\n\nfoo\n\xff\xfe\n   \nW:W51:B1\n\0\nB:W31-50:B1-20";
    let answers = answers("international", input);
    assert_eq!(answers.len(), 8);
    for (index, answer) in answers.iter().enumerate() {
        if [0, 7].contains(&index) {
            assert_eq!((&answer["count"], &answer["outcome"]), (&json!(9), &Value::Null));
        } else {
            let keys: Vec<_> = answer.as_object().expect("an object").keys().collect();
            assert!(keys == ["error"] && answer["error"].is_string(), "{answer}");
        }
    }
    assert_eq!(answers[7]["turn"], "black");
}

#[test]
fn each_line_is_answered_at_once() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(["moves", "--game", "thai", "--stdin"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    for _ in 0..3 {
        // A program that waited for more input before it answers would hang here.
        writeln!(stdin, "B:W1:BK32").expect("the program reads");
        let mut line = String::new();
        stdout.read_line(&mut line).expect("an answer");
        assert!(line.contains("\"turn\":\"black\""), "{line}");
    }
    drop(stdin);
    assert!(child.wait().expect("the program ends").success());
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(["moves", "--game", "thai", "--stdin"]);
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("the program starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("a pipe");
    let _ = stdin.write_all("B:W1:BK32\n".repeat(1000).as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

/// A device that is always full.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = std::fs::File::options().write(true).open("/dev/full").expect("the device");
    let output = Command::new(env!("CARGO_BIN_EXE_damier")).arg("games").stdout(full).output();
    let output = output.expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("damier: cannot write: "));
}

#[test]
fn complaints_are_one_line() {
    let complaint = complaint_about(&["moves", "--game", "intrenational"]);
    let expected =
        "unknown game \"intrenational\", did you mean \"international\"? \"damier games\" lists all games";
    assert!(complaint.contains(expected), "{complaint}");
    assert!(complaint_about(&["moves", "--game", "go"]).contains("unknown game \"go\"; "));
    assert!(complaint_about(&["mvoes"]).contains("unrecognized subcommand 'mvoes'"));
    assert!(complaint_about(&["moves", "--game", "thai", "--jsn"]).contains("'--json'"));
    assert!(complaint_about(&["moves", "--game", "thai", "--fen", "W:W99:B1"]).contains("99"));
    assert!(complaint_about(&["moves", "--game", "thai", "--fen", ""]).contains("empty"));
    let both = ["moves", "--game", "thai", "--stdin", "--fen", "W:W1:B9"];
    assert!(complaint_about(&both).contains("cannot be used with"));
}

#[test]
fn lenient_accepts_any_number_of_pieces() {
    let crowded = "W:W20-32:B1-12";
    let base = ["moves", "--game", "english", "--fen", crowded];
    assert!(complaint_about(&base).contains("13 white pieces, expected at most 12"));
    assert!(output_of(&[&base[..], &["--lenient"]].concat()).contains("legal moves:"));
    let value: Value =
        serde_json::from_str(&output_of(&[&base[..], &["--lenient", "--json"]].concat())).expect("JSON");
    let input = format!("{crowded}\nW:W1:B2\n");
    let run = damier_with_input(&["moves", "--game", "english", "--stdin", "--lenient"], input.as_bytes());
    let answers: Vec<Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((run.code, answers.len()), (Some(0), 2));
    assert_eq!(answers[0], value);
    assert!(answers[1]["error"].as_str().expect("text").contains("promotion row"));
}

#[test]
fn a_too_complex_position_is_one_line() {
    let base = ["moves", "--game", "frisian", "--lenient", "--fen", THIRTY_TWO_KINGS];
    for output in [&[][..], &["--json"]] {
        let complaint = complaint_about(&[&base[..], output].concat());
        assert!(complaint.starts_with("too complex: more than "), "{complaint}");
    }
    let arguments = ["moves", "--game", "frisian", "--lenient", "--stdin"];
    let run = damier_with_input(&arguments, THIRTY_TWO_KINGS.as_bytes());
    assert!(run.stdout.starts_with("{\"error\":\"too complex: more than "), "{}", run.stdout);
}

#[test]
fn aliases_and_case_do_not_matter() {
    assert_eq!(output_of(&["moves", "--game", "Checkers"]), output_of(&["moves", "--game", "english"]));
}

/// Every case with a list of moves, through the program.
#[test]
fn cases_with_moves() {
    for (game, file) in [("international", "international.json"), ("russian", "russian.json")] {
        let cases: Vec<_> = cases(file, "cases").into_iter().filter(|case| case["kind"] == "moves").collect();
        let input: String =
            cases.iter().map(|case| format!("{}\n", case["fen"].as_str().expect("text"))).collect();
        let answers = answers(game, input.as_bytes());
        assert_eq!(answers.len(), cases.len());
        for (case, answer) in cases.iter().zip(&answers) {
            assert_eq!(case["count"], answer["count"], "{}", case["id"]);
            assert_eq!(sorted_moves(case), sorted_moves(answer), "{}", case["id"]);
            if let Some(outcome) = case.get("outcome") {
                assert_eq!(outcome, &answer["outcome"], "{}", case["id"]);
            }
        }
    }
}

/// The moves of a case or an answer, with everything in an order of our own. The text of an ambiguous
/// capture is its first route, and routes have no order, so long texts are left out.
fn sorted_moves(value: &Value) -> Vec<String> {
    // Cases write squares with numbers as numbers.
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let sort = |list: &Value| {
        let mut texts: Vec<String> = list.as_array().into_iter().flatten().map(plain).collect();
        texts.sort();
        texts
    };
    let moves = value["legal_moves"].as_array().expect("a list").iter().map(|mv| {
        let text = mv["move"].as_str().expect("text");
        let text = if text.matches(['x', ':']).count() > 1 { "long" } else { text };
        let (captured, routes) = (sort(&mv["captured"]), sort(&mv["routes"]));
        let (from, to, count) = (plain(&mv["from"]), plain(&mv["to"]), &mv["routes_count"]);
        let promotes = mv["promotes"] == true || mv["promotion"] == "king";
        format!("{text} {from} {to} {captured:?} {routes:?} {count} {promotes}")
    });
    let mut moves: Vec<String> = moves.collect();
    moves.sort();
    moves
}

/// Every hostile position through every command that takes one, on the command line and as a line of input.
#[test]
fn hostile_positions() {
    let mut tried = 0;
    for case in cases("hostile.json", "inputs") {
        let game = match case["notation"].as_str() {
            Some("fen_draughts") => case["variant"].as_str().expect("a game"),
            Some("fen_chess") if case["chess960"] == true => "chess960",
            Some("fen_chess") => "chess",
            _ => continue,
        };
        tried += 1;
        let (id, input, accept) = (&case["id"], hostile_bytes(&case), case["expect"] == "accept");
        let answers = answers(game, &[&input[..], b"\n"].concat());
        let rejected = answers.iter().any(|answer| answer.get("error").is_some());
        assert_eq!(rejected, !accept, "{id}: {answers:?}");
        // Arguments hold neither NUL nor a megabyte.
        let Some(text) =
            str::from_utf8(&input).ok().filter(|text| !text.contains('\0') && text.len() < 100_000)
        else {
            continue;
        };
        for command in [
            &["moves"][..],
            &["moves", "--json"],
            &["show"],
            &["show", "--legal"],
            &["perft", "--depth", "1"],
        ] {
            let run = damier(&[command, &["--game", game, &format!("--fen={text}")]].concat());
            assert_eq!(run.code, Some(if accept { 0 } else { 2 }), "{id} {command:?}: {}", run.stderr);
            assert_eq!(run.stderr.lines().count(), usize::from(!accept), "{id} {command:?}: {}", run.stderr);
        }
    }
    assert!(tried >= 60, "{tried}");
}

/// Every hostile move of chess, which is played before the position is shown.
#[test]
fn hostile_moves() {
    for case in cases("hostile.json", "inputs") {
        let (id, input, accept) = (&case["id"], hostile_bytes(&case), case["expect"] == "accept");
        let is_move = ["san", "uci"].map(Value::from).contains(&case["notation"]);
        let Some(text) =
            str::from_utf8(&input).ok().filter(|text| !text.contains('\0') && text.len() < 100_000)
        else {
            continue;
        };
        // No move at all, several moves and signs of record notation are fine for --moves, if not for one move.
        if !is_move || !accept && (text.trim().is_empty() || ["e4 e5", "e2-e4", "e2", "E2E4"].contains(&text))
        {
            continue;
        }
        let fen = case["position"].as_str().expect("a position");
        let run = damier(&["show", "--game", "chess", fen, &format!("--moves={text}")]);
        assert_eq!(run.code, Some(if accept { 0 } else { 2 }), "{id} {text:?}: {}", run.stderr);
        assert_eq!(run.stderr.lines().count(), usize::from(!accept), "{id}: {}", run.stderr);
    }
}

#[test]
fn moves_are_played_first() {
    let output = output_of(&["moves", "--game", "chess", "--moves", "1. e4 e5 2. Nf3", "--json"]);
    assert!(output.contains("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"), "{output}");
    let output = output_of(&["moves", "--game", "russian", "startpos", "--moves", "c3-d4,f6g5"]);
    assert!(output.contains("Russian draughts, white to move"), "{output}");
    let complaint = complaint_about(&["moves", "--game", "chess", "startpos", "--moves", "e4 e6 e6"]);
    assert!(complaint.starts_with("move 3: illegal move \"e6\""), "{complaint}");
}

#[test]
fn repetition_shows_in_the_outcome() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(4);
    let output = output_of(&["moves", "--game", "chess", "--moves", &shuffle, "--json"]);
    assert!(output.contains("fivefold_repetition"), "{output}");
}

#[test]
fn a_position_is_given_once() {
    let complaint = complaint_about(&["moves", "--game", "chess", "startpos", "--fen", "startpos"]);
    assert_eq!(complaint, "unexpected second position \"startpos\"");
    let output = output_of(&["moves", "--game", "international", "W:W32:B19,27,28"]);
    assert!(output.contains("1 legal move:\n 32x14"), "{output}");
}

#[test]
fn captures_show_what_they_take_and_how() {
    let output = output_of(&["moves", "--game", "international", "W:W32:B19,27,28"]);
    assert!(output.ends_with("1 legal move:\n 32x14    takes 28, 19: 32x23x14\n"), "{output}");
    let output = output_of(&["moves", "--game", "russian", "W:Wc3:Bb4"]);
    assert!(output.ends_with(" c3:a5    takes b4\n"), "{output}");
}
