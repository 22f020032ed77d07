//! Counts that several workers make: one is killed, one is frozen, the coordinator is killed, and nothing counts twice.
#![cfg(all(unix, feature = "workers"))]

use std::io::{BufRead, BufReader};
use std::process::Child;

use crate::common::{Run, complaint_about, program};
use crate::worker_support::{self, Helper, lose_workers, wait_for_run};
use queue::Queue;
use serde_json::Value;
use test_postgres::TestPostgres;

/// Enough positions that no worker is done with them before it is caught with one.
const COUNT: [&str; 6] = ["perft", "international", "9", "--split", "3", "--json"];
const NODES: u64 = 41_022_423;
const JOBS: usize = 447;

fn coordinator(address: &str) -> Child {
    worker_support::coordinator(address, &COUNT, &[])
}

#[tokio::test]
async fn a_count_survives_dead_and_frozen_workers_and_a_dead_coordinator() {
    let Some(server) = TestPostgres::start() else { return };
    let address = server.fresh_database();
    let queue = Queue::open(&address).await.expect("a queue");
    let mut first = coordinator(&address);
    let (run, frozen) = lose_workers(&queue, &address, &mut first).await;
    let mut said = String::new();
    BufReader::new(first.stderr.take().expect("a pipe")).read_line(&mut said).expect("text");
    assert!(said.contains("waits for workers"), "{said}");
    let before = queue.counts(run).await.expect("counts");
    assert!(before.taken == 2 && before.open > 0, "{before:?}");

    let healthy = Helper::start(&queue, &address).await;
    let again = coordinator(&address).wait_with_output().expect("an end");
    let again = Run::of(again);
    assert_eq!(again.code, Some(0), "{again:?}");
    assert!(again.stderr.contains(&format!("run {} continues: ", run.0)), "{again:?}");
    let value: Value = serde_json::from_str(&again.stdout).expect("JSON");
    assert_eq!((value["nodes"].as_u64(), value["complete"].as_bool()), (Some(NODES), Some(true)), "{value}");
    assert_eq!((value["run"].as_i64(), value["jobs"].as_u64()), (Some(run.0), Some(JOBS as u64)), "{value}");

    // What the frozen worker has counted comes too late.
    frozen.signal("-CONT");
    let (frozen, healthy) = (frozen.wait(), healthy.wait());
    assert_eq!((frozen.code, healthy.code), (Some(0), Some(0)), "{frozen:?} {healthy:?}");
    assert!(frozen.stderr.contains("dropped"), "{frozen:?}");
    let results = queue.results(run, -1, 1_000).await.expect("results");
    assert!(results.iter().map(|result| result.number).eq(0..JOBS as i64));
    assert_eq!(queue.runs(10).await.expect("runs").len(), 1);
}

#[tokio::test]
async fn a_stopped_coordinator_says_how_to_go_on() {
    let Some(server) = TestPostgres::start() else { return };
    let address = server.fresh_database();
    let queue = Queue::open(&address).await.expect("a queue");
    let child = coordinator(&address);
    let run = wait_for_run(&queue).await;
    crate::common::send_signal(&child, "INT");
    let stopped = Run::of(child.wait_with_output().expect("an end"));
    assert_eq!(stopped.code, Some(130), "{stopped:?}");
    let value: Value = serde_json::from_str(&stopped.stdout).expect("JSON");
    assert_eq!((value["nodes"].as_u64(), value["complete"].as_bool()), (Some(0), Some(false)));
    assert!(stopped.stderr.contains("the same command continues it"), "{stopped:?}");

    let show = |arguments: &[&str]| {
        let mut command = program();
        command.args(["queue", "--queue", &address]).args(arguments);
        Run::of(command.output().expect("the program runs"))
    };
    let list = show(&[]);
    assert!(
        list.stdout.starts_with("run 1 open: 0 done, 0 taken, 447 open, 0 failed: perft international 9"),
        "{list:?}"
    );
    let jobs = show(&["--run", "1", "--limit", "2", "--json"]);
    let jobs: Value = serde_json::from_str(&jobs.stdout).expect("JSON");
    assert_eq!(
        (jobs["open"].as_u64(), jobs["jobs"].as_array().map(Vec::len)),
        (Some(447), Some(2)),
        "{jobs}"
    );
    assert_eq!(show(&["--forget", "1"]).code, Some(2));
    assert_eq!(show(&["--cancel", "1"]).stdout, "run 1 is canceled\n");
    assert_eq!(queue.counts(run).await.expect("counts").open, 447);
    assert_eq!(show(&["--forget", "1"]).stdout, "run 1 is deleted\n");
    assert_eq!(show(&["--retry", "1"]).code, Some(2));
}

#[test]
fn bad_requests_are_told() {
    for command in ["work", "queue"] {
        let complaint = complaint_about(&[command, "--queue", "games.db"]);
        assert!(complaint.contains("expected postgres://user@host/database"), "{complaint}");
    }
    let complaint = complaint_about(&["perft", "chess", "3", "--workers", "postgres://x", "--hash", "16"]);
    assert!(complaint.contains("--hash"), "{complaint}");
    let complaint = complaint_about(&["perft", "chess", "3", "--split", "2"]);
    assert!(complaint.contains("--workers"), "{complaint}");
}
