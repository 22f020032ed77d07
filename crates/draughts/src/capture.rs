//! Capture sequences, one jump at a time, with whole sets of landing squares.
//!
//! A flying king that has jumped may stop on several squares. They are kept as one set: sliding the set
//! sideways finds at once every piece that can be jumped next from any of them, and each such piece
//! belongs to exactly one landing square, since two lines meet in one point. If the set finds nothing the
//! capture is complete and every square of it is an end. If it finds something, squares from which
//! nothing can be jumped are no ends: that is the duty to go on, in each direction by itself.

use std::marker::PhantomData;

use boardgame::Side;

use crate::board::{Directions, opposite};
use crate::position::Draughts;
use crate::rules::{Landing, Precedence, Promotion, Removal};
use crate::shift::{each_direction, shift, shift_back, shift_back_by, shift_by, slide};
use crate::variants::Variant;
use crate::word::Word;

/// Takes the complete captures of a generator.
pub(crate) trait CaptureSink<V: Variant> {
    /// A capture of the pieces `captured`, `count` in number, from `from` to any of `ends`.
    fn add(&mut self, from: V::Word, ends: V::Word, captured: V::Word, count: u32, rank: u32, crowned: bool);
}

/// The pieces as the side to move sees them.
#[derive(Clone, Copy)]
pub(crate) struct View<V: Variant> {
    pub(crate) own: V::Word,
    pub(crate) enemy: V::Word,
    pub(crate) kings: V::Word,
    pub(crate) empty: V::Word,
}

impl<V: Variant> View<V> {
    #[inline(always)]
    pub(crate) fn new<Us: Side>(position: &Draughts<V>) -> Self {
        Self {
            own: position.pieces[Us::COLOR as usize],
            enemy: position.pieces[!Us::COLOR as usize],
            kings: position.kings,
            empty: position.empty(),
        }
    }

    /// The men of the side to move.
    #[inline(always)]
    pub(crate) fn men(&self) -> V::Word {
        self.own & !self.kings
    }

    /// The kings of the side to move.
    #[inline(always)]
    pub(crate) fn own_kings(&self) -> V::Word {
        self.own & self.kings
    }

    /// The enemies that a man may capture.
    #[inline(always)]
    pub(crate) fn prey_of_men(&self) -> V::Word {
        if V::RULES.men_take_kings { self.enemy } else { self.enemy & !self.kings }
    }
}

/// Where the first jumps are, direction by direction.
#[derive(Clone, Copy)]
pub(crate) struct Jumps<V: Variant> {
    /// Squares from which a man could jump, whether one stands there or not.
    pub(crate) men_from: [V::Word; 8],
    /// The same for all directions together.
    ///
    /// A man that has jumped can jump on from its landing square if and only if that is in this set: the
    /// way back over the piece it has jumped is not, since the square behind is its own start, nor is the
    /// last row where crowning ends the move.
    pub(crate) men_from_any: V::Word,
    /// Enemies that a king can jump.
    pub(crate) by_kings: [V::Word; 8],
    /// Kings and the free squares they see, up to where a capture can start.
    pub(crate) king_reach: [V::Word; 8],
    /// Not empty if any piece can capture.
    any: V::Word,
}

impl<V: Variant> Jumps<V> {
    #[inline(always)]
    pub(crate) fn new<Us: Side>(view: &View<V>) -> Self {
        let mut jumps = Self::of_men::<Us>(view);
        let kings = view.own_kings();
        if kings != V::Word::ZERO {
            each_direction!(D => if king_captures::<V>(D) {
                let reach = if V::RULES.flying_kings { slide::<V, D>(kings, view.empty) } else { kings };
                jumps.king_reach[D] = reach;
                jumps.by_kings[D] = shift::<V, D>(reach) & view.enemy & shift_back::<V, D>(view.empty);
                jumps.any |= jumps.by_kings[D];
            });
        }
        jumps
    }

    /// The jumps of men alone.
    #[inline(always)]
    pub(crate) fn of_men<Us: Side>(view: &View<V>) -> Self {
        let zero = V::Word::ZERO;
        let mut jumps = Self {
            men_from: [zero; 8],
            men_from_any: zero,
            by_kings: [zero; 8],
            king_reach: [zero; 8],
            any: zero,
        };
        let (men, prey) = (view.men(), view.prey_of_men());
        each_direction!(D => if man_captures::<V, Us>(D) {
            jumps.men_from[D] = shift_back::<V, D>(prey & shift_back::<V, D>(view.empty));
            jumps.men_from_any |= jumps.men_from[D];
        });
        if const { stops_on_last_row::<V>() } {
            jumps.men_from_any &= !Draughts::<V>::last_row(Us::COLOR);
        }
        jumps.any = men & jumps.men_from_any;
        jumps
    }

