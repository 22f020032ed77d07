//! Queues for tests, and the runs that go into them.

use std::sync::OnceLock;
use std::time::Duration;

use damier_queue::{Job, NewRun, Queue, RunId, WorkerAbout, WorkerId};
use test_postgres::TestPostgres;

/// The address of a fresh database of the one server of this test program.
pub(crate) fn address() -> Option<String> {
    static SERVER: OnceLock<Option<TestPostgres>> = OnceLock::new();
    Some(SERVER.get_or_init(TestPostgres::start).as_ref()?.fresh_database())
}

pub(crate) async fn queue() -> Option<Queue> {
    Some(Queue::open(&address()?).await.expect("a queue"))
}

/// No job of a test makes no progress for so long.
pub(crate) const LONG: Duration = Duration::from_secs(3_600);

/// A lease that has ended when one looks again, or soon after.
pub(crate) const SHORT: Duration = Duration::from_millis(1);

pub(crate) fn run(name: &str, jobs: usize, lease: Duration) -> NewRun {
    NewRun {
        kind: "count".to_owned(),
        name: name.to_owned(),
        plan: "a plan".to_owned(),
        jobs: (0..jobs).map(|job| format!("job {job}")).collect(),
        lease,
        most_attempts: 1_000,
    }
}

pub(crate) async fn submit(queue: &Queue, run: &NewRun) -> RunId {
    queue.submit(run).await.expect("a run").run
}

pub(crate) async fn worker(queue: &Queue) -> WorkerId {
    let about = WorkerAbout { host: "here".to_owned(), slots: 1, ..WorkerAbout::default() };
    queue.register(&about).await.expect("a worker")
}

pub(crate) fn kinds() -> Vec<String> {
    vec!["count".to_owned()]
}

pub(crate) async fn claim(queue: &Queue, worker: WorkerId) -> Option<Job> {
    queue.claim(worker, &kinds()).await.expect("an answer")
}

/// Claims a job as soon as one can be had.
pub(crate) async fn wait_for_job(queue: &Queue, worker: WorkerId) -> Job {
    loop {
        if let Some(job) = claim(queue, worker).await {
            return job;
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}
