//! The server put to the test: `cargo run --release -p load -- run | crash | fanout`.
//!
//! Every command ends with 0 if the server passed, 1 if it did not, 2 if it could not be tested and 130 after Ctrl-C.
#![forbid(unsafe_code)]

mod arguments;

use std::process::ExitCode;

use anyhow::Context;
use clap::Parser;
use load::crash::Crash;
use load::fanout::{Costs, Crowd, Forecast};
use load::progress::Progress;
use load::run::{Bars, Load, Target};
use load::server::{Launch, raise_open_files};
use serde::Serialize;
use test_postgres::TestPostgres;
use tokio::sync::watch;

use crate::arguments::{Arguments, CrashArguments, FanoutArguments, RunArguments, ServerArguments, Task};

/// What a run and a server with this many sockets need besides: files, logs, requests.
const OTHER_FILES: u64 = 200;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    // One thread: the server needs the other cores.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let result = runtime.map_err(anyhow::Error::from).and_then(|runtime| runtime.block_on(run(arguments)));
    match result {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

async fn run(arguments: Arguments) -> anyhow::Result<ExitCode> {
    let (sender, stop) = watch::channel(false);
    tokio::spawn(async move {
        while tokio::signal::ctrl_c().await.is_ok() {
            if sender.send_replace(true) {
                std::process::exit(130);
            }
        }
    });
    let passed = match arguments.task {
        Task::Run(arguments) => run_load(arguments, stop.clone()).await?,
        Task::Crash(arguments) => run_crash(arguments, &stop).await?,
        Task::Fanout(arguments) => run_fanout(&arguments)?,
    };
    let is_stopped = *stop.borrow();
    Ok(if is_stopped { ExitCode::from(130) } else { ExitCode::from(u8::from(!passed)) })
}

async fn run_load(arguments: RunArguments, mut stop: watch::Receiver<bool>) -> anyhow::Result<bool> {
    let progress = Progress::new();
    let sockets = (arguments.games * (2 + arguments.spectators) + arguments.slow_clients) as u64;
    let most = raise_open_files();
    anyhow::ensure!(
        sockets + OTHER_FILES <= most,
        "{sockets} sockets need more open files than the {most} that the system allows: see `ulimit -Hn`"
    );
    let load = Load {
        games: arguments.games,
        spectators: arguments.spectators,
        moves_per_second: arguments.moves_per_second,
        time: std::time::Duration::from_secs_f64(arguments.seconds),
        slow_clients: arguments.slow_clients,
        bars: Bars { p99: arguments.p99_ms, memory: arguments.memory_mb * 1_000_000, rate: 0.98 },
    };
    let report = if let Some(url) = &arguments.url {
        let address = url.trim_start_matches("http://").trim_end_matches('/');
        let address = tokio::net::lookup_host(address).await?.next().context("no such host")?;
        load.run(Target::Other(address), &mut stop, &progress).await?
    } else {
        let Prepared { launch, .. } = &prepare(&arguments.server, sockets)?;
        let server = launch.start().await?;
        let report = load.run(Target::Own(&server), &mut stop, &progress).await;
        progress.clear();
        let status = server.stop().await?;
        anyhow::ensure!(status.success(), "the server ended with {status}");
        report?
    };
    progress.clear();
    if arguments.json {
        print_json(&report)?
    } else {
        println!("{}", report.text())
    }
    Ok(report.passed)
}

async fn run_crash(arguments: CrashArguments, stop: &watch::Receiver<bool>) -> anyhow::Result<bool> {
    raise_open_files();
    let progress = Progress::new();
    let Prepared { launch, .. } = &prepare(&arguments.server, 10_000)?;
    let crash = Crash {
        kills: arguments.kills,
        games: arguments.games,
        acks: arguments.acks,
        seed: arguments.seed.unwrap_or_else(|| fastrand::u64(..)),
    };
    let tell = |line: &str| if arguments.verbose { eprintln!("{line}") } else { progress.show(line) };
    let outcome = crash.run(launch, stop, tell).await?;
    progress.clear();
    if arguments.json {
        print_json(&outcome)?;
    } else {
        let found = &outcome;
        println!("seed                   {}", crash.seed);
        println!(
            "kills                  {} under load, {} more at the start",
            found.kills, found.kills_at_start
        );
        println!("commands acknowledged  {}", found.acknowledged);
        println!("sent again             {}", found.sent_again);
        println!("open at a kill         {}", found.open_at_kill);
        println!("games finished         {}", found.games_finished);
        for fault in &found.faults {
            println!("  {fault}");
        }
        println!("{}", if found.passed() { "passed" } else { "failed: the lines above say what was lost" });
    }
    Ok(outcome.passed())
}

fn run_fanout(arguments: &FanoutArguments) -> anyhow::Result<bool> {
    let costs = Costs {
        update: arguments.update_us * 1e-6,
        delivery: arguments.delivery_us * 1e-6,
        hop: arguments.hop_us * 1e-6,
    };
    let mut forecasts = Vec::new();
    for &games in &arguments.games {
        let crowd = Crowd::new(games, arguments.largest.unwrap_or_else(|| (games / 5).min(200_000)));
        forecasts.push(Forecast::simulate(
            &crowd,
            arguments.moves_per_game,
            &costs,
            arguments.cores,
            arguments.seed,
        ));
    }
    if arguments.json {
        print_json(&forecasts)?;
    } else {
        print!("{}", load::fanout::text(&forecasts));
    }
    Ok(true)
}

/// How to start the server, and what it needs for so long.
struct Prepared {
    launch: Launch,
    _folder: tempfile::TempDir,
    _postgres: Option<TestPostgres>,
}

fn prepare(arguments: &ServerArguments, sockets: u64) -> anyhow::Result<Prepared> {
    let folder = tempfile::tempdir()?;
    let program = arguments.server.clone().map_or_else(Launch::find_program, Ok)?;
    let file = |name: &str| folder.path().join(name);
    let mut postgres = None;
    let data = if arguments.postgres {
        let started = TestPostgres::start_durable().context("there is no PostgreSQL to start")?;
        postgres.insert(started).fresh_database()
    } else {
        arguments.data.clone().unwrap_or_else(|| file("games.db").display().to_string())
    };
    let mut options = vec!["--client-limit".to_owned(), "0".to_owned()];
    options.extend(["--max-connections".to_owned(), (sockets + OTHER_FILES).to_string()]);
    options.extend(arguments.option.iter().cloned());
    let log = arguments.log.clone().unwrap_or_else(|| file("log"));
    Ok(Prepared { launch: Launch { program, data, options, log }, _folder: folder, _postgres: postgres })
}

fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    println!("{}", serde_json::to_string_pretty(value)?);
    Ok(())
}
