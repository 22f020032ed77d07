//! Games and positions on the command line, and error messages about them.

use std::process::Command;

use crate::common::{Folder, complaint_about, damier, output_of};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn a_game_is_named_by_any_of_its_names() {
    for (words, title) in [
        (&["chess"][..], "Chess,"),
        (&["Chess960"], "Chess960,"),
        (&["dammen"], "International draughts,"),
        (&["dames"], "International draughts,"),
        (&["draughts"], "International draughts,"),
        (&["10x10"], "International draughts,"),
        (&["International draughts"], "International draughts,"),
        (&["international", "draughts"], "International draughts,"),
        (&["damas"], "Spanish draughts,"),
        (&["dama"], "Italian draughts,"),
        (&["shashki"], "Russian draughts,"),
        (&["шашки"], "Russian draughts,"),
        (&["ШАШКИ"], "Russian draughts,"),
        (&["checkers"], "English draughts (American checkers),"),
        (&["english draughts (american checkers)"], "English draughts (American checkers),"),
        (&["American", "Checkers"], "English draughts (American checkers),"),
        (&["--game", "checkers"], "English draughts (American checkers),"),
        (&["--game", "american checkers"], "English draughts (American checkers),"),
    ] {
        for command in ["moves", "show"] {
            let text = output_of(&[&[command], words].concat());
            assert!(text.starts_with(title), "{words:?}: {text}");
        }
        let rules = output_of(&[&["rules"], words].concat());
        assert_eq!(rules.lines().next(), Some(title.trim_end_matches(',')), "{words:?}");
    }
}

/// Positional arguments and options give the same output.
#[test]
fn words_and_options_mean_the_same() {
    let fen = "8/8/8/4k3/8/8/8/K3R3 b - - 0 1";
    let unquoted: Vec<&'static str> = fen.split(' ').collect();
    let short = &unquoted[..4];
    let draughts = "W:W32:B19,27,28";
    let joined = |first: &[&'static str], last: &[&'static str]| [first, last].concat();
    let same: [Vec<Vec<&str>>; 6] = [
        vec![
            vec!["moves", "--game", "chess", "--fen", fen],
            vec!["moves", "chess", fen],
            vec!["moves", fen],
            joined(&["moves"], &unquoted),
            joined(&["moves", "chess"], &unquoted),
            joined(&["moves"], short),
        ],
        vec![
            vec!["show", fen],
            joined(&["show", "chess", "--fen"], short),
            joined(&["show", "--fen"], &unquoted),
        ],
        vec![vec!["moves", "--game", "international", draughts], vec!["moves", "dammen", draughts]],
        vec![vec!["rules", "russian"], vec!["rules", "--game", "russian"]],
        vec![vec!["rules", "russian"], vec!["rules", "russian", "--game", "shashki"]],
        vec![
            vec!["show", "chess"],
            vec!["show", "chess", "startpos"],
            vec!["show", "--game", "chess", "--fen", "startpos"],
        ],
    ];
    for commands in same {
        let expected = output_of(&commands[0]);
        for command in &commands {
            assert_eq!(output_of(command), expected, "{command:?}");
        }
    }
}

#[test]
fn perft_takes_a_depth_before_or_after_the_position() {
    let fen = "8/8/8/4k3/8/8/8/K3R3 b - - 0 1";
    let unquoted: Vec<&str> = fen.split(' ').collect();
    let count = |arguments: &[&str]| {
        let text = output_of(&[&["perft"], arguments].concat());
        text.split(" in ").next().map(str::to_owned).unwrap_or_default()
    };
    assert_eq!(count(&["international", "3"]), "depth 3: 658 nodes");
    assert_eq!(count(&["international", "--depth", "3"]), "depth 3: 658 nodes");
    assert_eq!(count(&["10x10", "3"]), "depth 3: 658 nodes");
    let expected = count(&["--game", "chess", "--depth", "2", "--fen", fen]);
    for arguments in [
        &["chess", "2", fen][..],
        &["chess", fen, "2"],
        &["2", fen],
        &[fen, "2"],
        &[&["chess", "2"], &unquoted[..]].concat(),
        &[&unquoted[..], &["2"]].concat(),
        &[&unquoted[..4], &["2"]].concat(),
    ] {
        assert_eq!(count(arguments), expected, "{arguments:?}");
    }
}

