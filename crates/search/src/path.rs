//! The positions from the start of the game to the node being searched, for repetitions.

use std::marker::PhantomData;

use boardgame::Position;

struct Step {
    key: u64,
    /// Plies since the last move that cannot be taken back.
    reversible: usize,
}

pub(crate) struct Path<P> {
    steps: Vec<Step>,
    /// Steps of the game itself; later ones belong to the search.
    root: usize,
    /// Occurrences that draw the game.
    limit: Option<usize>,
    position: PhantomData<fn(&P)>,
}

/// No rule asks for more occurrences.
const MOST_OCCURRENCES: usize = 6;

impl<P: Position> Path<P> {
    /// The path of a game up to its position now.
    pub(crate) fn new(game: &boardgame::Game<P>) -> Self {
        let draws = |&times: &usize| {
            P::outcome_of_repetition(times).is_some() || P::claim_of_repetition(times).is_some()
        };
        let limit = (2..=MOST_OCCURRENCES).find(draws);
        let mut path = Self { steps: Vec::new(), root: 0, limit, position: PhantomData };
        path.steps.push(Step { key: game.start().key(), reversible: 0 });
        let positions: Vec<&P> = game.positions().collect();
        for (pair, &mv) in positions.windows(2).zip(game.moves()) {
            path.push(pair[0], mv, pair[1]);
        }
        path.root = path.steps.len();
        path
    }

    #[inline]
    pub(crate) fn push(&mut self, before: &P, mv: P::Move, after: &P) {
        let reversible = match self.steps.last() {
            Some(last) if !before.is_irreversible(mv) => last.reversible + 1,
            _ => 0,
        };
        self.steps.push(Step { key: after.key(), reversible });
    }

    /// A passed turn: nothing before it can repeat.
    pub(crate) fn push_pass(&mut self, after: &P) {
        self.steps.push(Step { key: after.key(), reversible: 0 });
    }

    #[inline]
    pub(crate) fn pop(&mut self) {
        self.steps.pop();
    }

    /// Whether the last position is a draw by repetition: it has come up in this line before, where both
    /// sides could do so again, or often enough in the game.
    pub(crate) fn is_repetition(&self) -> bool {
        let (Some(limit), Some(now)) = (self.limit, self.steps.last()) else { return false };
        let last = self.steps.len() - 1;
        let mut occurrences = 1;
        let mut back = 4;
        while back <= now.reversible {
            if self.steps[last - back].key == now.key {
                occurrences += 1;
                if last - back >= self.root || occurrences >= limit {
                    return true;
                }
            }
            back += 2;
        }
        false
    }
}
