//! Counting with threads, a table, stopping and progress.

use boardgame::{Countable, MoveList, Reading, TooComplex};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use thiserror::Error;

use crate::count_table::CountTable;
use crate::monitor::{Meter, Monitor, Stopped};
use crate::recursion::{after, perft, perft_routes, try_perft};

/// What to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Counting {
    /// Each move of the game.
    #[default]
    Distinct,
    /// Each route by which a capture can be made.
    Routes,
}

/// How to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountSettings {
    /// Threads to use, at least one.
    pub threads: usize,
    /// Memory for a table of known counts; none if 0.
    pub hash_megabytes: usize,
    /// What to count.
    pub counting: Counting,
    /// Which positions to accept. Positions that no game can reach may be hostile, so with lenient reading
    /// moves are listed with a work limit, which takes longer.
    pub reading: Reading,
}

impl Default for CountSettings {
    /// One thread, no table, distinct moves, strict reading.
    fn default() -> Self {
        let (counting, reading) = (Counting::Distinct, Reading::Strict);
        Self { threads: 1, hash_megabytes: 0, counting, reading }
    }
}

/// Why there is no count.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CountError {
    /// No threads to count with.
    #[error("cannot count with 0 threads, expected at least 1")]
    NoThreads,
    /// The system could not start the threads.
    #[error("cannot start {threads} threads: {reason}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system said.
        reason: String,
    },
    /// The system has no memory for the table.
    #[error("cannot allocate {megabytes} MB for the table of counts")]
    HashTooLarge {
        /// How much was asked for.
        megabytes: usize,
    },
    /// Deeper than the stack of a thread allows.
    #[error("depth {depth} is too deep, expected at most {MAX_DEPTH}")]
    TooDeep {
        /// The depth asked for.
        depth: u32,
    },
    /// The legal moves of the position cannot be listed.
    #[error(transparent)]
    TooComplex(#[from] TooComplex),
    /// A count would be cut into too many parts.
    #[error("the count has more than {most} parts; cut it fewer plies below the root")]
    TooManyParts {
        /// The most parts.
        most: usize,
    },
    /// The count does not fit.
    #[error("the count does not fit in 64 bits")]
    Overflow,
}

/// A count, with the count after each move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count<M> {
    /// The count if it is complete, otherwise what was counted before the stop.
    pub nodes: u64,
    /// Whether the count ran to the end.
    pub complete: bool,
    /// The counts after each legal move, where they are complete. Empty at depth 0.
    pub roots: Vec<(M, Option<u64>)>,
}

/// Counts with one set of [`CountSettings`]; keeps its threads and its table between counts.
///
/// ```
/// use boardgame::PositionExt;
/// use draughts::{Draughts, variants::International};
/// use damier_perft::{Counter, Monitor, CountSettings};
///
/// let counter = Counter::new(&CountSettings { threads: 2, hash_megabytes: 1, ..CountSettings::default() })?;
/// let count = counter.count(&Draughts::<International>::start(), 6, &Monitor::default())?;
/// assert_eq!((count.nodes, count.complete, count.roots.len()), (167_140, true, 9));
/// # Ok::<(), damier_perft::CountError>(())
/// ```
pub struct Counter<P> {
    counting: Counting,
    reading: Reading,
    table: Option<CountTable<P>>,
    pool: Option<ThreadPool>,
}

/// A position somewhere below the root; all parts together make the count.
struct Part<P> {
    position: P,
    /// Which root move leads here.
    root: usize,
    /// By how many routes.
    weight: u64,
}

/// Why a part has no count.
pub(crate) enum Halt {
    Stopped,
    TooComplex(TooComplex),
}

