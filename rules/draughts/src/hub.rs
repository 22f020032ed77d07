//! The texts of the Hub protocol: positions with one character per square, and moves that name the
//! captured squares.

use boardgame::Color;
use thiserror::Error;

use crate::any_variant::AnyDraughts;
use crate::bitboard::Bitboard;
use crate::board::Square;
use crate::explain::MoveRefusal;
use crate::move_text::{Sign, WrittenMove};
use crate::position::{Move, Piece, Role};
use crate::ruleset::Ruleset;
use crate::setup::Setup;
use crate::variants::Variant;

/// The character of each piece; `e` is an empty square.
const PIECES: [(char, Piece); 4] = [
    ('w', Piece { color: Color::White, role: Role::Man }),
    ('b', Piece { color: Color::Black, role: Role::Man }),
    ('W', Piece { color: Color::White, role: Role::King }),
    ('B', Piece { color: Color::Black, role: Role::King }),
];

/// Why a text is not a position of the Hub protocol.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HubError {
    /// The text is empty.
    #[error("empty position text, expected W or B and one character per square")]
    Empty,
    /// The first character is not a side to move.
    #[error("bad side to move: found {found:?}, expected W or B")]
    BadSide {
        /// The character found.
        found: char,
    },
    /// A character is not a piece.
    #[error("bad square {number}: found {found:?}, expected one of w b W B e")]
    BadCharacter {
        /// The number of the square, which is also the place of the character counted from 0.
        number: u32,
        /// The character found.
        found: char,
    },
    /// The text is too short or too long for the board.
    #[error("bad length: found {found} squares, expected {expected}")]
    BadLength {
        /// How many characters follow the side to move.
        found: usize,
        /// How many squares the board has.
        expected: usize,
    },
}

impl<V: Variant> Setup<V> {
    /// Reads a position of the Hub protocol: the side to move, then one character per square in the order
    /// of their numbers.
    ///
    /// ```
    /// use damier_draughts::Setup;
    /// use damier_draughts::variants::Russian;
    ///
    /// let text = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
    /// let setup = Setup::<Russian>::from_hub(text)?;
    /// assert_eq!(setup.to_hub(), text);
    ///
    /// let error = Setup::<Russian>::from_hub("Wbbbbbbbbbbbbeeeeexeewwwwwwwwwwww").unwrap_err();
    /// assert_eq!(error.to_string(), "bad square 18: found 'x', expected one of w b W B e");
    /// # Ok::<(), damier_draughts::HubError>(())
    /// ```
    pub fn from_hub(text: &str) -> Result<Self, HubError> {
        Self::read_hub((), text)
    }
}

impl<V: Ruleset> Setup<V> {
    /// Reads a position of the Hub protocol of a variant.
    pub fn read_hub(handle: V::Handle, text: &str) -> Result<Self, HubError> {
        let rules = V::rules(handle);
        let mut characters = text.trim().chars();
        let side = characters.next().ok_or(HubError::Empty)?;
        let turn = Color::ALL.into_iter().find(|color| color.letter() == side);
        let mut setup = Self::empty_of(handle, turn.ok_or(HubError::BadSide { found: side })?);
        let expected = usize::from(rules.board.squares());
        for (number, character) in (1..).zip(characters.clone().take(expected)) {
            let piece = PIECES.iter().find(|&&(letter, _)| letter == character).map(|&(_, piece)| piece);
            if piece.is_none() && character != 'e' {
                return Err(HubError::BadCharacter { number, found: character });
            }
            if let Some(square) = rules.square_of_number(number) {
                setup.set(square, piece);
            }
        }
        match characters.count() {
            found if found == expected => Ok(setup),
            found => Err(HubError::BadLength { found, expected }),
        }
    }

    /// Writes a position of the Hub protocol.
    #[must_use]
    pub fn to_hub(&self) -> String {
        let mut text = String::from(self.turn.letter());
        let numbers = 1..=u32::from(self.rules().board.squares());
        for square in numbers.filter_map(|number| self.rules().square_of_number(number)) {
            let piece = self.piece_at(square);
            let known = PIECES.iter().find(|&&(_, other)| Some(other) == piece);
            text.push(known.map_or('e', |&(letter, _)| letter));
        }
        text
    }
}

impl AnyDraughts {
    /// Finds a Hub move: `32-28`, or from, to and the captured squares in any order: `28x19x23`.
    pub(crate) fn find_hub_move(
        &self,
        written: &WrittenMove<'_>,
        list: &[Move<u128>],
    ) -> Result<Move<u128>, MoveRefusal> {
        if written.sign == Sign::Quiet {
            return self.find_quiet(written, list);
        }
        let (from, to) = (written.from(), written.to_of_hub());
        let given: Bitboard<u128> = written.squares[2..].iter().copied().collect();
        if given.len() + 2 != written.squares.len() {
            return Err(written.bad("each captured square once").into());
        }
        let fits = |mv: &Move<u128>| {
            mv.is_capture()
                && (mv.from(), mv.to()) == (from, to)
                && (given.is_empty() || mv.captured() == given)
        };
        let candidates: Vec<Move<u128>> = list.iter().copied().filter(fits).collect();
        match candidates[..] {
            [mv] => Ok(mv),
            [] => Err(self.refuse_hub_capture(written, given, list)),
            _ => Err(written.ambiguous(candidates.into_iter().map(|mv| self.write_hub_move(mv))).into()),
        }
    }

    /// Writes a Hub move. The protocol uses numbers even in games that use letters elsewhere.
    pub(crate) fn write_hub_move(&self, mv: Move<u128>) -> String {
        let number = |square: Square| self.rules().number(square);
        let sign = if mv.is_capture() { 'x' } else { '-' };
        let mut text = format!("{}{sign}{}", number(mv.from()), number(mv.to()));
        let mut captured: Vec<u8> = mv.captured().into_iter().map(number).collect();
        captured.sort_unstable();
        for number in captured {
            text.push_str(&format!("x{number}"));
        }
        text
    }
}
