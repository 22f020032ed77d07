//! `damier` on a terminal, as people see it.
#![cfg(unix)]

mod common;

use std::process::Command;

use common::Folder;
use rexpect::process::WaitStatus;
use rexpect::session::{PtySession, spawn_command};

/// Long enough for any machine; a test that works does not wait for it.
const PATIENCE_MS: u64 = 120_000;

fn spawn(folder: &Folder, arguments: &[&str]) -> PtySession {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(arguments).env("XDG_STATE_HOME", folder.path("state")).env("TERM", "xterm-256color");
    command.env_remove("NO_COLOR");
    spawn_command(command, Some(PATIENCE_MS)).expect("a terminal")
}

#[test]
fn without_a_command_it_asks_what_to_play() {
    let folder = Folder::new("ask");
    let mut session = spawn(&folder, &[]);
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
    session.exp_string("The game is kept").expect("an end");
    session.exp_eof().expect("an end");

    let mut session = spawn(&folder, &[]);
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
    session.exp_string("Ctrl-C again, or quit, leaves the game; it is kept.").expect("a warning");
    session.exp_string("1... black> ").expect("a prompt");
    session.send_control('c').expect("a reader");
    session.exp_string("The game is kept").expect("an end");
    session.exp_eof().expect("an end");
}

#[test]
fn lines_typed_ahead_and_pasted_are_all_heard() {
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
fn ctrl_c_at_a_question_leaves_as_an_interrupt() {
    for arguments in [&[][..], &["play"]] {
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
    // An hour for the move, which nobody waits for.
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
