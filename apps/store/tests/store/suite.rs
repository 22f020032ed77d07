//! What every store promises, tried on SQLite in a file and in memory, and on PostgreSQL.

use std::collections::BTreeSet;

use crate::common::{Place, append, command, game, state, suite};
use damier_store::{
    Append, Appended, CommandKey, GameState, Outage, SeatHash, Store, StoreError, StoredCommand, StoredEvent,
};
use tokio::task::JoinSet;

suite! {
    games_come_back_as_they_were
    unknown_games_are_absent
    an_id_is_used_once
    an_append_must_know_the_last_event
    commands_are_handled_once
    an_id_belongs_to_one_command
    outages_are_kept_while_a_clock_runs
    a_seat_is_taken_once
    an_append_may_hold_many_events_or_none
    one_game_and_fifty_writers
    fifty_games_and_fifty_writers
    fifty_writers_send_the_same_command
    fifty_writers_want_one_seat
    a_refused_append_does_not_disturb_others
    summaries_keep_the_order_asked_for
    lists_are_sorted_and_have_pages
    fallen_flags_are_found
    odd_texts_are_kept_or_refused
    a_closed_store_says_so
    a_reopened_store_has_everything
}

async fn games_come_back_as_they_were(place: Place) {
    let store = place.open().await;
    let mut new = game("one");
    new.events = vec!["first".into(), "second".into()];
    new.seats = [Some(SeatHash([7; 32])), None];
    new.invite = Some(SeatHash([9; 32]));
    new.listed = true;
    new.state = GameState { is_over: true, flag: Some(-5), summary: "{\"a\":1}".into() };
    store.create(new.clone()).await.unwrap();

    let stored = store.load("one").await.unwrap().expect("the game");
    assert_eq!((stored.id, stored.kind), (new.id, new.kind));
    assert_eq!((stored.created, stored.updated, stored.last_seq), (1_000, 1_000, 2));
    assert_eq!((stored.seats, stored.invite, stored.listed), (new.seats, new.invite, true));
    assert_eq!(stored.state, new.state);
    let event = |seq, text: &str| StoredEvent { seq, at: 1_000, event: text.into() };
    assert_eq!(stored.events, [event(1, "first"), event(2, "second")]);
    assert_eq!(store.events_after("one", 1).await.unwrap(), [event(2, "second")]);
    assert_eq!(store.events_after("one", 2).await.unwrap(), []);
    store.check().await.unwrap();
}

async fn unknown_games_are_absent(place: Place) {
    let store = place.open().await;
    assert_eq!(store.load("none").await.unwrap(), None);
    assert_eq!(store.events_after("none", 0).await.unwrap(), []);
    assert_eq!(store.command("none", "c").await.unwrap(), None);
    assert_eq!(store.append(append("none", 0, "e")).await.unwrap(), Appended::NoSuchGame);
    assert_eq!(store.summaries(&[]).await.unwrap(), []);
}

async fn an_id_is_used_once(place: Place) {
    let store = place.open().await;
    store.create(game("one")).await.unwrap();
    let error = store.create(game("one")).await.expect_err("it exists");
    assert!(matches!(&error, StoreError::GameExists { id } if id == "one"), "{error}");
    assert!(error.is_definite());
    assert_eq!(store.load("one").await.unwrap().expect("the game").last_seq, 1);
}

async fn an_append_must_know_the_last_event(place: Place) {
    let store = place.open().await;
    store.create(game("one")).await.unwrap();
    for expected in [-1, 0, 2, i64::MAX, i64::MIN] {
        let refused = store.append(append("one", expected, "e")).await.unwrap();
        assert_eq!(refused, Appended::Conflict { last_seq: 1 }, "{expected}");
    }
    assert_eq!(store.append(append("one", 1, "e")).await.unwrap(), Appended::Done { last_seq: 2 });
    assert_eq!(store.append(append("one", 1, "f")).await.unwrap(), Appended::Conflict { last_seq: 2 });
    let stored = store.load("one").await.unwrap().expect("the game");
    assert_eq!(stored.events[1], StoredEvent { seq: 2, at: 2_000, event: "e".into() });
    assert_eq!((stored.created, stored.updated), (1_000, 2_000));
}

