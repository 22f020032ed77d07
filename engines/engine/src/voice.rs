//! What an engine says, one line at a time, from the conversation and from the search.

use std::fmt::Display;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// An output that several threads share. Nothing is kept: whoever speaks waits until somebody reads.
#[derive(Clone)]
pub(crate) struct Voice(Arc<Output>);

struct Output {
    stream: Mutex<Box<dyn Write + Send>>,
    is_closed: AtomicBool,
}

impl Voice {
    pub(crate) fn new(stream: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Output { stream: Mutex::new(Box::new(stream)), is_closed: AtomicBool::new(false) }))
    }

    /// Says a line at once, in one piece.
    pub(crate) fn say(&self, message: &impl Display) {
        let line = format!("{message}\n");
        let mut stream = self.0.stream.lock().unwrap_or_else(PoisonError::into_inner);
        if stream.write_all(line.as_bytes()).and_then(|()| stream.flush()).is_err() {
            self.0.is_closed.store(true, Ordering::Relaxed);
        }
    }

    /// Whether nobody listens any more. Does not wait for somebody who speaks to an output that nobody reads: what is
    /// said to us must be heard all the same.
    pub(crate) fn is_closed(&self) -> bool {
        self.0.is_closed.load(Ordering::Relaxed)
    }
}
