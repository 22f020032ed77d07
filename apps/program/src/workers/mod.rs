//! Work on several machines: coordinators that put jobs into the queue, and workers that take them.

mod connection;
mod engine_identity;
mod match_jobs;
mod perft_count;
mod perft_jobs;
mod selfplay_jobs;
mod shared_match;
mod shared_selfplay;

pub(crate) use connection::{block_on, host, open, worker_runtime};
pub(crate) use engine_identity::Hashes;
pub(crate) use match_jobs::MatchWorker;
pub(crate) use perft_count::{SharedCount, SharedCountRequest, count_with_workers};
pub(crate) use perft_jobs::PerftWorker;
pub(crate) use selfplay_jobs::SelfPlayWorker;
pub(crate) use shared_match::{SharedMatchRequest, play_with_workers};
pub(crate) use shared_selfplay::{SharedSelfPlayRequest, selfplay_with_workers};

use queue::WorkError;
use serde::Deserialize;

/// Reads what a coordinator wrote. A later version may write something else.
fn read_text<T: for<'de> Deserialize<'de>>(what: &str, text: &str) -> Result<T, WorkError> {
    serde_json::from_str(text).map_err(|error| {
        WorkError::Refused(format!("cannot read the {what}: {error}; use the version of the coordinator"))
    })
}

#[cfg(test)]
mod tests {
    use super::perft_jobs::PerftPlan;
    use super::*;

    #[test]
    fn texts_of_other_versions_are_refused() {
        let found: Result<PerftPlan, WorkError> = read_text("plan", r#"{"game":"go"}"#);
        assert!(
            matches!(found, Err(WorkError::Refused(reason)) if reason.contains("version of the coordinator"))
        );
    }
}
