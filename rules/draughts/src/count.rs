//! Counting legal moves without listing them.
//!
//! Most positions that must be counted have no capture, or only captures of one or two pieces by men.
//! Those are counted as sets: squares from which a jump is possible, landing squares, and landing squares
//! from which the next jump is possible. Longer captures are searched.

use boardgame::{MoveList, Side};

use crate::board::opposite;
use crate::capture::{CaptureSink, Captures, Jumps, View, king_captures, man_captures};
use crate::generate::{FAST_WORK, king_steps, list_all_captures, man_moves, pieces_of_duplicates};
use crate::machine_word::Word;
use crate::position::Draughts;
use crate::precedence::Precedence;
use crate::rules::{Landing, Promotion, Removal};
use crate::shift::{each_direction, last_row, shift, shift_back, shift_by, slide, slide_on};
use crate::variants::Variant;

impl<V: Variant> Draughts<V> {
    /// The number of legal moves. The common case, only men and no long capture, is handled here. The rest is kept out of
    /// line and takes its arguments by value, so that a position that is only counted need never be stored.
    #[inline(always)]
    pub(crate) fn count<Us: Side>(&self) -> usize {
        if self.is_decided() {
            return 0;
        }
        let view = View::new::<Us>(self);
        if view.own_kings() != V::Word::ZERO {
            return count_with_kings::<V, Us>(view, self.kings_free_to_move::<Us>(&view));
        }
        let jumps = Jumps::of_men::<Us>(&view);
        if !jumps.exist() {
            return count_steps_of_men::<V, Us>(&view) as usize;
        }
        if first_jumps_end::<V, Us>(&view, &jumps) {
            return count_jumps_of_men::<V, Us>(&view, &jumps) as usize;
        }
        count_long_captures_of_men::<V, Us>(view)
    }
}

/// Counts for a side that has kings, of which `free_kings` may make quiet moves.
#[inline(never)]
fn count_with_kings<V: Variant, Us: Side>(view: View<V>, free_kings: V::Word) -> usize {
    let jumps = Jumps::new::<Us>(&view);
    if !jumps.exist() {
        let by_kings = count_steps_of_kings::<V>(&view, &jumps, free_kings);
        return (count_steps_of_men::<V, Us>(&view) + by_kings) as usize;
    }
    match count_single_captures::<V, Us>(&view, &jumps) {
        Some(count) => count as usize,
        None => search_captures::<V, Us>(&view, &jumps),
    }
}

/// Counts captures by men that continue after the first jump.
#[inline(never)]
fn count_long_captures_of_men<V: Variant, Us: Side>(view: View<V>) -> usize {
    let jumps = Jumps::of_men::<Us>(&view);
    search_captures::<V, Us>(&view, &jumps)
}

#[inline(always)]
fn search_captures<V: Variant, Us: Side>(view: &View<V>, jumps: &Jumps<V>) -> usize {
    let mut counter = Counter { best: 0, total: 0, most: 0 };
    let complete = Captures::find::<Us>(view, jumps, FAST_WORK, &mut counter);
    if complete && counter.most < pieces_of_duplicates::<V>() {
        return counter.total as usize;
    }
    count_listed_captures::<V, Us>(view)
}

#[cold]
#[inline(never)]
fn count_listed_captures<V: Variant, Us: Side>(view: &View<V>) -> usize {
    let mut list = MoveList::new();
    list_all_captures::<V, Us>(view, &Jumps::new::<Us>(view), &mut list);
    list.len()
}

/// The number of quiet moves of kings.
#[inline(always)]
pub(crate) fn count_steps_of_kings<V: Variant>(view: &View<V>, jumps: &Jumps<V>, free_kings: V::Word) -> u32 {
    let mut total = 0;
    each_direction!(D => if const { V::RULES.king_moves.has(D) } {
        // The slides of the capture test are half the work, unless a king has used up its quiet moves.
        let all_free = V::RULES.king_run_limit.is_none() || free_kings == view.own_kings();
        let ends = if V::RULES.flying_kings && king_captures::<V>(D) && all_free {
            slide_on::<V, D>(jumps.king_reach[D], view.empty) & view.empty
        } else {
            king_steps::<V, D>(free_kings, view.empty)
        };
        total += ends.count();
    });
    total
}

/// The number of quiet moves of men.
#[inline(always)]
pub(crate) fn count_steps_of_men<V: Variant, Us: Side>(view: &View<V>) -> u32 {
    let mut total = 0;
    each_direction!(D => if const { man_moves::<V, Us>(D) } {
        total += (shift::<V, D>(view.men()) & view.empty).count();
    });
    total
}

