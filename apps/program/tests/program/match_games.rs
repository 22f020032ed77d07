//! `damier match`: what it prints, what it keeps, and that no game is lost or played twice, whatever stops it.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use crate::common::{Run, program};

const ENGINES: [&str; 4] =
    ["--engine", "damier level=3 hash=1 name=three", "--engine", "damier level=1 hash=1 name=one"];

fn run(folder: &Path, arguments: &[&str]) -> Run {
    Run::of(program().current_dir(folder).args(arguments).output().expect("the program runs"))
}

/// A match of our own engine: `russian`, depth 1.
fn arguments<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec!["match", "russian", "--time", "depth=1", "--openings", "start"];
    arguments.extend(ENGINES);
    arguments.extend(more);
    arguments
}

fn start(folder: &Path, arguments: &[&str]) -> (Child, impl Iterator<Item = String> + use<>) {
    let mut command = program();
    command.current_dir(folder).args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    (child, lines.map_while(Result::ok))
}

/// The records without dates and without what the engines said, which holds times.
fn essence(records: &Path) -> String {
    let text = std::fs::read_to_string(records).expect("records");
    let (mut kept, mut depth) = (String::new(), 0);
    for letter in text.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            letter if depth == 0 && !letter.is_whitespace() => kept.push(letter),
            '\n' if depth == 0 => kept.push('\n'),
            _ => {}
        }
    }
    kept.lines().filter(|line| !line.starts_with("[Date")).collect()
}

#[test]
fn fifty_kills_lose_and_double_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = folder.path().join("whole.pdn");
    let done = run(folder.path(), &arguments(&["--rounds", "60", "--output", "whole.pdn"]));
    assert_eq!(done.code, Some(0), "{}", done.stderr);

    let killed = arguments(&[
        "--rounds",
        "60",
        "--output",
        "killed.pdn",
        "--concurrency",
        "2",
        "--resume",
        "--every",
        "3",
    ]);
    // A linear congruential generator: the same kills each time, as far as the system lets them be.
    let mut random = 2026_u64;
    let mut next = |most: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % most
    };
    for _ in 0..50 {
        let (mut child, mut lines) = start(folder.path(), &killed);
        // After some lines, or before the first; and then a moment later.
        let wanted = next(5);
        (0..wanted).for_each(|_| drop(lines.next()));
        std::thread::sleep(Duration::from_micros(next(3_000)));
        child.kill().expect("a child");
        child.wait().expect("an end");
    }
    let end = run(folder.path(), &killed);
    assert_eq!(end.code, Some(0), "{}", end.stderr);
    assert!(end.stdout.ends_with("Stopped: all games are played\n"), "{}", end.stdout);
    // Going on once more writes the records in the order of the schedule.
    assert_eq!(run(folder.path(), &killed).code, Some(0));
    let records = essence(&folder.path().join("killed.pdn"));
    assert_eq!(records.matches("[Event\"").count(), 120);
    assert!(records == essence(&whole), "other games than without kills");
}

#[test]
fn a_match_is_offered_to_go_on_and_never_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(run(folder.path(), &arguments(&[])).code, Some(0));
    let before = std::fs::read(folder.path().join("match.pdn")).expect("records");
    let again = run(folder.path(), &arguments(&[]));
    assert_eq!(again.code, Some(2));
    assert_eq!(
        again.stderr,
        "damier: match.pdn.ledger already holds 2 games of this match: add --resume to continue it, or choose another \
         --output\n"
    );
    let other = run(folder.path(), &arguments(&["--seed", "2"]));
    assert!(other.stderr.contains("2 games of another match: choose another --output"), "{}", other.stderr);
    let none = run(folder.path(), &["match", "--resume", "--output", "none.pgn"]);
    let missing = "there is no match in none.pgn: none.pgn.ledger is missing or empty\n";
    assert_eq!(none.stderr, format!("damier: cannot continue: {missing}"));
    assert_eq!(run(folder.path(), &["match", "report", "none.pgn"]).stderr, format!("damier: {missing}"));
    assert_eq!(std::fs::read(folder.path().join("match.pdn")).expect("records"), before);
    assert_eq!(run(folder.path(), &arguments(&["--resume"])).code, Some(0));
}

