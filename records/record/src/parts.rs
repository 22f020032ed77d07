//! Records cut into parts that can be read at the same time.

use std::io::{self, Cursor, Read};

use memchr::{memchr_iter, memmem};

/// The fewest bytes of a part, unless it is the last.
const PART: usize = 1 << 20;

/// The most bytes that are searched for a place to cut.
const LARGEST_PART: usize = 1 << 26;

/// The bytes that are read at a time.
const CHUNK: usize = 1 << 16;

/// What a game begins with, so that the input is cut before it.
const GAME: &[u8] = b"\n[Event \"";

/// Cuts a record into parts of about a mebibyte, each of which can be read on its own: before tags `Event` that follow
/// a result or `*`.
///
/// Whether a part ends between two games is known only when it has been read: its last `1-0` may stand in a comment.
/// [`Reader::ends_between_games`](crate::Reader::ends_between_games) says so; if it does not, the part and the next one
/// must be [joined](Part::join) and read again. A record without places to cut is left as the
/// [rest](Self::into_rest), so that memory is bounded.
///
/// ```
/// use damier_record::Parts;
///
/// let game = "[Event \"?\"]\n\n1. e4 e5 *\n\n";
/// let text = game.repeat(100_000);
/// let parts: Vec<_> = Parts::new(text.as_bytes()).collect();
/// assert_eq!(parts.len(), 3);
/// assert!(parts.iter().all(|part| part.len() % game.len() == 0));
/// assert!(parts[2].is_last());
/// ```
#[derive(Debug)]
pub struct Parts<R> {
    read: R,
    /// What was read after the last part.
    rest: Vec<u8>,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    More,
    /// No place to cut in the part that was searched.
    Uncut,
    End,
}

/// A part of a record, see [`Parts`].
#[derive(Debug)]
pub struct Part {
    bytes: Vec<u8>,
    /// Why the record cannot be read after these bytes.
    failure: Option<io::Error>,
    is_last: bool,
}

impl<R: Read> Parts<R> {
    /// Cuts this record.
    pub fn new(read: R) -> Self {
        Self { read, rest: Vec::new(), state: State::More }
    }

    /// What is left of a record that could not be cut; nothing if its last part was given.
    #[must_use]
    pub fn into_rest(self) -> Option<impl Read> {
        (self.state != State::End).then(|| Cursor::new(self.rest).chain(self.read))
    }
}

impl<R: Read> Iterator for Parts<R> {
    type Item = Part;

    fn next(&mut self) -> Option<Part> {
        if self.state != State::More {
            return None;
        }
        let mut bytes = std::mem::take(&mut self.rest);
        bytes.reserve((PART + CHUNK).saturating_sub(bytes.len()));
        let mut searched = PART;
        loop {
            if bytes.len() > searched {
                if let Some(end) = place_to_cut(&bytes, searched) {
                    self.rest = bytes.split_off(end);
                    return Some(Part { bytes, failure: None, is_last: false });
                }
                // What is searched for may have begun.
                searched = bytes.len() - GAME.len();
            }
            if bytes.len() >= LARGEST_PART {
                (self.rest, self.state) = (bytes, State::Uncut);
                return None;
            }
            let length = bytes.len();
            match Read::take(&mut self.read, CHUNK as u64).read_to_end(&mut bytes) {
                Ok(_) if bytes.len() > length => {}
                result => {
                    self.state = State::End;
                    return Some(Part { bytes, failure: result.err(), is_last: true });
                }
            }
        }
    }
}

/// The first place from `start` on where a record may be cut: a result or `*` stands before it, apart from other words.
fn place_to_cut(bytes: &[u8], start: usize) -> Option<usize> {
    let is_end = |end: &usize| {
        let before = bytes[..*end].trim_ascii_end();
        let word =
            before.iter().rposition(u8::is_ascii_whitespace).map_or(before, |space| &before[space + 1..]);
        matches!(word, b"*" | b"1-0" | b"0-1" | b"1/2-1/2" | b"2-0" | b"0-2" | b"1-1" | b"0-0")
    };
    memmem::find_iter(&bytes[start..], GAME).map(|place| start + place + 1).find(is_end)
}

