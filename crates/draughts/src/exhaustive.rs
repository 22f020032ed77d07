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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use boardgame::{BlackSide, Color, Notation, Position, WhiteSide};

    use super::*;
    use crate::position::Draughts;
    use crate::variants::{Frisian, International, Italian, Killer, Russian, Thai, Turkish};

    /// Positions that the fast search can list have the same captures with a memory of states. Killer needs
    /// the last piece taken in it, Turkish and Thai the direction, Italian the order of kings.
    fn agrees<V: Variant>() {
        let path = format!("{}/../../testdata/perft/draughts", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(format!("{path}/{}-random.epd", V::RULES.name)).expect("a suite");
        let fens = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        let mut compared = 0;
        for fen in fens.filter_map(|line| line.split(';').next()) {
            compared += compare(Draughts::<V>::from_fen(fen).expect(fen), 3, fen);
        }
        assert!(compared > 100, "{}: {compared} captures", V::RULES.name);
    }

    fn compare<V: Variant>(position: Draughts<V>, depth: u32, fen: &str) -> usize {
        let (mut fast, mut slow) = (MoveList::new(), MoveList::new());
        position.legal_moves(&mut fast);
        let mut compared = 0;
        if position.must_capture() {
            let complete = match position.turn {
                Color::White => {
                    list_captures::<V, WhiteSide>(&View::new::<WhiteSide>(&position), &mut slow, WORK_LIMIT)
                }
                Color::Black => {
                    list_captures::<V, BlackSide>(&View::new::<BlackSide>(&position), &mut slow, WORK_LIMIT)
                }
            };
            assert!(complete && fast.len() == slow.len(), "{fen}: {fast:?} {slow:?}");
            let slow: HashSet<_> = slow.iter().collect();
            assert!(fast.iter().all(|mv| slow.contains(mv)), "{fen}");
            compared = fast.len();
        }
        if depth > 0 {
            compared += fast.iter().map(|&mv| compare(position.after(mv), depth - 1, fen)).sum::<usize>();
        }
        compared
    }

    #[test]
    fn a_memory_of_states_changes_no_list() {
        agrees::<International>();
        agrees::<Killer>();
        agrees::<Frisian>();
        agrees::<Italian>();
        agrees::<Russian>();
        agrees::<Thai>();
        agrees::<Turkish>();
    }
}
