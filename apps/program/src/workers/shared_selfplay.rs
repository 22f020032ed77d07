//! The coordinator of shared self-play.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail};
use engine::Control;
use queue::{JobCounts, JobResult, NewRun, Queue, QueueError, RunId, RunState};
use selfplay::{BLOCK_GAMES, Goal, Session, Totals};

use super::connection::{block_on, host, open};
use super::selfplay_jobs::{SELFPLAY, SelfPlayJob, SelfPlayPlan, read_block};
use crate::complain;

/// How often the coordinator looks at the queue.
const BETWEEN_LOOKS: Duration = Duration::from_millis(200);

/// Results that are read at once.
const PAGE: u32 = 100;

/// Looks without a block between two looks for workers that cannot play.
const LOOKS_FOR_REFUSALS: u32 = 10;

/// How many blocks to queue beyond the first missing one.
const AHEAD: u64 = 512;

/// How to share self-play.
pub(crate) struct SharedSelfPlayRequest<'a> {
    pub(crate) queue: &'a str,
    pub(crate) lease: Duration,
    pub(crate) attempts: u32,
    pub(crate) output: &'a Path,
    pub(crate) goal: Goal,
}

/// Lets workers play the games that a file misses, and stores each once, in order. If `control` is stopped, the run stays in
/// the queue.
pub(crate) fn selfplay_with_workers(
    session: &mut Session,
    request: &SharedSelfPlayRequest<'_>,
    control: &Control,
    watch: &mut dyn FnMut(&Totals),
) -> anyhow::Result<()> {
    if session.is_reached(request.goal) {
        return Ok(());
    }
    block_on(async {
        let queue = open(request.queue).await?;
        let run = submit(session, request, &queue).await?;
        let (goal, refused) = (request.goal, BTreeSet::new());
        let mut collector = Collector { queue, run, session, goal, added: 0, looks: 0, refused };
        let collected = collector.collect(control, watch).await;
        collector.session.flush()?;
        collected?;
        if collector.session.is_reached(request.goal) {
            return Ok(collector.queue.finish(run).await?);
        }
        let RunId(number) = run;
        complain(&format!(
            "run {number} stays in the queue and its workers play on; the same command with --resume continues it, \
             \"damier queue --queue URL --cancel {number}\" ends it"
        ));
        Ok(())
    })
}

async fn submit(
    session: &Session,
    request: &SharedSelfPlayRequest<'_>,
    queue: &Queue,
) -> anyhow::Result<RunId> {
    let plan = SelfPlayPlan::of(session.generator());
    let path = std::path::absolute(request.output).unwrap_or_else(|_| request.output.to_owned());
    let run = NewRun {
        kind: SELFPLAY.to_owned(),
        name: format!("selfplay {} into {} on {}", plan.game, path.display(), host()),
        plan: serde_json::to_string(&plan).context("cannot write the plan")?,
        jobs: Vec::new(),
        lease: request.lease,
        most_attempts: request.attempts,
    };
    let submitted = queue.submit(&run).await?;
    let RunId(number) = submitted.run;
    if submitted.was_found {
        complain(&format!("run {number} continues"));
    } else if queue.count_live_workers().await? == 0 {
        complain(&format!(
            "run {number} waits for workers: start \"damier work --queue URL\" on any machine"
        ));
    }
    Ok(submitted.run)
}

/// Fetches blocks from the queue, in the order of their numbers.
struct Collector<'a> {
    queue: Queue,
    run: RunId,
    session: &'a mut Session,
    goal: Goal,
    /// Blocks below this are in the queue.
    added: u64,
    looks: u32,
    /// Workers whose refusal was told.
    refused: BTreeSet<i64>,
}

