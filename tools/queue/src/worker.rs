//! Workers: who they are, and whether they still live.

use crate::queue::{answered, check_text};
use crate::{BoxFuture, Queue, QueueError};

/// Which worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(transparent)]
pub struct WorkerId(pub i64);

/// What a worker tells about itself.
#[derive(Clone, Debug, Default)]
pub struct WorkerAbout {
    /// The name of the machine.
    pub host: String,
    /// The number of the process there.
    pub process: u32,
    /// The version of the program.
    pub version: String,
    /// How many jobs it works on at the same time.
    pub slots: usize,
    /// The engines that it has, with the hashes of their programs, as JSON.
    pub engines: String,
    /// What identifies its own engine and how fast it is, as JSON.
    pub bench: String,
}

impl Queue {
    /// Adds a worker.
    pub fn register<'a>(&'a self, about: &'a WorkerAbout) -> BoxFuture<'a, Result<WorkerId, QueueError>> {
        Box::pin(async move {
            check_text("host", &about.host)?;
            check_text("version", &about.version)?;
            check_text("list of engines", &about.engines)?;
            check_text("bench", &about.bench)?;
            let id = sqlx::query_scalar(REGISTER)
                .bind(&about.host)
                .bind(i64::from(about.process))
                .bind(&about.version)
                .bind(i32::try_from(about.slots).unwrap_or(i32::MAX))
                .bind(&about.engines)
                .bind(&about.bench)
                .fetch_one(&self.pool);
            answered(id).await.map(WorkerId)
        })
    }

    /// Notes that a worker has left in good order.
    pub fn leave(&self, worker: WorkerId) -> BoxFuture<'_, Result<(), QueueError>> {
        Box::pin(async move {
            let sql = "update damier_queue.worker set gone = now(), seen = now() where id = $1";
            answered(sqlx::query(sql).bind(worker.0).execute(&self.pool)).await.map(drop)
        })
    }
}

const REGISTER: &str = "insert into damier_queue.worker (host, process, version, slots, engines, bench) \
     values ($1, $2, $3, $4, $5, $6) returning id";
