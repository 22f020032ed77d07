//! Moves as PDN writes them: `32-28`, `28x10`, and with all intermediate squares where start and end do
//! not decide: `47x38x24x13x36`.

use boardgame::{MoveList, Position};
use rustc_hash::FxHashMap;

use crate::any_variant::AnyDraughts;
use crate::board::Square;
use crate::explain::MoveRefusal;
use crate::move_text::{Sign, WrittenMove};
use crate::position::Move;
use crate::rules::Rules;

/// The most routes to compare to find the first in the order of their squares.
const FIRST_OF_ROUTES: usize = 41;

impl AnyDraughts {
    /// Finds the legal move of a short text or of one with the route.
    pub(crate) fn find_pdn_move(
        &self,
        written: &WrittenMove<'_>,
        list: &[Move<u128>],
    ) -> Result<Move<u128>, MoveRefusal> {
        let captures = list.iter().any(Move::is_capture);
        match written.sign {
            Sign::Quiet => self.find_quiet(written, list),
            Sign::Capture => self.find_capture(written, list),
            Sign::Missing if written.squares.len() > 2 => self.find_capture(written, list),
            Sign::Missing if !captures => self.find_quiet(written, list),
            // A text that matches no capture may be a quiet move.
            Sign::Missing => self.find_capture(written, list).map_err(|refusal| {
                let is_step = self.is_step(written.from(), written.to());
                if is_step { self.refuse_quiet(written, list) } else { refusal }
            }),
        }
    }

    /// Writes a move as briefly as possible: with its whole route only if start and end are ambiguous.
    pub(crate) fn write_pdn_move(&self, mv: Move<u128>) -> String {
        let mut list = MoveList::new();
        // If the moves cannot be listed, the route is written, which is never wrong.
        let is_listed = !mv.is_capture() || self.try_legal_moves_into(&mut list).is_ok();
        let same_ends =
            list.iter().filter(|other| (other.from(), other.to()) == (mv.from(), mv.to())).count();
        self.write_pdn(mv, is_listed && same_ends <= 1)
    }

    /// Writes all legal moves, each as briefly as possible.
    pub(crate) fn write_pdn_moves(&self, list: &[Move<u128>]) -> Vec<String> {
        let mut same_ends = FxHashMap::<_, usize>::default();
        for mv in list {
            *same_ends.entry((mv.from(), mv.to())).or_default() += 1;
        }
        list.iter().map(|&mv| self.write_pdn(mv, same_ends[&(mv.from(), mv.to())] == 1)).collect()
    }

    /// Writes a move, given whether start and end are unambiguous.
    fn write_pdn(&self, mv: Move<u128>, ends_decide: bool) -> String {
        let is_short = ends_decide || !mv.is_capture();
        if is_short {
            join(self.rules(), &[mv.from(), mv.to()], mv.is_capture())
        } else {
            self.write_pdn_route(mv)
        }
    }

    /// Writes a move with every intermediate square.
    pub(crate) fn write_pdn_route(&self, mv: Move<u128>) -> String {
        if !mv.is_capture() {
            return join(self.rules(), &[mv.from(), mv.to()], false);
        }
        let squares = self
            .routes(mv, FIRST_OF_ROUTES)
            .first()
            .map_or_else(|| vec![mv.from(), mv.to()], |route| route.squares(self.rules()));
        join(self.rules(), &squares, true)
    }

    /// The legal capture that a text with a capture sign, or without sign, means.
    fn find_capture(
        &self,
        written: &WrittenMove<'_>,
        list: &[Move<u128>],
    ) -> Result<Move<u128>, MoveRefusal> {
        let (from, to) = (written.from(), written.to());
        let candidates: Vec<Move<u128>> =
            list.iter().copied().filter(|mv| mv.is_capture() && (mv.from(), mv.to()) == (from, to)).collect();
        // A complete route identifies its capture, even if other captures share start and end. There is at most one,
        // since exactly one captured piece stands between two squares of a route.
        if let Some(&mv) = candidates.iter().find(|mv| self.has_route(**mv, &written.squares)) {
            return Ok(mv);
        }
        match candidates[..] {
            [mv] if written.squares.len() == 2 => Ok(mv),
            [_, _, ..] if written.squares.len() == 2 => {
                Err(written.ambiguous(candidates.into_iter().map(|mv| self.write_pdn_route(mv))).into())
            }
            _ => Err(self.refuse_capture(written, list)),
        }
    }
}

fn join(rules: &Rules, squares: &[Square], is_capture: bool) -> String {
    let sign = if is_capture { rules.numbering.capture_sign } else { '-' };
    let names: Vec<String> = squares.iter().map(|&square| rules.square_name(square)).collect();
    names.join(sign.encode_utf8(&mut [0; 4]))
}
