//! One line of a game that is being followed.

use std::borrow::Cow;

use boardgame::{FenError, MoveError, MoveStyle, Position, Reading, RecordNotation};

use crate::error::Fault;
use crate::fen::{check_form, is_pass, read_fen};
use crate::lexer::{SQUARES, is_bare_squares};
use crate::numbers::{Numbers, first_number, number_of_counters};
use crate::reader::has_leading_zero;
use crate::repair::RepairKind;
use crate::suggest::meant;

/// The position of a line now, and the one before the last move, where a variation begins.
#[derive(Clone, Debug)]
pub(crate) struct Track<P> {
    pub(crate) position: P,
    pub(crate) before: P,
    /// Whether a move is unknown, so that nobody knows the position.
    pub(crate) is_lost: bool,
    /// Whether this is not the game itself.
    is_variation: bool,
    pub(crate) numbers: Numbers,
}

/// A move and whether its text is surely standard, if the text is one.
type Followed<P> = Result<Option<(<P as Position>::Move, bool)>, Fault>;

impl<P: RecordNotation> Track<P> {
    /// The beginning of a game at its start.
    pub(crate) fn at_start(rules: P::Rules) -> Self {
        Self::with_numbers(P::start_of(rules), Numbers::new(1, false))
    }

    /// The beginning of a game at the position of a text.
    pub(crate) fn at(rules: P::Rules, fen: &str) -> Result<Self, FenError> {
        let position: P = read_fen(rules, fen)?;
        let mut numbers = Numbers::new(first_number(&position.to_fen()), is_second(&position));
        if let Some(number) = number_of_counters(fen) {
            numbers.begin_with(number);
        }
        Ok(Self::with_numbers(position, numbers))
    }

    /// The beginning of a variation of the last move.
    pub(crate) fn variation(&self) -> Self {
        let variation = Self::with_numbers(self.before.clone(), self.numbers.variation());
        Self { is_variation: true, ..variation }
    }

    fn with_numbers(position: P, numbers: Numbers) -> Self {
        Self { before: position.clone(), position, is_lost: false, is_variation: false, numbers }
    }

    /// Plays a move as the record writes it, and tells whether its text is surely standard. `None` for the move of
    /// the first player that is not of this game.
    #[inline]
    pub(crate) fn play(&mut self, text: &str) -> Followed<P> {
        // No length is compared here: half of all moves are as long as the dots, and nobody guesses which.
        if (self.is_lost || text.starts_with('.'))
            && let Some(result) = self.play_unknown(text)
        {
            return result;
        }
        self.before.clone_from(&self.position);
        let played = match self.position.play_record(text) {
            Ok(played) => played,
            Err(error) => self.play_misspelled(text, error)?,
        };
        self.numbers.play();
        Ok(Some(played))
    }

    /// Plays a move that can be understood although its text is none of its game.
    #[cold]
    fn play_misspelled(&mut self, text: &str, error: MoveError) -> Result<(P::Move, bool), Fault> {
        if is_null_move(text) && P::start_of(self.position.rules()).null_move().is_some() {
            let null = self.position.null_move().filter(|_| self.is_variation);
            let Some(mv) = null else { return Err(no_pass(text, self.is_variation)) };
            self.position.play_noted(mv);
            return Ok((mv, false));
        }
        if let Some(mv) = self.play_bare_squares(text)? {
            // The reader has told of it.
            return Ok((mv, true));
        }
        match self.play_other_sign(text) {
            Some(mv) => Ok((mv, false)),
            None => Err(self.illegal(text, error)),
        }
    }

    /// Plays a move such as `3228`, which is `32-28` or `32x28`, or `118`, if only one of `1-18` and `11-8` is legal.
    fn play_bare_squares(&mut self, text: &str) -> Result<Option<P::Move>, Fault> {
        let is_bare = is_bare_squares(text);
        let splits: &[usize] = if text.len() == SQUARES { &[2] } else { &[1, 2] };
        let readings = splits.iter().filter(|_| is_bare).flat_map(|&at| {
            let (from, to) = text.split_at(at);
            ['-', 'x'].map(|sign| format!("{from}{sign}{to}"))
        });
        let mut legal: Vec<P::Move> =
            readings.filter_map(|text| self.position.read_move(&text, MoveStyle::Record).ok()).collect();
        legal.dedup();
        match legal[..] {
            [] => Ok(None),
            [mv] => {
                self.position.play_unchecked(mv);
                Ok(Some(mv))
            }
            _ => {
                let candidates = self.position.write_moves(&legal, MoveStyle::Record);
                let error = MoveError::Ambiguous { found: text.to_owned(), candidates };
                Err(Fault::BadMove { error, meant: None })
            }
        }
    }

    /// Plays a capture that is written with the sign of a quiet move, or the reverse.
    fn play_other_sign(&mut self, text: &str) -> Option<P::Move> {
        let other = match text.contains('-') {
            true => text.replace('-', "x"),
            false => text.replace(['x', ':'], "-"),
        };
        let mv = self.position.read_move(&other, MoveStyle::Record).ok()?;
        // In chess the sign is no part of the names of the squares, and a wrong one makes the move doubtful.
        let written = self.position.write_move(mv, MoveStyle::Record);
        if ends(&written) != ends(text) {
            return None;
        }
        self.position.play_unchecked(mv);
        Some(mv)
    }

