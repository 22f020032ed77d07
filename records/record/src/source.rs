//! Bytes from a file, as many at a time as the longest token needs.

use std::io::{self, Read};

use memchr::{memchr, memchr_iter, memrchr};

use crate::byte_class::{SPACE, is};
use crate::error::Location;
use crate::limits::LONGEST_COMMENT;

/// The buffer at the beginning; it grows only for tokens that do not fit.
const CAPACITY: usize = 1 << 16;

/// How much is kept of a game after its error: more than games have.
const MOST_KEPT: usize = 16 * LONGEST_COMMENT;

/// A window on a stream of bytes.
///
/// Everything from the cursor on is kept; what lies before it may be forgotten when more is read.
#[derive(Debug)]
pub(crate) struct Source<R> {
    read: R,
    buffer: Vec<u8>,
    /// The beginning of the buffer up to the first byte that is not UTF-8, as text: checked once for all that is
    /// read, so that no word and no comment need be checked again.
    text: String,
    /// How many bytes of the stream lie before the buffer.
    forgotten: u64,
    /// What is read next.
    cursor: usize,
    /// The end of what has been read from the stream.
    end: usize,
    is_ended: bool,
    /// Why the stream cannot be read beyond the window, which ends at a space then, or after a `*`.
    failure: Option<io::Error>,
    /// Whether a zero byte, or a carriage return that does not end a line, has ever been read.
    has_control: bool,
    /// The byte before the buffer; a line feed at the beginning of the file.
    previous: u8,
    /// How many lines end in the white space right before the buffer; two, if there are more.
    previous_line_ends: u8,
    /// Up to where lines have been counted.
    counted: usize,
    line: u64,
    /// Bytes of the current line that lie before `counted`.
    column: u64,
    kept: Option<Kept>,
}

/// A part of the stream that is kept longer than the window.
#[derive(Debug, Default)]
struct Kept {
    /// Where it begins in the buffer, if what is before that is in `bytes`.
    start: usize,
    bytes: Vec<u8>,
    /// Whether there was no room for all of it.
    is_cut: bool,
}

impl<R: Read> Source<R> {
    pub(crate) fn new(read: R) -> Self {
        Self {
            read,
            buffer: vec![0; CAPACITY],
            text: String::with_capacity(CAPACITY),
            forgotten: 0,
            cursor: 0,
            end: 0,
            is_ended: false,
            failure: None,
            has_control: false,
            previous: b'\n',
            previous_line_ends: 0,
            counted: 0,
            line: 1,
            column: 0,
            kept: None,
        }
    }

    /// Keeps everything from the cursor on, up to [`MOST_KEPT`] bytes.
    pub(crate) fn keep(&mut self) {
        self.kept.get_or_insert(Kept { start: self.cursor, ..Kept::default() });
    }

    /// What was kept, up to this many bytes after the cursor.
    pub(crate) fn take_kept(&mut self, ahead: usize) -> Option<Vec<u8>> {
        let Kept { start, mut bytes, is_cut } = self.kept.take()?;
        let end = (self.cursor + ahead).min(self.end);
        match is_cut {
            true => bytes.extend_from_slice(b" ... and more, for which there is no room"),
            false => bytes.extend_from_slice(self.buffer.get(start..end).unwrap_or_default()),
        }
        Some(bytes)
    }

