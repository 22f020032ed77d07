//! The coordinator of a shared perft.

use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use catalog::{GameId, PositionText};
use damier::{AnyCount, AnyCounter, AnySplit};
use perft::{CountError, Monitor, SplitAt};
use queue::{JobCounts, JobResult, NewRun, Queue, QueueError, RunId, RunState};

use super::connection::{block_on, open};
use super::perft_jobs::{PERFT, PerftJob, PerftPlan, PerftResult};
use crate::complain;
use crate::progress::JobProgress;

/// How often the coordinator looks at the queue.
const BETWEEN_LOOKS: Duration = Duration::from_millis(200);

/// Results that are read at once.
const PAGE: u32 = 5_000;

/// Jobs of a count without `--split`: enough for many workers, few enough to hand out quickly.
const POSITIONS: usize = 1_000;

/// A count that workers are to make.
pub(crate) struct SharedCountRequest<'a> {
    pub(crate) queue: &'a str,
    pub(crate) game: GameId,
    pub(crate) place: PositionText<'a>,
    pub(crate) depth: u32,
    pub(crate) routes: bool,
    pub(crate) divide: bool,
    /// Where to cut, in plies.
    pub(crate) split: Option<u32>,
    pub(crate) lease: Duration,
    pub(crate) attempts: u32,
}

/// A count that workers made.
pub(crate) struct SharedCount {
    pub(crate) counted: AnyCount,
    pub(crate) run: RunId,
    pub(crate) jobs: usize,
}

/// Cuts a count into jobs, waits for the workers, and adds up their counts. If the monitor is stopped, the run stays in
/// the queue, and the count holds what is known.
pub(crate) fn count_with_workers(
    request: &SharedCountRequest<'_>,
    counter: &dyn AnyCounter,
    monitor: &Monitor,
) -> anyhow::Result<SharedCount> {
    let at = request.split.map_or(SplitAt::Positions(POSITIONS), SplitAt::Ply);
    let split = counter.split(&request.place, request.depth, at, request.divide)?;
    let begin = Instant::now();
    block_on(async {
        let queue = open(request.queue).await?;
        let run = submit(request, &split, &queue).await?;
        let is_complete = wait(&queue, run, monitor).await?;
        let sums = Sums::of(&split, &all_results(&queue, run).await?)?;
        if is_complete {
            queue.finish(run).await?;
        } else {
            say_how_to_continue(&queue, run).await?;
        }
        let counted = sums.counted(split.fen, is_complete, begin.elapsed().as_secs_f64());
        Ok(SharedCount { counted, run, jobs: split.parts.len() })
    })
}

async fn submit(request: &SharedCountRequest<'_>, split: &AnySplit, queue: &Queue) -> anyhow::Result<RunId> {
    let plan = PerftPlan {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        game: request.game.name().to_owned(),
        fen: split.fen.clone(),
        depth: request.depth,
        below: split.depth,
        routes: request.routes,
        lenient: request.place.reading == damier::Reading::Lenient,
    };
    let job = |part: &damier::AnySplitPart| PerftJob { fen: part.fen.clone(), weights: part.weights.clone() };
    let jobs = split.parts.iter().map(|part| serde_json::to_string(&job(part)));
    let counting = if request.routes { "routes" } else { "distinct" };
    let run = NewRun {
        kind: PERFT.to_owned(),
        name: format!(
            "perft {} {} {counting} cut at ply {} from {}",
            request.game.name(),
            request.depth,
            request.depth - split.depth,
            split.fen
        ),
        plan: serde_json::to_string(&plan).context("cannot write the plan")?,
        jobs: jobs.collect::<Result<_, _>>().context("cannot write the jobs")?,
        lease: request.lease,
        most_attempts: request.attempts,
    };
    let submitted = queue.submit(&run).await?;
    let number = submitted.run.0;
    if submitted.was_found {
        let JobCounts { done, .. } = queue.counts(submitted.run).await?;
        complain(&format!("run {number} continues: {done} of {} jobs are done", run.jobs.len()));
    } else if queue.count_live_workers().await? == 0 {
        complain(&format!(
            "run {number} waits for workers: start \"damier work --queue URL\" on any machine"
        ));
    }
    Ok(submitted.run)
}

