//! A parsed move text, before it is matched with legal moves.

use boardgame::{MoveError, MoveList, MoveStyle, Position};

use crate::any_variant::AnyDraughts;
use crate::board::Square;
use crate::explain::{Illegal, MoveRefusal};
use crate::numbering::SquareText;
use crate::position::{Draughts, Move};
use crate::rules::Rules;
use crate::ruleset::Ruleset;
use boardgame::text::shortened;

/// The most candidates that an error names; a hostile position may have thousands.
const MOST_CANDIDATES: usize = 16;

/// The separator between the squares of a move.
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
            // No capture visits more squares than it captures pieces; this limit keeps long garbage cheap.
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

    /// The text as errors quote it.
    pub(crate) fn shortened(&self) -> String {
        shortened(self.text)
    }

    pub(crate) fn ambiguous(&self, candidates: impl Iterator<Item = String>) -> MoveError {
        let candidates = candidates.take(MOST_CANDIDATES).collect();
        MoveError::Ambiguous { found: shortened(self.text), candidates }
    }
}

impl<V: Ruleset> Draughts<V> {
    /// The legal move that a text describes, or why there is none.
    ///
    /// ```
    /// use boardgame::{MoveStyle, PositionExt};
    /// use damier_draughts::variants::International;
    /// use damier_draughts::{Draughts, Illegal, MoveRefusal, Variant};
    ///
    /// let position = Draughts::<International>::from_fen("W:W32:B19,27,28")?;
    /// let Err(MoveRefusal::Illegal { reasons, .. }) = position.explain("32x21", MoveStyle::Record) else { panic!() };
    /// assert!(matches!(reasons[0], Illegal::Outranked { .. }));
    /// let text = "32x21 captures 1 piece, 32x14 captures 2: you must capture as many pieces as possible";
    /// assert_eq!(reasons[0].text(&International::RULES), text);
    /// assert_eq!(reasons[0].article(&International::RULES), Some("FMJD 4.13"));
    /// # Ok::<(), boardgame::FenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`MoveRefusal`] names the rules that forbid the move, or says what is wrong with the text.
    pub fn explain(&self, text: &str, style: MoveStyle) -> Result<Move<V::Word>, MoveRefusal> {
        self.any().find_move(text, style).map(Move::convert)
    }
}

impl AnyDraughts {
    /// The legal move that a text means.
    pub(crate) fn find_move(&self, text: &str, style: MoveStyle) -> Result<Move<u128>, MoveRefusal> {
        let written = match WrittenMove::read(self.rules(), text) {
            Ok(written) => written,
            Err(error) if style == MoveStyle::Protocol => return Err(error.into()),
            Err(error) => return self.explain_without_rank(text, error),
        };
        let mut list = MoveList::new();
        self.try_legal_moves_into(&mut list).map_err(MoveError::from)?;
        match style {
            MoveStyle::Protocol => self.find_hub_move(&written, &list),
            MoveStyle::Record | MoveStyle::Full => self.find_pdn_move(&written, &list),
        }
    }

    /// The legal move of a text that leaves out the rank of the start, as Russian books do: `cd4` or `f:d4`. The error
    /// is for texts of other forms.
    #[cold]
    fn explain_without_rank(&self, text: &str, error: MoveError) -> Result<Move<u128>, MoveRefusal> {
        let texts = with_every_rank(self.rules(), text.trim());
        if texts.is_empty() {
            return Err(error.into());
        }
        let mut list = MoveList::new();
        self.try_legal_moves_into(&mut list).map_err(MoveError::from)?;
        let (mut found, mut candidates, mut reasons) = (Vec::new(), Vec::new(), Vec::new());
        for text in &texts {
            match self.find_pdn_move(&WrittenMove::read(self.rules(), text)?, &list) {
                Ok(mv) => {
                    found.push(mv);
                    candidates.push(self.write_pdn_move(mv));
                }
                Err(MoveRefusal::Text(MoveError::Ambiguous { candidates: more, .. })) => {
                    candidates.extend(more)
                }
                Err(MoveRefusal::Illegal { reasons: more, .. }) => reasons.extend(more),
                Err(refusal) => return Err(refusal),
            }
        }
        let text = shortened(text);
        match (&found[..], candidates.len()) {
            ([mv], 1) => Ok(*mv),
            (_, 1..) => Err(MoveError::Ambiguous { found: text, candidates }.into()),
            // Only pieces of the side to move are meant, if there are any.
            _ => Err(MoveRefusal::Illegal { found: text, reasons: of_own_pieces(reasons) }),
        }
    }

    /// The quiet move between the two squares.
    pub(crate) fn find_quiet(
        &self,
        written: &WrittenMove<'_>,
        list: &[Move<u128>],
    ) -> Result<Move<u128>, MoveRefusal> {
        let (from, to) = (written.from(), written.to());
        let fits = |mv: &&Move<u128>| !mv.is_capture() && (mv.from(), mv.to()) == (from, to);
        list.iter().find(fits).copied().ok_or_else(|| self.refuse_quiet(written, list))
    }
}

/// The full texts of a move without the rank of its start; none for other texts.
fn with_every_rank(rules: &Rules, text: &str) -> Vec<String> {
    let is_file = |byte: u8| byte.is_ascii_lowercase() && byte - b'a' < rules.board.columns;
    let has_form = match *text.as_bytes() {
        [file, b'-' | b'x' | b':', to, rank, ..] | [file, to, rank, ..] => {
            is_file(file) && is_file(to) && rank.is_ascii_digit()
        }
        _ => false,
    };
    if !has_form || !rules.numbering.algebraic {
        return Vec::new();
    }
    let (file, rest) = text.split_at(1);
    let is_square = |rank: &u8| rules.square_named(file.as_bytes()[0] - b'a', rank - 1).is_some();
    (1..=rules.board.rows).filter(is_square).map(|rank| format!("{file}{rank}{rest}")).collect()
}

/// The reasons other than a missing piece of the side to move, unless there are no others.
fn of_own_pieces(mut reasons: Vec<Illegal>) -> Vec<Illegal> {
    let is_own = |reason: &Illegal| !matches!(reason, Illegal::NoPiece { .. } | Illegal::NotYours { .. });
    if reasons.iter().any(is_own) {
        reasons.retain(is_own);
    }
    reasons.dedup();
    reasons
}

/// Whether the text of a legal move is certainly start, separator and end, with squares named as in the game. Such a
/// text is always standard, since an ambiguous one was refused.
pub(crate) fn is_short_text(rules: &Rules, text: &str) -> bool {
    let is_sign = |byte: u8| matches!(byte, b'-' | b'x' | b':');
    let has_sign = match *text.as_bytes() {
        [_, _, sign, _, _] => is_sign(sign),
        // A letter alone is no square.
        _ if rules.numbering.algebraic => false,
        [_, sign, _] => is_sign(sign),
        [_, sign, other, _] => is_sign(sign) || is_sign(other),
        _ => false,
    };
    has_sign && text.as_bytes()[0].is_ascii_lowercase() == rules.numbering.algebraic
}

/// Whether two texts of captures differ at most in their signs.
pub(crate) fn is_same_text(one: &str, other: &str) -> bool {
    let sign = |byte: u8| if byte == b':' { b'x' } else { byte };
    one.len() == other.len() && one.bytes().zip(other.bytes()).all(|(one, other)| sign(one) == sign(other))
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
