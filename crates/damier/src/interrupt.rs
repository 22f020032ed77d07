//! Ctrl-C: the first stops the count, the second the program.

use std::sync::Arc;

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
