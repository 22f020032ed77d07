//! Engines that do not behave: each failure is told apart, and nothing is left running.
#![cfg(unix)]

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use damier_client::{EngineError, HubEngine, Process, Settings, UciEngine};

fn quick() -> Settings {
    Settings { timeout: Duration::from_millis(700), ..Settings::default() }
}

fn uci_error(script: &str) -> EngineError {
    let command = format!("sh -c {}", quoted(script));
    UciEngine::start(&command, &quick()).expect_err("no engine")
}

fn quoted(script: &str) -> String {
    format!("'{script}'")
}

#[test]
fn commands_that_cannot_be_started() {
    let start = |command: &str| Process::start(command, &quick()).expect_err("no process");
    assert!(matches!(start(""), EngineError::BadCommand { .. }));
    assert!(matches!(start("stockfish \"open"), EngineError::BadCommand { .. }));
    assert!(matches!(start("/no/such/engine"), EngineError::CannotStart { .. }));
    assert!(matches!(start("/"), EngineError::CannotStart { .. }));
}

#[test]
fn exits_have_their_code_and_last_words() {
    let error = uci_error("echo no license >&2; exit 3");
    let EngineError::Exited { asked, status, stderr } = &error else { panic!("{error}") };
    assert_eq!((asked.as_str(), status.as_str()), ("uci", "exit code 3"));
    assert_eq!(*stderr, ["no license"]);
    let error = uci_error("kill -SEGV $$");
    assert!(matches!(&error, EngineError::Exited { status, .. } if status == "signal 11"), "{error}");
}

#[test]
fn silence_is_a_hang() {
    let begin = Instant::now();
    let error = uci_error("sleep 100");
    assert!(matches!(&error, EngineError::Hung { asked, .. } if asked == "uci"), "{error}");
    assert!(begin.elapsed() < Duration::from_secs(5));
}

#[test]
fn endless_output_is_a_flood() {
    let slow = Settings { timeout: Duration::from_secs(30), ..Settings::default() };
    let error = UciEngine::start("yes garbage", &slow).expect_err("no engine");
    assert!(matches!(&error, EngineError::Flood { line, .. } if line == "garbage"), "{error}");
}

#[test]
fn endless_output_of_long_lines_is_a_flood() {
    let slow = Settings { timeout: Duration::from_secs(60), ..Settings::default() };
    let script =
        "a=x; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do a=$a$a; done; while :; do echo $a; done";
    let command = format!("sh -c {}", quoted(script));
    let error = UciEngine::start(&command, &slow).expect_err("no engine");
    // Lines of 32 kB, 16 MB of them.
    assert!(matches!(&error, EngineError::Flood { lines: 512, .. }), "{error}");
    let error = Process::start(&command, &slow).and_then(Process::finish).expect_err("no end");
    // Lines of 32 kB, 16 MB of them.
    assert!(matches!(&error, EngineError::Flood { lines: 512, .. }), "{error}");
}

#[test]
fn endless_complaints_do_not_disturb() {
    let script = "yes complaint >&2 & tr -d x </dev/zero >&2 & read uci; echo uciok; cat";
    let slow = Settings { timeout: Duration::from_secs(60), ..Settings::default() };
    UciEngine::start(&format!("sh -c {}", quoted(script)), &slow).expect("an engine");
}

#[test]
fn an_endless_line_is_garbage() {
    let error = uci_error("head -c 10000000 /dev/zero; sleep 100");
    assert!(matches!(&error, EngineError::Garbage { .. }), "{error}");
}

#[test]
fn a_closed_output_is_told_from_an_exit() {
    let error = uci_error("exec >&-; sleep 100");
    assert!(matches!(&error, EngineError::ClosedPipe { .. }), "{error}");
}

/// The answer to a trial of `go perft` of an engine that says this and no count.
fn trial(answer: &str) -> Result<Vec<(String, u64)>, EngineError> {
    let script = format!("read uci; echo uciok; read go; echo {answer}; echo Nodes searched: 0; cat");
    let mut engine = UciEngine::start(&format!("sh -c {}", quoted(&script)), &quick()).expect("an engine");
    engine.try_perft(Duration::from_secs(5), 1)
}

#[test]
fn nonsense_is_told_from_a_refusal_to_count() {
    let error = trial("what do you mean").expect_err("no count");
    assert!(matches!(&error, EngineError::Garbage { asked, .. } if asked == "go perft 1"), "{error}");
    for refusal in ["Unknown command: go perft 1", "info string no perft"] {
        assert_eq!(trial(refusal).expect("a refusal"), []);
    }
    let counts = trial("Perft of depth 1; echo a2a3: 1").expect("counts");
    assert_eq!(counts, [("a2a3".to_owned(), 1)]);
}

#[test]
fn hub_engines_fail_alike() {
    let error = HubEngine::start("sh -c 'echo wait; echo error message=broken; cat'", &[], &quick());
    assert!(matches!(&error, Err(EngineError::Reported { message, .. }) if message == "broken"), "{error:?}");
    let missing = [("variant".to_owned(), "frisian".to_owned())];
    let error = HubEngine::start("sh -c 'echo wait; cat'", &missing, &quick());
    assert!(matches!(&error, Err(EngineError::Unsupported { .. })), "{error:?}");
}

#[test]
fn cancelling_ends_every_wait() {
    let settings = Settings { timeout: Duration::from_secs(100), ..Settings::default() };
    settings.cancel.store(true, Ordering::Relaxed);
    let error = UciEngine::start("sleep 100", &settings).expect_err("no engine");
    assert!(matches!(error, EngineError::Cancelled));
}

#[test]
fn messages_are_one_line() {
    let mut process = Process::start("cat", &quick()).expect("cat starts");
    assert!(matches!(process.send("position\nquit"), Err(EngineError::LineBreak { .. })));
    process.send("hello").expect("sent");
    let answer = process.wait(|line| Ok(Some(line.to_owned()))).expect("an answer");
    assert_eq!(answer, "hello");
}

#[test]
fn programs_that_answer_once_are_read_to_the_end() {
    let finish = |command: &str| Process::start(command, &quick()).and_then(Process::finish);
    assert_eq!(finish("printf 'one\\ntwo'").expect("lines"), ["one", "two"]);
    assert!(matches!(finish("false"), Err(EngineError::Exited { .. })));
    assert!(matches!(finish("sleep 100"), Err(EngineError::Hung { .. })));
}

/// Whether a process with this number runs.
fn runs(id: &str) -> bool {
    std::fs::read_to_string(format!("/proc/{id}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

#[test]
fn nothing_is_left_running() {
    if !std::path::Path::new("/proc/self/stat").exists() {
        println!("skipped: there is no /proc");
        return;
    }
    // The shell starts another program and tells its number.
    let mut process = Process::start("sh -c 'sleep 1000 & echo $!; wait'", &quick()).expect("a shell");
    let id = process.wait(|line| Ok(Some(line.to_owned()))).expect("a number");
    assert!(runs(&id));
    drop(process);
    let begin = Instant::now();
    while runs(&id) && begin.elapsed() < Duration::from_secs(5) {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(!runs(&id), "process {id} still runs");
}
