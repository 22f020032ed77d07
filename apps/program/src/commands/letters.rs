//! The language of the piece letters in a chess record: given, or detected from its first games.

use std::cell::Cell;
use std::str::FromStr;

use anyhow::bail;
use catalog::GameTags;
use convert::Format;
use record::{
    Fault, Letters, ReadOptions, Reader, Referee, Repair, RepairKind, ReplayBoard, UnknownLetters, WhichGame,
};

use crate::commands::record_arguments::{RecordArguments, RecordGame};

/// How many bytes are examined to detect the piece letters.
const SAMPLE: usize = 1 << 16;

/// The letters that were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LettersChoice {
    /// The first games tell.
    Auto,
    Given(Letters),
}

impl FromStr for LettersChoice {
    type Err = UnknownLetters;

    fn from_str(text: &str) -> Result<Self, UnknownLetters> {
        if text.eq_ignore_ascii_case("auto") { Ok(Self::Auto) } else { text.parse().map(Self::Given) }
    }
}

impl LettersChoice {
    /// How many bytes of a file must be looked at to know its letters.
    pub(crate) fn looked_at(self, format: Format) -> usize {
        if self == Self::Auto && format == Format::Pgn { SAMPLE } else { 0 }
    }
}

/// The letters of an input that begins like this.
///
/// # Errors
///
/// A language was asked for, and the format has no letters for pieces.
pub(crate) fn letters_of(records: &RecordArguments, format: Format, head: &[u8]) -> anyhow::Result<Letters> {
    match records.letters {
        LettersChoice::Given(letters) if format == Format::Pgn || letters == Letters::English => Ok(letters),
        LettersChoice::Given(letters) => {
            bail!("--letters {} is for pgn, but the input is {format}", letters.name())
        }
        LettersChoice::Auto if format != Format::Pgn => Ok(Letters::English),
        LettersChoice::Auto => Ok(detect(records, whole_words(head))),
    }
}

/// What is said where the letters were found out and are not those of the standard.
pub(crate) fn assumption(records: &RecordArguments, letters: Letters) -> Option<String> {
    let is_new = records.letters == LettersChoice::Auto && letters != Letters::English;
    is_new.then(|| format!("piece letters taken as {letters}; --letters LANGUAGE sets them"))
}

/// The beginning of a file up to its last space: what follows may be half a word.
fn whole_words(sample: &[u8]) -> &[u8] {
    let end = sample.iter().rposition(u8::is_ascii_whitespace).filter(|_| sample.len() == SAMPLE);
    &sample[..end.unwrap_or(sample.len())]
}

/// The language with the most legal moves; English, if it has no fewer than others.
fn detect(records: &RecordArguments, sample: &[u8]) -> Letters {
    let (mut best, mut most) = (Letters::English, 0);
    for letters in Letters::ALL {
        let (moves, has_faults) = legal_moves(records, sample, letters);
        if letters == Letters::English && !has_faults {
            break;
        }
        if moves > most {
            (best, most) = (letters, moves);
        }
    }
    best
}

/// How many moves can be read with these letters, and whether others cannot.
fn legal_moves(records: &RecordArguments, sample: &[u8], letters: Letters) -> (u64, bool) {
    let choose = |which: &WhichGame| -> Result<Box<dyn ReplayBoard>, String> {
        let WhichGame { game, game_type, variant, fen } = which;
        let tags = GameTags { game_type: game_type.as_deref(), variant: variant.as_deref() };
        let record = RecordGame { format: Format::Pgn, game: game.as_deref(), tags, fen: fen.as_deref() };
        damier::board_by_tags(records.choose(&record)?, &tags).map_err(|error| error.to_string())
    };
    let is_of_move = |fault: &Fault| matches!(fault, Fault::BadMove { .. } | Fault::OtherLetters { .. });
    let has_faults = Cell::new(false);
    let report = |repair: Repair| {
        if let RepairKind::VariationCut(fault) = &repair.kind {
            has_faults.set(has_faults.get() || is_of_move(fault));
        }
    };
    let options = ReadOptions::pgn().letters(letters);
    let mut reader = Reader::with_options(sample, options);
    let mut referee = Referee::new(options, choose, report).without_results();
    loop {
        match reader.read_game(&mut referee) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => has_faults.set(has_faults.get() || is_of_move(&error.fault)),
        }
    }
    let tally = referee.tally();
    (tally.moves + tally.variation_moves, has_faults.get())
}
