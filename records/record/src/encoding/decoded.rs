//! Any bytes as UTF-8, with as much guessing as is allowed.

use std::fmt;
use std::io::{self, Read};

use encoding_rs::Decoder;

use super::assumption::{Assumed, How, UNSURE};
use super::evidence::{Evidence, words};
use super::names::{Encoding, EncodingTable, Page};

/// The number of bytes, from the first one that is not ASCII on, that are examined before a guess, and how many if the first
/// guess is not sure.
const SAMPLE: usize = 1 << 16;
const LARGE_SAMPLE: usize = 1 << 20;

/// The bytes at the beginning that show UTF-16.
const HEAD: usize = 1 << 10;

/// The bytes that are decoded at a time.
const CHUNK: usize = 1 << 16;

/// The longest word that is not cut at the end of a chunk.
const LONGEST_WORD: usize = 1 << 8;

/// What is done about bytes that are not UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// The encoding is known. What it cannot be becomes U+FFFD and is counted.
    Told(Encoding),
    /// The best guess counts.
    Guess,
    /// Only a sure guess counts; any other text cannot be read.
    GuessSurely,
    /// Nothing is guessed, and all bytes stay as they are.
    AsIs,
}

/// Reads text of any encoding as UTF-8.
///
/// ASCII and UTF-8 pass as they are. Where other bytes stand the encoding is guessed from the words that have them, and
/// the rest of the text is decoded; words that contradict the guess are counted. UTF-8 with damaged places passes too:
/// its reader sees them.
///
/// ```
/// use std::io::Read;
/// use damier_record::{Decoded, Encoding, How, Policy};
///
/// let bytes = b"[White \"\xc8\xe2\xe0\xed\xee\xe2\"]\n[Black \"\xcf\xe5\xf2\xf0\xee\xe2, \xcf\xb8\xf2\xf0\"]\n";
/// let mut decoded = Decoded::new(&bytes[..], Policy::GuessSurely);
/// let assumed = decoded.assumed();
/// let mut text = String::new();
/// decoded.read_to_string(&mut text)?;
/// assert_eq!(text, "[White \"Иванов\"]\n[Black \"Петров, Пётр\"]\n");
/// assert_eq!((assumed.get().encoding, assumed.get().how), (Encoding::WINDOWS_1251, How::Guessed));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Decoded<R> {
    read: R,
    policy: Policy,
    stage: Stage,
    /// What was read and not decoded.
    raw: Vec<u8>,
    /// What was decoded, and how much of it is gone.
    ready: Vec<u8>,
    used: usize,
    is_ended: bool,
    /// Why nothing more can be read; reported when everything before it was read.
    failure: Option<io::Error>,
    assumed: Assumed,
}

#[derive(Debug)]
enum Stage {
    Begin,
    /// Nothing but ASCII so far.
    Ascii,
    /// The first other bytes are in `raw`.
    Sample,
    /// All bytes pass.
    Pass,
    Decode(Box<Work>),
}

/// A decoder at work, with what it watches for.
#[derive(Debug)]
struct Work {
    encoding: Encoding,
    step: Conversion,
    /// Only for a guess.
    evidence: Option<Evidence>,
}

enum Conversion {
    Web(Decoder),
    Dos(Page),
}

impl fmt::Debug for Conversion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Web(decoder) => f.write_str(decoder.encoding().name()),
            Self::Dos(page) => write!(f, "{page:?}"),
        }
    }
}

impl<R: Read> Decoded<R> {
    /// Reads these bytes as text.
    pub fn new(read: R, policy: Policy) -> Self {
        let (raw, ready) = (Vec::new(), Vec::new());
        let stage = Stage::Begin;
        let assumed = Assumed::default();
        Self { read, policy, stage, raw, ready, used: 0, is_ended: false, failure: None, assumed }
    }

    /// What is assumed, now and later.
    #[must_use]
    pub fn assumed(&self) -> Assumed {
        self.assumed.clone()
    }

