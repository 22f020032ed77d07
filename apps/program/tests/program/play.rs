//! `damier play` over pipes: one line per move or command. No test depends on the speed of the engine.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

#[cfg(unix)]
use crate::common::send_signal;
use crate::common::{
    Folder, Run, THIRTY_TWO_KINGS, complaint_about, damier, output_of, play_command, play_in, program,
};

/// The output of a game without errors.
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
    let over = "The game is over; undo continues it, new starts another, quit leaves.";
    let kept = "The game is saved; damier games --played 1 shows it.";
    assert_eq!(words(&run.stdout), ["Black wins: checkmate (FIDE 5.1.1).", over, &saved, &saved, kept]);
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
    // A finished game is not resumed.
    assert!(play_in(&folder, &["--resume"], &[]).stderr.contains("there is no unfinished game"));
}

#[test]
fn the_board_has_coordinates_and_marks_the_last_move() {
    let output = play("board", &["chess", "--two", "--ascii"], &["e4"]);
    assert!(
        output.ends_with(
            "\n  8  r n b q k b n r\n  7  p p p p p p p p\n  6  . . . . . . . .\n  5  . . . . . . . .\n  \
         4  . . . .[P]. . .\n  3  . . . . . . . .\n  2  P P P P[.]P P P\n  1  R N B Q K B N R\n     \
         a b c d e f g h\n\nThe game is saved; damier play --resume continues it.\n"
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
            "a1 cannot move: the piece on c3 must capture.",
            "c3 can go to a5, e5; undo puts it back.",
            "c3-e5 continues to g7; undo puts it back.",
            "1. c3:g7",
            "The game is saved; damier play --resume continues it.",
        ]
    );
    // The piece is on its current square, the jumped piece is still on the board, and the next square is marked.
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
            "32x21 is not legal: 32x21 captures 1 piece, 32x14 captures 2: you must capture as many pieces as possible (FMJD 4.13). \
             Did you mean 32x14?",
            "41-37 is not legal: capturing is mandatory, for example 32x14 (FMJD 4.2, 4.3).",
            "41-37 is not legal: capturing is mandatory, for example 32x14 (FMJD 4.2, 4.3).",
        ]
    );
    let chess = play("illegal-chess", &["chess", "--two"], &["Nf4", "explain Nf3", "hlep", "h", "res"]);
    assert_eq!(
        words(&chess)[1..],
        [
            "Nf3 is legal: the knight on g1 goes to f3.",
            "\"hlep\" is neither a move nor a command; help lists the commands.",
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
        ["No moves yet.", "1. e4 e5", "There is nothing to redo.", "There is nothing to redo.", "1. e4 c5"]
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

    // An existing file is not overwritten, and no other format is written.
    let other = folder.path("game.pgn");
    let run =
        play_in(&folder, &["frisian", "--two"], &[&save, &format!("save {other}"), &format!("{load} 7")]);
    let there = format!("The file {file} already exists; choose another name.");
    let none = format!("The file {file} has 1 game; there is no game 7.");
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
            format!(" {parts} in the file are not shown and will not be saved.")
        });
        let expected = format!("{file}, game 1: Chess, 2 moves.{told}");
        assert!(run.stdout.lines().any(|line| line.eq_ignore_ascii_case(&expected)), "{}", run.stdout);
    }
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
fn a_script_says_what_a_pawn_becomes() {
    let fen = "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1";
    for (lines, sheet) in [
        (&["e8", "e8=Q", "sheet"][..], "1. e8=Q+"),
        (&["exd8", "exd8=R", "sheet"], "1. exd8=R+"),
        (&["e7 e8", "e7e8n", "sheet"], "1. e8=N"),
        (&["e8=R", "sheet"], "1. e8=R+"),
        (&["e7", "e8", "e8=B", "sheet"], "1. e8=B"),
    ] {
        let output = play("promotion", &["chess", fen, "--two"], lines);
        assert!(output.lines().any(|line| line == sheet), "{lines:?}: {output}");
        let is_told = output.contains("Which piece? Type e");
        assert_eq!(is_told, lines[0] != "e8=R", "{output}");
    }
}

