//! Several servers on one PostgreSQL.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use damier_server::api_answers::Joined;
use serde_json::json;
use test_postgres::TestPostgres;

use crate::support::socket::Socket;
use crate::support::{START, Server};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_of_one_game_sit_on_two_servers() {
    let Some(postgres) = TestPostgres::start() else { return };
    let data = postgres.fresh_database();
    let (one, two) = (Server::start(&data).await, Server::start(&data).await);
    let created =
        one.create(json!({ "game": "russian", "side": "white", "opponent": { "kind": "friend" } })).await;
    let id = &created.id;
    let mut white = Socket::open(one.address, id, Some(&created.token)).await;
    let mut watcher = Socket::open(two.address, id, None).await;
    let joined: Joined = two.join(&created, "0123456789abcdef").await.expect(200);
    one.join(&created, "fedcba9876543210").await.refused(409, "seat_taken");
    let mut black = Socket::open(two.address, id, Some(&joined.token)).await;
    white.until(black.seq).await;
    for number in 0..20 {
        let (mover, other) =
            if number % 2 == 0 { (&mut white, &mut black) } else { (&mut black, &mut white) };
        let path = mover.game["legal"][0]["id"].clone();
        let command = json!({ "command": "move", "ply": number, "path": path });
        let seq = mover.command(&format!("{number:08}"), command).await.expect("a legal move");
        mover.until(seq).await;
        other.until(seq).await;
        watcher.until(seq).await;
        assert_eq!((&mover.history, &mover.history), (&other.history, &watcher.history));
    }
    // One server ends: its player goes to the other one, and repeats the last command without harm.
    drop(one);
    let mut white = Socket::open(two.address, id, Some(&created.token)).await;
    assert_eq!(white.history.len(), 20);
    let again = white.command("00000018", json!({ "command": "move", "ply": 18, "path": "0.0" })).await;
    assert_eq!(again, Ok(white.seq - 1));
    let command = json!({ "command": "resign" });
    white.command("the-end-of-it", command).await.expect("a command");
    black.until(white.seq).await;
    two.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_server_takes_over_the_engine() {
    let Some(postgres) = TestPostgres::start() else { return };
    let data = postgres.fresh_database();
    let clock = Arc::new(AtomicU64::new(START));
    let one = Server::start_with(&data, Arc::clone(&clock), |_| {}).await;
    let request = json!({ "game": "english", "side": "black", "opponent": { "kind": "engine", "level": 1 } });
    let created = one.create(request).await;
    let before = one.game(&created.id).await.history.len();
    drop(one);
    let two =
        Server::start_with(&data, clock, |config| config.take_over_after = Duration::from_millis(100)).await;
    two.wait(1_000);
    if created.game.position.turn == damier_server::api::Color::White {
        let game = two.until(&created.id, |game| !game.history.is_empty()).await;
        assert_eq!(game.history.len(), 1, "{before}");
    } else {
        let mv = created.game.position.legal[0].text.clone();
        two.play(&created.id, &created.token, 0, &mv).await;
        two.until(&created.id, |game| game.history.len() == 2).await;
    }
    two.stop().await;
}
