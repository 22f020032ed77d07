//! What it costs to build the workspace from nothing, compared with bars.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use clap::Args;

/// What to measure.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Only rows whose name contains this.
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
}

/// One thing to build, and what it may cost at most.
struct Row {
    name: &'static str,
    command: &'static [&'static str],
    /// Seconds of all processors together.
    processor_seconds: Option<f64>,
    minutes: Option<f64>,
    /// Of one process of the compiler.
    gigabytes: Option<f64>,
    target_megabytes: Option<f64>,
    program_megabytes: Option<f64>,
}

const LIBRARY: &[&str] = &["cargo", "build", "-p", "damier", "--lib", "--no-default-features"];

const fn row(name: &'static str, command: &'static [&'static str]) -> Row {
    Row {
        name,
        command,
        processor_seconds: None,
        minutes: None,
        gigabytes: None,
        target_megabytes: None,
        program_megabytes: None,
    }
}

const ROWS: [Row; 5] = [
    Row {
        processor_seconds: Some(60.0),
        gigabytes: Some(1.5),
        target_megabytes: Some(400.0),
        ..row("library, dev", &["--features", "games"])
    },
    Row { processor_seconds: Some(100.0), ..row("library with the engine, dev", &["--features", "engine"]) },
    Row {
        processor_seconds: Some(200.0),
        gigabytes: Some(1.5),
        program_megabytes: Some(12.0),
        ..row("program, release", &["cargo", "build", "--release", "--no-default-features"])
    },
    Row {
        processor_seconds: Some(400.0),
        ..row("program with the server, release", &["cargo", "build", "--release"])
    },
    Row { minutes: Some(9.0), ..row(".ci/run", &[".ci/run"]) },
];

/// What a build has cost.
struct Cost {
    processor_seconds: f64,
    minutes: f64,
    gigabytes: f64,
    target_megabytes: f64,
    program_megabytes: f64,
}

/// Builds each row in an empty folder and fails if one costs more than its bar.
pub(crate) fn run(root: &Path, arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut is_over = false;
    println!("{:<34}{:>12}{:>10}{:>10}{:>12}{:>12}", "", "CPU s", "minutes", "GB", "target MB", "program MB");
    for row in ROWS.iter().filter(|row| row.name.contains(&arguments.only)) {
        let cost = measure(root, row)?;
        let mut line = format!("{:<34}", row.name);
        for (found, bar, width) in [
            (cost.processor_seconds, row.processor_seconds, 12),
            (cost.minutes, row.minutes, 10),
            (cost.gigabytes, row.gigabytes, 10),
            (cost.target_megabytes, row.target_megabytes, 12),
            (cost.program_megabytes, row.program_megabytes, 12),
        ] {
            let is_above = bar.is_some_and(|bar| found > bar);
            is_over |= is_above;
            line.push_str(&format!("{:>width$}", format!("{found:.1}{}", if is_above { "!" } else { "" })));
        }
        println!("{line}");
    }
    println!("{}", if is_over { "above the bar: !" } else { "all within the bars" });
    Ok(if is_over { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn measure(root: &Path, row: &Row) -> anyhow::Result<Cost> {
    let target = root.join("target/build-cost");
    if target.exists() {
        fs::remove_dir_all(&target).with_context(|| format!("cannot empty {}", target.display()))?;
    }
    let words: Vec<&str> = match row.command[0] {
        "--features" => LIBRARY.iter().chain(row.command).copied().collect(),
        _ => row.command.to_vec(),
    };
    let before = processor_seconds_of_children()?;
    let begin = Instant::now();
    let child = Command::new(words[0])
        .args(&words[1..])
        .current_dir(root)
        .env("CARGO_TARGET_DIR", &target)
        // Cargo keeps the state of an incremental build only for the crates that one works on, not for dependencies.
        .envs((words[1..].contains(&"--lib")).then_some(("CARGO_INCREMENTAL", "0")))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot run {}", words[0]))?;
    let gigabytes = wait(child, &words)?;
    Ok(Cost {
        processor_seconds: processor_seconds_of_children()? - before,
        minutes: begin.elapsed().as_secs_f64() / 60.0,
        gigabytes,
        target_megabytes: size(&target)? / 1e6,
        program_megabytes: fs::metadata(target.join("release/damier"))
            .map_or(0.0, |file| file.len() as f64 / 1e6),
    })
}

/// Waits for the end; gives the most memory that one process of the compiler had.
fn wait(mut child: Child, words: &[&str]) -> anyhow::Result<f64> {
    let mut most = 0.0_f64;
    loop {
        if let Some(status) = child.try_wait()? {
            ensure!(status.success(), "{} failed: {status}", words.join(" "));
            return Ok(most);
        }
        most = most.max(memory_of_compilers().unwrap_or(0.0));
        thread::sleep(Duration::from_millis(100));
    }
}

/// The most memory in gigabytes that a running compiler has had, by `/proc`.
fn memory_of_compilers() -> Option<f64> {
    let kilobytes = |status: &str| {
        let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
        line.split_whitespace().nth(1)?.parse::<f64>().ok()
    };
    let processes = fs::read_dir("/proc").ok()?.flatten();
    let statuses = processes.filter_map(|process| fs::read_to_string(process.path().join("status")).ok());
    let compilers = statuses.filter(|status| status.starts_with("Name:\trustc\n"));
    compilers.filter_map(|status| kilobytes(&status)).max_by(f64::total_cmp).map(|most| most / 1e6)
}

/// Processor time of all children that have ended, by `/proc`: the 16th and 17th field, in hundredths of a second.
fn processor_seconds_of_children() -> anyhow::Result<f64> {
    let stat = fs::read_to_string("/proc/self/stat").context("build costs are measured on Linux")?;
    let (_, fields) = stat.rsplit_once(')').context("/proc/self/stat")?;
    let ticks = fields.split_whitespace().skip(13).take(2).map(str::parse::<f64>);
    Ok(ticks.sum::<Result<f64, _>>()? / 100.0)
}

fn size(folder: &Path) -> anyhow::Result<f64> {
    let mut sum = 0.0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        sum += if kind.is_dir() { size(&entry.path())? } else { entry.metadata()?.len() as f64 };
    }
    Ok(sum)
}