    /// Whether any piece can capture.
    #[inline(always)]
    pub(crate) fn exist(&self) -> bool {
        self.any != V::Word::ZERO
    }
}

/// Whether men of this side capture in this direction.
#[inline(always)]
pub(crate) const fn man_captures<V: Variant, Us: Side>(direction: usize) -> bool {
    V::RULES.man_captures.of(Us::COLOR).has(direction)
}

/// Whether a man that could jump on from the last row must stop there. Men that jump forward only cannot.
const fn stops_on_last_row<V: Variant>() -> bool {
    matches!(V::RULES.promotion, Promotion::EndsMove) && V::RULES.man_captures.0 & !Directions::FORWARD.0 != 0
}

/// Whether kings capture in this direction.
#[inline(always)]
pub(crate) const fn king_captures<V: Variant>(direction: usize) -> bool {
    V::RULES.king_captures.has(direction)
}

/// Remembers the states that a search has seen, so that it does not follow one twice.
pub(crate) trait Memory<V: Variant> {
    /// Whether this state is seen for the first time. States that are the same have the same future.
    fn is_first_visit(&mut self, state: State<V::Word>) -> bool;
}

/// A king between two jumps.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct State<W> {
    from: W,
    captured: W,
    landings: W,
    /// What else decides how it goes on: see [`Captures::details`].
    details: u64,
}

/// Remembers nothing and costs nothing.
pub(crate) struct Forgetful;

impl<V: Variant> Memory<V> for Forgetful {
    #[inline(always)]
    fn is_first_visit(&mut self, _: State<V::Word>) -> bool {
        true
    }
}

/// Finds every complete capture and hands it to a sink.
pub(crate) struct Captures<'a, V: Variant, Us: Side, S: CaptureSink<V>, M: Memory<V>> {
    enemy: V::Word,
    kings: V::Word,
    /// The free squares, with the start square of the moving piece.
    empty: V::Word,
    from: V::Word,
    /// Jumps that may still be tried; at zero the search stops, and what was found is worthless.
    work_left: usize,
    sink: &'a mut S,
    memory: M,
    side: PhantomData<Us>,
}

/// What the moving piece has taken so far.
#[derive(Clone, Copy)]
struct Taken<W> {
    captured: W,
    count: u32,
    /// One bit per jump, the first jump highest: whether it took a king (Italian rules only).
    kings_in_order: u32,
}

impl<'a, V: Variant, Us: Side, S: CaptureSink<V>, M: Memory<V>> Captures<'a, V, Us, S, M> {
    /// Finds all captures of all pieces. Gives `false` if the work limit stopped it.
    #[inline(always)]
    pub(crate) fn find(
        view: &View<V>,
        jumps: &Jumps<V>,
        work_limit: usize,
        sink: &'a mut S,
        memory: M,
    ) -> bool {
        let mut search = Self {
            enemy: view.enemy,
            kings: view.kings,
            empty: view.empty,
            from: V::Word::ZERO,
            work_left: work_limit,
            sink,
            memory,
            side: PhantomData,
        };
        if view.own_kings() != V::Word::ZERO {
            each_direction!(D => if king_captures::<V>(D) {
                let mut jumped = jumps.by_kings[D];
                while jumped != V::Word::ZERO {
                    let target = jumped.lowest_bit();
                    jumped = jumped.without_lowest();
                    search.start_king::<D>(view, target);
                }
            });
        }
        // Where only the longest captures count and some man can jump twice, single jumps need no look.
        let mut men_go_on = [V::Word::ZERO; 8];
        let mut only_long = V::Word::ZERO;
        if longest_only::<V>() && !matches!(V::RULES.promotion, Promotion::InPassing) {
            each_direction!(D => if man_captures::<V, Us>(D) {
                let landings = shift_by::<V, D>(view.men() & jumps.men_from[D], 2);
                men_go_on[D] = shift_back_by::<V, D>(landings & jumps.men_from_any, 2);
                only_long |= men_go_on[D];
            });
        }
        each_direction!(D => if man_captures::<V, Us>(D) {
            let mut jumping = view.men() & jumps.men_from[D];
            if only_long != V::Word::ZERO {
                jumping = men_go_on[D];
            }
            while jumping != V::Word::ZERO {
                let from = jumping.lowest_bit();
                jumping = jumping.without_lowest();
                search.start_man::<D>(view, from);
            }
        });
        search.work_left > 0
    }

