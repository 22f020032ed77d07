//! What describing a position costs. It measures and checks nothing else, so it runs on demand:
//! `cargo test --release -p damier-study --test study -- --ignored --nocapture position_time`

use std::hint::black_box;
use std::time::{Duration, Instant};

use catalog::{AnyGame, GameId};
use damier_study::position;

use crate::common::wander;

#[test]
#[ignore = "a measurement"]
fn position_time() {
    println!("{:<18} {:>10} {:>10} {:>10} {:>8}", "game", "mean", "longest", "JSON", "bytes");
    for &id in GameId::ALL {
        let mut games: Vec<Box<dyn AnyGame>> = Vec::new();
        for seed in 0..5 {
            wander(id, seed, 80, |game| games.push(game.clone_game()));
        }
        let mut longest = Duration::ZERO;
        let mut sum = Duration::ZERO;
        let mut json = Duration::ZERO;
        let mut bytes = 0;
        for game in &games {
            let (best, described) = best_of(|| position(&**game));
            let (written, text) = best_of(|| serde_json::to_vec(&described).expect("data"));
            bytes += text.len();
            json += written;
            sum += best;
            longest = longest.max(best);
        }
        let count = games.len() as u32;
        let micros = |time: Duration| format!("{:.1} µs", time.as_secs_f64() * 1e6);
        let (mean, json) = (micros(sum / count), micros(json / count));
        println!(
            "{:<18} {mean:>10} {:>10} {json:>10} {:>8}",
            id.name(),
            micros(longest),
            bytes / games.len()
        );
    }
}

/// The shortest of several times: others use the machine too.
fn best_of<T>(work: impl Fn() -> T) -> (Duration, T) {
    let timed = |_| {
        let begin = Instant::now();
        let result = black_box(work());
        (begin.elapsed(), result)
    };
    (0..5).map(timed).min_by_key(|(time, _)| *time).expect("five of them")
}
