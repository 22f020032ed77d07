//! Captures in positions with too many routes for the fast search.
//!
//! One flying king among many pieces can capture them in millions of orders, but it passes through far fewer states
//! (captured pieces, landing squares). This search remembers the states it has seen and removes duplicate moves with a
//! hash set. It is rare enough to be compiled once for all variants.

use boardgame::{MoveList, Side};
use rustc_hash::FxHashSet;

use crate::any_variant::{AnyDraughts, AnyVariant};
use crate::board::Square;
use crate::capture::View;
use crate::capture_state::{CaptureState, Jumper, each};
use crate::machine_word::Word;
use crate::position::Move;
use crate::route::{KingOrder, king_bit};
use crate::rules::Landing;
use crate::variants::Variant;

/// The jumps that may be tried in one position: a little more than a second and 300 MiB at the worst.
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
    let position = view.position::<Us>(AnyVariant::of::<V>());
    let mut search = Search::new(work_limit);
    for from in each(view.own.widen()) {
        search.follow_piece(&position, from);
    }
    search.best_moves.iter().for_each(|mv| list.push(mv.convert()));
    search.work_left > 0
}

struct Search {
    /// Jumps that may still be tried; at zero the search stops and its results are incomplete.
    work_left: usize,
    /// The states of the moving piece seen so far.
    seen: FxHashSet<State>,
    best: u32,
    /// The captures of the highest rank so far, in the order in which they were found.
    best_moves: Vec<Move<u128>>,
    listed: FxHashSet<Move<u128>>,
}

impl Search {
    fn new(work_left: usize) -> Self {
        let (seen, listed) = (FxHashSet::default(), FxHashSet::default());
        Self { work_left, seen, best: 0, best_moves: Vec::new(), listed }
    }

    fn follow_piece(&mut self, position: &AnyDraughts, from: u128) {
        self.seen.clear();
        let jumper = Jumper::new(position, from);
        let start = jumper.start();
        for direction in 0..8 {
            for target in each(jumper.targets(&start, direction)) {
                let order = king_bit(&jumper, &start, target);
                self.follow(&jumper, &jumper.jump(&start, direction, target), order);
            }
        }
    }

    /// Follows a capture from a state, unless that state was seen before.
    fn follow(&mut self, jumper: &Jumper, state: &CaptureState, order: KingOrder) {
        if self.work_left == 0 || !self.seen.insert(packed(jumper, state, order)) {
            return;
        }
        self.work_left -= 1;
        let mut goes_on = false;
        for direction in 0..8 {
            for target in each(jumper.targets(state, direction)) {
                goes_on = true;
                let order = order | king_bit(jumper, state, target);
                self.follow(jumper, &jumper.jump(state, direction, target), order);
            }
        }
        if !goes_on {
            self.add(jumper, state, order);
        }
    }

    /// Lists a complete capture, unless another outranks it.
    fn add(&mut self, jumper: &Jumper, state: &CaptureState, order: KingOrder) {
        let start = jumper.start();
        let (count, kings) = (state.captured.count(), (state.captured & jumper.kings).count());
        let rank = jumper.rules.precedence.rank(count, kings, order, start.is_king());
        if rank < self.best {
            return;
        }
        if rank > self.best {
            self.best = rank;
            self.best_moves.clear();
            self.listed.clear();
        }
        for end in each(jumper.stops(state)) {
            let (from, to) = (Square(start.landings.lowest()), Square(end.lowest()));
            let mv = Move::new(from, to, state.captured, jumper.crowns(state, end));
            if self.listed.insert(mv) {
                self.best_moves.push(mv);
            }
        }
    }
}

/// Everything that decides how a capture continues and how it ranks: captured pieces, landing squares, and the rest
/// packed to save memory.
type State = (u128, u128, u64);

fn packed(jumper: &Jumper, state: &CaptureState, order: KingOrder) -> State {
    let (captured, landings, details) = state.key();
    let last = last_piece(jumper, state);
    (captured, landings, u64::from(order) | u64::from(last) << 32 | u64::from(details) << 40)
}

/// The piece jumped last, if it decides on which squares a king may land.
fn last_piece(jumper: &Jumper, state: &CaptureState) -> u8 {
    match jumper.rules.landing {
        Landing::Free | Landing::BehindEach => 0,
        Landing::BehindLastKing | Landing::BehindLastKingOfSeveral => state.last.lowest(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use boardgame::{BlackSide, Color, Position, PositionExt, WhiteSide};

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
        position.legal_moves_into(&mut fast);
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

    /// Two ways to the same squares over the same pieces go on differently, because a piece may not turn back where
    /// captured pieces are removed at once, or because another piece was the last.
    #[test]
    fn ways_that_end_in_another_direction_are_not_the_same() {
        fn check<V: Variant>(fen: &str) {
            assert!(compare(Draughts::<V>::from_fen(fen).expect(fen), 0, fen) > 0, "{fen}");
        }
        check::<Turkish>("W:WKa8:Ba3,a7,b8,e6,f2,Kg7,h4,h5,Kh8");
        check::<Killer>("W:WK17,K35:BK4,K14,K16,K21,22,24,K39,40,41,K42");
        check::<Italian>("W:WK12,K13:B4,5,6,7,11,K14,K15,20,K23");
    }
}
