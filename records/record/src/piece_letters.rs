//! Moves with other letters and signs than those of the standards: the languages of chess books, figurines, dashes.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::error::shortened;

use crate::replay_line::is_null_move;

/// The language that names the pieces in a record of chess. PGN has English letters; books have those of their readers.
///
/// ```
/// use damier_record::Letters;
///
/// assert_eq!("de".parse(), Ok(Letters::German));
/// assert_eq!(Letters::German.to_english("Sf3").as_deref(), Some("Nf3"));
/// assert_eq!(Letters::French.to_english("exd8=D+").as_deref(), Some("exd8=Q+"));
/// assert_eq!(Letters::Russian.to_english("Крe2").as_deref(), Some("Ke2"));
/// // Languages are not mixed.
/// assert_eq!(Letters::German.to_english("Nf3"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Letters {
    /// K Q R B N, as in PGN.
    #[default]
    English,
    /// K D T L S.
    German,
    /// K D T L P.
    Dutch,
    /// R D T F C.
    French,
    /// R D T A C.
    Spanish,
    /// R D T A C, as in Spanish.
    Italian,
    /// Кр Ф Л С К.
    Russian,
    /// ♔ ♕ ♖ ♗ ♘, white or black.
    Figurines,
}

/// A text that names no language.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "unknown language {found:?}, expected english, german, dutch, french, spanish, italian, russian or figurines"
)]
pub struct UnknownLetters {
    /// The text, shortened.
    pub found: String,
}

/// The letters of the standard, in the order of the tables below.
const ENGLISH: [&str; 5] = ["K", "Q", "R", "B", "N"];

impl Letters {
    /// All of them. Where several languages fit, the first is meant.
    pub const ALL: [Self; 8] = [
        Self::English,
        Self::German,
        Self::Dutch,
        Self::French,
        Self::Spanish,
        Self::Italian,
        Self::Russian,
        Self::Figurines,
    ];

    /// The name, as `--letters` of the program takes it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::English => "english",
            Self::German => "german",
            Self::Dutch => "dutch",
            Self::French => "french",
            Self::Spanish => "spanish",
            Self::Italian => "italian",
            Self::Russian => "russian",
            Self::Figurines => "figurines",
        }
    }

    /// The code of the language; figurines have none.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
            Self::Dutch => "nl",
            Self::French => "fr",
            Self::Spanish => "es",
            Self::Italian => "it",
            Self::Russian => "ru",
            Self::Figurines => "figurines",
        }
    }

    /// King, queen, rook, bishop and knight.
    #[must_use]
    pub fn pieces(self) -> [&'static str; 5] {
        match self {
            Self::English => ENGLISH,
            Self::German => ["K", "D", "T", "L", "S"],
            Self::Dutch => ["K", "D", "T", "L", "P"],
            Self::French => ["R", "D", "T", "F", "C"],
            Self::Spanish | Self::Italian => ["R", "D", "T", "A", "C"],
            Self::Russian => ["Кр", "Ф", "Л", "С", "К"],
            Self::Figurines => ["♔", "♕", "♖", "♗", "♘"],
        }
    }

    /// The text of a move, with plain signs, in English letters; `None` where it has a letter of another language.
    #[must_use]
    pub fn to_english(self, text: &str) -> Option<Cow<'_, str>> {
        if self == Self::English {
            return text.is_ascii().then_some(Cow::Borrowed(text));
        }
        if text.starts_with("O-O") || text.starts_with("0-0") || is_null_move(text) {
            return Some(Cow::Borrowed(text));
        }
        let (piece, rest) = self.split_first(text);
        let begins = piece.is_some() || rest.starts_with(|first: char| first.is_ascii_lowercase());
        let bare = rest.trim_end_matches(['+', '#', '!', '?', ')']);
        let (body, promoted) = self.split_last(bare);
        // What is left are squares and signs.
        if !begins || !body.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
            return None;
        }
        if piece.is_none() && promoted.is_none() {
            return Some(Cow::Borrowed(text))
                .filter(|_| rest.len() == text.len())
                .or(Some(Cow::Borrowed(rest)));
        }
        let (piece, promoted) = (piece.unwrap_or_default(), promoted.unwrap_or_default());
        Some(format!("{piece}{body}{promoted}{}", &rest[bare.len()..]).into())
    }

    /// The piece that a text begins with in English, and the rest. A pawn of figurines is dropped.
    fn split_first(self, text: &str) -> (Option<&'static str>, &str) {
        let pieces = || self.pieces().into_iter().zip(ENGLISH);
        let first = pieces().find_map(|(piece, english)| Some((Some(english), text.strip_prefix(piece)?)));
        let black = || self.split_black(text).map(|(english, rest)| (Some(english), rest));
        let pawn = || text.strip_prefix(PAWNS).filter(|_| self == Self::Figurines).map(|rest| (None, rest));
        first.or_else(black).or_else(pawn).unwrap_or((None, text))
    }

    /// What a pawn becomes in English, where a text ends with that, and the rest.
    fn split_last(self, text: &str) -> (&str, Option<&'static str>) {
        let mut pieces = self.pieces().into_iter().zip(ENGLISH);
        let last = pieces.find_map(|(piece, english)| Some((text.strip_suffix(piece)?, Some(english))));
        let black = || {
            let (start, last) = text.char_indices().next_back()?;
            let (english, _) = self.split_black(&text[start..])?;
            (last.len_utf8() > 1).then_some((&text[..start], Some(english)))
        };
        last.or_else(black).unwrap_or((text, None))
    }

    /// The same for the black figurines.
    fn split_black(self, text: &str) -> Option<(&'static str, &str)> {
        let mut pieces =
            ["♚", "♛", "♜", "♝", "♞"].into_iter().zip(ENGLISH).filter(|_| self == Self::Figurines);
        pieces.find_map(|(piece, english)| Some((english, text.strip_prefix(piece)?)))
    }
}

