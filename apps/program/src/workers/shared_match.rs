//! The coordinator of a shared match.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use arena::{Match, MatchEvent, MatchObserver, OpeningSource, PlayedGame, StopReason};
use queue::{JobCounts, NewRun, Queue, QueueError, RunId, RunState};
use tokio::runtime::Runtime;

use super::connection::{host, open};
use super::engine_identity::Hashes;
use super::match_jobs::{MATCH, PairJob, SharedMatch, read_games};
use crate::complain;

/// How often the coordinator looks at the queue.
const BETWEEN_LOOKS: Duration = Duration::from_millis(200);

/// Looks between two looks for workers that cannot play.
const LOOKS_FOR_REFUSALS: u32 = 10;

/// Pairs that are stored at once.
const PAGE: u32 = 200;

/// Pairs are added when fewer than the first wait, up to the second: a test may need any number of them.
const FEW_PAIRS: i64 = 500;
const MORE_PAIRS: usize = 1_000;

/// How to share a match.
pub(crate) struct SharedMatchRequest<'a> {
    pub(crate) queue: &'a str,
    pub(crate) lease: Duration,
    pub(crate) attempts: u32,
    /// Whether other builds of our own engine will do, if their bench is the same.
    pub(crate) by_bench: bool,
    /// Where the records go.
    pub(crate) output: &'a Path,
    /// Set this to stop.
    pub(crate) finish: &'a AtomicBool,
}

/// Lets workers play all pairs that are not stored yet, and stores their games, each once.
pub(crate) fn play_with_workers(
    played: &mut Match,
    request: &SharedMatchRequest<'_>,
    observer: &dyn MatchObserver,
) -> anyhow::Result<StopReason> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.context("cannot start the queue")?;
    let queue = runtime.block_on(open(request.queue))?;
    let run = new_run(played, request)?;
    let submitted = runtime.block_on(queue.submit(&run))?;
    let RunId(number) = submitted.run;
    if submitted.was_found {
        complain(&format!("run {number} continues"));
    } else if runtime.block_on(queue.count_live_workers())? == 0 {
        complain(&format!(
            "run {number} waits for workers: start \"damier work --queue URL\" on any machine"
        ));
    }
    let mut collector = Collector {
        runtime,
        queue,
        run: submitted.run,
        finish: request.finish,
        observer,
        stored: Vec::new(),
        next_pair: 0,
        looks: 0,
        refused: BTreeSet::new(),
        is_reachable: Cell::new(true),
    };
    let mut failure = None;
    let reason = played.run_elsewhere(
        &mut |played| match collector.next(played) {
            Ok(games) => games,
            Err(error) => {
                failure = Some(error);
                None
            }
        },
        observer,
    )?;
    if let Some(error) = failure {
        return Err(error);
    }
    collector.end(&reason)?;
    Ok(reason)
}

/// The run without its jobs, which are added bit by bit.
fn new_run(played: &Match, request: &SharedMatchRequest<'_>) -> anyhow::Result<NewRun> {
    let plan = played.plan();
    let hashes = Hashes::default();
    let identity = |spec| {
        let mut identity = hashes.identity(spec).map_err(|error| anyhow!(error))?;
        if identity.is_own && request.by_bench {
            identity.bench = hashes.bench();
        }
        anyhow::Ok(identity)
    };
    let engines = plan.engines.iter().map(identity).collect::<Result<_, _>>()?;
    let shared = SharedMatch { version: env!("CARGO_PKG_VERSION").to_owned(), plan: plan.clone(), engines };
    let output = std::path::absolute(request.output).context("cannot name the output")?;
    Ok(NewRun {
        kind: MATCH.to_owned(),
        name: format!("match {} {} into {}:{}", plan.game, plan.title(), host(), output.display()),
        plan: serde_json::to_string(&shared).context("cannot write the plan")?,
        jobs: Vec::new(),
        lease: request.lease,
        most_attempts: request.attempts,
    })
}

/// Fetches games from the queue.
struct Collector<'a> {
    runtime: Runtime,
    queue: Queue,
    run: RunId,
    finish: &'a AtomicBool,
    observer: &'a dyn MatchObserver,
    /// The jobs whose games were handed over last.
    stored: Vec<i64>,
    /// The first pair that was not looked at yet.
    next_pair: u64,
    looks: u32,
    /// Workers whose refusal was told.
    refused: BTreeSet<i64>,
    is_reachable: Cell<bool>,
}

