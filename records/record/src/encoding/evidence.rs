//! Weighs which encoding the words of a text fit.

use std::collections::HashSet;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

use super::letters::penalty;
use super::names::Encoding;

/// What is guessed, each with the penalty of being rarer than the others in game records. [`UTF-8`](Encoding::UTF_8) is
/// known by its bytes and not guessed.
const CANDIDATES: [(Encoding, f32); 8] = [
    (Encoding::WINDOWS_1252, 0.0),
    (Encoding::WINDOWS_1251, 1.0),
    (Encoding::KOI8_R, 2.0),
    (Encoding::CP866, 3.0),
    (Encoding::WINDOWS_1250, 4.0),
    (Encoding::CP850, 6.0),
    (Encoding::CP437, 6.5),
    (Encoding::CP852, 9.0),
];

/// The weight of chardetng's opinion. It knows the letters of many languages, but no code page of DOS except CP866.
const OPINION: f32 = 4.0;

/// A guess is sure if every candidate that reads the text differently is worse by this much.
const MARGIN: f32 = 8.0;

/// A text whose words have more than this on average is in no encoding that is known here.
const BAD_WORD: f32 = 4.0;

/// A word contradicts an encoding if it is as bad as this there, and as good as that in another.
const IMPOSSIBLE: f32 = 8.0;
const PLAUSIBLE: f32 = 1.5;

/// The number of different words that are remembered, and of bytes of each; then counting starts again.
const MOST_WORDS: usize = 10_000;
const LONGEST_WORD: usize = 48;

/// What a guess rests on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Guess {
    pub(super) encoding: Encoding,
    pub(super) is_sure: bool,
    /// Another encoding that fits nearly as well.
    pub(super) rival: Option<Encoding>,
}

/// The words of a text that are not ASCII.
#[derive(Debug)]
pub(super) struct Evidence {
    tables: Vec<[char; 128]>,
    words: HashSet<Box<[u8]>>,
    /// The penalties of the candidates.
    totals: [f32; CANDIDATES.len()],
    /// How many words were counted.
    counted: u32,
    /// How many of them have a letter of ASCII, which shows its script.
    with_ascii: u32,
    /// How many of them are UTF-8.
    utf_8: u32,
    /// Which bytes there are.
    seen: [bool; 128],
    /// The opinion of chardetng, on the first text that was shown.
    opinion: Option<Encoding>,
}

/// What a word that is looked at for the first time says.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Contradiction {
    pub(super) word: Box<[u8]>,
    pub(super) encoding: Encoding,
}

impl Evidence {
    pub(super) fn new() -> Self {
        let tables = CANDIDATES.map(|(encoding, _)| encoding.characters().expect("one byte a character"));
        Self {
            tables: tables.to_vec(),
            words: HashSet::new(),
            totals: CANDIDATES.map(|(_, rarity)| rarity),
            counted: 0,
            with_ascii: 0,
            utf_8: 0,
            seen: [false; 128],
            opinion: None,
        }
    }

    /// Asks chardetng, which wants the whole text at once.
    pub(super) fn ask(&mut self, text: &[u8]) {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        detector.feed(text, true);
        self.opinion = Some(Encoding::of_web(detector.guess(None, Utf8Detection::Deny)));
    }

    /// Looks at a word of letters and bytes that are not ASCII. Tells which encoding it speaks for if it cannot be of
    /// the one that was chosen.
    pub(super) fn add(&mut self, word: &[u8], chosen: Option<Encoding>) -> Option<Contradiction> {
        let is_utf_8 = std::str::from_utf8(word).is_ok();
        let word = &word[..word.len().min(LONGEST_WORD)];
        if self.words.contains(word) {
            return None;
        }
        if self.words.len() >= MOST_WORDS {
            self.words.clear();
        }
        self.words.insert(word.into());
        self.counted += 1;
        self.with_ascii += u32::from(word.iter().any(u8::is_ascii_alphabetic));
        self.utf_8 += u32::from(is_utf_8);
        word.iter()
            .filter(|byte| !byte.is_ascii())
            .for_each(|byte| self.seen[usize::from(byte & 0x7f)] = true);
        let penalties: Vec<f32> = self.tables.iter().map(|table| penalty(decoded(word, table))).collect();
        self.totals.iter_mut().zip(&penalties).for_each(|(total, penalty)| *total += penalty);
        let chosen = CANDIDATES.iter().position(|(encoding, _)| Some(*encoding) == chosen)?;
        if penalties[chosen] < IMPOSSIBLE {
            return None;
        }
        let fits = |index: &usize| penalties[*index] <= PLAUSIBLE;
        let other = (0..CANDIDATES.len()).find(fits).map(|index| CANDIDATES[index].0);
        let encoding = if is_utf_8 { Some(Encoding::UTF_8) } else { other }?;
        Some(Contradiction { word: word.into(), encoding })
    }

