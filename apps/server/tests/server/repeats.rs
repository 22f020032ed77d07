//! Repeated and late commands.

use damier_server::api_answers::CommandAnswer;
use serde_json::json;

use crate::support::socket::Socket;
use crate::support::{Folder, Server};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_sent_again_and_again_is_done_once() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    let (id, white, black) = server.friends(json!({ "game": "chess" })).await;
    let command = json!({ "command": "move", "ply": 0, "move": "e4" });
    let first: CommandAnswer = server.send_as(&id, &white, "the-first", command.clone()).await.expect(200);
    let again: CommandAnswer = server.send_as(&id, &white, "the-first", command.clone()).await.expect(200);
    assert_eq!(again.seq, first.seq);
    server.play(&id, &black, 1, "e5").await;
    // Over a socket, after a reconnect, and after a restart.
    for _ in 0..2 {
        let mut socket = Socket::open(server.address, &id, Some(&white)).await;
        assert_eq!(socket.command("the-first", command.clone()).await, Ok(first.seq));
    }
    server.stop().await;
    let server = Server::start(&folder.file()).await;
    let again: CommandAnswer = server.send_as(&id, &white, "the-first", command.clone()).await.expect(200);
    assert_eq!((again.seq, again.game.seq), (first.seq, first.seq + 1));
    let texts: Vec<String> = server.game(&id).await.history.into_iter().map(|ply| ply.text).collect();
    assert_eq!(texts, ["e4", "e5"]);
    // The opponent's command of the same id is another one.
    let answer = server.send_as(&id, &black, "the-first", json!({ "command": "offer_draw" })).await;
    answer.expect::<CommandAnswer>(200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_id_is_good_for_one_command() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    let (id, white, black) = server.friends(json!({ "game": "chess" })).await;
    let first = json!({ "command": "move", "ply": 0, "move": "e4" });
    let others = [
        json!({ "command": "move", "ply": 0, "move": "d4" }),
        json!({ "command": "move", "ply": 2, "move": "e4" }),
        json!({ "command": "resign" }),
    ];
    server.send_as(&id, &white, "the-first", first.clone()).await.expect::<CommandAnswer>(200);
    server.play(&id, &black, 1, "e5").await;
    for other in &others {
        server.send_as(&id, &white, "the-first", other.clone()).await.refused(409, "reused_id");
    }
    server.stop().await;
    // The store knows it too.
    let server = Server::start(&folder.file()).await;
    for other in others {
        server.send_as(&id, &white, "the-first", other).await.refused(409, "reused_id");
    }
    server.send_as(&id, &white, "the-first", first).await.expect::<CommandAnswer>(200);
    let game = server.game(&id).await;
    assert_eq!((game.history.len(), game.game.ending), (2, None));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_command_from_many_connections_at_once() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    let (id, white, _) = server.friends(json!({ "game": "chess" })).await;
    let command = json!({ "command": "move", "ply": 0, "move": "e4" });
    let sends = (0..10).map(|_| server.send_as(&id, &white, "the-first", command.clone()));
    let answers = futures_util::future::join_all(sends).await;
    let seqs: Vec<u64> = answers.iter().map(|answer| answer.expect::<CommandAnswer>(200).seq).collect();
    assert!(seqs.iter().all(|seq| *seq == seqs[0]), "{seqs:?}");
    assert_eq!(server.game(&id).await.history.len(), 1);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn late_commands_are_refused() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    let (id, white, black) = server.friends(json!({ "game": "chess" })).await;
    server.play(&id, &white, 0, "e4").await;
    server.play(&id, &black, 1, "e5").await;
    for command in [
        json!({ "command": "move", "ply": 0, "move": "d4" }),
        json!({ "command": "move", "ply": 0, "path": "0.0" }),
        json!({ "command": "move", "ply": 3, "move": "d4" }),
        json!({ "command": "hop", "ply": 1, "square": "d2" }),
        json!({ "command": "claim_draw", "ply": 1 }),
        json!({ "command": "ask_takeback", "ply": 1, "plies": 1 }),
    ] {
        server.send(&id, &white, command).await.refused(409, "stale");
    }
    let illegal = server.send(&id, &white, json!({ "command": "move", "ply": 2, "move": "e2e5" })).await;
    let error = illegal.refused(422, "illegal_move").error;
    assert_eq!(error.explanation.expect("an explanation")["legal"], false);
    server
        .send(&id, &white, json!({ "command": "move", "ply": 2, "path": "99.9" }))
        .await
        .refused(422, "bad_field");
    server.send(&id, &white, json!({ "command": "move", "ply": 2 })).await.refused(422, "bad_field");
    assert_eq!(server.game(&id).await.history.len(), 2);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_promotion_must_be_chosen() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    let (id, white, _) =
        server.friends(json!({ "game": "chess", "fen": "8/4P2k/8/8/8/8/8/K7 w - - 0 1" })).await;
    server.done(&id, &white, json!({ "command": "hop", "ply": 0, "square": "e7" })).await;
    let error = server.send(&id, &white, json!({ "command": "hop", "ply": 0, "square": "e8" })).await;
    assert_eq!(error.refused(409, "choose").error.moves.expect("moves").len(), 4);
    server.play(&id, &white, 0, "e8=N").await;
    server.stop().await;
}