impl Collector<'_> {
    /// The next games, perhaps none yet; `None` at the end. When it is asked again, those before are stored.
    fn next(&mut self, played: &Match) -> anyhow::Result<Option<Vec<PlayedGame>>> {
        loop {
            if self.finish.load(Ordering::Relaxed) {
                return Ok(None);
            }
            match self.look(played) {
                Ok(Some(games)) if games.is_empty() => {}
                Ok(games) => {
                    self.is_reachable.set(true);
                    return Ok(games);
                }
                Err(error) if error.downcast_ref::<QueueError>().is_some_and(QueueError::is_temporary) => {
                    if self.is_reachable.replace(false) {
                        self.observer
                            .observe(&MatchEvent::Warning { text: &format!("{error:#}; trying again") });
                    }
                }
                Err(error) => return Err(error),
            }
            std::thread::sleep(BETWEEN_LOOKS);
        }
    }

    /// Adds pairs, one job each. A coordinator that starts again adds none twice: the number of the job is that of the
    /// pair.
    fn add_pairs(&mut self, played: &Match) -> anyhow::Result<()> {
        let pairs = played.open_pairs(self.next_pair, MORE_PAIRS);
        let Some(last) = pairs.last() else { return Ok(()) };
        let is_book = matches!(played.plan().openings, Some(OpeningSource::Book { .. }));
        let mut jobs = Vec::new();
        for pair in &pairs {
            let opening = is_book.then(|| played.opening(pair)).transpose()?;
            let job =
                serde_json::to_string(&PairJob { pair: *pair, opening }).context("cannot write a pair")?;
            jobs.push((i64::try_from(pair.number).context("too many pairs")?, job));
        }
        self.runtime.block_on(self.queue.add_jobs(self.run, &jobs))?;
        self.next_pair = last.number + 1;
        Ok(())
    }

    fn look(&mut self, played: &Match) -> anyhow::Result<Option<Vec<PlayedGame>>> {
        if self.runtime.block_on(self.queue.counts(self.run))?.open < FEW_PAIRS {
            self.add_pairs(played)?;
        }
        let Self { runtime, queue, run, .. } = self;
        if !self.stored.is_empty() {
            runtime.block_on(queue.mark_collected(*run, &self.stored))?;
            self.stored.clear();
        }
        // Counted first: what is done by then is in the results.
        let counts = runtime.block_on(queue.counts(*run))?;
        let results = runtime.block_on(queue.uncollected(*run, PAGE))?;
        let mut games = Vec::new();
        for result in &results {
            let pair = read_games(&result.result).with_context(|| {
                format!("run {}, job {}: a worker stored an invalid result", run.0, result.number)
            })?;
            games.extend(pair);
        }
        self.stored = results.iter().map(|result| result.number).collect();
        if !games.is_empty() {
            return Ok(Some(games));
        }
        self.tell_refusals()?;
        self.judge(&counts)
    }

    /// Whether more games will come.
    fn judge(&self, counts: &JobCounts) -> anyhow::Result<Option<Vec<PlayedGame>>> {
        let RunId(number) = self.run;
        match counts {
            JobCounts { state: RunState::Canceled, .. } => bail!("run {number} was canceled"),
            JobCounts { state: RunState::Open, open: 0, taken: 0, failed: 0, .. }
            | JobCounts { state: RunState::Finished, .. } => Ok(None),
            JobCounts { state: RunState::Open, open: 0, taken: 0, failed, .. } => {
                let jobs = self.runtime.block_on(self.queue.jobs(self.run, 1))?;
                let error = jobs.first().and_then(|job| job.error.clone()).unwrap_or_default();
                bail!(
                    "run {number}: {failed} pairs failed; the first error: {error}; \
                     \"damier queue --queue URL --retry {number}\" tries them again"
                )
            }
            JobCounts { state: RunState::Open, .. } => Ok(Some(Vec::new())),
        }
    }

    fn tell_refusals(&mut self) -> anyhow::Result<()> {
        self.looks += 1;
        if !self.looks.is_multiple_of(LOOKS_FOR_REFUSALS) {
            return Ok(());
        }
        for refusal in self.runtime.block_on(self.queue.refusals(self.run))? {
            if self.refused.insert(refusal.worker) {
                let text =
                    format!("worker {} on {} cannot play: {}", refusal.worker, refusal.host, refusal.reason);
                self.observer.observe(&MatchEvent::Warning { text: &text });
            }
        }
        Ok(())
    }

    /// Ends the run, unless it is to go on later.
    fn end(&mut self, reason: &StopReason) -> anyhow::Result<()> {
        if !self.stored.is_empty() {
            self.runtime.block_on(self.queue.mark_collected(self.run, &self.stored))?;
        }
        if *reason == StopReason::Interrupted {
            let RunId(number) = self.run;
            complain(&format!(
                "run {number} stays in the queue and its workers play on; \"damier queue --queue URL --cancel {number}\" ends it"
            ));
            return Ok(());
        }
        Ok(self.runtime.block_on(self.queue.finish(self.run))?)
    }
}
