//! Counting legal moves without listing them.
//!
//! Most positions that must be counted have no capture, or only captures of one or two pieces by men.
//! Those are counted as sets: squares from which a jump is possible, landing squares, and landing squares
//! from which the next jump is possible. Longer captures are searched.

use boardgame::{MoveList, Position, Side};

use crate::board::{Directions, opposite};
use crate::capture::{
    CaptureSink, Captures, Forgetful, Jumps, View, king_captures, longest_only, man_captures,
};
use crate::generate::{FAST_WORK, king_steps, man_moves, pieces_of_duplicates};
use crate::position::Draughts;
use crate::rules::{Landing, Precedence, Promotion, Removal};
use crate::shift::{each_direction, shift, shift_back, shift_by, slide, slide_on};
use crate::variants::Variant;
use crate::word::Word;

impl<V: Variant> Draughts<V> {
    /// The number of legal moves. The common case, men only and no capture, is decided here; the rest is
    /// kept out of the way.
    #[inline(always)]
    pub(crate) fn count<Us: Side>(&self) -> usize {
        if self.is_decided() {
            return 0;
        }
        let view = View::new::<Us>(self);
        if view.own_kings() != V::Word::ZERO {
            return self.count_with_kings::<Us>();
        }
        let jumps = Jumps::of_men::<Us>(&view);
        if !jumps.exist() {
            return count_steps_of_men::<V, Us>(&view) as usize;
        }
        if first_jumps_end::<V, Us>(&view, &jumps) {
            return count_jumps_of_men::<V, Us>(&view, &jumps) as usize;
        }
        self.count_captures::<Us>()
    }

    #[inline(never)]
    fn count_with_kings<Us: Side>(&self) -> usize {
        let view = View::new::<Us>(self);
        let jumps = Jumps::new::<Us>(&view);
        if jumps.exist() {
            return self.count_captures::<Us>();
        }
        (count_steps_of_men::<V, Us>(&view) + self.count_steps_of_kings::<Us>(&view, &jumps)) as usize
    }

    #[inline(never)]
    fn count_captures<Us: Side>(&self) -> usize {
        let view = View::new::<Us>(self);
        let jumps = Jumps::new::<Us>(&view);
        if let Some(count) = count_captures::<V, Us>(&view, &jumps) {
            return count as usize;
        }
        let mut counter = Counter { best: 0, total: 0, most: 0 };
        let complete = Captures::<V, Us, _, _>::find(&view, &jumps, FAST_WORK, &mut counter, Forgetful);
        if complete && counter.most < pieces_of_duplicates::<V>() {
            return counter.total as usize;
        }
        self.count_listed()
    }

    #[cold]
    #[inline(never)]
    fn count_listed(&self) -> usize {
        let mut list = MoveList::new();
        self.legal_moves(&mut list);
        list.len()
    }

    #[inline(always)]
    pub(crate) fn count_steps_of_kings<Us: Side>(&self, view: &View<V>, jumps: &Jumps<V>) -> u32 {
        let kings = self.kings_free_to_move::<Us>(view);
        let all_free = kings == view.own_kings();
        let mut total = 0;
        each_direction!(D => if V::RULES.king_moves.has(D) {
            // The slides of the capture test are half the work, if no king is tired.
            let ends = if V::RULES.flying_kings && king_captures::<V>(D) && all_free {
                slide_on::<V, D>(jumps.king_reach[D], view.empty) & view.empty
            } else {
                king_steps::<V, D>(kings, view.empty)
            };
            total += ends.count();
        });
        total
    }
}

/// The number of quiet moves of men.
#[inline(always)]
pub(crate) fn count_steps_of_men<V: Variant, Us: Side>(view: &View<V>) -> u32 {
    let mut total = 0;
    each_direction!(D => if man_moves::<V, Us>(D) {
        total += (shift::<V, D>(view.men()) & view.empty).count();
    });
    total
}

/// The number of legal captures, if sets alone can tell it. Some piece must be able to capture.
#[inline(always)]
pub(crate) fn count_captures<V: Variant, Us: Side>(view: &View<V>, jumps: &Jumps<V>) -> Option<u32> {
    if ranks_by_captured_kings::<V>() && view.enemy & view.kings != V::Word::ZERO {
        return None;
    }
    if view.own_kings() == V::Word::ZERO {
        return count_captures_of_men::<V, Us>(view, jumps);
    }
    count_single_captures::<V, Us>(view, jumps)
}

/// Whether every jump of a man ends the move, no capture ranks before another, and none is by a king.
#[inline(always)]
pub(crate) fn first_jumps_end<V: Variant, Us: Side>(view: &View<V>, jumps: &Jumps<V>) -> bool {
    if ranks_by_captured_kings::<V>() && view.enemy & view.kings != V::Word::ZERO {
        return false;
    }
    let mut goes_on = V::Word::ZERO;
    each_direction!(D => if man_captures::<V, Us>(D) {
        let landings = shift_by::<V, D>(view.men() & jumps.men_from[D], 2);
        goes_on |= landings & jumps.men_from_turning::<Us, D>();
        if matches!(V::RULES.promotion, Promotion::InPassing) {
            goes_on |= landings & Draughts::<V>::last_row(Us::COLOR);
        }
    });
    goes_on == V::Word::ZERO
}

