//! `damier` on a terminal, as people see it.
#![cfg(unix)]

use std::process::Command;

use crate::common::Folder;
use rexpect::process::WaitStatus;
use rexpect::session::{PtySession, spawn_command};

/// A limit for hanging tests; passing tests never wait this long.
const PATIENCE_MS: u64 = 120_000;

fn spawn(folder: &Folder, arguments: &[&str]) -> PtySession {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(arguments).env("XDG_STATE_HOME", folder.path("state")).env("TERM", "xterm-256color");
    command.env_remove("NO_COLOR").env("LC_ALL", "C.UTF-8").env_remove("COLUMNS");
    start(command)
}

fn start(command: Command) -> PtySession {
    spawn_command(command, Some(PATIENCE_MS)).expect("a terminal")
}

#[test]
fn play_without_a_game_asks_what_to_play() {
    let folder = Folder::new("ask");
    let mut session = spawn(&folder, &["play"]);
    session.exp_string("Which game?").expect("a question");
    session.exp_string("[chess]: ").expect("a default");
    session.send_line("draught").expect("a reader");
    session.exp_string("Which one: international,").expect("candidates");
    session.send_line("shashki").expect("a reader");
    session.exp_string("[white]: ").expect("a question");
    session.send_line("").expect("a reader");
    session.exp_string("[5]: ").expect("a question");
    session.send_line("1").expect("a reader");
    session.exp_string("Russian draughts: you have White, the engine plays at level 1.").expect("a game");
    session.exp_string("\x1b[48;5;").expect("colors");
    session.exp_string("1. white> ").expect("a prompt");
    session.send_line("c3-d4").expect("a reader");
    session.exp_string("Black plays 1... ").expect("an answer");
    session.exp_string("2. white> ").expect("a prompt");
    session.send_control('d').expect("a reader");
    session.exp_string("The game is saved").expect("an end");
    session.exp_eof().expect("an end");

    let mut session = spawn(&folder, &["play"]);
    session.exp_string("unfinished game: Russian draughts, 2 moves played").expect("a game");
    session.send_line("").expect("a reader");
    session.exp_string("2. white> ").expect("a prompt");
    session.send_line("quit").expect("a reader");
    session.exp_eof().expect("an end");
}

#[test]
fn tab_completes_and_ctrl_c_twice_leaves() {
    let folder = Folder::new("tab");
    let mut session = spawn(&folder, &["play", "chess", "--two"]);
    session.exp_string("1. white> ").expect("a prompt");
    session.send("Nf\t").expect("a reader");
    session.flush().expect("a reader");
    session.exp_string("Nf3").expect("a completion");
    session.send_line("").expect("a reader");
    session.exp_string("1... black> ").expect("a prompt");
    session.send("und\t").expect("a reader");
    session.flush().expect("a reader");
    session.exp_string("undo").expect("a completion");
    session.send_control('c').expect("a reader");
    session.exp_string("Press Ctrl-C again or type quit to leave; the game is saved.").expect("a warning");
    session.exp_string("1... black> ").expect("a prompt");
    session.send_control('c').expect("a reader");
    session.exp_string("The game is saved").expect("an end");
    session.exp_eof().expect("an end");
}

#[test]
fn lines_typed_ahead_or_pasted_are_all_read() {
    let folder = Folder::new("ahead");
    let mut session = spawn(&folder, &["play", "chess", "--two"]);
    session.exp_string("1. white> ").expect("a prompt");
    session.send("e4\re5\rNf3\r").expect("a reader");
    session.flush().expect("a reader");
    session.exp_string("2... black> ").expect("three moves");
    session.send("\x1b[200~Nc6\nBb5\na6\x1b[201~\r").expect("a reader");
    session.flush().expect("a reader");
    session.exp_string("4. white> ").expect("three moves more");
    session.send_line("quit").expect("a reader");
    session.exp_eof().expect("an end");
}