    /// Reads until this many bytes are in `raw`, or nothing more can be read.
    fn fill(&mut self, count: usize) {
        let mut length = self.raw.len();
        if length >= count {
            return;
        }
        self.raw.resize(count, 0);
        while length < count && !self.is_ended {
            match self.read.read(&mut self.raw[length..]) {
                Ok(0) => self.is_ended = true,
                Ok(read) => length += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.is_ended = true;
                    self.failure = Some(error);
                }
            }
        }
        self.raw.truncate(length);
    }

    /// Looks at the first bytes.
    fn begin(&mut self) -> io::Result<()> {
        self.fill(HEAD);
        let marked = mark(&self.raw);
        if let (Policy::Told(told), Some((marked, _))) = (self.policy, marked)
            && told != marked
        {
            return Err(invalid(format!(
                "its byte order mark says {marked}, but it is to be read as {told}"
            )));
        }
        let by_mark = || by_zeros(&self.raw).map(|encoding| (encoding, 0));
        match (self.policy, marked) {
            (Policy::AsIs, _) => self.pass(),
            (Policy::Told(encoding), marked) => {
                // The reader of UTF-8 reports its mark.
                let mark =
                    marked.filter(|(marked, _)| *marked != Encoding::UTF_8).map_or(0, |(_, length)| length);
                self.begin_as(encoding, How::Told, mark);
            }
            (_, Some((marked, _))) if marked == Encoding::UTF_8 => self.pass(),
            (_, marked) => match marked.or_else(by_mark) {
                Some((encoding, length)) => self.begin_as(encoding, How::Mark, length),
                None => {
                    self.stage = Stage::Ascii;
                    let head = std::mem::take(&mut self.raw);
                    let plain = self.take_plain(&head);
                    self.ready.extend_from_slice(&head[..plain]);
                }
            },
        }
        Ok(())
    }

    /// Decodes everything after a mark of this length.
    fn begin_as(&mut self, encoding: Encoding, how: How, mark: usize) {
        self.raw.drain(..mark);
        self.assumed.change(|assumption| (assumption.encoding, assumption.how) = (encoding, how));
        self.decode_as(encoding, None);
    }

    /// How many of these bytes, the first of which are ASCII, can pass; the others are kept.
    fn take_plain(&mut self, bytes: &[u8]) -> usize {
        if bytes.is_ascii() {
            return bytes.len();
        }
        let start = words(bytes).next().map_or(bytes.len(), |(start, _)| start);
        self.raw.extend_from_slice(&bytes[start..]);
        self.stage = Stage::Sample;
        start
    }

    /// Decides what the bytes in `raw` are, and those after them.
    fn sample(&mut self) -> io::Result<()> {
        let mut size = SAMPLE;
        loop {
            self.fill(size);
            let is_cut = |error: &std::str::Utf8Error| error.error_len().is_none() && !self.is_ended;
            if std::str::from_utf8(&self.raw).err().is_none_or(|error| is_cut(&error)) {
                self.pass();
                return Ok(());
            }
            let mut evidence = Evidence::new();
            evidence.add_all(&self.raw);
            if evidence.is_mostly_utf_8() {
                self.pass();
                return Ok(());
            }
            evidence.ask(&self.raw);
            let guess = evidence.guess();
            if !guess.is_sure && !self.is_ended && size < LARGE_SAMPLE {
                size = LARGE_SAMPLE;
                continue;
            }
            self.assumed.change(|assumption| {
                assumption.encoding = guess.encoding;
                assumption.how = if guess.is_sure { How::Guessed } else { How::Unsure };
                assumption.rival = guess.rival;
            });
            if !guess.is_sure && self.policy == Policy::GuessSurely {
                let rival = guess.rival.map(|rival| format!(" or {rival}")).unwrap_or_default();
                return Err(invalid(format!("{UNSURE}, perhaps {}{rival}", guess.encoding)));
            }
            let mut watch = Evidence::new();
            watch.ask(&self.raw);
            self.decode_as(guess.encoding, Some(watch));
            return Ok(());
        }
    }

    fn pass(&mut self) {
        self.stage = Stage::Pass;
        self.ready.append(&mut self.raw);
    }

    fn decode_as(&mut self, encoding: Encoding, evidence: Option<Evidence>) {
        let step = match encoding.0 {
            EncodingTable::Web(web) => Conversion::Web(web.new_decoder_without_bom_handling()),
            EncodingTable::Dos(page) => Conversion::Dos(page),
        };
        self.stage = Stage::Decode(Box::new(Work { encoding, step, evidence }));
    }

    /// Decodes what comes next.
    fn decode(&mut self) {
        self.fill(CHUNK);
        let is_last = self.is_ended;
        // A word that goes on is left for the next time.
        let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || !byte.is_ascii();
        let word = self.raw.iter().rev().take_while(|byte| is_letter(byte)).count();
        let kept = if is_last || word > LONGEST_WORD { 0 } else { word };
        let length = self.raw.len() - kept;
        let Stage::Decode(work) = &mut self.stage else { unreachable!("called at this stage only") };
        let bytes = &self.raw[..length];
        if let Some(evidence) = &mut work.evidence {
            for (_, word) in words(bytes) {
                if let Some(found) = evidence.add(word, Some(work.encoding)) {
                    let read = text_of(&found.word, work.encoding);
                    self.assumed.change(|assumption| {
                        assumption.contradictions += 1;
                        assumption.contradiction.get_or_insert((read, found.encoding));
                    });
                }
            }
        }
        let replaced = work.step.decode(bytes, is_last, &mut self.ready);
        if replaced > 0 {
            self.assumed.change(|assumption| assumption.replaced += replaced);
        }
        self.raw.drain(..length);
        if is_last {
            self.finish();
        }
    }

    /// At the end of the text: checks whether all of it fits what was guessed from its beginning.
    fn finish(&mut self) {
        let Stage::Decode(work) = std::mem::replace(&mut self.stage, Stage::Pass) else { return };
        let Some(evidence) = work.evidence else { return };
        if let Some(other) = evidence.other_guess(work.encoding) {
            self.assumed.change(|assumption| {
                assumption.how = How::Unsure;
                assumption.rival = Some(other);
            });
        }
        // One word that cannot be read so is enough: it would be written wrong.
        if self.assumed.get().contradictions > 0 {
            self.assumed.change(|assumption| assumption.how = How::Unsure);
        }
        if self.policy == Policy::GuessSurely && self.assumed.get().how == How::Unsure {
            self.failure.get_or_insert(invalid(format!("{UNSURE}: {}", self.assumed.get())));
        }
    }
}

