//! Moves as PDN writes them: `32-28`, `28x10`, and with all intermediate squares where start and end do
//! not decide: `47x38x24x13x36`.

use boardgame::{MoveError, MoveList, Position};

use crate::bitboard::Bitboard;
use crate::board::Square;
use crate::move_text::{Sign, WrittenMove};
use crate::position::{Draughts, Move};
use crate::rules::Removal;
use crate::variants::Variant;
use crate::word::Word;

impl<V: Variant> Draughts<V> {
    /// Reads a move, short or with its route.
    pub(crate) fn read_pdn_move(&self, text: &str) -> Result<Move<V::Word>, MoveError> {
        let written = WrittenMove::read(&V::RULES, text)?;
        let mut list = MoveList::new();
        self.try_legal_moves(&mut list)?;
        let captures = list.iter().any(Move::is_capture);
        let is_quiet = match written.sign {
            Sign::Quiet => true,
            Sign::Capture => false,
            Sign::Missing => !captures && written.squares.len() == 2,
        };
        if is_quiet { self.find_quiet(&written, &list) } else { self.find_capture(&written, &list) }
    }

    /// Writes a move as short as it may be: with its whole route where start and end do not decide.
    pub(crate) fn write_pdn_move(&self, mv: Move<V::Word>) -> String {
        let mut list = MoveList::new();
        // Where the moves cannot be listed the route is written, which is never wrong.
        let decides = !mv.is_capture()
            || self.try_legal_moves(&mut list).is_ok()
                && list.iter().filter(|other| (other.from, other.to) == (mv.from, mv.to)).count() <= 1;
        if decides { join::<V>(&[mv.from, mv.to], mv.is_capture()) } else { self.write_pdn_route(mv) }
    }

    /// Writes a move with every intermediate square.
    pub(crate) fn write_pdn_route(&self, mv: Move<V::Word>) -> String {
        if !mv.is_capture() {
            return join::<V>(&[mv.from, mv.to], false);
        }
        let squares = self.any_route(mv).unwrap_or_else(|| vec![mv.from, mv.to]);
        join::<V>(&squares, true)
    }

    /// The legal capture that a text with a capture sign, or without sign, means.
    fn find_capture(
        &self,
        written: &WrittenMove<'_>,
        list: &[Move<V::Word>],
    ) -> Result<Move<V::Word>, MoveError> {
        let (from, to) = (written.from(), written.to());
        let candidates: Vec<Move<V::Word>> =
            list.iter().copied().filter(|mv| mv.is_capture() && (mv.from, mv.to) == (from, to)).collect();
        // A complete route means its capture, also if start and end fit others too.
        let traced = self.trace(&written.squares);
        if let Ok(trace) = &traced {
            let exact = candidates
                .iter()
                .find(|mv| mv.captured() == trace.captured && self.is_route_of(**mv, &trace.squares));
            if let Some(&mv) = exact {
                return Ok(mv);
            }
        }
        match candidates[..] {
            [mv] if written.squares.len() == 2 => Ok(mv),
            [_, _, ..] if written.squares.len() == 2 => {
                Err(written.ambiguous(candidates.into_iter().map(|mv| self.write_pdn_route(mv))))
            }
            _ => Err(written.illegal(self.why_not_route(written, traced, list))),
        }
    }

    /// Why a text with a capture sign fits no legal capture, in words.
    fn why_not_route(
        &self,
        written: &WrittenMove<'_>,
        traced: Result<Trace<V>, (Square, Square)>,
        list: &[Move<V::Word>],
    ) -> String {
        let (from, to) = (written.from(), written.to());
        let name = |square| V::RULES.square_name(square);
        let own = list.iter().filter(|mv| mv.is_capture() && mv.from == from);
        match traced {
            Ok(trace) if own.clone().any(|mv| (trace.captured - mv.captured()).is_empty()) => {
                if own.clone().any(|mv| mv.captured() == trace.captured) {
                    return "the rules do not allow this route or end".to_string();
                }
                "incomplete capture".to_string()
            }
            Err((start, end)) if own.clone().next().is_some() && written.squares.len() > 2 => {
                format!("no piece is captured between {} and {}", name(start), name(end))
            }
            _ => self.why_not_capture(from, to, list),
        }
    }
}