/// Options that are given must be those of the match, whether all are given or a few; only rounds may become more.
#[test]
fn a_match_goes_on_with_its_options_or_more_rounds() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(run(folder.path(), &arguments(&["--rounds", "2"])).code, Some(0));
    let whole = arguments(&["--rounds", "2", "--resume"]);
    let few = ["match", "--resume"];
    for (more, difference) in [
        (&["--max-moves", "9"][..], "adjudication max_moves is not given there and 9 here"),
        (&["--seed", "5"], "seed is 1 there and 5 here"),
        (&["--event", "x"], "event is not given there and x here"),
        (&["--sprt", "0,5"], "sprt is not given there"),
        (&["--format", "gauntlet"], "format is round-robin there and gauntlet here"),
    ] {
        for start in [&whole[..], &few] {
            let refused = run(folder.path(), &[start, more].concat());
            assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""), "{more:?}");
            let text = "damier: cannot continue: match.pdn holds another match: ";
            assert!(refused.stderr.starts_with(text), "{}", refused.stderr);
            let end = "; leave out what differs, or choose another --output\n";
            assert!(
                refused.stderr.contains(difference) && refused.stderr.ends_with(end),
                "{}",
                refused.stderr
            );
        }
    }
    for (more, difference) in [
        (&["--rounds", "1"][..], "rounds is 2 there and 1 here"),
        (&["--time", "depth=2"], "time is depth=1 there and depth=2 here"),
        (
            &["--engine", "damier name=three", "--engine", "damier name=one"],
            "engines 1 options hash is 1 there",
        ),
        (&["english"], "game is russian there and english here"),
        (&["--openings", "all"], "openings from is start there and all-positions here"),
    ] {
        let refused = run(folder.path(), &[&few[..], more].concat());
        assert!(refused.stderr.contains(difference), "{more:?}: {}", refused.stderr);
    }
    // Longer: by itself, and with everything said again.
    let games = || {
        std::fs::read_to_string(folder.path().join("match.pdn")).expect("records").matches("[Event ").count()
    };
    assert_eq!(games(), 4);
    let longer = run(folder.path(), &["match", "--resume", "--rounds", "3", "--time", "depth=1"]);
    assert_eq!((longer.code, games()), (Some(0), 6), "{}", longer.stderr);
    assert!(longer.stdout.contains("6 games, 4 of them played before"), "{}", longer.stdout);
    assert_eq!((run(folder.path(), &arguments(&["--rounds", "4", "--resume"])).code, games()), (Some(0), 8));
    // As in one go.
    let at_once = run(folder.path(), &arguments(&["--rounds", "4", "--output", "once.pdn"]));
    assert_eq!(at_once.code, Some(0));
    assert_eq!(essence(&folder.path().join("match.pdn")), essence(&folder.path().join("once.pdn")));
}

#[test]
fn openings_that_repeat_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("book.pdn"), "1. c3-d4 *\n\n1. a3-b4 *\n").expect("a book");
    let play = |more: &[&str]| {
        let base = ["match", "russian", "--time", "depth=1", "--openings", "book.pdn", "--output"];
        run(folder.path(), &[&base[..], more, &ENGINES].concat())
    };
    let told = play(&["one.pdn", "--rounds", "3"]);
    let warnings: Vec<&str> = told.stdout.lines().filter(|line| line.starts_with("Warning: ")).collect();
    assert_eq!(
        warnings,
        ["Warning: 2 openings for 3 rounds: openings repeat, and games with the same moves tell nothing new"]
    );
    let report = run(folder.path(), &["match", "report", "one.pdn"]);
    assert!(report.stdout.contains("\n2 openings."), "{}", report.stdout);
    assert!(!play(&["two.pdn", "--rounds", "2"]).stdout.contains("Warning"));
    std::fs::write(folder.path().join("book.pdn"), "1. c3-d4 *\n").expect("a book");
    let told = play(&["line.pdn", "--rounds", "2"]);
    assert!(told.stdout.contains("Warning: 1 opening for 2 rounds: openings repeat"), "{}", told.stdout);
    std::fs::write(folder.path().join("book.pdn"), "1. c3-d4 *\n\n1. a3-b4 *\n").expect("a book");
    let test = play(&["test.pdn", "--sprt", "0,300"]);
    assert_eq!(
        test.stdout.matches("Warning: all 2 openings are used up: openings repeat").count(),
        1,
        "{}",
        test.stdout
    );
}

