//! What can be wrong with a record, and where.

use std::fmt;
use std::io;

use boardgame::{FenError, MoveError, Outcome, Reason};
use thiserror::Error;

use crate::piece_letters::Letters;
use crate::repair::RepairKind;

/// A place in a text. Lines count from 1, and so do columns, which are bytes and not letters: a letter that is not ASCII
/// is two or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// The line, from 1.
    pub line: u64,
    /// The byte in the line, from 1.
    pub column: u64,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A game that cannot be read: which, where, and why. The games after it can.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("game {game}, {place}: {fault}")]
pub struct RecordError {
    /// The number of the game in its file, from 1.
    pub game: u64,
    /// Where the fault was found.
    pub place: Location,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Fault {
    /// The bytes cannot be read. Nothing after this can be.
    #[error("cannot read: {message}")]
    Io {
        /// The kind of failure.
        kind: io::ErrorKind,
        /// What the system says.
        message: String,
    },
    /// A character that has no meaning where it stands.
    #[error("found {found:?}, expected {expected}")]
    Unexpected {
        /// The character.
        found: char,
        /// What would be right.
        expected: &'static str,
    },
    /// A tag that does not have the form of one.
    #[error("bad tag {found:?}: expected {expected}")]
    BadTag {
        /// The text from its bracket on, shortened.
        found: String,
        /// What would be right.
        expected: &'static str,
    },
    /// A set-up inside a game that does not have the form of one.
    #[error("bad set-up {found:?}: expected /FEN \"...\"/")]
    BadSetUp {
        /// The text from its slash on, shortened.
        found: String,
    },
    /// Bytes that are not UTF-8 in a text that is read as UTF-8.
    #[error("{found:?} is not UTF-8 at byte {byte:02x}")]
    NotUtf8 {
        /// The text, shortened, with U+FFFD where it is not.
        found: String,
        /// The first byte that cannot stand there.
        byte: u8,
    },
    /// Something is opened and the text ends before it is closed.
    #[error("{what} is not closed, expected {expected}")]
    NotClosed {
        /// What was opened here.
        what: &'static str,
        /// What closes it.
        expected: &'static str,
    },
    /// A variation is closed that was not opened.
    #[error("found \")\" without a variation to close")]
    NotOpened,
    /// A variation, which replaces a move, with no move before it.
    #[error("a variation without a move before it to vary")]
    NothingToVary,
    /// Longer than any record needs.
    #[error("{what} longer than {limit} bytes{}", behind(what))]
    TooLong {
        /// What is too long.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// More than any record needs.
    #[error("more than {limit} {what}")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// A numeric annotation that does not exist.
    #[error("bad annotation {found:?}: expected a number from $0 to $255")]
    BadNag {
        /// What stood there, shortened.
        found: String,
    },
    /// The game begins with, or is set up to, something that is not a position.
    #[error("bad position: {0}")]
    BadPosition(#[from] FenError),
    /// A move that the rules do not allow.
    #[error("{error}{}", meant.as_ref().map_or_else(String::new, |meant| format!("; perhaps {meant} was meant")))]
    BadMove {
        /// Why not.
        error: MoveError,
        /// The legal move that was probably meant.
        meant: Option<String>,
    },
    /// After `...` in place of a move, which is unknown.
    #[error("the previous move is unknown: the game cannot be followed from here")]
    UnknownMove,
    /// A tag whose value is not what the standard wants, or what the game is.
    #[error("the tag {name} is {found:?}, expected {expected}")]
    WrongTag {
        /// The tag.
        name: &'static str,
        /// Its value.
        found: String,
        /// What would be right.
        expected: String,
    },
    /// The result is not the one that the rules give the last position.
    #[error("the result is {recorded}, but the rules say {}: {}", words(outcome), words(reason))]
    WrongResult {
        /// What is recorded, as the record writes it.
        recorded: String,
        /// What the rules say.
        outcome: Outcome,
        /// And why.
        reason: Reason,
    },
    /// A move with letters or signs of another language than its record.
    #[error("bad move {found:?}: the piece letters are {letters}")]
    OtherLetters {
        /// The move, shortened.
        found: String,
        /// The letters of the record.
        letters: Letters,
    },
    /// The record gives two results, and only one can be right.
    #[error(
        "the tag Result is {tag:?}, but the game ends with {terminator:?}: only one of them can be right"
    )]
    ResultsContradict {
        /// What the tag says.
        tag: String,
        /// What the game ends with.
        terminator: String,
    },
    /// Something that only the tolerant mode reads.
    #[error("{0}")]
    NotTolerated(RepairKind),
    /// A visitor refused what it was shown.
    #[error("{reason}")]
    Refused {
        /// Why, in words.
        reason: String,
    },
}

/// What is not read after something that is too long.
fn behind(what: &str) -> &'static str {
    if what == "comment" { "; the text after it, up to the next tags, is not read" } else { "" }
}

