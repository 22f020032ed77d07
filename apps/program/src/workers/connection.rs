//! The queue, for a program that is not asynchronous otherwise.

use std::future::Future;

use anyhow::Context;
use queue::Queue;
use tokio::runtime::{Builder, Runtime};

/// Waits for something asynchronous.
pub(crate) fn block_on<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    let runtime = Builder::new_current_thread().enable_all().build().context("cannot start the queue")?;
    runtime.block_on(work)
}

/// Threads for jobs, which may search: they get the stack of an engine.
pub(crate) fn worker_runtime(jobs: usize) -> anyhow::Result<Runtime> {
    Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(jobs + 1)
        .thread_stack_size(engine::STACK_SIZE)
        .build()
        .context("cannot start threads")
}

/// Connects to the queue.
pub(crate) async fn open(address: &str) -> anyhow::Result<Queue> {
    Ok(Queue::open(address).await?)
}

/// The name of this machine.
pub(crate) fn host() -> String {
    #[cfg(unix)]
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").unwrap_or_else(|_| "unknown".to_owned());
    name
}
