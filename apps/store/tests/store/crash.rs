//! Kills a process that appends, again and again: everything that it acknowledged must be there, once.
//!
//! `DAMIER_STORE_KILLS` sets the number of kills for each database.

use std::collections::HashSet;
use std::env;
use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::common::{Folder, append, command, game};
use damier_store::{Append, Appended, Store, StoreError};
use test_postgres::TestPostgres;

const GAMES: usize = 4;
const WRITERS: usize = 16;

/// Tells the child what to do: the address of the store, a space, the number of the round.
const TASK: &str = "DAMIER_STORE_CHILD";

fn kills() -> u32 {
    env::var("DAMIER_STORE_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(10)
}

#[test]
fn sqlite_keeps_what_a_killed_process_acknowledged() {
    let folder = Folder::new();
    kill_again_and_again(&folder.file("games.db"), kills(), || {});
}

#[test]
fn postgres_keeps_what_a_killed_process_acknowledged() {
    let Some(server) = TestPostgres::start_durable() else { return };
    kill_again_and_again(&server.fresh_database(), kills(), || {});
}

/// The child goes on over crashes of the server, and sends what was not acknowledged again.
#[test]
fn postgres_keeps_what_it_acknowledged_before_it_crashed() {
    let Some(mut server) = TestPostgres::start_durable() else { return };
    let address = server.fresh_database();
    kill_again_and_again(&address, kills().div_ceil(3), || server.crash());
}

fn kill_again_and_again(address: &str, kills: u32, mut disturb: impl FnMut()) {
    let seed = RandomState::new();
    let mut acknowledged = Vec::new();
    for round in 0..kills {
        let after = 1 + seed.hash_one(round) % 400;
        let pause = Duration::from_micros(seed.hash_one((round, "pause")) % 3_000);
        acknowledged.extend(kill_once(address, round, after, pause, &mut disturb));
        check(address, &acknowledged);
    }
    println!("{address}: {} appends acknowledged over {kills} kills", acknowledged.len());
    assert!(acknowledged.len() >= kills as usize);
}

/// What a child acknowledged: the game, the number of the event, the event.
type Acknowledged = (String, i64, String);

fn kill_once(
    address: &str,
    round: u32,
    after: u64,
    pause: Duration,
    disturb: &mut impl FnMut(),
) -> Vec<Acknowledged> {
    let mut child = Command::new(env::current_exe().expect("this program"))
        .args(["crash::child", "--exact", "--nocapture", "--test-threads=1"])
        .env(TASK, format!("{address} {round}"))
        .stdout(Stdio::piped())
        .spawn()
        .expect("a second process");
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let mut acknowledged = Vec::new();
    let mut read_more = |until: u64| {
        for line in lines.by_ref() {
            acknowledged.extend(read_acknowledgment(&line.expect("plain text")));
            if acknowledged.len() as u64 >= until {
                break;
            }
        }
    };
    read_more(after.div_ceil(2));
    disturb();
    read_more(after);
    std::thread::sleep(pause);
    child.kill().expect("our own child");
    child.wait().expect("our own child");
    // What it said before it died counts too.
    read_more(u64::MAX);
    assert!(acknowledged.len() as u64 >= after, "the child ended by itself");
    acknowledged
}

fn read_acknowledgment(line: &str) -> Option<Acknowledged> {
    let mut words = line.strip_prefix("stored ")?.split(' ');
    Some((words.next()?.to_owned(), words.next()?.parse().ok()?, words.next()?.to_owned()))
}

#[tokio::main(flavor = "current_thread")]
async fn check(address: &str, acknowledged: &[Acknowledged]) {
    let store = Store::open(address).await.expect("the store of the dead process");
    let mut games = Vec::new();
    for number in 0..GAMES {
        let stored = store.load(&format!("game-{number}")).await.expect("a sound store").expect("the game");
        let events: HashSet<&String> = stored.events.iter().map(|event| &event.event).collect();
        assert_eq!(events.len(), stored.events.len(), "an event was stored twice");
        assert!(stored.events.iter().map(|event| event.seq).eq(1..=stored.last_seq));
        for event in stored.events.iter().skip(1) {
            let handled = store.command(&stored.id, &event.event).await.expect("a sound store");
            let handled = handled.map(|command| command.last_seq);
            assert_eq!(handled, Some(event.seq), "an event and its command belong together");
        }
        games.push(stored);
    }
    for (id, seq, event) in acknowledged {
        let stored = games.iter().find(|game| game.id == *id).expect("one of the games");
        let found = stored.events.get(*seq as usize - 1).map(|found| &found.event);
        assert_eq!(found, Some(event), "{id} {seq}");
    }
    store.close().await;
}

/// The process that is killed; without a task it does nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn child() {
    let Ok(task) = env::var(TASK) else { return };
    let (address, round) = task.split_once(' ').expect("a task");
    let store = Store::open(address).await.expect("a store");
    for number in 0..GAMES {
        match store.create(game(&format!("game-{number}"))).await {
            Ok(()) | Err(StoreError::GameExists { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
    let writers = (0..WRITERS).map(|writer| {
        let (store, round) = (store.clone(), round.to_owned());
        tokio::spawn(async move {
            let id = format!("game-{}", writer % GAMES);
            for number in 0.. {
                let event = format!("{round}-{writer}-{number}");
                let seq = insist(&store, &id, &event).await;
                let line = format!("stored {id} {seq} {event}\n");
                std::io::stdout().lock().write_all(line.as_bytes()).expect("somebody listens");
            }
        })
    });
    for writer in writers.collect::<Vec<_>>() {
        writer.await.expect("a writer goes on");
    }
}

/// Sends a command until it is acknowledged, whatever happens to the database meanwhile.
async fn insist(store: &Store, game: &str, event: &str) -> i64 {
    let mut expected = 1;
    loop {
        match store.append(Append { command: command(event), ..append(game, expected, event) }).await {
            Ok(Appended::Done { last_seq } | Appended::Repeated { last_seq }) => return last_seq,
            Ok(Appended::Conflict { last_seq }) => expected = last_seq,
            Ok(other) => panic!("{other:?}"),
            Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
}