    /// Adds all words of a text.
    pub(super) fn add_all(&mut self, text: &[u8]) {
        words(text).for_each(|(_, word)| drop(self.add(word, None)));
    }

    /// Whether half of the words are UTF-8, or more, which happens by no accident: the others are damaged.
    pub(super) fn is_mostly_utf_8(&self) -> bool {
        2 * self.utf_8 >= self.counted
    }

    /// The best guess, where not everything is UTF-8.
    pub(super) fn guess(&self) -> Guess {
        let mut order: Vec<(f32, usize)> = (0..CANDIDATES.len())
            .map(|index| (self.totals[index] + self.disagreement(index), index))
            .collect();
        order.sort_by(|one, other| one.0.total_cmp(&other.0));
        let (best, index) = order[0];
        let rival =
            order.iter().copied().find(|&(_, other)| !self.is_same(&self.tables[index], &self.tables[other]));
        let is_far = rival.is_none_or(|(total, _)| total - best >= MARGIN);
        let words = self.counted as f32;
        let is_good = best - CANDIDATES[index].1 - OPINION <= BAD_WORD * words;
        // A word without a letter of ASCII may be of any script.
        let is_enough = self.with_ascii > 0 || self.counted > 1;
        // Where many words are UTF-8 the text is of two encodings.
        let is_one = self.utf_8 < 2 || 20 * self.utf_8 < self.counted;
        let is_sure = is_far && is_good && is_enough && is_one && !self.is_vetoed(index);
        let rival = match self.opinion.filter(|_| self.is_vetoed(index)) {
            Some(opinion) => Some(opinion),
            None if !is_one => Some(Encoding::UTF_8),
            None => rival.filter(|(total, _)| total - best < MARGIN).map(|(_, rival)| CANDIDATES[rival].0),
        };
        Guess { encoding: CANDIDATES[index].0, is_sure, rival }
    }

    /// What all words speak for, if that is surely another encoding than the one that was chosen.
    pub(super) fn other_guess(&self, chosen: Encoding) -> Option<Encoding> {
        let guess = self.guess();
        let (chosen, guessed) = (chosen.characters()?, guess.encoding.characters()?);
        (guess.is_sure && !self.is_same(&chosen, &guessed)).then_some(guess.encoding)
    }

    /// Whether chardetng names an encoding that is not guessed here, and that reads the text otherwise. What it says of
    /// code pages of DOS that it does not know means nothing.
    fn is_vetoed(&self, index: usize) -> bool {
        let is_known =
            [Encoding::CP437, Encoding::CP850, Encoding::CP852].iter().all(|dos| CANDIDATES[index].0 != *dos);
        let Some(opinion) = self.opinion.filter(|_| is_known) else { return false };
        let is_candidate = |table: &[char; 128]| self.tables.iter().any(|known| self.is_same(known, table));
        !opinion.characters().is_some_and(|table| is_candidate(&table))
    }

    /// What is to be added where chardetng says another encoding.
    fn disagreement(&self, index: usize) -> f32 {
        let opinion = self.opinion.and_then(Encoding::characters);
        match opinion.is_some_and(|table| self.is_same(&table, &self.tables[index])) {
            true => 0.0,
            false => OPINION,
        }
    }

    /// Whether two encodings give the same text.
    fn is_same(&self, one: &[char; 128], other: &[char; 128]) -> bool {
        (0..128).all(|byte| !self.seen[byte] || one[byte] == other[byte])
    }
}

fn decoded<'a>(word: &'a [u8], table: &'a [char; 128]) -> impl Iterator<Item = char> + 'a {
    word.iter().map(|&byte| match byte.checked_sub(0x80) {
        Some(index) => table[usize::from(index)],
        None => char::from(byte),
    })
}

/// The words of a text that are not ASCII alone, each with its place.
pub(super) fn words(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || !byte.is_ascii();
    let mut at = 0;
    std::iter::from_fn(move || {
        let high = at + text[at..].iter().position(|byte| !byte.is_ascii())?;
        let start = text[at..high].iter().rposition(|byte| !is_letter(byte)).map_or(at, |last| at + last + 1);
        let end =
            text[high..].iter().position(|byte| !is_letter(byte)).map_or(text.len(), |length| high + length);
        at = end;
        Some((start, &text[start..end]))
    })
}