#[test]
fn nothing_of_an_engine_is_said_twice_or_ignored() {
    let folder = tempfile::tempdir().expect("a folder");
    let cases: &[(&[&str], u8, &str)] = &[
        (&["-e", "damier level=1 level=2"], 2, "level is given twice, expected it once"),
        (&["-e", "x nodes=1 nodes=2"], 2, "nodes is given twice, expected it once"),
        (&["-e", "x option.Hash=1 option.hash=2"], 2, "option.hash is given twice"),
        (&["-e", "damier folder=/"], 2, "folder is for engines with a command"),
        (&["-e", "x address=localhost:5"], 2, "address is for protocol=dxp"),
        (
            &["-e", "cat folder=/no/such/folder"],
            3,
            "cannot start engine \"cat\": /no/such/folder is not a folder that the engine could be started in",
        ),
        (&["-e", "damier name=b", "--resign", "moves=3,moves=4,score=5"], 2, "found \"moves=4\""),
        (&["-e", "damier name=b", "--seed", "x"], 2, "expected a whole number, 0 or more"),
        (&["-e", "damier name=b", "--sprt", "0,5", "--alpha", "x"], 2, "expected a number"),
        (&["-e", "damier name=b", "--step", "uci"], 2, "--compliance"),
    ];
    for (more, code, message) in cases {
        let base = ["match", "chess", "-e", "damier hash=1 name=a", "--time", "depth=1"];
        let refused = run(folder.path(), &[&base[..], more].concat());
        assert_eq!(refused.code, Some(i32::from(*code)), "{more:?}: {}", refused.stderr);
        assert!(
            refused.stderr.contains(message) && refused.stderr.lines().count() == 1,
            "{}",
            refused.stderr
        );
    }
}

#[test]
fn a_file_that_is_no_match_is_never_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let book = folder.path().join("match.pdn");
    std::fs::write(&book, "1. c3-d4 *\n").expect("a file");
    for more in [&[][..], &["--resume"]] {
        let refused = run(folder.path(), &arguments(more));
        assert_eq!(refused.code, Some(2));
        let text = "match.pdn is not empty and has no ledger beside it: choose another --output\n";
        assert!(refused.stderr.ends_with(text), "{}", refused.stderr);
    }
    assert_eq!(std::fs::read_to_string(&book).expect("the file"), "1. c3-d4 *\n");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1);
    std::fs::create_dir(folder.path().join("games")).expect("a folder");
    let refused = run(folder.path(), &arguments(&["--output", "games"]));
    assert_eq!((refused.code, refused.stderr.lines().count()), (Some(2), 1), "{}", refused.stderr);
    assert!(refused.stderr.starts_with("damier: cannot write games: "), "{}", refused.stderr);
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 2);
}

#[test]
fn standings_are_not_printed_twice() {
    let folder = tempfile::tempdir().expect("a folder");
    for (every, times) in [("1", 2), ("2", 1), ("3", 1), ("0", 1)] {
        let done = run(folder.path(), &arguments(&["--rounds", "2", "--every", every, "--output", every]));
        assert_eq!(done.stdout.matches("Standings after").count(), times, "{every}: {}", done.stdout);
    }
}

