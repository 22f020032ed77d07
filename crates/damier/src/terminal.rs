//! The settings of the terminal.

#[cfg(unix)]
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

/// The settings of the terminal as they were, to be put back; nothing without a terminal.
pub(crate) struct Terminal {
    #[cfg(unix)]
    settings: Option<Termios>,
}

impl Terminal {
    /// The settings now.
    pub(crate) fn now() -> Self {
        Self {
            #[cfg(unix)]
            settings: tcgetattr(std::io::stdin()).ok(),
        }
    }

    /// Puts the settings back.
    pub(crate) fn restore(&self) {
        #[cfg(unix)]
        if let Some(settings) = &self.settings {
            // A terminal that was closed has no settings.
            let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, settings);
        }
    }
}

/// A terminal that does not show what is typed, as long as this lives: it would stand in the middle of a line that
/// is being redrawn. What was typed is not lost.
pub(crate) struct Silence(Terminal);

impl Silence {
    pub(crate) fn begin() -> Self {
        let terminal = Terminal::now();
        #[cfg(unix)]
        if let Some(mut settings) = terminal.settings.clone() {
            settings.local_modes.remove(LocalModes::ECHO | LocalModes::ECHOCTL);
            let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, &settings);
        }
        Self(terminal)
    }
}

impl Drop for Silence {
    fn drop(&mut self) {
        self.0.restore();
    }
}
