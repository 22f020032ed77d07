//! Several stores on one PostgreSQL database, as several instances of a server have them.

use std::time::Duration;

use crate::common::{Place, append, command, game};
use damier_store::{Append, Appended, Change, Store, StoreError};
use sqlx::{Connection, PgConnection};
use test_postgres::TestPostgres;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::TryRecvError;
use tokio::task::JoinSet;
use tokio::time::timeout;

/// How long news may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

async fn next(changes: &mut Receiver<Change>) -> Change {
    timeout(PATIENCE, changes.recv()).await.expect("news").expect("an open channel")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn appends_are_told_to_other_instances() {
    let Some(place) = Place::postgres() else { return };
    let (one, two) = (place.open().await, place.open().await);
    let (mut heard_by_one, mut heard_by_two) = (one.changes(), two.changes());
    one.create(game("with spaces in it")).await.unwrap();
    for seq in 1..=20 {
        one.append(append("with spaces in it", seq, "e")).await.unwrap();
        // A refused append is no news.
        one.append(append("with spaces in it", seq, "e")).await.unwrap();
        let change = next(&mut heard_by_two).await;
        assert_eq!(change, Change::Game { id: "with spaces in it".into(), seq: seq + 1 });
        // What is heard can be read.
        assert_eq!(two.events_after("with spaces in it", seq).await.unwrap().len(), 1);
    }
    two.append(append("with spaces in it", 21, "e")).await.unwrap();
    assert_eq!(next(&mut heard_by_one).await, Change::Game { id: "with spaces in it".into(), seq: 22 });
    assert_eq!(heard_by_one.try_recv(), Err(TryRecvError::Empty), "its own appends are no news");
    assert_eq!(heard_by_two.try_recv(), Err(TryRecvError::Empty));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_broken_connection_is_told_and_restored() {
    let Some(place) = Place::postgres() else { return };
    let (one, two) = (place.open().await, place.open().await);
    let mut changes = two.changes();
    one.create(game("one")).await.unwrap();
    let mut admin = PgConnection::connect(&place.address()).await.unwrap();
    for round in 0..3 {
        let broken = sqlx::query(
            "select pg_terminate_backend(pid) from pg_stat_activity \
             where datname = current_database() and pid <> pg_backend_pid() and query like 'LISTEN%'",
        );
        broken.execute(&mut admin).await.unwrap();
        assert_eq!(next(&mut changes).await, Change::Lost);
        one.append(append("one", 1 + round, "e")).await.unwrap();
        assert_eq!(next(&mut changes).await, Change::Game { id: "one".into(), seq: 2 + round });
    }
}

/// Every connection of the pool is dead after this; none must be used again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crash_of_the_server_is_survived() {
    let Some(mut server) = TestPostgres::start_durable() else { return };
    let store = Store::open(&server.fresh_database()).await.unwrap();
    let mut changes = store.changes();
    store.create(game("one")).await.unwrap();
    for round in 1..=2 {
        server.crash();
        let key = format!("c{round}");
        let appended = loop {
            match store.append(Append { command: command(&key), ..append("one", round, "e") }).await {
                Ok(appended) => break appended,
                Err(error) => println!("{error}"),
            }
        };
        let last_seq = round + 1;
        assert!(matches!(appended, Appended::Done { .. } | Appended::Repeated { .. }), "{appended:?}");
        assert_eq!(store.load("one").await.unwrap().expect("the game").last_seq, last_seq);
        assert_eq!(next(&mut changes).await, Change::Lost);
    }
    drop(server);
    let error = store.append(append("one", 3, "e")).await.expect_err("no server");
    println!("{error}");
    assert!(store.check().await.is_err());
}

/// A statement whose connection is cut has an unknown outcome; one that is refused has not.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cut_connection_leaves_an_append_unknown() {
    let Some(place) = Place::postgres() else { return };
    let store = place.open().await;
    store.create(game("one")).await.unwrap();
    let mut admin = PgConnection::connect(&place.address()).await.unwrap();
    let mut locker = PgConnection::connect(&place.address()).await.unwrap();
    let mut lock = locker.begin().await.unwrap();
    sqlx::query("select 1 from game for update").execute(&mut *lock).await.unwrap();
    let waiting = tokio::spawn({
        let store = store.clone();
        async move { store.append(append("one", 1, "e")).await }
    });
    let cut = timeout(PATIENCE, async {
        loop {
            let cut = sqlx::query(
                "select pg_terminate_backend(pid) from pg_stat_activity \
                 where datname = current_database() and wait_event_type = 'Lock'",
            );
            if cut.execute(&mut admin).await.unwrap().rows_affected() > 0 {
                break;
            }
        }
    });
    cut.await.expect("the append waits for the lock");
    let error = waiting.await.unwrap().expect_err("its connection is gone");
    assert!(matches!(error, StoreError::Unknown(_)), "{error}");
    assert!(!error.is_definite());
    lock.rollback().await.unwrap();
    assert_eq!(store.load("one").await.unwrap().expect("the game").last_seq, 1);
    assert_eq!(store.append(append("one", 1, "e")).await.unwrap(), Appended::Done { last_seq: 2 });
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn instances_may_start_together() {
    let Some(place) = Place::postgres() else { return };
    let mut opened = JoinSet::new();
    for _ in 0..8 {
        let address = place.address();
        opened.spawn(async move { Store::open(&address).await.expect("a store") });
    }
    let stores = opened.join_all().await;
    stores[0].create(game("one")).await.unwrap();
    assert!(stores[7].load("one").await.unwrap().is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writers_of_many_instances_leave_no_gap() {
    let Some(place) = Place::postgres() else { return };
    let mut writers = JoinSet::new();
    place.open().await.create(game("one")).await.unwrap();
    for instance in 0..5 {
        let store = place.open().await;
        for writer in 0..10 {
            let store = store.clone();
            writers.spawn(async move {
                let event = format!("{instance}-{writer}");
                let mut expected = 1;
                while let Appended::Conflict { last_seq } =
                    store.append(append("one", expected, &event)).await.unwrap()
                {
                    expected = last_seq;
                }
            });
        }
    }
    writers.join_all().await;
    let stored = place.open().await.load("one").await.unwrap().expect("the game");
    assert_eq!(stored.last_seq, 51);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_newer_store_is_refused() {
    let Some(place) = Place::postgres() else { return };
    place.open().await.close().await;
    let mut admin = PgConnection::connect(&place.address()).await.unwrap();
    sqlx::query("insert into store_format (format) values (99)").execute(&mut admin).await.unwrap();
    let error = Store::open(&place.address()).await.err().expect("a newer format");
    assert!(matches!(error, StoreError::Newer { found: 99, known: 3 }), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unreachable_server_is_an_error() {
    let address = "postgres://anna:secret@127.0.0.1:1/games";
    let error = Store::open(address).await.err().expect("no server there").to_string();
    let place = "cannot reach PostgreSQL at 127.0.0.1:1, database games, user anna: Connection refused";
    assert!(error.starts_with(place) && error.contains("check that it runs"), "{error}");
    assert!(!error.contains("pool") && !error.contains("secret"), "{error}");
}