#[test]
fn numbers_of_a_match_file_have_the_bounds_of_the_options() {
    let folder = tempfile::tempdir().expect("a folder");
    for (lines, reason) in [
        ("[adjudication]\nresign = { moves = 0, score = 0 }", "adjudication.resign.moves: found 0"),
        ("[adjudication]\ndraw = { from = 0, moves = 1, score = 0 }", "adjudication.draw.from: found 0"),
        ("[adjudication]\nmax_moves = 0", "adjudication.max_moves: found 0"),
        ("patience = 0", "patience: found 0"),
        ("margin = 999999999", "margin: found 999999999, expected 0 to 60000"),
        ("[run]\nconcurrency = 0", "run.concurrency: found 0, expected 1 to 1024"),
        ("[openings]\nfrom = \"start\"\nplies = 5", "unknown field `plies`, expected no further key"),
        ("rounds = -1", "line 3: invalid value: integer `-1`, expected a whole number from 0 to 4294967295"),
        ("seed = true", "expected a whole number, 0 or more"),
        ("[sprt]\nelo0 = \"a\"\nelo1 = 1", "expected a number"),
        ("seed = 1\nseed = 2", "duplicate key"),
    ] {
        let (top, section) = if lines.starts_with('[') { ("", lines) } else { (lines, "") };
        let file = format!(
            "game = \"russian\"\ntime = \"depth=1\"\n{top}\n{section}\n\
             [[engines]]\nname = \"a\"\n[[engines]]\nname = \"b\"\n"
        );
        std::fs::write(folder.path().join("plan.toml"), file).expect("a plan");
        let refused = run(folder.path(), &["match", "--file", "plan.toml"]);
        assert_eq!(refused.code, Some(2), "{lines}");
        assert!(refused.stderr.contains(reason), "{lines}: {}", refused.stderr);
    }
}

#[test]
fn a_match_file_says_the_same_as_the_options() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = r#"
        game = "russian"
        time = "depth=1"
        rounds = 2
        [adjudication]
        max_moves = 30
        draw = { from = 20, moves = 5, score = 10 }
        resign = { moves = 3, score = 900 }
        steady = { from = 20, moves = 10, change = 0, score = 300 }
        [openings]
        from = "start"
        [run]
        output = "file.pdn"
        [[engines]]
        name = "three"
        options = { level = 3, hash = 1 }
        [[engines]]
        name = "one"
        options = { level = "1", hash = 1 }
    "#;
    std::fs::write(folder.path().join("match.toml"), file).expect("a file");
    let options = [
        "--rounds",
        "2",
        "--max-moves",
        "30",
        "--draw",
        "from=20,moves=5,score=10",
        "--resign",
        "moves=3,score=900",
        "--steady",
        "from=20,moves=10,change=0,score=300",
    ];
    let by_options = arguments(&[&options[..], &["--output", "file.pdn"]].concat());
    assert_eq!(run(folder.path(), &by_options).code, Some(0));
    let by_file = run(folder.path(), &["match", "--file", "match.toml", "--resume"]);
    assert_eq!(by_file.code, Some(0), "{}", by_file.stderr);
    for (from, to, message) in [
        ("rounds = 2", "round = 2", "bad.toml: line 4: unknown field `round`"),
        ("max_moves", "maxmoves", "unknown field `maxmoves`"),
        ("\"depth=1\"", "\"deep\"", "bad time control: found \"deep\""),
        ("\"russian\"", "\"go\"", "unknown game \"go\""),
        ("name = \"one\"", "name = \"three\"", "two engines have the name \"three\""),
        ("\"start\"", "\"nowhere\"", "unknown variant `nowhere`"),
        ("level = 3", "level = 13", "level is \"13\", expected a level from 1 to 10"),
    ] {
        std::fs::write(folder.path().join("bad.toml"), file.replace(from, to)).expect("a file");
        let bad = run(folder.path(), &["match", "--file", "bad.toml", "--output", "bad.pdn"]);
        assert_eq!((bad.code, bad.stderr.lines().count()), (Some(2), 1), "{}", bad.stderr);
        assert!(bad.stderr.contains(message), "{message}: {}", bad.stderr);
        assert!(!bad.stderr.contains("\\n") && bad.stderr.matches(message).count() == 1, "{}", bad.stderr);
    }
}

