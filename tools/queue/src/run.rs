//! Runs: many jobs of one kind, which a coordinator submits and whose results it collects.

use std::time::Duration;

use sqlx::{Connection, PgConnection};

use crate::queue::{answered, check_text};
use crate::{BoxFuture, Queue, QueueError};

/// Which run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(transparent)]
pub struct RunId(pub i64);

/// A run to submit.
#[derive(Clone, Debug)]
pub struct NewRun {
    /// What workers must be able to do, such as `perft`.
    pub kind: String,
    /// Finds the run again after a crash of the coordinator: only one open run has this name.
    pub name: String,
    /// What all jobs share. Workers get it with every job.
    pub plan: String,
    /// The jobs, numbered from 0.
    pub jobs: Vec<String>,
    /// How long a job may go on without progress before another worker gets it.
    pub lease: Duration,
    /// How often a job is tried before it is set aside.
    pub most_attempts: u32,
}

/// A run that was submitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Submitted {
    /// The run.
    pub run: RunId,
    /// Whether it was there already.
    pub was_found: bool,
}

/// Whether workers may take jobs of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RunState {
    /// They may.
    Open,
    /// The coordinator has all it needs.
    Finished,
    /// Somebody stopped it.
    Canceled,
}

/// How many jobs of a run are in which state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct JobCounts {
    /// The state of the run itself.
    pub state: RunState,
    /// Jobs that nobody works on.
    pub open: i64,
    /// Jobs that workers hold.
    pub taken: i64,
    /// Jobs with a result.
    pub done: i64,
    /// Jobs that were set aside after too many failures.
    pub failed: i64,
}

impl JobCounts {
    /// All jobs.
    #[must_use]
    pub fn all(&self) -> i64 {
        self.open + self.taken + self.done + self.failed
    }
}

/// The result of a job; each job has at most one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobResult {
    /// The number of the job.
    pub number: i64,
    /// What it was.
    pub payload: String,
    /// What came out.
    pub result: String,
}

/// Jobs that one statement inserts.
const BATCH: usize = 2_000;

impl Queue {
    /// Adds a run with all its jobs, or finds the open one of the same name.
    pub fn submit<'a>(&'a self, run: &'a NewRun) -> BoxFuture<'a, Result<Submitted, QueueError>> {
        Box::pin(async move {
            check_text("kind", &run.kind)?;
            check_text("name", &run.name)?;
            check_text("plan", &run.plan)?;
            run.jobs.iter().try_for_each(|job| check_text("payload", job))?;
            let mut connection = answered(self.pool.acquire()).await?;
            let mut transaction = answered(connection.begin()).await?;
            let Some(id) = answered(insert_run(&mut transaction, run)).await? else {
                return self.find(&run.name, &run.plan).await;
            };
            for (batch, jobs) in run.jobs.chunks(BATCH).enumerate() {
                let first = (batch * BATCH) as i64;
                let insert = sqlx::query(INSERT_JOBS).bind(id).bind(first).bind(jobs);
                answered(insert.execute(&mut *transaction)).await?;
            }
            answered(transaction.commit()).await?;
            Ok(Submitted { run: RunId(id), was_found: false })
        })
    }

