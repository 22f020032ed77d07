//! Stockfish as a child process that counts on request, over one pipe.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail};

/// How long an answer may take: to a greeting, and to a count.
const GREETING: Duration = Duration::from_secs(20);
const COUNT: Duration = Duration::from_secs(600);

/// A Stockfish that waits for orders.
pub(crate) struct Stockfish {
    process: Child,
    orders: ChildStdin,
    answers: Receiver<String>,
    /// What it calls itself and how it was compiled.
    pub(crate) title: String,
}

/// The program on the search path, or where Debian puts games.
pub(crate) fn find() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    folders.map(|folder| folder.join("stockfish")).find(|program| program.is_file())
}

impl Stockfish {
    pub(crate) fn start(program: &Path) -> anyhow::Result<Self> {
        let mut process = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let (orders, output) = process.stdin.take().zip(process.stdout.take()).context("no pipes")?;
        let (sender, answers) = channel();
        // It ends with the pipe, or when nobody listens any more.
        thread::spawn(move || {
            let mut lines = BufReader::new(output).lines().map_while(Result::ok);
            lines.try_for_each(|line| sender.send(line))
        });
        let mut stockfish = Self { process, orders, answers, title: String::new() };
        stockfish.greet().with_context(|| program.display().to_string())?;
        Ok(stockfish)
    }

    fn greet(&mut self) -> anyhow::Result<()> {
        self.order("uci")?;
        let name = self.answer_after("id name ", GREETING)?;
        self.order("compiler\nsetoption name Threads value 1\nisready")?;
        let mut settings = None;
        loop {
            let line = self.answer(GREETING)?;
            if let Some(found) = line.strip_prefix("Compilation settings") {
                settings = found.split_once(':').map(|(_, settings)| settings.trim().to_owned());
            }
            if line == "readyok" {
                break;
            }
        }
        self.title = settings.map_or(name.clone(), |settings| format!("{name} ({settings})"));
        Ok(())
    }

    /// The nodes of this depth and the seconds of processor time they took.
    pub(crate) fn count(&mut self, fen: &str, depth: u32) -> anyhow::Result<(u64, f64)> {
        self.order(&format!("position fen {fen}\nisready"))?;
        self.answer_after("readyok", GREETING)?;
        let before = self.processor_seconds()?;
        self.order(&format!("go perft {depth}"))?;
        let nodes = self.answer_after("Nodes searched: ", COUNT)?;
        let seconds = self.processor_seconds()? - before;
        Ok((nodes.parse().with_context(|| format!("not a number of nodes: {nodes:?}"))?, seconds))
    }

    fn order(&mut self, text: &str) -> anyhow::Result<()> {
        writeln!(self.orders, "{text}").and_then(|()| self.orders.flush()).context("stockfish has gone")
    }

    fn answer(&self, limit: Duration) -> anyhow::Result<String> {
        self.answers.recv_timeout(limit).context("no answer from stockfish")
    }

    /// The rest of the next line that starts like this.
    fn answer_after(&self, start: &str, limit: Duration) -> anyhow::Result<String> {
        loop {
            let line = self.answer(limit)?;
            if let Some(rest) = line.strip_prefix(start) {
                return Ok(rest.trim().to_owned());
            }
            if line.starts_with("Unknown command") {
                bail!("{line:?} from stockfish");
            }
        }
    }

    /// The time all its threads have run. They live as long as the process, so none is missed.
    fn processor_seconds(&self) -> anyhow::Result<f64> {
        let folder = format!("/proc/{}/task", self.process.id());
        let mut nanoseconds = 0;
        for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {folder}"))? {
            let path = entry?.path().join("schedstat");
            let text =
                fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            let ran = text.split_whitespace().next().and_then(|number| number.parse::<u64>().ok());
            nanoseconds += ran.with_context(|| format!("no number in {}", path.display()))?;
        }
        Ok(nanoseconds as f64 / 1e9)
    }
}

impl Drop for Stockfish {
    fn drop(&mut self) {
        // An error means that it has ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