    /// A move that nobody knows, or any after it.
    #[cold]
    fn play_unknown(&mut self, text: &str) -> Option<Followed<P>> {
        if self.is_lost {
            return Some(Err(Fault::UnknownMove));
        }
        if text != "..." {
            return None;
        }
        // Where a number or the beginning of the line stands before the move of the second player, the dots are
        // that of the first, which is not of this line.
        if self.numbers.is_told() && is_second(&self.position) {
            return Some(self.numbers.check(text).map(|()| None));
        }
        self.is_lost = true;
        self.before.clone_from(&self.position);
        self.numbers.play();
        Some(Err(RepairKind::UnknownMove.into()))
    }

    #[cold]
    fn illegal(&self, text: &str, error: MoveError) -> Fault {
        // A candidate of an ambiguous move would be a guess.
        let meant = match error {
            MoveError::Ambiguous { .. } => None,
            _ => meant(&self.position, text),
        };
        Fault::BadMove { error, meant }
    }

    /// Compares the text of the last move, where it is not surely standard, with that of the standard, and its mark of
    /// check where that is wanted.
    #[inline(never)]
    pub(crate) fn check_text(
        &self,
        mv: P::Move,
        text: &str,
        is_standard: bool,
        has_marks: bool,
    ) -> Result<(), Fault> {
        let is_right = is_standard || self.is_standard_text(mv, text);
        // One repair of castling with zeros is enough.
        if is_right && (!has_marks || self.has_right_mark(text) || text.starts_with(ZERO_CASTLING)) {
            return Ok(());
        }
        if is_null_move(text) {
            return Err(RepairKind::NullMove { found: text.to_owned() }.into());
        }
        let written = self.before.write_move(mv, MoveStyle::Record);
        Err(RepairKind::MoveText { found: text.to_owned(), written }.into())
    }

    #[cold]
    fn is_standard_text(&self, mv: P::Move, text: &str) -> bool {
        // The reader tells of zeros in castling and before numbers, and of squares without a sign.
        let is_bare = text.bytes().all(|byte| byte.is_ascii_digit());
        !is_null_move(text) && (is_bare || self.before.is_standard_text(mv, &without_zeros(text)))
    }

    fn has_right_mark(&self, text: &str) -> bool {
        let mark = self.position.check_mark();
        text.strip_suffix(mark).is_some_and(|rest| !rest.ends_with(['+', '#']))
    }

    /// Goes on with another position. One without pieces is a proposal of how to write that a player passes.
    pub(crate) fn set_up(&mut self, fen: &str) -> Result<(), Fault> {
        let is_pass = is_pass(fen);
        if is_pass && self.is_lost {
            return Err(Fault::UnknownMove);
        }
        let rules = self.position.rules();
        let position = match is_pass {
            true => {
                let other = format!("{}{}", &fen[..1], self.position.to_fen().get(1..).unwrap_or(""));
                P::read_fen(rules, &other, Reading::Strict)?
            }
            false => read_fen(rules, fen)?,
        };
        self.numbers.set_up(is_second(&position));
        self.before = std::mem::replace(&mut self.position, position);
        self.is_lost = false;
        match is_pass {
            true => Err(RepairKind::Pass { found: fen.to_owned() }.into()),
            false => self.check_fen(fen),
        }
    }

    /// Compares the text of the position with the one that the game writes.
    pub(crate) fn check_fen(&self, fen: &str) -> Result<(), Fault> {
        check_form(fen, &self.position.to_fen())
    }
}

/// Whether a text stands for a pass in the records of some program.
pub(crate) fn is_null_move(text: &str) -> bool {
    matches!(text, "--" | "Z0" | "@@@@" | "null" | "0000")
}

/// Why nobody can pass here.
fn no_pass(text: &str, is_variation: bool) -> Fault {
    let reason = match is_variation {
        true => "a player who is in check cannot pass",
        false => "a player passes, which no rule allows: null moves are for variations",
    };
    let error = MoveError::Illegal { found: text.to_owned(), reason: reason.to_owned() };
    Fault::BadMove { error, meant: None }
}

/// Whether the player moves who is second at the start of a game.
fn is_second<P: RecordNotation>(position: &P) -> bool {
    position.turn() != P::start_of(position.rules()).turn()
}

/// The beginning of castling that is written with zeros.
const ZERO_CASTLING: &str = "0-0";

/// The text of a move without zeros that do not belong there.
fn without_zeros(text: &str) -> Cow<'_, str> {
    if text.starts_with(ZERO_CASTLING) {
        return text.replace('0', "O").into();
    }
    if !has_leading_zero(text.as_bytes()) {
        return text.into();
    }
    let squares = text.split_inclusive(['-', 'x', ':']).map(|square| square.trim_start_matches('0'));
    squares.collect::<String>().into()
}

/// The first and the last square of a draughts move.
fn ends(text: &str) -> Option<(&str, &str)> {
    let mut squares = text.split(['-', 'x', ':']);
    Some((squares.next()?, squares.next_back()?))
}
