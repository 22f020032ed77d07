//! Jobs in the hands of workers.
//!
//! Every call is one statement and one transaction, so nothing is locked while a worker works. The clock of the database
//! alone decides when a lease ends.

use std::time::Duration;

use crate::queue::{answered, check_text};
use crate::{BoxFuture, Queue, QueueError, RunId, WorkerId};

/// A job that a worker holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The run that it belongs to.
    pub run: RunId,
    /// Its number there.
    pub number: i64,
    /// Its kind.
    pub kind: String,
    /// What all jobs of the run share.
    pub plan: String,
    /// What this job is.
    pub payload: String,
    /// How often it was tried, with this time.
    pub attempt: u32,
    /// How long it may go on without progress.
    pub lease: Duration,
    /// Who holds it.
    pub worker: WorkerId,
    pub(crate) token: i64,
}

/// What a heartbeat found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// The worker holds the job.
    Yes,
    /// The lease has ended for lack of progress, and nobody else has the job yet.
    Expired,
    /// Another worker has the job, or the run has ended.
    Lost,
}

/// What became of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultFate {
    /// It is stored, once.
    Stored,
    /// The worker did not hold the job any longer.
    Dropped,
}

/// What became of a job that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureFate {
    /// Somebody will try it again.
    Again,
    /// It failed too often and was set aside.
    SetAside,
    /// The worker did not hold the job any longer.
    Dropped,
}

type Row = (i64, i64, String, String, String, i32, i64, i64);

impl Queue {
    /// Takes the next job of these kinds, of a run that this worker has not refused.
    pub fn claim<'a>(
        &'a self,
        worker: WorkerId,
        kinds: &'a [String],
    ) -> BoxFuture<'a, Result<Option<Job>, QueueError>> {
        Box::pin(async move {
            answered(sqlx::query(SET_ASIDE).execute(&self.pool)).await?;
            let row = sqlx::query_as(CLAIM).bind(worker.0).bind(kinds).fetch_optional(&self.pool);
            let row: Option<Row> = answered(row).await?;
            Ok(row.map(|(run, number, kind, plan, payload, attempt, lease, token)| Job {
                run: RunId(run),
                number,
                kind,
                plan,
                payload,
                attempt: attempt.unsigned_abs(),
                lease: Duration::from_millis(lease.unsigned_abs()),
                worker,
                token,
            }))
        })
    }

    /// Whether there is a job of these kinds that this worker could get now or later.
    pub fn has_work<'a>(
        &'a self,
        worker: WorkerId,
        kinds: &'a [String],
    ) -> BoxFuture<'a, Result<bool, QueueError>> {
        Box::pin(async move {
            answered(sqlx::query_scalar(HAS_WORK).bind(worker.0).bind(kinds).fetch_one(&self.pool)).await
        })
    }

    /// Tells how far a job is. Only progress prolongs the lease: a worker that lives but hangs loses the job.
    pub fn heartbeat<'a>(&'a self, job: &'a Job, progress: u64) -> BoxFuture<'a, Result<Held, QueueError>> {
        Box::pin(async move {
            let progress = i64::try_from(progress).unwrap_or(i64::MAX);
            let row = sqlx::query_scalar(HEARTBEAT)
                .bind(job.run.0)
                .bind(job.number)
                .bind(job.token)
                .bind(progress)
                .bind(job.worker.0)
                .fetch_optional(&self.pool);
            Ok(match answered(row).await? {
                Some(true) => Held::Yes,
                Some(false) => Held::Expired,
                None => Held::Lost,
            })
        })
    }

    /// Stores the result of a job that the worker still holds. May be repeated if no answer came.
    pub fn complete<'a>(
        &'a self,
        job: &'a Job,
        result: &'a str,
    ) -> BoxFuture<'a, Result<ResultFate, QueueError>> {
        Box::pin(async move {
            check_text("result", result)?;
            let stored = sqlx::query_scalar(COMPLETE)
                .bind(job.run.0)
                .bind(job.number)
                .bind(job.token)
                .bind(job.worker.0)
                .bind(result)
                .fetch_one(&self.pool);
            let stored: bool = answered(stored).await?;
            if stored {
                return Ok(ResultFate::Stored);
            }
            // A second statement sees what an earlier try has stored.
            let sql = "select exists (select from damier_queue.result where run = $1 and number = $2 and token = $3)";
            let before = sqlx::query_scalar(sql).bind(job.run.0).bind(job.number).bind(job.token);
            let before: bool = answered(before.fetch_one(&self.pool)).await?;
            Ok(if before { ResultFate::Stored } else { ResultFate::Dropped })
        })
    }

    /// Reports that the job failed here. After enough attempts it is set aside with the error.
    pub fn fail<'a>(
        &'a self,
        job: &'a Job,
        error: &'a str,
    ) -> BoxFuture<'a, Result<FailureFate, QueueError>> {
        Box::pin(async move {
            let error = error.replace('\0', " ");
            let state = sqlx::query_scalar(FAIL)
                .bind(job.run.0)
                .bind(job.number)
                .bind(job.token)
                .bind(&error)
                .fetch_optional(&self.pool);
            let state: Option<String> = answered(state).await?;
            Ok(match state.as_deref() {
                Some("failed") => FailureFate::SetAside,
                Some(_) => FailureFate::Again,
                None => FailureFate::Dropped,
            })
        })
    }

    /// Gives a job back that was not finished for no fault of its own; the attempt does not count.
    pub fn give_back<'a>(&'a self, job: &'a Job) -> BoxFuture<'a, Result<(), QueueError>> {
        Box::pin(async move {
            let done = sqlx::query(GIVE_BACK).bind(job.run.0).bind(job.number).bind(job.token);
            answered(done.execute(&self.pool)).await.map(drop)
        })
    }

    /// Gives a job back and takes no more of its run: this worker cannot do them.
    pub fn refuse<'a>(&'a self, job: &'a Job, reason: &'a str) -> BoxFuture<'a, Result<(), QueueError>> {
        Box::pin(async move {
            let reason = reason.replace('\0', " ");
            let refusal = sqlx::query(REFUSE).bind(job.run.0).bind(job.worker.0).bind(&reason);
            answered(refusal.execute(&self.pool)).await?;
            self.give_back(job).await
        })
    }
}

