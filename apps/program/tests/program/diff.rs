//! `damier diff` and `damier fuzz-rules`: what they print, and how they end.

use crate::common::{complaint_about, damier, output_of};
use serde_json::Value;

/// A chess position with seven legal moves.
const SEVEN: &str = "8/8/8/8/8/8/k7/2K4R b - - 0 1";

/// Runs `damier diff` on one position of chess with an engine that is a shell script.
#[cfg(unix)]
fn against_script(script: &str, more: &[&str]) -> crate::common::Run {
    let engine = format!("sh -c '{script}' script");
    let mut arguments = vec!["diff", "--game", "chess", "--engine", &engine, "--protocol", "script"];
    arguments.extend(["--timeout", "2", "--fen", SEVEN, "--depth", "1"]);
    arguments.extend(more);
    damier(&arguments)
}

fn own_engine() -> String {
    env!("CARGO_BIN_EXE_damier").to_owned()
}

#[test]
fn our_own_program_does_not_differ() {
    for game in ["russian", "chess960", "frisian"] {
        let engine = own_engine();
        let arguments = ["diff", "--game", game, "--engine", &engine, "--random", "10", "--seed", "5"];
        let output = output_of(&arguments);
        assert!(output.contains("10 positions to depth 2, no difference ("), "{output}");
        assert!(output.trim_end().ends_with("s, seed 5)"), "{output}");
    }
}

