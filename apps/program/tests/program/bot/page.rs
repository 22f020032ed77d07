//! `damier serve --telegram`: a game of a chat, watched and continued in the browser by its link.

use std::net::TcpListener;

use boardgame::Color;
use catalog::GameId;
use fake_telegram::{Action, BoardState, Settings, View};
use serde_json::{Value, json};

use super::support::Scene;
use crate::common::http_request;

/// A request to the page, as a browser behind the proxy sends it.
fn ask(port: u16, method: &str, path: &str, token: Option<&str>, body: &Value) -> (u16, Value) {
    http_request(&format!("127.0.0.1:{port}"), "draughts.example.org", (method, path), token, body)
}

/// The link of a board to the page: the game, and the secret of the seat if it has one.
fn link(view: &View) -> (String, Option<String>) {
    let url = view.buttons().find_map(|button| match &button.action {
        Action::Url(url) => url.strip_prefix("https://draughts.example.org/game/").map(str::to_owned),
        _ => None,
    });
    let url = url.unwrap_or_else(|| panic!("no link\n{view}"));
    match url.split_once("#seat=") {
        Some((id, seat)) => (id.to_owned(), Some(seat.to_owned())),
        None => (url, None),
    }
}

#[test]
fn a_chat_game_is_watched_and_continued_in_the_browser() {
    let listener = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    let port = listener.expect("a port").port();
    let text = port.to_string();
    let options =
        ["--pace", "0", "--port", &text, "--no-browser", "--public-url", "https://draughts.example.org"];
    let scene = Scene::serving("page", Settings::default(), &options);
    let [ann, bob, _] = scene.people();
    let table = scene.fake.begin_direct(GameId::Russian, &ann, &bob, "w", "-");
    let turn = |color, ply| {
        table.waits_for(color, "the turn", |view| view.state() == BoardState::Squares { ply, hops: 0 })
    };
    let (id, white) = link(&turn(Color::White, 0));
    assert_eq!(id, table.id);
    let path = format!("/api/games/{id}");
    let moves = || ask(port, "GET", &path, None, &Value::Null).1["history"].as_array().map(Vec::len);
    assert_eq!(moves(), Some(0), "anybody can watch");

    // Ann moves in the browser: the chats follow.
    let play = |token: Option<&str>, ply: usize, mv: &str| {
        let command = json!({ "command": "move", "ply": ply, "move": mv });
        let body = json!({ "id": format!("browser-{ply:04}"), "command": command });
        ask(port, "POST", &format!("{path}/commands"), token, &body)
    };
    assert_eq!(play(None, 0, "c3-d4").0, 401, "watching is not playing");
    let (status, answer) = play(white.as_deref(), 0, "c3-d4");
    assert_eq!(status, 200, "{answer}");
    let board = turn(Color::Black, 1);
    assert!(board.text.contains("c3-d4"), "{board}");

    // Bob moves in the chat: the browser follows.
    bob.types(bob.chat(), "d6-c5");
    turn(Color::White, 2);
    assert_eq!(moves(), Some(2));
    // The seat of one player is not that of the other.
    let (_, black) = link(&table.view(Color::Black).expect("a board"));
    assert_ne!(black, white);
    assert_eq!(play(black.as_deref(), 2, "b2-c3").0, 409, "it is not Black's turn");

    // In a group the link lets people watch only.
    let group = scene.fake.group("Club", &[&ann, &bob], true);
    let other = scene.fake.begin_in_group(GameId::Chess, group, &ann, &bob);
    let (_, seat) = link(&other.view(Color::White).expect("a board"));
    assert_eq!(seat, None, "the link of a group has no seat");
    scene.finish();
}