async fn commands_are_handled_once(place: Place) {
    let store = place.open().await;
    store.create(game("one")).await.unwrap();
    store.create(game("two")).await.unwrap();
    let with_command = |expected| Append { command: command("c1"), ..append("one", expected, "e") };
    assert_eq!(store.append(with_command(0)).await.unwrap(), Appended::Conflict { last_seq: 1 });
    assert_eq!(store.command("one", "c1").await.unwrap(), None);
    assert_eq!(store.append(with_command(1)).await.unwrap(), Appended::Done { last_seq: 2 });
    store.append(append("one", 2, "f")).await.unwrap();
    for expected in [0, 1, 2, 3, 4] {
        let again = store.append(with_command(expected)).await.unwrap();
        assert_eq!(again, Appended::Repeated { last_seq: 2 }, "{expected}");
    }
    let stored = StoredCommand { last_seq: 2, content: Some("c1".into()) };
    assert_eq!(store.command("one", "c1").await.unwrap(), Some(stored));
    assert_eq!(store.command("two", "c1").await.unwrap(), None);
    let elsewhere = Append { command: command("c1"), ..append("two", 1, "e") };
    assert_eq!(store.append(elsewhere).await.unwrap(), Appended::Done { last_seq: 2 });
    assert_eq!(store.load("one").await.unwrap().expect("the game").last_seq, 3);
}

async fn an_id_belongs_to_one_command(place: Place) {
    let store = place.open().await;
    store.create(game("one")).await.unwrap();
    let with = |expected, content: &str| {
        let command = CommandKey { content: content.into(), ..command("c1").unwrap() };
        Append { command: Some(command), ..append("one", expected, "e") }
    };
    assert_eq!(store.append(with(1, "e2e4")).await.unwrap(), Appended::Done { last_seq: 2 });
    for expected in [1, 2] {
        assert_eq!(store.append(with(expected, "d2d4")).await.unwrap(), Appended::Reused);
        assert_eq!(store.append(with(expected, "e2e4")).await.unwrap(), Appended::Repeated { last_seq: 2 });
    }
    assert_eq!(store.load("one").await.unwrap().expect("the game").last_seq, 2);
}

async fn outages_are_kept_while_a_clock_runs(place: Place) {
    let store = place.open().await;
    assert_eq!(store.revive(1_000, 100).await.unwrap(), []);
    // No clock runs: nobody lost time.
    assert_eq!(store.revive(5_000, 100).await.unwrap(), []);
    let mut new = game("one");
    new.state.flag = Some(90_000);
    store.create(new).await.unwrap();
    store.beat(6_000).await.unwrap();
    assert_eq!(store.revive(6_100, 100).await.unwrap(), []);
    store.beat(7_000).await.unwrap();
    // The clock of a machine may be set back.
    store.beat(6_500).await.unwrap();
    let first = Outage { begun: 7_000, ended: 9_000 };
    assert_eq!(store.revive(9_000, 100).await.unwrap(), [first]);
    assert_eq!(store.revive(9_050, 100).await.unwrap(), [first]);
    let over = GameState { is_over: true, ..state() };
    store.append(Append { state: over, ..append("one", 1, "end") }).await.unwrap();
    store.beat(20_000).await.unwrap();
    assert_eq!(store.revive(30_000, 100).await.unwrap(), [first]);
}

async fn a_seat_is_taken_once(place: Place) {
    let store = place.open().await;
    let mut new = game("one");
    new.seats[0] = Some(SeatHash([1; 32]));
    store.create(new).await.unwrap();
    let sit =
        |seat, expected| Append { seat: Some((seat, SeatHash([2; 32]))), ..append("one", expected, "join") };
    assert_eq!(store.append(sit(0, 1)).await.unwrap(), Appended::SeatTaken);
    assert_eq!(store.append(sit(1, 0)).await.unwrap(), Appended::Conflict { last_seq: 1 });
    assert_eq!(store.append(sit(1, 1)).await.unwrap(), Appended::Done { last_seq: 2 });
    assert_eq!(store.append(sit(1, 1)).await.unwrap(), Appended::SeatTaken);
    assert_eq!(store.append(sit(1, 2)).await.unwrap(), Appended::SeatTaken);
    let error = store.append(sit(2, 2)).await.expect_err("two seats");
    assert!(matches!(error, StoreError::BadSeat { found: 2 }), "{error}");
    let stored = store.load("one").await.unwrap().expect("the game");
    assert_eq!((stored.seats, stored.last_seq), ([Some(SeatHash([1; 32])), Some(SeatHash([2; 32]))], 2));
}

