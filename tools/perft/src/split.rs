//! Cutting a count into counts of positions some plies deeper, which others can make.

use std::collections::HashMap;

use boardgame::{Countable, MoveList, Position};

use crate::recursion::after;
use crate::run::{CountError, Counter, MAX_DEPTH};

/// How deep to cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitAt {
    /// This many plies below the root.
    Ply(u32),
    /// At the first ply with this many different positions, or where little is left to count.
    Positions(usize),
}

/// A count cut into parts. Their counts, each times its weights, add up to the whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split<P: Position> {
    /// The moves of the root, in the order that weights refer to.
    pub roots: Vec<P::Move>,
    /// The parts, all different positions.
    pub parts: Vec<SplitPart<P>>,
    /// The plies to count below each part.
    pub depth: u32,
}

/// A position of a split.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitPart<P> {
    /// The position.
    pub position: P,
    /// Which moves of the root lead here, and in how many ways.
    pub weights: Vec<(usize, u64)>,
}

/// More parts would take more time to hand out than to count.
const MOST_PARTS: usize = 500_000;

/// With less than this below it, a part is not worth cutting.
const SHALLOWEST: u32 = 4;

impl<P: Countable> Counter<P> {
    /// Cuts a count of at least one ply into counts of positions. Positions that are reached in several ways are counted
    /// once: clocks do not affect which moves are legal.
    ///
    /// ```
    /// use boardgame::PositionExt;
    /// use draughts::{Draughts, variants::International};
    /// use damier_perft::{Counter, CountSettings, SplitAt, perft};
    ///
    /// let counter = Counter::new(&CountSettings::default())?;
    /// let split = counter.split(&Draughts::<International>::start(), 6, SplitAt::Ply(3))?;
    /// // 658 ways to play three plies lead to fewer positions.
    /// assert_eq!((split.parts.len(), split.depth), (447, 3));
    /// let weight = |part: &damier_perft::SplitPart<_>| part.weights.iter().map(|(_, weight)| weight).sum::<u64>();
    /// let nodes: u64 = split.parts.iter().map(|part| weight(part) * perft(&part.position, split.depth)).sum();
    /// assert_eq!(nodes, 167_140);
    /// # Ok::<(), damier_perft::CountError>(())
    /// ```
    pub fn split(&self, position: &P, depth: u32, at: SplitAt) -> Result<Split<P>, CountError> {
        if depth > MAX_DEPTH {
            return Err(CountError::TooDeep { depth });
        }
        let mut roots = MoveList::new();
        position.try_legal_moves_into(&mut roots)?;
        let mut merged = Merged::default();
        let mut work = P::ROUTE_WORK;
        for (root, &mv) in roots.iter().enumerate() {
            let weight = self.routes(position, mv, &mut work)?;
            merged.add(after(position, mv), &[(root, 1)], weight)?;
        }
        let mut below = depth.saturating_sub(1);
        while wants_more(at, depth - below, below, merged.parts.len()) {
            merged = self.split_once(&merged.parts)?;
            below -= 1;
        }
        Ok(Split { roots: roots.to_vec(), parts: merged.parts, depth: below })
    }

    fn split_once(&self, parts: &[SplitPart<P>]) -> Result<Merged<P>, CountError> {
        let mut merged = Merged::default();
        let mut list = MoveList::new();
        for part in parts {
            part.position.try_legal_moves_into(&mut list)?;
            let mut work = P::ROUTE_WORK;
            for &mv in &list {
                let weight = self.routes(&part.position, mv, &mut work)?;
                merged.add(after(&part.position, mv), &part.weights, weight)?;
            }
        }
        Ok(merged)
    }
}

fn wants_more(at: SplitAt, ply: u32, below: u32, parts: usize) -> bool {
    match at {
        SplitAt::Ply(wanted) => ply < wanted && below > 0,
        SplitAt::Positions(wanted) => (1..wanted).contains(&parts) && below > SHALLOWEST,
    }
}