#[test]
fn explain_takes_a_move_at_the_end() {
    let fen = "8/8/8/4k3/8/8/8/K3R3 b - - 0 1";
    let unquoted: Vec<&str> = fen.split(' ').collect();
    let run = damier(&["explain", "chess", "e2e5"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.stdout.starts_with("e2e5 is not legal:\n"), "{run:?}");
    assert_eq!(damier(&["explain", "chess", "startpos", "e2e5"]).stdout, run.stdout);
    let run = damier(&["explain", "--game", "chess", fen, "Ke6"]);
    assert!(run.stdout.starts_with("Ke6 is not legal:\n"), "{run:?}");
    for words in
        [&[fen, "Ke6"][..], &[&unquoted[..], &["Ke6"]].concat(), &[&unquoted[..4], &["Ke6"]].concat()]
    {
        assert_eq!(damier(&[&["explain"], words].concat()).stdout, run.stdout, "{words:?}");
    }
    let text = output_of(&["explain", "russian", "W:Wb6:Bc7,f4,f6,h2", "b6:d8:g5:e3"]);
    assert!(text.starts_with("b6:e3 is legal: "), "{text}");
}

#[test]
fn other_commands_take_the_game_first_too() {
    let folder = Folder::new("game-first");
    let pdn = folder.file("games.pdn", "1. c3-d4 f6-g5 *\n");
    let run = damier(&["validate", "russian", &pdn]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(damier(&["validate", &pdn]).code, Some(1));
    let converted = output_of(&["convert", "shashki", &pdn, "--to", "jsonl"]);
    assert!(converted.starts_with("{\"game\":\"russian\""), "{converted}");
    let output = folder.path("games.jsonl");
    assert_eq!(damier(&["convert", "russian", &pdn, &output]).code, Some(0));
    assert!(folder.read("games.jsonl").starts_with("{\"game\":\"russian\""));
    let fuzzed = output_of(&["fuzz-rules", "frisian", "--seed", "1", "--positions", "3"]);
    assert!(fuzzed.starts_with("1 game: 3 positions, no difference"), "{fuzzed}");
    let analysis = output_of(&["analyse", "8/8/8/4k3/8/8/8/K3R3 b - - 0 1", "--depth", "1"]);
    assert!(analysis.contains("best "), "{analysis}");
    let hub = crate::common::damier_with_input(&["hub", "frisian"], b"quit\n");
    assert_eq!((hub.code, hub.stderr.as_str()), (Some(0), ""));
    let complaint = complaint_about(&["hub", "chess"]);
    assert_eq!(complaint, "Hub is for draughts games, not chess; for chess, run \"damier uci\"");
}

#[test]
fn a_position_can_make_its_game_clear() {
    assert!(
        output_of(&["show", "bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w FCfc - 0 1"])
            .starts_with("Chess960,")
    );
    let complaint = complaint_about(&["moves", "W:W72:B1"]);
    assert_eq!(complaint, "the position fits canadian, srilankan: give the game before it");
    let complaint = complaint_about(&["moves", "W:W28:B19"]);
    assert!(complaint.starts_with("the position fits international, russian, "), "{complaint}");
    assert!(complaint.ends_with(" other games: give the game before it"), "{complaint}");
    let complaint = complaint_about(&["moves", "W:W99:B1"]);
    assert_eq!(complaint, "the position \"W:W99:B1\" fits no game; give the game to see why");
}

#[test]
fn wrong_arguments_are_reported() {
    for (arguments, expected) in [
        (
            &["moves"][..],
            "which game? Name it, as in \"damier moves chess\"; \"damier games\" lists all games",
        ),
        (&["rules"], "which game? Name it, as in \"damier rules chess\"; \"damier games\" lists all games"),
        (
            &["moves", "intrenational"],
            "\"intrenational\" is neither a game nor a position, did you mean \"international\"? \"damier games\" lists all games",
        ),
        (
            &["moves", "parcheesi"],
            "\"parcheesi\" is neither a game nor a position; \"damier games\" lists all games",
        ),
        (
            &["rules", "chekers"],
            "unknown game \"chekers\", did you mean \"checkers\" (english)? \"damier games\" lists all games",
        ),
        (
            &["moves", "chess", "--game", "russian"],
            "found two games, chess and --game russian: give only one",
        ),
        (&["moves", "chess", "russian"], "unexpected second game \"russian\""),
        (
            &["moves", START, "chess"],
            "found \"chess\" after the position: give the game first, as in \"chess FEN\"",
        ),
        (&["moves", "chess", "foo"], "found \"foo\", expected a position"),
        (&["moves", "chess", START, "--fen", START], &format!("unexpected second position {START:?}")),
        (
            &["moves", "chess", "8/8/8/4k3/8/8/8/K3R3", "b"],
            "cannot tell where the position \"8/8/8/4k3/8/8/8/K3R3 b\" ends: put quotes around it",
        ),
        (
            &["moves", "chess", "8/8/8/4k3/8/8/8/K3R3", "b", "-", "-", "0"],
            "unexpected \"0\" after the position: put quotes around a position with spaces",
        ),
        (
            &["perft", "chess"],
            "how deep? Give the depth, as in \"damier perft chess 5\", or use --depth or --suite",
        ),
        (&["perft", "chess", "abc"], "found \"abc\", expected a position or a depth (a whole number)"),
        (&["perft", "chess", "-1"], "bad depth \"-1\": expected a whole number from 0 to 100"),
        (&["perft", "chess", "5x"], "bad depth \"5x\": expected a whole number from 0 to 100"),
        (&["perft", "chess", "3", "--depth", "4"], "the depth is given twice, 3 and --depth 4"),
        (&["perft", "chess", "3", "4"], "unexpected \"4\" with the depth \"3\", expected a position"),
        (&["perft", "chess", "3", "--suite", "x.epd"], "the depth 3 cannot be used with --suite"),
        (
            &["moves", "chess", START, "--stdin"],
            &format!("the position {START:?} cannot be used with --stdin"),
        ),
        (&["explain", "chess"], "which move? Give it last, as in \"damier explain chess e2e5\""),
        (
            &["explain", "chess", "e4", "e5"],
            "found \"e4\", expected a position before the move; use --moves to play moves first",
        ),
        (
            &["explain", "chekers", "9-14"],
            "\"chekers\" is neither a game nor a position, did you mean \"checkers\" (english)? \"damier games\" lists all games",
        ),
        (&["rules", "chess", "now"], "unexpected \"now\" after the game"),
        (
            &["convert", "a.pgn", "b.pgn", "--output", "c.pgn"],
            "found two output files, \"b.pgn\" and --output \"c.pgn\": give only one",
        ),
        (
            &["convert", "a.pgn", "b.pgn", "c.pgn"],
            "found a third file \"c.pgn\", expected one to read and one to write",
        ),
    ] {
        assert_eq!(complaint_about(arguments), expected, "{arguments:?}");
    }
}

/// Every option that takes a number reports its name, what it found and what it expects.
#[test]
fn bad_numbers_are_reported() {
    let options: &[(&[&str], &[&str])] = &[
        (&["perft", "chess"], &["--depth", "--threads", "--hash"]),
        (&["perft", "chess", "--suite", "x.epd"], &["--max-nodes"]),
        (&["show", "chess"], &["--size"]),
        (&["analyse", "chess"], &["--lines", "--depth", "--nodes", "--seconds", "--threads", "--hash"]),
        (&["play", "chess"], &["--level"]),
        (&["play", "--load", "x.pgn"], &["--number"]),
        (&["diff", "chess", "--engine", "x"], &["--random", "--depth", "--timeout"]),
        (&["diff", "chess", "--engine", "x", "--random", "1"], &["--seed"]),
        (&["fuzz-rules"], &["--seed", "--positions", "--seconds"]),
        (&["validate", "--json"], &["--max-listed"]),
        (
            &["dxp", "--connect", "1"],
            &["--level", "--hash", "--threads", "--move-time", "--minutes", "--moves", "--games"],
        ),
    ];
    for (command, names) in options {
        for name in *names {
            for bad in ["abc", "-1", "", "99999999999999999999999", "1e400", "\u{1b}[31m"] {
                let complaint = complaint_about(&[command, &[*name, bad][..]].concat());
                assert!(complaint.contains(name), "{command:?} {name} {bad:?}: {complaint}");
                assert!(complaint.contains("expected"), "{command:?} {name} {bad:?}: {complaint}");
                let is_rust = ["digit found", "too large", "to fit", "float literal", "unexpected argument"];
                assert!(!is_rust.iter().any(|text| complaint.contains(text)), "{complaint}");
            }
        }
    }
    let complaint = complaint_about(&["perft", "chess", "--depth", "abc"]);
    assert_eq!(
        complaint,
        "invalid value 'abc' for '--depth <N>': expected a whole number from 0 to 100; see damier --help"
    );
}

/// A device that is always full.
#[cfg(target_os = "linux")]
#[test]
fn write_errors_are_reported() {
    for arguments in [
        &["help"][..],
        &["--help"],
        &["--version"],
        &["help", "moves"],
        &["moves", "--help"],
        &["moves", "chess"],
        &["moves", "chess", "--json"],
        &["show", "chess"],
        &["explain", "chess", "e4"],
        &["perft", "chess", "1"],
        &["rules", "chess"],
        &["games"],
        &["games", "--json"],
        &["completions", "bash"],
        &["man"],
        &["analyse", "chess", "--depth", "1"],
    ] {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("the device");
        let output = Command::new(env!("CARGO_BIN_EXE_damier")).args(arguments).stdout(full).output();
        let output = output.expect("the program runs");
        let complaint = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {complaint}");
        assert!(complaint.starts_with("damier: cannot write"), "{arguments:?}: {complaint}");
        assert!(complaint.ends_with("No space left on device (os error 28)\n"), "{arguments:?}: {complaint}");
        assert_eq!(complaint.lines().count(), 1, "{arguments:?}: {complaint}");
    }
}

#[test]
fn closed_pipes_end_quietly() {
    for arguments in [&["help"][..], &["--version"], &["games", "--json"], &["completions", "zsh"], &["man"]]
    {
        let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = command.args(arguments).stdout(writer).output().expect("the program runs");
        assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()), "{arguments:?}");
    }
}