    /// The first jump of the king that looks at `target` in direction `D`.
    #[inline(always)]
    fn start_king<const D: usize>(&mut self, view: &View<V>, target: V::Word) {
        let mut from = shift_back::<V, D>(target);
        if V::RULES.flying_kings {
            // Backwards over free squares to the first piece, which is the king.
            from = slide_back::<V, D>(from, view.empty) & view.own_kings();
        }
        self.from = from;
        self.empty = view.empty | from;
        let taken = self.take(Taken { captured: V::Word::ZERO, count: 0, kings_in_order: 0 }, target);
        self.king_jumped::<D>(target, taken, false);
    }

    /// The first jump of a man.
    #[inline(always)]
    fn start_man<const D: usize>(&mut self, view: &View<V>, from: V::Word) {
        self.from = from;
        self.empty = view.empty | from;
        let target = shift::<V, D>(from);
        let taken = self.take(Taken { captured: V::Word::ZERO, count: 0, kings_in_order: 0 }, target);
        self.man_jumped::<D>(target, taken);
    }

    #[inline(always)]
    fn take(&self, taken: Taken<V::Word>, target: V::Word) -> Taken<V::Word> {
        let kings_in_order = if matches!(V::RULES.precedence, Precedence::Italian) {
            let first_bit = 1 << (31 - taken.count.min(31));
            taken.kings_in_order | if target & self.kings != V::Word::ZERO { first_bit } else { 0 }
        } else {
            0
        };
        Taken { captured: taken.captured | target, count: taken.count + 1, kings_in_order }
    }

    /// The squares that are free in the middle of a capture.
    #[inline(always)]
    fn open(&self, captured: V::Word) -> V::Word {
        match V::RULES.removal {
            Removal::AfterMove => self.empty,
            Removal::Immediate => self.empty | captured,
        }
    }

    /// A king has jumped `target` in direction `D`: goes on from every landing square, or ends there.
    fn king_jumped<const D: usize>(&mut self, target: V::Word, taken: Taken<V::Word>, crowned: bool) {
        let behind = shift::<V, D>(target);
        let landings = if V::RULES.flying_kings && !matches!(V::RULES.landing, Landing::BehindEach) {
            slide::<V, D>(behind, self.open(taken.captured))
        } else {
            behind
        };
        let details = self.details(target, D, taken.kings_in_order, crowned);
        if !self.memory.is_first_visit(State { from: self.from, captured: taken.captured, landings, details })
        {
            return;
        }
        if !self.king_goes_on::<D>(landings, taken, crowned) {
            let ends = self.ends_of_king(behind, landings, target, taken.count);
            self.finish(ends, taken, true, crowned);
        }
    }

    /// What decides how a capture goes on besides the pieces taken and the landing squares. Where captured
    /// pieces stay, the direction does not: the way back is blocked by the piece just jumped.
    #[inline(always)]
    fn details(&self, target: V::Word, direction: usize, kings_in_order: u32, crowned: bool) -> u64 {
        let last = match V::RULES.landing {
            Landing::Free | Landing::BehindEach => 0,
            _ => target.lowest(),
        };
        let direction = match V::RULES.removal {
            Removal::AfterMove => 0,
            Removal::Immediate => direction as u8,
        };
        u64::from(kings_in_order)
            | u64::from(last) << 32
            | u64::from(direction) << 40
            | u64::from(crowned) << 48
    }

    /// Tries every next jump of a king from `landings`; tells whether there was one.
    #[inline(always)]
    fn king_goes_on<const D: usize>(
        &mut self,
        landings: V::Word,
        taken: Taken<V::Word>,
        crowned: bool,
    ) -> bool {
        if self.work_left == 0 {
            return true;
        }
        self.work_left -= 1;
        let open = self.open(taken.captured);
        let mut found = false;
        each_direction!(E => if king_captures::<V>(E) && may_turn::<V>(D, E) {
            let reach = match V::RULES.flying_kings {
                // Straight on the landing squares have slid as far as they can already.
                true if E == D && !matches!(V::RULES.landing, Landing::BehindEach) => landings,
                true => slide::<V, E>(landings, open),
                false => landings,
            };
            let mut jumped = shift::<V, E>(reach) & self.enemy & !taken.captured & shift_back::<V, E>(open);
            while jumped != V::Word::ZERO {
                found = true;
                let target = jumped.lowest_bit();
                jumped = jumped.without_lowest();
                let taken = self.take(taken, target);
                self.king_jumped::<E>(target, taken, crowned);
            }
        });
        found
    }

    /// The landing squares on which a king may end its move after taking `target` last.
    #[inline(always)]
    fn ends_of_king(&self, behind: V::Word, landings: V::Word, target: V::Word, count: u32) -> V::Word {
        let must_stop = match V::RULES.landing {
            Landing::Free | Landing::BehindEach => false,
            Landing::BehindLastKing => target & self.kings != V::Word::ZERO,
            Landing::BehindLastKingOfSeveral => count > 1 && target & self.kings != V::Word::ZERO,
        };
        if must_stop { behind } else { landings }
    }

