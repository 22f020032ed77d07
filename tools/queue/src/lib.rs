#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod claim;
mod error;
mod format;
mod lists;
mod pulse;
mod queue;
mod run;
mod runner;
mod slot;
mod worker;

pub use claim::{FailureFate, Held, Job, ResultFate};
pub use error::{QueueCause, QueueError};
pub use lists::{JobInfo, RefusalInfo, RunInfo, WorkerInfo};
pub use pulse::Pulse;
pub use queue::Queue;
pub use run::{JobCounts, JobResult, NewRun, RunId, RunState, Submitted};
pub use runner::{JobWorker, WorkError, WorkerEvent, WorkerRunner};
pub use worker::{WorkerAbout, WorkerId};

/// An answer to come. It is boxed so that what asks the database is compiled here, once, and not again in every program
/// that waits for an answer.
pub use futures_core::future::BoxFuture;
