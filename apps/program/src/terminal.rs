//! The terminal: its settings, and what may be shown on it.

use std::borrow::Cow;

#[cfg(unix)]
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

/// A text from outside as it may be shown: what could move the cursor, change colors, begin a line or turn the
/// direction of writing stands there as an escape.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    escaped(text, acts)
}

/// The same for a text of several lines.
pub(crate) fn shown_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |letter| letter != '\n' && acts(letter))
}

fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        if is_escaped(letter) { shown.extend(letter.escape_default()) } else { shown.push(letter) }
    }
    Cow::Owned(shown)
}

/// Whether a letter does something on a terminal rather than being shown.
fn acts(letter: char) -> bool {
    let is_direction =
        matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    letter.is_control() || is_direction || matches!(letter, '\u{2028}' | '\u{2029}')
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_act_are_escaped() {
        assert_eq!(
            shown("\u{1b}[2Jred\r\n\u{7}\u{9b}1m\u{202e}"),
            "\\u{1b}[2Jred\\r\\n\\u{7}\\u{9b}1m\\u{202e}"
        );
        assert_eq!(shown_lines("one\ntwo\t\u{1b}"), "one\ntwo\\t\\u{1b}");
        for text in ["", "e2e4 \u{e9} \u{448}\u{430}\u{448}\u{43a}\u{438} \u{265f}"] {
            assert!(matches!(shown(text), Cow::Borrowed(same) if same == text));
        }
    }
}
