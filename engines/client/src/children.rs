//! The child processes running now.

use std::process::Child;
use std::sync::{Mutex, PoisonError};

/// The process ids of the children.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

pub(crate) fn add(child: &Child) {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner).push(child.id());
}

pub(crate) fn remove(child: &Child) {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner).retain(|&id| id != child.id());
}

/// Kills a child and all that it has started, and waits for its end.
pub(crate) fn end(child: &mut Child) {
    // The group first, while the child still owns its process id.
    kill_group(child.id());
    // It may have exited already.
    let _ = child.kill();
    let _ = child.wait();
    remove(child);
}

/// Kills all engines at once: for programs that exit without dropping their values, as on a second Ctrl-C.
pub fn kill_all() {
    let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    running.iter().for_each(|&id| kill_group(id));
}

/// Kills a child and all processes it has started: each child leads its own group.
#[cfg(unix)]
pub(crate) fn kill_group(id: u32) {
    let group = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw);
    if let Some(group) = group {
        // It may have exited already.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
pub(crate) fn kill_group(_id: u32) {}
