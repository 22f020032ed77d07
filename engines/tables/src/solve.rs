//! Retrograde analysis of one pair of slices: some material with either side to move.
//!
//! Every position is looked at once forward: captures and promotions lead to slices that are solved already, quiet moves
//! are counted. Then decided positions are propagated backward along quiet moves, until nothing changes; what is left is drawn.

use std::sync::atomic::{AtomicU8, AtomicU16, Ordering::Relaxed};

use boardgame::{Color, MoveList, Position};
use catalog::draughts::{Draughts, Ruleset, Word};

use crate::index::{Placement, PlacementNumbering, SquareSets};
use crate::material::Material;
use crate::moves_back::MovesBack;
use crate::parallel::collect;
use crate::stop_flag::{StopFlag, Stopped};
use crate::value::{PackedValues, Value};

/// Solved slices, by material.
pub(crate) struct Known<W> {
    squares: SquareSets<W>,
    slices: Vec<Option<(PlacementNumbering<W>, PackedValues)>>,
}

impl<W: Word> Known<W> {
    pub(crate) fn new(squares: SquareSets<W>) -> Self {
        Self { squares, slices: (0..Material::CODES).map(|_| None).collect() }
    }

    pub(crate) fn add(&mut self, numbering: PlacementNumbering<W>, values: PackedValues) {
        self.slices[numbering.material.code()] = Some((numbering, values));
    }

    /// The value of a position after a capture or promotion.
    #[inline(always)]
    pub(crate) fn value<V: Ruleset<Word = W>>(&self, position: &Draughts<V>) -> Value {
        let placement = Placement::of(position, &self.squares);
        match &self.slices[placement.material().code()] {
            Some((numbering, values)) => values.at(numbering.index(&placement)),
            None => outcome(position).expect("slices that can be reached are solved first"),
        }
    }
}

/// The value of a position that the rules decide at once.
pub(crate) fn outcome<V: Ruleset>(position: &Draughts<V>) -> Option<Value> {
    position.outcome().map(|(outcome, _)| Value::of_outcome(outcome, position.turn()))
}

/// Whether tables leave the value of a position to its captures. With two pieces some rules end the game at once.
#[inline(always)]
pub(crate) fn is_resolved_by_captures<V: Ruleset>(position: &Draughts<V>) -> bool {
    let total = position.pieces(Color::White).len() + position.pieces(Color::Black).len();
    position.must_capture() && (total > 2 || outcome(position).is_none())
}

/// The value of a position whose captures lead to known positions; `None` if there is nothing to capture.
#[inline(always)]
pub(crate) fn value_by_captures<V: Ruleset>(
    known: &Known<V::Word>,
    position: &Draughts<V>,
    moves: &MoveList<<Draughts<V> as Position>::Move>,
) -> Option<Value> {
    if !moves.first().is_some_and(|mv| mv.is_capture()) {
        return None;
    }
    moves.iter().map(|&mv| known.value(&position.after(mv)).reversed()).max()
}

/// What is known of a position while its slice is solved, in one byte: an undecided position counts its quiet moves that
/// may still hold.
struct State;

impl State {
    /// Undecided, but a promotion draws at least.
    const SAFE: u8 = 0xbf;
    const DECIDED: u8 = 0xc0;
    /// Two men on one square.
    const HOLE: u8 = Self::DECIDED | 3;
    /// Decided by captures: the table need not store it.
    const CAPTURE: u8 = 8;
    /// Not yet propagated.
    const PENDING: u8 = 16;

    fn decided(value: Value) -> u8 {
        Self::DECIDED | value as u8
    }

    fn value(state: u8) -> Option<Value> {
        match state {
            0..Self::DECIDED => Some(Value::Draw),
            _ => Value::ALL.get(usize::from(state & 3)).copied(),
        }
    }
}

/// A pair of slices that is being solved; a slice that is its own reverse stands alone.
pub(crate) struct Solver<'a, V: Ruleset> {
    handle: V::Handle,
    known: &'a Known<V::Word>,
    control: &'a StopFlag,
    back: MovesBack<V>,
    slices: Vec<Slice<V::Word>>,
}

struct Slice<W> {
    numbering: PlacementNumbering<W>,
    states: Vec<AtomicU8>,
    /// Plies to the next capture or promotion, or to the end; empty unless wanted.
    distances: Vec<AtomicU16>,
}

/// Indices of positions, by slice, in the lists that threads have made. They are never copied into one: the frontier is
/// the largest part of what a build needs. No position is in two frontiers, so that this one and the next one together
/// take at most four bytes for each position.
type Frontier = Vec<Vec<Vec<u32>>>;

/// How many indices a thread visits at once, if rows are not longer.
const GROUP: u64 = 16_384;