    /// Everything that is in the window.
    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.buffer[self.cursor..self.end]
    }

    /// A part of the window, counted from the cursor.
    #[inline]
    pub(crate) fn part(&self, start: usize, end: usize) -> &[u8] {
        &self.buffer[self.cursor + start..self.cursor + end]
    }

    /// A part of the window as text; `None` where it is not known to be UTF-8.
    #[inline]
    pub(crate) fn text(&self, start: usize, end: usize) -> Option<&str> {
        self.text.get(self.cursor + start..self.cursor + end)
    }

    /// The window up to where it is not known to be UTF-8.
    #[inline]
    pub(crate) fn valid_text(&self) -> &str {
        self.text.get(self.cursor..).unwrap_or_default()
    }

    /// How many bytes of the stream lie before the cursor.
    pub(crate) fn offset(&self) -> u64 {
        self.forgotten + self.cursor as u64
    }

    /// Whether the window reaches to the end of the stream.
    #[inline]
    pub(crate) fn is_ended(&self) -> bool {
        self.is_ended
    }

    /// Whether zero bytes and carriage returns inside of lines must be looked for: asked once for all that is read,
    /// and not for each comment.
    #[inline]
    pub(crate) fn has_control(&self) -> bool {
        self.has_control
    }

    /// How much the window can hold.
    pub(crate) fn capacity(&self) -> usize {
        self.buffer.len()
    }

    #[inline]
    pub(crate) fn advance(&mut self, count: usize) {
        self.cursor += count;
        debug_assert!(self.cursor <= self.end);
    }

    /// The byte before the cursor; a line feed at the beginning of the file.
    pub(crate) fn byte_before(&self) -> u8 {
        if self.cursor == 0 { self.previous } else { self.buffer[self.cursor - 1] }
    }

    /// Whether the cursor stands at the beginning of a line.
    pub(crate) fn is_at_line_start(&self) -> bool {
        self.byte_before() == b'\n'
    }

    /// Whether an empty line stands before the cursor, and nothing but white space between them.
    #[inline]
    pub(crate) fn is_after_empty_line(&self) -> bool {
        self.line_ends_before() == 2
    }

    /// How many lines end in the white space right before the cursor; two, if there are more.
    fn line_ends_before(&self) -> u8 {
        let mut ends = 0;
        for &byte in self.buffer[..self.cursor].iter().rev() {
            if byte == b'\n' {
                ends += 1;
            }
            if ends == 2 || !is(byte, SPACE) {
                return ends;
            }
        }
        (ends + self.previous_line_ends).min(2)
    }

    /// Makes the window at least this long, unless the stream ends before.
    #[inline]
    pub(crate) fn ensure(&mut self, count: usize) -> io::Result<()> {
        if self.end - self.cursor >= count || self.is_ended { Ok(()) } else { self.refill(count) }
    }

    #[cold]
    fn refill(&mut self, count: usize) -> io::Result<()> {
        if self.cursor + count > self.buffer.len() {
            self.forget();
            // Room for twice as much: the bytes of a long token are moved once for each time they are read.
            if 2 * count > self.buffer.len() {
                self.buffer.resize(2 * count, 0);
            }
        }
        while self.end - self.cursor < count {
            match self.read.read(&mut self.buffer[self.end..]) {
                Ok(0) => {
                    self.is_ended = true;
                    break;
                }
                Ok(read) => {
                    let fresh = &self.buffer[self.end..self.end + read];
                    self.has_control = self.has_control || memchr(0, fresh).is_some() || has_return(fresh);
                    self.end += read;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.is_ended = true;
                    self.failure = Some(error);
                    self.cut_word();
                    break;
                }
            }
        }
        self.check_text();
        if self.end == self.cursor { self.take_failure() } else { Ok(()) }
    }

    /// Fails where the stream failed; asked for when everything before that has been used.
    pub(crate) fn take_failure(&mut self) -> io::Result<()> {
        self.failure.take().map_or(Ok(()), Err)
    }

    /// Leaves out the last word, which may be incomplete.
    fn cut_word(&mut self) {
        let is_whole = |&byte: &u8| is(byte, SPACE) || byte == b'*';
        let length = self.bytes().iter().rposition(is_whole).map_or(0, |last| last + 1);
        self.end = self.cursor + length;
        // The cursor may stand inside of a letter.
        let mut known = self.text.len().min(self.end);
        while !self.text.is_char_boundary(known) {
            known -= 1;
        }
        self.text.truncate(known);
    }

    /// Adds what was read to the text.
    fn check_text(&mut self) {
        let fresh = &self.buffer[self.text.len()..self.end];
        let valid = match std::str::from_utf8(fresh) {
            Ok(text) => text,
            // What is valid before the fault is checked a second time, which is cheap.
            Err(error) => std::str::from_utf8(&fresh[..error.valid_up_to()]).unwrap_or_default(),
        };
        self.text.push_str(valid);
    }

    /// Moves the window to the beginning of the buffer.
    fn forget(&mut self) {
        if self.cursor == 0 {
            return;
        }
        if let Some(kept) = &mut self.kept {
            let gone = &self.buffer[kept.start.min(self.cursor)..self.cursor];
            let room = MOST_KEPT.saturating_sub(kept.bytes.len());
            kept.is_cut |= gone.len() > room;
            kept.bytes.extend_from_slice(&gone[..gone.len().min(room)]);
            kept.start = 0;
        }
        self.count_lines(self.cursor);
        self.previous_line_ends = self.line_ends_before();
        self.previous = self.buffer[self.cursor - 1];
        self.forgotten += self.cursor as u64;
        self.buffer.copy_within(self.cursor..self.end, 0);
        self.end -= self.cursor;
        // A cursor inside of a letter has nothing of worth before or after it.
        let forgotten = if self.text.is_char_boundary(self.cursor) { self.cursor } else { self.text.len() };
        self.text.drain(..forgotten);
        // Lines may have been counted beyond the cursor.
        self.counted -= self.cursor;
        self.cursor = 0;
    }

    /// The place of a byte, counted from the cursor. Nothing before it can be asked for later.
    pub(crate) fn place(&mut self, ahead: usize) -> Location {
        self.count_lines(self.cursor + ahead);
        Location { line: self.line, column: self.column + 1 }
    }

    fn count_lines(&mut self, to: usize) {
        if to <= self.counted {
            return;
        }
        let passed = &self.buffer[self.counted..to];
        match memrchr(b'\n', passed) {
            None => self.column += passed.len() as u64,
            Some(last) => {
                self.line += memchr_iter(b'\n', passed).count() as u64;
                self.column = (passed.len() - last - 1) as u64;
            }
        }
        self.counted = to;
    }
}