async fn an_append_may_hold_many_events_or_none(place: Place) {
    let store = place.open().await;
    let mut new = game("one");
    new.events.clear();
    store.create(new).await.unwrap();
    let many: Vec<String> = (1..=300).map(|number| format!("event {number}")).collect();
    let appended = store.append(Append { events: many.clone(), ..append("one", 0, "") }).await.unwrap();
    assert_eq!(appended, Appended::Done { last_seq: 300 });
    let changed = GameState { summary: "changed".into(), ..state() };
    let none =
        Append { events: vec![], command: command("c"), state: changed.clone(), ..append("one", 300, "") };
    assert_eq!(store.append(none.clone()).await.unwrap(), Appended::Done { last_seq: 300 });
    assert_eq!(store.append(none).await.unwrap(), Appended::Repeated { last_seq: 300 });
    let stored = store.load("one").await.unwrap().expect("the game");
    assert_eq!(stored.events.into_iter().map(|event| event.event).collect::<Vec<_>>(), many);
    assert_eq!(stored.state, changed);
}

const WRITERS: usize = 50;

/// Appends until it is done, with what the store says in a conflict.
async fn insist(store: &Store, game: &str, event: &str, mut expected: i64) -> i64 {
    loop {
        match store.append(Append { command: command(event), ..append(game, expected, event) }).await.unwrap()
        {
            Appended::Done { last_seq } => return last_seq,
            Appended::Conflict { last_seq } => expected = last_seq,
            other => panic!("{other:?}"),
        }
    }
}

async fn one_game_and_fifty_writers(place: Place) {
    let store = place.open().await;
    store.create(game("one")).await.unwrap();
    let mut writers = JoinSet::new();
    for writer in 0..WRITERS {
        let store = store.clone();
        writers.spawn(async move {
            let mut seqs = Vec::new();
            for number in 0..4 {
                let event = format!("{writer}-{number}");
                seqs.push((insist(&store, "one", &event, 1).await, event));
            }
            seqs
        });
    }
    let mut acknowledged: Vec<(i64, String)> = writers.join_all().await.into_iter().flatten().collect();
    acknowledged.sort();
    let stored = store.load("one").await.unwrap().expect("the game");
    let events: Vec<(i64, String)> =
        stored.events.into_iter().skip(1).map(|event| (event.seq, event.event)).collect();
    assert_eq!(acknowledged, events);
    assert_eq!(stored.last_seq, 1 + 4 * WRITERS as i64);
}

async fn fifty_games_and_fifty_writers(place: Place) {
    let store = place.open().await;
    let mut writers = JoinSet::new();
    for writer in 0..WRITERS {
        let store = store.clone();
        writers.spawn(async move {
            let id = format!("game {writer}");
            store.create(game(&id)).await.unwrap();
            for number in 1..=8 {
                let appended = store.append(append(&id, number, &number.to_string())).await.unwrap();
                assert_eq!(appended, Appended::Done { last_seq: number + 1 });
            }
            let stored = store.load(&id).await.unwrap().expect("the game");
            assert!(stored.events.iter().map(|event| event.seq).eq(1..=9));
        });
    }
    assert_eq!(writers.join_all().await.len(), WRITERS);
}

