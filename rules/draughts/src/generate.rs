//! Listing the legal moves.

use boardgame::{MoveList, Side};

use crate::board::Square;
use crate::capture::{CaptureSink, Captures, Jumps, View, man_captures, with_side};
use crate::count::{count_steps_of_kings, count_steps_of_men, first_jumps_end};
use crate::exhaustive;
use crate::king_runs::Extra;
use crate::machine_word::Word;
use crate::position::{Draughts, Move};
use crate::rules::Removal;
use crate::shift::{each_direction, last_row, shift, slide, slide_on};
use crate::successors::{Callback, MoveCounter};
use crate::variants::Variant;

/// The jumps that the fast search tries before it passes a position to the exhaustive search.
pub(crate) const FAST_WORK: usize = 1 << 15;

/// Captures of fewer pieces than this have only one route, so that no two of them are the same move.
/// `tests/rules/duplicates.rs` proves the bound for every variant by trying all routes.
pub(crate) const fn pieces_of_duplicates<V: Variant>() -> u32 {
    match (V::RULES.removal, V::RULES.king_captures.0 == 0xff) {
        (Removal::AfterMove, false) => 4,
        (Removal::AfterMove, true) => 3,
        (Removal::Immediate, _) => 2,
    }
}

impl<V: Variant> Draughts<V> {
    pub(crate) fn can_move(&self) -> bool {
        if self.is_decided() {
            return false;
        }
        with_side!(self.turn, Us => {
            let view = View::new::<Us>(self);
            let jumps = Jumps::new::<Us>(&view);
            jumps.exist()
                || count_steps_of_men::<V, Us>(&view) > 0
                || count_steps_of_kings::<V>(&view, &jumps, self.kings_free_to_move::<Us>(&view)) > 0
        })
    }

    pub(crate) fn can_capture(&self) -> bool {
        !self.is_decided() && with_side!(self.turn, Us => Jumps::new::<Us>(&View::new::<Us>(self)).exist())
    }

    /// Lists the legal moves; `false` if that takes more than `work_limit` jumps.
    #[inline(always)]
    pub(crate) fn list_moves(&self, list: &mut MoveList<Move<V::Word>>, work_limit: usize) -> bool {
        list.clear();
        if self.is_decided() {
            return true;
        }
        with_side!(self.turn, Us => {
            let view = View::new::<Us>(self);
            let jumps = Jumps::new::<Us>(&view);
            if jumps.exist() {
                return list_captures::<V, Us>(&view, &jumps, list)
                    || exhaustive::list_captures::<V, Us>(&view, list, work_limit);
            }
            list_steps_of_men::<V, Us>(&view, list);
            self.list_steps_of_kings::<Us>(&view, list);
        });
        true
    }

    #[inline(always)]
    pub(crate) fn count_moves(&self) -> usize {
        with_side!(self.turn, Us => self.count::<Us>())
    }

    #[inline(always)]
    pub(crate) fn count_moves_of_successors(&self) -> u64 {
        let mut counter = MoveCounter(0);
        with_side!(self.turn, Us => self.successors::<Us>(&mut counter));
        counter.0
    }

    #[inline(always)]
    pub(crate) fn visit_successors(&self, visit: impl FnMut(&Self)) {
        with_side!(self.turn, Us => self.successors::<Us>(&mut Callback(visit)))
    }

    /// The kings that may make a quiet move.
    #[inline(always)]
    pub(crate) fn kings_free_to_move<Us: Side>(&self, view: &View<V>) -> V::Word {
        let Some(limit) = V::RULES.king_run_limit else { return view.own_kings() };
        match self.extra.exhausted_king(Us::COLOR, limit) {
            Some(square) => view.own_kings() & !V::Word::bit(square.0),
            None => view.own_kings(),
        }
    }

    #[inline(always)]
    fn list_steps_of_kings<Us: Side>(&self, view: &View<V>, list: &mut MoveList<Move<V::Word>>) {
        let mut kings = self.kings_free_to_move::<Us>(view);
        while kings != V::Word::ZERO {
            let from = Square(kings.lowest());
            kings = kings.without_lowest();
            let ends = all_king_steps::<V>(from, view.empty);
            list_ends(ends, list, |to| Move::new(from, to, V::Word::ZERO, false));
        }
    }
}

/// Quiet moves of men.
#[inline(always)]
fn list_steps_of_men<V: Variant, Us: Side>(view: &View<V>, list: &mut MoveList<Move<V::Word>>) {
    let last_row = last_row::<V, Us>();
    each_direction!(D => if const { man_moves::<V, Us>(D) } {
        let ends = shift::<V, D>(view.men()) & view.empty;
        let mut list_steps = |ends: V::Word, crowned| list_ends(ends, list, |to| {
            let from = (i32::from(to.0) - const { V::RULES.board.delta(D) }) as u8;
            Move::new(Square(from), to, V::Word::ZERO, crowned)
        });
        list_steps(ends & !last_row, false);
        if ends & last_row != V::Word::ZERO {
            list_steps(ends & last_row, true);
        }
    });
}

/// One move for each end square.
#[inline(always)]
fn list_ends<W: Word>(ends: W, list: &mut MoveList<Move<W>>, to_move: impl Fn(Square) -> Move<W>) {
    let mut rest = ends;
    list.extend(ends.count() as usize, || {
        let to = Square(rest.lowest());
        rest = rest.without_lowest();
        to_move(to)
    });
}

