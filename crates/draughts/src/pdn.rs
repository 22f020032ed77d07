//! Moves as PDN writes them: `32-28`, `28x10`, and with all intermediate squares where start and end do
//! not decide: `47x38x24x13x36`.

use std::cmp::Ordering;

use boardgame::{MoveError, MoveList, Position};
use rustc_hash::FxHashMap;

use crate::bitboard::Bitboard;
use crate::board::{Board, Square};
use crate::move_text::{Sign, WrittenMove};
use crate::position::{Draughts, Move};
use crate::route::Route;
use crate::rules::Removal;
use crate::variants::Variant;

/// So many routes are looked at to find the first in the order of their squares.
const FIRST_OF_ROUTES: usize = 41;

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
        let is_listed = !mv.is_capture() || self.try_legal_moves(&mut list).is_ok();
        let same_ends =
            list.iter().filter(|other| (other.from(), other.to()) == (mv.from(), mv.to())).count();
        self.write_pdn(mv, is_listed && same_ends <= 1)
    }

    /// Writes all legal moves, each as short as it may be.
    pub(crate) fn write_pdn_moves(&self, list: &[Move<V::Word>]) -> Vec<String> {
        let mut same_ends = FxHashMap::<_, usize>::default();
        for mv in list {
            *same_ends.entry((mv.from(), mv.to())).or_default() += 1;
        }
        list.iter().map(|&mv| self.write_pdn(mv, same_ends[&(mv.from(), mv.to())] == 1)).collect()
    }

    /// Writes a move of which start and end decide, or not.
    fn write_pdn(&self, mv: Move<V::Word>, ends_decide: bool) -> String {
        let is_short = ends_decide || !mv.is_capture();
        if is_short { join::<V>(&[mv.from(), mv.to()], mv.is_capture()) } else { self.write_pdn_route(mv) }
    }

    /// Writes a move with every intermediate square.
    pub(crate) fn write_pdn_route(&self, mv: Move<V::Word>) -> String {
        if !mv.is_capture() {
            return join::<V>(&[mv.from(), mv.to()], false);
        }
        let squares = self
            .routes(mv, FIRST_OF_ROUTES)
            .first()
            .map_or_else(|| vec![mv.from(), mv.to()], Route::squares::<V>);
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
            list.iter().copied().filter(|mv| mv.is_capture() && (mv.from(), mv.to()) == (from, to)).collect();
        // A complete route means its capture, also if start and end fit others too. There is at most one:
        // between two squares of a route stands exactly one piece to capture.
        if let Some(&mv) = candidates.iter().find(|mv| self.is_route(**mv, &written.squares)) {
            return Ok(mv);
        }
        match candidates[..] {
            [mv] if written.squares.len() == 2 => Ok(mv),
            [_, _, ..] if written.squares.len() == 2 => {
                Err(written.ambiguous(candidates.into_iter().map(|mv| self.write_pdn_route(mv))))
            }
            _ => Err(written.illegal(self.why_not_route(written, list))),
        }
    }

    /// Why a text with a capture sign fits no legal capture, in words.
    fn why_not_route(&self, written: &WrittenMove<'_>, list: &[Move<V::Word>]) -> String {
        let (from, to) = (written.from(), written.to());
        let mut own = list.iter().filter(|mv| mv.is_capture() && mv.from() == from).peekable();
        if own.peek().is_none() {
            return self.why_not_capture(from, to, list);
        }
        match self.trace(&written.squares) {
            Ok(captured) if own.clone().any(|mv| mv.captured() == captured) => {
                "the rules do not allow this route or this end".to_string()
            }
            Ok(captured) if own.any(|mv| (captured - mv.captured()).is_empty()) => {
                "incomplete capture".to_string()
            }
            Err((start, end)) if written.squares.len() > 2 => {
                let name = |square| V::RULES.square_name(square);
                format!("no piece can be captured between {} and {}", name(start), name(end))
            }
            _ => self.why_not_capture(from, to, list),
        }
    }

    /// What jumps from square to square capture, or between which two nothing can be captured. Whether the
    /// jumps are legal is not asked here.
    fn trace(&self, squares: &[Square]) -> Result<Bitboard<V::Word>, (Square, Square)> {
        let mut captured = Bitboard::EMPTY;
        for hop in squares.windows(2) {
            let jumped = self.jumped(squares[0], (hop[0], hop[1]), captured).ok_or((hop[0], hop[1]))?;
            captured = captured.with(jumped);
        }
        Ok(captured)
    }

    /// The one piece between two squares on a line that can be captured, if all else there is free.
    fn jumped(
        &self,
        origin: Square,
        (start, end): (Square, Square),
        captured: Bitboard<V::Word>,
    ) -> Option<Square> {
        let removed = if V::RULES.removal == Removal::Immediate { captured } else { Bitboard::EMPTY };
        let is_free = |&square: &Square| {
            square == origin || removed.contains(square) || self.piece_at(square).is_none()
        };
        let line = squares_between(&V::RULES.board, start, end);
        let mut standing = line.into_iter().filter(|square| !is_free(square));
        let jumped = standing.next()?;
        let can_be = self.pieces(!self.turn).contains(jumped) && !captured.contains(jumped);
        (can_be && standing.next().is_none()).then_some(jumped)
    }
}

/// The playing squares between two squares on a line; none if there is no such line.
fn squares_between(board: &Board, start: Square, end: Square) -> Vec<Square> {
    let ((file, rank), (end_file, end_rank)) = (board.file_and_rank(start), board.file_and_rank(end));
    let (files, ranks) = (file.abs_diff(end_file), rank.abs_diff(end_rank));
    if files != 0 && ranks != 0 && files != ranks {
        return Vec::new();
    }
    let towards = |here: u8, there: u8, step: u8| match here.cmp(&there) {
        Ordering::Less => here + step,
        Ordering::Equal => here,
        Ordering::Greater => here - step,
    };
    (1..files.max(ranks))
        .filter_map(|step| board.square_at(towards(file, end_file, step), towards(rank, end_rank, step)))
        .collect()
}

fn join<V: Variant>(squares: &[Square], is_capture: bool) -> String {
    let sign = if is_capture { V::RULES.numbering.capture_sign } else { '-' };
    let names: Vec<String> = squares.iter().map(|&square| V::RULES.square_name(square)).collect();
    names.join(sign.encode_utf8(&mut [0; 4]))
}