#[test]
fn commands_that_end_the_game_ask_first() {
    let folder = Folder::new("asked");
    let mut session = spawn(&folder, &["play", "international", "--two"]);
    session.exp_string("1. white> ").expect("a prompt");
    session.send_line("32-28").expect("a reader");
    session.exp_string("1... black> ").expect("a prompt");
    for (line, question) in
        [("d", "draw, yes or no [no]? "), ("resign now", "Resign this game, yes or no [no]? ")]
    {
        session.send_line(line).expect("a reader");
        session.exp_string(question).expect("a question");
        session.send_line("").expect("a reader");
        session.exp_string("Canceled.").expect("an answer");
        session.exp_string("1... black> ").expect("a prompt");
    }
    session.send_line("resign").expect("a reader");
    session.exp_string("Resign this game, yes or no [no]? ").expect("a question");
    session.send_control('c').expect("a reader");
    session.exp_string("Canceled.").expect("an answer");
    session.send_line("resign").expect("a reader");
    session.exp_string("yes or no [no]? ").expect("a question");
    session.send_line("y").expect("a reader");
    session.exp_string("White wins: Black resigns.").expect("an end");
    session.send_line("quit").expect("a reader");
    session.exp_string("damier games --played 1 shows it.").expect("an end");
    session.exp_eof().expect("an end");
}

#[test]
fn a_played_game_is_replayed_and_deleted() {
    let folder = Folder::new("replay");
    let mut session = spawn(&folder, &["play", "chess", "--two"]);
    session.exp_string("1. white> ").expect("a prompt");
    for (line, prompt) in
        [("f3", "1... black> "), ("e5", "2. white> "), ("g4", "2... black> "), ("Qh4", "over")]
    {
        session.send_line(line).expect("a reader");
        session.exp_string(prompt).expect("a prompt");
    }
    session.send_control('d').expect("a reader");
    session.exp_eof().expect("an end");

    let mut session = spawn(&folder, &["games", "--played", "1"]);
    session.exp_string("Black wins: checkmate").expect("a title");
    for (line, shown) in [
        ("", "1. f3"),
        ("last", "Black wins: checkmate (FIDE 5.1.1)."),
        ("", "That was the last move"),
        ("b", "2. g4"),
        ("1", "1. f3"),
        ("first", "0/4> "),
        ("help", "go back one move"),
    ] {
        session.exp_string("/4> ").expect("a prompt");
        session.send_line(line).expect("a reader");
        session.exp_string(shown).expect("what was asked for");
        if shown == "0/4> " {
            session.send_line("flip").expect("a reader");
        }
    }
    session.exp_string("0/4> ").expect("a prompt");
    session.send_line("quit").expect("a reader");
    session.exp_eof().expect("an end");

    for (answer, told) in [("", "Nothing was deleted."), ("yes", "Deleted game 1.")] {
        let mut session = spawn(&folder, &["games", "--played", "1", "--delete"]);
        session.exp_string("Delete 1 game, yes or no [no]? ").expect("a question");
        session.send_line(answer).expect("a reader");
        session.exp_string(told).expect("an answer");
        session.exp_eof().expect("an end");
    }
}

#[test]
fn a_narrow_terminal_shows_a_narrow_board() {
    let folder = Folder::new("narrow");
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(["play", "canadian", "--two"]).env("XDG_STATE_HOME", folder.path("state"));
    command.env("TERM", "xterm-256color").env("LC_ALL", "C").env("COLUMNS", "40").env_remove("NO_COLOR");
    let mut session = start(command);
    let board = session.exp_string("1. white> ").expect("a prompt");
    assert!(board.contains("\x1b[1;38;5;231mw\x1b[22m") && board.is_ascii(), "{board:?}");
    for line in board.lines() {
        // The line editor announces bracketed paste.
        let line = line.split("\x1b[?2004h").next().unwrap_or_default();
        assert!(console::measure_text_width(line) <= 40, "{line:?}");
    }
    session.send_line("quit").expect("a reader");
    session.exp_eof().expect("an end");
}

