//! Games from their start to their end.

use damier_server::api::Color;
use serde_json::json;

use crate::support::http::{get, post};
use crate::support::socket::Socket;
use crate::support::{Folder, Server};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_over_rest_ends_by_the_rules() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    let (id, white, black) = server.friends(json!({ "game": "chess" })).await;
    for (ply, mv) in ["f3", "e5", "g4", "Qh4#"].into_iter().enumerate() {
        let token = if ply % 2 == 0 { &white } else { &black };
        server.play(&id, token, ply as u32, mv).await;
    }
    let game = server.game(&id).await;
    let ending = game.game.ending.expect("an end");
    assert_eq!((ending.how.as_str(), ending.winner), ("rules", Some(Color::Black)));
    assert_eq!(ending.text, "Black wins: checkmate (FIDE 5.1.1)");
    assert!(game.game.position.legal.is_empty());
    assert_eq!(game.history.last().expect("moves").path, ["d8", "h4"]);
    let record = get(server.address, &format!("/api/games/{id}/record"), None).await.text();
    assert!(record.contains("[Result \"0-1\"]") && record.contains("2. g4 Qh4#"), "{record}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_over_sockets_reaches_players_and_watchers_in_order() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    let (id, white, black) = server.friends(json!({ "game": "russian" })).await;
    let mut players = [
        Socket::open(server.address, &id, Some(&white)).await,
        Socket::open(server.address, &id, Some(&black)).await,
    ];
    let mut watcher = Socket::open(server.address, &id, None).await;
    for number in 0..60 {
        let [white, black] = &mut players;
        let (mover, other) = if number % 2 == 0 { (white, black) } else { (black, white) };
        let Some(path) =
            mover.game["legal"].as_array().expect("a list").last().map(|legal| legal["id"].clone())
        else {
            break;
        };
        let ply = mover.history.len();
        let command = json!({ "command": "move", "ply": ply, "path": path });
        let seq = mover.command(&format!("{number:08}"), command).await.expect("a legal move");
        mover.until(seq).await;
        other.until(seq).await;
        watcher.until(seq).await;
        assert_eq!(mover.history, watcher.history);
        if !mover.game["ending"].is_null() {
            break;
        }
    }
    assert!(watcher.history.len() > 20);
    let texts: Vec<String> = server.game(&id).await.history.into_iter().map(|ply| ply.text).collect();
    assert_eq!(texts, watcher.history);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_engine_moves_and_wants_every_rematch() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    let request = json!({ "game": "english", "side": "black", "opponent": { "kind": "engine", "level": 1 }, "name": "Bo" });
    let created = server.create(request).await;
    let (id, token) = (&created.id, &created.token);
    let first = if created.game.position.turn == Color::Black {
        let mv = created.game.position.legal[0].text.clone();
        server.play(id, token, 0, &mv).await;
        2
    } else {
        1
    };
    let game = server.until(id, |game| game.history.len() == first).await;
    assert_eq!(game.game.engine, None);
    assert_eq!(game.game.players.black.name.as_deref(), Some("Bo"));
    // An engine lets its opponent take moves back.
    let takeback = json!({ "command": "ask_takeback", "ply": first, "plies": first });
    server.done(id, token, takeback).await;
    server.until(id, |game| game.game.offers.takeback.is_none()).await;
    server.done(id, token, json!({ "command": "resign" })).await;
    let answer = server.done(id, token, json!({ "command": "offer_rematch" })).await;
    let next = answer.game.next.expect("a rematch");
    let game = get(server.address, &format!("/api/games/{next}"), Some(token)).await;
    let game: damier_server::api_answers::GameAnswer = game.expect(200);
    assert_eq!(game.side, Some(damier_server::api::Side::White));
    assert_eq!(game.game.players.black.kind, "engine");
    server.send(id, token, json!({ "command": "offer_rematch" })).await.refused(409, "already_offered");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn offers_are_answered_by_the_other_player() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    let (id, white, black) = server.friends(json!({ "game": "international" })).await;
    server.play(&id, &white, 0, "32-28").await;
    server.play(&id, &black, 1, "19-23").await;
    server.done(&id, &white, json!({ "command": "offer_draw" })).await;
    server.send(&id, &white, json!({ "command": "accept_draw" })).await.refused(409, "no_offer");
    server.done(&id, &black, json!({ "command": "decline_draw" })).await;
    // Takebacks need consent.
    server.done(&id, &black, json!({ "command": "ask_takeback", "ply": 2, "plies": 1 })).await;
    server
        .send(&id, &black, json!({ "command": "accept_takeback", "plies": 1 }))
        .await
        .refused(409, "no_offer");
    let answer = server.done(&id, &white, json!({ "command": "accept_takeback", "plies": 1 })).await;
    assert_eq!((answer.game.position.ply, answer.game.position.turn), (1, Color::Black));
    server.done(&id, &white, json!({ "command": "offer_draw" })).await;
    let answer = server.done(&id, &black, json!({ "command": "accept_draw" })).await;
    assert_eq!(answer.game.ending.expect("an end").how, "agreed");
    // Both want another game, with the colors changed.
    assert_eq!(server.done(&id, &white, json!({ "command": "offer_rematch" })).await.game.next, None);
    let next =
        server.done(&id, &black, json!({ "command": "offer_rematch" })).await.game.next.expect("a rematch");
    server.play(&next, &black, 0, "32-28").await;
    server.play(&next, &white, 1, "19-23").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_claim_names_its_rule() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    let (id, white, black) = server.friends(json!({ "game": "chess" })).await;
    server
        .send(&id, &white, json!({ "command": "claim_draw", "ply": 0 }))
        .await
        .refused(409, "nothing_to_claim");
    let shuffle = ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1"];
    for (ply, mv) in shuffle.into_iter().enumerate() {
        server.play(&id, if ply % 2 == 0 { &white } else { &black }, ply as u32, mv).await;
    }
    let claims = server.game(&id).await.game.position.claims;
    assert!(claims.iter().any(|claim| claim.mv.as_deref() == Some("Ng8")), "{claims:?}");
    let answer = server.done(&id, &black, json!({ "command": "claim_draw", "ply": 7, "move": "Ng8" })).await;
    let ending = answer.game.ending.expect("an end");
    assert_eq!((ending.how.as_str(), ending.rule.as_deref()), ("claimed", Some("threefold_repetition")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn finished_games_cannot_change() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    let (id, white, black) = server.friends(json!({ "game": "chess" })).await;
    server.play(&id, &white, 0, "e4").await;
    server.done(&id, &black, json!({ "command": "resign" })).await;
    let before = server.game(&id).await;
    for command in [
        json!({ "command": "move", "ply": 1, "move": "e5" }),
        json!({ "command": "hop", "ply": 1, "square": "e7" }),
        json!({ "command": "undo_hop", "ply": 1 }),
        json!({ "command": "offer_draw" }),
        json!({ "command": "accept_draw" }),
        json!({ "command": "claim_draw", "ply": 1 }),
        json!({ "command": "resign" }),
        json!({ "command": "ask_takeback", "ply": 1, "plies": 1 }),
        json!({ "command": "accept_takeback", "plies": 1 }),
        json!({ "command": "decline_takeback" }),
    ] {
        for token in [&white, &black] {
            server.send(&id, token, command.clone()).await.refused(409, "over");
        }
    }
    assert_eq!(server.game(&id).await.game.seq, before.game.seq);
    let review = post(server.address, &format!("/api/games/{id}/review"), None, &json!({})).await;
    assert_eq!(review.status, 200);
    assert!(review.text().ends_with("{\"done\":true}\n"), "{}", review.text());
    assert_eq!(review.text().lines().count(), 3);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hops_come_back_after_a_restart() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    let (id, white, _) = server.friends(json!({ "game": "international", "fen": "W:W32:B19,27,28" })).await;
    server.done(&id, &white, json!({ "command": "hop", "ply": 0, "square": "32" })).await;
    let answer = server.done(&id, &white, json!({ "command": "hop", "ply": 0, "square": "23" })).await;
    let hops = answer.game.hops.expect("hops");
    assert_eq!((hops.squares, hops.jumped), (vec!["32".to_owned(), "23".to_owned()], vec!["28".to_owned()]));
    server.stop().await;
    let server = Server::start(&folder.file()).await;
    assert_eq!(server.game(&id).await.game.hops.expect("hops").squares, ["32", "23"]);
    server.done(&id, &white, json!({ "command": "undo_hop", "ply": 0 })).await;
    server.done(&id, &white, json!({ "command": "hop", "ply": 0, "square": "23" })).await;
    let answer = server.done(&id, &white, json!({ "command": "hop", "ply": 0, "square": "14" })).await;
    assert_eq!((answer.game.position.ply, answer.game.hops), (1, None));
    assert_eq!(server.game(&id).await.history[0].captured, ["28", "19"]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_kind_of_game_can_begin() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    let catalog: damier_server::api::Catalog = get(server.address, "/api/catalog", None).await.expect(200);
    assert!(catalog.kinds.len() > 30);
    for kind in &catalog.kinds {
        let created = server.create(json!({ "game": kind.name, "side": "random", "opponent": { "kind": "self" }, "listed": true })).await;
        assert_eq!(created.side, damier_server::api::Side::Both);
        let first = &created.game.position.legal[0];
        server
            .done(&created.id, &created.token, json!({ "command": "move", "ply": 0, "path": first.id }))
            .await;
    }
    let list: damier_server::api_answers::GameList =
        get(server.address, "/api/games?limit=50", None).await.expect(200);
    assert_eq!(list.games.len(), catalog.kinds.len());
    let ids = format!("{},{},nogamewhere", list.games[1].id, list.games[0].id);
    let some: damier_server::api_answers::GameList =
        get(server.address, &format!("/api/games?ids={ids}"), None).await.expect(200);
    assert_eq!(some.games.len(), 2);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_opponent_sees_the_route_that_was_hopped() {
    let folder = Folder::new();
    let mut server = Server::start(&folder.file()).await;
    let fen = "W:WK13:B8,19,27,42,43";
    let round = ["13", "31", "48", "30", "13", "2"];
    let mut ids = Vec::new();
    for by_path in [true, false] {
        let (id, white, _) = server.friends(json!({ "game": "international", "fen": fen })).await;
        let legal = server.game(&id).await.game.position.legal;
        let route = legal.iter().find(|route| route.path == round).expect("a second way round");
        assert_ne!(route.id, "0.0", "the first one is the other way round");
        if by_path {
            server.done(&id, &white, json!({ "command": "move", "ply": 0, "path": route.id })).await;
        } else {
            for square in round {
                server.done(&id, &white, json!({ "command": "hop", "ply": 0, "square": square })).await;
            }
        }
        ids.push(id);
    }
    // Also after a restart.
    for _ in 0..2 {
        for id in &ids {
            let history = server.game(id).await.history;
            assert_eq!(history[0].path, round);
            assert_eq!(history[0].captured, ["27", "42", "43", "19", "8"]);
        }
        server.stop().await;
        server = Server::start(&folder.file()).await;
    }
    server.stop().await;
}