/// All captures; `false` if there are too many for the fast search.
#[inline(always)]
fn list_captures<V: Variant, Us: Side>(
    view: &View<V>,
    jumps: &Jumps<V>,
    list: &mut MoveList<Move<V::Word>>,
) -> bool {
    match view.own_kings() == V::Word::ZERO {
        true => list_captures_of_men::<V, Us>(*view, list),
        false => list_captures_with_kings::<V, Us>(*view, *jumps, list),
    }
}

/// All captures of a side without kings. Finds the jumps again, so that quiet positions need not write them to
/// memory.
#[inline(never)]
fn list_captures_of_men<V: Variant, Us: Side>(view: View<V>, list: &mut MoveList<Move<V::Word>>) -> bool {
    let jumps = Jumps::of_men::<Us>(&view);
    if first_jumps_end::<V, Us>(&view, &jumps) {
        list_jumps_of_men::<V, Us>(&view, &jumps, list);
        return true;
    }
    let mut lister = Lister { list, best: 0 };
    Captures::find::<Us>(&view, &jumps, FAST_WORK, &mut lister)
}

/// All captures of a side with kings, whose jumps cost more to find again than to copy.
#[inline(never)]
fn list_captures_with_kings<V: Variant, Us: Side>(
    view: View<V>,
    jumps: Jumps<V>,
    list: &mut MoveList<Move<V::Word>>,
) -> bool {
    let mut lister = Lister { list, best: 0 };
    Captures::find::<Us>(&view, &jumps, FAST_WORK, &mut lister)
}

/// All captures, however many.
#[inline(always)]
pub(crate) fn list_all_captures<V: Variant, Us: Side>(
    view: &View<V>,
    jumps: &Jumps<V>,
    list: &mut MoveList<Move<V::Word>>,
) {
    if !list_captures::<V, Us>(view, jumps, list) {
        exhaustive::list_captures::<V, Us>(view, list, usize::MAX);
    }
}

/// Jumps of men that all end at once.
#[inline(always)]
fn list_jumps_of_men<V: Variant, Us: Side>(
    view: &View<V>,
    jumps: &Jumps<V>,
    list: &mut MoveList<Move<V::Word>>,
) {
    each_direction!(D => if const { man_captures::<V, Us>(D) } {
        let mut jumping = view.men() & jumps.men_from[D];
        while jumping != V::Word::ZERO {
            let from = jumping.lowest();
            let captured = shift::<V, D>(jumping.lowest_bit());
            jumping = jumping.without_lowest();
            let to = (i32::from(from) + const { 2 * V::RULES.board.delta(D) }) as u8;
            let crowned = shift::<V, D>(captured) & last_row::<V, Us>() != V::Word::ZERO;
            list.push(Move::new(Square(from), Square(to), captured, crowned));
        }
    });
}

/// Whether men of this side move in this direction.
#[inline(always)]
pub(crate) const fn man_moves<V: Variant, Us: Side>(direction: usize) -> bool {
    V::RULES.man_moves.of(Us::COLOR).has(direction)
}

/// Where kings can go in direction `D` without capturing.
#[inline(always)]
pub(crate) fn king_steps<V: Variant, const D: usize>(kings: V::Word, empty: V::Word) -> V::Word {
    if V::RULES.flying_kings {
        slide_on::<V, D>(slide::<V, D>(kings, empty), empty) & empty
    } else {
        shift::<V, D>(kings) & empty
    }
}

/// Where one king can go without capturing. For a single king, looking up its lines is faster than sliding.
#[inline(always)]
pub(crate) fn all_king_steps<V: Variant>(king: Square, empty: V::Word) -> V::Word {
    let mut ends = V::Word::ZERO;
    each_direction!(D => if const { V::RULES.king_moves.has(D) } {
        ends |= if V::RULES.flying_kings {
            free_line::<V, D>(king, empty)
        } else {
            shift::<V, D>(V::Word::bit(king.0)) & empty
        };
    });
    ends
}

/// The free squares that a piece sees in direction `D`.
#[inline(always)]
fn free_line<V: Variant, const D: usize>(from: Square, empty: V::Word) -> V::Word {
    let rays = const { &V::RULES.board.rays() };
    let ray = V::Word::truncate(rays[usize::from(from.0 & 127)][D]);
    let blockers = ray & !empty;
    let goes_up = const { V::RULES.board.delta(D) > 0 };
    let seen = if goes_up { blockers.up_to_lowest() } else { blockers.above_highest() };
    ray & seen & empty
}

/// Lists the captures of the highest rank, each once.
struct Lister<'a, W: Word> {
    list: &'a mut MoveList<Move<W>>,
    best: u32,
}

impl<V: Variant> CaptureSink<V> for Lister<'_, V::Word> {
    #[inline(always)]
    fn add(&mut self, from: V::Word, ends: V::Word, captured: V::Word, count: u32, rank: u32, crowned: bool) {
        if rank < self.best {
            return;
        }
        if rank > self.best {
            self.best = rank;
            self.list.clear();
        }
        let from = Square(from.lowest());
        let mut ends = ends;
        while ends != V::Word::ZERO {
            let mv = Move::new(from, Square(ends.lowest()), captured, crowned);
            ends = ends.without_lowest();
            if count < pieces_of_duplicates::<V>() || !self.list.contains(&mv) {
                self.list.push(mv);
            }
        }
    }
}
