//! The inbox and the notes of bots, tried on SQLite in a file and in memory, and on PostgreSQL.

use crate::common::{Place, append, game, suite};
use damier_store::{Appended, Keep, Note, Received, Store};
use tokio::task::JoinSet;

suite! {
    an_inbox_takes_everything_once
    what_is_handled_stays_known_until_it_expires
    inboxes_do_not_know_each_other
    notes_are_kept_replaced_and_forgotten
    notes_have_pages
    a_bot_writes_while_games_go_on
}

fn received(id: &str) -> Received {
    Received { id: id.into(), body: format!("body of {id}") }
}

async fn receive(store: &Store, at: i64, ids: &[&str]) -> Vec<bool> {
    store.receive("bot", at, ids.iter().map(|id| received(id)).collect()).await.unwrap()
}

async fn open(store: &Store) -> Vec<String> {
    store.open_inbox("bot", 100).await.unwrap().into_iter().map(|received| received.id).collect()
}

async fn handled(store: &Store, id: &str) {
    let keep = Keep { handled: vec![("bot".into(), id.into())], ..Keep::default() };
    store.keep(keep).await.unwrap();
}

async fn an_inbox_takes_everything_once(place: Place) {
    let store = place.open().await;
    assert_eq!(receive(&store, 10, &["7", "5", "7"]).await, [true, true, false]);
    assert_eq!(receive(&store, 20, &["5", "1"]).await, [false, true]);
    // In the order in which they came, whatever their ids are.
    assert_eq!(open(&store).await, ["7", "5", "1"]);
    assert_eq!(store.open_inbox("bot", 1).await.unwrap(), [received("7")]);
}

async fn what_is_handled_stays_known_until_it_expires(place: Place) {
    let store = place.open().await;
    receive(&store, 10, &["a", "b"]).await;
    handled(&store, "a").await;
    assert_eq!(open(&store).await, ["b"]);
    assert_eq!(receive(&store, 20, &["a"]).await, [false]);
    store.expire("bot", 10).await.unwrap();
    assert_eq!(receive(&store, 20, &["a"]).await, [false]);
    store.expire("bot", 11).await.unwrap();
    // What is not handled does not expire.
    assert_eq!(open(&store).await, ["b"]);
    assert_eq!(receive(&store, 30, &["a", "b"]).await, [true, false]);
}

async fn inboxes_do_not_know_each_other(place: Place) {
    let store = place.open().await;
    receive(&store, 10, &["a"]).await;
    assert_eq!(store.receive("other", 10, vec![received("a")]).await.unwrap(), [true]);
    handled(&store, "a").await;
    assert_eq!(store.open_inbox("other", 9).await.unwrap(), [received("a")]);
    store.expire("other", i64::MAX).await.unwrap();
    assert_eq!(receive(&store, 10, &["a"]).await, [false]);
}

async fn notes_are_kept_replaced_and_forgotten(place: Place) {
    let store = place.open().await;
    receive(&store, 10, &["u"]).await;
    assert_eq!(store.note("user", "1").await.unwrap(), None);
    let notes = vec![Note::new("user", "1", "Ann".into()), Note::new("game", "1", "Ж'\"".into())];
    store.keep(Keep { notes, handled: vec![("bot".into(), "u".into())] }).await.unwrap();
    assert_eq!(store.note("user", "1").await.unwrap().as_deref(), Some("Ann"));
    assert_eq!(store.note("game", "1").await.unwrap().as_deref(), Some("Ж'\""));
    assert_eq!(open(&store).await, [""; 0]);
    let notes = vec![Note::new("user", "1", "Bob".into()), Note::forgotten("game", "1")];
    store.keep(Keep { notes, ..Keep::default() }).await.unwrap();
    assert_eq!(store.note("user", "1").await.unwrap().as_deref(), Some("Bob"));
    assert_eq!(store.note("game", "1").await.unwrap(), None);
}

async fn notes_have_pages(place: Place) {
    let store = place.open().await;
    let notes = ["b", "C", "a", "Д"].map(|key| Note::new("game", key, key.to_lowercase())).to_vec();
    store.keep(Keep { notes, ..Keep::default() }).await.unwrap();
    let first = store.notes("game", "", 3).await.unwrap();
    assert_eq!(first, [("C", "c"), ("a", "a"), ("b", "b")].map(|(k, v)| (k.to_owned(), v.to_owned())));
    assert_eq!(store.notes("game", "b", 3).await.unwrap(), [("Д".to_owned(), "д".to_owned())]);
    assert_eq!(store.notes("user", "", 3).await.unwrap(), []);
}

/// Groups of the writer mix appends with what bots write.
async fn a_bot_writes_while_games_go_on(place: Place) {
    let store = place.open().await;
    let mut tasks = JoinSet::new();
    for number in 0..30 {
        let store = store.clone();
        tasks.spawn(async move {
            let (id, key) = (format!("game {number}"), number.to_string());
            store.create(game(&id)).await.unwrap();
            assert_eq!(receive(&store, number, &[&key]).await, [true]);
            let done = store.append(append(&id, 1, "e")).await.unwrap();
            assert_eq!(done, Appended::Done { last_seq: 2 });
            let notes = vec![Note::new("user", &key, id)];
            store.keep(Keep { notes, handled: vec![("bot".into(), key)] }).await.unwrap();
        });
    }
    tasks.join_all().await;
    assert_eq!(open(&store).await, [""; 0]);
    assert_eq!(store.notes("user", "", 100).await.unwrap().len(), 30);
}
