//! Games that `damier play` saves, and `damier games --played`.

use std::io::{BufRead, BufReader, Read, Write};

use crate::common::{Folder, Run, output_of, play_command, play_in, played};

#[test]
fn a_game_is_resumed_after_a_kill() {
    let folder = Folder::new("kill");
    let arguments = ["russian", "--two", "--ascii"];
    let mut child = play_command(&folder, &arguments).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    writeln!(stdin, "c3-d4\nd6-c5\nundo\nsheet").expect("a reader");
    // The sheet is printed after the moves before it were saved.
    let mut line = String::new();
    while line != "1. c3-d4\n" {
        line.clear();
        assert!(output.read_line(&mut line).expect("text") > 0, "no sheet");
    }
    child.kill().expect("a child");
    child.wait().expect("a child");

    let run = play_in(&folder, &["english", "--two"], &[]);
    let told = "There is an unfinished game (Russian draughts, 1 move played): damier play --resume.";
    assert_eq!(run.stdout.lines().next(), Some(told));
    let complaint = play_in(&folder, &[], &[]).stderr;
    assert!(complaint.starts_with("damier: which game?") && complaint.contains("Russian"), "{complaint}");
    assert!(play_in(&folder, &["chess", "--resume"], &[]).stderr.contains("no unfinished game of chess"));
    // The move taken back can still be redone.
    let run = play_in(&folder, &["--resume"], &["redo", "sheet", "resign"]);
    assert!(run.stdout.contains("\n1. c3-d4 d6-c5\n"), "{}", run.stdout);
    assert_eq!(play_in(&folder, &["--resume"], &[]).stderr, "damier: there is no unfinished game\n");
}

/// Whenever the program is killed, the moves it has shown are saved.
#[test]
fn no_move_that_was_shown_is_lost() {
    let knights = ["Nf3", "Nf6", "Ng1", "Ng8", "Nc3"];
    for shown in 1..=knights.len() {
        let folder = Folder::new(&format!("shown-{shown}"));
        let mut child =
            play_command(&folder, &["chess", "--two", "--ascii"]).spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        writeln!(stdin, "{}", knights.join("\n")).expect("a reader");
        // The first board shows the start position.
        let mut boards = 0;
        let mut line = String::new();
        while boards <= shown {
            line.clear();
            assert!(output.read_line(&mut line).expect("text") > 0, "no board");
            boards += usize::from(line.contains("a b c d e f g h"));
        }
        child.kill().expect("a child");
        child.wait().expect("a child");
        let json: serde_json::Value =
            serde_json::from_str(&played(&folder, &["1", "--json"]).stdout).expect("a game");
        let kept = json[0]["moves"].as_array().expect("moves");
        assert!(kept.len() >= shown && kept.iter().eq(&knights[..kept.len()]), "{kept:?}");
    }
}

#[test]
fn games_that_begin_at_the_same_time_get_their_own_files() {
    let folder = Folder::new("together");
    let children = [(); 8].map(|()| {
        let mut child = play_command(&folder, &["chess", "--two"]).spawn().expect("the program starts");
        child.stdin.take().expect("a pipe").write_all(b"e4\ne5\nNf3\nNc6\n").expect("a reader");
        child
    });
    for child in children {
        let run = Run::of(child.wait_with_output().expect("an end"));
        assert_eq!(run.code, Some(0), "{}", run.stderr);
    }
    let json: serde_json::Value = serde_json::from_str(&played(&folder, &["--json"]).stdout).expect("JSON");
    let plies: Vec<_> = json.as_array().expect("games").iter().map(|game| game["plies"].as_u64()).collect();
    assert_eq!(plies, [Some(4); 8]);
}

