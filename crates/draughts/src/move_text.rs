//! A move as it stands in a text, before it is known what it means; and why a text means no legal move.

use boardgame::MoveError;

use crate::board::Square;
use crate::king_runs::Extra;
use crate::numbering::{SquareText, shortened};
use crate::position::{Draughts, Move};
use crate::rules::Rules;
use crate::variants::Variant;

/// More candidates than this are not named in an error: nobody reads them, and a hostile position has
/// thousands.
const MOST_CANDIDATES: usize = 16;

/// What stands between the squares of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    /// `-`
    Quiet,
    /// `x` or `:`
    Capture,
    /// Nothing, as in `c3d4`: either of them.
    Missing,
}

/// The squares and signs of a move text.
#[derive(Clone, Debug)]
pub(crate) struct WrittenMove<'a> {
    text: &'a str,
    pub(crate) sign: Sign,
    /// At least two.
    pub(crate) squares: Vec<Square>,
}

impl<'a> WrittenMove<'a> {
    /// Reads squares and signs; they need not be a legal move.
    pub(crate) fn read(rules: &Rules, text: &'a str) -> Result<Self, MoveError> {
        let text = text.trim();
        let mut written = Self { text, sign: Sign::Missing, squares: Vec::new() };
        let mut spelling = None;
        let mut rest = text;
        loop {
            let (square, after) = split_square(rest);
            let found = rules.square_spelling(square).ok_or_else(|| written.bad(expected(rules)))?;
            if *spelling.get_or_insert(found) != found {
                return Err(written.bad("either numbers or letters, not both"));
            }
            let square = rules.read_square(square).ok_or_else(|| MoveError::NoSuchSquare {
                found: shortened(text),
                square: shortened(square),
            })?;
            written.squares.push(square);
            if after.is_empty() {
                break;
            }
            rest = written.read_sign(after, found)?;
            // No capture visits more squares than it takes pieces; this keeps long garbage cheap.
            if written.squares.len() > 2 * usize::from(rules.board.squares()) {
                return Err(written.bad("fewer squares"));
            }
        }
        match (written.squares.len(), written.sign) {
            (0 | 1, _) => Err(written.bad(expected(rules))),
            (3.., Sign::Quiet) => Err(written.bad("two squares in a quiet move")),
            _ => Ok(written),
        }
    }

    /// Reads the sign between two squares and returns the text after it.
    fn read_sign(&mut self, text: &'a str, spelling: SquareText) -> Result<&'a str, MoveError> {
        let (sign, rest) = match text.as_bytes().first() {
            Some(b'-') => (Sign::Quiet, &text[1..]),
            Some(b'x' | b':') => (Sign::Capture, &text[1..]),
            _ if spelling == SquareText::Name => (Sign::Missing, text),
            _ => return Err(self.bad("- or x between squares")),
        };
        match (self.sign, sign) {
            (Sign::Quiet, Sign::Capture) | (Sign::Capture, Sign::Quiet) => {
                return Err(self.bad("either - or x between squares, not both"));
            }
            (Sign::Missing, sign) => self.sign = sign,
            _ => {}
        }
        Ok(rest)
    }

    pub(crate) fn from(&self) -> Square {
        self.squares[0]
    }

    /// The last square: the end of the move in PDN.
    pub(crate) fn to(&self) -> Square {
        self.squares[self.squares.len() - 1]
    }

    /// The second square: the end of the move in Hub.
    pub(crate) fn to_of_hub(&self) -> Square {
        self.squares[1]
    }

    pub(crate) fn bad(&self, expected: &'static str) -> MoveError {
        MoveError::BadSyntax { found: shortened(self.text), expected }
    }

    pub(crate) fn illegal(&self, reason: String) -> MoveError {
        MoveError::Illegal { found: shortened(self.text), reason }
    }

    pub(crate) fn ambiguous(&self, candidates: impl Iterator<Item = String>) -> MoveError {
        let candidates = candidates.take(MOST_CANDIDATES).collect();
        MoveError::Ambiguous { found: shortened(self.text), candidates }
    }
}

impl<V: Variant> Draughts<V> {
    /// The quiet move between the two squares.
    pub(crate) fn find_quiet(
        &self,
        written: &WrittenMove<'_>,
        list: &[Move<V::Word>],
    ) -> Result<Move<V::Word>, MoveError> {
        let (from, to) = (written.from(), written.to());
        let fits = |mv: &&Move<V::Word>| !mv.is_capture() && (mv.from(), mv.to()) == (from, to);
        let found = list.iter().find(fits).copied();
        found.ok_or_else(|| written.illegal(self.why_not_quiet(from, to, list)))
    }

