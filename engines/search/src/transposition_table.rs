//! The transposition table, shared by all threads without locks.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::score::{Bound, Score};
use crate::zeroed_memory::{ZeroedMemory, prefetch};

/// An entry of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TableEntry {
    /// The key of the best move, or 0.
    pub(crate) best: u16,
    pub(crate) score: Score,
    /// The static evaluation, unless the position is forced.
    pub(crate) static_eval: Option<Score>,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

impl TableEntry {
    /// Whether the score causes a cutoff in this window.
    pub(crate) fn cuts_off(&self, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }

    /// Whether the score is a better estimate than the static evaluation: its bound is on the right side.
    pub(crate) fn refines(&self, static_eval: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score > static_eval,
            Bound::Upper => self.score < static_eval,
        }
    }
}

/// Stands for "no static evaluation".
const NO_STATIC_EVAL: i16 = i16::MIN;

/// The number of generations, which wrap around.
const GENERATIONS: u8 = 64;

const ENTRIES: usize = 4;

/// Two words that different threads may write at the same time. The key is stored XOR the data, so that halves of
/// different entries do not match any key.
#[derive(Default)]
struct PackedEntry {
    mixed_key: AtomicU64,
    data: AtomicU64,
}

/// The entries of one cache line.
#[derive(Default)]
#[repr(align(64))]
pub(crate) struct Bucket([PackedEntry; ENTRIES]);

/// The transposition table.
pub(crate) struct TranspositionTable {
    buckets: ZeroedMemory<Bucket>,
    generation: AtomicU8,
}

impl TranspositionTable {
    /// Makes a table of this many megabytes, or of half, a quarter ... of it if the system is out of memory; at least
    /// one bucket.
    ///
    /// # Panics
    ///
    /// If there is not even memory for one bucket.
    pub(crate) fn new(megabytes: usize) -> Self {
        let mut megabytes = megabytes;
        loop {
            match Self::try_new(megabytes) {
                Some(table) => return table,
                None if megabytes == 0 => panic!("no memory for a single bucket of the transposition table"),
                None => megabytes /= 2,
            }
        }
    }

    /// Makes a table of this many megabytes, at least one bucket; `None` if the system is out of memory.
    pub(crate) fn try_new(megabytes: usize) -> Option<Self> {
        let count = megabytes.checked_mul((1 << 20) / size_of::<Bucket>())?;
        Some(Self { buckets: ZeroedMemory::zeroed(count)?, generation: AtomicU8::new(0) })
    }

    /// The size in megabytes.
    pub(crate) fn megabytes(&self) -> usize {
        size_of_val(&*self.buckets) >> 20
    }

    /// Clears the table. A small table is overwritten by this many threads; a larger one gets new memory if possible,
    /// which is faster.
    pub(crate) fn clear(&mut self, threads: usize) {
        let fresh = if self.buckets.is_populated() { None } else { ZeroedMemory::zeroed(self.buckets.len()) };
        match fresh {
            Some(fresh) => free_in_background(std::mem::replace(&mut self.buckets, fresh)),
            None => self.overwrite(threads),
        }
        self.generation.store(0, Ordering::Relaxed);
    }

    fn overwrite(&mut self, threads: usize) {
        let share = self.buckets.len().div_ceil(threads.max(1));
        std::thread::scope(|scope| {
            for part in self.buckets.chunks_mut(share) {
                scope.spawn(move || part.fill_with(Bucket::default));
            }
        });
    }

    /// Replaces another table.
    pub(crate) fn replace(self, old: &mut Self) {
        free_in_background(std::mem::replace(old, self).buckets);
    }

    /// Starts a new generation: entries of earlier searches are replaced first.
    pub(crate) fn start_search(&self) {
        self.generation.store((self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS, Ordering::Relaxed);
    }

    /// How full the table is with entries of this search, in permille.
    pub(crate) fn hashfull(&self) -> usize {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(1_000 / ENTRIES)];
        let entries = sample.iter().flat_map(|bucket| &bucket.0);
        let used = entries.filter(|packed| {
            let data = packed.data.load(Ordering::Relaxed);
            data != 0 && generation_of(data) == generation
        });
        used.count() * 1_000 / (sample.len() * ENTRIES)
    }

