//! Captures in positions with too many routes for the fast search.
//!
//! One flying king among many pieces can take them in millions of orders, but the states it passes
//! through (pieces taken, landing squares) are far fewer. This search is the same as the fast one with a
//! memory of the states it has seen, and lists moves through a hash set.

use boardgame::{MoveList, Side};
use rustc_hash::FxHashSet;

use crate::board::Square;
use crate::capture::{CaptureSink, Captures, Jumps, Memory, State, View};
use crate::position::Move;
use crate::variants::Variant;
use crate::word::Word;

/// The jumps that may be tried in one position: below a second and 300 MiB at the worst.
pub(crate) const WORK_LIMIT: usize = 1 << 21;

/// Lists all legal captures; `false` if that takes more than `work_limit` jumps.
#[cold]
#[inline(never)]
pub(crate) fn list_captures<V: Variant, Us: Side>(
    view: &View<V>,
    list: &mut MoveList<Move<V::Word>>,
    work_limit: usize,
) -> bool {
    list.clear();
    let jumps = Jumps::new::<Us>(view);
    let mut lister = HashLister { list, listed: FxHashSet::default(), best: 0 };
    Captures::<V, Us, _, _>::find(view, &jumps, work_limit, &mut lister, Seen(FxHashSet::default()))
}

/// The states seen so far.
struct Seen<W>(FxHashSet<State<W>>);

impl<V: Variant> Memory<V> for Seen<V::Word> {
    fn is_first_visit(&mut self, state: State<V::Word>) -> bool {
        self.0.insert(state)
    }
}

/// Lists the captures of the highest rank, each once, however many there are.
struct HashLister<'a, W: Word> {
    list: &'a mut MoveList<Move<W>>,
    listed: FxHashSet<Move<W>>,
    best: u32,
}

impl<V: Variant> CaptureSink<V> for HashLister<'_, V::Word> {
    fn add(&mut self, from: V::Word, ends: V::Word, captured: V::Word, _: u32, rank: u32, crowned: bool) {
        if rank < self.best {
            return;
        }
        if rank > self.best {
            self.best = rank;
            self.list.clear();
            self.listed.clear();
        }
        let mut ends = ends;
        while ends != V::Word::ZERO {
            let mv = Move::new(Square(from.lowest()), Square(ends.lowest()), captured, crowned);
            ends = ends.without_lowest();
            if self.listed.insert(mv) {
                self.list.push(mv);
            }
        }
    }
}
