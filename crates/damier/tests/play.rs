//! `damier play` over pipes: one line for each move or command. No test depends on how fast the engine is.

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

#[cfg(unix)]
use common::send_signal;
use common::{Folder, Run, THIRTY_TWO_KINGS, complaint_about, damier, output_of};

/// Games that are kept go to a folder of the test.
fn play_command(folder: &Folder, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.arg("play").args(arguments).env("XDG_STATE_HOME", folder.path("state"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Plays these lines.
fn play_in(folder: &Folder, arguments: &[&str], lines: &[&str]) -> Run {
    let mut child = play_command(folder, arguments).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let text = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    // Written from another thread, since the program answers while it reads. It may leave early.
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(text.as_bytes());
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("no panic");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    Run { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// What a game printed, which nothing went wrong in.
#[track_caller]
fn play(name: &str, arguments: &[&str], lines: &[&str]) -> String {
    let run = play_in(&Folder::new(name), arguments, lines);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{}", run.stdout);
    run.stdout
}

/// The lines without boards.
fn words(output: &str) -> Vec<&str> {
    let is_board = |line: &str| line.starts_with(' ') || line.is_empty();
    output.lines().filter(|line| !is_board(line)).skip(2).collect()
}

#[test]
fn fools_mate_is_played_saved_and_valid() {
    let folder = Folder::new("fool");
    let file = folder.path("fool.pgn");
    let save = format!("save {file}");
    let run = play_in(&folder, &["chess", "--two"], &["f3", "e7e5", "g4", "Qh4", "e4", &save, &save, "quit"]);
    let saved = format!("Saved to {file}.");
    let over = "The game is over; undo goes on with it, new begins another, quit leaves.";
    assert_eq!(words(&run.stdout), ["Black wins: checkmate (FIDE 5.1.1).", over, &saved, &saved]);
    let text = folder.read("fool.pgn");
    for line in [
        "[Result \"0-1\"]",
        "[WhiteType \"human\"]",
        "[Termination \"normal\"]",
        "1. f3 e5 2. g4 Qh4# {Black wins: checkmate (FIDE 5.1.1)} 0-1",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} is missing in\n{text}");
    }
    assert!(output_of(&["validate", &file]).contains("4 moves"));
    // A finished game is not kept.
    assert!(play_in(&folder, &["--resume"], &[]).stderr.contains("there is no unfinished game"));
}

#[test]
fn the_board_has_coordinates_and_marks_the_last_move() {
    let output = play("board", &["chess", "--two", "--ascii"], &["e4"]);
    assert!(
        output.ends_with(
            "\n  8  r n b q k b n r\n  7  p p p p p p p p\n  6  . . . . . . . .\n  5  . . . . . . . .\n  \
         4  . . . .[P]. . .\n  3  . . . . . . . .\n  2  P P P P[.]P P P\n  1  R N B Q K B N R\n     \
         a b c d e f g h\n\nThe game is kept; damier play --resume goes on with it.\n"
        ),
        "{output}"
    );
    assert!(!output.contains('\x1b'));
    let colored = play("color", &["international", "--two", "--color", "always"], &["32-28"]);
    assert!(colored.contains("\x1b[48;5;") && colored.contains("28\x1b[1;38;5;231m●"), "{colored}");
    let flipped = play("flip", &["chess", "--two", "--ascii"], &["flip"]);
    assert!(flipped.ends_with("     h g f e d c b a\n\n"), "{flipped}");
}

#[test]
fn a_capture_is_made_hop_by_hop() {
    // Two ways for the man on c3: over d4 and f6, or over b4.
    let fen = "W:Wa1,c3:Ba7,b4,d4,f6";
    let output = play("hops", &["russian", fen, "--two", "--ascii"], &["a1", "c3", "e5", "g7", "sheet"]);
    assert_eq!(
        words(&output),
        [
            "a1 cannot move: capturing is compulsory, by the piece on c3.",
            "c3 can go to a5, e5; undo puts it back.",
            "c3-e5 goes on to g7; undo puts it back.",
            "1. c3:g7",
            "The game is kept; damier play --resume goes on with it.",
        ]
    );
    // The piece stands where it is, what it jumped is still there, and the square is marked where it goes.
    assert!(
        output.contains("  7  b   .   .  [.]  \n".trim_end_matches(' '))
            || output.contains("  7  b   .   .  [.]\n")
    );
    assert!(output.contains("  5  .   .   w   .\n  4    b   b   .   .\n"), "{output}");
}

#[test]
fn an_illegal_move_is_refused_with_its_article() {
    let output =
        play("illegal", &["international", "W:W32,41:B19,27,28", "--two"], &["32x21", "41-37", "41 37"]);
    assert_eq!(
        words(&output),
        [
            "32x21 is not legal: 32x21 takes 1, 32x14 takes 2: the most pieces must be taken (FMJD 4.13). \
             Perhaps 32x14 was meant.",
            "41-37 is not legal: capturing is mandatory, as by 32x14 (FMJD 4.2, 4.3).",
            "41-37 is not legal: capturing is mandatory, as by 32x14 (FMJD 4.2, 4.3).",
        ]
    );
    let chess = play("illegal-chess", &["chess", "--two"], &["Nf4", "explain Nf3", "hlep", "h", "res"]);
    assert_eq!(
        words(&chess)[1..],
        [
            "Nf3 is legal: the knight on g1 goes to f3.",
            "\"hlep\" is no move and no command; help lists the commands.",
            "Which one: h3, h4, hint, help?",
            "Type resign in full.",
        ]
    );
    assert!(words(&chess)[0].contains("(FIDE 3.6)"), "{chess}");
}

#[test]
fn moves_are_taken_back_and_played_again() {
    let lines =
        ["e4", "e5", "undo", "undo", "sheet", "redo", "redo", "sheet", "redo", "undo", "c5", "redo", "sheet"];
    let output = play("undo", &["chess", "--two"], &lines);
    assert_eq!(
        words(&output)[..5],
        [
            "No moves yet.",
            "1. e4 e5",
            "There is nothing to play again.",
            "There is nothing to play again.",
            "1. e4 c5"
        ]
    );
}

#[test]
fn a_saved_game_is_loaded_again() {
    let folder = Folder::new("load");
    let file = folder.path("game.pdn");
    let save = format!("save {file}");
    play_in(&folder, &["frisian", "--two"], &["32-28", "18-23", &save, "new"]);
    let text = folder.read("game.pdn");
    assert!(text.contains("[GameType \"40") && text.contains("1. 32-28 18-23 *"), "{text}");

    let loaded = format!("{file}, game 1: Frisian draughts, 2 moves.");
    let load = format!("load {file}");
    let run = play_in(&folder, &["chess", "--two"], &[&load, "sheet", "quit"]);
    assert_eq!(words(&run.stdout)[1..3], [loaded.as_str(), "1. 32-28 18-23"]);
    let run = play_in(&folder, &["--load", &file, "--two"], &["sheet"]);
    assert!(run.stdout.contains(&loaded) && run.stdout.contains("\n1. 32-28 18-23\n"), "{}", run.stdout);

    // What stands there is not overwritten, and another format not written.
    let other = folder.path("game.pgn");
    let run =
        play_in(&folder, &["frisian", "--two"], &[&save, &format!("save {other}"), &format!("{load} 7")]);
    let there = format!("The file {file} is there already; choose another name.");
    let none = format!("The file {file} has 1 game, there is no game 7.");
    let wrong = "PGN is for chess, and this is frisian: write pdn or jsonl.";
    assert_eq!(words(&run.stdout)[1..4], [there.as_str(), wrong, none.as_str()]);
    assert_eq!(folder.read("game.pdn"), text);
    assert!(!folder.names().contains(&"game.pgn".to_owned()));
}

#[test]
fn what_does_not_come_on_the_board_is_told() {
    let folder = Folder::new("left-out");
    let file = folder.path("game.pgn");
    for (text, left_out) in [
        ("1. e4 (1. d4 d5) e5 *", Some("Variations")),
        ("1. e4 {good} e5 *", Some("Comments and marks")),
        ("1. e4! (1. d4) e5 *", Some("Variations and comments")),
        ("1. e4 e5 *", None),
    ] {
        std::fs::write(&file, text).expect("room");
        let run = play_in(&folder, &["--load", &file, "--two"], &["quit"]);
        let told = left_out.map_or_else(String::new, |parts| {
            format!(" {parts} of the file are not on the board, and will not be in what you save.")
        });
        let expected = format!("{file}, game 1: Chess, 2 moves.{told}");
        assert!(run.stdout.lines().any(|line| line.eq_ignore_ascii_case(&expected)), "{}", run.stdout);
    }
}

#[test]
fn a_game_is_resumed_after_a_kill() {
    let folder = Folder::new("kill");
    let arguments = ["russian", "--two", "--ascii"];
    let mut child = play_command(&folder, &arguments).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    writeln!(stdin, "c3-d4\nd6-c5\nundo\nsheet").expect("a reader");
    // The sheet is printed after what came before was kept.
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
    // What was taken back is still there.
    let run = play_in(&folder, &["--resume"], &["redo", "sheet", "resign"]);
    assert!(run.stdout.contains("\n1. c3-d4 d6-c5\n"), "{}", run.stdout);
    assert_eq!(play_in(&folder, &["--resume"], &[]).stderr, "damier: there is no unfinished game\n");
}

#[cfg(unix)]
#[test]
fn term_ends_the_program_even_while_the_engine_thinks() {
    let folder = Folder::new("term");
    let mut command = play_command(&folder, &["chess", "--level", "10", "--time", "3600s", "--watch"]);
    let mut child = command.spawn().expect("the program starts");
    // The board is shown before the engine thinks.
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    while !line.contains("a b c d e f g h") {
        line.clear();
        assert!(output.read_line(&mut line).expect("text") > 0, "no board");
    }
    send_signal(&child, "TERM");
    assert_eq!(child.wait().expect("an end").code(), Some(130));
}

#[test]
fn each_unfinished_game_is_kept() {
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
fn a_game_that_goes_on_in_two_programs_is_kept_twice() {
    let folder = Folder::new("twice");
    play_in(&folder, &["chess", "--two"], &["e4"]);
    let mut first = play_command(&folder, &["--resume"]).spawn().expect("the program starts");
    let mut stdin = first.stdin.take().expect("a pipe");
    let mut output = BufReader::new(first.stdout.take().expect("a pipe"));
    // It has read the game when it shows the board.
    let mut line = String::new();
    while !line.contains("a b c d e f g h") {
        line.clear();
        assert!(output.read_line(&mut line).expect("text") > 0, "no board");
    }
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

#[test]
fn a_broken_file_of_a_kept_game_is_named_and_passed_over() {
    let folder = Folder::new("broken");
    play_in(&folder, &["chess", "--two"], &["e4"]);
    let state = std::path::PathBuf::from(folder.path("state/damier/unfinished"));
    let file = std::fs::read_dir(&state).expect("a folder").next().expect("a file").expect("a file").path();
    let text = std::fs::read_to_string(&file).expect("a text");
    std::fs::write(&file, text.replace("\"e4\"", "\"e5\"")).expect("room");
    let run = play_in(&folder, &["--resume"], &[]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("cannot resume") && run.stderr.contains("e5"), "{}", run.stderr);
    std::fs::write(&file, "{").expect("room");
    let run = play_in(&folder, &["--resume"], &[]);
    let named = format!("damier: {} is no unfinished game: EOF while parsing", file.display());
    assert!(run.stderr.starts_with(&named), "{}", run.stderr);
    assert!(run.stderr.ends_with("damier: there is no unfinished game\n"), "{}", run.stderr);
    assert_eq!(play_in(&folder, &["chess", "--two"], &["e4"]).code, Some(0));
}

#[test]
fn a_draw_is_claimed_with_its_rule() {
    let knights = ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8", "draw", "sheet"];
    let output = play("claim", &["chess", "--two"], &knights);
    assert_eq!(words(&output)[0], "Draw: threefold repetition (FIDE 9.2), claimed by White.");
    // With a move that has not been made yet.
    let knights = ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "draw e5", "draw Ng8", "sheet"];
    let output = play("claim-with", &["chess", "--two"], &knights);
    assert_eq!(
        words(&output)[..2],
        [
            "No rule gives a draw after e5; the move is not played.",
            "Draw: threefold repetition (FIDE 9.2), claimed by Black."
        ]
    );
    assert!(output.contains("4. Ng1 Ng8\n"), "{output}");
    // In draughts the same position ends the game by itself.
    let kings = ["47-42", "5-10", "42-47", "10-5", "47-42", "5-10", "42-47", "10-5"];
    let output = play("repetition", &["international", "W:WK47,31:BK5", "--two"], &kings);
    assert!(words(&output)[0].starts_with("Draw: threefold repetition (FMJD"), "{output}");
}

#[test]
fn a_draw_is_offered_and_answered() {
    let output =
        play("offer", &["russian", "--two"], &["draw", "perhaps", "no", "c3-d4", "draw", "y", "resign"]);
    assert_eq!(
        words(&output),
        [
            "No rule gives a draw now; White offers one.",
            "Type yes or no.",
            "Black declines.",
            "No rule gives a draw now; Black offers one.",
            "Draw: by agreement.",
            "Draw: by agreement.",
        ]
    );
}

#[test]
fn the_engine_answers_and_helps() {
    let lines = ["e4", "hint", "score", "level 2", "level 11", "level", "undo", "sheet"];
    let output = play("engine", &["chess", "--time", "0.01s", "--level", "1"], &lines);
    let words = words(&output);
    assert!(words[0].starts_with("Black plays 1... "), "{output}");
    assert!(words[1].starts_with("2. "), "{output}");
    assert!(words[2].contains(": ") && words[3].contains(": "), "{output}");
    assert_eq!(words[4], "The engine plays at level 2 from now on.");
    assert_eq!(words[5..7], ["Levels go from 1 to 10.", "The engine plays at level 2."]);
    assert_eq!(words[7], "No moves yet.");
    // With Black the engine begins.
    let output = play("engine-white", &["international", "--time", "0.01s", "--side", "black"], &[]);
    assert!(output.contains("\nWhite plays 1. "), "{output}");
}

#[test]
fn the_engine_plays_to_the_end_against_itself() {
    let output = play("watch", &["brazilian", "W:W6:B27", "--watch", "--time", "0.01s"], &[]);
    assert!(output.contains("White plays 1. 6-") || output.contains("White plays 1. c"), "{output}");
    let last = output.lines().last().expect("an end");
    assert!(last.contains("wins: ") || last.starts_with("Draw: "), "{output}");
}

#[test]
fn help_and_rules_are_shown() {
    let output = play("help", &["russian", "--two"], &["help", "rules", "fen", "moves c3", "moves b4"]);
    for name in [
        "moves", "hint", "score", "explain", "undo", "redo", "draw", "resign", "board", "flip", "fen",
        "rules", "level", "save", "load", "new", "help", "quit",
    ] {
        assert!(
            output.lines().any(|line| line.starts_with(&format!("  {name} "))),
            "{name} is not in the help"
        );
    }
    assert!(output.contains("[kodeks"), "{output}");
    assert!(output.contains("\nW:Wa1,") && output.contains("\n2 legal moves: c3-b4 c3-d4\n"), "{output}");
    assert!(output.contains("\nThere is no piece on b4.\n"), "{output}");
}

#[test]
fn garbage_is_answered() {
    let folder = Folder::new("garbage");
    let mut child = play_command(&folder, &["chess", "--two"]).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut garbage = b"\xff\xfe\0\n\n\x1b[A\nsave\nload\nexplain\nlevel x\ndraw zz\nmoves zz\n".to_vec();
    garbage.extend(std::iter::repeat_n(b'e', 200_000));
    garbage.extend(b"\nload / 18446744073709551616\nsave /\nsave /nonexistent/x.pgn\ne4");
    stdin.write_all(&garbage).expect("a reader");
    drop(stdin);
    let mut output = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut output).expect("text");
    assert_eq!(child.wait().expect("a child").code(), Some(0), "{output}");
    assert!(
        output.contains("[♙]")
            && output.ends_with("The game is kept; damier play --resume goes on with it.\n")
    );
}

#[test]
fn bad_usage_is_one_line() {
    assert!(complaint_about(&["play", "chess", "--level", "11"]).contains("11"));
    assert!(complaint_about(&["play", "chess", "--time", "soon"]).contains("expected minutes and seconds"));
    assert!(complaint_about(&["play", "ches"]).contains("did you mean \"chess\""));
    assert!(complaint_about(&["play"]).starts_with("which game?"));
    assert!(complaint_about(&["play", "chess", "--load", "/nonexistent.pgn"]).contains("/nonexistent.pgn"));
    assert!(complaint_about(&["play", "chess", "8/8"]).contains("8/8"));
    assert!(complaint_about(&["play", "chess", "--two", "--watch"]).contains("cannot be used"));
    let complaint = complaint_about(&["play", "frisian", THIRTY_TWO_KINGS, "--lenient"]);
    assert!(complaint.starts_with("too complex"), "{complaint}");
}

#[test]
fn analysis_streams_lines() {
    let output = output_of(&["analyse", "--game", "international", "--moves", "32-28", "--depth", "3"]);
    let lines: Vec<&str> = output.lines().collect();
    assert!(lines.iter().any(|line| line.starts_with("  3 ")), "{output}");
    assert!(lines.last().expect("a line").starts_with("best "), "{output}");
    assert!(lines.iter().all(|line| line.contains("  1... ")), "{output}");
    let mate = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 3";
    assert!(output_of(&["analyze", mate, "--depth", "3"]).ends_with("best +#1  3. Qxf7#\n"));
    // Scores are White's, also where Black moves.
    let black = "rnb1k1nr/pppp1ppp/5q2/2b1p3/4P3/2N4P/PPPP1PP1/R1BQKBNR b KQkq - 0 3";
    assert!(output_of(&["analyse", black, "--nodes", "5000"]).ends_with("best -#1  3... Qxf2#\n"));
}

#[test]
fn analysis_as_json() {
    let arguments = ["analyse", "--game", "chess", "--depth", "2", "--lines", "2", "--json"];
    let output = output_of(&arguments);
    let values: Vec<serde_json::Value> =
        output.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let (last, thoughts) = values.split_last().expect("lines");
    assert!(thoughts.iter().any(|thought| thought["line"] == 2 && thought["depth"] == 2), "{output}");
    assert!(thoughts.iter().all(|thought| thought["score"]["hundredths"].is_i64()), "{output}");
    assert_eq!(last["turn"], "white");
    assert_eq!(
        last["best"]["move"],
        thoughts.iter().rfind(|thought| thought["line"] == 1).expect("a line")["moves"][0]
    );
    let stalemate = output_of(&["analyse", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "--json"]);
    assert!(
        stalemate.contains("\"best\":null") && stalemate.contains("\"reason\":\"stalemate\""),
        "{stalemate}"
    );
    assert_eq!(
        output_of(&["analyse", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]),
        "The game is over: draw, stalemate (FIDE 5.2.1).\n"
    );
    assert!(complaint_about(&["analyse"]).starts_with("which game? "));
    assert!(complaint_about(&["analyse", "--game", "chess", "--seconds", "0"]).contains("seconds"));
    assert!(complaint_about(&["analyse", "--game", "chess", "--lines", "0"]).contains("0"));
    assert_eq!(damier(&["analyse", "--game", "frisian", THIRTY_TWO_KINGS, "--lenient"]).code, Some(2));
}
