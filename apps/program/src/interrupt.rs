//! Ctrl-C: the first stops the work, the second the program. On Unix the signals TERM and HUP do the same, so that
//! partial results are printed and no engine keeps running. `nohup` does not block HUP.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use files::Progress;
use perft::Monitor;

use crate::exit;
use crate::terminal::Terminal;

/// Work that can be stopped from another thread.
pub(crate) trait Stop: Send + Sync + 'static {
    fn stop(&self);
    fn is_stopped(&self) -> bool;
}

impl Stop for Monitor {
    fn stop(&self) {
        self.stop();
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped()
    }
}

impl Stop for Progress {
    fn stop(&self) {
        self.stop();
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped()
    }
}

impl Stop for engine::Control {
    fn stop(&self) {
        self.stop();
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped()
    }
}

/// Makes Ctrl-C end the program at once, for commands that mostly wait for input and have nothing to lose.
pub(crate) fn exit_on_interrupt() -> anyhow::Result<()> {
    let handler = || std::process::exit(i32::from(exit::INTERRUPTED));
    ctrlc::set_handler(handler).context("cannot listen for Ctrl-C")
}

/// Makes Ctrl-C stop this work.
pub(crate) fn stop_on_interrupt<S: Stop>(work: &Arc<S>) -> anyhow::Result<()> {
    let work = Arc::clone(work);
    let handler = move || {
        if work.is_stopped() {
            std::process::exit(i32::from(exit::INTERRUPTED));
        }
        work.stop();
    };
    ctrlc::set_handler(handler).context("cannot listen for Ctrl-C")
}

/// Returns a flag that Ctrl-C sets. A second Ctrl-C ends the program and all engines.
pub(crate) fn interrupt_flag() -> anyhow::Result<Arc<AtomicBool>> {
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

/// Like [`interrupt_flag`], and tells the user what the first Ctrl-C does.
#[cfg(feature = "matches")]
pub(crate) fn finish_on_interrupt(message: &'static str) -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&flag);
    let handler = move || {
        if set.swap(true, Ordering::Relaxed) {
            client::kill_all();
            std::process::exit(i32::from(exit::INTERRUPTED));
        }
        crate::complain(message);
    };
    ctrlc::set_handler(handler).context("cannot listen for Ctrl-C")?;
    Ok(flag)
}

/// Calls the handler for each Ctrl-C, TERM and HUP.
#[cfg(any(feature = "serve", feature = "workers"))]
pub(crate) fn on_each_signal(handler: impl Fn() + Send + 'static) -> anyhow::Result<()> {
    on_signals(move |_| handler())
}

/// Decides what Ctrl-C stops: the search while an engine thinks; otherwise, and the second time, the program.
/// TERM and HUP always end the program.
#[derive(Debug, Default)]
pub(crate) struct Interrupts {
    is_thinking: AtomicBool,
    is_interrupted: AtomicBool,
}

/// Marks an engine as thinking while it lives.
pub(crate) struct ThinkingGuard<'a>(&'a Interrupts);

impl Interrupts {
    /// Starts listening for Ctrl-C.
    pub(crate) fn listen() -> anyhow::Result<Arc<Self>> {
        let interrupts = Arc::new(Self::default());
        let listener = Arc::clone(&interrupts);
        let terminal = Terminal::now();
        on_signals(move |signal| {
            let is_first = !listener.is_interrupted.swap(true, Ordering::Relaxed);
            let is_for_engine = is_first && listener.is_thinking.load(Ordering::Relaxed);
            if !is_for_engine || signal == Signal::Leave {
                terminal.restore();
                std::process::exit(i32::from(exit::INTERRUPTED));
            }
        })?;
        Ok(interrupts)
    }

    /// Marks the start of a search.
    pub(crate) fn begin_thinking(&self) -> ThinkingGuard<'_> {
        self.is_interrupted.store(false, Ordering::Relaxed);
        self.is_thinking.store(true, Ordering::Relaxed);
        ThinkingGuard(self)
    }

    /// Whether the last search was interrupted.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.is_interrupted.load(Ordering::Relaxed)
    }
}

/// The kinds of signals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Signal {
    /// Ctrl-C.
    Interrupt,
    /// TERM and HUP.
    #[cfg_attr(not(unix), expect(dead_code, reason = "only Unix has these signals"))]
    Leave,
}

/// Calls the handler for each signal, on its own thread.
#[cfg(unix)]
fn on_signals(handler: impl Fn(Signal) + Send + 'static) -> anyhow::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP]).context("cannot listen for signals")?;
    let listen = move || {
        for number in signals.forever() {
            handler(if number == SIGINT { Signal::Interrupt } else { Signal::Leave });
        }
    };
    std::thread::Builder::new().spawn(listen).context("cannot listen for signals")?;
    Ok(())
}

#[cfg(not(unix))]
fn on_signals(handler: impl Fn(Signal) + Send + 'static) -> anyhow::Result<()> {
    ctrlc::set_handler(move || handler(Signal::Interrupt)).context("cannot listen for Ctrl-C")
}

impl Drop for ThinkingGuard<'_> {
    fn drop(&mut self) {
        self.0.is_thinking.store(false, Ordering::Relaxed);
    }
}
