//! `damier work`: does jobs that others put into the queue.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use arena::EngineSpec;
use clap::Args;
use queue::{Job, JobWorker, WorkerAbout, WorkerEvent, WorkerRunner};
use tokio_util::sync::CancellationToken;

use crate::arguments::PLAIN_EXIT_CODES;
use crate::commands::number_of;
use crate::commands::numbers::whole;
use crate::interrupt::on_each_signal;
use crate::workers::{self, MatchWorker, PerftWorker, SelfPlayWorker};
use crate::{complain, exit};

const EXAMPLES: &str = "Examples:
  damier work --queue postgres://me@host/damier
  damier work --queue postgres://me@host/damier --jobs 4 --hash 256 --until-idle
  damier work --queue postgres://me@host/damier --engine \"stockfish=/opt/stockfish/stockfish\"

A worker runs one job after another: positions of \"damier perft --workers URL\", pairs of games of
\"damier match --workers URL\", and blocks of games of \"damier selfplay --workers URL\". Start as many workers as you
like, on any machine that reaches the database. Engines must be the same programs as those of the coordinator. If a worker
is killed or cut off, others get its jobs after a while; what it does after that is dropped, so nothing counts twice.

Ctrl-C gives unfinished jobs back. docs/workers.md explains how to set up several machines.";

/// Run jobs from the queue of a coordinator, on any machine.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{PLAIN_EXIT_CODES}"))]
pub(crate) struct WorkArguments {
    /// The PostgreSQL database with the queue.
    #[arg(long, value_name = "URL")]
    queue: String,
    /// Jobs to run at the same time, one thread each; by default one for each processor.
    #[arg(long, value_name = "K", value_parser = whole::<usize>(1..=1024))]
    jobs: Option<usize>,
    /// Memory for a table of known counts, shared by all jobs; 0 for none.
    #[arg(long, value_name = "MB", default_value_t = 0, value_parser = whole::<u32>(0..=1_048_576))]
    hash: u32,
    /// The command of an engine on this machine, under its name in the match.
    #[arg(long = "engine", value_name = "NAME=COMMAND", value_parser = named_command)]
    engines: Vec<(String, String)>,
    /// Run the bench first, and register its result.
    #[arg(long)]
    bench: bool,
    /// Exit when there is nothing to do.
    #[arg(long)]
    until_idle: bool,
    /// Print a line for each job.
    #[arg(long)]
    verbose: bool,
}

pub(crate) fn run(arguments: &WorkArguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let jobs = arguments.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, Into::into));
    let stop = CancellationToken::new();
    stop_on_signals(stop.clone())?;
    let runtime = workers::worker_runtime(jobs)?;
    let about = about(arguments, jobs);
    let tally = Arc::new(JobTally { is_verbose: arguments.verbose, ..JobTally::default() });
    runtime.block_on(async {
        let queue = workers::open(&arguments.queue).await?;
        writeln!(out, "{} at a time from the queue (Ctrl-C stops)", number_of(jobs as u64, "job"))?;
        out.flush()?;
        let heard = Arc::clone(&tally);
        let runner = WorkerRunner {
            queue,
            about,
            workers: vec![
                Arc::new(PerftWorker::new(arguments.hash as usize)) as Arc<dyn JobWorker>,
                Arc::new(MatchWorker::new(arguments.engines.iter().cloned().collect())),
                Arc::new(SelfPlayWorker),
            ],
            leaves_when_idle: arguments.until_idle,
            pause: Duration::from_millis(500),
            report: Arc::new(move |event| heard.hear(&event)),
        };
        runner.run(stop.clone()).await?;
        anyhow::Ok(())
    })?;
    writeln!(out, "{}", tally.summary())?;
    Ok(if stop.is_cancelled() { ExitCode::from(exit::INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// The first signal gives the jobs back, the second ends the program.
fn stop_on_signals(stop: CancellationToken) -> anyhow::Result<()> {
    on_each_signal(move || {
        if stop.is_cancelled() {
            client::kill_all();
            std::process::exit(i32::from(exit::INTERRUPTED));
        }
        stop.cancel();
    })
}

/// What this worker is: its engines with the hashes of their programs, and its bench with `--bench`.
fn about(arguments: &WorkArguments, slots: usize) -> WorkerAbout {
    let hashes = workers::Hashes::default();
    let named = arguments
        .engines
        .iter()
        .map(|(name, command)| EngineSpec { command: Some(command.clone()), ..EngineSpec::own(name) });
    let specs = std::iter::once(EngineSpec::own("damier")).chain(named);
    let engines: BTreeMap<String, String> = specs
        .map(|spec| {
            (spec.name.clone(), hashes.identity(&spec).map_or_else(|error| error, |engine| engine.hash))
        })
        .collect();
    let bench = arguments.bench.then(|| engine::bench(&engine::Control::default())).flatten();
    WorkerAbout {
        host: workers::host(),
        process: std::process::id(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        slots,
        engines: serde_json::to_string(&engines).unwrap_or_default(),
        bench: bench.map(|bench| bench.to_string()).unwrap_or_default(),
    }
}

/// Reads the name of an engine and its command.
fn named_command(text: &str) -> Result<(String, String), String> {
    let named = text.split_once('=').filter(|(name, command)| !name.is_empty() && !command.trim().is_empty());
    let named = named.map(|(name, command)| (name.to_owned(), command.to_owned()));
    named.ok_or_else(|| "expected a name and a command, as in stockfish=/opt/stockfish".to_owned())
}

/// What became of the jobs.
#[derive(Default)]
struct JobTally {
    done: AtomicU64,
    dropped: AtomicU64,
    failed: AtomicU64,
    is_verbose: bool,
}

impl JobTally {
    fn hear(&self, event: &WorkerEvent) {
        let named = |job: &Job| format!("run {}, job {}", job.run.0, job.number);
        let count = |number: &AtomicU64| number.fetch_add(1, Ordering::Relaxed);
        match event {
            WorkerEvent::Done(job) => {
                count(&self.done);
                if self.is_verbose {
                    complain(&format!("{}: done", named(job)));
                }
            }
            WorkerEvent::Dropped(job) => {
                count(&self.dropped);
                complain(&format!("{}: dropped, another worker has it or the run has ended", named(job)));
            }
            WorkerEvent::Failed(job, error) => {
                count(&self.failed);
                complain(&format!("{}: {error}", named(job)));
            }
            WorkerEvent::Refused(job, reason) => {
                complain(&format!("run {}: this worker cannot do its jobs: {reason}", job.run.0));
            }
            WorkerEvent::GivenBack(job) => complain(&format!("{}: given back", named(job))),
            WorkerEvent::Unreachable(error) => complain(&format!("{error}; trying again")),
            WorkerEvent::Reachable => complain("the queue answers again"),
            _ => {}
        }
    }

    fn summary(&self) -> String {
        let of = |number: &AtomicU64| number.load(Ordering::Relaxed);
        let done = number_of(of(&self.done), "job");
        format!("{done} done, {} dropped, {} failed", of(&self.dropped), of(&self.failed))
    }
}