/// Nothing that was given may be ignored.
#[test]
fn a_match_file_stands_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    for option in ["--engine=x", "--time=3", "--rounds=3", "--sprt=0,5", "--seed=2", "--max-moves=9"] {
        let refused = run(folder.path(), &["match", "--file", "match.toml", option]);
        assert_eq!(refused.code, Some(2), "{option}");
        let name = option.split_once('=').expect("a value").0;
        let message = format!("damier: the argument '--file <FILE>' cannot be used with '{name} <");
        assert!(refused.stderr.starts_with(&message), "{option}: {}", refused.stderr);
        assert_eq!(refused.stderr.matches("--").count(), 3, "{option}: {}", refused.stderr);
    }
}

/// Somebody who mistypes an engine corrects it and goes on: no empty match stands in the way.
#[test]
fn a_match_that_never_began_makes_room() {
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = |engine| ["match", "chess", "-e", engine, "-e", "damier hash=1", "--time", "depth=1"];
    let failed = run(folder.path(), &arguments("./no-such-engine"));
    assert_eq!(failed.code, Some(3), "{}", failed.stderr);
    let done = run(folder.path(), &arguments("damier hash=1 level=1"));
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert!(done.stdout.contains("Stopped: all games are played"), "{}", done.stdout);
}

#[test]
fn json_lines_say_everything() {
    let folder = tempfile::tempdir().expect("a folder");
    let done = run(folder.path(), &arguments(&["--json", "--rounds", "2", "--every", "1"]));
    let lines: Vec<serde_json::Value> =
        done.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let events: Vec<&str> = lines.iter().filter_map(|line| line["event"].as_str()).collect();
    assert_eq!(
        events,
        ["begin", "game", "game", "standings", "game", "game", "standings", "standings", "end"]
    );
    assert_eq!((lines[0]["games"].as_u64(), lines[8]["reason"].as_str()), (Some(4), Some("complete")));
    assert_eq!(lines[1]["white"], "three");
    assert_eq!(lines[2]["white"], "one");
    assert!(lines[1]["article"].is_string(), "{}", lines[1]);
    assert_eq!(lines[7]["meetings"][0]["pentanomial"].as_array().map(Vec::len), Some(5));
}

#[cfg(unix)]
#[test]
fn an_interrupt_finishes_the_running_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let (child, mut lines) = start(folder.path(), &arguments(&["--rounds", "2000"]));
    assert!(lines.nth(2).expect("a game").starts_with("Game 2"));
    let id = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(id, rustix::process::Signal::INT).expect("a running child");
    let rest: Vec<String> = lines.collect();
    let done = Run::of(child.wait_with_output().expect("an end"));
    assert_eq!(done.code, Some(130), "{}", done.stderr);
    assert_eq!(done.stderr, "damier: the running games are finished; press Ctrl-C again to stop at once\n");
    let last = rest.last().expect("a last line");
    assert_eq!(last, "Stopped: interrupted; continue with: damier match --resume --output match.pdn");
    let games = rest.iter().filter(|line| line.starts_with("Game ")).count() + 2;
    let records = std::fs::read_to_string(folder.path().join("match.pdn")).expect("records");
    assert_eq!(records.matches("[Event ").count(), games);
}

/// Engines of all protocols in one match, one of them over a network.
#[test]
fn engines_of_different_protocols_meet() {
    let folder = tempfile::tempdir().expect("a folder");
    let damier = env!("CARGO_BIN_EXE_damier");
    let hub = format!("'{damier}' hub name=hub protocol=hub nodes=200 option.hash=1");
    let dxp = format!(
        "'{damier}' dxp --listen {{port}} --move-time 0.001 --hash 1 name=dxp protocol=dxp time=1:00"
    );
    let engines = ["--engine", "damier hash=1 nodes=200", "--engine", &hub, "--engine", &dxp];
    let arguments = ["match", "international", "--openings", "random", "--plies", "4", "--latency", "--json"];
    let done = run(folder.path(), &[&arguments[..], &engines].concat());
    assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
    let lines: Vec<serde_json::Value> =
        done.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let games: Vec<_> = lines.iter().filter(|line| line["event"] == "game").collect();
    assert_eq!(games.len(), 6);
    assert!(games.iter().all(|game| game["fault"].is_null() && game["article"].is_string()), "{games:#?}");
    let latency = lines.iter().find(|line| line["event"] == "latency").expect("a latency");
    assert!(latency["requests"].as_u64() > Some(20), "{latency}");
    let validated = run(folder.path(), &["validate", "match.pdn"]);
    assert_eq!(validated.code, Some(0), "{}{}", validated.stdout, validated.stderr);
}