    /// Prefetches the bucket of a key.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<TableEntry> {
        for packed in &self.bucket(key).0 {
            let data = packed.data.load(Ordering::Relaxed);
            if packed.mixed_key.load(Ordering::Relaxed) ^ data == key && data != 0 {
                return unpack(data, ply);
            }
        }
        None
    }

    pub(crate) fn store(&self, key: u64, ply: usize, entry: TableEntry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let bucket = self.bucket(key);
        let mut target = &bucket.0[0];
        let mut least = i32::MAX;
        let mut best = entry.best;
        for packed in &bucket.0 {
            let data = packed.data.load(Ordering::Relaxed);
            if packed.mixed_key.load(Ordering::Relaxed) ^ data == key && data != 0 {
                // A shallow bound must not replace a deep entry of the same search.
                let kept_depth = i32::from(data as u8);
                if entry.bound != Bound::Exact
                    && generation_of(data) == generation
                    && entry.depth + 4 < kept_depth
                {
                    return;
                }
                if best == 0 {
                    best = (data >> 48) as u16;
                }
                target = packed;
                break;
            }
            let searches_ago = i32::from((GENERATIONS + generation - generation_of(data)) % GENERATIONS);
            let worth = if data == 0 { i32::MIN } else { i32::from(data as u8) - 8 * searches_ago };
            if worth < least {
                (least, target) = (worth, packed);
            }
        }
        let data = pack(&TableEntry { best, ..entry }, generation, ply);
        target.mixed_key.store(key ^ data, Ordering::Relaxed);
        target.data.store(data, Ordering::Relaxed);
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        // The high half of the product: any number of buckets works.
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }
}

/// Frees memory in the background: it takes a second for ten gigabytes.
fn free_in_background(zeroed_memory: ZeroedMemory<Bucket>) {
    // If the thread cannot be started, the memory is freed here.
    drop(std::thread::Builder::new().spawn(move || drop(zeroed_memory)));
}

/// From the lowest bit: depth 8, bound 2, generation 6, static evaluation 16, score 16, best move 16 bits.
fn pack(entry: &TableEntry, generation: u8, ply: usize) -> u64 {
    let static_eval = entry.static_eval.map_or(NO_STATIC_EVAL, |score| score.to_table(0));
    let depth = entry.depth.clamp(0, 255) as u8;
    u64::from(depth)
        | u64::from(entry.bound as u8 | generation << 2) << 8
        | u64::from(static_eval as u16) << 16
        | u64::from(entry.score.to_table(ply) as u16) << 32
        | u64::from(entry.best) << 48
}

fn unpack(data: u64, ply: usize) -> Option<TableEntry> {
    let bound = match data >> 8 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    let static_eval = (data >> 16) as i16;
    Some(TableEntry {
        best: (data >> 48) as u16,
        score: Score::from_table((data >> 32) as i16, ply),
        static_eval: (static_eval != NO_STATIC_EVAL).then(|| Score::from_table(static_eval, 0)),
        depth: i32::from(data as u8),
        bound,
    })
}