/// Whether a text has a carriage return that does not end a line. One at its end may be such.
pub(crate) fn has_return(text: &[u8]) -> bool {
    memchr_iter(b'\r', text).any(|at| text.get(at + 1) != Some(&b'\n'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_right_across_refills() {
        let text: String = (0..20_000).map(|line| format!("{line}\n")).collect();
        let mut source = Source::new(text.as_bytes());
        for line in 0..20_000_u64 {
            source.ensure(10).expect("bytes in memory");
            assert!(source.is_at_line_start());
            assert_eq!(source.place(0), Location { line: line + 1, column: 1 });
            let length = line.to_string().len();
            assert_eq!(source.place(length), Location { line: line + 1, column: length as u64 + 1 });
            source.advance(length + 1);
        }
        assert!(source.bytes().is_empty());
        assert_eq!(source.capacity(), CAPACITY);
    }

    #[test]
    fn empty_lines_are_known_across_refills() {
        for (before, expected) in [("]\n", false), ("]\n\n", true), ("]\r\n \r\n\t", true), ("] ", false)] {
            let text = format!("{}{before}{}", "x".repeat(CAPACITY - 1), "y".repeat(100));
            let mut source = Source::new(text.as_bytes());
            source.ensure(1).expect("bytes in memory");
            source.advance(CAPACITY - 1);
            for _ in 0..before.len() {
                source.ensure(10).expect("bytes in memory");
                source.advance(1);
            }
            source.ensure(90).expect("bytes in memory");
            assert_eq!(source.is_after_empty_line(), expected, "{before:?}");
        }
    }

    /// The window may be moved anywhere in the white space.
    #[test]
    fn empty_lines_are_known_across_moves_of_the_window() {
        for (before, expected) in [("]\n", false), ("]\n\n", true), ("]\r\n \r\n\t", true), ("]\n\n\n", true)]
        {
            for seen in 0..=before.len() {
                let text = format!("{}{before}{}", "x".repeat(CAPACITY - 1 - seen), "y".repeat(100));
                let mut source = Source::new(text.as_bytes());
                source.ensure(1).expect("bytes in memory");
                source.advance(CAPACITY - 1);
                source.ensure(90).expect("bytes in memory");
                source.advance(before.len() - seen);
                assert_eq!(source.is_after_empty_line(), expected, "{before:?} {seen}");
            }
        }
    }

    /// A reader that gives one byte at a time.
    struct Drops<'a>(&'a [u8]);

    impl Read for Drops<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = buffer.len().min(1);
            self.0.read(&mut buffer[..count])
        }
    }

    #[test]
    fn small_reads_reach_the_end() {
        let text = vec![b'x'; CAPACITY + 1_000];
        let mut source = Source::new(Drops(&text));
        let mut length = 0;
        loop {
            source.ensure(300).expect("bytes in memory");
            if source.bytes().is_empty() {
                break;
            }
            source.advance(1);
            length += 1;
        }
        assert_eq!(length, text.len());
    }

    #[test]
    fn all_is_kept_up_to_the_limit() {
        for (length, is_whole) in [(MOST_KEPT, true), (MOST_KEPT + CAPACITY, false)] {
            let mut source = Source::new(io::repeat(b'x').take(length as u64 + 10));
            source.ensure(1).expect("bytes in memory");
            source.keep();
            for _ in 0..length / CAPACITY {
                source.advance(CAPACITY);
                source.ensure(1).expect("bytes in memory");
            }
            let kept = source.take_kept(0).expect("what was kept");
            assert_eq!((kept.len() == length, kept.ends_with(b"x")), (is_whole, is_whole), "{length}");
        }
    }

    /// Fails where its text ends.
    struct Failing<'a>(&'a [u8]);

    impl Read for Failing<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() { Err(io::Error::other("unplugged")) } else { self.0.read(buffer) }
        }
    }

    #[test]
    fn a_failure_inside_of_a_letter_is_told() {
        for at in 0..2 {
            let mut source = Source::new(Failing("ab \u{e9}".as_bytes()));
            source.ensure(4).expect("bytes in memory");
            source.advance(3 + at);
            assert!(source.ensure(10).is_err(), "{at}");
            assert!(source.bytes().is_empty() && source.valid_text().is_empty(), "{at}");
        }
    }

    #[test]
    fn a_long_token_makes_room_once() {
        let text = vec![b'x'; 1 << 20];
        let mut source = Source::new(&text[..]);
        source.ensure(1 << 18).expect("bytes in memory");
        let capacity = source.capacity();
        while !source.is_ended() {
            source.advance(1);
            source.ensure(1 << 18).expect("bytes in memory");
        }
        assert_eq!(source.capacity(), capacity);
    }
}