impl From<Stopped> for Halt {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl From<TooComplex> for Halt {
    fn from(error: TooComplex) -> Self {
        Self::TooComplex(error)
    }
}

/// The deepest count. Each ply takes some kilobytes of the stack, and no count of that depth would end
/// unless there is hardly a choice.
pub const MAX_DEPTH: u32 = 100;

/// The number of parts at which splitting stops: enough for even work on many threads and smooth progress, and few
/// enough to cost no time.
const PARTS: usize = 2_000;

/// Below this depth, the plain recursion counts: the monitor would slow it down.
const PLAIN_DEPTH: u32 = 4;

impl<P: Countable> Counter<P> {
    /// Starts the threads and makes the table.
    pub fn new(settings: &CountSettings) -> Result<Self, CountError> {
        let table = match settings.hash_megabytes {
            0 => None,
            megabytes => Some(CountTable::new(megabytes)?),
        };
        let &CountSettings { threads, counting, reading, .. } = settings;
        Ok(Self { counting, reading, table, pool: start_pool(threads)? })
    }

    /// Which positions are read from texts.
    #[must_use]
    pub fn reading(&self) -> Reading {
        self.reading
    }

    /// The threads, if there are several.
    pub(crate) fn pool(&self) -> Option<&ThreadPool> {
        self.pool.as_ref()
    }

    /// Counts the move sequences of exactly `depth` moves, at most [`MAX_DEPTH`].
    pub fn count(&self, position: &P, depth: u32, monitor: &Monitor) -> Result<Count<P::Move>, CountError> {
        let Some(mut below) = depth.checked_sub(1) else {
            return Ok(Count { nodes: 1, complete: true, roots: Vec::new() });
        };
        if depth > MAX_DEPTH {
            return Err(CountError::TooDeep { depth });
        }
        let before = monitor.nodes();
        let mut list = MoveList::new();
        position.try_legal_moves_into(&mut list)?;
        let whole = Part { position: position.clone(), root: 0, weight: 1 };
        let mut parts = Vec::new();
        self.split_part(&whole, &list, &mut parts)?;
        parts.iter_mut().enumerate().for_each(|(root, part)| part.root = root);
        while (1..PARTS).contains(&parts.len()) && below > PLAIN_DEPTH {
            parts = self.split_all(&parts)?;
            below -= 1;
        }
        let count_part = |index: usize| self.count_part(&parts[index], below, monitor);
        let counts = count_parts(self.pool(), parts.len(), &count_part, monitor)?;
        let roots = sum_by_root(list.len(), parts.iter().map(|part| part.root).zip(counts))?;
        let complete = roots.iter().all(Option::is_some);
        let nodes = if complete { sum(roots.iter().flatten().copied())? } else { monitor.nodes() - before };
        Ok(Count { nodes, complete, roots: list.iter().copied().zip(roots).collect() })
    }

    /// The parts one ply below each of `parts`.
    fn split_all(&self, parts: &[Part<P>]) -> Result<Vec<Part<P>>, TooComplex> {
        let mut finer = Vec::new();
        let mut list = MoveList::new();
        for part in parts {
            part.position.try_legal_moves_into(&mut list)?;
            self.split_part(part, &list, &mut finer)?;
        }
        Ok(finer)
    }

    fn split_part(
        &self,
        part: &Part<P>,
        list: &[P::Move],
        finer: &mut Vec<Part<P>>,
    ) -> Result<(), TooComplex> {
        let mut work = P::ROUTE_WORK;
        for &mv in list {
            let weight = part.weight.saturating_mul(self.routes(&part.position, mv, &mut work)?);
            finer.push(Part { position: after(&part.position, mv), root: part.root, weight });
        }
        Ok(())
    }

    /// How often a move counts.
    pub(crate) fn routes(&self, position: &P, mv: P::Move, work: &mut usize) -> Result<u64, TooComplex> {
        match self.counting {
            Counting::Distinct => Ok(1),
            Counting::Routes => position.count_routes_within(mv, work),
        }
    }

    /// The count of a part with its weight; `None` if it was stopped.
    fn count_part(&self, part: &Part<P>, depth: u32, monitor: &Monitor) -> Result<Option<u64>, TooComplex> {
        let mut meter = Meter::new(monitor, part.weight);
        match self.count_below(&part.position, depth, &mut meter) {
            Ok(nodes) => Ok(Some(nodes.saturating_mul(part.weight))),
            Err(Halt::Stopped) => Ok(None),
            Err(Halt::TooComplex(error)) => Err(error),
        }
    }

