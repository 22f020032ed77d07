//! Ctrl-C: the first stops the count, the second the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use perft::Monitor;

use crate::exit;

/// Makes Ctrl-C stop what this monitor watches.
pub(crate) fn stop_on_interrupt(monitor: &Arc<Monitor>) -> anyhow::Result<()> {
    let monitor = Arc::clone(monitor);
    let handler = move || {
        if monitor.is_stopped() {
            std::process::exit(i32::from(exit::INTERRUPTED));
        }
        monitor.stop();
    };
    ctrlc::set_handler(handler).context("cannot listen for Ctrl-C")
}

/// A flag that Ctrl-C sets; the second time the program ends, and all engines with it.
pub(crate) fn flag_of_interrupt() -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&flag);
    let handler = move || {
        if set.swap(true, Ordering::Relaxed) {
            client::kill_all();
            std::process::exit(i32::from(exit::INTERRUPTED));
        }
    };
    ctrlc::set_handler(handler).context("cannot listen for Ctrl-C")?;
    Ok(flag)
}