/// One slice after it has been solved.
pub(crate) struct Solved<W> {
    slice: Slice<W>,
}

impl<'a, V: Ruleset> Solver<'a, V> {
    pub(crate) fn new(
        handle: V::Handle,
        known: &'a Known<V::Word>,
        material: Material,
        with_distances: bool,
        control: &'a StopFlag,
    ) -> Self {
        let mut materials = vec![material, material.reversed()];
        materials.dedup();
        let slice = |material| {
            let numbering = PlacementNumbering::new(known.squares, material);
            let len = numbering.len() as usize;
            let states = (0..len).map(|_| AtomicU8::new(State::HOLE)).collect();
            let distances = (0..if with_distances { len } else { 0 }).map(|_| AtomicU16::new(0)).collect();
            Slice { numbering, states, distances }
        };
        let slices = materials.into_iter().map(slice).collect();
        Self { handle, known, control, back: MovesBack::new(handle, known.squares), slices }
    }

    /// Solves the slices.
    pub(crate) fn solve(self) -> Result<Vec<Solved<V::Word>>, Stopped> {
        let mut frontier = self.look_forward()?;
        let mut distance = 0;
        loop {
            let mut next = self.propagate(&frontier, distance)?;
            if distance == 1 {
                join(&mut next, self.propagate_pending()?);
            }
            if distance > 1 && next.iter().all(Vec::is_empty) {
                break;
            }
            frontier = next;
            distance += 1;
        }
        Ok(self.slices.into_iter().map(|slice| Solved { slice }).collect())
    }

    /// Gives every position its first state. Returns the positions without a move; all others that are decided are
    /// marked as pending.
    fn look_forward(&self) -> Result<Frontier, Stopped> {
        let of_slice = |slice: &Slice<V::Word>| {
            self.for_each(slice, |index, placement, list, ended| {
                let state = self.first_state(placement, list);
                slice.states[index].store(state, Relaxed);
                if state >= State::DECIDED && state & State::PENDING == 0 {
                    ended.push(index as u32);
                } else if let Some(distance) = slice.distances.get(index) {
                    distance.store(1, Relaxed);
                }
            })
        };
        self.slices.iter().map(of_slice).collect()
    }

    /// Visits all positions of a slice, on all threads. Returns the lists that they have filled.
    #[inline(always)]
    fn for_each(
        &self,
        slice: &Slice<V::Word>,
        visit: impl Fn(usize, &Placement<V::Word>, &mut MoveList<<Draughts<V> as Position>::Move>, &mut Vec<u32>)
        + Sync,
    ) -> Result<Vec<Vec<u32>>, Stopped> {
        let row_len = slice.numbering.row_len();
        let rows = slice.numbering.len() / row_len;
        let in_group = (GROUP / row_len).max(1);
        lists(rows.div_ceil(in_group), self.control, &|group, found| {
            let mut list = MoveList::new();
            for row in group * in_group..rows.min((group + 1) * in_group) {
                slice.numbering.for_each_in_row(row, |column, placement| {
                    visit((row * row_len + column) as usize, placement, &mut list, found);
                });
            }
        })
    }

    #[inline(always)]
    fn first_state(
        &self,
        placement: &Placement<V::Word>,
        list: &mut MoveList<<Draughts<V> as Position>::Move>,
    ) -> u8 {
        let position = placement.position::<V>(self.handle);
        if placement.occupied().count() == 2
            && let Some(value) = outcome(&position)
        {
            return State::decided(value);
        }
        position.legal_moves_into(list);
        if list.is_empty() {
            return State::decided(outcome(&position).expect("a side without moves has ended the game"));
        }
        if let Some(value) = value_by_captures(self.known, &position, list) {
            return State::decided(value) | State::CAPTURE | State::PENDING;
        }
        let mut quiet = 0;
        let mut best = Value::Loss;
        for &mv in list.iter() {
            if mv.is_crowning() {
                best = best.max(self.known.value(&position.after(mv)).reversed());
            } else {
                quiet += 1;
            }
        }
        match best {
            Value::Win => State::decided(best) | State::PENDING,
            _ if quiet == 0 => State::decided(best) | State::PENDING,
            Value::Draw => State::SAFE,
            // At most eight kings with 22 moves each.
            Value::Loss => quiet.min(State::SAFE - 1),
        }
    }

