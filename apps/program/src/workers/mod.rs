//! Work on several machines: coordinators that put jobs into the queue, and workers that take them.

mod connection;
mod perft_count;
mod perft_jobs;

pub(crate) use connection::{block_on, open, worker_runtime};
pub(crate) use perft_count::{SharedCount, SharedCountRequest, count_with_workers};
pub(crate) use perft_jobs::PerftWorker;