#[test]
fn the_oldest_of_a_thousand_games_is_removed() {
    let folder = Folder::new("thousand");
    play_in(&folder, &["chess", "--two"], &["e4", "resign"]);
    let games = folder.path("state/damier/games");
    for number in 2..=1000 {
        std::fs::copy(format!("{games}/1.json"), format!("{games}/{number}.json")).expect("room");
    }
    play_in(&folder, &["chess", "--two"], &["d4"]);
    let names = std::fs::read_dir(&games).expect("a folder").map(|entry| entry.expect("a file").file_name());
    assert_eq!(names.filter(|name| name.to_string_lossy().ends_with(".json")).count(), 1000);
    assert!(!std::path::Path::new(&format!("{games}/1.json")).exists());
    assert!(played(&folder, &["1001"]).stdout.contains("1. d4 *"));
}

#[test]
fn each_unfinished_game_is_saved() {
    let folder = Folder::new("several");
    play_in(&folder, &["chess", "--two"], &["e4", "new", "d4"]);
    play_in(&folder, &["italian", "--two"], &["22-18"]);
    let chess = play_in(&folder, &["chess", "--resume"], &["sheet", "resign"]);
    assert!(chess.stdout.contains("\n1. d4\n"), "{}", chess.stdout);
    let older = play_in(&folder, &["chess", "--resume"], &["sheet"]);
    assert!(older.stdout.contains("\n1. e4\n"), "{}", older.stdout);
    let italian = play_in(&folder, &["italian", "--resume"], &["sheet"]);
    assert!(italian.stdout.contains("\n1. 22-18\n"), "{}", italian.stdout);
}

#[test]
fn a_game_continued_by_two_programs_is_saved_twice() {
    let folder = Folder::new("twice");
    play_in(&folder, &["chess", "--two"], &["e4"]);
    let mut first = play_command(&folder, &["--resume"]).spawn().expect("the program starts");
    let mut stdin = first.stdin.take().expect("a pipe");
    let mut output = BufReader::new(first.stdout.take().expect("a pipe"));
    // When it shows the board, it has read the game.
    let mut line = String::new();
    while !line.contains("a b c d e f g h") {
        line.clear();
        assert!(output.read_line(&mut line).expect("text") > 0, "no board");
    }
    // As on a file system without locks, nothing says that the game is open.
    std::fs::remove_file(folder.path("state/damier/games/.1.open")).expect("a mark");
    play_in(&folder, &["--resume"], &["e5", "Nf3"]);
    stdin.write_all(b"c5\n").expect("a pipe");
    drop(stdin);
    output.read_to_string(&mut line).expect("text");
    assert!(first.wait().expect("an end").success());
    let newest = play_in(&folder, &["--resume"], &["sheet", "resign"]);
    assert!(newest.stdout.contains("\n1. e4 c5\n"), "{}", newest.stdout);
    let other = play_in(&folder, &["--resume"], &["sheet"]);
    assert!(other.stdout.contains("\n1. e4 e5 2. Nf3\n"), "{}", other.stdout);
}

