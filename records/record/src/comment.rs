//! Comments, and the commands that programs put into them.

use std::borrow::Cow;
use std::fmt;

use memchr::memchr;

use crate::byte_class::{NAME, run};
use crate::embedded_command::EmbeddedCommand;
use crate::error::shortened;
use crate::lexer::Syntax;
use crate::repair::RepairKind;

/// A comment: its text as the record has it, line breaks and blanks included.
///
/// Records are wrapped at blanks, so that a line break means no more than one; nothing else of a text changes when
/// it is written.
///
/// ```
/// use damier_record::{Comment, Meaning};
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
    pub fn commands(&self) -> Vec<EmbeddedCommand> {
        let line = self.line();
        let commands = parts(&line).filter_map(|part| match part {
            Part::EmbeddedCommand(text) => Some(EmbeddedCommand::from_text(text)),
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

/// Whether a text has commands whose names are known and whose contents are not understood. Files may have two commands
/// for each move, so their usual forms are recognized without parsing.
#[inline]
pub(crate) fn has_unread_command(text: &str, syntax: Syntax) -> bool {
    let mut rest = text.as_bytes();
    loop {
        rest = rest.strip_prefix(b" ").unwrap_or(rest);
        if !rest.starts_with(b"[%") {
            // A text before the next one.
            let Some(sign) = memchr(b'%', rest) else { return false };
            rest = &rest[sign.saturating_sub(1)..];
            if !rest.starts_with(b"[%") {
                rest = &rest[1..];
                continue;
            }
        }
        match usual_command(rest) {
            Some(length) => rest = &rest[length..],
            None => return unread_commands(text, syntax).next().is_some(),
        }
    }
}

/// The length of the command at the beginning of these bytes, if it is a time such as `[%clk 0:01:59]` or a value such
/// as `[%eval -0.35]`. Eight bytes are compared together.
#[inline]
pub(crate) fn usual_command(bytes: &[u8]) -> Option<usize> {
    const TIME: Shape = Shape::new(b"9:59:59]");
    const VALUE: Shape = Shape::new(b"9999.99]");
    // All that is looked at: the longest is `[%eval -1234.56]`.
    let all: [u8; 16] = bytes.first_chunk().copied().unwrap_or_else(|| padded(bytes));
    let from = |place: usize| u64::from_le_bytes(*all[place..].first_chunk().expect("eight bytes"));
    let first = from(0);
    if first & (u64::MAX >> 16) == u64::from_le_bytes(*b"[%clk \0\0") {
        return TIME.fits(from(6)).then_some(b"[%clk 0:00:00]".len());
    }
    if first & (u64::MAX >> 8) != u64::from_le_bytes(*b"[%eval \0") {
        return None;
    }
    let start = 7 + usize::from(all[7] == b'-');
    let value = from(start);
    let other = value ^ (ONES * u64::from(b'.'));
    let whole = (other.wrapping_sub(ONES) & !other & HIGH).trailing_zeros() / 8;
    let is_right = (1..=4).contains(&whole) && VALUE.fits_from(4 - whole, value);
    is_right.then_some(start + whole as usize + b".00]".len())
}

/// The bytes with zeros after them.
#[cold]
fn padded(bytes: &[u8]) -> [u8; 16] {
    let mut padded = [0; 16];
    padded[..bytes.len()].copy_from_slice(bytes);
    padded
}

/// A pattern of eight bytes, in which a digit stands for itself and all smaller ones.
struct Shape {
    /// The smallest byte for each place.
    least: u64,
    /// Added to the distance from it, this sets the highest bit where the byte is too large.
    room: u64,
}

impl Shape {
    const fn new(text: &[u8; 8]) -> Self {
        let (mut least, mut room) = (0, 0);
        let mut place = 8;
        while place > 0 {
            place -= 1;
            let byte = text[place];
            let first = if byte.is_ascii_digit() { b'0' } else { byte };
            least = least << 8 | first as u64;
            room = room << 8 | (0x7f - (byte - first)) as u64;
        }
        Self { least, room }
    }

    #[inline]
    fn fits(&self, word: u64) -> bool {
        self.fits_from(0, word)
    }

    /// Whether the bytes fit the pattern from this place on.
    #[inline]
    fn fits_from(&self, place: u32, word: u64) -> bool {
        let above = (word ^ self.least >> (8 * place)) << (8 * place);
        (((above & !HIGH) + self.room) | above) & HIGH == 0
    }
}

const HIGH: u64 = 0x80 * ONES;
const ONES: u64 = 0x0101_0101_0101_0101;

/// The commands in a text whose names are known and whose contents are not understood, as they are written.
pub(crate) fn unread_commands(text: &str, syntax: Syntax) -> impl Iterator<Item = RepairKind> {
    let commands = parts(text).filter_map(move |part| match part {
        Part::EmbeddedCommand(inner) if EmbeddedCommand::is_unread(inner, syntax) => Some(inner),
        _ => None,
    });
    commands.map(|inner| RepairKind::CommandText { found: shortened(format!("[%{inner}]").as_bytes()) })
}

enum Part<'a> {
    Text(&'a str),
    /// What stands between `[%` and `]`.
    EmbeddedCommand(&'a str),
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
                Some(Part::EmbeddedCommand(inner))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_known_by_their_names() {
        for (text, expected) in [
            ("a\n\n[Event \"b\"]", true),
            ("a\r\n \r\n[ Event\t\"b\"]", true),
            ("a\n[Event \"b\"]", false),
            ("a\n\n[\"b\"]", false),
            ("a\n\n[Event]", false),
        ] {
            assert_eq!(has_tag_line(text.as_bytes()), expected, "{text:?}");
        }
    }

    #[test]
    fn usual_commands_are_known_without_being_read() {
        let usual = |text: &str| usual_command(text.as_bytes());
        assert_eq!(usual("[%clk 0:01:59]"), Some(14));
        assert_eq!(usual("[%eval -0.35] x"), Some(13));
        assert_eq!(usual("[%eval 112.00]"), Some(14));
        assert_eq!(usual("[%eval -1234.56]"), Some(16));
        assert_eq!(usual("[%clk 9:59:59] x y z"), Some(14));
        for text in [
            "[%clk 0:61:59]",
            "[%clk 0:01:60]",
            "[%clk 0:01:5]",
            "[%clk 0:01:59",
            "[%clk x:01:59]",
            "[%eval 0,35]",
            "[%eval .35]",
            "[%eval -]",
            "[%eval 12345.00]",
            "[%eval --1.00]",
            "[%eval 1.0:]",
            "[%eval 1.00",
            "[%eval 1/.00]",
            "[%clk 0:01/59]",
            "[%eval 0.35,20]",
            "[%emt 0:00:01]",
            // Letters of two bytes where digits belong.
            "[%clk 0:\u{e9}:59]",
            "[%eval 0.\u{e9}]",
        ] {
            assert_eq!(usual(text), None, "{text}");
        }
    }

    #[test]
    fn commands_are_found_wherever_they_stand() {
        for (text, is_unread) in [
            ("", false),
            ("%", false),
            ("100% [%clk 0:01:59]", false),
            ("[%eval 0.35] [%clk 0:01:59]", false),
            ("[%eval 0.35] [%clk 0:01:59] x [%emt 0:00:01] %", false),
            ("x%[%clk 5:00]", true),
            ("[%eval 0.35] [%clk 0:01:99]", true),
            ("a % b [%clk 0:01:59][%csl ]", true),
            ("[%wqm x] [%clk", false),
            ("[%[%clk x]", false),
        ] {
            assert_eq!(has_unread_command(text, Syntax::Pgn), is_unread, "{text}");
            assert_eq!(unread_commands(text, Syntax::Pgn).next().is_some(), is_unread, "{text}");
        }
    }
}