    /// A man has jumped `target` in direction `D`.
    fn man_jumped<const D: usize>(&mut self, target: V::Word, taken: Taken<V::Word>) {
        let here = shift::<V, D>(target);
        let on_last_row = here & Draughts::<V>::last_row(Us::COLOR) != V::Word::ZERO;
        if on_last_row {
            match V::RULES.promotion {
                Promotion::AtRest => {}
                Promotion::EndsMove => return self.finish(here, taken, false, true),
                Promotion::InPassing => {
                    if !self.king_goes_on::<D>(here, taken, true) {
                        self.finish(here, taken, false, true);
                    }
                    return;
                }
            }
        }
        if self.work_left == 0 {
            return;
        }
        self.work_left -= 1;
        let open = self.open(taken.captured);
        let prey = if V::RULES.men_take_kings { self.enemy } else { self.enemy & !self.kings };
        let mut found = false;
        each_direction!(E => if man_captures::<V, Us>(E) && may_turn::<V>(D, E) {
            let target = shift::<V, E>(here) & prey & !taken.captured & shift_back::<V, E>(open);
            if target != V::Word::ZERO {
                found = true;
                let taken = self.take(taken, target);
                self.man_jumped::<E>(target, taken);
            }
        });
        if !found {
            self.finish(here, taken, false, on_last_row);
        }
    }

    /// Hands a complete capture to the sink. `by_king` tells what the piece was when the move began.
    #[inline(always)]
    fn finish(&mut self, ends: V::Word, taken: Taken<V::Word>, by_king: bool, crowned: bool) {
        let by_king = by_king && !crowned;
        let rank = rank::<V>(taken.captured & self.kings, taken.count, taken.kings_in_order, by_king);
        self.sink.add(self.from, ends, taken.captured, taken.count, rank, crowned);
    }
}

/// Whether a piece that jumped in direction `before` may jump in direction `next`.
#[inline(always)]
const fn may_turn<V: Variant>(before: usize, next: usize) -> bool {
    // Where captured pieces stay, the way back is blocked by the piece just jumped.
    next != opposite(before) || (matches!(V::RULES.removal, Removal::Immediate) && V::RULES.reversal)
}

/// The first piece met from `from` going back against direction `D`, `from` counted as free or as the piece.
#[inline(always)]
fn slide_back<V: Variant, const D: usize>(from: V::Word, empty: V::Word) -> V::Word {
    macro_rules! back {
        ($($d:literal),*) => { match D { $($d => {
            const BACK: usize = opposite($d);
            let reached = slide::<V, BACK>(from & empty, empty);
            from | shift::<V, BACK>(reached)
        })* _ => from } };
    }
    back!(0, 1, 2, 3, 4, 5, 6, 7)
}

/// Whether a capture of more pieces always goes before one of fewer.
#[inline(always)]
pub(crate) const fn longest_only<V: Variant>() -> bool {
    !matches!(V::RULES.precedence, Precedence::Free | Precedence::WithKing | Precedence::Frisian)
}

/// How a capture ranks: only captures of the highest rank are legal.
#[inline(always)]
pub(crate) fn rank<V: Variant>(
    captured_kings: V::Word,
    count: u32,
    kings_in_order: u32,
    by_king: bool,
) -> u32 {
    let by_king = u32::from(by_king);
    let kings = || captured_kings.count();
    match V::RULES.precedence {
        Precedence::Free => 0,
        Precedence::Count => count,
        Precedence::CountThenKings => count << 8 | kings(),
        Precedence::CountThenWithKing => count << 1 | by_king,
        Precedence::WithKing => by_king,
        // FRI-2011 11 and 12: a king is worth just under two men; at equal value a king captures.
        Precedence::Frisian => ((count + kings()) * 128 - kings()) << 1 | by_king,
        // FID 6.6 to 6.9. At most twelve pieces can be captured on 8x8: the order needs twelve bits.
        Precedence::Italian => count << 24 | by_king << 23 | kings() << 16 | kings_in_order >> 16,
    }
}

/// The colors as types: runs one of two versions of the same code.
macro_rules! with_side {
    ($color:expr, $us:ident => $body:expr) => {
        match $color {
            boardgame::Color::White => {
                type $us = boardgame::WhiteSide;
                $body
            }
            boardgame::Color::Black => {
                type $us = boardgame::BlackSide;
                $body
            }
        }
    };
}
pub(crate) use with_side;