#[test]
fn a_time_that_a_protocol_cannot_tell_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let engines = ["--engine", "damier", "--engine", "x {port} protocol=dxp"];
    for (game, time, message) in [
        (
            "international",
            "8+0.08",
            "cannot tell it the time 8+0.08: expected whole minutes for the game, such as 5:00",
        ),
        ("international", "nodes=5", "cannot tell it the time nodes=5"),
        ("russian", "1:00", "engine \"x\" speaks dxp, which is not for russian"),
    ] {
        let refused = run(folder.path(), &[&["match", game, "--time", time][..], &engines].concat());
        assert_eq!(refused.code, Some(2));
        assert!(refused.stderr.contains(message), "{}", refused.stderr);
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn a_test_that_is_decided_stays_decided() {
    let folder = tempfile::tempdir().expect("a folder");
    let test = arguments(&["--sprt", "0,300", "--output", "test.pdn", "--concurrency", "2", "--every", "0"]);
    let last = |done: &Run| done.stdout.lines().last().map(str::to_owned).unwrap_or_default();
    let first = run(folder.path(), &test);
    assert_eq!(first.code, Some(0), "{}", first.stderr);
    assert!(last(&first).starts_with("Stopped: the test is decided: "), "{}", first.stdout);
    let resumed = run(folder.path(), &["match", "--resume", "--output", "test.pdn"]);
    assert_eq!((last(&resumed), resumed.code), (last(&first), Some(0)));
    // One game at a time decides alike: only pairs without a gap count.
    let alone = run(folder.path(), &arguments(&["--sprt", "0,300", "--output", "alone.pdn"]));
    assert_eq!(last(&alone), last(&first));
    let three = ["--engine", "damier name=third", "--sprt", "0,5"];
    let refused = run(folder.path(), &arguments(&three));
    assert_eq!(refused.stderr, "damier: an SPRT compares 2 engines, found 3\n");
}

#[cfg(unix)]
#[test]
fn a_test_that_faults_decide_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = "while read line; do case $line in uci) echo uciok;; isready) echo readyok;; go*) exit 1;; esac; done";
    std::fs::write(folder.path().join("crashes.sh"), script).expect("a script");
    let mut test =
        vec!["match", "chess", "--time", "depth=1", "--sprt", "0,300", "--openings", "start", "--every", "0"];
    test.extend(["--engine", "damier hash=1", "--engine", "sh crashes.sh name=crashes"]);
    let done = run(folder.path(), &test);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let lines: Vec<&str> = done.stdout.lines().rev().take(2).collect();
    assert!(lines[0].starts_with("Stopped: the test is decided: passed, H1 is accepted"), "{}", done.stdout);
    let games = done.stdout.lines().filter(|line| line.starts_with("Game ")).count();
    let warning = format!(
        "Warning: {games} of {games} games ended because an engine failed; the test counts them as losses"
    );
    assert_eq!(lines[1], warning);
}

#[test]
fn a_swiss_tournament_goes_on_in_its_rounds() {
    let folder = tempfile::tempdir().expect("a folder");
    let engines: Vec<String> = (1..=5).map(|level| format!("damier level={level} hash=1")).collect();
    let mut swiss = vec!["match", "english", "--time", "depth=1", "--openings", "start", "--format", "swiss"];
    engines.iter().for_each(|engine| swiss.extend(["--engine", engine]));
    swiss.extend(["--rounds", "3", "--json", "--concurrency", "2", "--resume", "--output"]);
    let whole = run(folder.path(), &[&swiss[..], &["whole.pdn"]].concat());
    assert_eq!(whole.code, Some(0), "{}", whole.stderr);
    let parts = [&swiss[..], &["parts.pdn"]].concat();
    for wanted in [2, 4, 9] {
        let (mut child, lines) = start(folder.path(), &parts);
        assert_eq!(lines.take(wanted).count(), wanted);
        child.kill().expect("a child");
        child.wait().expect("an end");
    }
    assert_eq!(run(folder.path(), &parts).code, Some(0));
    // Going on once more writes the records in the order of the schedule.
    assert_eq!(run(folder.path(), &parts).code, Some(0));
    assert_eq!(run(folder.path(), &[&swiss[..], &["whole.pdn"]].concat()).code, Some(0));
    let records = essence(&folder.path().join("parts.pdn"));
    assert_eq!(records.matches("[Event\"").count(), 12);
    assert!(records == essence(&folder.path().join("whole.pdn")), "other games than without kills");
}

