//! Moves as PDN writes them: `32-28`, `28x10`, and with all intermediate squares where start and end do
//! not decide: `47x38x24x13x36`.

use boardgame::{MoveList, Position};
use rustc_hash::FxHashMap;

use crate::any_variant::AnyDraughts;
use crate::board::Square;
use crate::explain::Refusal;
use crate::move_text::{Sign, WrittenMove};
use crate::position::Move;
use crate::rules::Rules;

/// So many routes are looked at to find the first in the order of their squares.
const FIRST_OF_ROUTES: usize = 41;

impl AnyDraughts {
    /// Finds the legal move of a text that is short or gives the route.
    pub(crate) fn find_pdn_move(
        &self,
        written: &WrittenMove<'_>,
        list: &[Move<u128>],
    ) -> Result<Move<u128>, Refusal> {
        let captures = list.iter().any(Move::is_capture);
        match written.sign {
            Sign::Quiet => self.find_quiet(written, list),
            Sign::Capture => self.find_capture(written, list),
            Sign::Missing if written.squares.len() > 2 => self.find_capture(written, list),
            Sign::Missing if !captures => self.find_quiet(written, list),
            // What is no capture may have been meant as a step.
            Sign::Missing => self.find_capture(written, list).map_err(|refusal| {
                let is_step = self.is_step(written.from(), written.to());
                if is_step { self.refuse_quiet(written, list) } else { refusal }
            }),
        }
    }

    /// Writes a move as short as it may be: with its whole route where start and end do not decide.
    pub(crate) fn write_pdn_move(&self, mv: Move<u128>) -> String {
        let mut list = MoveList::new();
        // Where the moves cannot be listed the route is written, which is never wrong.
        let is_listed = !mv.is_capture() || self.try_legal_moves_into(&mut list).is_ok();
        let same_ends =
            list.iter().filter(|other| (other.from(), other.to()) == (mv.from(), mv.to())).count();
        self.write_pdn(mv, is_listed && same_ends <= 1)
    }

    /// Writes all legal moves, each as short as it may be.
    pub(crate) fn write_pdn_moves(&self, list: &[Move<u128>]) -> Vec<String> {
        let mut same_ends = FxHashMap::<_, usize>::default();
        for mv in list {
            *same_ends.entry((mv.from(), mv.to())).or_default() += 1;
        }
        list.iter().map(|&mv| self.write_pdn(mv, same_ends[&(mv.from(), mv.to())] == 1)).collect()
    }

    /// Writes a move of which start and end decide, or not.
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
    fn find_capture(&self, written: &WrittenMove<'_>, list: &[Move<u128>]) -> Result<Move<u128>, Refusal> {
        let (from, to) = (written.from(), written.to());
        let candidates: Vec<Move<u128>> =
            list.iter().copied().filter(|mv| mv.is_capture() && (mv.from(), mv.to()) == (from, to)).collect();
        // A complete route means its capture, also if start and end fit others too. There is at most one:
        // between two squares of a route stands exactly one piece to capture.
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