impl Part {
    /// How many bytes it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether it has no bytes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Whether the record ends with it.
    #[must_use]
    pub fn is_last(&self) -> bool {
        self.is_last
    }

    /// How many lines end in it.
    #[must_use]
    pub fn line_ends(&self) -> u64 {
        memchr_iter(b'\n', &self.bytes).count() as u64
    }

    /// Adds the next part of the same record.
    pub fn join(&mut self, next: Self) {
        self.bytes.extend_from_slice(&next.bytes);
        (self.failure, self.is_last) = (next.failure, next.is_last);
    }

    /// Its bytes.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Reads its bytes, and fails where the record could not be read.
    pub fn reader(&self) -> impl Read {
        // An error cannot be copied; its kind and its text are all that readers keep.
        let copy = |error: &io::Error| io::Error::new(error.kind(), error.to_string());
        Cursor::new(&self.bytes).chain(Failing(self.failure.as_ref().map(copy)))
    }
}

/// Fails once, or is empty.
struct Failing(Option<io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_the_record_and_are_cut_before_games() {
        let game =
            |index: usize| format!("[Event \"{index}\"]\n[Site \"?\"]\n\n1. e4 {{{index} ? }} e5 1-0\n\n");
        let text: String = (0..60_000).map(game).collect();
        let parts: Vec<Part> = Parts::new(text.as_bytes()).collect();
        assert!(parts.len() > 2);
        let (last, others) = parts.split_last().expect("parts");
        assert!(last.is_last() && others.iter().all(|part| !part.is_last() && part.len() > PART));
        assert!(parts.iter().all(|part| part.bytes.starts_with(b"[Event \"")));
        assert_eq!(parts.iter().map(Part::line_ends).sum::<u64>(), text.matches('\n').count() as u64);
        let all: Vec<u8> = parts.into_iter().flat_map(Part::into_bytes).collect();
        assert!(all == text.as_bytes());
    }

    #[test]
    fn a_record_without_places_to_cut_is_left_as_it_is() {
        let game = "[Event \"?\"]\n\n1. e4 {a comment}\n";
        let text = game.repeat(100_000);
        let mut parts = Parts::new(text.as_bytes());
        assert_eq!((parts.by_ref().count(), parts.into_rest().is_none()), (1, true));
        let text = game.repeat((LARGEST_PART + PART) / game.len());
        let mut parts = Parts::new(text.as_bytes());
        assert_eq!(parts.by_ref().count(), 0);
        let mut rest = Vec::new();
        parts.into_rest().expect("all of it").read_to_end(&mut rest).expect("memory");
        assert!(rest == text.as_bytes());
    }

    /// The beginning of a game may be read in two pieces.
    #[test]
    fn games_that_begin_between_two_reads_are_found() {
        for before in 0..=GAME.len() {
            let end = "} *\n";
            let first = format!("1. e4 {{{}{end}", "x".repeat(PART + CHUNK - 7 - end.len() - before));
            let text = format!("{first}[Event \"?\"]\n\n1. d4 *\n");
            let lengths: Vec<usize> = Parts::new(text.as_bytes()).map(|part| part.len()).collect();
            assert_eq!(lengths, [first.len(), text.len() - first.len()], "{before}");
        }
    }

    #[test]
    fn a_failure_comes_after_the_last_bytes() {
        let text = "[Event \"?\"]\n\n1. e4 *\n\n".repeat(100_000);
        let failing = text.as_bytes().chain(Failing(Some(io::Error::other("unplugged"))));
        let mut parts = Parts::new(failing);
        let mut joined = parts.next().expect("a part");
        let first = joined.len();
        parts.for_each(|part| joined.join(part));
        assert!(first < text.len() && joined.is_last());
        for _ in 0..2 {
            let mut read = Vec::new();
            let failure = joined.reader().read_to_end(&mut read).expect_err("unplugged");
            assert_eq!((failure.to_string().as_str(), read.len()), ("unplugged", text.len()));
        }
    }
}