impl<R: Read> Read for Decoded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.used < self.ready.len() {
                let count = buffer.len().min(self.ready.len() - self.used);
                buffer[..count].copy_from_slice(&self.ready[self.used..self.used + count]);
                self.used += count;
                return Ok(count);
            }
            self.ready.clear();
            self.used = 0;
            match self.stage {
                Stage::Begin => self.begin()?,
                Stage::Sample => self.sample()?,
                Stage::Decode(_) => self.decode(),
                Stage::Ascii | Stage::Pass if self.is_ended => {
                    return self.failure.take().map_or(Ok(0), Err);
                }
                Stage::Pass => return self.read.read(buffer),
                Stage::Ascii => {
                    let count = self.read.read(buffer)?;
                    let plain = self.take_plain(&buffer[..count]);
                    if plain > 0 || count == 0 {
                        return Ok(plain);
                    }
                }
            }
        }
    }
}

impl Conversion {
    /// Adds the text of these bytes, and gives how many places are not of the encoding.
    fn decode(&mut self, bytes: &[u8], is_last: bool, text: &mut Vec<u8>) -> u64 {
        match self {
            Self::Dos(page) => {
                let characters = page.characters();
                for &byte in bytes {
                    match byte.checked_sub(0x80) {
                        None => text.push(byte),
                        Some(high) => {
                            let character = characters[usize::from(high)];
                            text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                        }
                    }
                }
                0
            }
            Self::Web(decoder) => {
                let longest = decoder.max_utf8_buffer_length(bytes.len()).expect("a chunk is small");
                let mut piece = String::with_capacity(longest);
                let (_, _, has_errors) = decoder.decode_to_string(bytes, &mut piece, is_last);
                text.extend_from_slice(piece.as_bytes());
                // What was in the text before is not known here: at least one place is wrong.
                let replaced = piece.matches(char::REPLACEMENT_CHARACTER).count() as u64;
                if has_errors { replaced.max(1) } else { 0 }
            }
        }
    }
}

/// A word as it is read.
fn text_of(word: &[u8], encoding: Encoding) -> String {
    let mut text = Vec::new();
    match encoding.0 {
        EncodingTable::Web(web) => return web.decode_without_bom_handling(word).0.into_owned(),
        EncodingTable::Dos(page) => Conversion::Dos(page).decode(word, true, &mut text),
    };
    String::from_utf8_lossy(&text).into_owned()
}

/// What a byte order mark says, and its length.
fn mark(bytes: &[u8]) -> Option<(Encoding, usize)> {
    match bytes {
        [0xef, 0xbb, 0xbf, ..] => Some((Encoding::UTF_8, 3)),
        [0xff, 0xfe, ..] => Some((Encoding::UTF_16LE, 2)),
        [0xfe, 0xff, ..] => Some((Encoding::UTF_16BE, 2)),
        _ => None,
    }
}

/// UTF-16 without a mark: in records most characters are ASCII, so that every other byte is zero.
fn by_zeros(bytes: &[u8]) -> Option<Encoding> {
    let pairs = bytes.as_chunks::<2>().0;
    let zeros = |index: usize| pairs.iter().filter(|pair| pair[index] == 0).count();
    let (first, second) = (zeros(0), zeros(1));
    let is_most = |count: usize| pairs.len() >= 4 && 3 * count > pairs.len();
    match (is_most(first), is_most(second)) {
        (false, true) if first == 0 => Some(Encoding::UTF_16LE),
        (true, false) if second == 0 => Some(Encoding::UTF_16BE),
        _ => None,
    }
}

fn invalid(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}
