//! Keys of a terminal that may be closed.

use std::io;
use std::time::Duration;

use ratatui::crossterm::event::{self, Event};

/// Waits so long for input, and returns what there is.
///
/// # Errors
///
/// The terminal was closed, or cannot be read.
pub(crate) fn new_events(wait: Duration) -> io::Result<Vec<Event>> {
    let mut events = Vec::new();
    if is_readable(wait)? {
        while event::poll(Duration::ZERO)? {
            events.push(event::read()?);
        }
    }
    Ok(events)
}

/// Whether there is input. Crossterm never stops reading a terminal that was closed, so it must not be asked then.
#[cfg(unix)]
fn is_readable(wait: Duration) -> io::Result<bool> {
    use rustix::event::{PollFd, PollFlags, Timespec};

    let stdin = io::stdin();
    let mut files = [PollFd::new(&stdin, PollFlags::IN)];
    let timeout = Timespec::try_from(wait).expect("a short time");
    match rustix::event::poll(&mut files, Some(&timeout)) {
        Ok(_) | Err(rustix::io::Errno::INTR) => {}
        Err(error) => return Err(error.into()),
    }
    match files[0].revents() {
        found if found.intersects(PollFlags::HUP | PollFlags::ERR) => {
            Err(io::Error::new(io::ErrorKind::BrokenPipe, "the terminal was closed"))
        }
        // Some systems cannot poll terminals.
        found if found.contains(PollFlags::NVAL) => event::poll(wait),
        found => Ok(found.contains(PollFlags::IN)),
    }
}

#[cfg(not(unix))]
fn is_readable(wait: Duration) -> io::Result<bool> {
    event::poll(wait)
}