/// Parts that grow, each position once.
struct Merged<P> {
    parts: Vec<SplitPart<P>>,
    /// Where positions of a key are.
    places: HashMap<u64, Vec<usize>>,
}

impl<P> Default for Merged<P> {
    fn default() -> Self {
        Self { parts: Vec::new(), places: HashMap::new() }
    }
}

impl<P: Position> Merged<P> {
    /// Adds a position that is reached `times` as often as these weights say.
    fn add(&mut self, position: P, weights: &[(usize, u64)], times: u64) -> Result<(), CountError> {
        let places = self.places.entry(position.key()).or_default();
        let known = places.iter().copied().find(|&place| self.parts[place].position.repeats(&position));
        let place = known.unwrap_or(self.parts.len());
        if known.is_none() {
            if self.parts.len() == MOST_PARTS {
                return Err(CountError::TooManyParts { most: MOST_PARTS });
            }
            places.push(place);
            self.parts.push(SplitPart { position, weights: Vec::new() });
        }
        let sums = &mut self.parts[place].weights;
        for &(root, weight) in weights {
            let more = weight.checked_mul(times).ok_or(CountError::Overflow)?;
            match sums.binary_search_by_key(&root, |&(root, _)| root) {
                Ok(found) => sums[found].1 = sums[found].1.checked_add(more).ok_or(CountError::Overflow)?,
                Err(gap) => sums.insert(gap, (root, more)),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Heap;
    use crate::{CountSettings, Counting, Monitor};

    fn counter(counting: Counting) -> Counter<Heap> {
        Counter::new(&CountSettings { counting, ..CountSettings::default() }).expect("one thread")
    }

    /// The sums over the parts, by root move.
    fn summed(counter: &Counter<Heap>, split: &Split<Heap>) -> Vec<u64> {
        let mut sums = vec![0; split.roots.len()];
        for part in &split.parts {
            let nodes = counter.count(&part.position, split.depth, &Monitor::default()).expect("fits").nodes;
            part.weights.iter().for_each(|&(root, weight)| sums[root] += weight * nodes);
        }
        sums
    }

    #[test]
    fn parts_add_up_to_the_whole() {
        for counting in [Counting::Distinct, Counting::Routes] {
            let counter = counter(counting);
            for (heap, depth) in [(0, 1), (1, 3), (7, 5), (12, 12), (40, 9)] {
                let position = Heap::of(heap);
                let whole = counter.count(&position, depth, &Monitor::default()).expect("fits");
                let whole: Vec<u64> = whole.roots.iter().filter_map(|&(_, nodes)| nodes).collect();
                let plies = (0..=depth + 1).map(SplitAt::Ply);
                for at in plies.chain([0, 1, 5, 1_000].map(SplitAt::Positions)) {
                    let split = counter.split(&position, depth, at).expect("few parts");
                    assert_eq!(summed(&counter, &split), whole, "{heap} {depth} {at:?}");
                }
            }
        }
    }

    #[test]
    fn positions_reached_in_several_ways_are_counted_once() {
        // After two moves, 2 to 6 are taken: 5 heaps, though there are 9 ways.
        let split = counter(Counting::Distinct).split(&Heap::of(30), 6, SplitAt::Ply(2)).expect("few parts");
        assert_eq!((split.parts.len(), split.depth), (5, 4));
        let weights: u64 = split.parts.iter().flat_map(|part| &part.weights).map(|(_, weight)| weight).sum();
        assert_eq!(weights, 9);
    }

    #[test]
    fn counts_that_cannot_be_cut_are_refused() {
        let counter = counter(Counting::Distinct);
        let error = counter.split(&Heap::of(1), MAX_DEPTH + 1, SplitAt::Ply(1)).expect_err("too deep");
        assert_eq!(error, CountError::TooDeep { depth: MAX_DEPTH + 1 });
    }
}