impl Collector<'_> {
    async fn collect(&mut self, control: &Control, watch: &mut dyn FnMut(&Totals)) -> anyhow::Result<()> {
        let mut is_reachable = true;
        while !control.is_stopped() && !self.session.is_reached(self.goal) {
            match self.look(watch).await {
                Ok(true) => {
                    is_reachable = true;
                    continue;
                }
                Ok(false) => is_reachable = true,
                Err(error) if error.downcast_ref::<QueueError>().is_some_and(QueueError::is_temporary) => {
                    if std::mem::replace(&mut is_reachable, false) {
                        complain(&format!("{error:#}; trying again"));
                    }
                }
                Err(error) => return Err(error),
            }
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
        Ok(())
    }

    /// Stores the next blocks; false if they are not there yet.
    async fn look(&mut self, watch: &mut dyn FnMut(&Totals)) -> anyhow::Result<bool> {
        let next = self.session.totals().played / BLOCK_GAMES;
        self.add_jobs(next).await?;
        // Counted first: what is done by then is in the results.
        let counts = self.queue.counts(self.run).await?;
        let results = self.queue.results(self.run, next as i64 - 1, PAGE).await?;
        let ready: Vec<_> =
            (next..).zip(results).take_while(|&(block, ref result)| result.number == block as i64).collect();
        if ready.is_empty() {
            self.tell_refusals().await?;
            self.judge(&counts).await?;
            return Ok(false);
        }
        for (number, JobResult { result, .. }) in &ready {
            let block = read_block(result).filter(|block| block.first == number * BLOCK_GAMES);
            let RunId(run) = self.run;
            let block = block
                .with_context(|| format!("run {run}, job {number}: a worker stored an invalid result"))?;
            self.session.add_block(block, self.goal)?;
            watch(self.session.totals());
        }
        let numbers: Vec<i64> = ready.iter().map(|(_, result)| result.number).collect();
        self.queue.mark_collected(self.run, &numbers).await?;
        Ok(true)
    }

    /// Puts the next blocks into the queue. A block that is there already is not added again: its number is that of the job.
    async fn add_jobs(&mut self, next: u64) -> anyhow::Result<()> {
        let most = match self.goal {
            Goal::Games(games) => games.div_ceil(BLOCK_GAMES),
            Goal::Positions(_) => u64::MAX,
        };
        let end = (next + AHEAD).min(most);
        if end <= self.added || end < most && end < self.added + AHEAD / 4 {
            return Ok(());
        }
        let jobs: Vec<_> = (self.added.max(next)..end)
            .map(|block| {
                let job = serde_json::to_string(&SelfPlayJob { block }).expect("a number");
                (block as i64, job)
            })
            .collect();
        self.queue.add_jobs(self.run, &jobs).await?;
        self.added = end;
        Ok(())
    }

    async fn tell_refusals(&mut self) -> anyhow::Result<()> {
        self.looks += 1;
        if !self.looks.is_multiple_of(LOOKS_FOR_REFUSALS) {
            return Ok(());
        }
        for refusal in self.queue.refusals(self.run).await? {
            if self.refused.insert(refusal.worker) {
                let (worker, host, reason) = (refusal.worker, refusal.host, refusal.reason);
                complain(&format!("worker {worker} on {host} cannot play: {reason}"));
            }
        }
        Ok(())
    }

    /// Fails if no more blocks will come.
    async fn judge(&self, counts: &JobCounts) -> anyhow::Result<()> {
        let RunId(number) = self.run;
        match counts.state {
            RunState::Open if counts.open + counts.taken == 0 && counts.failed > 0 => {
                let jobs = self.queue.jobs(self.run, 1).await?;
                let error = jobs.first().and_then(|job| job.error.clone()).unwrap_or_default();
                bail!(
                    "run {number}: {} blocks failed; the first error: {error}; \
                     \"damier queue --queue URL --retry {number}\" tries them again",
                    counts.failed
                )
            }
            RunState::Open => Ok(()),
            RunState::Finished => bail!("run {number} was finished by another coordinator"),
            RunState::Canceled => bail!("run {number} was canceled"),
        }
    }
}
