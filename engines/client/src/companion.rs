//! Programs that speak over a network: only their life is ours.

use std::process::{Child, Stdio};

use crate::children;
use crate::error::EngineError;
use crate::process::{Settings, command_of};

/// A running program that speaks over a network. What it writes to its streams is thrown away: in a pipe that nobody reads,
/// it would stop the program sooner or later. Dropping it kills the program and, on Unix, all processes it has started.
#[derive(Debug)]
pub struct Companion {
    /// Its input stays open: some programs end with it.
    child: Child,
}

impl Companion {
    /// Starts a command line. It is split into words as in a shell; nothing else is expanded.
    ///
    /// # Errors
    ///
    /// The line is empty or has an open quote, or the program cannot be started.
    pub fn start(command: &str, settings: &Settings) -> Result<Self, EngineError> {
        let (mut command, failed) = command_of(command, &[], settings)?;
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let child = command.spawn().map_err(failed)?;
        children::add(&child);
        Ok(Self { child })
    }
}

impl Drop for Companion {
    fn drop(&mut self) {
        children::end(&mut self.child);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    /// Ten megabytes are more than any pipe holds.
    #[test]
    fn a_program_that_writes_much_is_not_stopped() {
        let folder = std::env::temp_dir().join(format!("damier-companion-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let settings = Settings { folder: Some(folder.clone()), ..Settings::default() };
        let command = "sh -c 'yes | head -c 10000000; yes | head -c 10000000 >&2; touch written; cat'";
        let companion = Companion::start(command, &settings).expect("a shell");
        let begin = Instant::now();
        while !folder.join("written").exists() && begin.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(folder.join("written").exists());
        drop(companion);
        std::fs::remove_dir_all(&folder).expect("the folder");
    }
}
