//! Clocks, which the server keeps.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use damier_server::api::Color;
use damier_server::api_answers::Joined;
use serde_json::json;
use sqlx::ConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;

use crate::support::http::get;
use crate::support::socket::Socket;
use crate::support::{Folder, PATIENCE, Server};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clocks_wait_for_the_friend() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    let request =
        json!({ "game": "chess", "side": "white", "opponent": { "kind": "friend" }, "time": "5+3" });
    let created = server.create(request).await;
    server.wait(600_000);
    let early = json!({ "command": "move", "ply": 0, "move": "e4" });
    server.send(&created.id, &created.token, early).await.refused(409, "waiting");
    let clocks = server.game(&created.id).await.game.clocks.expect("clocks");
    assert_eq!((clocks.white, clocks.running), (300_000, None));
    let joined: Joined = server.join(&created, "0123456789abcdef").await.expect(200);
    server.wait(10_000);
    let answer = server.play(&created.id, &created.token, 0, "e4").await;
    let clocks = answer.game.clocks.expect("clocks");
    assert_eq!((clocks.white, clocks.black, clocks.running), (293_000, 300_000, Some(Color::Black)));
    server.wait(1_500);
    server.play(&created.id, &joined.token, 1, "e5").await;
    let game = server.game(&created.id).await;
    let left: Vec<Option<u64>> = game.history.iter().map(|ply| ply.left).collect();
    assert_eq!(left, [Some(293_000), Some(301_500)]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_delay_runs_before_the_clock_does() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    let (id, _, _) = server.friends(json!({ "game": "russian", "time": "5d3" })).await;
    server.wait(1_000);
    let clocks = server.game(&id).await.game.clocks.expect("clocks");
    assert_eq!((clocks.white, clocks.delay), (300_000, 2_000));
    server.wait(5_000);
    let clocks = server.game(&id).await.game.clocks.expect("clocks");
    assert_eq!((clocks.white, clocks.delay), (297_000, 0));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flag_falls_by_the_rules() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    // White has a bare king: Black's flag gives a draw (FIDE 6.9).
    let bare = json!({ "game": "chess", "time": "1+0", "fen": "q6k/8/8/8/8/8/8/6K1 b - - 0 1" });
    let (drawn, _, _) = server.friends(bare).await;
    let (lost, white, _) = server.friends(json!({ "game": "chess", "time": "1+0" })).await;
    let mut watcher = Socket::open(server.address, &lost, None).await;
    server.wait(59_999);
    assert_eq!(server.game(&lost).await.game.ending, None);
    server.wait(1);
    // A move at that moment comes too late.
    let late = json!({ "command": "move", "ply": 0, "move": "e4" });
    server.send(&lost, &white, late).await.refused(409, "over");
    while watcher.game["ending"].is_null() {
        watcher.hear("update").await;
    }
    let ending = server.game(&lost).await.game.ending.expect("an end");
    assert_eq!(
        (ending.how.as_str(), ending.winner, ending.side),
        ("out_of_time", Some(Color::Black), Some(Color::White))
    );
    let ending = server.until(&drawn, |game| game.game.ending.is_some()).await.game.ending.expect("an end");
    assert_eq!((ending.winner, ending.side), (None, Some(Color::Black)));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_loses_time_while_the_server_is_down() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    let (id, white, black) = server.friends(json!({ "game": "chess", "time": "1+0" })).await;
    server.wait(10_000);
    server.play(&id, &white, 0, "e4").await;
    server.wait(5_000);
    let mut clock = Arc::clone(&server.clock);
    let mut server = Some(server);
    // Twice: the game is not read between the first two starts.
    for _ in 0..2 {
        server.take().expect("a server").stop().await;
        clock.fetch_add(600_000, Ordering::SeqCst);
        let next = Server::start_with(&folder.file(), Arc::clone(&clock), |_| {}).await;
        clock = Arc::clone(&next.clock);
        server = Some(next);
    }
    let server = server.expect("a server");
    let clocks = server.game(&id).await.game.clocks.expect("clocks");
    assert_eq!((clocks.white, clocks.black, clocks.running), (50_000, 55_000, Some(Color::Black)));
    assert_eq!(clocks.delay, 10_000, "time to come back");
    server.wait(4_000);
    let clocks = server.game(&id).await.game.clocks.expect("clocks");
    assert_eq!((clocks.black, clocks.delay), (55_000, 6_000));
    server.wait(26_000);
    let moved = server.play(&id, &black, 1, "e5").await;
    let clocks = moved.game.clocks.expect("clocks");
    assert_eq!((clocks.white, clocks.black, clocks.running), (50_000, 35_000, Some(Color::White)));
    // A move before the clocks start again costs nothing.
    server.stop().await;
    let server = Server::start_with(&folder.file(), clock, |_| {}).await;
    server.play(&id, &white, 2, "d4").await;
    let clocks = server.game(&id).await.game.clocks.expect("clocks");
    assert_eq!((clocks.white, clocks.black), (50_000, 35_000));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_loses_time_while_the_store_fails() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    let (id, white, black) = server.friends(json!({ "game": "chess", "time": "1+0" })).await;
    server.play(&id, &white, 0, "e4").await;
    let mut database = SqliteConnectOptions::new().filename(folder.file()).connect().await.expect("SQLite");
    let mut run = async |sql: &'static str| {
        sqlx::raw_sql(sql).execute(&mut database).await.expect("plain SQL");
    };
    let until_health = async |wanted: u16| {
        let wait = async {
            while get(server.address, "/healthz", None).await.status != wanted {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        tokio::time::timeout(PATIENCE, wait).await.expect("the health in time");
    };
    run("alter table pulse rename to hidden").await;
    until_health(503).await;
    server.wait(600_000);
    let refused = server.send(&id, &black, json!({ "command": "move", "ply": 1, "move": "e5" })).await;
    refused.refused(503, "store");
    run("alter table hidden rename to pulse").await;
    until_health(200).await;
    let clocks = server.play(&id, &black, 1, "e5").await.game.clocks.expect("clocks");
    assert_eq!((clocks.white, clocks.black), (60_000, 60_000));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flag_that_fell_before_an_outage_stays_fallen() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    let (id, _, _) = server.friends(json!({ "game": "chess", "time": "1+0" })).await;
    let clock = Arc::clone(&server.clock);
    server.wait(60_000);
    server.stop().await;
    clock.fetch_add(600_000, Ordering::SeqCst);
    let server = Server::start_with(&folder.file(), clock, |_| {}).await;
    let ending = server.game(&id).await.game.ending.expect("an end");
    assert_eq!((ending.how.as_str(), ending.side), ("out_of_time", Some(Color::White)));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn flags_of_games_that_nobody_watches_fall_after_a_restart() {
    let folder = Folder::new();
    let server = Server::start(&folder.file()).await;
    let (id, white, _) = server.friends(json!({ "game": "chess", "time": "1+0" })).await;
    server.wait(10_000);
    server.play(&id, &white, 0, "e4").await;
    let clock = Arc::clone(&server.clock);
    server.stop().await;
    clock.fetch_add(30_000, Ordering::SeqCst);
    let server = Server::start_with(&folder.file(), clock, |_| {}).await;
    let list = || async {
        let path = format!("/api/games?ids={id}");
        let list: damier_server::api_answers::GameList =
            crate::support::http::get(server.address, &path, None).await.expect(200);
        list.games[0].ending.clone()
    };
    // Only the list is read, which loads no game. When it answers, the outage is over.
    assert_eq!(list().await, None);
    // The time to come back, and the minute of Black.
    server.wait(70_000);
    let fallen = async {
        while list().await.is_none() {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(crate::support::PATIENCE, fallen).await.expect("the flag in time");
    server.stop().await;
}