/// Whether every jump of a man ends the move, all captures rank alike, and none is by a king.
#[inline(always)]
pub(crate) fn first_jumps_end<V: Variant, Us: Side>(view: &View<V>, jumps: &Jumps<V>) -> bool {
    if ranks_by_captured_kings::<V>() && view.enemy & view.kings != V::Word::ZERO {
        return false;
    }
    let mut landings = V::Word::ZERO;
    each_direction!(D => if const { man_captures::<V, Us>(D) } {
        landings |= shift_by::<V, D>(view.men() & jumps.men_from[D], 2);
    });
    landings & jumps.men_from_any == V::Word::ZERO && !crowns_in_passing::<V, Us>(landings)
}

/// The number of jumps of men.
#[inline(always)]
pub(crate) fn count_jumps_of_men<V: Variant, Us: Side>(view: &View<V>, jumps: &Jumps<V>) -> u32 {
    let mut total = 0;
    each_direction!(D => if const { man_captures::<V, Us>(D) } {
        total += (view.men() & jumps.men_from[D]).count();
    });
    total
}

/// Captures by men and kings, if no capture can continue after its first piece.
#[inline(always)]
fn count_single_captures<V: Variant, Us: Side>(view: &View<V>, jumps: &Jumps<V>) -> Option<u32> {
    // With immediate removal a king may turn back over the square it has just cleared.
    let sets_can_tell = matches!(V::RULES.removal, Removal::AfterMove);
    if !sets_can_tell || ranks_by_captured_kings::<V>() && view.enemy & view.kings != V::Word::ZERO {
        return None;
    }
    let zero = V::Word::ZERO;
    let (mut by_men, mut by_kings) = (0, 0);
    let (mut any_landing, mut goes_on) = (zero, zero);
    each_direction!(D => if const { man_captures::<V, Us>(D) } {
        let landings = shift_by::<V, D>(view.men() & jumps.men_from[D], 2);
        any_landing |= landings;
        goes_on |= landings & jumps.men_from_any;
        by_men += landings.count();
    });
    if goes_on != zero || crowns_in_passing::<V, Us>(any_landing) {
        return None;
    }
    each_direction!(D => if const { king_captures::<V>(D) } {
        let jumped = jumps.by_kings[D];
        let landings = landings_of_kings::<V, D>(jumped, view);
        let ends = match V::RULES.landing {
            Landing::BehindLastKing => {
                let kings = jumped & view.kings;
                landings_of_kings::<V, D>(jumped & !kings, view) | shift::<V, D>(kings)
            }
            _ => landings,
        };
        by_kings += ends.count();
        each_direction!(E => if const { king_captures::<V>(E) && E != opposite(D) } {
            // Straight ahead, the landing squares have already slid as far as they can.
            let has_slid = E == D && !matches!(V::RULES.landing, Landing::BehindEach);
            let slides = V::RULES.flying_kings && !has_slid;
            let reach = if slides { slide::<V, E>(landings, view.empty) } else { landings };
            goes_on |= shift::<V, E>(reach) & view.enemy & shift_back::<V, E>(view.empty);
        });
    });
    if goes_on != zero {
        return None;
    }
    let kings_first = matches!(
        V::RULES.precedence,
        Precedence::WithKing | Precedence::CountThenWithKing | Precedence::Frisian | Precedence::Italian
    );
    Some(if kings_first && by_kings > 0 { by_kings } else { by_men + by_kings })
}

/// The squares behind jumped pieces on which kings may land.
#[inline(always)]
fn landings_of_kings<V: Variant, const D: usize>(jumped: V::Word, view: &View<V>) -> V::Word {
    let behind = shift::<V, D>(jumped);
    let slides = V::RULES.flying_kings && !matches!(V::RULES.landing, Landing::BehindEach);
    if slides { slide::<V, D>(behind, view.empty) } else { behind }
}

/// Whether a man that landed continues as a king, which the sets do not cover.
#[inline(always)]
fn crowns_in_passing<V: Variant, Us: Side>(landings: V::Word) -> bool {
    matches!(V::RULES.promotion, Promotion::InPassing) && landings & last_row::<V, Us>() != V::Word::ZERO
}

/// Whether captures of equal length can differ in rank by what they take.
#[inline(always)]
const fn ranks_by_captured_kings<V: Variant>() -> bool {
    matches!(V::RULES.precedence, Precedence::CountThenKings | Precedence::Italian | Precedence::Frisian)
}

/// Counts the captures of the highest rank, as long as no two can be the same move.
struct Counter {
    best: u32,
    total: u32,
    /// The most pieces that any counted capture took.
    most: u32,
}

impl<V: Variant> CaptureSink<V> for Counter {
    #[inline(always)]
    fn add(&mut self, _: V::Word, ends: V::Word, _: V::Word, count: u32, rank: u32, _: bool) {
        if rank < self.best {
            return;
        }
        if rank > self.best {
            self.best = rank;
            self.total = 0;
        }
        self.most = self.most.max(count);
        self.total += ends.count();
    }
}
