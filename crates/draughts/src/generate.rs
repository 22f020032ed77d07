//! Legal moves: one generator that lists, counts, tells whether there is any, and makes successors.

use boardgame::{Color, MoveList, Outcome, Position, Reason, Side, TooComplex};

use crate::board::Square;
use crate::capture::{CaptureSink, Captures, Jumps, View, with_side};
use crate::count::count_captures;
use crate::king_runs::Extra;
use crate::position::{Draughts, Move};
use crate::rules::Removal;
use crate::shift::{each_direction, shift, shift_back, slide_quiet};
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
        mv.is_capture() || !self.kings().contains(mv.from)
    }

    #[inline]
    fn count_legal(&self) -> usize {
        self.count_fast().unwrap_or_else(|| {
            let mut list = MoveList::new();
            self.legal_moves(&mut list);
            list.len()
        })
    }

    fn count_routes(&self, mv: Self::Move) -> usize {
        self.count_routes(mv)
    }

    #[inline]
    fn for_each_successor(&self, visit: impl FnMut(&Self)) {
        with_side!(self.turn, Us => self.successors::<Us>(visit))
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
            Jumps::new::<Us>(&view).exist() || self.count_quiet::<Us>(&view) > 0
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

    /// The number of legal moves, unless they must be listed to be counted.
    #[inline(always)]
    fn count_fast(&self) -> Option<usize> {
        if self.is_decided() {
            return Some(0);
        }
        with_side!(self.turn, Us => {
            let view = View::new::<Us>(self);
            let jumps = Jumps::new::<Us>(&view);
            if !jumps.exist() {
                return Some(self.count_quiet::<Us>(&view) as usize);
            }
            if let Some(count) = count_captures::<V, Us>(&view, &jumps) {
                return Some(count as usize);
            }
            let mut counter = Counter { best: 0, total: 0, most: 0 };
            let complete = Captures::<V, Us, _>::find(&view, &jumps, FAST_WORK, &mut counter);
            (complete && counter.most < pieces_of_duplicates::<V>()).then_some(counter.total as usize)
        })
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
    fn count_quiet<Us: Side>(&self, view: &View<V>) -> u32 {
        let mut total = 0;
        let men = view.men();
        each_direction!(D => if man_moves::<V, Us>(D) {
            total += (shift::<V, D>(men) & view.empty).count();
        });
        let kings = self.kings_free_to_move::<Us>(view);
        if kings != V::Word::ZERO {
            each_direction!(D => if V::RULES.king_moves.has(D) {
                total += king_steps::<V, D>(kings, view.empty).count();
            });
        }
        total
    }

    #[inline(always)]
    fn list_quiet<Us: Side>(&self, view: &View<V>, list: &mut MoveList<Move<V::Word>>) {
        let men = view.men();
        let last_row = Self::last_row(Us::COLOR);
        each_direction!(D => if man_moves::<V, Us>(D) {
            let mut ends = shift::<V, D>(men) & view.empty;
            while ends != V::Word::ZERO {
                let to = ends.lowest_bit();
                ends = ends.without_lowest();
                list.push(Move {
                    captured: V::Word::ZERO,
                    from: Square(shift_back::<V, D>(to).lowest()),
                    to: Square(to.lowest()),
                    crowned: to & last_row != V::Word::ZERO,
                });
            }
        });
        let mut kings = self.kings_free_to_move::<Us>(view);
        while kings != V::Word::ZERO {
            let from = kings.lowest_bit();
            kings = kings.without_lowest();
            let mut ends = V::Word::ZERO;
            each_direction!(D => if V::RULES.king_moves.has(D) {
                ends |= king_steps::<V, D>(from, view.empty);
            });
            while ends != V::Word::ZERO {
                let to = Square(ends.lowest());
                ends = ends.without_lowest();
                list.push(Move { captured: V::Word::ZERO, from: Square(from.lowest()), to, crowned: false });
            }
        }
    }

    #[inline(always)]
    fn successors<Us: Side>(&self, mut visit: impl FnMut(&Self)) {
        let view = View::new::<Us>(self);
        if self.is_decided() {
            return;
        }
        if view.own_kings() != V::Word::ZERO || Jumps::new::<Us>(&view).exist() {
            let mut list = MoveList::new();
            self.legal_moves(&mut list);
            for &mv in &list {
                visit(&self.after(mv));
            }
            return;
        }
        let men = view.men();
        let last_row = Self::last_row(Us::COLOR);
        let mut base = *self;
        base.turn = !self.turn;
        base.clocks = self.clocks.after_man_move(self);
        if V::RULES.king_run_limit.is_some() {
            base.extra.set_run(Us::COLOR, None);
        }
        each_direction!(D => if man_moves::<V, Us>(D) {
            let mut ends = shift::<V, D>(men) & view.empty;
            while ends != V::Word::ZERO {
                let to = ends.lowest_bit();
                ends = ends.without_lowest();
                let mut next = base;
                next.pieces[Us::COLOR as usize] ^= to | shift_back::<V, D>(to);
                if to & last_row != V::Word::ZERO {
                    next.kings |= to;
                    next.clocks = next.clocks_after_material_change(self.clocks);
                }
                visit(&next);
            }
        });
    }
}

/// Whether men of this side step in this direction.
#[inline(always)]
const fn man_moves<V: Variant, Us: Side>(direction: usize) -> bool {
    V::RULES.man_moves.of(Us::COLOR).has(direction)
}

/// Where kings can go in direction `D` without capturing.
#[inline(always)]
fn king_steps<V: Variant, const D: usize>(kings: V::Word, empty: V::Word) -> V::Word {
    if V::RULES.flying_kings { slide_quiet::<V, D>(kings, empty) } else { shift::<V, D>(kings) & empty }
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
