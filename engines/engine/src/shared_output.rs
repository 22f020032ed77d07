//! The output of an engine, shared by the command loop and the search.

use std::fmt::Display;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// An output that several threads write to, one line at a time. It is unbuffered: a writer waits until somebody reads.
#[derive(Clone)]
pub(crate) struct SharedOutput(Arc<Output>);

struct Output {
    stream: Mutex<Box<dyn Write + Send>>,
    is_closed: AtomicBool,
}

impl SharedOutput {
    pub(crate) fn new(stream: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Output { stream: Mutex::new(Box::new(stream)), is_closed: AtomicBool::new(false) }))
    }

    /// Writes a line at once.
    pub(crate) fn write_line(&self, message: &impl Display) {
        let line = format!("{message}\n");
        let mut stream = self.0.stream.lock().unwrap_or_else(PoisonError::into_inner);
        if stream.write_all(line.as_bytes()).and_then(|()| stream.flush()).is_err() {
            self.0.is_closed.store(true, Ordering::Relaxed);
        }
    }

    /// Whether a write has failed because the reader is gone. Never blocks, even if another thread is stuck in a write:
    /// commands must still be read.
    pub(crate) fn is_closed(&self) -> bool {
        self.0.is_closed.load(Ordering::Relaxed)
    }
}
