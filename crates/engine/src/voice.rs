//! What an engine says, one line at a time, from the conversation and from the search.

use std::fmt::Display;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// An output that several threads share.
#[derive(Clone)]
pub(crate) struct Voice(Arc<Mutex<Output>>);

struct Output {
    stream: Box<dyn Write + Send>,
    is_closed: bool,
}

impl Voice {
    pub(crate) fn new(stream: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(Output { stream: Box::new(stream), is_closed: false })))
    }

    /// Says a line at once, in one piece.
    pub(crate) fn say(&self, message: &impl Display) {
        let line = format!("{message}\n");
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let written = output.stream.write_all(line.as_bytes()).and_then(|()| output.stream.flush());
        output.is_closed |= written.is_err();
    }

    /// Whether nobody listens any more.
    pub(crate) fn is_closed(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_closed
    }
}
