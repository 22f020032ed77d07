//! A progress bar on the error stream, if that is a terminal.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use perft::Monitor;

/// What a full bar stands for.
#[derive(Clone, Copy)]
pub(crate) enum Total {
    /// All parts of one count.
    Parts,
    /// This many nodes.
    Nodes(u64),
}

const BETWEEN_UPDATES: Duration = Duration::from_millis(100);

/// Does the work; meanwhile shows how far it is.
pub(crate) fn with_progress<T>(monitor: &Monitor, total: Total, work: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() {
        return work();
    }
    std::thread::scope(|scope| {
        // Dropping the sender tells the thread that the work is done.
        let (sender, receiver) = mpsc::channel::<()>();
        scope.spawn(move || {
            let bar = ProgressBar::with_draw_target(Some(1), ProgressDrawTarget::stderr());
            bar.set_style(style());
            let start = Instant::now();
            while receiver.recv_timeout(BETWEEN_UPDATES) == Err(RecvTimeoutError::Timeout) {
                update(&bar, monitor, total, start.elapsed());
            }
            bar.finish_and_clear();
        });
        let result = work();
        drop(sender);
        result
    })
}

fn update(bar: &ProgressBar, monitor: &Monitor, total: Total, elapsed: Duration) {
    let nodes = monitor.nodes();
    let (done, all) = match total {
        Total::Parts => monitor.parts(),
        Total::Nodes(all) => (nodes.min(all), all),
    };
    bar.set_length(all.max(1));
    bar.set_position(done);
    let rate = nodes as f64 / elapsed.as_secs_f64() / 1e6;
    bar.set_message(format!("{} nodes, {rate:.1} million a second", HumanCount(nodes)));
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("{bar:30} {percent}% {msg}, {eta} to go").expect("the template is constant")
}

/// A bar for positions, or what stands for it where their number is not known; nothing without a terminal.
pub(crate) fn positions_bar(total: Option<u64>) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr());
    let template = match total {
        Some(_) => "{bar:30} {pos} of {len} positions, {per_sec}, {eta} to go {msg}",
        None => "{spinner} {pos} positions, {per_sec}, {elapsed} {msg}",
    };
    bar.set_style(ProgressStyle::with_template(template).expect("the template is constant"));
    bar
}