/// Jobs whose workers died or hung too often.
pub(crate) const SET_ASIDE: &str = "update damier_queue.job set state = 'failed', lease_until = null, \
         error = 'worker ' || worker || ' made no progress beyond ' || progress \
             || ' before the lease ended' || coalesce('; before that: ' || error, '') \
     from damier_queue.run \
     where run.id = job.run and run.state = 'open' and job.state = 'taken' and job.lease_until < now() \
         and job.attempt >= run.most_attempts";

/// The parts of two statements that say which jobs a worker may take.
macro_rules! for_worker {
    () => {
        "from damier_queue.job join damier_queue.run on run.id = job.run \
         where run.state = 'open' and run.kind = any($2) and job.state in ('open', 'taken') \
             and not exists (select from damier_queue.refusal where refusal.run = run.id and refusal.worker = $1)"
    };
}

/// `skip locked`: workers that ask at the same moment get different jobs without waiting for each other.
const CLAIM: &str = concat!(
    "with seen as (update damier_queue.worker set seen = now(), gone = null \
         where id = $1 and (gone is not null or seen < now() - interval '5 seconds')), \
     next as (select job.run, job.number, run.kind, run.plan, run.lease_ms ",
    for_worker!(),
    " and (job.state = 'open' or job.lease_until < now()) \
         order by job.run, job.number limit 1 for update of job skip locked) \
     update damier_queue.job set state = 'taken', worker = $1, token = token + 1, attempt = attempt + 1, progress = 0, \
         lease_until = now() + next.lease_ms * interval '1 millisecond' \
     from next where job.run = next.run and job.number = next.number \
     returning job.run, job.number, next.kind, next.plan, job.payload, job.attempt, next.lease_ms, job.token"
);

const HAS_WORK: &str = concat!("select exists (select ", for_worker!(), ")");

const HEARTBEAT: &str = "with seen as (update damier_queue.worker set seen = now() where id = $5) \
     update damier_queue.job set progress = greatest(progress, $4), lease_until = \
         case when $4 > progress then now() + run.lease_ms * interval '1 millisecond' else lease_until end \
     from damier_queue.run \
     where run.id = job.run and run.state = 'open' and job.run = $1 and number = $2 and token = $3 \
         and job.state = 'taken' \
     returning lease_until >= now()";

const COMPLETE: &str = "with held as (\
         update damier_queue.job set state = 'done', lease_until = null, error = null \
         from damier_queue.run \
         where run.id = job.run and run.state = 'open' and job.run = $1 and number = $2 and token = $3 \
             and job.state = 'taken' \
         returning job.run, job.number), \
     stored as (\
         insert into damier_queue.result (run, number, token, worker, result) \
         select held.run, held.number, $3, $4, $5 from held on conflict do nothing returning number) \
     select exists (select from stored)";

const FAIL: &str = "update damier_queue.job set lease_until = null, error = $4, \
         state = case when attempt >= most_attempts then 'failed' else 'open' end \
     from damier_queue.run \
     where run.id = job.run and job.run = $1 and number = $2 and token = $3 and job.state = 'taken' \
     returning job.state";

const GIVE_BACK: &str = "update damier_queue.job set state = 'open', lease_until = null, attempt = attempt - 1 \
     where run = $1 and number = $2 and token = $3 and state = 'taken'";

const REFUSE: &str = "insert into damier_queue.refusal (run, worker, reason) values ($1, $2, $3) \
     on conflict (run, worker) do update set reason = excluded.reason";
