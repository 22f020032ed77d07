//! How soon a search answers when it is stopped. Alone in its program: other tests would be in the way.

#[path = "engine/common/mod.rs"]
mod common;

use std::time::{Duration, Instant};

use common::Engine;

#[test]
fn it_answers_within_milliseconds_of_stop() {
    let mut engine = Engine::uci();
    engine.say("position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let stopped = |_| {
        engine.say("go infinite");
        std::thread::sleep(Duration::from_millis(25));
        let begin = Instant::now();
        engine.say("stop");
        engine.line("bestmove");
        begin.elapsed()
    };
    let mut delays: Vec<Duration> = (0..20).map(stopped).collect();
    delays.sort();
    // On a loaded machine most answers wait for the processor, though not all; a search that looked too seldom
    // would delay them all.
    assert!(delays[1] < Duration::from_millis(5), "{delays:?}");
    assert!(delays[10] < Duration::from_millis(250), "{delays:?}");
}
