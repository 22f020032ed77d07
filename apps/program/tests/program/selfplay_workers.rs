//! Self-play on several machines: one worker is killed, one is frozen, the coordinator is killed, and the file is the same as
//! that of one machine.
#![cfg(all(unix, feature = "workers"))]

use std::process::Child;

use queue::Queue;
use test_postgres::TestPostgres;

use crate::common::{Folder, Run, damier};
use crate::worker_support::{self, Helper, lose_workers};

/// Enough blocks that no worker is done with them before it is caught with one.
const GAMES: [&str; 10] = [
    "selfplay",
    "russian",
    "--games",
    "500",
    "--nodes",
    "40",
    "--opening-limit",
    "2000",
    "--most-plies",
    "80",
];

fn coordinator(address: &str, output: &str) -> Child {
    worker_support::coordinator(address, &GAMES, &["--output", output, "--resume"])
}

#[tokio::test]
async fn games_survive_dead_and_frozen_workers_and_a_dead_coordinator() {
    let Some(server) = TestPostgres::start() else { return };
    let folder = Folder::new("selfplay-workers");
    let (shared, alone) = (folder.path("shared"), folder.path("alone"));
    let address = server.fresh_database();
    let queue = Queue::open(&address).await.expect("a queue");
    let mut first = coordinator(&address, &shared);
    let (run, frozen) = lose_workers(&queue, &address, &mut first).await;

    let healthy = Helper::start(&queue, &address).await;
    let again = Run::of(coordinator(&address, &shared).wait_with_output().expect("an end"));
    assert_eq!(again.code, Some(0), "{again:?}");
    assert!(again.stderr.contains(&format!("run {} continues", run.0)), "{again:?}");
    let one = damier(&[&GAMES[..], &["--output", &alone, "--threads", "1"]].concat());
    assert_eq!(one.code, Some(0), "{one:?}");
    let read = |path: &str| std::fs::read(path).expect("a file");
    assert!(read(&shared) == read(&alone), "another file with workers");

    frozen.signal("-CONT");
    let (frozen, healthy) = (frozen.wait(), healthy.wait());
    assert_eq!((frozen.code, healthy.code), (Some(0), Some(0)), "{frozen:?} {healthy:?}");
    assert_eq!(queue.runs(10).await.expect("runs").len(), 1);
}

#[tokio::test]
async fn a_worker_with_another_evaluation_refuses() {
    let Some(server) = TestPostgres::start() else { return };
    let address = server.fresh_database();
    let queue = Queue::open(&address).await.expect("a queue");
    let settings = r#"{"seed":1,"nodes":20,"vary":25,"hash":1,"least_opening":7,"most_opening":12,"opening_limit":170,"win_score":700,"win_plies":6,"draw_score":14,"draw_plies":31,"quiet_plies":40,"most_plies":180}"#;
    let rules = selfplay::rules_fingerprint(catalog::GameId::English);
    let run = |rules: u64, name: &str| queue::NewRun {
        kind: "selfplay".to_owned(),
        name: name.to_owned(),
        plan: format!(
            r#"{{"game":"english","rules":"{rules:016x}","source":{{"player":"0000000000000001","evaluation":"built_in","tables":0,"settings":{settings}}},"evaluation":"built_in"}}"#
        ),
        jobs: vec![r#"{"block":0}"#.to_owned()],
        lease: std::time::Duration::from_secs(60),
        most_attempts: 3,
    };
    for (name, rules, expected) in
        [("one", rules, "the evaluation or the search differs"), ("two", 1, "the rules of english differ")]
    {
        let submitted = queue.submit(&run(rules, name)).await.expect("a run");
        let worker = Helper::start(&queue, &address).await.wait();
        assert_eq!(worker.code, Some(0), "{worker:?}");
        assert!(worker.stderr.contains(expected), "{worker:?}");
        let counts = queue.counts(submitted.run).await.expect("counts");
        assert_eq!((counts.open, counts.done), (1, 0), "{counts:?}");
        queue.cancel(submitted.run).await.expect("an end");
    }
}