async fn fifty_writers_send_the_same_command(place: Place) {
    let store = place.open().await;
    store.create(game("one")).await.unwrap();
    for (round, events) in [(1, vec!["e".to_owned()]), (2, vec![])] {
        let key = format!("round {round}");
        let mut writers = JoinSet::new();
        for _ in 0..WRITERS {
            let (store, key, events) = (store.clone(), key.clone(), events.clone());
            writers.spawn(async move {
                let expected = round;
                store
                    .append(Append { command: command(&key), events, ..append("one", expected, "") })
                    .await
                    .unwrap()
            });
        }
        let answers = writers.join_all().await;
        let done = answers.iter().filter(|answer| **answer == Appended::Done { last_seq: 2 }).count();
        let repeated = answers.iter().filter(|answer| **answer == Appended::Repeated { last_seq: 2 }).count();
        assert_eq!((done, repeated), (1, WRITERS - 1), "{answers:?}");
    }
    assert_eq!(store.load("one").await.unwrap().expect("the game").last_seq, 2);
}

async fn fifty_writers_want_one_seat(place: Place) {
    let store = place.open().await;
    store.create(game("one")).await.unwrap();
    let mut writers = JoinSet::new();
    for writer in 0..WRITERS {
        let store = store.clone();
        writers.spawn(async move {
            let seat = SeatHash([writer as u8; 32]);
            let answer =
                store.append(Append { seat: Some((1, seat)), ..append("one", 1, "join") }).await.unwrap();
            (answer, seat)
        });
    }
    let answers = writers.join_all().await;
    let winners: Vec<SeatHash> = answers
        .iter()
        .filter(|(answer, _)| *answer == Appended::Done { last_seq: 2 })
        .map(|(_, seat)| *seat)
        .collect();
    assert_eq!(winners.len(), 1, "{answers:?}");
    assert_eq!(answers.iter().filter(|(answer, _)| *answer == Appended::SeatTaken).count(), WRITERS - 1);
    let stored = store.load("one").await.unwrap().expect("the game");
    assert_eq!((stored.seats, stored.last_seq), ([None, Some(winners[0])], 2));
}

async fn a_refused_append_does_not_disturb_others(place: Place) {
    let store = place.open().await;
    store.create(game("good")).await.unwrap();
    store.create(game("bad")).await.unwrap();
    let mut writers = JoinSet::new();
    for number in 0..WRITERS {
        let store = store.clone();
        writers.spawn(async move {
            match number % 4 {
                0 => insist(&store, "good", &number.to_string(), 1).await,
                1 => {
                    let refused = store.append(append("bad", 9, "e")).await.unwrap();
                    assert_eq!(refused, Appended::Conflict { last_seq: 1 });
                    0
                }
                2 => {
                    assert_eq!(store.append(append("none", 1, "e")).await.unwrap(), Appended::NoSuchGame);
                    0
                }
                _ => {
                    assert!(store.create(game("bad")).await.is_err());
                    0
                }
            }
        });
    }
    let seqs: BTreeSet<i64> = writers.join_all().await.into_iter().filter(|seq| *seq > 0).collect();
    assert!(seqs.into_iter().eq(2..=14));
    assert_eq!(store.load("good").await.unwrap().expect("the game").last_seq, 14);
    assert_eq!(store.load("bad").await.unwrap().expect("the game").last_seq, 1);
}

async fn summaries_keep_the_order_asked_for(place: Place) {
    let store = place.open().await;
    for id in ["a", "b", "c\"'"] {
        let mut new = game(id);
        new.state.summary = format!("summary of {id}");
        store.create(new).await.unwrap();
    }
    let ids: Vec<String> = ["c\"'", "none", "a", "nul\0", "c\"'"].map(str::to_owned).into();
    let found = store.summaries(&ids).await.unwrap();
    assert_eq!(found.iter().map(|summary| summary.id.as_str()).collect::<Vec<_>>(), ["c\"'", "a", "c\"'"]);
    assert_eq!(found[1].summary, "summary of a");
    assert_eq!((found[1].kind.as_str(), found[1].created, found[1].last_seq), ("russian", 1_000, 1));
    assert!(!found[1].is_over);
}

