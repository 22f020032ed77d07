//! The encoding that was assumed for a text, and how that is reported.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use super::names::Encoding;

/// How the encoding of a text is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// There was nothing but ASCII, or UTF-8.
    Content,
    /// A byte order mark says so, or the zero bytes of UTF-16.
    Mark,
    /// The caller said so.
    Told,
    /// By its letters and words.
    Guessed,
    /// So too, but it may be another.
    Unsure,
}

/// The encoding assumed for the part of a text that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumption {
    /// The encoding.
    pub encoding: Encoding,
    /// How it is known.
    pub how: How,
    /// Another encoding that fits nearly as well.
    pub rival: Option<Encoding>,
    /// How many places were not of this encoding, and became U+FFFD.
    pub replaced: u64,
    /// How many different words look as if they were of another encoding.
    pub contradictions: u64,
    /// The first of them as it was read, and what it is rather.
    pub contradiction: Option<(String, Encoding)>,
}

impl Default for Assumption {
    fn default() -> Self {
        Self {
            encoding: Encoding::UTF_8,
            how: How::Content,
            rival: None,
            replaced: 0,
            contradictions: 0,
            contradiction: None,
        }
    }
}

/// Errors about an uncertain encoding begin with this.
pub const UNSURE: &str = "the encoding is not sure";

/// In words: what was assumed, and what speaks against it.
impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { encoding, how, rival, replaced, .. } = self;
        write!(f, "read as {encoding}")?;
        match (how, rival) {
            (How::Content | How::Told, _) => {}
            (How::Mark, _) => write!(f, " (by its zero bytes or byte order mark)")?,
            (How::Guessed, _) => write!(f, " (guessed)")?,
            (How::Unsure, None) => write!(f, " (a guess, not sure)")?,
            (How::Unsure, Some(rival)) => write!(f, " (a guess, not sure: perhaps {rival})")?,
        }
        if let Some((word, other)) = &self.contradiction {
            let others = self.contradictions.saturating_sub(1);
            write!(f, ", but {word:?} seems to be {other}")?;
            if others > 0 {
                write!(f, ", and so do {others} more words")?;
            }
        }
        match replaced {
            0 => Ok(()),
            1 => write!(f, "; 1 bad byte sequence became U+FFFD"),
            _ => write!(f, "; {replaced} bad byte sequences became U+FFFD"),
        }
    }
}

impl Assumption {
    /// Whether it is worth reporting: plain UTF-8 is not, nor an encoding that the caller chose.
    #[must_use]
    pub fn is_worth_a_word(&self) -> bool {
        !matches!(self.how, How::Content | How::Told) || self.replaced > 0
    }
}

/// What a [`Decoded`](crate::Decoded) assumes, for callers that have given it away.
#[derive(Clone, Debug, Default)]
pub struct Assumed(Arc<Mutex<Assumption>>);

impl Assumed {
    /// What is assumed by now.
    #[must_use]
    pub fn get(&self) -> Assumption {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn change(&self, change: impl FnOnce(&mut Assumption)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}
