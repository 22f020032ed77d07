//! The program as an engine: `damier uci`, `damier hub` and `damier dxp`.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};

use crate::common::{complaint_about, damier, damier_with_input};

fn start(arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

fn interrupt(child: &Child) {
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill is there").success());
}

#[test]
fn uci_is_spoken_until_quit() {
    let run = damier_with_input(&["uci"], b"uci\nposition startpos moves e2e4\ngo perft 1\nisready\nquit\n");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert!(run.stdout.starts_with("id name Damier "), "{}", run.stdout);
    assert!(run.stdout.contains("\nuciok\n") && run.stdout.contains("\nreadyok\n"), "{}", run.stdout);
}

#[test]
fn hub_is_spoken_until_the_input_ends() {
    let run = damier_with_input(&["hub", "--game", "russian"], b"hub\ninit\nping\n");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert!(run.stdout.contains("param name=variant value=russian "), "{}", run.stdout);
    assert!(run.stdout.ends_with("wait\nready\npong\n"), "{}", run.stdout);
    assert_eq!(
        complaint_about(&["hub", "--game", "chess"]),
        "Hub is for draughts games, not chess; for chess, run \"damier uci\""
    );
}

#[cfg(unix)]
#[test]
fn under_another_name_it_needs_no_arguments() {
    let folder = crate::common::Folder::new("names");
    for (name, input, expected) in [("damier-uci", "isready", "readyok"), ("damier-hub", "ping", "pong")] {
        let path = folder.path(name);
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_damier"), &path).expect("a link");
        let mut child =
            Command::new(&path).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        writeln!(child.stdin.take().expect("a pipe"), "{input}").expect("it listens");
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), expected, "{name}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_every_conversation() {
    for arguments in [&["uci"][..], &["hub"], &["dxp", "--listen", "127.0.0.1:0"]] {
        let mut child = start(arguments);
        // It listens for Ctrl-C as soon as it says something.
        if arguments[0] == "dxp" {
            let mut line = String::new();
            BufReader::new(child.stderr.take().expect("a pipe")).read_line(&mut line).expect("a line");
        } else {
            let question = if arguments[0] == "uci" { "isready\ngo infinite" } else { "ping\ngo think" };
            writeln!(child.stdin.as_mut().expect("a pipe"), "{question}").expect("it listens");
            child.stdout.as_mut().expect("a pipe").read_exact(&mut [0; 4]).expect("an answer");
        }
        interrupt(&child);
        // The input stays open: it is the signal that ends it.
        let input = child.stdin.take();
        assert_eq!(child.wait().expect("it ends").code(), Some(130), "{arguments:?}");
        drop(input);
    }
}

#[test]
fn a_listener_that_is_gone_ends_the_conversation() {
    let mut child = start(&["uci"]);
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("a pipe");
    while writeln!(input, "isready").is_ok() {}
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn two_programs_play_over_a_network() {
    let mut follower =
        start(&["dxp", "--listen", "127.0.0.1:0", "--once", "--json", "--level", "1", "--name", "Follower"]);
    let mut line = String::new();
    BufReader::new(follower.stderr.take().expect("a pipe")).read_line(&mut line).expect("a line");
    let address = line.trim().strip_prefix("listening on ").expect("an address");
    let initiator =
        damier(&["dxp", "--connect", address, "--json", "--level", "1", "--games", "2", "--minutes", "1"]);
    assert_eq!(initiator.code, Some(0), "{}", initiator.stderr);
    let output = follower.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    let games = |text: &str| -> Vec<serde_json::Value> {
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    let (ours, theirs) = (games(&initiator.stdout), games(&String::from_utf8_lossy(&output.stdout)));
    assert_eq!((ours.len(), theirs.len()), (2, 2));
    for (our, their) in ours.iter().zip(&theirs) {
        for field in ["game", "result", "reason", "fen", "moves"] {
            assert_eq!(our[field], their[field], "{field}");
        }
        assert_eq!(our["opponent"], "Follower");
        assert_ne!(our["color"], their["color"]);
        assert_ne!(our["result"], "*");
        // Other commands read the moves.
        let moves: Vec<&str> =
            our["moves"].as_array().expect("moves").iter().filter_map(|mv| mv.as_str()).collect();
        for command in ["moves", "show"] {
            let run = damier(&[command, "--game", "international", "--moves", &moves.join(" ")]);
            assert_eq!(run.code, Some(0), "{command}: {}", run.stderr);
        }
    }
}

/// The address that a program listens on, and the rest of what it says.
fn address_of(child: &mut Child) -> (String, BufReader<std::process::ChildStderr>) {
    let mut errors = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut line = String::new();
    errors.read_line(&mut line).expect("a line");
    (line.trim().strip_prefix("listening on ").expect("an address").to_owned(), errors)
}

/// Asks for a game in which it plays black, and hears that it is accepted.
fn begin_game(address: &str) -> std::net::TcpStream {
    let mut peer = std::net::TcpStream::connect(address).expect("a connection");
    peer.write_all(format!("R01{:<32}Z001000A\0", "Peer").as_bytes()).expect("it listens");
    let mut answer = [0; 35];
    peer.read_exact(&mut answer).expect("an answer");
    assert!(answer.ends_with(b"0\0"), "{answer:?}");
    peer
}

#[cfg(unix)]
#[test]
fn every_game_over_a_network_is_told_whatever_ends_it() {
    let mut follower = start(&["dxp", "--listen", "127.0.0.1:0", "--json", "--level", "1"]);
    let (address, _errors) = address_of(&mut follower);
    let mut output = BufReader::new(follower.stdout.take().expect("a pipe"));
    let mut next = || -> serde_json::Value {
        let mut line = String::new();
        output.read_line(&mut line).expect("a line");
        serde_json::from_str(&line).expect("JSON")
    };
    // Somebody who says nothing and goes, and somebody who talks nonsense: the next one is served.
    drop(std::net::TcpStream::connect(&address).expect("a connection"));
    std::net::TcpStream::connect(&address)
        .expect("a connection")
        .write_all(b"GET / HTTP/1.1\0")
        .expect("it listens");
    let mut peer = begin_game(&address);
    peer.write_all(b"M0001322800\0").expect("it listens");
    peer.read_exact(&mut [0; 12]).expect("a move");
    drop(peer);
    let game = next();
    assert_eq!((&game["game"], &game["result"]), (&1.into(), &"*".into()), "{game}");
    assert_eq!(game["reason"], "disconnected: Peer closed the connection before the game was over");
    assert_eq!((game["moves"].as_array().map(Vec::len), &game["moves"][0]), (Some(2), &"32-28".into()));
    let mut peer = begin_game(&address);
    peer.write_all(b"M0001322300\0").expect("it listens");
    let game = next();
    assert_eq!((&game["game"], &game["result"]), (&2.into(), &"*".into()), "{game}");
    assert!(
        game["reason"]
            .as_str()
            .is_some_and(|why| why.starts_with("illegal move by Peer: move 1: illegal move \"32-23\"")),
        "{game}"
    );
    let peer = begin_game(&address);
    interrupt(&follower);
    let game = next();
    assert_eq!((&game["result"], &game["reason"]), (&"*".into(), &"interrupted".into()), "{game}");
    assert_eq!(follower.wait().expect("it ends").code(), Some(130));
    drop(peer);
}

#[test]
fn what_cannot_be_played_over_a_network_is_told_in_a_line() {
    // Nobody listens on a port that was just given back.
    let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address");
    let complaint = complaint_about(&["dxp", "--connect", &free.to_string()]);
    assert!(complaint.starts_with(&format!("cannot connect to {free}: ")), "{complaint}");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let complaint = complaint_about(&["dxp", "--listen", &address]);
    assert!(complaint.starts_with(&format!("cannot listen on {address}: ")), "{complaint}");
    for (arguments, expected) in [
        (
            &["--listen", "1", "--games", "3"][..],
            "--games needs the role initiator: the follower cannot choose the games",
        ),
        (&["--connect", "1", "--fen", "W:W99:B1"], "--fen: no square \"99\" on this board"),
        (&["--connect", "1", "--name", ""], "--name: found \"\", expected 1 to 32 characters of ASCII"),
        (
            &["--listen", "here"],
            "invalid value 'here' for '--listen <[ADDR:]PORT>': expected a port such as 27531",
        ),
        (&["--listen", "1", "--level", "11"], "invalid value '11' for '--level <1-10>'"),
        (&["--listen", "1", "--move-time", "0"], "invalid value '0' for '--move-time <SECONDS>'"),
        (&["--listen", "1", "--timeout", "0"], "invalid value '0' for '--timeout <SECONDS>'"),
        (
            &["--connect", "1", "--once"],
            "the argument '--connect <[ADDR:]PORT>' cannot be used with '--once'",
        ),
        (&[], "the following required arguments were not provided: --listen"),
    ] {
        let complaint = complaint_about(&[&["dxp"], arguments].concat());
        assert!(complaint.starts_with(expected), "{arguments:?}: {complaint}");
    }
}

#[test]
fn a_peer_that_sends_garbage_ends_the_match() {
    let mut follower = start(&["dxp", "--listen", "127.0.0.1:0", "--once"]);
    let (address, mut errors) = address_of(&mut follower);
    let mut peer = std::net::TcpStream::connect(address).expect("a connection");
    peer.write_all(b"GET / HTTP/1.1\0").expect("it listens");
    let mut rest = String::new();
    errors.read_to_string(&mut rest).expect("text");
    assert_eq!(follower.wait().expect("it ends").code(), Some(3));
    assert!(
        rest.ends_with("damier: the opponent sent an invalid message: unknown command \"G\"\n"),
        "{rest}"
    );
}
