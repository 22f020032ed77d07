//! One line of a game that is being replayed.

use std::borrow::Cow;

use boardgame::{FenError, MoveError, MoveStyle, Reading, RecordNotation};

use crate::error::Fault;
use crate::fen::{check_form, is_pass, read_fen};
use crate::lexer::{SQUARES, is_bare_squares};
use crate::numbers::{Numbers, first_number, number_of_counters};
use crate::reader::has_leading_zero;
use crate::repair::RepairKind;
use crate::replay_board::{Played, TextCheck};
use crate::suggest::meant;

/// The position of a line now, the one before the last move, where a variation begins, and how it came about.
#[derive(Clone, Debug)]
pub(crate) struct ReplayLine<P: RecordNotation> {
    pub(crate) position: P,
    pub(crate) before: P,
    /// Whether a move is unknown, so that the position is unknown too.
    pub(crate) is_lost: bool,
    /// Whether this is not the game itself.
    is_variation: bool,
    pub(crate) numbers: Numbers,
    /// The last move, unless the last was a set-up.
    pub(crate) last: Option<P::Move>,
    /// Whether its text is surely that of the standard.
    pub(crate) is_standard: bool,
}

impl<P: RecordNotation> ReplayLine<P> {
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
        Self {
            before: position.clone(),
            position,
            is_lost: false,
            is_variation: false,
            numbers,
            last: None,
            is_standard: true,
        }
    }

    /// Plays a move as the record writes it. After an error the line is as it was.
    #[inline]
    pub(crate) fn play(&mut self, text: &str, repairs: &mut Vec<RepairKind>) -> Result<Played, Box<Fault>> {
        // No length is compared here: half of all moves are as long as the dots, and a processor cannot predict which.
        if (self.is_lost || text.starts_with('.'))
            && let Some(result) = self.play_unknown(text, repairs)
        {
            return result;
        }
        self.before.clone_from(&self.position);
        let (mv, is_standard) = match self.position.play_record(text) {
            Ok(played) => played,
            Err(error) => self.play_misspelled(text, error)?,
        };
        (self.last, self.is_standard) = (Some(mv), is_standard);
        self.numbers.play();
        Ok(Played::Move)
    }

    /// Plays a move that can be understood although its text is not in the notation of its game.
    #[cold]
    fn play_misspelled(&mut self, text: &str, error: MoveError) -> Result<(P::Move, bool), Box<Fault>> {
        if is_null_move(text) && P::start_of(self.position.rules()).null_move().is_some() {
            let null = self.position.null_move().filter(|_| self.is_variation);
            let Some(mv) = null else { return Err(no_pass(text, self.is_variation).into()) };
            self.position.play_noted(mv);
            return Ok((mv, false));
        }
        if let Some(mv) = self.play_bare_squares(text)? {
            // The reader has reported it.
            return Ok((mv, true));
        }
        match self.play_other_sign(text) {
            Some(mv) => Ok((mv, false)),
            None => Err(self.illegal(text, error).into()),
        }
    }

    /// Plays a move such as `3228`, which is `32-28` or `32x28`, or `118`, if only one of `1-18` and `11-8` is legal.
    fn play_bare_squares(&mut self, text: &str) -> Result<Option<P::Move>, Box<Fault>> {
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
                Err(Fault::BadMove { error, meant: None }.into())
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

    /// An unknown move, or any move after it.
    #[cold]
    fn play_unknown(
        &mut self,
        text: &str,
        repairs: &mut Vec<RepairKind>,
    ) -> Option<Result<Played, Box<Fault>>> {
        if self.is_lost {
            return Some(Err(Fault::UnknownMove.into()));
        }
        if text != "..." {
            return None;
        }
        // After a number or at the beginning of the line, dots before a move of the second player stand for the
        // move of the first, which is not part of this line.
        if self.numbers.is_told() && is_second(&self.position) {
            self.numbers.check(text, repairs);
            return Some(Ok(Played::Nothing));
        }
        self.is_lost = true;
        self.before.clone_from(&self.position);
        self.numbers.play();
        repairs.push(RepairKind::UnknownMove);
        Some(Ok(Played::Nothing))
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

    /// Compares the text of the last move with the standard. Tells whether it is surely the same.
    #[inline]
    pub(crate) fn check_text(&self, text: &str, check: TextCheck, repairs: &mut Vec<RepairKind>) -> bool {
        let is_right = match check {
            TextCheck::No => return false,
            TextCheck::Text => self.is_standard,
            TextCheck::TextAndMarks => self.is_standard && self.has_right_mark(text),
        };
        if !is_right {
            self.check_unusual_text(text, check == TextCheck::TextAndMarks, repairs);
        }
        is_right && check == TextCheck::TextAndMarks
    }

    #[cold]
    fn check_unusual_text(&self, text: &str, has_marks: bool, repairs: &mut Vec<RepairKind>) {
        let Some(mv) = self.last else { return };
        let is_right = self.is_standard || self.is_standard_text(mv, text);
        // One repair of castling with zeros is enough.
        if is_right && (!has_marks || self.has_right_mark(text) || text.starts_with(ZERO_CASTLING)) {
            return;
        }
        if is_null_move(text) {
            return repairs.push(RepairKind::NullMove { found: text.to_owned() });
        }
        let written = self.before.write_move(mv, MoveStyle::Record);
        repairs.push(RepairKind::MoveText { found: text.to_owned(), written });
    }

    #[cold]
    fn is_standard_text(&self, mv: P::Move, text: &str) -> bool {
        // The reader reports zeros in castling and before numbers, and squares without a sign.
        let is_bare = text.bytes().all(|byte| byte.is_ascii_digit());
        !is_null_move(text) && (is_bare || self.before.is_standard_text(mv, &without_zeros(text)))
    }

    #[inline]
    fn has_right_mark(&self, text: &str) -> bool {
        let is_mark = |byte: u8| matches!(byte, b'+' | b'#');
        match (self.position.check_mark().as_bytes(), text.as_bytes()) {
            ([], [.., last]) => !is_mark(*last),
            ([mark], [.., before, last]) => mark == last && !is_mark(*before),
            _ => false,
        }
    }

    /// Goes on with another position. One without pieces is a proposal of how to write that a player passes.
    pub(crate) fn set_up(&mut self, fen: &str, repairs: &mut Vec<RepairKind>) -> Result<(), Fault> {
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
        self.last = None;
        match is_pass {
            true => repairs.push(RepairKind::Pass { found: fen.to_owned() }),
            false => self.check_fen(fen, repairs),
        }
        Ok(())
    }

    /// Compares the text of the position with the one that the game writes.
    pub(crate) fn check_fen(&self, fen: &str, repairs: &mut Vec<RepairKind>) {
        check_form(fen, &self.position.to_fen(), repairs);
    }
}

/// Whether a text stands for a pass in the records of some program.
pub(crate) fn is_null_move(text: &str) -> bool {
    matches!(text, "--" | "Z0" | "@@@@" | "null" | "0000")
}

/// Why passing is not allowed here.
fn no_pass(text: &str, is_variation: bool) -> Fault {
    let reason = match is_variation {
        true => "a player who is in check cannot pass",
        false => "a player cannot pass: null moves are allowed only in variations",
    };
    let error = MoveError::Illegal { found: text.to_owned(), reason: reason.to_owned() };
    Fault::BadMove { error, meant: None }
}

/// Whether the side to move is the one that moves second at the start of a game.
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
