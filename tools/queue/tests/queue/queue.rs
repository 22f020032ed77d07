//! The queue on a real PostgreSQL. Leases end either at once or never during a test, so no outcome depends on speed.

use std::collections::HashSet;

use crate::common::{LONG, SHORT, address, claim, kinds, queue, run, submit, wait_for_job, worker};
use damier_queue::{FailureFate, Held, NewRun, Queue, QueueError, ResultFate, RunState};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn workers_that_ask_together_get_different_jobs() {
    let Some(queue) = queue().await else { return };
    let run = submit(&queue, &run("many", 200, LONG)).await;
    let mut workers = Vec::new();
    for _ in 0..8 {
        let (queue, worker) = (queue.clone(), worker(&queue).await);
        workers.push(tokio::spawn(async move {
            let mut taken = Vec::new();
            while let Some(job) = claim(&queue, worker).await {
                assert_eq!(job.payload, format!("job {}", job.number));
                taken.push(job.number);
                let stored = queue.complete(&job, &format!("result {}", job.number)).await;
                assert_eq!(stored.expect("an answer"), ResultFate::Stored);
            }
            taken
        }));
    }
    let mut taken = Vec::new();
    for worker in workers {
        taken.extend(worker.await.expect("no panic"));
    }
    assert_eq!((taken.len(), taken.iter().collect::<HashSet<_>>().len()), (200, 200));
    let results = queue.results(run, -1, 1_000).await.expect("results");
    assert!(results.iter().map(|result| result.number).eq(0..200));
    assert!(results.iter().all(|result| result.result == format!("result {}", result.number)));
    assert_eq!(queue.results(run, 197, 1_000).await.expect("results").len(), 2);
}

#[tokio::test]
async fn the_result_of_a_worker_that_lost_its_lease_is_dropped() {
    let Some(queue) = queue().await else { return };
    let run = submit(&queue, &run("frozen", 1, SHORT)).await;
    let (frozen, healthy) = (worker(&queue).await, worker(&queue).await);
    let lost = claim(&queue, frozen).await.expect("a job");
    let held = wait_for_job(&queue, healthy).await;
    assert_eq!((held.number, held.attempt), (lost.number, 2));
    assert_eq!(queue.heartbeat(&lost, 9).await.expect("an answer"), Held::Lost);
    assert_eq!(queue.complete(&lost, "late").await.expect("an answer"), ResultFate::Dropped);
    assert_eq!(queue.fail(&lost, "late").await.expect("an answer"), FailureFate::Dropped);
    queue.give_back(&lost).await.expect("an answer");
    assert_eq!(queue.complete(&held, "right").await.expect("an answer"), ResultFate::Stored);
    // The answer may have got lost on its way: the same call again changes nothing.
    assert_eq!(queue.complete(&held, "again").await.expect("an answer"), ResultFate::Stored);
    assert_eq!(queue.complete(&lost, "late").await.expect("an answer"), ResultFate::Dropped);
    let results = queue.results(run, -1, 10).await.expect("results");
    assert_eq!(results.iter().map(|result| result.result.as_str()).collect::<Vec<_>>(), ["right"]);
}

#[tokio::test]
async fn a_late_result_that_nobody_else_works_on_is_kept() {
    let Some(queue) = queue().await else { return };
    let run = submit(&queue, &run("late", 1, SHORT)).await;
    let job = claim(&queue, worker(&queue).await).await.expect("a job");
    wait_until_expired(&queue, &job).await;
    assert_eq!(queue.complete(&job, "right").await.expect("an answer"), ResultFate::Stored);
    assert_eq!(queue.counts(run).await.expect("counts").done, 1);
}

#[tokio::test]
async fn only_progress_prolongs_a_lease() {
    let Some(queue) = queue().await else { return };
    submit(&queue, &run("hung", 1, SHORT)).await;
    let job = claim(&queue, worker(&queue).await).await.expect("a job");
    wait_until_expired(&queue, &job).await;
    // The lease begins anew at each step, by the clock of the database.
    for ply in 1..20 {
        assert_eq!(queue.heartbeat(&job, ply).await.expect("an answer"), Held::Yes);
    }
    wait_until_expired(&queue, &job).await;
    // A step back is no progress.
    assert_eq!(queue.heartbeat(&job, 3).await.expect("an answer"), Held::Expired);
    let other = worker(&queue).await;
    assert_eq!(claim(&queue, other).await.expect("the same job").number, job.number);
    assert_eq!(queue.heartbeat(&job, 50).await.expect("an answer"), Held::Lost);
}