#[test]
#[cfg(unix)]
fn a_difference_is_told_and_exits_with_one() {
    let run = against_script("echo a2b3 1; echo a2a3 1; echo a2a1 1; echo a2h8 1; echo; echo 4", &[]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
    for part in ["extra    a2h8: ", "EPD   ", "case  {\"id\":\"diff-chess-", "found in "] {
        assert!(run.stdout.contains(part), "{part} in {}", run.stdout);
    }
    let run = against_script("echo a2b3 1; echo; echo 1", &["--json", "--no-minimize"]);
    let value: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(run.code, Some(1));
    assert_eq!(value["difference"]["fen"], SEVEN);
    assert_eq!(value["difference"]["extra"], Value::Array(Vec::new()));
    assert!(value["difference"]["missing"].as_array().is_some_and(|moves| moves.len() >= 2), "{value}");
    assert_eq!(value["difference"]["case"]["fen"], SEVEN);
}

#[test]
#[cfg(unix)]
fn engines_that_fail_exit_with_three() {
    for (script, kind, words) in [
        ("exit 7", "exited", "exit code 7"),
        ("sleep 60", "hung", "did not answer"),
        ("echo what do you mean", "garbage", "what do you mean"),
        ("exec >&-; sleep 60", "closed_pipe", "closed its output"),
    ] {
        let run = against_script(script, &[]);
        assert_eq!(run.code, Some(3), "{script}: {}", run.stderr);
        assert!(run.stderr.contains(words) && run.stderr.contains(SEVEN), "{}", run.stderr);
        let run = against_script(script, &["--json"]);
        let value: Value = serde_json::from_str(&run.stdout).expect("JSON");
        assert_eq!((run.code, &value["failure"]["kind"]), (Some(3), &Value::from(kind)));
        assert_eq!(value["complete"], false);
    }
}

/// An engine that lists both ways round of one capture.
#[test]
#[cfg(unix)]
fn routes_are_counted_when_asked_for() {
    let engine = "sh -c 'echo 28x17x8x19x28 1; echo 28x19x8x17x28 1; echo; echo 2' script";
    let arguments = ["diff", "--game", "international", "--engine", engine, "--protocol", "script"];
    let place = ["--fen", "W:W28:B12,13,22,23", "--depth", "1"];
    let run = damier(&[&arguments[..], &place, &["--routes"]].concat());
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{}", run.stdout);
    let run = damier(&[&arguments[..], &place, &["--minimize-questions", "5"]].concat());
    assert_eq!(run.code, Some(1));
    assert!(run.stdout.contains("the counts agree if routes are counted: try --routes"), "{}", run.stdout);
    let engine = own_engine();
    let arguments = ["diff", "--game", "frisian", "--engine", &engine, "--random", "10", "--routes"];
    let output = output_of(&arguments);
    assert!(output.contains("10 positions to depth 2, routes counted, no difference"), "{output}");
    let hub = "sh -c 'while read line; do case $line in \
               hub) echo wait;; init) echo ready;; ping) echo pong;; go*) echo done move=32-28;; esac; done'";
    let arguments = ["diff", "--game", "international", "--engine", hub, "--protocol", "hub", "--routes"];
    assert!(complaint_about(&arguments).contains("cannot count move sequences, which --routes needs"));
}

/// What came of making a difference smaller is told as it is.
#[test]
#[cfg(unix)]
fn the_budget_of_minimizing_is_kept_and_told() {
    // Whatever the position, one move of the king; and that only in the position that is given.
    let always = "echo a2a1 1; echo; echo 1";
    let once = "case $2 in *2K4R*) echo a2a1 1; echo; echo 1;; *) exit 9;; esac";
    for (script, more, text, end, questions) in [
        (always, &["--no-minimize"][..], None, "off", 0),
        (always, &["--no-minimise"], None, "off", 0),
        (always, &["--minimize-seconds", "0"], None, "off", 0),
        (always, &["--minimize-questions", "0"], None, "off", 0),
        (always, &[], Some("\nminimized with 1 question\n"), "complete", 1),
        (
            once,
            &["--minimize-questions", "1"],
            Some("\nnot minimized with 1 question: "),
            "out_of_questions",
            1,
        ),
    ] {
        let run = against_script(script, more);
        assert_eq!(run.code, Some(1), "{}", run.stderr);
        assert_eq!(run.stdout.contains("minimized"), text.is_some(), "{}", run.stdout);
        assert!(run.stdout.contains(text.unwrap_or_default()), "{}", run.stdout);
        let run = against_script(script, &[more, &["--json"]].concat());
        let value: Value = serde_json::from_str(&run.stdout).expect("JSON");
        assert_eq!(value["difference"]["minimizing_end"], end, "{value}");
        assert_eq!(value["difference"]["questions"], questions, "{value}");
    }
    let [one, two] = ["1", "2"].map(|threads| {
        let run = against_script(always, &["--threads", threads, "--json"]);
        let value: Value = serde_json::from_str(&run.stdout).expect("JSON");
        value["difference"]["fen"].clone()
    });
    assert_eq!(one, two);
}

/// Positions of which none can be told to the engine are no agreement.
#[test]
#[cfg(unix)]
fn nothing_compared_is_an_error() {
    let engine = "sh -c 'while read line; do case $line in \
                  hub) echo wait;; init) echo ready;; ping) echo pong;; esac; done'";
    let arguments = ["diff", "--game", "frisian", "--engine", engine, "--protocol", "hub"];
    let fen = ["--fen", "W:WK46,45:BK5,6:+0+346"];
    let run = damier(&[&arguments[..], &fen].concat());
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{}", run.stderr);
    assert!(run.stderr.contains("nothing was compared; 1 skipped: Hub cannot express"), "{}", run.stderr);
    let run = damier(&[&arguments[..], &fen, &["--json"]].concat());
    let value: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!((run.code, &value["complete"], &value["skipped"]), (Some(2), &false.into(), &1.into()));
    assert!(complaint_about(&[&arguments[..], &["--random", "0"]].concat()).contains("--random"));
}

#[test]
fn suites_need_no_counts() {
    let folder = crate::common::Folder::new("diff-suite");
    let file = folder.file("plain.epd", format!("# positions\n\n{SEVEN}\n{SEVEN} ;D1 7\n"));
    let engine = own_engine();
    let arguments = ["diff", "--game", "chess", "--engine", &engine, "--suite"];
    let output = output_of(&[&arguments[..], &[&file]].concat());
    assert!(output.contains("2 positions to depth 2, no difference"), "{output}");
    let empty = folder.file("empty.epd", "# nothing\n");
    assert!(complaint_about(&[&arguments[..], &[&empty]].concat()).contains("the file has no positions"));
}

#[test]
fn bad_command_lines_are_refused() {
    let diff = |more: &[&str]| complaint_about(&[&["diff", "--game", "chess"], more].concat());
    assert!(diff(&[]).contains("--engine"));
    assert!(diff(&["--engine", "/no/such/engine"]).contains("cannot start"));
    assert!(diff(&["--engine", "/no/such/engine", "--protocol", "script"]).contains("cannot start"));
    assert!(diff(&["--engine", "\"open"]).contains("unclosed quote"));
    assert!(diff(&["--engine", "cat", "--fen", "nonsense"]).contains("bad placement"));
    assert!(diff(&["--engine", "cat", "--protocol", "xboard"]).contains("unknown protocol"));
    assert!(diff(&["--engine", "cat", "--timeout", "0"]).contains("0.01"));
    assert!(diff(&["--engine", "cat", "--option", "Hash"]).contains("NAME=VALUE"));
    assert!(diff(&["--engine", "cat", "--suite", "/no/such/file"]).contains("cannot read"));
    assert!(complaint_about(&["fuzz-rules", "--game", "chequers2"]).contains("unknown game"));
}

#[test]
fn stockfish_does_not_differ() {
    let installed = ["/usr/games/stockfish", "/usr/bin/stockfish", "/usr/local/bin/stockfish"];
    let Some(engine) = installed.into_iter().find(|path| std::path::Path::new(path).exists()) else {
        println!("skipped: Stockfish is not installed");
        return;
    };
    for game in ["chess", "chess960"] {
        let arguments = ["diff", "--game", game, "--engine", engine, "--random", "100", "--seed", "1"];
        let output = output_of(&arguments);
        assert!(output.contains("100 positions to depth 2, no difference"), "{output}");
    }
}

#[test]
fn rules_agree_with_the_slow_generators() {
    let output = output_of(&["fuzz-rules", "--game", "all", "--seed", "1", "--positions", "400", "--routes"]);
    assert!(output.contains("no difference") && output.trim_end().ends_with("seed 1)"), "{output}");
    let output = output_of(&["fuzz-rules", "--game", "russian", "--seconds", "1", "--json"]);
    let value: Value = serde_json::from_str(&output).expect("JSON");
    assert_eq!(value["difference"], Value::Null);
    assert!(value["positions"].as_u64().is_some_and(|positions| positions > 0), "{value}");
}

/// A signal to end stops the comparison within a moment, and the engine with it.
#[test]
#[cfg(target_os = "linux")]
fn an_interrupt_leaves_no_engine_behind() {
    for signal in ["INT", "TERM", "HUP"] {
        assert_engine_ends_on(signal);
    }
}

#[cfg(target_os = "linux")]
fn assert_engine_ends_on(signal: &str) {
    use std::io::Read;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let file = std::env::temp_dir().join(format!("damier-diff-{signal}-{}", std::process::id()));
    let engine = format!("sh -c 'echo $$ > {}; sleep 1000; true' script", file.display());
    let mut child = Command::new(own_engine())
        .args(["diff", "--game", "chess", "--protocol", "script", "--timeout", "500", "--engine", &engine])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let begin = Instant::now();
    let number = loop {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        if text.ends_with('\n') {
            break text.trim().to_owned();
        }
        assert!(begin.elapsed() < Duration::from_secs(30), "the engine does not start");
        std::thread::sleep(Duration::from_millis(10));
    };
    let kill = Command::new("sh").args(["-c", &format!("kill -{signal} {}", child.id())]).status();
    assert!(kill.expect("a shell").success());
    let status = child.wait().expect("the program ends");
    std::fs::remove_file(&file).expect("our own file");
    let mut output = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut output).expect("text");
    assert_eq!(status.code(), Some(130), "{signal}: {output}");
    assert!(output.starts_with("stopped: ") && output.ends_with(": nothing was compared\n"));
    assert!(begin.elapsed() < Duration::from_secs(60));
    assert!(!std::path::Path::new(&format!("/proc/{number}")).exists(), "the engine still runs");
}