async fn lists_are_sorted_and_have_pages(place: Place) {
    let store = place.open().await;
    for number in 0..10 {
        let mut new = game(&format!("g{number}"));
        new.listed = number != 9;
        // Two games in each millisecond.
        new.at = 100 + number / 2;
        store.create(new).await.unwrap();
    }
    let page = async |before, limit| {
        let found = store.listed(before, limit).await.unwrap();
        found.into_iter().map(|summary| summary.id).collect::<Vec<_>>()
    };
    assert_eq!(page(None, 100).await, ["g8", "g6", "g7", "g4", "g5", "g2", "g3", "g0", "g1"]);
    assert_eq!(page(None, 2).await, ["g8", "g6", "g7"]);
    assert_eq!(page(Some(103), 1).await, ["g4", "g5"]);
    assert_eq!(page(Some(102), 2).await, ["g2", "g3"]);
    assert_eq!(page(Some(100), 2).await, [""; 0]);
    assert_eq!(page(None, 0).await, [""; 0]);
    store.append(Append { at: 200, ..append("g0", 1, "e") }).await.unwrap();
    assert_eq!(page(None, 1).await, ["g0"]);
}

async fn fallen_flags_are_found(place: Place) {
    let store = place.open().await;
    for (id, is_over, flag) in [
        ("late", false, Some(20)),
        ("early", false, Some(10)),
        ("over", true, Some(5)),
        ("none", false, None),
    ] {
        let mut new = game(id);
        new.state = GameState { is_over, flag, ..state() };
        store.create(new).await.unwrap();
    }
    assert_eq!(store.flags_due(9, 10).await.unwrap(), [""; 0]);
    assert_eq!(store.flags_due(10, 10).await.unwrap(), ["early"]);
    assert_eq!(store.flags_due(30, 10).await.unwrap(), ["early", "late"]);
    assert_eq!(store.flags_due(30, 1).await.unwrap(), ["early"]);
    let ended = GameState { is_over: true, flag: None, ..state() };
    store.append(Append { state: ended, ..append("early", 1, "end") }).await.unwrap();
    assert_eq!(store.flags_due(30, 10).await.unwrap(), ["late"]);
}

async fn odd_texts_are_kept_or_refused(place: Place) {
    let store = place.open().await;
    let id = "'; drop table game; -- шашки \u{1f600}";
    let mut new = game(id);
    new.events = vec![String::new(), "\"\\\u{1}\n{} $1 ?".repeat(5_000), "шашки".into()];
    store.create(new.clone()).await.unwrap();
    let stored = store.load(id).await.unwrap().expect("the game");
    assert_eq!(stored.events.into_iter().map(|event| event.event).collect::<Vec<_>>(), new.events);

    let error = store.append(append(id, 3, "nul \0")).await.expect_err("a zero character");
    assert!(matches!(error, StoreError::BadText { field: "event" }), "{error}");
    let error = store.create(game(&"x".repeat(201))).await.expect_err("a long id");
    assert!(matches!(error, StoreError::TooLong { limit: 200, .. }), "{error}");
    assert_eq!(store.load("nul \0").await.unwrap(), None);
    let longest = "x".repeat(200);
    store.create(game(&longest)).await.unwrap();
    let done = Append { command: command(&longest), ..append(&longest, 1, "e") };
    assert_eq!(store.append(done).await.unwrap(), Appended::Done { last_seq: 2 });
}

async fn a_closed_store_says_so(place: Place) {
    let store = place.open().await;
    store.create(game("one")).await.unwrap();
    store.clone().close().await;
    for error in [
        store.check().await.expect_err("closed"),
        store.load("one").await.expect_err("closed"),
        store.append(append("one", 1, "e")).await.expect_err("closed"),
        store.create(game("two")).await.expect_err("closed"),
    ] {
        assert!(matches!(error, StoreError::Closed), "{error}");
    }
    store.close().await;
}

async fn a_reopened_store_has_everything(place: Place) {
    if matches!(place, Place::Memory) {
        return;
    }
    for round in 1..=3 {
        let store = place.open().await;
        if round == 1 {
            store.create(game("one")).await.unwrap();
        }
        assert_eq!(insist(&store, "one", &round.to_string(), 0).await, round + 1);
        assert_eq!(store.load("one").await.unwrap().expect("the game").last_seq, round + 1);
        store.close().await;
    }
}