impl FromStr for Letters {
    type Err = UnknownLetters;

    /// Reads a name or a code, whatever its case.
    fn from_str(text: &str) -> Result<Self, UnknownLetters> {
        let is_it = |letters: &Self| {
            [letters.name(), letters.code()].iter().any(|name| name.eq_ignore_ascii_case(text))
        };
        let found = Self::ALL.into_iter().find(is_it);
        found.ok_or_else(|| UnknownLetters { found: shortened(text.as_bytes()) })
    }
}

/// As people say it: `German (K D T L S)`.
impl fmt::Display for Letters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, rest) = self.name().split_at(1);
        write!(f, "{}{rest} ({})", first.to_ascii_uppercase(), self.pieces().join(" "))
    }
}

const PAWNS: [char; 2] = ['♙', '♟'];

/// The text of a move with the signs of the standards: `-` for dashes, `x` for ×, and Latin letters where Cyrillic ones
/// look the same.
///
/// ```
/// assert_eq!(damier_record::plain_signs("32–28"), "32-28");
/// assert_eq!(damier_record::plain_signs("28×19"), "28x19");
/// ```
#[must_use]
pub fn plain_signs(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    text.chars().filter(|sign| !VARIANTS.contains(sign)).map(|sign| plain(sign).unwrap_or(sign)).collect()
}

/// How a figurine is to be drawn, which means nothing.
const VARIANTS: [char; 2] = ['\u{fe0e}', '\u{fe0f}'];

/// The ASCII character that a sign stands for in moves.
fn plain(sign: char) -> Option<char> {
    Some(match sign {
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '×' | '✕' | '⨯' | 'х' => 'x',
        '†' => '+',
        '‡' => '#',
        'О' => 'O',
        'а' => 'a',
        'с' => 'c',
        'е' => 'e',
        _ => return None,
    })
}