/// What jumps from square to square capture.
struct Trace<V: Variant> {
    captured: Bitboard<V::Word>,
    /// The squares as PDN wants them: where the direction does not change, the one right behind the
    /// captured piece.
    squares: Vec<Square>,
}

impl<V: Variant> Draughts<V> {
    /// Follows jumps from square to square, or says between which two nothing is captured.
    ///
    /// Between two squares of a route stands exactly one piece to capture, so the squares decide what is
    /// captured. Whether the jumps are legal is not asked here.
    fn trace(&self, squares: &[Square]) -> Result<Trace<V>, (Square, Square)> {
        let mut trace = Trace { captured: Bitboard::EMPTY, squares: squares.to_vec() };
        let mut before = None;
        for (index, hop) in squares.windows(2).enumerate() {
            let (start, end) = (hop[0], hop[1]);
            let jump = self.jumped(squares[0], start, end, trace.captured).ok_or((start, end))?;
            trace.captured = trace.captured.with(jump.captured);
            if let Some((direction, behind)) = before.replace((jump.direction, jump.behind))
                && direction == jump.direction
            {
                trace.squares[index] = behind;
            }
        }
        Ok(trace)
    }

    /// The one piece that a jump between two squares captures.
    fn jumped(&self, origin: Square, start: Square, end: Square, captured: Bitboard<V::Word>) -> Option<Hop> {
        let board = V::RULES.board;
        let place = |square| {
            let (file, rank) = board.file_and_rank(square);
            (i16::from(file), i16::from(rank))
        };
        let ((file, rank), (end_file, end_rank)) = (place(start), place(end));
        let (files, ranks) = (end_file - file, end_rank - rank);
        let is_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
        if !is_line || start == end {
            return None;
        }
        let direction = (files.signum(), ranks.signum());
        let removed = if V::RULES.removal == Removal::Immediate { captured } else { Bitboard::EMPTY };
        let (mut victim, mut behind) = (None, None);
        // On diagonal boards every second square of a file or row is not played on.
        for step in 1..=files.abs().max(ranks.abs()) {
            let (file, rank) = (file + direction.0 * step, rank + direction.1 * step);
            let Some(square) = board.square_at(u8::try_from(file).ok()?, u8::try_from(rank).ok()?) else {
                continue;
            };
            let is_free = square == origin || removed.contains(square) || self.piece_at(square).is_none();
            if is_free {
                if victim.is_some() {
                    behind = behind.or(Some(square));
                }
            } else if victim.is_some() || captured.contains(square) || self.pieces(self.turn).contains(square)
            {
                return None;
            } else {
                victim = Some(square);
            }
        }
        Some(Hop { captured: victim?, direction, behind: behind? })
    }
}

struct Hop {
    captured: Square,
    direction: (i16, i16),
    behind: Square,
}

fn join<V: Variant>(squares: &[Square], is_capture: bool) -> String {
    let sign = if is_capture { V::RULES.numbering.capture_sign } else { '-' };
    let names: Vec<String> = squares.iter().map(|&square| V::RULES.square_name(square)).collect();
    names.join(sign.encode_utf8(&mut [0; 4]))
}

// Stand-in until routes come from `route.rs`.
impl<V: Variant> Draughts<V> {
    fn is_route_of(&self, _mv: Move<V::Word>, _squares: &[Square]) -> bool {
        true
    }

    fn any_route(&self, mv: Move<V::Word>) -> Option<Vec<Square>> {
        let mut squares = vec![mv.from];
        self.extend_route(mv, &mut squares).then_some(squares)
    }

    fn extend_route(&self, mv: Move<V::Word>, squares: &mut Vec<Square>) -> bool {
        let Ok(trace) = self.trace(squares) else { return false };
        if trace.captured == mv.captured() {
            return *squares.last().unwrap_or(&mv.from) == mv.to;
        }
        let all = Bitboard::<V::Word>(V::Word::truncate(Self::BOARD));
        for square in all {
            squares.push(square);
            if let Ok(next) = self.trace(squares)
                && (next.captured - mv.captured()).is_empty()
                && self.extend_route(mv, squares)
            {
                *squares = next.squares.clone();
                return true;
            }
            squares.pop();
        }
        false
    }
}