/// The number of jumps of men.
#[inline(always)]
pub(crate) fn count_jumps_of_men<V: Variant, Us: Side>(view: &View<V>, jumps: &Jumps<V>) -> u32 {
    let mut total = 0;
    each_direction!(D => if man_captures::<V, Us>(D) {
        total += (view.men() & jumps.men_from[D]).count();
    });
    total
}

/// Captures by men, up to two pieces long.
#[inline(always)]
fn count_captures_of_men<V: Variant, Us: Side>(view: &View<V>, jumps: &Jumps<V>) -> Option<u32> {
    let zero = V::Word::ZERO;
    let mut total = 0;
    let mut landings = [zero; 8];
    let mut on = [zero; 8];
    let (mut any_landing, mut any_on) = (zero, zero);
    each_direction!(D => if man_captures::<V, Us>(D) {
        landings[D] = shift_by::<V, D>(view.men() & jumps.men_from[D], 2);
        on[D] = landings[D] & jumps.men_from_turning::<Us, D>();
        any_landing |= landings[D];
        any_on |= on[D];
        total += landings[D].count();
    });
    if crowns_in_passing::<V, Us>(any_landing) {
        return None;
    }
    if any_on == zero {
        return Some(total);
    }
    if !two_jumps_are_independent::<V>() {
        return None;
    }
    let (mut pairs, mut singles, mut any_third) = (0, 0, zero);
    each_direction!(D => if man_captures::<V, Us>(D) {
        singles += (landings[D] & !on[D]).count();
        each_direction!(E => if man_captures::<V, Us>(E) && E != opposite(D) {
            let second = shift_by::<V, E>(on[D] & jumps.men_from[E], 2);
            any_third |= second & jumps.men_from_turning::<Us, E>();
            if matches!(V::RULES.promotion, Promotion::InPassing) {
                any_third |= second & Draughts::<V>::last_row(Us::COLOR);
            }
            pairs += second.count();
        });
    });
    if any_third != zero {
        return None;
    }
    Some(if longest_only::<V>() { pairs } else { pairs + singles })
}

/// Captures by men and kings, if no capture can go on after its first piece.
#[inline(always)]
fn count_single_captures<V: Variant, Us: Side>(view: &View<V>, jumps: &Jumps<V>) -> Option<u32> {
    let zero = V::Word::ZERO;
    let (mut by_men, mut by_kings) = (0, 0);
    let (mut any_landing, mut goes_on) = (zero, zero);
    each_direction!(D => if man_captures::<V, Us>(D) {
        let landings = shift_by::<V, D>(view.men() & jumps.men_from[D], 2);
        any_landing |= landings;
        goes_on |= landings & jumps.men_from_turning::<Us, D>();
        by_men += landings.count();
    });
    if goes_on != zero || crowns_in_passing::<V, Us>(any_landing) {
        return None;
    }
    each_direction!(D => if king_captures::<V>(D) {
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
        each_direction!(E => if king_captures::<V>(E) && E != opposite(D) {
            let reach = if E == D || !V::RULES.flying_kings { landings } else { slide::<V, E>(landings, view.empty) };
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

/// The squares behind jumped pieces on which kings may stop.
#[inline(always)]
fn landings_of_kings<V: Variant, const D: usize>(jumped: V::Word, view: &View<V>) -> V::Word {
    let behind = shift::<V, D>(jumped);
    let slides = V::RULES.flying_kings && !matches!(V::RULES.landing, Landing::BehindEach);
    if slides { slide::<V, D>(behind, view.empty) } else { behind }
}

/// Whether a man that landed goes on as a king, which the sets do not follow.
#[inline(always)]
fn crowns_in_passing<V: Variant, Us: Side>(landings: V::Word) -> bool {
    matches!(V::RULES.promotion, Promotion::InPassing)
        && landings & Draughts::<V>::last_row(Us::COLOR) != V::Word::ZERO
}

/// Whether captures of equal length can differ in rank by what they take.
#[inline(always)]
const fn ranks_by_captured_kings<V: Variant>() -> bool {
    matches!(V::RULES.precedence, Precedence::CountThenKings | Precedence::Italian | Precedence::Frisian)
}

/// Whether the first two jumps of a man and the test for a third may ignore that the start square has
/// become free and that the first piece cannot be jumped again.
///
/// On diagonals each jump moves two columns. After an odd number of jumps the man cannot be back, so the
/// third jump cannot land on the start. The third jumps the first piece again only if it goes the same way
/// as the first with a turn by 180 degrees in between. With eight directions three jumps can close a
/// triangle.
#[inline(always)]
const fn two_jumps_are_independent<V: Variant>() -> bool {
    matches!(V::RULES.removal, Removal::AfterMove) && V::RULES.man_captures.0 & !Directions::DIAGONALS.0 == 0
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
