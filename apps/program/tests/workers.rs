//! Counts that several workers make: one is killed, one is frozen, the coordinator is killed, and nothing counts twice.
#![cfg(all(unix, feature = "workers"))]

mod common;

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use common::{Run, complaint_about, program};
use queue::{Queue, RunId};
use serde_json::Value;
use test_postgres::TestPostgres;

/// Enough positions that no worker is done with them before it is caught with one.
const COUNT: [&str; 6] = ["perft", "international", "9", "--split", "3", "--json"];
const NODES: u64 = 41_022_423;
const JOBS: usize = 447;

/// On a slow machine leases may end too early: then jobs are done again, which must not set them aside.
const LEASE: [&str; 4] = ["--lease", "2", "--attempts", "100000"];

fn coordinator(address: &str) -> Child {
    let mut command = program();
    command.args(COUNT).args(LEASE).args(["--workers", address]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts")
}

/// A worker with its number in the queue. Dropping it kills it.
struct Helper {
    child: Child,
    id: i64,
}

impl Helper {
    /// Starts a worker and waits until it is registered.
    async fn start(queue: &Queue, address: &str) -> Self {
        let mut command = program();
        command.args(["work", "--jobs", "1", "--until-idle", "--queue", address]);
        let child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
        let mut helper = Self { child, id: 0 };
        while helper.id == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
            let workers = queue.workers(10).await.expect("workers");
            let process = i64::from(helper.child.id());
            helper.id = workers.iter().find(|worker| worker.process == process).map_or(0, |worker| worker.id);
        }
        helper
    }

    fn signal(&self, name: &str) {
        let status = Command::new("kill").args([name, &self.child.id().to_string()]).status().expect("kill");
        assert!(status.success());
    }

    /// Freezes the worker while it has a job.
    async fn freeze_with_job(&self, queue: &Queue) {
        loop {
            self.signal("-STOP");
            let workers = queue.workers(10).await.expect("workers");
            let worker = workers.iter().find(|worker| worker.id == self.id).expect("the worker");
            // What it asked before it froze may be answered later.
            tokio::time::sleep(Duration::from_millis(20)).await;
            let again = queue.workers(10).await.expect("workers");
            let again = again.iter().find(|worker| worker.id == self.id).expect("the worker");
            if (worker.taken, again.taken, worker.done) == (1, 1, again.done) {
                return;
            }
            self.signal("-CONT");
        }
    }

    fn wait(mut self) -> Run {
        let (mut stdout, mut stderr) = (String::new(), String::new());
        let status = self.child.wait().expect("an end");
        self.child.stdout.take().expect("a pipe").read_to_string(&mut stdout).expect("text");
        self.child.stderr.take().expect("a pipe").read_to_string(&mut stderr).expect("text");
        Run { code: status.code(), stdout, stderr }
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

async fn wait_for_run(queue: &Queue) -> RunId {
    loop {
        if let Some(run) = queue.runs(1).await.expect("runs").first() {
            return RunId(run.id);
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn a_count_survives_dead_and_frozen_workers_and_a_dead_coordinator() {
    let Some(server) = TestPostgres::start() else { return };
    let address = server.fresh_database();
    let queue = Queue::open(&address).await.expect("a queue");
    let mut first = coordinator(&address);
    let run = wait_for_run(&queue).await;

    let frozen = Helper::start(&queue, &address).await;
    frozen.freeze_with_job(&queue).await;
    let mut killed = Helper::start(&queue, &address).await;
    killed.freeze_with_job(&queue).await;
    killed.child.kill().expect("a worker");
    first.kill().expect("the coordinator");
    let mut said = String::new();
    BufReader::new(first.stderr.take().expect("a pipe")).read_line(&mut said).expect("text");
    assert!(said.contains("waits for workers"), "{said}");
    first.wait().expect("an end");
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
    common::send_signal(&child, "INT");
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
