//! `damier queue`: shows what is in the queue, and ends runs.

use std::io::Write;
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;
use queue::{JobInfo, Queue, RunId, RunInfo, WorkerInfo};
use serde::Serialize;

use crate::arguments::PLAIN_EXIT_CODES;
use crate::commands::number_of;
use crate::commands::numbers::whole;
use crate::terminal::shown;
use crate::workers;

const EXAMPLES: &str = "Examples:
  damier queue --queue postgres://me@host/damier              runs and workers
  damier queue --queue postgres://me@host/damier --run 3      the jobs of run 3
  damier queue --queue postgres://me@host/damier --cancel 3   stop run 3
  damier queue --queue postgres://me@host/damier --retry 3    try its failed jobs again

A job is open, taken (a worker has it), done or failed (set aside after too many failures). A worker that has not been seen
for longer than a lease has died or is cut off; its jobs go to others.";

/// Show the runs, workers and jobs of the queue, or end a run.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{PLAIN_EXIT_CODES}"))]
pub(crate) struct QueueArguments {
    /// The PostgreSQL database with the queue.
    #[arg(long, value_name = "URL")]
    queue: String,
    /// Show the jobs of a run.
    #[arg(long, value_name = "N", group = "action", value_parser = whole::<i64>(1..=i64::MAX as u64))]
    run: Option<i64>,
    /// Stop a run; its workers give up soon.
    #[arg(long, value_name = "N", group = "action", value_parser = whole::<i64>(1..=i64::MAX as u64))]
    cancel: Option<i64>,
    /// Try the failed jobs of a run again.
    #[arg(long, value_name = "N", group = "action", value_parser = whole::<i64>(1..=i64::MAX as u64))]
    retry: Option<i64>,
    /// Delete a run that has ended, with its results.
    #[arg(long, value_name = "N", group = "action", value_parser = whole::<i64>(1..=i64::MAX as u64))]
    forget: Option<i64>,
    /// Rows to show.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole::<u32>(1..=1_000_000))]
    limit: u32,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &QueueArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    workers::block_on(async {
        let queue = workers::open(&arguments.queue).await?;
        let said = match (arguments.run, arguments.cancel, arguments.retry, arguments.forget) {
            (Some(run), ..) => return show_jobs(&queue, RunId(run), arguments, out).await,
            (_, Some(run), ..) => {
                queue.cancel(RunId(run)).await?;
                format!("run {run} is canceled")
            }
            (_, _, Some(run), _) => {
                let jobs = queue.retry(RunId(run)).await?;
                format!("run {run}: {} open again", number_of(jobs, "job"))
            }
            (.., Some(run)) => {
                if !queue.forget(RunId(run)).await? {
                    bail!("run {run} is open; --cancel it first");
                }
                format!("run {run} is deleted")
            }
            _ => return show_all(&queue, arguments, out).await,
        };
        match arguments.json {
            true => super::write_json(out, &serde_json::json!({ "done": said }))?,
            false => writeln!(out, "{said}")?,
        }
        Ok(())
    })?;
    Ok(ExitCode::SUCCESS)
}

/// The JSON of the whole queue.
#[derive(Serialize)]
struct AllJson {
    runs: Vec<RunInfo>,
    workers: Vec<WorkerInfo>,
}

async fn show_all(queue: &Queue, arguments: &QueueArguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let (runs, workers) = (queue.runs(arguments.limit).await?, queue.workers(arguments.limit).await?);
    if arguments.json {
        return super::write_json(out, &AllJson { runs, workers });
    }
    if runs.is_empty() {
        writeln!(out, "no runs")?;
    }
    for run in runs {
        let RunInfo { id, state, name, open, taken, done, failed, .. } = run;
        let name = shown(&name).to_string();
        writeln!(out, "run {id} {state}: {done} done, {taken} taken, {open} open, {failed} failed: {name}")?;
    }
    for worker in workers {
        let WorkerInfo { id, host, process, version, slots, seen, is_gone, taken, done, .. } = worker;
        let state = if is_gone { "left".to_owned() } else { format!("seen {seen} s ago") };
        let host = shown(&host).to_string();
        writeln!(
            out,
            "worker {id} on {host} (process {process}, version {version}, {}): {done} done, {taken} taken, {state}",
            number_of(slots.unsigned_abs().into(), "slot")
        )?;
    }
    Ok(())
}

/// The JSON of a run.
#[derive(Serialize)]
struct RunJson {
    run: i64,
    #[serde(flatten)]
    counts: queue::JobCounts,
    jobs: Vec<JobInfo>,
    refusals: Vec<queue::RefusalInfo>,
}

async fn show_jobs(
    queue: &Queue,
    run: RunId,
    arguments: &QueueArguments,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let counts = queue.counts(run).await?;
    let jobs = queue.jobs(run, arguments.limit).await?;
    let refusals = queue.refusals(run).await?;
    if arguments.json {
        return super::write_json(out, &RunJson { run: run.0, counts, jobs, refusals });
    }
    let queue::JobCounts { open, taken, done, failed, .. } = counts;
    writeln!(out, "run {}: {done} done, {taken} taken, {open} open, {failed} failed", run.0)?;
    for refusal in refusals {
        writeln!(
            out,
            "worker {} on {} refuses: {}",
            refusal.worker,
            shown(&refusal.host),
            shown(&refusal.reason)
        )?;
    }
    for job in jobs {
        write!(out, "job {} {}", job.number, job.state)?;
        if let (Some(worker), Some(host)) = (job.worker, &job.host) {
            write!(
                out,
                ", worker {worker} on {}, attempt {}, progress {}",
                shown(host),
                job.attempt,
                job.progress
            )?;
        }
        if let Some(left) = job.lease_left_ms {
            write!(out, ", lease ends in {:.1} s", left as f64 / 1e3)?;
        }
        match &job.error {
            Some(error) => writeln!(out, ": {}", shown(error))?,
            None => writeln!(out)?,
        }
    }
    Ok(())
}