#[test]
fn the_first_hop_plays_a_capture_that_is_the_only_one() {
    let one = ["international", "W:W32:B6,19,28", "--two"];
    for line in ["32x23", "32:23"] {
        let output = play("first-hop", &one, &[line, "sheet"]);
        assert_eq!(
            words(&output)[..2],
            ["Playing 32x23x14, the only move that begins with 32x23.", "1. 32x14"]
        );
    }
    let russian = ["russian", "W:Wc3:Ba7,d4,f6", "--two"];
    for line in ["c3:e5", "c3e5"] {
        let output = play("first-hop-letters", &russian, &[line, "sheet"]);
        assert_eq!(
            words(&output)[..2],
            ["Playing c3:e5:g7, the only move that begins with c3:e5.", "1. c3:g7"]
        );
    }
    // If the capture branches, the move stays in progress.
    let branches = ["international", "W:W32:B6,18,19,28", "--two"];
    let output = play("first-hop-branch", &branches, &["32x23", "23x14", "sheet"]);
    assert_eq!(words(&output)[..2], ["32-23 continues to 12, 14; undo puts it back.", "1. 32x14"]);
}

#[test]
fn commands_that_end_the_game_are_typed_in_full_and_alone() {
    let lines = ["d", "res", "q", "n", "resign now", "new game", "undo 3", "draw please", "c3-d4", "sheet"];
    let output = play("in-full", &["russian", "--two"], &lines);
    assert_eq!(
        words(&output)[..9],
        [
            "Type draw in full.",
            "Type resign in full.",
            "Type quit in full.",
            "Type new in full.",
            "Type resign alone, with nothing after it.",
            "Type new alone, with nothing after it.",
            "Type undo alone, with nothing after it.",
            "\"please\" is neither a move nor a command; help lists the commands.",
            "1. c3-d4",
        ]
    );
    // A script is not asked for confirmation.
    let output = play("script", &["russian", "--two"], &["c3-d4", "resign"]);
    assert_eq!(words(&output)[0], "White wins: Black resigns.");
}

/// Boards use Unicode symbols only in a UTF-8 locale.
#[test]
fn the_locale_decides_about_glyphs() {
    for (variables, has_glyphs) in [
        (&[("LANG", "en_US.UTF-8")][..], true),
        (&[("LANG", "en_US.UTF-8"), ("LC_ALL", "C")], false),
        (&[("LC_CTYPE", "de_DE.utf8"), ("LANG", "C")], true),
        (&[("LANG", "de_DE.ISO-8859-1")], false),
        (&[], false),
    ] {
        for arguments in [
            &["show", "--game", "chess"][..],
            &["play", "international", "--two"],
            &["play", "canadian", "--two", "--color", "always"],
        ] {
            let mut command = program();
            for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
                command.env_remove(name);
            }
            command.envs(variables.iter().copied()).args(arguments).stdin(Stdio::null());
            let run = Run::of(command.output().expect("the program runs"));
            assert_eq!(run.stdout.is_ascii(), !has_glyphs, "{variables:?} {arguments:?}: {}", run.stdout);
        }
    }
}

/// Nothing is wider than the terminal, except positions and file names, which must stay easy to copy.
#[test]
fn everything_fits_the_columns() {
    for (game, moves) in [
        ("chess", ["e4", "Nf6", "Ke4"]),
        ("russian", ["c3-d4", "d6-c5", "a1"]),
        ("international", ["32-28", "19-23", "32-28"]),
        ("canadian", ["43-37", "25-32", "50"]),
        ("turkish", ["a3-a4", "a6-a5", "a4-a5"]),
        ("spantsiretti", ["c3-d4", "b6-a5", "x"]),
    ] {
        let folder = Folder::new(&format!("columns-{game}"));
        let lines =
            ["help", "moves", "rules", moves[0], moves[1], moves[2], "sheet", "explain zz", "resign", "zz"];
        for columns in ["40", "60", "80", "120", "200"] {
            for color in ["always", "never"] {
                let arguments = [game, "--two", "--time", "90+30", "--color", color];
                let text = lines.map(|line| format!("{line}\n")).concat();
                let mut command = play_command(&folder, &arguments);
                let mut child = command.env("COLUMNS", columns).spawn().expect("the program starts");
                child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("a reader");
                let run = Run::of(child.wait_with_output().expect("an end"));
                assert_fits(&run.stdout, columns.parse().expect("a number"));
            }
            let mut command = program();
            command.args(["games", "--played"]).env("COLUMNS", columns);
            let output = command.env("XDG_STATE_HOME", folder.path("state")).output().expect("a list");
            assert_fits(&Run::of(output).stdout, columns.parse().expect("a number"));
        }
    }
}

