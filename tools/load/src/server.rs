//! The server as a process of its own: started, measured, killed.

use std::fs::File;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, kill_process, setrlimit};
use serde::Serialize;
use tokio::process::{Child, Command};
use tokio::time::{sleep, timeout};

use crate::http::Http;

/// How long a start may take. A loaded machine is slow.
const LONGEST_START: Duration = Duration::from_secs(60);

/// How to start a server.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The program `damier`.
    pub program: PathBuf,
    /// The file or address that keeps the games.
    pub data: String,
    /// Further options.
    pub options: Vec<String>,
    /// Where its log goes.
    pub log: PathBuf,
}

/// A running server.
#[derive(Debug)]
pub struct Server {
    child: Child,
    pid: Pid,
    address: SocketAddr,
}

/// What a server has used so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Usage {
    /// Bytes of memory in use.
    pub memory: u64,
    /// Bytes of memory at most.
    pub peak: u64,
    /// Seconds of processor time.
    pub processor: f64,
}

impl Launch {
    /// The program that cargo built next to this one: `damier` in the same folder, or the one above it for tests.
    ///
    /// # Errors
    ///
    /// When it is not there.
    pub fn find_program() -> anyhow::Result<PathBuf> {
        let own = std::env::current_exe()?;
        let candidates = own.ancestors().skip(1).take(2).map(|folder| folder.join("damier"));
        candidates.into_iter().find(|path| path.is_file()).with_context(|| {
            let profile = if cfg!(debug_assertions) { "" } else { " --release" };
            format!("no damier next to {}: run `cargo build{profile}`, or use --server PATH", own.display())
        })
    }

    /// Starts the server on a free port of the loopback and waits until it answers.
    ///
    /// # Errors
    ///
    /// When it does not start.
    pub async fn start(&self) -> anyhow::Result<Server> {
        let mut server = self.spawn()?;
        server.wait_until_ready().await.with_context(|| self.end_of_log())?;
        Ok(server)
    }

    /// Starts the server without waiting.
    ///
    /// # Errors
    ///
    /// When the program cannot be run.
    pub fn spawn(&self) -> anyhow::Result<Server> {
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let log = File::options().append(true).create(true).open(&self.log)?;
        let child = Command::new(&self.program)
            .args(["serve", "--no-browser", "--bind", "127.0.0.1", "--port", &port.to_string()])
            .args(["--data", &self.data])
            .args(&self.options)
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("cannot run {}", self.program.display()))?;
        let pid = child.id().and_then(|id| Pid::from_raw(id.try_into().ok()?)).context("no process")?;
        Ok(Server { child, pid, address: SocketAddr::from(([127, 0, 0, 1], port)) })
    }

    fn end_of_log(&self) -> String {
        let text = std::fs::read_to_string(&self.log).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        let end = lines[lines.len().saturating_sub(5)..].join("\n");
        format!("the server did not start; its log {} ends with:\n{end}", self.log.display())
    }
}

impl Server {
    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    async fn wait_until_ready(&mut self) -> anyhow::Result<()> {
        let begin = Instant::now();
        while begin.elapsed() < LONGEST_START {
            if let Some(status) = self.child.try_wait()? {
                bail!("it ended with {status}");
            }
            if is_healthy(self.address).await {
                return Ok(());
            }
            sleep(Duration::from_millis(20)).await;
        }
        bail!("it did not answer within {LONGEST_START:?}")
    }

    /// Kills it at once, and waits until it is gone.
    ///
    /// # Errors
    ///
    /// When it cannot be killed.
    pub async fn kill(mut self) -> anyhow::Result<()> {
        self.child.kill().await.context("cannot kill the server")
    }

    /// Asks it to end, and waits until it has.
    ///
    /// # Errors
    ///
    /// When it does not end in time.
    pub async fn stop(mut self) -> anyhow::Result<ExitStatus> {
        kill_process(self.pid, Signal::TERM)?;
        let limit = Duration::from_secs(60);
        Ok(timeout(limit, self.child.wait()).await.context("the server does not stop")??)
    }

    /// What it has used so far.
    ///
    /// # Errors
    ///
    /// When the system does not say; only Linux does.
    pub fn usage(&self) -> anyhow::Result<Usage> {
        let folder = Path::new("/proc").join(self.pid.as_raw_nonzero().to_string());
        let status = std::fs::read_to_string(folder.join("status"))?;
        let stat = std::fs::read_to_string(folder.join("stat"))?;
        parse_usage(&status, &stat).context("/proc is not as expected")
    }
}

/// Whether a server at this address says that it is well.
pub async fn is_healthy(address: SocketAddr) -> bool {
    Http::new(address).get("/healthz", None).await.is_ok_and(|response| response.status == 200)
}

/// Allows this process, and those it starts, as many open sockets as the system permits. Returns how many.
pub fn raise_open_files() -> u64 {
    let limit = getrlimit(Resource::Nofile);
    // If the system refuses, the run says which connection failed.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
    limit.maximum.unwrap_or(u64::MAX)
}

fn parse_usage(status: &str, stat: &str) -> Option<Usage> {
    let bytes = |name: &str| -> Option<u64> {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        let kilobytes: u64 = line.trim_start_matches(':').trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(kilobytes << 10)
    };
    // The name of the program may hold blanks; it ends with the last parenthesis.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |index: usize| fields.get(index)?.parse::<u64>().ok();
    // Linux counts these in hundredths of a second on every architecture.
    let processor = (ticks(11)? + ticks(12)?) as f64 / 100.0;
    Some(Usage { memory: bytes("VmRSS")?, peak: bytes("VmHWM")?, processor })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usage_from_proc() {
        let status = "Name:\tdamier\nVmHWM:\t    2048 kB\nVmRSS:\t    1024 kB\n";
        let stat = "7 (a (b) c) S 1 7 7 0 -1 4194560 100 0 0 0 250 50 0 0 20 0 5 0 100 1 2";
        let expected = Usage { memory: 1 << 20, peak: 2 << 20, processor: 3.0 };
        assert_eq!(parse_usage(status, stat), Some(expected));
        assert_eq!(parse_usage("", stat), None);
    }
}
