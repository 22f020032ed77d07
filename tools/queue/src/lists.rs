//! What people want to see: runs, workers and jobs.

use serde::Serialize;
use sqlx::postgres::PgRow;
use sqlx::{FromRow, Row};

use crate::queue::answered;
use crate::{BoxFuture, Queue, QueueError, RunId};

/// A run. Times are seconds ago, by the clock of the database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RunInfo {
    /// The run.
    pub id: i64,
    /// What workers must be able to do.
    pub kind: String,
    /// Its name.
    pub name: String,
    /// `open`, `finished` or `canceled`.
    pub state: String,
    /// When it was submitted.
    pub created: i64,
    /// When it ended.
    pub ended: Option<i64>,
    /// Jobs that nobody works on.
    pub open: i64,
    /// Jobs that workers hold.
    pub taken: i64,
    /// Jobs with a result.
    pub done: i64,
    /// Jobs that were set aside.
    pub failed: i64,
}

/// A worker. Times are seconds ago, by the clock of the database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WorkerInfo {
    /// The worker.
    pub id: i64,
    /// Its machine.
    pub host: String,
    /// The number of its process there.
    pub process: i64,
    /// The version of its program.
    pub version: String,
    /// How many jobs it works on at the same time.
    pub slots: i32,
    /// Its engines, as JSON.
    pub engines: String,
    /// What identifies its own engine, as JSON.
    pub bench: String,
    /// When it was seen last.
    pub seen: i64,
    /// Whether it left in good order.
    pub is_gone: bool,
    /// Jobs that it holds.
    pub taken: i64,
    /// Results that it stored.
    pub done: i64,
}

/// A job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JobInfo {
    /// Its number in the run.
    pub number: i64,
    /// `open`, `taken`, `done` or `failed`.
    pub state: String,
    /// Who holds it or held it last.
    pub worker: Option<i64>,
    /// The machine of that worker.
    pub host: Option<String>,
    /// How often it was tried.
    pub attempt: i32,
    /// How far the current attempt is.
    pub progress: i64,
    /// Milliseconds until the lease ends; negative if it has.
    pub lease_left_ms: Option<i64>,
    /// What it is.
    pub payload: String,
    /// What went wrong the last time.
    pub error: Option<String>,
}

/// A worker that cannot do the jobs of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RefusalInfo {
    /// The worker.
    pub worker: i64,
    /// Its machine.
    pub host: String,
    /// Why it cannot.
    pub reason: String,
}

/// Reads columns into the fields of their names.
macro_rules! read_columns {
    ($type:ident: $($field:ident),*) => {
        impl FromRow<'_, PgRow> for $type {
            fn from_row(row: &PgRow) -> sqlx::Result<Self> {
                Ok(Self { $($field: row.try_get(stringify!($field))?),* })
            }
        }
    };
}

read_columns!(RunInfo: id, kind, name, state, created, ended, open, taken, done, failed);
read_columns!(WorkerInfo: id, host, process, version, slots, engines, bench, seen, is_gone, taken, done);
read_columns!(JobInfo: number, state, worker, host, attempt, progress, lease_left_ms, payload, error);
read_columns!(RefusalInfo: worker, host, reason);

impl Queue {
    /// The latest runs, newest first.
    pub fn runs(&self, limit: u32) -> BoxFuture<'_, Result<Vec<RunInfo>, QueueError>> {
        Box::pin(
            async move { answered(sqlx::query_as(RUNS).bind(i64::from(limit)).fetch_all(&self.pool)).await },
        )
    }

    /// The workers that were seen last, newest first.
    pub fn workers(&self, limit: u32) -> BoxFuture<'_, Result<Vec<WorkerInfo>, QueueError>> {
        Box::pin(async move {
            answered(sqlx::query_as(WORKERS).bind(i64::from(limit)).fetch_all(&self.pool)).await
        })
    }

    /// Jobs of a run: those in the hands of workers first, then those set aside, open and done.
    pub fn jobs(&self, run: RunId, limit: u32) -> BoxFuture<'_, Result<Vec<JobInfo>, QueueError>> {
        Box::pin(async move {
            self.counts(run).await?;
            answered(sqlx::query_as(JOBS).bind(run.0).bind(i64::from(limit)).fetch_all(&self.pool)).await
        })
    }

    /// The workers that refused a run and were seen in the last minute, also those that have left since.
    pub fn refusals(&self, run: RunId) -> BoxFuture<'_, Result<Vec<RefusalInfo>, QueueError>> {
        Box::pin(async move { answered(sqlx::query_as(REFUSALS).bind(run.0).fetch_all(&self.pool)).await })
    }

    /// How many workers were seen in the last minute and have not left.
    pub fn count_live_workers(&self) -> BoxFuture<'_, Result<i64, QueueError>> {
        Box::pin(async move { answered(sqlx::query_scalar(LIVE).fetch_one(&self.pool)).await })
    }
}

const RUNS: &str = "select run.id, run.kind, run.name, run.state, \
         extract(epoch from now() - run.created)::bigint as created, \
         extract(epoch from now() - run.ended)::bigint as ended, \
         count(*) filter (where job.state = 'open') as open, count(*) filter (where job.state = 'taken') as taken, \
         count(*) filter (where job.state = 'done') as done, count(*) filter (where job.state = 'failed') as failed \
     from (select * from damier_queue.run order by id desc limit $1) as run \
         left join damier_queue.job on job.run = run.id \
     group by run.id, run.kind, run.name, run.state, run.created, run.ended order by run.id desc";

const WORKERS: &str = "select id, host, process, version, slots, engines, bench, \
         extract(epoch from now() - seen)::bigint as seen, gone is not null as is_gone, \
         (select count(*) from damier_queue.job where job.worker = worker.id and job.state = 'taken') as taken, \
         (select count(*) from damier_queue.result where result.worker = worker.id) as done \
     from damier_queue.worker order by worker.seen desc, id desc limit $1";

const JOBS: &str = "select number, state, worker, host, attempt, progress, \
         (extract(epoch from lease_until - now()) * 1000)::bigint as lease_left_ms, payload, error \
     from damier_queue.job left join damier_queue.worker on worker.id = job.worker \
     where run = $1 order by array_position(array['taken', 'failed', 'open', 'done'], state), number limit $2";

const REFUSALS: &str = "select worker.id as worker, host, reason \
     from damier_queue.refusal join damier_queue.worker on worker.id = refusal.worker \
     where run = $1 and seen > now() - interval '1 minute' order by worker.id";

const LIVE: &str =
    "select count(*) from damier_queue.worker where gone is null and seen > now() - interval '1 minute'";