/// Whether a character that is not ASCII can stand in a move.
pub(crate) fn is_of_move(character: char) -> bool {
    plain(character).is_some()
        || VARIANTS.contains(&character)
        || matches!(character, 'К' | 'р' | 'Ф' | 'Л' | 'С' | '♔'..='♟')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_become_english() {
        for (letters, text, english) in [
            (Letters::German, "Lxb5+", "Bxb5+"),
            (Letters::German, "Sbd7", "Nbd7"),
            (Letters::German, "e8D#", "e8Q#"),
            (Letters::German, "e8=S", "e8=N"),
            (Letters::German, "e8(D)", "e8(Q)"),
            (Letters::German, "Ke2", "Ke2"),
            (Letters::German, "e4", "e4"),
            (Letters::German, "O-O-O", "O-O-O"),
            (Letters::German, "e7e8q", "e7e8q"),
            (Letters::Dutch, "Pf3", "Nf3"),
            (Letters::French, "Rxf2", "Kxf2"),
            (Letters::French, "Cc3-d5", "Nc3-d5"),
            (Letters::French, "Fg5", "Bg5"),
            (Letters::Spanish, "Axf7+", "Bxf7+"),
            (Letters::Italian, "Cf3", "Nf3"),
            (Letters::Russian, "Крg1", "Kg1"),
            (Letters::Russian, "Кf3", "Nf3"),
            (Letters::Russian, "Сb5", "Bb5"),
            (Letters::Russian, "Лfe1", "Rfe1"),
            (Letters::Russian, "e8Ф+", "e8Q+"),
            (Letters::Russian, "e8=К", "e8=N"),
            (Letters::Figurines, "♘f3", "Nf3"),
            (Letters::Figurines, "♞c6", "Nc6"),
            (Letters::Figurines, "e8=♛", "e8=Q"),
            (Letters::Figurines, "♙e4", "e4"),
            (Letters::English, "Nf3", "Nf3"),
        ] {
            assert_eq!(letters.to_english(text).as_deref(), Some(english), "{letters} {text}");
        }
        for (letters, text) in [
            (Letters::German, "Nf3"),
            (Letters::German, "Bxc4"),
            (Letters::German, "e8=Q"),
            (Letters::German, "Кf3"),
            (Letters::Dutch, "Sf3"),
            (Letters::French, "Kf1"),
            (Letters::Russian, "Kf3"),
            (Letters::Figurines, "Nf3"),
            (Letters::English, "Кf3"),
            (Letters::English, "♘f3"),
            (Letters::German, "♘f3"),
            (Letters::German, ""),
        ] {
            assert_eq!(letters.to_english(text), None, "{letters} {text}");
        }
    }

    #[test]
    fn signs_become_plain() {
        for (text, plain) in [
            ("e2–e4", "e2-e4"),
            ("c3—d4", "c3-d4"),
            ("32−28", "32-28"),
            ("28×19×10", "28x19x10"),
            ("О–О–О", "O-O-O"),
            ("0–0", "0-0"),
            ("Кхе5", "Кxe5"),
            ("♘\u{fe0e}f3", "♘f3"),
            ("Nf3", "Nf3"),
        ] {
            assert_eq!(plain_signs(text), plain, "{text}");
            assert!(text.chars().all(|sign| sign.is_ascii() || is_of_move(sign)), "{text}");
        }
        assert!(!is_of_move('é') && !is_of_move('中'));
    }

    #[test]
    fn names_and_codes_are_read() {
        for letters in Letters::ALL {
            assert_eq!(letters.name().parse(), Ok(letters));
            assert_eq!(letters.code().to_uppercase().parse(), Ok(letters));
        }
        assert!("klingon".parse::<Letters>().is_err());
        assert_eq!(Letters::German.to_string(), "German (K D T L S)");
    }

    #[test]
    fn signs_of_other_alphabets_become_ascii() {
        for (text, plain) in [
            ("Дf8†", "Дf8+"),
            ("Qh7‡", "Qh7#"),
            ("О–О", "O-O"),
            ("с3×d4", "c3xd4"),
            ("а3", "a3"),
            ("♘\u{fe0e}f3", "♘f3"),
        ] {
            assert_eq!(plain_signs(text), plain);
        }
    }
}
