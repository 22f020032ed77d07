//! Comments, and the commands that programs put into them.

use std::borrow::Cow;
use std::fmt;

use memchr::memchr;

use crate::class::{NAME, run};

/// A comment: its text as the record has it, line breaks and blanks included.
///
/// Records are wrapped at blanks, so that a line break means no more than one; nothing else of a text changes when
/// it is written.
///
/// ```
/// use record::{Comment, Meaning};
///
/// let comment = Comment::new("a fine move [%clk 0:01:59]\n[%csl Gd4,Re5]");
/// assert_eq!(comment.text(), "a fine move [%clk 0:01:59]\n[%csl Gd4,Re5]");
/// assert_eq!(comment.plain(), "a fine move");
/// let commands = comment.commands();
/// let [Meaning::Clock(clock), Meaning::Squares(marked)] = [commands[0].meaning(), commands[1].meaning()] else {
///     panic!()
/// };
/// assert_eq!(clock.as_secs(), 119);
/// assert_eq!(marked[1].squares, "e5");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Comment {
    text: String,
}

impl Comment {
    /// A comment. However the lines of the text end, they end with `\n` here.
    #[must_use]
    pub fn new(text: &str) -> Self {
        if !text.contains(['\r', '\0']) {
            return Self { text: text.to_owned() };
        }
        Self { text: text.replace("\r\n", "\n").replace('\r', "\n").replace('\0', " ") }
    }

    /// A comment whose line ends mean something, as it is. PGN and PDN cannot hold them, and their writer says so.
    #[must_use]
    pub fn with_lines(text: &str) -> Self {
        Self { text: text.to_owned() }
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text without commands, and without white space around it.
    #[must_use]
    pub fn plain(&self) -> String {
        let mut plain = String::new();
        for part in parts(&self.line()) {
            if let Part::Text(text) = part {
                let text = text.trim();
                if !plain.is_empty() && !text.is_empty() {
                    plain.push(' ');
                }
                plain.push_str(text);
            }
        }
        plain
    }

    /// The commands, in order.
    #[must_use]
    pub fn commands(&self) -> Vec<crate::Command> {
        let line = self.line();
        let commands = parts(&line).filter_map(|part| match part {
            Part::Command(text) => Some(crate::Command::from_text(text)),
            Part::Text(_) => None,
        });
        commands.collect()
    }
}

impl Comment {
    /// The text in one line.
    fn line(&self) -> Cow<'_, str> {
        match self.text.contains('\n') {
            true => Cow::Owned(self.text.replace('\n', " ")),
            false => Cow::Borrowed(&self.text),
        }
    }
}

impl fmt::Display for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Whether what looks like a tag begins a line after an empty one, as it does where a game begins.
pub(crate) fn has_tag_line(text: &[u8]) -> bool {
    let mut rest = text;
    while let Some(end) = memchr(b'\n', rest) {
        rest = &rest[end + 1..];
        let empty = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
        let Some(line) = rest[empty..].strip_prefix(b"\n") else { continue };
        let Some(tag) = line.strip_prefix(b"[") else { continue };
        let tag = tag.trim_ascii_start();
        let name = run(tag, NAME);
        if name > 0 && tag[name..].trim_ascii_start().starts_with(b"\"") {
            return true;
        }
    }
    false
}

enum Part<'a> {
    Text(&'a str),
    /// What stands between `[%` and `]`.
    Command(&'a str),
}

/// A text in turns of plain text and commands.
fn parts(text: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let command = rest.find("[%").and_then(|start| {
            let length = rest[start..].find(']')?;
            Some((start, start + length))
        });
        match command {
            Some((0, end)) => {
                let inner = &rest[2..end];
                rest = &rest[end + 1..];
                Some(Part::Command(inner))
            }
            Some((start, _)) => {
                let (plain, after) = rest.split_at(start);
                rest = after;
                Some(Part::Text(plain))
            }
            None => Some(Part::Text(std::mem::take(&mut rest))),
        }
    })
}
