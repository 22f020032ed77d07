//! Sockets that behave badly, and sockets that are closed.

use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Error;

use crate::support::http::request;
use crate::support::socket::Socket;
use crate::support::{Folder, PATIENCE, Server};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn junk_is_refused_and_the_game_goes_on() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    let (id, white, _) = server.friends(json!({ "game": "chess" })).await;
    let mut socket = Socket::open(server.address, &id, Some(&white)).await;
    for junk in [
        "",
        "junk",
        "[]",
        "{\"t\":\"dance\"}",
        "{\"t\":\"command\"}",
        "{\"t\":\"ping\",\"n\":-1}",
        "{\"t\":\"hello\",\"token\":null}",
        "{\"t\":\"command\",\"id\":\"short\",\"command\":{\"command\":\"resign\"}}",
        "{\"t\":\"command\",\"id\":\"long enough\",\"command\":{\"command\":\"resign\"}}",
        "{\"t\":\"command\",\"id\":\"12345678\",\"command\":{\"command\":\"resign\",\"by\":\"black\"}}",
    ] {
        socket.say_text(junk).await;
        let refused = socket.hear("refused").await;
        assert_eq!(refused["error"]["definite"], true, "{junk}");
        assert!(!refused["error"]["message"].as_str().expect("a message").is_empty(), "{junk}");
    }
    socket.say(&json!({ "t": "ping", "n": 7 })).await;
    assert_eq!(socket.hear("pong").await["n"], 7);
    socket
        .command("12345678", json!({ "command": "move", "ply": 0, "move": "e4" }))
        .await
        .expect("a legal move");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn broken_rules_close_the_socket() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    let (id, white, _) = server.friends(json!({ "game": "chess" })).await;
    // No hello.
    let mut socket = Socket::connect(server.address, &id, None).await.expect("a socket");
    socket.say(&json!({ "t": "ping", "n": 1 })).await;
    assert_eq!(socket.end().await.1, Some(1008));
    // Bytes.
    let mut socket = Socket::open(server.address, &id, Some(&white)).await;
    socket.say_bytes(vec![1, 2, 3]).await;
    assert_eq!(socket.end().await, (Some("send text, not bytes".to_owned()), Some(1008)));
    // More than 16 KiB.
    let mut socket = Socket::open(server.address, &id, Some(&white)).await;
    socket.say_text(&"x".repeat(20_000)).await;
    let (reason, _) = socket.end().await;
    assert_eq!(reason.as_deref(), Some("message too long"));
    // More messages than a person can send.
    let mut socket = Socket::open(server.address, &id, Some(&white)).await;
    for n in 0..500 {
        socket.say(&json!({ "t": "ping", "n": n })).await;
    }
    assert_eq!(socket.end().await, (Some("too many messages".to_owned()), Some(1008)));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_of_other_sites_cannot_connect() {
    let folder = Folder::new();
    let clock = std::sync::Arc::default();
    let server = Server::start_with(&folder.file(), clock, |config| {
        config.public_url = Some("https://draughts.example.org".to_owned());
    })
    .await;
    let (id, ..) = server.friends(json!({ "game": "chess" })).await;
    let own = format!("http://{}", server.address);
    for origin in [own.as_str(), "https://draughts.example.org"] {
        Socket::connect(server.address, &id, Some(origin)).await.expect("a socket");
    }
    for origin in
        ["http://evil.example.org", "null", "http://127.0.0.1", "https://draughts.example.org.evil.org"]
    {
        match Socket::connect(server.address, &id, Some(origin)).await {
            Err(Error::Http(response)) => assert_eq!(response.status(), 403, "{origin}"),
            other => panic!("{origin}: {:?}", other.err()),
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_shutdown_closes_sockets_with_a_reason() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    let (id, white, _) = server.friends(json!({ "game": "chess" })).await;
    let mut player = Socket::open(server.address, &id, Some(&white)).await;
    let mut watcher = Socket::open(server.address, &id, None).await;
    let ends = async { (player.end().await, watcher.end().await) };
    let ((), ends) = tokio::join!(server.stop(), ends);
    let expected = (Some("the server is stopping or restarting".to_owned()), Some(1012));
    assert_eq!(ends, (expected.clone(), expected));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn presence_is_told() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    let (id, white, black) = server.friends(json!({ "game": "chess" })).await;
    let mut player = Socket::open(server.address, &id, Some(&white)).await;
    let other = Socket::open(server.address, &id, Some(&black)).await;
    let _watcher = Socket::open(server.address, &id, None).await;
    let is = |message: &serde_json::Value, black: bool, watching: u64| {
        message["white"] == true && message["black"] == black && message["watching"] == watching
    };
    while !is(&player.hear("presence").await, true, 1) {}
    drop(other);
    while !is(&player.hear("presence").await, false, 1) {}
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_that_do_not_read_disturb_nobody() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    let (id, white, black) = server.friends(json!({ "game": "chess" })).await;
    // They say hello and never read again.
    let mut stuck = Vec::new();
    for _ in 0..20 {
        stuck.push(Socket::open(server.address, &id, None).await);
    }
    let mut players = [
        Socket::open(server.address, &id, Some(&white)).await,
        Socket::open(server.address, &id, Some(&black)).await,
    ];
    let shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"];
    for number in 0..12 {
        let command = json!({ "command": "move", "ply": number, "move": shuffle[number % 4] });
        let player = &mut players[number % 2];
        let seq = player.command(&format!("{number:08}"), command).await.expect("a legal move");
        for player in &mut players {
            player.until(seq).await;
        }
    }
    // One of them wakes up, and has missed nothing.
    let mut awake = stuck.pop().expect("a socket");
    awake.until(players[0].seq).await;
    assert_eq!(awake.history, players[0].history);
    drop(stuck);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_that_are_gone_are_closed() {
    let folder = Folder::new();
    let clock = std::sync::Arc::default();
    let server =
        Server::start_with(&folder.file(), clock, |config| config.ping_every = Duration::from_millis(50))
            .await;
    let (id, ..) = server.friends(json!({ "game": "chess" })).await;
    // It never reads, and so never answers a ping.
    let mut gone = Socket::open(server.address, &id, None).await;
    let closed = async {
        while !request(server.address, "GET", "/metrics", "", b"")
            .await
            .text()
            .contains("damier_slow_sockets_total 1")
        {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, closed).await.expect("a closed socket");
    assert_eq!(gone.end().await, (Some("no answer to pings".to_owned()), Some(1013)));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn half_open_connections_do_not_hold_up_the_end() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    // Half a head, a body that does not come, and nothing at all.
    let mut streams = Vec::new();
    for text in [
        "GET /api/catalog HTTP/1.1\r\nHost: x",
        "",
        "POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    ] {
        let mut stream = TcpStream::connect(server.address).await.expect("a connection");
        stream.write_all(text.as_bytes()).await.expect("some bytes");
        streams.push(stream);
    }
    let answer = request(server.address, "GET", "/healthz", "", b"").await;
    assert_eq!(answer.status, 200);
    tokio::time::timeout(PATIENCE, server.stop()).await.expect("an end in time");
    for mut stream in streams {
        let mut bytes = Vec::new();
        let _ = tokio::time::timeout(Duration::from_secs(60), stream.read_to_end(&mut bytes))
            .await
            .expect("a closed connection");
    }
}