    /// Why there is no legal quiet move between two squares, in words.
    fn why_not_quiet(&self, from: Square, to: Square, list: &[Move<V::Word>]) -> String {
        if let Some(reason) = self.why_not_from(from, list) {
            return reason;
        }
        let (name_from, name_to) = (V::RULES.square_name(from), V::RULES.square_name(to));
        if list.iter().any(|mv| mv.is_capture() && (mv.from(), mv.to()) == (from, to)) {
            let sign = V::RULES.numbering.capture_sign;
            return format!("a capture is not a quiet move, expected {name_from}{sign}{name_to}");
        }
        if list.iter().any(Move::is_capture) {
            return "a capture is mandatory".to_string();
        }
        if let Some(reason) = self.why_not_to(from, to) {
            return reason;
        }
        let limit = V::RULES.king_run_limit.unwrap_or(u8::MAX);
        if self.extra.exhausted_king(self.turn, limit) == Some(from) {
            return format!("the king on {name_from} has made {limit} moves in a row");
        }
        format!("the piece on {name_from} cannot move to {name_to}")
    }

    /// Why there is no legal capture between two squares, in words.
    pub(crate) fn why_not_capture(&self, from: Square, to: Square, list: &[Move<V::Word>]) -> String {
        if let Some(reason) = self.why_not_from(from, list) {
            return reason;
        }
        let (name_from, name_to) = (V::RULES.square_name(from), V::RULES.square_name(to));
        if !list.iter().any(Move::is_capture) {
            if list.iter().any(|mv| (mv.from(), mv.to()) == (from, to)) {
                return format!("a quiet move is not a capture, expected {name_from}-{name_to}");
            }
            return "no capture is possible".to_string();
        }
        if let Some(reason) = self.why_not_to(from, to) {
            return reason;
        }
        if !list.iter().any(|mv| mv.from() == from) {
            return format!("the piece on {name_from} has no legal capture");
        }
        format!("no legal capture from {name_from} to {name_to}")
    }

    fn why_not_from(&self, from: Square, list: &[Move<V::Word>]) -> Option<String> {
        let name = V::RULES.square_name(from);
        match self.piece_at(from) {
            None => Some(format!("no piece on {name}")),
            Some(piece) if piece.color != self.turn => {
                Some(format!("the piece on {name} is {}, but {} is to move", piece.color, self.turn))
            }
            Some(_) if list.is_empty() => Some("there is no legal move".to_string()),
            Some(_) => None,
        }
    }

    fn why_not_to(&self, from: Square, to: Square) -> Option<String> {
        let occupied = from != to && self.piece_at(to).is_some();
        occupied.then(|| format!("{} is occupied", V::RULES.square_name(to)))
    }
}

/// The text up to the end of the first square, and the rest.
fn split_square(text: &str) -> (&str, &str) {
    let letter = usize::from(text.starts_with(|first: char| first.is_ascii_lowercase()));
    let digits = text[letter..].bytes().take_while(u8::is_ascii_digit).count();
    text.split_at(letter + digits)
}

fn expected(rules: &Rules) -> &'static str {
    if rules.numbering.algebraic {
        "squares as in c3-d4 or c3:e5:g7"
    } else {
        "squares as in 32-28 or 28x19x10"
    }
}
