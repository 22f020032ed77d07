//! Legal moves: one generator that lists, counts, tells whether there is any, and makes successors.

use boardgame::{Color, MoveList, Outcome, Position, Reason, Side, TooComplex};

use crate::board::Square;
use crate::capture::{CaptureSink, Captures, Jumps, View, king_captures, man_captures, with_side};
use crate::count::{count_captures, count_jumps_of_men, first_jumps_end};
use crate::king_runs::Extra;
use crate::position::{Draughts, Move};
use crate::rules::Removal;
use crate::shift::{each_direction, shift, shift_back, slide, slide_on};
use crate::variants::Variant;
use crate::word::Word;

/// Jumps that the fast search tries before it hands a position to the exhaustive one.
const FAST_WORK: usize = 1 << 15;

/// Captures of fewer pieces than this have one route only, so two of them are never the same move.
/// `tests/duplicates.rs` proves the bound for every variant by trying all routes.
pub(crate) const fn pieces_of_duplicates<V: Variant>() -> u32 {
    match (V::RULES.removal, V::RULES.king_captures.0 == 0xff) {
        (Removal::AfterMove, false) => 4,
        (Removal::AfterMove, true) => 3,
        (Removal::Immediate, _) => 2,
    }
}

impl<V: Variant> Position for Draughts<V> {
    type Move = Move<V::Word>;

    fn start() -> Self {
        Self::start()
    }

    fn turn(&self) -> Color {
        self.turn
    }

    fn key(&self) -> u64 {
        self.key()
    }

    fn repeats(&self, earlier: &Self) -> bool {
        (self.pieces, self.kings, self.turn, self.extra)
            == (earlier.pieces, earlier.kings, earlier.turn, earlier.extra)
    }

    fn legal_moves(&self, list: &mut MoveList<Self::Move>) {
        if self.list_fast(list).is_err() {
            crate::exhaustive::legal_captures(self, list, usize::MAX).expect("no limit was set");
        }
    }

    fn try_legal_moves(&self, list: &mut MoveList<Self::Move>) -> Result<(), TooComplex> {
        self.list_fast(list)
            .or_else(|_| crate::exhaustive::legal_captures(self, list, crate::exhaustive::LIMIT))
    }

    #[inline]
    fn play(&mut self, mv: Self::Move) {
        self.play(mv);
    }

    fn outcome(&self) -> Option<(Outcome, Reason)> {
        self.outcome()
    }

    fn outcome_of_repetition(times: usize) -> Option<(Outcome, Reason)> {
        Self::outcome_of_repetition(times)
    }

    fn is_irreversible(&self, mv: Self::Move) -> bool {
        self.is_irreversible(mv)
    }

    #[inline(always)]
    fn count_legal(&self) -> usize {
        with_side!(self.turn, Us => self.count::<Us>())
    }

    fn count_routes(&self, mv: Self::Move) -> usize {
        self.count_routes(mv)
    }

    #[inline(always)]
    fn count_legal_of_successors(&self) -> u64 {
        let mut counter = MoveCounter(0);
        with_side!(self.turn, Us => self.successors::<Us>(&mut counter));
        counter.0
    }

    #[inline]
    fn for_each_successor(&self, visit: impl FnMut(&Self)) {
        with_side!(self.turn, Us => self.successors::<Us>(&mut Callback(visit)))
    }
}

