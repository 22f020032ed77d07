//! Progress bars on standard error, if that is a terminal.

use std::cell::{Cell, OnceCell};
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use ::diff::{Effort, Observer};
use damier::diagram::Charset;
use files::Progress;
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use perft::Monitor;

use crate::commands::number_of;
use crate::display;

/// What a full progress bar means.
#[derive(Clone, Copy)]
pub(crate) enum Total {
    /// All parts of one count.
    Parts,
    /// This many nodes.
    Nodes(u64),
}

const NODES: &str = "{bar:30} {percent}% {msg}, {eta} to go";
const BYTES: &str =
    "{bar:30} {percent}% {binary_bytes} of {binary_total_bytes}, {binary_bytes_per_sec}, {eta} to go";
const BYTES_SO_FAR: &str = "{binary_bytes}, {binary_bytes_per_sec}";

const BETWEEN_UPDATES: Duration = Duration::from_millis(100);

/// Does the work and shows its progress.
pub(crate) fn with_progress<T>(monitor: &Monitor, total: Total, work: impl FnOnce() -> T) -> T {
    with_bar(NODES, |bar, elapsed| update(bar, monitor, total, elapsed), |_| work())
}

/// Reads files and shows the progress. The work receives the bar so that it can print without breaking it.
pub(crate) fn with_bytes<T>(progress: &Progress, work: impl FnOnce(&ProgressBar) -> T) -> T {
    // The length of a pipe is unknown.
    let template = if progress.length() > 0 { BYTES } else { BYTES_SO_FAR };
    let update = |bar: &ProgressBar, _| {
        bar.set_length(progress.length().max(1));
        bar.set_position(progress.read());
    };
    with_bar(template, update, work)
}

fn with_bar<T>(
    template: &str,
    update: impl Fn(&ProgressBar, Duration) + Send,
    work: impl FnOnce(&ProgressBar) -> T,
) -> T {
    if !io::stderr().is_terminal() {
        return work(&ProgressBar::hidden());
    }
    let bar = ProgressBar::with_draw_target(Some(1), ProgressDrawTarget::stderr());
    bar.set_style(style(template));
    std::thread::scope(|scope| {
        // Dropping the sender tells the thread that the work is done.
        let (sender, receiver) = mpsc::channel::<()>();
        let shown = &bar;
        scope.spawn(move || {
            let start = Instant::now();
            while receiver.recv_timeout(BETWEEN_UPDATES) == Err(RecvTimeoutError::Timeout) {
                update(shown, start.elapsed());
            }
            shown.finish_and_clear();
        });
        let result = work(&bar);
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

/// Shows the progress of a comparison and of minimizing a difference.
pub(crate) struct ComparisonProgress<'a> {
    stop: &'a AtomicBool,
    begin: Instant,
    positions: ProgressBar,
    /// Questions about the current position.
    questions: Cell<u64>,
    minimizing: OnceCell<ProgressBar>,
}

impl<'a> ComparisonProgress<'a> {
    /// Starts with the number of positions, if known.
    pub(crate) fn new(total: Option<u64>, stop: &'a AtomicBool) -> Self {
        let (positions, minimizing) = (positions_bar(total), OnceCell::new());
        Self { stop, begin: Instant::now(), positions, questions: Cell::new(0), minimizing }
    }

    /// Counts one more position.
    pub(crate) fn advance(&self) {
        self.questions.set(0);
        self.positions.inc(1);
    }

    /// Clears the line.
    pub(crate) fn finish(&self) {
        self.positions.finish_and_clear();
        if let Some(bar) = self.minimizing.get() {
            bar.finish_and_clear();
        }
    }
}

impl Observer for ComparisonProgress<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn now(&self) -> Duration {
        self.begin.elapsed()
    }

    fn asking(&self) {
        let questions = self.questions.get() + 1;
        self.questions.set(questions);
        let shown = if questions > 1 { format!("({questions} questions)") } else { String::new() };
        self.positions.set_message(shown);
    }

    fn minimizing(&self, effort: &Effort) {
        let (questions, pieces) = (effort.questions as u64, effort.pieces as u64);
        let message = format!("{}, {} left", number_of(questions, "question"), number_of(pieces, "piece"));
        let bar = self.minimizing.get_or_init(|| {
            self.positions.finish_and_clear();
            minimizing_bar(effort.most_time, message.clone())
        });
        bar.set_message(message);
    }
}

/// A line that shows the time spent on minimizing a difference, also while an engine thinks. Hidden without a
/// terminal.
fn minimizing_bar(most: Duration, message: String) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let template = "minimizing: {elapsed} of {prefix}, {msg}";
    bar.set_style(ProgressStyle::with_template(template).expect("the template is constant"));
    bar.set_prefix(format!("{}s", most.as_secs_f64()));
    bar.set_message(message);
    bar.enable_steady_tick(BETWEEN_UPDATES);
    bar
}

/// A bar for positions, or a spinner if their number is unknown. Hidden without a terminal.
fn positions_bar(total: Option<u64>) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr());
    let template = match total {
        Some(_) => "{bar:30} {pos} of {len} positions, {per_sec}, {eta} to go {msg}",
        None => "{spinner} {pos} positions, {per_sec}, {elapsed} {msg}",
    };
    bar.set_style(style(template));
    bar
}

/// The style of a bar; ASCII only in a locale without UTF-8.
pub(crate) fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template).expect("the template is constant");
    match display::charset() {
        Charset::Unicode => style,
        Charset::Ascii => style.tick_chars("|/-\\ ").progress_chars("#- "),
    }
}

/// Shows how many jobs of a run workers have done.
#[cfg(feature = "workers")]
pub(crate) struct JobProgress {
    bar: ProgressBar,
}

#[cfg(feature = "workers")]
impl JobProgress {
    /// An empty bar. Hidden without a terminal.
    pub(crate) fn new() -> Self {
        let bar = ProgressBar::with_draw_target(Some(1), ProgressDrawTarget::stderr());
        bar.set_style(style("{bar:30} {pos} of {len} jobs, {msg}, {eta} to go"));
        Self { bar }
    }

    /// Shows the jobs of a run and the workers that live.
    pub(crate) fn set(&self, counts: &queue::JobCounts, workers: i64) {
        self.bar.set_length(counts.all().unsigned_abs().max(1));
        let failed = if counts.failed > 0 { format!(", {} failed", counts.failed) } else { String::new() };
        let workers = number_of(workers.unsigned_abs(), "worker");
        self.bar.set_message(format!("{} in the works{failed}, {workers}", counts.taken));
        self.bar.set_position(counts.done.unsigned_abs());
    }
}

#[cfg(feature = "workers")]
impl Drop for JobProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