/// What the engine is sent goes through `tee`.
#[cfg(unix)]
#[test]
fn an_engine_ponders_if_it_is_told_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = format!(
        "game = \"chess\"\ntime = \"nodes=1000\"\nopenings = {{ from = \"start\" }}\n\
         adjudication = {{ max_moves = 20 }}\n\
         [[engines]]\nname = \"ponders\"\ncommand = \"sh -c 'tee sent | {} uci'\"\nponder = true\n\
         [[engines]]\nname = \"own\"\noptions = {{ hash = 1 }}\n",
        env!("CARGO_BIN_EXE_damier")
    );
    std::fs::write(folder.path().join("match.toml"), &file).expect("a file");
    let done = run(folder.path(), &["match", "--file", "match.toml"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert!(done.stdout.contains("2. ") && !done.stdout.contains(" by ponders"), "{}", done.stdout);
    let sent = std::fs::read_to_string(folder.path().join("sent")).expect("what was sent");
    let count = |text: &str| sent.lines().filter(|line| line.starts_with(text)).count();
    assert!(count("go ponder") >= 20, "{sent}");
    // The engine is killed after its last answer, perhaps before `tee` has written what led to it.
    let ended = count("ponderhit") + count("stop");
    assert!((ended..=ended + 1).contains(&count("go ponder")), "{sent}");
    assert!(sent.contains("setoption name Ponder value true"), "{sent}");
}

/// A Hub engine may answer before it is asked to; our own one thinks on another thread.
#[cfg(unix)]
#[test]
fn hub_engines_and_our_own_ponder_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let hub = format!("command=\"sh -c 'tee sent | {} hub'\"", env!("CARGO_BIN_EXE_damier"));
    let hub = format!("{hub} protocol=hub name=hub ponder=true");
    let options = ["--openings", "start", "--max-moves", "20", "--margin", "10000", "--time"];
    let done = run(
        folder.path(),
        &[
            &["match", "russian", "-e", &hub, "-e", "damier hash=1 ponder=true"],
            &options[..],
            &["movetime=0.002"],
        ]
        .concat(),
    );
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert!(
        done.stdout.contains("2. ")
            && !done.stdout.contains(" by hub")
            && !done.stdout.contains(" by damier"),
        "{}",
        done.stdout
    );
    let sent = std::fs::read_to_string(folder.path().join("sent")).expect("what was sent");
    let count = |text: &str| sent.lines().filter(|line| line.starts_with(text)).count();
    assert!(count("go ponder") >= 20, "{sent}");
    let ended = count("ponder-hit") + count("stop");
    assert!((ended..=ended + 1).contains(&count("go ponder")), "{sent}");
    // A limit of nodes ends a search before its time comes.
    let nodes = ["nodes=200", "--output", "nodes.pdn"];
    let done = run(
        folder.path(),
        &[&["match", "russian", "-e", &hub, "-e", "damier hash=1 ponder=true"], &options[..], &nodes]
            .concat(),
    );
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert!(
        done.stdout.contains("2. ")
            && !done.stdout.contains(" by hub")
            && !done.stdout.contains(" by damier"),
        "{}",
        done.stdout
    );
    let dxp = "command='x' protocol=dxp name=other ponder=true time=60";
    let refused = run(folder.path(), &["match", "international", "-e", dxp, "-e", "damier"]);
    assert!(
        refused.stderr.contains("engine \"other\" speaks dxp, which cannot tell it to ponder"),
        "{}",
        refused.stderr
    );
}
