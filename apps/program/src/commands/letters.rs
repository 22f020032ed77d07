//! The language of the piece letters in a chess record: given, or detected from its first games.

use std::str::FromStr;

use anyhow::bail;
use convert::Format;
use record::{Letters, UnknownLetters};
use study::LETTERS_SAMPLE;

use crate::commands::record_arguments::RecordArguments;

/// The letters that were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LettersChoice {
    /// Detected from the first games.
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
        if self == Self::Auto && format == Format::Pgn { LETTERS_SAMPLE } else { 0 }
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
        LettersChoice::Auto => Ok(records.rules().detect_letters(head)),
    }
}

/// The message if the letters were detected and are not those of the standard.
pub(crate) fn assumption(records: &RecordArguments, letters: Letters) -> Option<String> {
    let is_new = records.letters == LettersChoice::Auto && letters != Letters::English;
    is_new.then(|| format!("piece letters taken as {letters}; --letters LANGUAGE sets them"))
}
