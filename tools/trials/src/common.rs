//! What all trials share.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use catalog::GameId;
use serde::Serialize;

/// Set by Ctrl-C.
pub(crate) static INTERRUPTED: AtomicBool = AtomicBool::new(false);

pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// The stack that the deepest line of a search needs.
pub(crate) const STACK: usize = 64 << 20;

/// Runs the same work in several threads, each with its number, and waits for all.
pub(crate) fn in_threads(threads: usize, work: impl Fn(usize) + Sync) -> io::Result<()> {
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let work = &work;
            std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || work(thread))?;
        }
        Ok(())
    })
}

/// Shows progress on a terminal, in one line that the next one replaces.
pub(crate) fn progress(text: &str) {
    let mut out = io::stderr().lock();
    if out.is_terminal() {
        // Progress that cannot be shown is no reason to stop.
        let _ = write!(out, "\r\x1b[K{text}").and_then(|()| out.flush());
    }
}

pub(crate) fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, value)?;
    writeln!(out)?;
    Ok(())
}

/// Finds a game by its name on the command line.
pub(crate) fn find_game(name: &str) -> Result<GameId, String> {
    name.parse().map_err(|error: catalog::UnknownGame| error.to_string())
}