    /// Adds jobs with these numbers to an open run, unless they are there already.
    pub fn add_jobs<'a>(
        &'a self,
        run: RunId,
        jobs: &'a [(i64, String)],
    ) -> BoxFuture<'a, Result<(), QueueError>> {
        Box::pin(async move {
            jobs.iter().try_for_each(|(_, job)| check_text("payload", job))?;
            for batch in jobs.chunks(BATCH) {
                let (numbers, payloads): (Vec<i64>, Vec<&str>) =
                    batch.iter().map(|(number, job)| (*number, job.as_str())).unzip();
                let insert = sqlx::query(ADD_JOBS).bind(run.0).bind(numbers).bind(payloads);
                answered(insert.execute(&self.pool)).await?;
            }
            Ok(())
        })
    }

    async fn find(&self, name: &str, plan: &str) -> Result<Submitted, QueueError> {
        let found =
            sqlx::query_as("select id, plan from damier_queue.run where name = $1 and state = 'open'");
        let (run, found): (i64, String) = answered(found.bind(name).fetch_one(&self.pool)).await?;
        if found != plan {
            return Err(QueueError::PlanDiffers { run });
        }
        Ok(Submitted { run: RunId(run), was_found: true })
    }

    /// How far a run is. Sets jobs aside that were given up too often.
    pub fn counts(&self, run: RunId) -> BoxFuture<'_, Result<JobCounts, QueueError>> {
        Box::pin(async move {
            answered(sqlx::query(crate::claim::SET_ASIDE).execute(&self.pool)).await?;
            let row = sqlx::query_as(COUNTS).bind(run.0).fetch_optional(&self.pool);
            let row: Option<(String, i64, i64, i64, i64)> = answered(row).await?;
            let (state, open, taken, done, failed) = row.ok_or(QueueError::NoRun { run: run.0 })?;
            Ok(JobCounts { state: RunState::of(&state), open, taken, done, failed })
        })
    }

    /// Results in the order of the jobs, after this number (-1 for all), at most `limit`.
    pub fn results(
        &self,
        run: RunId,
        after: i64,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<JobResult>, QueueError>> {
        Box::pin(async move {
            let rows = sqlx::query_as(RESULTS).bind(run.0).bind(after).bind(i64::from(limit));
            results(answered(rows.fetch_all(&self.pool)).await?)
        })
    }

    /// Results that the coordinator has not marked as collected, at most `limit`. A coordinator that dies between both
    /// calls gets them again, so it must know the numbers that it has.
    pub fn uncollected(&self, run: RunId, limit: u32) -> BoxFuture<'_, Result<Vec<JobResult>, QueueError>> {
        Box::pin(async move {
            let rows = sqlx::query_as(UNCOLLECTED).bind(run.0).bind(i64::from(limit));
            results(answered(rows.fetch_all(&self.pool)).await?)
        })
    }

    /// Marks results as kept elsewhere.
    pub fn mark_collected<'a>(
        &'a self,
        run: RunId,
        numbers: &'a [i64],
    ) -> BoxFuture<'a, Result<(), QueueError>> {
        Box::pin(async move {
            let sql = "update damier_queue.result set collected = true where run = $1 and number = any($2)";
            answered(sqlx::query(sql).bind(run.0).bind(numbers).execute(&self.pool)).await.map(drop)
        })
    }

    /// Ends a run: its coordinator has all it needs.
    pub fn finish(&self, run: RunId) -> BoxFuture<'_, Result<(), QueueError>> {
        Box::pin(async move { self.end(run, "finished").await })
    }

    /// Stops a run: workers give its jobs up at their next heartbeat.
    pub fn cancel(&self, run: RunId) -> BoxFuture<'_, Result<(), QueueError>> {
        Box::pin(async move { self.end(run, "canceled").await })
    }

    async fn end(&self, run: RunId, state: &str) -> Result<(), QueueError> {
        let sql = "update damier_queue.run set state = $2, ended = now() where id = $1 and state = 'open'";
        let done = answered(sqlx::query(sql).bind(run.0).bind(state).execute(&self.pool)).await?;
        if done.rows_affected() == 0 { self.counts(run).await.map(drop) } else { Ok(()) }
    }

    /// Opens the jobs that were set aside, and returns how many there were.
    pub fn retry(&self, run: RunId) -> BoxFuture<'_, Result<u64, QueueError>> {
        Box::pin(async move {
            self.counts(run).await?;
            let sql =
                "update damier_queue.job set state = 'open', attempt = 0 where run = $1 and state = 'failed'";
            Ok(answered(sqlx::query(sql).bind(run.0).execute(&self.pool)).await?.rows_affected())
        })
    }

    /// Deletes a run that has ended, with its jobs and results.
    pub fn forget(&self, run: RunId) -> BoxFuture<'_, Result<bool, QueueError>> {
        Box::pin(async move {
            self.counts(run).await?;
            let sql = "delete from damier_queue.run where id = $1 and state <> 'open'";
            Ok(answered(sqlx::query(sql).bind(run.0).execute(&self.pool)).await?.rows_affected() > 0)
        })
    }
}

impl RunState {
    pub(crate) fn of(text: &str) -> Self {
        match text {
            "open" => Self::Open,
            "finished" => Self::Finished,
            _ => Self::Canceled,
        }
    }
}

async fn insert_run(connection: &mut PgConnection, run: &NewRun) -> sqlx::Result<Option<i64>> {
    let lease = i64::try_from(run.lease.as_millis()).unwrap_or(i64::MAX).max(1);
    sqlx::query_scalar(INSERT_RUN)
        .bind(&run.kind)
        .bind(&run.name)
        .bind(&run.plan)
        .bind(lease)
        .bind(i32::try_from(run.most_attempts).unwrap_or(i32::MAX).max(1))
        .fetch_optional(connection)
        .await
}

fn results(rows: Vec<(i64, String, String)>) -> Result<Vec<JobResult>, QueueError> {
    Ok(rows.into_iter().map(|(number, payload, result)| JobResult { number, payload, result }).collect())
}

const INSERT_RUN: &str = "insert into damier_queue.run (kind, name, plan, lease_ms, most_attempts) \
     values ($1, $2, $3, $4, $5) on conflict (name) where state = 'open' do nothing returning id";

const INSERT_JOBS: &str = "insert into damier_queue.job (run, number, payload) \
     select $1, $2 + numbered.place - 1, numbered.payload \
     from unnest($3::text[]) with ordinality as numbered (payload, place)";

const ADD_JOBS: &str = "insert into damier_queue.job (run, number, payload) \
     select run.id, added.number, added.payload \
     from damier_queue.run, unnest($2::bigint[], $3::text[]) as added (number, payload) \
     where run.id = $1 and run.state = 'open' on conflict (run, number) do nothing";

const COUNTS: &str = "select run.state, count(*) filter (where job.state = 'open'), \
         count(*) filter (where job.state = 'taken'), count(*) filter (where job.state = 'done'), \
         count(*) filter (where job.state = 'failed') \
     from damier_queue.run left join damier_queue.job on job.run = run.id where run.id = $1 group by run.state";

const RESULTS: &str = "select number, payload, result from damier_queue.result join damier_queue.job using (run, number) \
     where run = $1 and number > $2 order by number limit $3";

const UNCOLLECTED: &str = "select number, payload, result \
     from damier_queue.result join damier_queue.job using (run, number) \
     where run = $1 and not collected order by number limit $2";