fn generation_of(data: u64) -> u8 {
    (data >> 10) as u8 & (GENERATIONS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: i32, score: Score) -> TableEntry {
        TableEntry {
            best: 0x1234,
            score,
            static_eval: Some(Score::from_centipawns(-17)),
            depth,
            bound: Bound::Lower,
        }
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = TranspositionTable::new(1);
        for key in 1..5_000_u64 {
            let key = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let stored = entry(7, Score::mate_in(12));
            table.store(key, 3, stored);
            assert_eq!(table.probe(key, 3), Some(stored));
            assert_eq!(table.probe(key ^ 1, 3), None);
        }
    }

    #[test]
    fn every_field_is_kept() {
        let table = TranspositionTable::new(0);
        let bounds = [Bound::Upper, Bound::Lower, Bound::Exact];
        for (generation, bound) in (0..GENERATIONS).zip(bounds.into_iter().cycle()) {
            table.start_search();
            for (score, static_eval) in
                [(Score::mated_in(9), None), (Score::from_centipawns(-1), Some(Score::from_centipawns(-1)))]
            {
                let stored = TableEntry {
                    best: 0xffff,
                    score,
                    static_eval,
                    depth: 255 - i32::from(generation),
                    bound,
                };
                table.store(7, 4, stored);
                assert_eq!(table.probe(7, 4), Some(stored));
            }
        }
    }

    #[test]
    fn a_bound_cuts_off_beyond_it() {
        // Windows around 50, below it and above it.
        for (bound, cuts_off) in [
            (Bound::Exact, [true, true, true]),
            (Bound::Lower, [false, true, false]),
            (Bound::Upper, [false, false, true]),
        ] {
            let entry = TableEntry { bound, ..entry(1, Score::from_centipawns(50)) };
            let windows = [(40, 60), (40, 50), (50, 60)];
            assert_eq!(
                windows.map(|(a, b)| entry.cuts_off(Score::from_centipawns(a), Score::from_centipawns(b))),
                cuts_off,
                "{bound:?}"
            );
        }
        for (bound, refines) in [
            (Bound::Exact, [true, true, true]),
            (Bound::Lower, [true, false, false]),
            (Bound::Upper, [false, false, true]),
        ] {
            let entry = TableEntry { bound, ..entry(1, Score::from_centipawns(50)) };
            let evaluations = [40, 50, 60].map(|it| entry.refines(Score::from_centipawns(it)));
            assert_eq!(evaluations, refines, "{bound:?}");
        }
    }

    #[test]
    fn a_table_fills_and_is_emptied() {
        let mut table = TranspositionTable::new(3);
        assert_eq!((table.megabytes(), table.hashfull()), (3, 0));
        table.start_search();
        // The sample is the first 250 buckets, which the lowest keys share.
        let width = u64::MAX / table.buckets.len() as u64 + 1;
        let keys: Vec<u64> = (0..100).map(|bucket| bucket * width + 1).collect();
        keys.iter().for_each(|&key| table.store(key, 0, entry(3, Score::from_centipawns(1))));
        assert_eq!(table.hashfull(), 100);
        // Entries of an older search do not count, but are still found.
        table.start_search();
        assert_eq!(table.hashfull(), 0);
        assert!(keys.iter().all(|&key| table.probe(key, 0).is_some()));
        table.clear(1);
        assert!(keys.iter().all(|&key| table.probe(key, 0).is_none()));
        // A table of one bucket.
        let table = TranspositionTable::new(0);
        table.store(5, 0, entry(3, Score::from_centipawns(1)));
        assert_eq!((table.megabytes(), table.hashfull()), (0, 250));
    }

    #[test]
    fn a_much_shallower_bound_does_not_replace_a_deep_result_of_the_same_search() {
        // (depth, bound, whether a new search started, the depth found then)
        for (depth, bound, is_new_search, kept) in [
            (15, Bound::Lower, false, 20),
            (16, Bound::Lower, false, 16),
            (1, Bound::Exact, false, 1),
            (1, Bound::Upper, true, 1),
        ] {
            let table = TranspositionTable::new(0);
            table.store(5, 0, entry(20, Score::from_centipawns(1)));
            if is_new_search {
                table.start_search();
            }
            table.store(5, 0, TableEntry { bound, ..entry(depth, Score::from_centipawns(2)) });
            assert_eq!(table.probe(5, 0).map(|entry| entry.depth), Some(kept), "{depth} {bound:?}");
        }
    }

    #[test]
    fn an_entry_loses_eight_plies_of_worth_with_every_search() {
        // Generations wrap around.
        for searches in 0..2 * u32::from(GENERATIONS) {
            let table = TranspositionTable::new(0);
            (0..searches).for_each(|_| table.start_search());
            table.store(1, 0, entry(20, Score::from_centipawns(1)));
            table.start_search();
            (2..=4).for_each(|key| {
                table.store(key, 0, entry(if key == 3 { 11 } else { 13 }, Score::from_centipawns(1)))
            });
            table.store(5, 0, entry(1, Score::from_centipawns(1)));
            assert!(table.probe(3, 0).is_none(), "11 is less than 20 - 8, after {searches} searches");
            table.store(6, 0, entry(14, Score::from_centipawns(1)));
            table.store(7, 0, entry(14, Score::from_centipawns(1)));
            assert!(table.probe(1, 0).is_none(), "20 - 8 is less than 13, after {searches} searches");
        }
    }

    #[test]
    fn deep_and_fresh_entries_stay() {
        let table = TranspositionTable::new(0);
        let keys: Vec<u64> = (1..=ENTRIES as u64).collect();
        for &key in &keys {
            table.store(key, 0, entry(20, Score::from_centipawns(1)));
        }
        table.store(99, 0, entry(1, Score::from_centipawns(2)));
        assert!(table.probe(99, 0).is_some());
        let stay = keys.iter().filter(|&&key| table.probe(key, 0).is_some());
        assert_eq!(stay.count(), ENTRIES - 1);
        assert!(table.probe(keys[0], 0).is_none(), "the first of equal worth is replaced");
        // The shallow entry is replaced first.
        table.store(100, 0, entry(5, Score::from_centipawns(3)));
        assert!(table.probe(99, 0).is_none() && table.probe(100, 0).is_some());
        for _ in 0..4 {
            table.start_search();
        }
        // Old deep entries are replaced before a fresh shallow one.
        table.store(101, 0, entry(1, Score::from_centipawns(4)));
        table.store(102, 0, entry(1, Score::from_centipawns(4)));
        assert!(table.probe(101, 0).is_some() && table.probe(102, 0).is_some());
    }

    #[test]
    fn nothing_is_found_in_a_table_that_was_cleared() {
        let clear: [fn(&mut TranspositionTable); 3] =
            [|table| table.clear(2), |table| table.overwrite(1), |table| table.overwrite(7)];
        for clear in clear {
            let mut table = TranspositionTable::new(1);
            let keys = || (1..5_000_u64).map(|key| key.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            keys().for_each(|key| table.store(key, 0, entry(7, Score::from_centipawns(1))));
            table.start_search();
            clear(&mut table);
            assert!(keys().all(|key| table.probe(key, 0).is_none()));
            assert_eq!((table.megabytes(), table.hashfull()), (1, 0));
        }
    }

    #[test]
    fn an_entry_without_a_move_keeps_the_old_move() {
        let table = TranspositionTable::new(0);
        table.store(5, 0, entry(3, Score::from_centipawns(1)));
        table.store(5, 0, TableEntry { best: 0, ..entry(9, Score::from_centipawns(2)) });
        assert_eq!(table.probe(5, 0).map(|entry| (entry.best, entry.depth)), Some((0x1234, 9)));
    }
}