    /// The recursion of the upper plies. `u64::MAX` means that many or more.
    fn count_below(&self, position: &P, depth: u32, meter: &mut Meter<'_>) -> Result<u64, Halt> {
        // A look into the table costs about as much as the last two plies.
        if depth <= if self.table.is_some() { 2 } else { PLAIN_DEPTH } {
            let nodes = match (self.counting, self.reading) {
                (Counting::Distinct, Reading::Strict) => perft(position, depth),
                (Counting::Distinct, Reading::Lenient) => try_perft(position, depth)?,
                (Counting::Routes, _) => perft_routes(position, depth)?,
            };
            meter.add(nodes)?;
            return Ok(nodes);
        }
        if let Some(nodes) = self.table.as_ref().and_then(|table| table.probe(position, depth)) {
            meter.add(nodes)?;
            return Ok(nodes);
        }
        let nodes = self.count_successors(position, depth - 1, meter)?;
        if let Some(table) = &self.table {
            table.store(position, depth, nodes);
        }
        Ok(nodes)
    }

    fn count_successors(&self, position: &P, depth: u32, meter: &mut Meter<'_>) -> Result<u64, Halt> {
        if (self.counting, self.reading) == (Counting::Distinct, Reading::Strict) {
            let mut total = Ok(0_u64);
            position.for_each_successor(|successor| {
                if let Ok(nodes) = &mut total {
                    match self.count_below(successor, depth, meter) {
                        Ok(more) => *nodes = nodes.saturating_add(more),
                        Err(halt) => total = Err(halt),
                    }
                }
            });
            return total;
        }
        let mut list = MoveList::new();
        position.try_legal_moves_into(&mut list)?;
        let mut work = P::ROUTE_WORK;
        list.iter().try_fold(0, |nodes: u64, &mv| {
            let below = self.count_below(&after(position, mv), depth, meter)?;
            Ok(nodes.saturating_add(self.routes(position, mv, &mut work)?.saturating_mul(below)))
        })
    }
}

/// Threads for the parts, unless one is enough.
fn start_pool(threads: usize) -> Result<Option<ThreadPool>, CountError> {
    match threads {
        0 => Err(CountError::NoThreads),
        1 => Ok(None),
        _ => {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build();
            pool.map(Some).map_err(|error| CountError::Threads { threads, reason: error.to_string() })
        }
    }
}

/// Counts all parts. Takes a `dyn` function so that the threads' code is not compiled for each game.
fn count_parts(
    pool: Option<&ThreadPool>,
    parts: usize,
    count_part: &(dyn Fn(usize) -> Result<Option<u64>, TooComplex> + Sync),
    monitor: &Monitor,
) -> Result<Vec<Option<u64>>, TooComplex> {
    monitor.begin(parts);
    let count_part = |index| {
        if monitor.is_stopped() {
            return Ok(None);
        }
        let nodes = count_part(index)?;
        if nodes.is_some() {
            monitor.part_done();
        }
        Ok(nodes)
    };
    match pool {
        Some(pool) => pool.install(|| (0..parts).into_par_iter().with_max_len(1).map(count_part).collect()),
        None => (0..parts).map(count_part).collect(),
    }
}

/// The count after each root move, where all its parts are counted.
fn sum_by_root(
    roots: usize,
    counts: impl Iterator<Item = (usize, Option<u64>)>,
) -> Result<Vec<Option<u64>>, CountError> {
    let mut sums = vec![Some(0); roots];
    for (root, nodes) in counts {
        sums[root] = match (sums[root], nodes) {
            (Some(before), Some(nodes)) => Some(sum([before, nodes].into_iter())?),
            _ => None,
        };
    }
    Ok(sums)
}

/// The sum, unless it or a number in it is too large.
fn sum(mut nodes: impl Iterator<Item = u64>) -> Result<u64, CountError> {
    let total = nodes.try_fold(0, u64::checked_add);
    total.filter(|&total| total < u64::MAX).ok_or(CountError::Overflow)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Heap;

    const SETTINGS: [(usize, usize); 4] = [(1, 0), (1, 1), (3, 0), (3, 1)];

    fn count(heap: u8, depth: u32, settings: (usize, usize), counting: Counting) -> Count<u8> {
        let (threads, hash_megabytes) = settings;
        let settings = CountSettings { threads, hash_megabytes, counting, ..CountSettings::default() };
        let counter = Counter::new(&settings).expect("threads and memory");
        counter.count(&Heap::of(heap), depth, &Monitor::default()).expect("fits")
    }

    #[test]
    fn a_depth_that_the_stack_may_not_hold_is_refused() {
        let counter = Counter::<Heap>::new(&CountSettings::default()).expect("one thread");
        let error = counter.count(&Heap::of(1), MAX_DEPTH + 1, &Monitor::default()).expect_err("too deep");
        assert_eq!(error, CountError::TooDeep { depth: MAX_DEPTH + 1 });
        assert_eq!(error.to_string(), "depth 101 is too deep, expected at most 100");
        // One heap of one piece is gone after a move: nothing is left to count, however deep.
        assert_eq!(counter.count(&Heap::of(1), MAX_DEPTH, &Monitor::default()).expect("counted").nodes, 0);
    }

    #[test]
    fn every_way_to_count_gives_the_same() {
        for settings in SETTINGS {
            for (heap, depth) in [(0, 0), (0, 1), (1, 3), (7, 5), (30, 11), (12, 12), (40, 13)] {
                let position = Heap::of(heap);
                let distinct = count(heap, depth, settings, Counting::Distinct);
                assert_eq!(distinct.nodes, perft(&position, depth));
                let routes = count(heap, depth, settings, Counting::Routes);
                assert_eq!(Ok(routes.nodes), perft_routes(&position, depth));
                assert_eq!(Ok(distinct.nodes), try_perft(&position, depth));
                let divided = crate::divide(&position, depth);
                let divided: Vec<_> = divided.into_iter().map(|(mv, nodes)| (mv, Some(nodes))).collect();
                assert_eq!(distinct.roots, divided);
            }
        }
    }

    #[test]
    fn counts_by_hand() {
        // Three moves of one to three each, with and without routes: 3^3 and (1 + 2 + 3)^3.
        assert_eq!(perft(&Heap::of(20), 3), 27);
        assert_eq!(perft_routes(&Heap::of(20), 3), Ok(216));
        // 2 can be taken as 2 or as 1 and 1.
        assert_eq!([1, 2, 3].map(|depth| perft(&Heap::of(2), depth)), [2, 1, 0]);
    }

    #[test]
    fn a_table_keeps_its_worth_between_counts() {
        let counter =
            Counter::new(&CountSettings { hash_megabytes: 1, ..CountSettings::default() }).expect("memory");
        let monitor = Monitor::default();
        for _ in 0..2 {
            // 3^40 does not fit, 3^37 does; without the table neither would end.
            assert_eq!(counter.count(&Heap::of(120), 37, &monitor).expect("fits").nodes, 3_u64.pow(37));
        }
        assert_eq!(counter.count(&Heap::of(250), 41, &monitor), Err(CountError::Overflow));
    }

    #[test]
    fn a_stop_keeps_what_is_known() {
        let monitor = Monitor::default();
        monitor.stop();
        let counter = Counter::new(&CountSettings::default()).expect("one thread");
        let count = counter.count(&Heap::of(200), 60, &monitor).expect("no overflow");
        assert_eq!((count.nodes, count.complete, count.roots.len()), (0, false, 3));
    }

    #[test]
    fn a_stop_from_another_thread_ends_a_long_count() {
        let monitor = Monitor::default();
        let counter = Counter::new(&CountSettings::default()).expect("one thread");
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while monitor.nodes() == 0 {
                    std::thread::yield_now();
                }
                monitor.stop();
            });
            let count = counter.count(&Heap::of(200), 60, &monitor).expect("no overflow");
            assert!(!count.complete && count.nodes > 0);
        });
    }

    #[test]
    fn no_threads_is_an_error() {
        let settings = CountSettings { threads: 0, ..CountSettings::default() };
        assert!(matches!(Counter::<Heap>::new(&settings), Err(CountError::NoThreads)));
    }
}