async fn wait_until_expired(queue: &Queue, job: &damier_queue::Job) {
    while queue.heartbeat(job, 0).await.expect("an answer") != Held::Expired {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_job_that_fails_too_often_is_set_aside() {
    let Some(queue) = queue().await else { return };
    let run = submit(&queue, &NewRun { most_attempts: 2, ..run("failing", 2, LONG) }).await;
    let worker = worker(&queue).await;
    let failing = claim(&queue, worker).await.expect("a job");
    // What a worker gives back in good order does not count.
    queue.give_back(&failing).await.expect("an answer");
    let mut outcomes = Vec::new();
    for error in ["first", "second\0"] {
        let job = claim(&queue, worker).await.expect("a job");
        assert_eq!(job.number, 0);
        outcomes.push(queue.fail(&job, error).await.expect("an answer"));
    }
    assert_eq!(outcomes, [FailureFate::Again, FailureFate::SetAside]);
    assert_eq!(claim(&queue, worker).await.expect("the other job").number, 1);
    let counts = queue.counts(run).await.expect("counts");
    assert_eq!((counts.open, counts.taken, counts.failed, counts.all()), (0, 1, 1, 2));
    let jobs = queue.jobs(run, 10).await.expect("jobs");
    let failed = jobs.iter().find(|job| job.state == "failed").expect("the one set aside");
    assert_eq!((failed.error.as_deref(), failed.attempt), (Some("second "), 2));
    assert_eq!(queue.retry(run).await.expect("an answer"), 1);
    assert_eq!(claim(&queue, worker).await.expect("the job again").attempt, 1);
}

#[tokio::test]
async fn a_job_that_kills_its_workers_is_set_aside() {
    let Some(queue) = queue().await else { return };
    let run = submit(&queue, &NewRun { most_attempts: 3, ..run("deadly", 1, SHORT) }).await;
    for attempt in 1..=3 {
        let victim = worker(&queue).await;
        assert_eq!(wait_for_job(&queue, victim).await.attempt, attempt);
    }
    while queue.counts(run).await.expect("counts").failed == 0 {
        tokio::task::yield_now().await;
    }
    assert!(claim(&queue, worker(&queue).await).await.is_none());
    let job = &queue.jobs(run, 1).await.expect("jobs")[0];
    let error = job.error.as_deref().expect("an error");
    assert!(error.contains("made no progress beyond 0 before the lease ended"), "{error}");
}

#[tokio::test]
async fn a_coordinator_finds_its_run_again() {
    let Some(address) = address() else { return };
    let queue = Queue::open(&address).await.expect("a queue");
    let new = run("a count", 3, LONG);
    let first = queue.submit(&new).await.expect("a run");
    let job = claim(&queue, worker(&queue).await).await.expect("a job");
    queue.complete(&job, "done").await.expect("an answer");
    // The coordinator dies and starts again.
    queue.close().await;
    let queue = Queue::open(&address).await.expect("a queue");
    let second = queue.submit(&new).await.expect("the run");
    assert_eq!((second.run, first.was_found, second.was_found), (first.run, false, true));
    let counts = queue.counts(first.run).await.expect("counts");
    assert_eq!((counts.open, counts.done, counts.state), (2, 1, RunState::Open));
    let other = queue.submit(&NewRun { plan: "another".to_owned(), ..new.clone() }).await;
    assert!(matches!(other, Err(QueueError::PlanDiffers { run }) if run == first.run.0));
    queue.finish(first.run).await.expect("an answer");
    assert!(!queue.submit(&new).await.expect("a new run").was_found);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn coordinators_that_start_together_share_one_run() {
    let Some(address) = address() else { return };
    let starts = (0..4).map(|_| {
        let address = address.clone();
        tokio::spawn(async move {
            let queue = Queue::open(&address).await.expect("a queue");
            queue.submit(&run("shared", 5_000, LONG)).await.expect("a run")
        })
    });
    let mut submitted = Vec::new();
    for start in starts.collect::<Vec<_>>() {
        submitted.push(start.await.expect("no panic"));
    }
    assert!(submitted.iter().all(|other| other.run == submitted[0].run));
    assert_eq!(submitted.iter().filter(|submitted| !submitted.was_found).count(), 1);
    let queue = Queue::open(&address).await.expect("a queue");
    assert_eq!(queue.counts(submitted[0].run).await.expect("counts").open, 5_000);
}

#[tokio::test]
async fn jobs_that_are_added_again_are_there_once() {
    let Some(queue) = queue().await else { return };
    let run = submit(&queue, &run("growing", 0, LONG)).await;
    let jobs =
        |numbers: &[i64]| numbers.iter().map(|number| (*number, format!("job {number}"))).collect::<Vec<_>>();
    queue.add_jobs(run, &jobs(&[3, 5])).await.expect("an answer");
    let worker = worker(&queue).await;
    let job = claim(&queue, worker).await.expect("a job");
    assert_eq!((job.number, job.payload.as_str()), (3, "job 3"));
    queue.complete(&job, "done").await.expect("an answer");
    queue.add_jobs(run, &jobs(&[3, 5, 7])).await.expect("an answer");
    let counts = queue.counts(run).await.expect("counts");
    assert_eq!((counts.open, counts.done), (2, 1));
    queue.finish(run).await.expect("an answer");
    queue.add_jobs(run, &jobs(&[9])).await.expect("an answer");
    assert_eq!(queue.counts(run).await.expect("counts").all(), 3);
}

#[tokio::test]
async fn nobody_works_on_a_canceled_run() {
    let Some(queue) = queue().await else { return };
    let run = submit(&queue, &run("canceled", 2, LONG)).await;
    let worker = worker(&queue).await;
    let job = claim(&queue, worker).await.expect("a job");
    assert!(!queue.forget(run).await.expect("an answer"), "an open run is not forgotten");
    queue.cancel(run).await.expect("an answer");
    assert_eq!(queue.heartbeat(&job, 1).await.expect("an answer"), Held::Lost);
    assert_eq!(queue.complete(&job, "late").await.expect("an answer"), ResultFate::Dropped);
    assert!(claim(&queue, worker).await.is_none());
    assert_eq!(queue.counts(run).await.expect("counts").state, RunState::Canceled);
    assert!(queue.forget(run).await.expect("an answer"));
    assert!(matches!(queue.counts(run).await, Err(QueueError::NoRun { .. })));
    assert!(matches!(queue.cancel(run).await, Err(QueueError::NoRun { .. })));
}

#[tokio::test]
async fn a_worker_that_refuses_a_run_gets_no_more_of_it() {
    let Some(queue) = queue().await else { return };
    let run = submit(&queue, &run("engines", 2, LONG)).await;
    let (other, fitting) = (worker(&queue).await, worker(&queue).await);
    let job = claim(&queue, other).await.expect("a job");
    queue.refuse(&job, "another engine").await.expect("an answer");
    assert!(claim(&queue, other).await.is_none());
    assert!(!queue.has_work(other, &kinds()).await.expect("an answer"));
    let again = claim(&queue, fitting).await.expect("the job");
    assert_eq!((again.number, again.attempt), (job.number, 1));
    let refusals = queue.refusals(run).await.expect("refusals");
    assert_eq!((refusals.len(), refusals[0].reason.as_str()), (1, "another engine"));
    assert!(queue.claim(fitting, &["other kind".to_owned()]).await.expect("an answer").is_none());
}

#[tokio::test]
async fn results_are_collected_until_they_are_marked() {
    let Some(queue) = queue().await else { return };
    let run = submit(&queue, &run("collected", 3, LONG)).await;
    let worker = worker(&queue).await;
    for _ in 0..2 {
        let job = claim(&queue, worker).await.expect("a job");
        queue.complete(&job, "done").await.expect("an answer");
    }
    let numbers = |results: Vec<damier_queue::JobResult>| {
        results.iter().map(|result| result.number).collect::<Vec<_>>()
    };
    for _ in 0..2 {
        assert_eq!(numbers(queue.uncollected(run, 10).await.expect("results")), [0, 1]);
    }
    queue.mark_collected(run, &[0]).await.expect("an answer");
    assert_eq!(numbers(queue.uncollected(run, 10).await.expect("results")), [1]);
}

#[tokio::test]
async fn people_see_runs_workers_and_jobs() {
    let Some(queue) = queue().await else { return };
    let id = submit(&queue, &run("seen", 2, LONG)).await;
    let worker = worker(&queue).await;
    let job = claim(&queue, worker).await.expect("a job");
    queue.heartbeat(&job, 17).await.expect("an answer");
    let runs = queue.runs(10).await.expect("runs");
    assert_eq!((runs[0].id, runs[0].name.as_str(), runs[0].open, runs[0].taken), (id.0, "seen", 1, 1));
    let jobs = queue.jobs(id, 10).await.expect("jobs");
    assert_eq!((jobs[0].state.as_str(), jobs[0].progress, jobs[0].worker), ("taken", 17, Some(worker.0)));
    assert!(jobs[0].lease_left_ms.is_some_and(|left| left > 0));
    let workers = queue.workers(10).await.expect("workers");
    assert_eq!((workers[0].host.as_str(), workers[0].taken, workers[0].is_gone), ("here", 1, false));
    assert_eq!(queue.count_live_workers().await.expect("a number"), 1);
    queue.leave(worker).await.expect("an answer");
    assert!(queue.workers(10).await.expect("workers")[0].is_gone);
    assert_eq!(queue.count_live_workers().await.expect("a number"), 0);
}

#[tokio::test]
async fn bad_addresses_and_texts_are_told() {
    for address in ["", "games.db", "http://localhost", "postgres://[", "postgres://localhost:99999999/x"] {
        assert!(matches!(Queue::open(address).await, Err(QueueError::BadAddress { .. })), "{address}");
    }
    let Some(queue) = queue().await else { return };
    let bad = queue.submit(&NewRun { plan: "a\0b".to_owned(), ..run("bad", 1, LONG) }).await;
    assert_eq!(bad.expect_err("refused").to_string(), "the plan contains a zero character");
    assert_eq!(queue.runs(10).await.expect("runs").len(), 0);
}