impl Fault {
    /// What is wrong with bytes that are not UTF-8.
    pub(crate) fn not_utf_8(bytes: &[u8]) -> Result<(), Self> {
        let Err(error) = std::str::from_utf8(bytes) else { return Ok(()) };
        let bad = error.valid_up_to();
        // The bad byte shall be seen in what is quoted.
        let start = bytes[..bad].iter().rposition(u8::is_ascii_whitespace).map_or(0, |space| space + 1);
        Err(Self::NotUtf8 { found: shortened(&bytes[start..]), byte: bytes[bad] })
    }

    /// Whether this is a comment without an end, which the reader skips up to the next line that begins with a tag.
    pub(crate) fn is_open_comment(&self) -> bool {
        matches!(self, Self::NotClosed { what: "the comment", .. } | Self::TooLong { what: "comment", .. })
    }

    /// Whether a move is not legal, or cannot be known to be.
    pub(crate) fn is_of_move(&self) -> bool {
        matches!(self, Self::BadMove { .. } | Self::OtherLetters { .. } | Self::UnknownMove)
    }

    /// Whether other games may be lost because of this. It is reported even after another error of its game.
    #[must_use]
    pub fn may_hide_games(&self) -> bool {
        self.is_open_comment() || matches!(self, Self::NotTolerated(kind) if kind.may_hide_games())
    }
}

impl From<RepairKind> for Fault {
    fn from(kind: RepairKind) -> Self {
        Self::NotTolerated(kind)
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::Io { kind: error.kind(), message: error.to_string() }
    }
}

/// A name of machine-readable output, such as `no_legal_moves`, in words.
pub(crate) fn words(name: &impl fmt::Display) -> String {
    name.to_string().replace('_', " ")
}

/// A text as errors quote it: one short line.
///
/// ```
/// use damier_record::shortened;
///
/// assert_eq!(shortened(b"e4 e5\nNf3"), "e4 e5");
/// assert_eq!(shortened("x".repeat(50).as_bytes()), format!("{}...", "x".repeat(40)));
/// ```
#[must_use]
pub fn shortened(bytes: &[u8]) -> String {
    const LONGEST: usize = 40;
    let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let text = String::from_utf8_lossy(&line[..line.len().min(4 * LONGEST)]);
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.trim_end().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use boardgame::{Color, Rule};

    use super::*;

    #[test]
    fn long_texts_are_cut_after_forty_letters() {
        for letter in ["x", "é", "♘"] {
            assert_eq!(shortened(letter.repeat(50).as_bytes()), format!("{}...", letter.repeat(40)));
            assert_eq!(shortened(letter.repeat(40).as_bytes()), letter.repeat(40));
        }
    }

    #[test]
    fn rules_are_told_in_words() {
        let outcome = Outcome::Win(Color::White);
        let reason = Reason { rule: Rule::NoLegalMoves, name: "no_legal_moves", article: "FMJD 1.8" };
        let wrong = Fault::WrongResult { recorded: "1-1".to_owned(), outcome, reason };
        let expected = "the result is 1-1, but the rules say white wins: no legal moves (FMJD 1.8)";
        assert_eq!(wrong.to_string(), expected);
        for kind in [RepairKind::PlayedOn { outcome, reason }, RepairKind::ResultMissing { outcome, reason }]
        {
            let text = kind.to_string();
            assert!(text.contains("white wins") && text.ends_with("no legal moves (FMJD 1.8)"), "{text}");
        }
    }
}