#[test]
fn ctrl_c_at_a_question_leaves_as_an_interrupt() {
    for arguments in [&["play"][..], &["play", "--level", "3"]] {
        let folder = Folder::new("question");
        let mut session = spawn(&folder, arguments);
        session.exp_string("[chess]: ").expect("a question");
        session.send_control('c').expect("a reader");
        session.exp_eof().expect("an end");
        let status = session.process().wait().expect("an end");
        assert!(matches!(status, WaitStatus::Exited(_, 130)), "{arguments:?}: {status:?}");
    }
}

#[test]
fn ctrl_c_makes_the_engine_move_at_once() {
    let folder = Folder::new("ctrl-c");
    // An hour for the move; Ctrl-C ends it at once.
    let mut session = spawn(&folder, &["play", "chess", "--time", "3600s", "--level", "10"]);
    session.exp_string("1. white> ").expect("a prompt");
    session.send_line("e4").expect("a reader");
    session.exp_string("depth").expect("a line with what it thinks");
    session.send_control('c').expect("a reader");
    session.exp_string("Black plays 1... ").expect("an answer");
    session.exp_string("2. white> ").expect("a prompt");
    session.send_line("quit").expect("a reader");
    session.exp_eof().expect("an end");
}

#[test]
fn ctrl_c_ends_an_analysis_with_the_best_line() {
    let folder = Folder::new("analysis");
    let mut session = spawn(&folder, &["analyse", "--game", "russian"]);
    session.exp_string("/s  1. ").expect("a line");
    session.send_control('c').expect("a reader");
    session.exp_string("best ").expect("the best line");
    session.exp_eof().expect("an end");
}

/// Minimizing shows the time and the questions it has used.
#[test]
fn minimizing_shows_its_time_and_questions() {
    let folder = Folder::new("minimizing");
    let engine = "sh -c 'echo a2a1 1; echo; echo 1' script";
    let arguments = ["diff", "--game", "chess", "--protocol", "script", "--depth", "1", "--engine", engine];
    let place = ["--fen", "8/8/8/8/8/8/k7/2K4R b - - 0 1"];
    let mut session = spawn(&folder, &[&arguments[..], &place].concat());
    session.exp_regex("minimizing: [0-9]+s of 60s, [0-9] questions?, [23] pieces left").expect("progress");
    session.exp_string("minimized with 1 question").expect("a report");
}

/// Somebody who closes the window of a match, or loses the connection to its machine, must not leave a program behind that
/// never ends and keeps the match locked.
#[test]
fn a_match_ends_without_its_terminal() {
    use std::io::Read;
    use std::process::Stdio;

    let folder = Folder::new("closed");
    let (program, output) = (env!("CARGO_BIN_EXE_damier"), folder.path("match.pdn"));
    let engines = "-e 'damier level=1 hash=1 name=a' -e 'damier hash=1 name=b'";
    let line =
        format!("'{program}' match russian --time movetime=0.01 --rounds 50 {engines} --output '{output}'");
    let mut command = Command::new("script");
    command.args(["-q", "-f", "-c", &line, "/dev/null"]).env("TERM", "xterm-256color");
    let Ok(mut terminal) = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn() else {
        eprintln!("SKIPPED: no program \"script\", which gives a terminal to another program");
        return;
    };
    // The dashboard begins with an empty screen.
    let (mut screen, mut bytes) = (Vec::new(), [0; 4096]);
    while !screen.windows(8).any(|letters| letters == b"\x1b[?1049h") {
        let count = terminal.stdout.as_mut().expect("a pipe").read(&mut bytes).expect("a screen");
        assert_ne!(count, 0, "{}", String::from_utf8_lossy(&screen));
        screen.extend_from_slice(&bytes[..count]);
    }
    terminal.kill().expect("a terminal");
    terminal.wait().expect("an end");
    let begin = std::time::Instant::now();
    loop {
        let run = crate::common::damier(&["match", "--resume", "--rounds", "1", "--output", &output]);
        match run.stderr.contains("is used by another process") {
            // The match has 50 rounds, and is free.
            false => return assert!(run.stderr.contains("rounds is 50 there and 1 here"), "{run:?}"),
            true => assert!(begin.elapsed().as_millis() < PATIENCE_MS.into(), "the match never ended"),
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
}
