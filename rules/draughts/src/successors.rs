//! The positions after every legal move, made without listing moves where that is faster.

use boardgame::{Color, MoveList, Side};

use crate::board::Square;
use crate::capture::{Jumps, View, man_captures};
use crate::count::first_jumps_end;
use crate::draw_clocks::DrawClocks;
use crate::generate::{all_king_steps, list_all_captures, man_moves};
use crate::king_runs::Extra;
use crate::machine_word::Word;
use crate::position::{Draughts, Move};
use crate::shift::{each_direction, last_row, shift, shift_back};
use crate::variants::Variant;

/// Receives the positions after each legal move.
pub(crate) trait Visitor<V: Variant> {
    /// A position after a legal move, with `Us` to move.
    fn visit<Us: Side>(&mut self, next: &Draughts<V>);
}

/// Passes positions to a function.
pub(crate) struct Callback<F>(pub(crate) F);

impl<V: Variant, F: FnMut(&Draughts<V>)> Visitor<V> for Callback<F> {
    #[inline(always)]
    fn visit<Us: Side>(&mut self, next: &Draughts<V>) {
        (self.0)(next);
    }
}

/// Sums the legal moves of positions, which stay in registers.
pub(crate) struct MoveCounter(pub(crate) u64);

impl<V: Variant> Visitor<V> for MoveCounter {
    #[inline(always)]
    fn visit<Us: Side>(&mut self, next: &Draughts<V>) {
        self.0 += next.count::<Us>() as u64;
    }
}

impl<V: Variant> Draughts<V> {
    /// Visits the positions after every legal move; quiet moves are not listed first.
    #[inline(always)]
    pub(crate) fn successors<Us: Side>(&self, visitor: &mut impl Visitor<V>) {
        let view = View::new::<Us>(self);
        if self.is_decided() {
            return;
        }
        if view.own_kings() != V::Word::ZERO {
            return self.successors_with_kings::<Us>(visitor);
        }
        let jumps = Jumps::of_men::<Us>(&view);
        if !jumps.exist() {
            return self.successors_by_men::<Us>(&view, visitor);
        }
        if first_jumps_end::<V, Us>(&view, &jumps) {
            return self.successors_by_single_jumps::<Us>(&view, &jumps, visitor);
        }
        self.successors_by_capture::<Us>(jumps, visitor);
    }

    /// The position after a move of this side.
    #[inline(always)]
    fn successor<Us: Side>(&self, own: V::Word, enemy: V::Word, kings: V::Word, clocks: DrawClocks) -> Self {
        let pieces = match Us::COLOR {
            Color::White => [own, enemy],
            Color::Black => [enemy, own],
        };
        Self { pieces, kings, turn: !Us::COLOR, clocks, extra: self.extra, handle: () }
    }

    /// The positions after single jumps of men, if none continues.
    #[inline(always)]
    fn successors_by_single_jumps<Us: Side>(
        &self,
        view: &View<V>,
        jumps: &Jumps<V>,
        visitor: &mut impl Visitor<V>,
    ) {
        each_direction!(D => if const { man_captures::<V, Us>(D) } {
            let mut jumping = view.men() & jumps.men_from[D];
            while jumping != V::Word::ZERO {
                let from = jumping.lowest_bit();
                jumping = jumping.without_lowest();
                let target = shift::<V, D>(from);
                let to = shift::<V, D>(target);
                let kings = (view.kings & !target) | (to & last_row::<V, Us>());
                let mut next =
                    self.successor::<Us>(view.own ^ (from | to), view.enemy ^ target, kings, self.clocks);
                next.clocks = next.clocks_after_material_change(self.clocks);
                if V::RULES.king_run_limit.is_some() {
                    let mv = Move::new(Square(from.lowest()), Square(to.lowest()), target, false);
                    next.note_king_run(Us::COLOR, mv, false);
                }
                visitor.visit::<Us::Other>(&next);
            }
        });
    }

    /// The positions after quiet moves of men.
    #[inline(always)]
    fn successors_by_men<Us: Side>(&self, view: &View<V>, visitor: &mut impl Visitor<V>) {
        let last_row = last_row::<V, Us>();
        let clocks = self.clocks.after_man_move(self);
        let mut extra = self.extra;
        extra.set_run(Us::COLOR, None);
        each_direction!(D => if const { man_moves::<V, Us>(D) } {
            let ends = shift::<V, D>(view.men()) & view.empty;
            let mut plain = ends & !last_row;
            while plain != V::Word::ZERO {
                let to = plain.lowest_bit();
                plain = plain.without_lowest();
                let own = view.own ^ (to | shift_back::<V, D>(to));
                let next = self.successor::<Us>(own, view.enemy, view.kings, clocks);
                visitor.visit::<Us::Other>(&Self { extra, ..next });
            }
            let mut crowning = ends & last_row;
            while crowning != V::Word::ZERO {
                let to = crowning.lowest_bit();
                crowning = crowning.without_lowest();
                let own = view.own ^ (to | shift_back::<V, D>(to));
                let next = self.successor::<Us>(own, view.enemy, view.kings | to, clocks);
                let clocks = next.clocks_after_material_change(self.clocks);
                visitor.visit::<Us::Other>(&Self { extra, clocks, ..next });
            }
        });
    }

    #[inline(always)]
    fn successors_with_kings<Us: Side>(&self, visitor: &mut impl Visitor<V>) {
        let view = View::new::<Us>(self);
        let jumps = Jumps::new::<Us>(&view);
        if jumps.exist() {
            return self.successors_by_capture::<Us>(jumps, visitor);
        }
        let mut kings = self.kings_free_to_move::<Us>(&view);
        while kings != V::Word::ZERO {
            let from = kings.lowest_bit();
            kings = kings.without_lowest();
            let mut ends = all_king_steps::<V>(Square(from.lowest()), view.empty);
            while ends != V::Word::ZERO {
                let to = ends.lowest_bit();
                ends = ends.without_lowest();
                let change = from | to;
                let mut next =
                    self.successor::<Us>(view.own ^ change, view.enemy, view.kings ^ change, self.clocks);
                next.clocks = self.clocks.after_king_move(&next);
                if V::RULES.king_run_limit.is_some() {
                    let mv = Move::new(Square(from.lowest()), Square(to.lowest()), V::Word::ZERO, false);
                    next.note_king_run(Us::COLOR, mv, true);
                }
                visitor.visit::<Us::Other>(&next);
            }
        }
        self.successors_by_men::<Us>(&view, visitor);
    }

    #[inline(always)]
    fn successors_by_capture<Us: Side>(&self, jumps: Jumps<V>, visitor: &mut impl Visitor<V>) {
        let mut list = MoveList::new();
        list_all_captures::<V, Us>(&View::new::<Us>(self), &jumps, &mut list);
        for &mv in &list {
            let mut next = *self;
            next.change_material(Us::COLOR, mv);
            visitor.visit::<Us::Other>(&next);
        }
    }
}
