//! Peers that say more than can be dealt with, or do not listen: nothing is heaped up, and nothing hangs.

use std::io::{self, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::common::Engine;
use catalog::GameId;
use damier_engine::{DxpError, DxpEvent, DxpRole, DxpSettings, Level, play_dxp, speak_hub, speak_uci};

/// An input that repeats a line without end, and counts the lines that were read.
struct Endless {
    line: &'static [u8],
    position: usize,
    lines: Arc<AtomicUsize>,
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let rest = &self.line[self.position..];
        let length = rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&rest[..length]);
        self.position += length;
        if self.position == self.line.len() {
            self.position = 0;
            self.lines.fetch_add(1, Ordering::Relaxed);
        }
        Ok(length)
    }
}

/// An output that nobody reads: the first line that begins with a word is held up until the gate opens, and then all
/// is closed.
struct Stuck {
    word: &'static str,
    is_stuck: Sender<()>,
    gate: Receiver<()>,
}

fn stuck(word: &'static str) -> (Stuck, Receiver<()>, Sender<()>) {
    let ((is_stuck, told), (open, gate)) = (channel(), channel());
    (Stuck { word, is_stuck, gate }, told, open)
}

impl Write for Stuck {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.starts_with(self.word.as_bytes()) {
            let _ = self.is_stuck.send(());
            let _ = self.gate.recv();
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What is said to an engine that speaks to an output that nobody reads.
type Speak = fn(Endless, Stuck) -> io::Result<()>;

#[test]
fn an_engine_that_is_not_heard_does_not_read_ahead() {
    // With a buffer of one line nothing but the engine can read ahead.
    let uci: Speak = |input, output| speak_uci(&mut BufReader::with_capacity(1, input), output);
    let hub: Speak =
        |input, output| speak_hub(GameId::International, &mut BufReader::with_capacity(1, input), output);
    for (speak, line, answer) in [
        (uci, &b"isready\n"[..], "readyok"),
        (uci, b"xyzzy\n", "info string ignored"),
        (uci, b"go depth x\n", "info string ignored"),
        (hub, b"ping\n", "pong"),
        (hub, b"level depth=x\n", "error"),
    ] {
        let lines = Arc::new(AtomicUsize::new(0));
        let input = Endless { line, position: 0, lines: Arc::clone(&lines) };
        let (output, told, open) = stuck(answer);
        let engine = std::thread::spawn(move || speak(input, output));
        told.recv().expect("an answer");
        assert_eq!(lines.load(Ordering::Relaxed), 1, "{answer}");
        drop(open);
        engine.join().expect("no panic").expect("no error");
    }
}

#[test]
fn commands_are_heard_while_nobody_reads_what_the_search_says() {
    for (protocol, word, commands) in [
        ("uci", "info depth", "position startpos\ngo infinite\n"),
        ("hub", "info depth", "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww\ngo analyze\n"),
    ] {
        let (input, mut gui) = io::pipe().expect("a pipe");
        let (output, told, open) = stuck(word);
        let engine = std::thread::spawn(move || match protocol {
            "uci" => speak_uci(&mut BufReader::new(input), output),
            _ => speak_hub(GameId::International, &mut BufReader::new(input), output),
        });
        gui.write_all(commands.as_bytes()).expect("it listens");
        told.recv().expect("the search says something");
        gui.write_all(b"stop\nquit\n").expect("it listens");
        // The gate is still closed: the search is left alone after a while.
        engine.join().expect("no panic").expect("no error");
        drop(open);
    }
}

#[test]
fn a_search_ends_when_nobody_listens_any_more() {
    let (mut input, (output, told, open)) =
        (&b"position startpos\ngo movetime 3600000\n"[..], stuck("info depth"));
    let engine = std::thread::spawn(move || speak_uci(&mut input, output));
    told.recv().expect("the search says something");
    drop(open);
    engine.join().expect("no panic").expect("no error");
}

#[test]
fn a_line_without_end_is_not_kept() {
    let mut engine = Engine::uci();
    engine.say(&format!("{}\nisready", "go ".repeat(3 << 20)));
    let lines = engine.until("readyok");
    assert_eq!(lines, ["info string ignored: a line of more than a million bytes", "readyok"]);
}

/// What happens at a side that plays, and how it ends.
type Played = JoinHandle<(Vec<DxpEvent>, Result<(), DxpError>)>;

/// A follower, and the one who talks to it.
fn follower(level: Level) -> (TcpStream, Played) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let peer = TcpStream::connect(listener.local_addr().expect("an address")).expect("a connection");
    let (stream, _) = listener.accept().expect("a connection");
    let settings = DxpSettings {
        name: "Damier".to_owned(),
        role: DxpRole::Follower,
        megabytes: 1,
        threads: 1,
        level,
        move_time: Some(Duration::from_secs(50)),
        tables: None,
        timeout: Duration::from_secs(60),
    };
    let played = std::thread::spawn(move || {
        let mut events = Vec::new();
        let hear = &mut |event: &DxpEvent| events.push(event.clone());
        let result = play_dxp(stream, &settings, &AtomicBool::new(false), hear);
        (events, result)
    });
    (peer, played)
}

#[test]
fn a_peer_that_floods_is_left() {
    let begin = format!("R01{:<32}W001000A\0", "Peer");
    // Chat while we think, requests, questions that we answer though nobody reads the answers, before and in a game.
    for (begin, message) in [
        ("", "Chello\0".to_owned()),
        ("", format!("R02{:<32}W001000A\0", "Peer")),
        (begin.as_str(), "Chello\0".to_owned()),
        (&begin, "B999W\0".to_owned()),
        (&begin, begin.clone()),
        (&begin, "K0\0".to_owned()),
    ] {
        let (mut peer, played) = follower(Level::STRONGEST);
        peer.write_all(begin.as_bytes()).expect("it listens");
        let flood = message.repeat(1_000);
        // Until it is gone; it does not think as long as it would without us.
        while peer.write_all(flood.as_bytes()).is_ok() {}
        let (events, result) = played.join().expect("no panic");
        let error = result.expect_err("a reason");
        assert!(matches!(error, DxpError::Flood { messages: 1_000, .. }), "{error}");
        assert!(events.len() <= 1_002, "{} events", events.len());
        let is_told = |event: &DxpEvent| matches!(event, DxpEvent::End(game) if game.reason.starts_with("protocol violation: "));
        assert_eq!(events.iter().any(is_told), !begin.is_empty());
    }
}
