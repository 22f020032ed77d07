//! Capture sequences, one jump at a time, with whole sets of landing squares.
//!
//! A flying king may land on several squares after a jump. They are kept as one set: sliding the set sideways finds
//! every piece that can be jumped next from any of them, and each such piece belongs to exactly one landing square,
//! since two lines meet in one point. If nothing is found, the capture is complete and may end on any square of the set.
//! If something is found, the capture must continue, and squares without a next jump are not ends. This holds for each
//! direction separately.

use boardgame::Side;

use crate::any_variant::{AnyDraughts, AnyVariant};
use crate::board::{Directions, opposite};
use crate::machine_word::Word;
use crate::position::Draughts;
use crate::precedence::Precedence;
use crate::rules::{Landing, Promotion, Removal};
use crate::shift::{each_direction, last_row, shift, shift_back, shift_back_by, shift_by, slide};
use crate::variants::Variant;

/// Receives the complete captures of a generator.
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

    /// The pieces as a position in which this side is to move.
    pub(crate) fn position<Us: Side>(&self, variant: AnyVariant) -> AnyDraughts {
        let mut position = AnyDraughts::start_of(variant);
        position.pieces[Us::COLOR as usize] = self.own.widen();
        position.pieces[!Us::COLOR as usize] = self.enemy.widen();
        position.kings = self.kings.widen();
        position.turn = Us::COLOR;
        position
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

/// The first jumps, by direction.
#[derive(Clone, Copy)]
pub(crate) struct Jumps<V: Variant> {
    /// Squares from which a man could jump, whether one stands there or not.
    pub(crate) men_from: [V::Word; 8],
    /// The same for all directions together.
    ///
    /// A man that has jumped can continue from its landing square if and only if that is in this set. The way back over
    /// the jumped piece is not in it, since the square behind that piece is the start, nor is the last row if
    /// promotion ends the move.
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
            each_direction!(D => if const { king_captures::<V>(D) } {
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
        each_direction!(D => if const { man_captures::<V, Us>(D) } {
            jumps.men_from[D] = shift_back::<V, D>(prey & shift_back::<V, D>(view.empty));
            jumps.men_from_any |= jumps.men_from[D];
        });
        if const { stops_on_last_row::<V>() } {
            jumps.men_from_any &= !last_row::<V, Us>();
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

/// Whether a man that could continue from the last row must stop there. Men that capture only forward cannot.
const fn stops_on_last_row<V: Variant>() -> bool {
    matches!(V::RULES.promotion, Promotion::EndsMove) && V::RULES.man_captures.0 & !Directions::FORWARD.0 != 0
}

/// Whether kings capture in this direction.
#[inline(always)]
pub(crate) const fn king_captures<V: Variant>(direction: usize) -> bool {
    V::RULES.king_captures.has(direction)
}

/// Finds every complete capture and hands it to a sink.
pub(crate) struct Captures<'a, V: Variant, S: CaptureSink<V>> {
    enemy: V::Word,
    kings: V::Word,
    /// The free squares, with the start square of the moving piece.
    empty: V::Word,
    from: V::Word,
    /// Jumps that may still be tried; at zero the search stops and its results are incomplete.
    work_left: usize,
    sink: &'a mut S,
}

/// What the moving piece has captured so far.
#[derive(Clone, Copy)]
struct Taken<W> {
    captured: W,
    count: u32,
    /// One bit per jump, the first jump highest: whether it captured a king (Italian rules only).
    kings_in_order: u32,
}

impl<'a, V: Variant, S: CaptureSink<V>> Captures<'a, V, S> {
    /// Finds all captures of all pieces. Returns `false` if the work limit stopped it.
    #[inline(always)]
    pub(crate) fn find<Us: Side>(
        view: &View<V>,
        jumps: &Jumps<V>,
        work_limit: usize,
        sink: &'a mut S,
    ) -> bool {
        let mut search = Self {
            enemy: view.enemy,
            kings: view.kings,
            empty: view.empty,
            from: V::Word::ZERO,
            work_left: work_limit,
            sink,
        };
        if view.own_kings() != V::Word::ZERO {
            each_direction!(D => if const { king_captures::<V>(D) } {
                let mut jumped = jumps.by_kings[D];
                while jumped != V::Word::ZERO {
                    let target = jumped.lowest_bit();
                    jumped = jumped.without_lowest();
                    search.start_king::<D>(view, target);
                }
            });
        }
        // If only the longest captures are legal and some man can jump twice, single jumps can be skipped.
        let mut men_go_on = [V::Word::ZERO; 8];
        let mut only_long = V::Word::ZERO;
        if longest_only::<V>() && !matches!(V::RULES.promotion, Promotion::InPassing) {
            each_direction!(D => if const { man_captures::<V, Us>(D) } {
                let landings = shift_by::<V, D>(view.men() & jumps.men_from[D], 2);
                men_go_on[D] = shift_back_by::<V, D>(landings & jumps.men_from_any, 2);
                only_long |= men_go_on[D];
            });
        }
        each_direction!(D => if const { man_captures::<V, Us>(D) } {
            let mut jumping = view.men() & jumps.men_from[D];
            if only_long != V::Word::ZERO {
                jumping = men_go_on[D];
            }
            while jumping != V::Word::ZERO {
                let from = jumping.lowest_bit();
                jumping = jumping.without_lowest();
                search.start_man::<Us, D>(view, from);
            }
        });
        search.work_left > 0
    }

    /// The first jump of the king that attacks `target` in direction `D`.
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
    fn start_man<Us: Side, const D: usize>(&mut self, view: &View<V>, from: V::Word) {
        self.from = from;
        self.empty = view.empty | from;
        let target = shift::<V, D>(from);
        let taken = self.take(Taken { captured: V::Word::ZERO, count: 0, kings_in_order: 0 }, target);
        self.man_jumped::<Us, D>(target, taken);
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

    /// A king has jumped `target` in direction `D`: continues from every landing square, or ends there.
    fn king_jumped<const D: usize>(&mut self, target: V::Word, taken: Taken<V::Word>, crowned: bool) {
        let behind = shift::<V, D>(target);
        let landings = if V::RULES.flying_kings && !matches!(V::RULES.landing, Landing::BehindEach) {
            slide::<V, D>(behind, self.open(taken.captured))
        } else {
            behind
        };
        if !self.king_goes_on::<D>(landings, taken, crowned) {
            let ends = self.ends_of_king(behind, landings, target, taken.count);
            self.finish(ends, taken, true, crowned);
        }
    }

    /// Tries every next jump of a king from `landings`; returns whether there was one.
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
        each_direction!(E => if const { king_captures::<V>(E) && may_turn::<V>(D, E) } {
            let reach = match V::RULES.flying_kings {
                // Straight ahead, the landing squares have already slid as far as they can.
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

    /// The landing squares on which a king may end its move after capturing `target` last.
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
    fn man_jumped<Us: Side, const D: usize>(&mut self, target: V::Word, taken: Taken<V::Word>) {
        let here = shift::<V, D>(target);
        let on_last_row = here & last_row::<V, Us>() != V::Word::ZERO;
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
        // The first two jumps are few, whatever the position; only longer captures count.
        if taken.count > 2 {
            if self.work_left == 0 {
                return;
            }
            self.work_left -= 1;
        }
        let open = self.open(taken.captured);
        let prey = if V::RULES.men_take_kings { self.enemy } else { self.enemy & !self.kings };
        let mut found = false;
        each_direction!(E => if const { man_captures::<V, Us>(E) && may_turn::<V>(D, E) } {
            let target = shift::<V, E>(here) & prey & !taken.captured & shift_back::<V, E>(open);
            if target != V::Word::ZERO {
                found = true;
                let taken = self.take(taken, target);
                self.man_jumped::<Us, E>(target, taken);
            }
        });
        if !found {
            self.finish(here, taken, false, on_last_row);
        }
    }

    /// Passes a complete capture to the sink. `by_king` says what the piece was when the move began.
    #[inline(always)]
    fn finish(&mut self, ends: V::Word, taken: Taken<V::Word>, by_king: bool, crowned: bool) {
        let by_king = by_king && !crowned;
        let kings = (taken.captured & self.kings).count();
        let rank = V::RULES.precedence.rank(taken.count, kings, taken.kings_in_order, by_king);
        self.sink.add(self.from, ends, taken.captured, taken.count, rank, crowned);
    }
}

/// Whether a piece that jumped in direction `before` may jump in direction `next`.
#[inline(always)]
const fn may_turn<V: Variant>(before: usize, next: usize) -> bool {
    // Where captured pieces stay, the way back is blocked by the piece just jumped.
    next != opposite(before) || (matches!(V::RULES.removal, Removal::Immediate) && V::RULES.reversal)
}

/// The first piece found from `from` against direction `D`; `from` counts as free or as the piece.
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

/// Whether a capture of more pieces always takes precedence over one of fewer.
#[inline(always)]
pub(crate) const fn longest_only<V: Variant>() -> bool {
    !matches!(V::RULES.precedence, Precedence::Free | Precedence::WithKing | Precedence::Frisian)
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
