//! The bot as a process of its own: started, measured, killed.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::fake::Fake;

/// How long a bot may take to end when asked to.
const PATIENCE: Duration = Duration::from_secs(60);

/// How to start a bot.
#[derive(Clone, Debug)]
pub struct BotLaunch {
    /// The program `damier`.
    pub program: PathBuf,
    /// The words that make it a bot: `bot telegram` or `serve --telegram`.
    pub command: [&'static str; 2],
    /// The file or address that keeps the games.
    pub data: String,
    /// Further options.
    pub options: Vec<String>,
    /// Where its output goes.
    pub log: PathBuf,
}

/// A running bot. Dropping it kills it.
#[derive(Debug)]
pub struct BotProcess {
    child: Child,
}

impl BotLaunch {
    /// Starts the bot for this fake, without waiting.
    ///
    /// # Panics
    ///
    /// If the program cannot be run.
    #[must_use]
    pub fn start(&self, fake: &Fake) -> BotProcess {
        let log = File::options().append(true).create(true).open(&self.log).expect("room for a log");
        let child = Command::new(&self.program)
            .args(self.command)
            .args(["--api-url", &fake.api_url(), "--data", &self.data])
            .args(&self.options)
            .env("DAMIER_TELEGRAM_TOKEN", fake.token())
            .env("LC_ALL", "C.UTF-8")
            .stdin(Stdio::null())
            .stdout(log.try_clone().expect("a second handle"))
            .stderr(log)
            .spawn();
        BotProcess { child: child.unwrap_or_else(|error| panic!("{}: {error}", self.program.display())) }
    }
}

impl BotProcess {
    /// The number of the process.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Kills it at once, and waits until it is gone.
    pub fn kill(mut self) {
        self.end();
    }

    /// Asks it to end with TERM, and waits until it has.
    ///
    /// # Panics
    ///
    /// If it does not end.
    pub fn stop(mut self) -> ExitStatus {
        let asked = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        assert!(asked.is_ok_and(|status| status.success()), "it has ended before");
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("the bot does not stop");
    }

    /// Whether it still runs.
    pub fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// The most memory it has used, in bytes; `None` where the system does not say.
    #[must_use]
    pub fn peak_memory(&self) -> Option<u64> {
        let path = Path::new("/proc").join(self.child.id().to_string()).join("status");
        let status = std::fs::read_to_string(path).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
    }

    fn end(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for BotProcess {
    fn drop(&mut self) {
        self.end();
    }
}