/// Checks that a text has no control characters except line ends.
#[track_caller]
fn check_plain(text: &str) {
    assert!(!text.contains(|letter: char| letter.is_control() && letter != '\n'), "{text:?}");
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let red = "\u{1b}[31m\u{7}\u{9b}2J\r\n";
    for arguments in [
        &["moves", "chess", red][..],
        &["moves", red],
        &["moves", "--game", red],
        &["moves", "chess", "--fen", red],
        &["moves", "chess", "--moves", red],
        &["moves", &format!("{red}/8 w - - 0 1")],
        &["moves", &format!("W:{red}")],
        &["explain", "chess", red],
        &["rules", red],
        &["games", red],
        &["perft", "chess", red],
        &["perft", "chess", "--suite", red],
        &["show", "chess", "--output", &format!("/nowhere/{red}.svg")],
        &["show", "chess", "--format", "png", "--output", &format!("{red}.svg")],
        &["show", "chess", "--mark", red],
        &["show", "chess", "--arrows", red],
        &["convert", red, "--to", "pgn"],
        &["convert", &format!("{red}.pgn"), "--to", "pgn"],
        &["convert", &format!("{red}.pgn"), &format!("{red}.jsonl")],
        &["play", "--load", &format!("{red}.pgn")],
        &["play", "chess", "--time", red],
        &["diff", "chess", "--engine", red, "--random", "1"],
        &["man", red],
        &["completions", red],
        &[red],
    ] {
        let run = damier(arguments);
        check_plain(&run.stdout);
        check_plain(&run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{arguments:?}: {}", run.stderr);
    }
}

#[cfg(unix)]
#[test]
fn control_characters_in_files_do_not_reach_the_terminal() {
    let folder = Folder::new("red");
    let pgn = "[Event \"\u{1b}[31m\"]\n\n1. e4 \u{1b}[31m Nf4 *\n";
    let named = folder.file("\u{1b}[31m\nred.pgn", pgn);
    let json = folder.file(
        "red.jsonl",
        "{\"game\":\"chess\",\"\\u001b[31m\":1}\n{\"game\":\"\\u001b[31m\",\"moves\":[]}\n",
    );
    let suite =
        folder.file("\u{1b}[31m.epd", "8/8/8/4k3/8/8/8/K3R3 b - - 0 1 ;D1 99\nnonsense\u{1b}[31m ;D1 1\n");
    for arguments in [
        &["validate", "--verbose", &named][..],
        &["validate", "--strict", &named],
        &["convert", &named, "--to", "jsonl", "--verbose"],
        &["validate", &json],
        &["convert", &json, "--to", "pgn"],
        &["perft", "chess", "--suite", &suite],
    ] {
        let run = damier(arguments);
        check_plain(&run.stdout);
        check_plain(&run.stderr);
        assert_ne!(run.code, Some(0), "{run:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_utf8_are_shown() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let name = OsStr::from_bytes(b"no-\xff-text.pgn");
    for (command, more) in [("validate", &[][..]), ("convert", &["--to", "pgn"])] {
        let output = Command::new(env!("CARGO_BIN_EXE_damier"))
            .arg(command)
            .arg(name)
            .args(more)
            .output()
            .expect("a run");
        let complaint = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{complaint}");
        assert!(complaint.starts_with("damier: cannot read no-\u{fffd}-text.pgn: "), "{complaint}");
    }
}

#[test]
fn a_binary_file_is_one_error() {
    let folder = Folder::new("binary");
    let picture = folder.path("picture.png");
    output_of(&["show", "chess", "--output", &picture]);
    let bytes = std::fs::read(&picture).expect("a picture");
    let pgn = folder.file("picture.pgn", &bytes);
    for arguments in [
        &["validate", &pgn][..],
        &["convert", &pgn, "--to", "jsonl"],
        &["validate", &picture, "--from", "pdn"],
        &["validate", &picture, "--from", "jsonl"],
        &["validate", &picture, "--from", "epd"],
        &["play", "--load", &pgn],
    ] {
        let run = damier(arguments);
        assert_eq!(run.code, Some(2), "{run:?}");
        let line = run.stderr.lines().next().unwrap_or_default();
        assert!(
            line.starts_with("damier: cannot ") && line.ends_with("it is binary data, not text"),
            "{run:?}"
        );
        assert!(run.stderr.lines().count() <= 2 && run.stdout.lines().count() <= 1, "{run:?}");
    }
}
