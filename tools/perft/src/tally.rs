//! Counts events in moves: captures, promotions, whatever a game has columns for.

use boardgame::{Countable, MoveList, Position};
use rayon::prelude::*;

use crate::monitor::{Meter, Monitor};
use crate::recursion::after;
use crate::run::{CountError, Counter, Halt, MAX_DEPTH};

/// How the numbers of a column are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gather {
    /// The sum.
    Sum,
    /// The maximum.
    Largest,
}

/// The totals of all moves at one depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TallyRow {
    /// The moves.
    pub nodes: u64,
    /// The events in them, one number for each column.
    pub columns: Vec<u64>,
}

/// Judges one move.
pub type Judge<P> = dyn Fn(&P, <P as Position>::Move, &P, &mut [u64]) + Sync;

/// What to look for in moves.
pub struct TallyBy<'a, P: Countable> {
    /// How each column is combined.
    pub columns: &'a [Gather],
    /// Judges one move: receives the position, the move, the position after it, and one zero per column, and
    /// writes what the move adds to each column.
    pub judge: &'a Judge<P>,
}

/// The rows of a tally, the first for the moves of the position itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// One row for each depth.
    pub rows: Vec<TallyRow>,
    /// Whether it ran to the end.
    pub complete: bool,
}

impl<P: Countable> Counter<P> {
    /// Looks at every move of every sequence up to `depth` moves, at most [`MAX_DEPTH`]. Slower than counting, and
    /// without a table.
    pub fn tally(
        &self,
        position: &P,
        depth: u32,
        by: &TallyBy<'_, P>,
        monitor: &Monitor,
    ) -> Result<Tally, CountError> {
        if depth > MAX_DEPTH {
            return Err(CountError::TooDeep { depth });
        }
        let mut list = MoveList::new();
        if depth > 0 {
            position.try_legal_moves_into(&mut list)?;
        }
        monitor.begin(list.len());
        let tally_root = |index: usize| {
            let mut work = Work { by, rows: Rows::new(depth, by.columns), meter: Meter::new(monitor, 1) };
            work.look_at(position, list[index], 0)?;
            monitor.part_done();
            Ok(work.rows)
        };
        let tally_root = |index| if monitor.is_stopped() { Err(Halt::Stopped) } else { tally_root(index) };
        collect(depth, by.columns, run_all(self.pool(), list.len(), &tally_root))
    }
}

/// Combines the parts.
fn collect(depth: u32, columns: &[Gather], parts: Vec<Result<Rows, Halt>>) -> Result<Tally, CountError> {
    let mut rows = Rows::new(depth, columns);
    let mut complete = true;
    for part in parts {
        match part {
            Ok(part) => rows.gather(&part),
            Err(Halt::Stopped) => complete = false,
            Err(Halt::TooComplex(error)) => return Err(error.into()),
        }
    }
    Ok(Tally { rows: rows.list, complete })
}

/// Takes a `dyn` function so that the threads' code is not compiled for each game.
fn run_all(
    pool: Option<&rayon::ThreadPool>,
    roots: usize,
    work: &(dyn Fn(usize) -> Result<Rows, Halt> + Sync),
) -> Vec<Result<Rows, Halt>> {
    match pool {
        Some(pool) => pool.install(|| (0..roots).into_par_iter().with_max_len(1).map(work).collect()),
        None => (0..roots).map(work).collect(),
    }
}

/// The work of one thread on a part.
struct Work<'a, P: Countable> {
    by: &'a TallyBy<'a, P>,
    rows: Rows,
    meter: Meter<'a>,
}

impl<P: Countable> Work<'_, P> {
    /// Adds a move and everything after it.
    fn look_at(&mut self, position: &P, mv: P::Move, ply: usize) -> Result<(), Halt> {
        let next = after(position, mv);
        self.rows.scratch.fill(0);
        (self.by.judge)(position, mv, &next, &mut self.rows.scratch);
        self.rows.add_scratch(ply);
        self.meter.add(1)?;
        if ply + 1 == self.rows.list.len() {
            return Ok(());
        }
        let mut list = MoveList::new();
        next.try_legal_moves_into(&mut list)?;
        list.iter().try_for_each(|&mv| self.look_at(&next, mv, ply + 1))
    }
}

/// The rows so far.
struct Rows {
    gather: Vec<Gather>,
    list: Vec<TallyRow>,
    /// The numbers of one move.
    scratch: Vec<u64>,
}

impl Rows {
    fn new(depth: u32, gather: &[Gather]) -> Self {
        let row = TallyRow { nodes: 0, columns: vec![0; gather.len()] };
        let scratch = row.columns.clone();
        Self { gather: gather.to_vec(), list: vec![row; depth as usize], scratch }
    }

    fn add_scratch(&mut self, ply: usize) {
        gather_into(&mut self.list[ply], 1, &self.scratch, &self.gather);
    }

    fn gather(&mut self, other: &Self) {
        for (row, more) in self.list.iter_mut().zip(&other.list) {
            gather_into(row, more.nodes, &more.columns, &self.gather);
        }
    }
}

fn gather_into(row: &mut TallyRow, nodes: u64, numbers: &[u64], gather: &[Gather]) {
    row.nodes = row.nodes.saturating_add(nodes);
    for ((known, &number), gather) in row.columns.iter_mut().zip(numbers).zip(gather) {
        *known = match gather {
            Gather::Sum => known.saturating_add(number),
            Gather::Largest => number.max(*known),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::CountSettings;
    use crate::toy::Heap;

    /// Columns: moves that take three pieces, pieces taken, the most pieces taken.
    fn tally(heap: u8, depth: u32, threads: usize) -> Tally {
        let counter = Counter::new(&CountSettings { threads, ..CountSettings::default() }).expect("threads");
        let judge = |_: &Heap, mv: u8, _: &Heap, row: &mut [u64]| {
            row.copy_from_slice(&[u64::from(mv == 3), u64::from(mv), u64::from(mv)]);
        };
        let columns = [Gather::Sum, Gather::Sum, Gather::Largest];
        counter
            .tally(&Heap::of(heap), depth, &TallyBy { columns: &columns, judge: &judge }, &Monitor::default())
            .expect("counted")
    }

    #[test]
    fn every_move_is_judged_once() {
        for threads in [1, 3] {
            let tally = tally(20, 3, threads);
            assert!(tally.complete);
            // Moves of one to three: of each depth a third takes three, and two is the mean.
            let expected: Vec<_> =
                [3, 9, 27].map(|nodes| TallyRow { nodes, columns: vec![nodes / 3, 2 * nodes, 3] }).into();
            assert_eq!(tally.rows, expected);
        }
    }

    #[test]
    fn rows_agree_with_counts() {
        for depth in 0..6 {
            let rows = tally(7, depth, 1).rows;
            let nodes: Vec<u64> = rows.iter().map(|row| row.nodes).collect();
            let counts: Vec<u64> = (1..=depth).map(|depth| crate::perft(&Heap::of(7), depth)).collect();
            assert_eq!(nodes, counts);
        }
    }

    #[test]
    fn a_stop_ends_a_tally() {
        let monitor = Monitor::default();
        monitor.stop();
        let counter = Counter::new(&CountSettings::default()).expect("one thread");
        let judge = |_: &Heap, _: u8, _: &Heap, _: &mut [u64]| {};
        let tally = counter
            .tally(&Heap::of(200), 60, &TallyBy { columns: &[], judge: &judge }, &monitor)
            .expect("counted");
        assert!(!tally.complete);
    }
}