/// Waits until all jobs are done; false if it was stopped before.
async fn wait(queue: &Queue, run: RunId, monitor: &Monitor) -> anyhow::Result<bool> {
    let progress = JobProgress::new();
    let mut is_reachable = true;
    while !monitor.is_stopped() {
        match look(queue, run, &progress).await {
            Ok(true) => return Ok(true),
            Ok(false) => is_reachable = true,
            Err(error) if is_temporary(&error) => {
                if std::mem::replace(&mut is_reachable, false) {
                    complain(&format!("{error:#}; trying again"));
                }
            }
            Err(error) => return Err(error),
        }
        tokio::time::sleep(BETWEEN_LOOKS).await;
    }
    Ok(false)
}

fn is_temporary(error: &anyhow::Error) -> bool {
    error.downcast_ref::<QueueError>().is_some_and(QueueError::is_temporary)
}

/// Looks at the run; true if all jobs are done.
async fn look(queue: &Queue, run: RunId, progress: &JobProgress) -> anyhow::Result<bool> {
    let counts = queue.counts(run).await?;
    progress.set(&counts, queue.count_live_workers().await?);
    let RunId(number) = run;
    match counts {
        JobCounts { state: RunState::Open, open: 0, taken: 0, failed: 0, .. } => Ok(true),
        JobCounts { state: RunState::Open, open: 0, taken: 0, failed, .. } => {
            let jobs = queue.jobs(run, 1).await?;
            let error = jobs.first().and_then(|job| job.error.clone()).unwrap_or_default();
            bail!(
                "run {number}: {failed} jobs failed; the first error: {error}; \
                 \"damier queue --queue URL --retry {number}\" tries them again"
            )
        }
        JobCounts { state: RunState::Open, .. } => Ok(false),
        JobCounts { state: RunState::Finished, .. } => Ok(true),
        JobCounts { state: RunState::Canceled, .. } => bail!("run {number} was canceled"),
    }
}

async fn all_results(queue: &Queue, run: RunId) -> anyhow::Result<Vec<JobResult>> {
    let mut all: Vec<JobResult> = Vec::new();
    loop {
        let after = all.last().map_or(-1, |last| last.number);
        let page = queue.results(run, after, PAGE).await?;
        if page.is_empty() {
            return Ok(all);
        }
        all.extend(page);
    }
}

async fn say_how_to_continue(queue: &Queue, run: RunId) -> anyhow::Result<()> {
    let (RunId(number), counts) = (run, queue.counts(run).await?);
    complain(&format!(
        "run {number} stays in the queue with {} of {} jobs done: the same command continues it, \
         \"damier queue --queue URL --cancel {number}\" ends it",
        counts.done,
        counts.all()
    ));
    Ok(())
}

/// The counts after each move of the root.
struct Sums {
    roots: Vec<(String, Option<u64>)>,
    nodes: u64,
}

impl Sums {
    fn of(split: &AnySplit, results: &[JobResult]) -> anyhow::Result<Self> {
        let moves = split.parts.iter().flat_map(|part| &part.weights).map(|&(root, _)| root + 1).max();
        let mut sums = vec![Some(0_u64); split.roots.len().max(moves.unwrap_or(0))];
        let mut known = vec![false; split.parts.len()];
        let mut total = 0_u64;
        for result in results {
            let PerftResult { nodes } =
                serde_json::from_str(&result.result).context("a worker stored an invalid result")?;
            let job: PerftJob = serde_json::from_str(&result.payload).context("a job cannot be read")?;
            if let Some(known) = usize::try_from(result.number).ok().and_then(|number| known.get_mut(number))
            {
                *known = true;
            }
            for (root, weight) in job.weights {
                let more = nodes.checked_mul(weight).ok_or(CountError::Overflow)?;
                total = total.checked_add(more).ok_or(CountError::Overflow)?;
                if let Some(Some(sum)) = sums.get_mut(root) {
                    *sum += more;
                }
            }
        }
        // A move is known when all its parts are.
        for (part, _) in split.parts.iter().zip(known).filter(|(_, known)| !known) {
            part.weights.iter().for_each(|&(root, _)| sums[root] = None);
        }
        let mut roots: Vec<_> = split.roots.iter().cloned().zip(sums).collect();
        roots.sort();
        Ok(Self { roots, nodes: total })
    }

    fn counted(self, fen: String, complete: bool, seconds: f64) -> AnyCount {
        AnyCount { fen, nodes: self.nodes, seconds, complete, roots: self.roots }
    }
}
