//! The options of `damier match` for several machines.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use arena::{Match, MatchObserver, StopReason};
use clap::Args;

use crate::commands::numbers::{seconds, whole};
use crate::workers::{SharedMatchRequest, play_with_workers};

/// The options of a match that workers play.
#[derive(Args)]
#[command(next_help_heading = "Options for several machines")]
pub(crate) struct MatchWorkersArguments {
    /// Let workers play the games, through a queue in this PostgreSQL database.
    #[arg(long, value_name = "URL", conflicts_with_all = ["concurrency", "latency", "compliance"])]
    workers: Option<String>,
    /// Give a pair to another worker after this many seconds without a move.
    #[arg(long, value_name = "SECONDS", default_value = "300", requires = "workers", value_parser = seconds)]
    lease: Duration,
    /// Set a pair aside after this many failures.
    #[arg(long, value_name = "N", default_value_t = 5, requires = "workers", value_parser = whole::<u32>(1..=1_000_000))]
    attempts: u32,
    /// Accept workers with another build of this program if its bench gives the same result.
    #[arg(long, requires = "workers")]
    by_bench: bool,
}

impl MatchWorkersArguments {
    /// Whether workers play the match.
    pub(crate) fn is_wanted(&self) -> bool {
        self.workers.is_some()
    }

    /// Lets workers play the match; `None` if they are not asked to.
    pub(crate) fn play(
        &self,
        played: &mut Match,
        output: &Path,
        finish: &AtomicBool,
        observer: &dyn MatchObserver,
    ) -> Option<anyhow::Result<StopReason>> {
        let queue = self.workers.as_deref()?;
        let &Self { lease, attempts, by_bench, .. } = self;
        let request = SharedMatchRequest { queue, lease, attempts, by_bench, output, finish };
        Some(play_with_workers(played, &request, observer))
    }
}