/// Unreadable files are reported, one per line, and do not stop anything else.
#[test]
fn unreadable_files_are_reported_and_skipped() {
    let folder = Folder::new("broken");
    play_in(&folder, &["russian", "--two"], &["c3-d4"]);
    play_in(&folder, &["chess", "--two"], &["e4"]);
    let file = |name: &str| folder.path(&format!("state/damier/games/{name}"));
    let good = std::fs::read_to_string(file("2.json")).expect("a game");
    for (broken, reason) in [
        (good.replace("\"e4\"", "\"e5\""), "illegal move"),
        (good.replace("\"level\":5", "\"level\":77"), "level 77, expected 1 to 10"),
        (good.replace("\"chess\"", "\"\\u001b[2Jchess\""), "unknown game"),
        ("{".to_owned(), "EOF while parsing"),
        (String::new(), "EOF while parsing"),
        (" ".repeat(2_000_000), "expected at most"),
    ] {
        std::fs::write(file("2.json"), broken).expect("room");
        let run = play_in(&folder, &["--resume"], &["sheet"]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert!(run.stdout.contains("\n1. c3-d4\n"), "{}", run.stdout);
        let named = format!("damier: cannot read the saved game {}: ", file("2.json"));
        assert!(run.stderr.starts_with(&named) && run.stderr.contains(reason), "{}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
        assert!(!run.stderr.contains('\x1b'), "{}", run.stderr);
        assert_eq!(played(&folder, &["2"]).code, Some(2));
    }
    // So are folders and files with other names.
    std::fs::create_dir(file("7.json")).expect("room");
    std::fs::write(file("copy of 1.json"), &good).expect("room");
    let list = played(&folder, &[]);
    assert!(list.stdout.contains("Russian draughts") && !list.stdout.contains("Chess"), "{}", list.stdout);
    assert_eq!(list.stderr.lines().count(), 3, "{}", list.stderr);
    // Other games are still saved, and the broken file can be deleted.
    assert_eq!(play_in(&folder, &["chess", "--two"], &["d4"]).code, Some(0));
    assert!(played(&folder, &["8"]).stdout.contains("1. d4 *"));
    assert_eq!(played(&folder, &["2", "--delete", "--yes"]).stdout, "Deleted game 2.\n");
    assert_eq!(played(&folder, &[]).stderr.lines().count(), 2);
}

#[test]
fn played_games_are_listed_replayed_exported_and_deleted() {
    let folder = Folder::new("played");
    assert_eq!(played(&folder, &[]).stdout, "There are no saved games yet; damier play starts one.\n");
    play_in(&folder, &["chess", "--two"], &["f3", "e5", "g4", "Qh4", "new", "d4"]);
    play_in(&folder, &["russian", "W:Wc3:Bd4,f6", "--two"], &["c3:e5"]);
    play_in(&folder, &["canadian", "--two"], &["draw", "yes"]);
    let list = played(&folder, &[]).stdout;
    let list: Vec<&str> = list.lines().collect();
    assert_eq!(list.len(), 7, "{list:?}");
    assert!(list[1].starts_with("     1  20") && list[1].ends_with("  0-1      Chess"), "{}", list[1]);
    assert_eq!(list[2], "        person against person, 4 moves; Black wins: checkmate (FIDE 5.1.1)");
    assert!(list[3].ends_with("  -        Chess"), "{}", list[3]);
    assert_eq!(list[4], "        person against person, 1 move; unfinished");
    assert!(list[5].ends_with("  1-0      Russian draughts"), "{}", list[5]);
    assert!(list[6].contains(", 1 move; White wins: "), "{}", list[6]);

    let json: serde_json::Value = serde_json::from_str(&played(&folder, &["--json"]).stdout).expect("JSON");
    assert_eq!(json[0]["moves"], serde_json::json!(["f3", "e5", "g4", "Qh4#"]));
    assert_eq!((&json[0]["result"], &json[1]["result"]), (&"0-1".into(), &serde_json::Value::Null));
    assert_eq!((&json[2]["number"], &json[2]["fen"]), (&3.into(), &"W:Wc3:Bd4,f6".into()));

    // The records equal those that save writes, and are valid.
    let record = played(&folder, &["1"]).stdout;
    assert!(record.contains("1. f3 e5 2. g4 Qh4# {Black wins: checkmate (FIDE 5.1.1)} 0-1\n"), "{record}");
    let file = folder.path("two.pgn");
    assert_eq!(played(&folder, &["1", "2", "--output", &file]).stdout, format!("Saved to {file}.\n"));
    assert!(output_of(&["validate", &file]).contains("2 games"));
    let again = played(&folder, &["1", "--output", &file]);
    assert!(again.stderr.contains("already exists") && again.code == Some(2), "{}", again.stderr);
    let other = played(&folder, &["3", "--output", &folder.path("a.pgn")]);
    assert!(other.stderr.contains("PGN is for chess"), "{}", other.stderr);

    // Nothing is deleted by accident, and the numbers do not change.
    for (arguments, complaint) in [
        (&["1", "--delete"][..], "damier: deleting cannot be undone; add --yes to confirm\n"),
        (&["--delete", "--yes"], "damier: which game? Give its number, as in damier games --played 3\n"),
        (
            &["1", "9", "--delete", "--yes"],
            "damier: there is no saved game 9; damier games --played lists them\n",
        ),
        (&["9"], "damier: there is no saved game 9; damier games --played lists them\n"),
    ] {
        let run = played(&folder, arguments);
        assert_eq!((run.code, run.stderr.as_str()), (Some(2), complaint));
    }
    assert_eq!(played(&folder, &["1", "--delete", "--yes"]).stdout, "Deleted game 1.\n");
    assert_eq!(played(&folder, &[]).stdout.lines().nth(1).map(|line| &line[..6]), Some("     2"));
    let finished = play_in(&folder, &["--resume=3"], &[]);
    assert_eq!(finished.stderr, "damier: game 3 is over; damier games --played 3 shows it\n");
    let resumed = play_in(&folder, &["--resume=2"], &["sheet", "resign"]);
    assert!(resumed.stdout.contains("\n1. d4\n"), "{}", resumed.stdout);
    // Taking back the ending makes the game unfinished again.
    let undone = play_in(&folder, &["russian", "--two"], &["c3-d4", "resign", "undo"]);
    assert!(undone.stdout.ends_with("damier play --resume continues it.\n"), "{}", undone.stdout);
}

/// Games saved by earlier versions are moved to the new folder.
#[test]
fn games_of_the_earlier_folder_are_moved() {
    let folder = Folder::new("earlier");
    let earlier = std::path::PathBuf::from(folder.path("state/damier/unfinished"));
    std::fs::create_dir_all(&earlier).expect("room");
    let text = r#"{"game":"chess","fen":null,"is_lenient":false,"moves":["e4"],"undone":[],"engine_plays_white":false,
        "engine_plays_black":false,"level":5,"time":null,"clocks":null,"is_flipped":false,"tags":[]}"#;
    std::fs::write(earlier.join("1763345093123-4711.json"), text).expect("room");
    let run = play_in(&folder, &["--resume"], &["e5", "sheet"]);
    assert!(run.stdout.contains("\n1. e4 e5\n"), "{}{}", run.stdout, run.stderr);
    assert!(!earlier.exists());
}

#[test]
fn names_of_loaded_games_are_printed_without_control_characters() {
    let folder = Folder::new("control");
    let file = folder.file("evil.pgn", "[White \"\x1b[2JEvil\u{9b}\u{202e}\"]\n[Black \"B\"]\n\n1. e4 *\n");
    let run = play_in(&folder, &["--load", &file, "--two"], &["e5", "resign"]);
    let list = played(&folder, &[]);
    for text in [run.stdout, run.stderr, list.stdout.clone(), list.stderr] {
        assert!(!text.contains(['\x1b', '\u{9b}', '\u{202e}']), "{text:?}");
    }
    assert!(list.stdout.contains("Evil"), "{}", list.stdout);
}

#[test]
fn a_game_that_is_open_elsewhere_is_left_to_it() {
    let folder = Folder::new("open");
    play_in(&folder, &["chess", "--two"], &["e4"]);
    let mut child = play_command(&folder, &["russian", "--two"]).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    writeln!(stdin, "c3-d4\nsheet").expect("a reader");
    let mut line = String::new();
    while line != "1. c3-d4\n" {
        line.clear();
        assert!(output.read_line(&mut line).expect("text") > 0, "no sheet");
    }
    let run = play_in(&folder, &["--resume"], &["sheet"]);
    assert_eq!(run.stderr, "damier: game 2 is open in another program; resuming game 1\n");
    assert!(run.stdout.contains("\n1. e4\n"), "{}", run.stdout);
    for arguments in [&["--resume=2"][..], &["russian", "--resume"]] {
        let run = play_in(&folder, arguments, &[]);
        assert_eq!(run.stderr, "damier: game 2 is open in another program\n", "{arguments:?}");
    }
    drop(stdin);
    child.wait().expect("an end");
    let run = play_in(&folder, &["--resume=2"], &["sheet"]);
    assert!(run.stdout.contains("\n1. c3-d4\n"), "{}{}", run.stdout, run.stderr);
}