#[track_caller]
fn assert_fits(text: &str, columns: usize) {
    assert!(text.lines().count() > 2, "{text}");
    for line in text.lines() {
        let width = console::measure_text_width(line);
        assert!(width <= columns, "{width} of {columns} columns: {line:?}");
    }
}

#[test]
fn a_draw_is_claimed_with_its_rule() {
    let knights = ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8", "draw", "sheet"];
    let output = play("claim", &["chess", "--two"], &knights);
    assert_eq!(words(&output)[0], "Draw: threefold repetition (FIDE 9.2), claimed by White.");
    // With a move not yet made.
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
    // In draughts, repetition ends the game without a claim.
    let kings = ["47-42", "5-10", "42-47", "10-5", "47-42", "5-10", "42-47", "10-5"];
    let output = play("repetition", &["international", "W:WK47,31:BK5", "--two"], &kings);
    assert!(words(&output)[0].starts_with("Draw: threefold repetition (FMJD"), "{output}");
}

#[test]
fn a_draw_is_offered_and_answered() {
    // A script cannot be asked; the offer stands until the opponent has moved.
    let lines = ["draw", "c3-d4", "d6-c5", "draw", "b2-c3", "draw", "resign"];
    let output = play("offer", &["russian", "--two"], &lines);
    let offer =
        "No rule gives a draw now; White offers one. Make your move; Black then accepts with draw, or moves.";
    assert_eq!(
        words(&output),
        [
            offer,
            offer,
            "Draw: by agreement.",
            "Draw: by agreement.",
            "The game is saved; damier games --played 1 shows it.",
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
    // If you play Black, the engine begins.
    let output = play("engine-white", &["international", "--time", "0.01s", "--side", "black"], &[]);
    assert!(output.contains("\nWhite plays 1. "), "{output}");
}

#[test]
fn the_engine_plays_to_the_end_against_itself() {
    let output = play("watch", &["brazilian", "W:W6:B27", "--watch", "--time", "0.01s"], &[]);
    assert!(output.contains("White plays 1. 6-") || output.contains("White plays 1. c"), "{output}");
    let lines: Vec<&str> = output.lines().collect();
    let [.., last, kept] = lines[..] else { panic!("{output}") };
    assert!(last.contains("wins: ") || last.starts_with("Draw: "), "{output}");
    assert_eq!(kept, "The game is saved; damier games --played 1 shows it.");
}

/// Listed and suggested moves can be played as written.
#[test]
fn moves_of_a_piece_are_whole_moves() {
    let output = play("whole", &["russian", "W:Wa1,c3:Ba7,d4,f6", "--two"], &["moves c3", "moves a1"]);
    assert!(output.contains("\n1 legal move: c3:e5:g7\n"), "{output}");
    let output = play("zero", &["international", "W:W28:B1,14,23", "--two"], &["moves 028"]);
    assert!(output.contains("\n1 legal move: 28x19x10\n"), "{output}");
    let output = play("several", &["chess", "6k1/8/8/8/R6R/8/8/K6R w - - 0 1", "--two"], &["explain Rd4"]);
    assert!(output.contains("\nRd4 is ambiguous: it fits several legal moves: Rad4, Rhd4."), "{output}");
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
        output.contains("[♙]") && output.ends_with("The game is saved; damier play --resume continues it.\n")
    );
}

#[test]
fn bad_usage_is_one_line() {
    assert!(complaint_about(&["play", "chess", "--level", "11"]).contains("11"));
    assert!(complaint_about(&["play", "chess", "--time", "soon"]).contains("expected minutes plus seconds"));
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
    // Scores are for White, even if Black is to move.
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
