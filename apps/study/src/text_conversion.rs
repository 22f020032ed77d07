//! Texts of records from one format to another.

use std::cell::RefCell;
use std::io::{self, Write};

use boardgame::text::shortened;
use catalog::GameId;
use convert::{Format, Which, read_games};
use record::{Letters, Syntax};
use serde::Serialize;

use crate::converter::{Converter, ConverterOptions};
use crate::error::StudyError;
use crate::finding::{Finding, Hint, Message};
use crate::record_rules::{LETTERS_SAMPLE, RecordRules};

/// The limits of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextLimits {
    /// The most bytes of the text.
    pub input: usize,
    /// The most games in it.
    pub games: usize,
    /// The most bytes of the result.
    pub output: usize,
}

impl Default for TextLimits {
    /// 1 MiB in, 200 games, 4 MiB out.
    fn default() -> Self {
        Self { input: 1 << 20, games: 200, output: 4 << 20 }
    }
}

/// Records in another format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Converted {
    /// The records.
    pub text: String,
    /// The number of games.
    pub games: u64,
    /// What was left out, corrected or assumed, in words.
    pub notes: Vec<String>,
}

/// The most notes that are told, and the most characters of one.
const MOST_NOTES: usize = 100;
const LONGEST_NOTE: usize = 500;

/// Converts records from one format to another, with their variations and comments. `from` is detected from the content if
/// it is `None`, and `game` is used if the records do not name their game. Games with errors are left out, with a note.
///
/// ```
/// use damier_study::{Format, TextLimits, convert_text};
///
/// let pgn = "1. e4 (1. d4 {solid}) e5 *";
/// let json = convert_text(pgn, None, Format::JsonLines, None, TextLimits::default())?;
/// assert!(json.text.contains(r#""variations":[[{"move":"d4","comments":["solid"]}]]"#));
/// let back = convert_text(&json.text, None, Format::Pgn, None, TextLimits::default())?;
/// assert!(back.text.contains("1. e4 (1. d4 {solid}) 1... e5 *"));
/// # Ok::<(), damier_study::StudyError>(())
/// ```
///
/// # Errors
///
/// The text or the result is too long, its format is unknown, or no game in it can be read.
pub fn convert_text(
    text: &str,
    from: Option<Format>,
    to: Format,
    game: Option<GameId>,
    limits: TextLimits,
) -> Result<Converted, StudyError> {
    StudyError::check_length("text", text.len(), limits.input)?;
    let by_game = || game.map(|game| Format::from(game.record_format()));
    let found = from.or_else(|| Format::of_content(text)).or_else(by_game);
    let from = found.ok_or_else(|| StudyError::UnknownFormat { found: shortened(text.trim_start()) })?;
    let rules = RecordRules { game, is_strict: false };
    let notes = RefCell::new(Notes::default());
    let letters = match from {
        Format::Pgn => rules.detect_letters(&text.as_bytes()[..text.len().min(LETTERS_SAMPLE)]),
        _ => Letters::English,
    };
    let mut out = Bounded { bytes: Vec::new(), most: limits.output };
    let say = |message: Message| notes.borrow_mut().tell(&message);
    let options =
        ConverterOptions { from, to, rules, is_verbose: true, keeps_broken: false, which: Which::Final };
    let mut converter = Converter::new(options, &say, &mut out);
    let mut games = read_games(text.as_bytes(), from, rules.options(Syntax::Pdn).letters(letters));
    let mut written = Ok(());
    while let Some(game) = games.next() {
        if converter.summary().read >= limits.games as u64 {
            return Err(StudyError::TooLong { field: "games", found: limits.games + 1, most: limits.games });
        }
        written = match game {
            Ok(game) => converter.game(game),
            Err(error) => converter.unread(error, games.take_broken()),
        };
        if written.is_err() || converter.summary().unreadable.is_some() {
            break;
        }
    }
    games.repairs_after().iter().for_each(|repair| converter.repair(repair));
    let summary = converter.summary().clone();
    if written.is_err() {
        return Err(StudyError::TooLong { field: "text", found: out.most + 1, most: out.most });
    }
    let Notes { list, first_error } = notes.into_inner();
    if summary.written == 0 {
        let unread = summary.unreadable.map(StudyError::record).or(first_error);
        return Err(unread.unwrap_or_else(|| StudyError::record("no game found")));
    }
    let text = String::from_utf8(out.bytes).map_err(StudyError::record)?;
    Ok(Converted { text, games: summary.written, notes: list })
}

/// What is told about the games.
#[derive(Default)]
struct Notes {
    list: Vec<String>,
    first_error: Option<StudyError>,
}

impl Notes {
    fn tell(&mut self, message: &Message) {
        let help = match message.hint() {
            Hint::OtherGame => "; without GameType this is read as international draughts: name the game",
            Hint::NameGame => ": name it",
            Hint::None | Hint::Letters | Hint::Encoding => "",
        };
        let text: String = format!("{message}{help}").chars().take(LONGEST_NOTE).collect();
        if let Message::Finding(Finding::Error(error, hint)) = message {
            self.first_error.get_or_insert_with(|| StudyError::of_record(error, *hint, text.clone()));
        }
        self.add(text);
    }

    fn add(&mut self, text: String) {
        match self.list.len() {
            ..MOST_NOTES => self.list.push(text),
            MOST_NOTES => self.list.push("more notes are left out".to_owned()),
            _ => {}
        }
    }
}

/// Bytes in memory, up to a limit.
struct Bounded {
    bytes: Vec<u8>,
    most: usize,
}

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + bytes.len() > self.most {
            return Err(io::Error::other("too long"));
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