impl<V: Variant> Draughts<V> {
    /// Whether the side to move has any legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        if self.is_decided() {
            return false;
        }
        with_side!(self.turn, Us => {
            let view = View::new::<Us>(self);
            {
                let jumps = Jumps::new::<Us>(&view);
                jumps.exist()
                    || count_steps_of_men::<V, Us>(&view) + self.count_steps_of_kings::<Us>(&view, &jumps) > 0
            }
        })
    }

    /// Whether the side to move must capture.
    #[must_use]
    pub fn must_capture(&self) -> bool {
        !self.is_decided() && with_side!(self.turn, Us => Jumps::new::<Us>(&View::new::<Us>(self)).exist())
    }

    /// Whether the pieces on the board have ended the game, so that nobody moves any more.
    #[inline(always)]
    pub(crate) fn is_decided(&self) -> bool {
        V::RULES.first_king_wins && self.kings != V::Word::ZERO
            || V::RULES.last_piece_loses && self.pieces[0].count().min(self.pieces[1].count()) == 1
    }

    fn list_fast(&self, list: &mut MoveList<Move<V::Word>>) -> Result<(), ()> {
        list.clear();
        if self.is_decided() {
            return Ok(());
        }
        with_side!(self.turn, Us => {
            let view = View::new::<Us>(self);
            let jumps = Jumps::new::<Us>(&view);
            if jumps.exist() {
                if view.own_kings() == V::Word::ZERO && first_jumps_end::<V, Us>(&view, &jumps) {
                    list_jumps_of_men::<V, Us>(&view, &jumps, list);
                    return Ok(());
                }
                let mut lister = Lister { list, best: 0 };
                if !Captures::<V, Us, _>::find(&view, &jumps, FAST_WORK, &mut lister) {
                    return Err(());
                }
            } else {
                self.list_quiet::<Us>(&view, list);
            }
        });
        Ok(())
    }

    /// The number of legal moves. The common case, men only and no capture, is decided here; the rest is
    /// kept out of the way.
    #[inline(always)]
    fn count<Us: Side>(&self) -> usize {
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
        let complete = Captures::<V, Us, _>::find(&view, &jumps, FAST_WORK, &mut counter);
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

    /// The kings that may make a quiet move.
    #[inline(always)]
    fn kings_free_to_move<Us: Side>(&self, view: &View<V>) -> V::Word {
        let Some(limit) = V::RULES.king_run_limit else { return view.own_kings() };
        match self.extra.exhausted_king(Us::COLOR, limit) {
            Some(square) => view.own_kings() & !V::Word::bit(square.0),
            None => view.own_kings(),
        }
    }

    #[inline(always)]
    fn count_steps_of_kings<Us: Side>(&self, view: &View<V>, jumps: &Jumps<V>) -> u32 {
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

    #[inline(always)]
    fn list_quiet<Us: Side>(&self, view: &View<V>, list: &mut MoveList<Move<V::Word>>) {
        let last_row = Self::last_row(Us::COLOR);
        each_direction!(D => if man_moves::<V, Us>(D) {
            let mut ends = shift::<V, D>(view.men()) & view.empty;
            while ends != V::Word::ZERO {
                let to = ends.lowest();
                let crowned = ends.lowest_bit() & last_row != V::Word::ZERO;
                ends = ends.without_lowest();
                let from = (i32::from(to) - const { V::RULES.board.delta(D) }) as u8;
                list.push(Move { captured: V::Word::ZERO, from: Square(from), to: Square(to), crowned });
            }
        });
        let mut kings = self.kings_free_to_move::<Us>(view);
        while kings != V::Word::ZERO {
            let from = kings.lowest_bit();
            kings = kings.without_lowest();
            let mut ends = all_king_steps::<V>(from, view.empty);
            while ends != V::Word::ZERO {
                let to = Square(ends.lowest());
                ends = ends.without_lowest();
                list.push(Move { captured: V::Word::ZERO, from: Square(from.lowest()), to, crowned: false });
            }
        }
    }

    /// Visits the positions after every legal move, quiet moves without making a move first.
    #[inline(always)]
    fn successors<Us: Side>(&self, visitor: &mut impl Visitor<V>) {
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
        self.successors_by_capture::<Us>(visitor);
    }

    /// The positions after jumps of men that all end at once.
    #[inline(always)]
    fn successors_by_single_jumps<Us: Side>(
        &self,
        view: &View<V>,
        jumps: &Jumps<V>,
        visitor: &mut impl Visitor<V>,
    ) {
        each_direction!(D => if man_captures::<V, Us>(D) {
            let mut jumping = view.men() & jumps.men_from[D];
            while jumping != V::Word::ZERO {
                let from = jumping.lowest_bit();
                jumping = jumping.without_lowest();
                let target = shift::<V, D>(from);
                let to = shift::<V, D>(target);
                let mut next = *self;
                next.pieces[Us::COLOR as usize] ^= from | to;
                next.pieces[!Us::COLOR as usize] ^= target;
                next.kings = (next.kings & !target) | (to & Self::last_row(Us::COLOR));
                if V::RULES.king_run_limit.is_some() {
                    next.note_king_run(Move { captured: target, from: Square(0), to: Square(0), crowned: false }, false);
                }
                next.turn = !Us::COLOR;
                next.clocks = next.clocks_after_material_change(self.clocks);
                visitor.visit::<Us::Other>(next);
            }
        });
    }

    #[inline(always)]
    fn successors_by_men<Us: Side>(&self, view: &View<V>, visitor: &mut impl Visitor<V>) {
        let last_row = Self::last_row(Us::COLOR);
        let mut base = *self;
        base.turn = !Us::COLOR;
        base.clocks = self.clocks.after_man_move(self);
        if V::RULES.king_run_limit.is_some() {
            base.extra.set_run(Us::COLOR, None);
        }
        each_direction!(D => if man_moves::<V, Us>(D) {
            let mut ends = shift::<V, D>(view.men()) & view.empty;
            while ends != V::Word::ZERO {
                let to = ends.lowest_bit();
                ends = ends.without_lowest();
                let mut next = base;
                next.pieces[Us::COLOR as usize] ^= to | shift_back::<V, D>(to);
                if to & last_row != V::Word::ZERO {
                    next.kings |= to;
                    next.clocks = next.clocks_after_material_change(self.clocks);
                }
                visitor.visit::<Us::Other>(next);
            }
        });
    }

    #[inline(never)]
    fn successors_with_kings<Us: Side>(&self, visitor: &mut impl Visitor<V>) {
        let view = View::new::<Us>(self);
        if Jumps::new::<Us>(&view).exist() {
            return self.successors_by_capture::<Us>(visitor);
        }
        let mut kings = self.kings_free_to_move::<Us>(&view);
        while kings != V::Word::ZERO {
            let from = kings.lowest_bit();
            kings = kings.without_lowest();
            let mut ends = all_king_steps::<V>(from, view.empty);
            while ends != V::Word::ZERO {
                let to = ends.lowest_bit();
                ends = ends.without_lowest();
                let mut next = *self;
                next.pieces[Us::COLOR as usize] ^= from | to;
                next.kings ^= from | to;
                let mv = Move {
                    captured: V::Word::ZERO,
                    from: Square(from.lowest()),
                    to: Square(to.lowest()),
                    crowned: false,
                };
                next.note_king_run(mv, true);
                next.turn = !Us::COLOR;
                next.clocks = self.clocks.after_king_move(&next);
                visitor.visit::<Us::Other>(next);
            }
        }
        self.successors_by_men::<Us>(&view, visitor);
    }

    #[inline(never)]
    fn successors_by_capture<Us: Side>(&self, visitor: &mut impl Visitor<V>) {
        let mut list = MoveList::new();
        self.legal_moves(&mut list);
        for &mv in &list {
            visitor.visit::<Us::Other>(self.after(mv));
        }
    }
}

/// Quiet moves of men.
#[inline(always)]
fn count_steps_of_men<V: Variant, Us: Side>(view: &View<V>) -> u32 {
    let mut total = 0;
    each_direction!(D => if man_moves::<V, Us>(D) {
        total += (shift::<V, D>(view.men()) & view.empty).count();
    });
    total
}

/// Jumps of men that all end at once.
#[inline(always)]
fn list_jumps_of_men<V: Variant, Us: Side>(
    view: &View<V>,
    jumps: &Jumps<V>,
    list: &mut MoveList<Move<V::Word>>,
) {
    each_direction!(D => if man_captures::<V, Us>(D) {
        let mut jumping = view.men() & jumps.men_from[D];
        while jumping != V::Word::ZERO {
            let from = jumping.lowest();
            let captured = shift::<V, D>(jumping.lowest_bit());
            jumping = jumping.without_lowest();
            let to = (i32::from(from) + const { 2 * V::RULES.board.delta(D) }) as u8;
            let crowned = shift::<V, D>(captured) & Draughts::<V>::last_row(Us::COLOR) != V::Word::ZERO;
            list.push(Move { captured, from: Square(from), to: Square(to), crowned });
        }
    });
}

/// Where a king can go without capturing.
#[inline(always)]
fn all_king_steps<V: Variant>(king: V::Word, empty: V::Word) -> V::Word {
    let mut ends = V::Word::ZERO;
    each_direction!(D => if V::RULES.king_moves.has(D) {
        ends |= king_steps::<V, D>(king, empty);
    });
    ends
}

/// Whether men of this side step in this direction.
#[inline(always)]
const fn man_moves<V: Variant, Us: Side>(direction: usize) -> bool {
    V::RULES.man_moves.of(Us::COLOR).has(direction)
}

/// Where kings can go in direction `D` without capturing.
#[inline(always)]
fn king_steps<V: Variant, const D: usize>(kings: V::Word, empty: V::Word) -> V::Word {
    if V::RULES.flying_kings {
        slide_on::<V, D>(slide::<V, D>(kings, empty), empty) & empty
    } else {
        shift::<V, D>(kings) & empty
    }
}

/// Takes the positions after each legal move.
trait Visitor<V: Variant> {
    /// A position after a legal move, with `Us` to move.
    fn visit<Us: Side>(&mut self, next: Draughts<V>);
}

/// Hands positions to a function.
struct Callback<F>(F);

impl<V: Variant, F: FnMut(&Draughts<V>)> Visitor<V> for Callback<F> {
    #[inline(always)]
    fn visit<Us: Side>(&mut self, next: Draughts<V>) {
        (self.0)(&next);
    }
}

/// Adds up the legal moves of positions, which never leave the registers.
struct MoveCounter(u64);

impl<V: Variant> Visitor<V> for MoveCounter {
    #[inline(always)]
    fn visit<Us: Side>(&mut self, next: Draughts<V>) {
        self.0 += next.count::<Us>() as u64;
    }
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
            let mv = Move { captured, from, to: Square(ends.lowest()), crowned };
            ends = ends.without_lowest();
            if count < pieces_of_duplicates::<V>() || !self.list.contains(&mv) {
                self.list.push(mv);
            }
        }
    }
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
