//! Terminal settings, and text that is safe to print.

use std::borrow::Cow;

#[cfg(unix)]
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

/// Makes untrusted text safe to print: escapes characters that could move the cursor, change colors, begin a line or
/// change the direction of writing.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    escaped(text, acts)
}

/// Like [`shown`] for a text of several lines.
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

/// Whether a terminal acts on a character instead of showing it.
fn acts(letter: char) -> bool {
    let is_direction =
        matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    letter.is_control() || is_direction || matches!(letter, '\u{2028}' | '\u{2029}')
}

/// Saved terminal settings; empty without a terminal.
pub(crate) struct Terminal {
    #[cfg(unix)]
    settings: Option<Termios>,
}

impl Terminal {
    /// Saves the current settings.
    pub(crate) fn now() -> Self {
        Self {
            #[cfg(unix)]
            settings: tcgetattr(std::io::stdin()).ok(),
        }
    }

    /// Restores the settings.
    pub(crate) fn restore(&self) {
        #[cfg(unix)]
        if let Some(settings) = &self.settings {
            // A terminal that was closed has no settings.
            let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, settings);
        }
    }
}

/// Turns off echo while it lives, because typed characters would break a line that is being redrawn. The input is not
/// lost.
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
    fn control_characters_are_escaped() {
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
