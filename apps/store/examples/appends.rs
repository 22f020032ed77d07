//! Measures appends: `cargo run --release -p damier-store --example appends -- [ADDRESS [WRITERS [SECONDS]]]`.
//!
//! Each writer plays in a game of its own, and sends the next move when the last one is durable.

use std::env;
use std::time::{Duration, Instant};

use damier_store::{Append, Appended, CommandKey, GameState, NewGame, Store};
use tokio::task::JoinSet;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = env::args().skip(1);
    let address = arguments.next().unwrap_or_else(|| "appends.db".to_owned());
    let writers: u32 = arguments.next().map_or(Ok(200), |text| text.parse())?;
    let seconds: u64 = arguments.next().map_or(Ok(5), |text| text.parse())?;
    let store = Store::open(&address).await?;
    let start = Instant::now();
    let end = start + Duration::from_secs(seconds);
    let mut games = JoinSet::new();
    for writer in 0..writers {
        games.spawn(play(store.clone(), format!("{}-{writer}", std::process::id()), end));
    }
    let mut times: Vec<Duration> = games.join_all().await.into_iter().flatten().collect();
    let elapsed = start.elapsed();
    times.sort();
    let at = |part: f64| times.get(((times.len() - 1) as f64 * part) as usize).copied().unwrap_or_default();
    println!("{} appends by {writers} writers in {elapsed:.1?}", times.len());
    println!("{:.0} a second", times.len() as f64 / elapsed.as_secs_f64());
    println!("half below {:.1?}, 99 % below {:.1?}, longest {:.1?}", at(0.5), at(0.99), at(1.0));
    store.close().await;
    Ok(())
}

/// Plays until the end, and returns how long each append took.
async fn play(store: Store, game: String, end: Instant) -> Vec<Duration> {
    let state =
        GameState { is_over: false, flag: Some(1), summary: format!("{{\"board\":\"{}\"}}", "w".repeat(50)) };
    let event =
        format!("{{\"at\":1,\"event\":\"moved\",\"move\":\"32-28\",\"hash\":\"{}\"}}", "0".repeat(100));
    let new = NewGame {
        id: game.clone(),
        kind: "international".to_owned(),
        at: 0,
        events: vec![event.clone()],
        seats: [None, None],
        invite: None,
        listed: true,
        state: state.clone(),
    };
    store.create(new).await.expect("a new game");
    let mut times = Vec::new();
    for expected in 1.. {
        let start = Instant::now();
        if start > end {
            break;
        }
        let append = Append {
            game: game.clone(),
            expected,
            at: expected,
            events: vec![event.clone()],
            command: Some(CommandKey {
                id: format!("command {expected}"),
                actor: "white".to_owned(),
                content: "e".to_owned(),
            }),
            seat: None,
            state: state.clone(),
        };
        let appended = store.append(append).await.expect("a store that works");
        assert_eq!(appended, Appended::Done { last_seq: expected + 1 });
        times.push(start.elapsed());
    }
    times
}
