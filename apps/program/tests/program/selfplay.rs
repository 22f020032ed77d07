//! `damier selfplay` as a user sees it.

use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use crate::common::{Folder, Run, damier, program};

/// Quick games.
const QUICK: [&str; 8] =
    ["selfplay", "english", "--nodes", "20", "--opening-limit", "2000", "--most-plies", "60"];

fn play(output: &str, more: &[&str]) -> Run {
    damier(&[&QUICK, &["--output", output][..], more].concat())
}

fn last_json(run: &Run) -> Value {
    serde_json::from_str(run.stdout.lines().last().expect("a line")).expect("JSON")
}

fn bytes(path: &str) -> Vec<u8> {
    std::fs::read(path).expect("a file")
}

#[test]
fn games_are_the_same_on_any_number_of_threads_and_after_a_kill() {
    let folder = Folder::new("selfplay-kill");
    let (one, two) = (folder.path("one.games"), folder.path("two.games"));
    let run = play(&one, &["--games", "200", "--threads", "1", "--json"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let said = last_json(&run);
    assert_eq!(
        (said["done"].as_bool(), said["bytes"].as_u64()),
        (Some(true), Some(bytes(&one).len() as u64))
    );
    assert_eq!(said["games"].as_u64().unwrap() + said["repeated"].as_u64().unwrap(), 200);
    assert!(said["distinct"].as_u64() <= said["positions"].as_u64() && said["distinct"].as_u64() > Some(100));

    let mut command = program();
    command.args(QUICK).args(["--output", &two, "--games", "100000", "--threads", "2"]);
    let mut child = command.stdout(Stdio::null()).spawn().expect("the program starts");
    while std::fs::metadata(&two).map_or(0, |file| file.len()) < 4_000 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    child.kill().expect("it runs");
    child.wait().expect("an end");
    let kept = bytes(&two);
    let run = play(&two, &["--games", "200", "--threads", "2", "--resume"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    if kept.len() < bytes(&one).len() {
        assert!(bytes(&two) == bytes(&one), "another file after a kill");
    }
    assert!(bytes(&two).starts_with(&bytes(&one)[..2_000]));
}

#[cfg(unix)]
#[test]
fn a_stopped_run_says_how_to_go_on() {
    let folder = Folder::new("selfplay-stop");
    let (stopped, whole) = (folder.path("stopped.games"), folder.path("whole.games"));
    let mut command = program();
    command.args(QUICK).args(["--output", &stopped, "--games", "1000000", "--threads", "2"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    crate::common::send_signal(&child, "INT");
    let run = Run::of(child.wait_with_output().expect("an end"));
    assert_eq!(run.code, Some(130), "{run:?}");
    assert!(run.stderr.contains("the same command with --resume continues"), "{run:?}");
    let stats = damier(&["selfplay", "stats", &stopped, "--json"]);
    let games = last_json(&stats)["games"].as_u64().expect("a number")
        + last_json(&stats)["left_out"].as_u64().expect("a number");
    let more = (games + 10).to_string();
    assert_eq!(play(&stopped, &["--games", &more, "--resume"]).code, Some(0));
    assert_eq!(play(&whole, &["--games", &more]).code, Some(0));
    assert!(bytes(&stopped) == bytes(&whole), "another file after Ctrl-C");
}

#[test]
fn files_are_merged_counted_and_exported() {
    let folder = Folder::new("selfplay-merge");
    let [one, two, both, again, records] =
        ["one", "two", "both", "again", "records"].map(|name| folder.path(name));
    assert_eq!(play(&one, &["--games", "40"]).code, Some(0));
    assert_eq!(play(&two, &["--games", "50", "--seed", "2"]).code, Some(0));
    let count = |run: &Run, field: &str| last_json(run)[field].as_u64().expect("a number");
    let run = damier(&["selfplay", "merge", &one, &two, &one, "--output", &both, "--json"]);
    let (read, kept, repeated) = (count(&run, "read"), count(&run, "kept"), count(&run, "repeated"));
    assert!(read == kept + repeated && repeated >= 40 && kept >= 85, "{run:?}");
    // A merged file can be merged, and stays as it is.
    let run = damier(&["selfplay", "merge", &both, "--output", &again, "--json"]);
    assert_eq!((count(&run, "kept"), count(&run, "repeated")), (kept, 0));
    assert!(bytes(&again) == bytes(&both));

    let stats = damier(&["selfplay", "stats", &both, "--json"]);
    let exported = damier(&["selfplay", "export", &both, "--output", &records, "--json"]);
    assert_eq!((count(&stats, "games"), count(&exported, "games")), (kept, kept));
    assert_eq!(count(&stats, "positions"), count(&exported, "searched"));
    assert_eq!(count(&stats, "kept"), count(&exported, "kept"));
    let left_out: u64 =
        ["loud", "decided", "stale", "few", "repeated"].iter().map(|field| count(&exported, field)).sum();
    assert_eq!(count(&exported, "searched"), count(&exported, "kept") + left_out);
    // 256 bytes, then four sets of one word and eight bytes for each position.
    let found = bytes(&records);
    assert_eq!(found.len() as u64, 256 + 40 * count(&exported, "kept"));
    assert!(found.starts_with(b"{\"format\":\"damier-positions\",\"version\":1,\"game\":\"english\""));
    let last = u32::from_le_bytes(found[found.len() - 4..].try_into().expect("four bytes"));
    assert_eq!(u64::from(last), kept - 1, "the number of the last game");

    // Without filters all searched positions are kept, but forced wins.
    let all = ["--loud", "--most-quiet-plies", "1000", "--repeats", "--most-few", "1000"];
    let run = damier(&[&["selfplay", "export", &both, "--output", &records, "--json"], &all[..]].concat());
    assert_eq!(count(&run, "kept"), count(&run, "searched") - count(&run, "decided"));
}

#[test]
fn games_are_printed_as_records_that_can_be_read() {
    let folder = Folder::new("selfplay-show");
    for (game, ending) in [("chess960", "pgn"), ("turkish", "pdn"), ("canadian", "pdn")] {
        let file = folder.path("games");
        let _ = std::fs::remove_file(&file);
        let run =
            damier(&["selfplay", game, "--games", "3", "--nodes", "20", "--most-plies", "20", "-o", &file]);
        assert_eq!(run.code, Some(0), "{run:?}");
        let shown = damier(&["selfplay", "show", &file, "--game", "2"]);
        let record = folder.path(&format!("game.{ending}"));
        std::fs::write(&record, &shown.stdout).expect("a file");
        let checked = damier(&["validate", &record]);
        assert_eq!(checked.code, Some(0), "{game}: {checked:?} {shown:?}");
        assert!(shown.stdout.contains("{random}"), "{shown:?}");
    }
}

#[test]
fn what_cannot_work_is_said_in_one_line() {
    let folder = Folder::new("selfplay-errors");
    let (games, chess, records) = (folder.path("games"), folder.path("chess"), folder.path("records"));
    assert_eq!(play(&games, &["--games", "2"]).code, Some(0));
    assert_eq!(damier(&["selfplay", "chess", "--games", "1", "--nodes", "5", "-o", &chess]).code, Some(0));
    let text = folder.path("text");
    std::fs::write(&text, "hello").expect("a file");
    let missing = folder.path("missing");
    let cases: &[(&[&str], &str)] = &[
        (&["english", "-o", &games], "already exists: continue it with --resume"),
        (&["english", "-o", &games, "--resume"], "cannot resume: nodes was 20, is 700"),
        (&["english", "-o", &text, "--resume"], "is not a file of self-play games"),
        (&["english", "-o", "/nowhere/games"], "No such file or directory"),
        (&["english"], "--output"),
        (&["draughtz", "-o", &missing], "unknown game"),
        (&["english", "-o", &missing, "--nodes", "0"], "expected a whole number"),
        (&["english", "-o", &missing, "--opening", "9-8"], "as in 7-12"),
        (&["english", "-o", &missing, "--games", "1", "--positions", "1"], "cannot be used with"),
        (&["english", "-o", &missing, "--eval-file", &missing], "No such file or directory"),
        (&["english", "-o", &missing, "--eval-file", &text], "network"),
        (
            &["chess", "-o", &missing, "--eval-file", "none"],
            "--eval-file: found \"none\", expected the file of a network: chess has no evaluation without one",
        ),
        (&["stats", &missing], "No such file or directory"),
        (&["stats", &text], "is not a file of self-play games"),
        (&["show", &games, "--game", "3"], "not 3"),
        (&["show", &games, "--game", "0"], "expected a whole number"),
        (&["merge", &games, &chess, "-o", &records], "name files of one game"),
        (&["export", &games, &chess, "-o", &records], "name files of one game"),
        (&["export", &games, "-o", "/nowhere/records"], "No such file or directory"),
    ];
    for (arguments, expected) in cases {
        let run = damier(&[&["selfplay"], *arguments].concat());
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{arguments:?}: {run:?}");
        assert!(run.stderr.contains(expected) && run.stderr.lines().count() == 1, "{arguments:?}: {run:?}");
    }
    assert!(!Path::new(&records).exists() && !Path::new(&missing).exists());
    // An unfinished block is left out, and told.
    let whole = bytes(&games);
    std::fs::write(&games, &whole[..whole.len() - 1]).expect("a file");
    let run = damier(&["selfplay", "stats", &games]);
    assert!(run.code == Some(0) && run.stderr.contains("of an unfinished block at byte"), "{run:?}");
    let run = play(&games, &["--games", "2", "--resume"]);
    assert!(run.code == Some(0) && run.stderr.contains("its games are played again"), "{run:?}");
    assert!(bytes(&games) == whole);
}
