//! Who may do what.

use damier_server::api::Color;
use damier_server::api_answers::Joined;
use serde_json::json;

use crate::support::http::{get, post};
use crate::support::socket::Socket;
use crate::support::{Folder, Server};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn seats_cannot_be_stolen() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    let created =
        server.create(json!({ "game": "chess", "side": "black", "opponent": { "kind": "friend" } })).await;
    assert!(created.game.waiting && !created.game.players.white.taken);
    let join = format!("/api/games/{}/join", created.id);
    // Neither a guess, nor the token of the other seat, nor nothing is an invitation.
    let guess = "A".repeat(43);
    for invite in [guess.as_str(), created.token.as_str(), "", "x"] {
        let body = json!({ "invite": invite, "nonce": "0123456789abcdef" });
        post(server.address, &join, None, &body).await.refused(403, "wrong_invite");
    }
    let first: Joined = server.join(&created, "0123456789abcdef").await.expect(200);
    assert_eq!(first.side, Color::White);
    // The same request again gets the same answer; anybody else comes too late.
    let again: Joined = server.join(&created, "0123456789abcdef").await.expect(200);
    assert_eq!(again, first);
    server.join(&created, "fedcba9876543210").await.refused(409, "seat_taken");
    let game = server.game(&created.id).await.game;
    assert!(!game.waiting);
    assert_eq!((game.seq, game.players.white.name.as_deref()), (3, Some("Anna")));
    server.stop().await;
    // And after a restart.
    let server = Server::start(&folder.file()).await;
    let again: Joined = server.join(&created, "0123456789abcdef").await.expect(200);
    assert_eq!(again, first);
    server.join(&created, "fedcba9876543210").await.refused(409, "seat_taken");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_join_at_once_and_one_gets_the_seat() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    let created =
        server.create(json!({ "game": "chess", "side": "white", "opponent": { "kind": "friend" } })).await;
    let joins = (0..12).map(|number| {
        let (created, server) = (&created, &server);
        async move { server.join(created, &format!("nonce-{number:012}")).await.status }
    });
    let statuses = futures_util::future::join_all(joins).await;
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 409).count(), 11, "{statuses:?}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn engines_and_oneself_give_no_seat_away() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    for opponent in [json!({ "kind": "engine", "level": 2 }), json!({ "kind": "self" })] {
        let created =
            server.create(json!({ "game": "russian", "side": "white", "opponent": opponent })).await;
        assert_eq!(created.invite, None);
        let body = json!({ "invite": "A".repeat(43), "nonce": "0123456789abcdef" });
        post(server.address, &format!("/api/games/{}/join", created.id), None, &body)
            .await
            .refused(403, "wrong_invite");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn watchers_cannot_move() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    let (id, white, black) = server.friends(json!({ "game": "chess" })).await;
    let (_, stranger, _) = server.friends(json!({ "game": "chess" })).await;
    let command = json!({ "command": "move", "ply": 0, "move": "e4" });
    let body = json!({ "id": "abcdefgh", "command": command });
    let path = format!("/api/games/{id}/commands");
    post(server.address, &path, None, &body).await.refused(401, "no_token");
    for token in [stranger.as_str(), "nonsense"] {
        post(server.address, &path, Some(token), &body).await.refused(401, "unknown_token");
    }
    server.send(&id, &black, command.clone()).await.refused(409, "not_your_turn");
    let mut watcher = Socket::open(server.address, &id, None).await;
    let error = watcher.command("abcdefgh", command.clone()).await.expect_err("a refusal");
    assert_eq!(error["code"], "no_token");
    let mut thief = Socket::connect(server.address, &id, None).await.expect("a socket");
    thief.say(&json!({ "t": "hello", "token": stranger, "after": null })).await;
    assert_eq!(thief.end().await.1, Some(1008));
    assert_eq!(server.game(&id).await.game.position.ply, 0);
    get(server.address, &format!("/api/games/{id}"), Some(&stranger)).await.refused(401, "unknown_token");
    server.play(&id, &white, 0, "e4").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_store_holds_no_secret() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    let created =
        server.create(json!({ "game": "chess", "side": "white", "opponent": { "kind": "friend" } })).await;
    let joined: Joined = server.join(&created, "0123456789abcdef").await.expect(200);
    server.play(&created.id, &created.token, 0, "e4").await;
    server.stop().await;
    let secrets =
        [created.token.as_str(), created.invite.as_deref().expect("an invitation"), joined.token.as_str()];
    let files = std::fs::read_dir(folder.path()).expect("a folder");
    for file in files.map(|file| file.expect("a file").path()) {
        let bytes = std::fs::read(&file).expect("a readable file");
        for secret in secrets {
            let found = bytes.windows(secret.len()).any(|part| part == secret.as_bytes());
            assert!(!found, "{} holds a secret", file.display());
        }
    }
}