    /// Propagates positions that were decided at one distance; returns those decided by it.
    fn propagate(&self, frontier: &Frontier, distance: u16) -> Result<Frontier, Stopped> {
        let mut next = self.no_frontier();
        for (number, (slice, indices)) in self.slices.iter().zip(frontier).enumerate() {
            let target = (number + 1) % self.slices.len();
            let chunks: Vec<&[u32]> = indices.iter().flat_map(|list| list.chunks(4096)).collect();
            next[target] = lists(chunks.len() as u64, self.control, &|chunk, found| {
                for &index in chunks[chunk as usize] {
                    let placement = slice.numbering.placement(u64::from(index)).expect("no hole");
                    let state = slice.states[index as usize].load(Relaxed);
                    self.decide_origins(target, &placement, state, distance, found);
                }
            })?;
        }
        Ok(next)
    }

    /// Propagates all positions that the look forward decided, but those without moves.
    fn propagate_pending(&self) -> Result<Frontier, Stopped> {
        let mut next = self.no_frontier();
        for (number, slice) in self.slices.iter().enumerate() {
            let target = (number + 1) % self.slices.len();
            next[target] = self.for_each(slice, |index, placement, _, found| {
                let state = slice.states[index].load(Relaxed);
                if state >= State::DECIDED && state & State::PENDING != 0 {
                    self.decide_origins(target, placement, state, 1, found);
                }
            })?;
        }
        Ok(next)
    }

    fn no_frontier(&self) -> Frontier {
        self.slices.iter().map(|_| Vec::new()).collect()
    }

    /// Tells the positions before a decided one about it, and notes those that it decides.
    #[inline(always)]
    fn decide_origins(
        &self,
        target: usize,
        placement: &Placement<V::Word>,
        state: u8,
        distance: u16,
        found: &mut Vec<u32>,
    ) {
        let Some(value) = State::value(state).filter(|&value| value != Value::Draw) else { return };
        let slice = &self.slices[target];
        self.back.for_each(&placement.turned(&self.known.squares), |origin| {
            let index = slice.numbering.index(origin) as usize;
            let cell = &slice.states[index];
            let is_decided = match value {
                Value::Loss => wins(cell),
                _ => loses_a_move(cell),
            };
            if is_decided {
                if let Some(cell) = slice.distances.get(index) {
                    cell.store(distance + 1, Relaxed);
                }
                found.push(index as u32);
            }
        });
    }
}

/// A move wins: whether that decided the position.
#[inline(always)]
fn wins(cell: &AtomicU8) -> bool {
    let decide = |state| (state < State::DECIDED).then_some(State::decided(Value::Win));
    cell.fetch_update(Relaxed, Relaxed, decide).is_ok()
}

/// A move loses: whether it was the last one.
#[inline(always)]
fn loses_a_move(cell: &AtomicU8) -> bool {
    let count = |state| match state {
        State::SAFE.. => None,
        1 => Some(State::decided(Value::Loss)),
        _ => Some(state - 1),
    };
    cell.fetch_update(Relaxed, Relaxed, count) == Ok(1)
}

/// The lists that `fill` makes of every number below `count`, on all threads; empty ones are left out.
fn lists(
    count: u64,
    control: &StopFlag,
    fill: &(dyn Fn(u64, &mut Vec<u32>) + Sync),
) -> Result<Vec<Vec<u32>>, Stopped> {
    let mut lists = collect(count, &|number| {
        control.check()?;
        let mut list = Vec::new();
        fill(number, &mut list);
        list.shrink_to_fit();
        Ok(list)
    })?;
    lists.retain(|list| !list.is_empty());
    Ok(lists)
}

fn join(all: &mut Frontier, more: Frontier) {
    for (all, more) in all.iter_mut().zip(more) {
        all.extend(more);
    }
}

impl<W: Word> Solved<W> {
    pub(crate) fn numbering(&self) -> PlacementNumbering<W> {
        self.slice.numbering
    }

    /// All values.
    pub(crate) fn values(&self) -> PackedValues {
        let values = self.slice.states.iter().map(|state| State::value(state.load(Relaxed)));
        PackedValues::pack(values, self.slice.numbering.len())
    }

    /// The values that must be stored: captures are resolved by whoever probes.
    pub(crate) fn stored_values(&self) -> impl Iterator<Item = Option<u16>> {
        self.slice.states.iter().map(|state| {
            let state = state.load(Relaxed);
            let is_stored = state < State::DECIDED || state & State::CAPTURE == 0;
            State::value(state).filter(|_| is_stored).map(|value| value as u16)
        })
    }

    /// The distances that must be stored: those of decided positions without captures.
    pub(crate) fn stored_distances(&self) -> impl Iterator<Item = Option<u16>> {
        let stored = self.slice.states.iter().zip(&self.slice.distances);
        stored.map(|(state, distance)| {
            let state = state.load(Relaxed);
            let is_stored = state >= State::DECIDED && state & State::CAPTURE == 0;
            let is_decisive = State::value(state).is_some_and(|value| value != Value::Draw);
            (is_stored && is_decisive).then(|| distance.load(Relaxed))
        })
    }
}
