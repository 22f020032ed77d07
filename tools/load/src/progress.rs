//! What is going on, told on a terminal.

use std::io::{IsTerminal, Write};

/// One line on a terminal that the next one replaces; nothing elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    is_shown: bool,
}

impl Progress {
    /// Shows progress if standard error is a terminal.
    #[must_use]
    pub fn new() -> Self {
        Self { is_shown: std::io::stderr().is_terminal() }
    }

    /// Shows nothing.
    #[must_use]
    pub fn hidden() -> Self {
        Self { is_shown: false }
    }

    /// Replaces the line.
    pub fn show(&self, text: &str) {
        if self.is_shown {
            let mut out = std::io::stderr().lock();
            // Progress that cannot be shown is no reason to stop.
            let _ = write!(out, "\r\x1b[K{text}").and_then(|()| out.flush());
        }
    }

    /// Removes the line.
    pub fn clear(&self) {
        self.show("");
    }
}

impl Default for Progress {
    fn default() -> Self {
        Self::new()
    }
}
