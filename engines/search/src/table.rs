//! What was found out about positions, shared by all threads without locks.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::memory::{Memory, prefetch};
use crate::score::Score;

/// What a score says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The score is at most this.
    Upper = 1,
    /// The score is at least this.
    Lower = 2,
    /// The score is this.
    Exact = 3,
}

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    /// The digest of the best move, or 0.
    pub(crate) best: u16,
    pub(crate) score: Score,
    /// The evaluation of the position, where it has one.
    pub(crate) evaluation: Option<Score>,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

impl Known {
    /// Whether the score answers the question of a window.
    pub(crate) fn answers(&self, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }

    /// Whether the score says more about the position than its evaluation.
    pub(crate) fn tells_more_than(&self, evaluation: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score > evaluation,
            Bound::Upper => self.score < evaluation,
        }
    }
}

/// Stands for "no evaluation".
const NO_EVALUATION: i16 = i16::MIN;

/// The ages that fit beside the bound.
const AGES: u8 = 64;

const ENTRIES: usize = 4;

/// Two words that different threads may write at the same time. The key is stored mixed with the data, so
/// that halves of different entries do not fit together.
#[derive(Default)]
struct Entry {
    mixed_key: AtomicU64,
    data: AtomicU64,
}

/// The entries that one look into memory fetches.
#[derive(Default)]
#[repr(align(64))]
pub(crate) struct Bucket([Entry; ENTRIES]);

/// What was found out about positions, in a fixed amount of memory.
pub struct Table {
    buckets: Memory<Bucket>,
    age: AtomicU8,
}

impl Table {
    /// A table that fills this many megabytes, or the half, a quarter ... of it if the system has no more; at
    /// least one bucket.
    ///
    /// # Panics
    ///
    /// There is not even memory for one bucket.
    #[must_use]
    pub fn new(megabytes: usize) -> Self {
        let mut megabytes = megabytes;
        loop {
            match Self::try_new(megabytes) {
                Some(table) => return table,
                None if megabytes == 0 => panic!("no memory for a single bucket"),
                None => megabytes /= 2,
            }
        }
    }

    /// A table that fills this many megabytes, at least one bucket; `None` if the system does not have them.
    #[must_use]
    pub fn try_new(megabytes: usize) -> Option<Self> {
        let count = megabytes.checked_mul((1 << 20) / size_of::<Bucket>())?;
        Some(Self { buckets: Memory::zeroed(count)?, age: AtomicU8::new(0) })
    }

    /// The memory it has, in megabytes.
    #[must_use]
    pub fn megabytes(&self) -> usize {
        size_of_val(&*self.buckets) >> 20
    }

    /// Forgets everything. So many threads overwrite a table of usual size; a larger one takes new memory, for which
    /// nobody waits, if the system gives it.
    pub fn clear(&mut self, threads: usize) {
        let fresh = if self.buckets.is_populated() { None } else { Memory::zeroed(self.buckets.len()) };
        match fresh {
            Some(fresh) => give_back(std::mem::replace(&mut self.buckets, fresh)),
            None => self.overwrite(threads),
        }
        self.age.store(0, Ordering::Relaxed);
    }

    fn overwrite(&mut self, threads: usize) {
        let share = self.buckets.len().div_ceil(threads.max(1));
        std::thread::scope(|scope| {
            for part in self.buckets.chunks_mut(share) {
                scope.spawn(move || part.fill_with(Bucket::default));
            }
        });
    }

    /// Takes the place of another table.
    pub(crate) fn replace(self, old: &mut Self) {
        give_back(std::mem::replace(old, self).buckets);
    }

    /// Tells the table that a new search begins, so that it prefers to replace what earlier ones left.
    pub(crate) fn grow_older(&self) {
        self.age.store((self.age.load(Ordering::Relaxed) + 1) % AGES, Ordering::Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths.
    #[must_use]
    pub fn permille_full(&self) -> usize {
        let age = self.age.load(Ordering::Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(1_000 / ENTRIES)];
        let entries = sample.iter().flat_map(|bucket| &bucket.0);
        let used = entries.filter(|entry| {
            let data = entry.data.load(Ordering::Relaxed);
            data != 0 && age_of(data) == age
        });
        used.count() * 1_000 / (sample.len() * ENTRIES)
    }

    /// Fetches what the table knows of a position from memory while other work goes on.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    pub(crate) fn look_up(&self, key: u64, ply: usize) -> Option<Known> {
        for entry in &self.bucket(key).0 {
            let data = entry.data.load(Ordering::Relaxed);
            if entry.mixed_key.load(Ordering::Relaxed) ^ data == key && data != 0 {
                return unpack(data, ply);
            }
        }
        None
    }

    pub(crate) fn store(&self, key: u64, ply: usize, known: Known) {
        let age = self.age.load(Ordering::Relaxed);
        let bucket = self.bucket(key);
        let mut target = &bucket.0[0];
        let mut least = i32::MAX;
        let mut best = known.best;
        for entry in &bucket.0 {
            let data = entry.data.load(Ordering::Relaxed);
            if entry.mixed_key.load(Ordering::Relaxed) ^ data == key && data != 0 {
                // A shallow result without a best move must not push out a deep one of the same search.
                let kept_depth = i32::from(data as u8);
                if known.bound != Bound::Exact && age_of(data) == age && known.depth + 4 < kept_depth {
                    return;
                }
                if best == 0 {
                    best = (data >> 48) as u16;
                }
                target = entry;
                break;
            }
            let older = i32::from((AGES + age - age_of(data)) % AGES);
            let worth = if data == 0 { i32::MIN } else { i32::from(data as u8) - 8 * older };
            if worth < least {
                (least, target) = (worth, entry);
            }
        }
        let data = pack(&Known { best, ..known }, age, ply);
        target.mixed_key.store(key ^ data, Ordering::Relaxed);
        target.data.store(data, Ordering::Relaxed);
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        // The high half of the product is spread over the buckets, whatever their number.
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }
}

/// Gives memory back while other work goes on: that takes a second for some ten gigabytes.
fn give_back(memory: Memory<Bucket>) {
    // Without a thread it is given back here and now.
    drop(std::thread::Builder::new().spawn(move || drop(memory)));
}

/// From the lowest: depth 8, bound 2, age 6, evaluation 16, score 16, best move 16 bits.
fn pack(known: &Known, age: u8, ply: usize) -> u64 {
    let evaluation = known.evaluation.map_or(NO_EVALUATION, |score| score.to_table(0));
    let depth = known.depth.clamp(0, 255) as u8;
    u64::from(depth)
        | u64::from(known.bound as u8 | age << 2) << 8
        | u64::from(evaluation as u16) << 16
        | u64::from(known.score.to_table(ply) as u16) << 32
        | u64::from(known.best) << 48
}

fn unpack(data: u64, ply: usize) -> Option<Known> {
    let bound = match data >> 8 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    let evaluation = (data >> 16) as i16;
    Some(Known {
        best: (data >> 48) as u16,
        score: Score::from_table((data >> 32) as i16, ply),
        evaluation: (evaluation != NO_EVALUATION).then(|| Score::from_table(evaluation, 0)),
        depth: i32::from(data as u8),
        bound,
    })
}

fn age_of(data: u64) -> u8 {
    (data >> 10) as u8 & (AGES - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(depth: i32, score: Score) -> Known {
        Known { best: 0x1234, score, evaluation: Some(Score::of(-17)), depth, bound: Bound::Lower }
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = Table::new(1);
        for key in 1..5_000_u64 {
            let key = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let entry = known(7, Score::win_in(12));
            table.store(key, 3, entry);
            assert_eq!(table.look_up(key, 3), Some(entry));
            assert_eq!(table.look_up(key ^ 1, 3), None);
        }
    }

    #[test]
    fn every_field_is_kept() {
        let table = Table::new(0);
        let bounds = [Bound::Upper, Bound::Lower, Bound::Exact];
        for (age, bound) in (0..AGES).zip(bounds.into_iter().cycle()) {
            table.grow_older();
            for (score, evaluation) in [(Score::loss_in(9), None), (Score::of(-1), Some(Score::of(-1)))] {
                let entry = Known { best: 0xffff, score, evaluation, depth: 255 - i32::from(age), bound };
                table.store(7, 4, entry);
                assert_eq!(table.look_up(7, 4), Some(entry));
            }
        }
    }

    #[test]
    fn a_bound_answers_what_lies_beyond_it() {
        // Windows around 50, below it and above it.
        for (bound, answers) in [
            (Bound::Exact, [true, true, true]),
            (Bound::Lower, [false, true, false]),
            (Bound::Upper, [false, false, true]),
        ] {
            let known = Known { bound, ..known(1, Score::of(50)) };
            let windows = [(40, 60), (40, 50), (50, 60)];
            assert_eq!(windows.map(|(a, b)| known.answers(Score::of(a), Score::of(b))), answers, "{bound:?}");
        }
        for (bound, tells_more) in [
            (Bound::Exact, [true, true, true]),
            (Bound::Lower, [true, false, false]),
            (Bound::Upper, [false, false, true]),
        ] {
            let known = Known { bound, ..known(1, Score::of(50)) };
            let evaluations = [40, 50, 60].map(|it| known.tells_more_than(Score::of(it)));
            assert_eq!(evaluations, tells_more, "{bound:?}");
        }
    }

    #[test]
    fn a_table_fills_and_is_emptied() {
        let mut table = Table::new(3);
        assert_eq!((table.megabytes(), table.permille_full()), (3, 0));
        table.grow_older();
        // The sample is the first 250 buckets, which the lowest keys share.
        let width = u64::MAX / table.buckets.len() as u64 + 1;
        let keys: Vec<u64> = (0..100).map(|bucket| bucket * width + 1).collect();
        keys.iter().for_each(|&key| table.store(key, 0, known(3, Score::of(1))));
        assert_eq!(table.permille_full(), 100);
        // What an older search left does not count, but is still known.
        table.grow_older();
        assert_eq!(table.permille_full(), 0);
        assert!(keys.iter().all(|&key| table.look_up(key, 0).is_some()));
        table.clear(1);
        assert!(keys.iter().all(|&key| table.look_up(key, 0).is_none()));
        // A table of one bucket.
        let table = Table::new(0);
        table.store(5, 0, known(3, Score::of(1)));
        assert_eq!((table.megabytes(), table.permille_full()), (0, 250));
    }

    #[test]
    fn a_much_shallower_bound_does_not_replace_a_deep_result_of_the_same_search() {
        // (depth, bound, whether a new search began, the depth that is known then)
        for (depth, bound, is_new_search, kept) in [
            (15, Bound::Lower, false, 20),
            (16, Bound::Lower, false, 16),
            (1, Bound::Exact, false, 1),
            (1, Bound::Upper, true, 1),
        ] {
            let table = Table::new(0);
            table.store(5, 0, known(20, Score::of(1)));
            if is_new_search {
                table.grow_older();
            }
            table.store(5, 0, Known { bound, ..known(depth, Score::of(2)) });
            assert_eq!(table.look_up(5, 0).map(|known| known.depth), Some(kept), "{depth} {bound:?}");
        }
    }

    #[test]
    fn an_entry_loses_eight_plies_of_worth_with_every_search() {
        // The ages go round.
        for searches in 0..2 * u32::from(AGES) {
            let table = Table::new(0);
            (0..searches).for_each(|_| table.grow_older());
            table.store(1, 0, known(20, Score::of(1)));
            table.grow_older();
            (2..=4).for_each(|key| table.store(key, 0, known(if key == 3 { 11 } else { 13 }, Score::of(1))));
            table.store(5, 0, known(1, Score::of(1)));
            assert!(table.look_up(3, 0).is_none(), "11 is less than 20 - 8, after {searches} searches");
            table.store(6, 0, known(14, Score::of(1)));
            table.store(7, 0, known(14, Score::of(1)));
            assert!(table.look_up(1, 0).is_none(), "20 - 8 is less than 13, after {searches} searches");
        }
    }

    #[test]
    fn deep_and_fresh_entries_stay() {
        let table = Table::new(0);
        let keys: Vec<u64> = (1..=ENTRIES as u64).collect();
        for &key in &keys {
            table.store(key, 0, known(20, Score::of(1)));
        }
        table.store(99, 0, known(1, Score::of(2)));
        assert!(table.look_up(99, 0).is_some());
        let stay = keys.iter().filter(|&&key| table.look_up(key, 0).is_some());
        assert_eq!(stay.count(), ENTRIES - 1);
        // The shallow one goes first.
        table.store(100, 0, known(5, Score::of(3)));
        assert!(table.look_up(99, 0).is_none() && table.look_up(100, 0).is_some());
        for _ in 0..4 {
            table.grow_older();
        }
        // Old deep ones go before a fresh shallow one.
        table.store(101, 0, known(1, Score::of(4)));
        table.store(102, 0, known(1, Score::of(4)));
        assert!(table.look_up(101, 0).is_some() && table.look_up(102, 0).is_some());
    }

    #[test]
    fn nothing_is_found_in_a_table_that_was_cleared() {
        let clear: [fn(&mut Table); 3] =
            [|table| table.clear(2), |table| table.overwrite(1), |table| table.overwrite(7)];
        for clear in clear {
            let mut table = Table::new(1);
            let keys = || (1..5_000_u64).map(|key| key.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            keys().for_each(|key| table.store(key, 0, known(7, Score::of(1))));
            table.grow_older();
            clear(&mut table);
            assert!(keys().all(|key| table.look_up(key, 0).is_none()));
            assert_eq!((table.megabytes(), table.permille_full()), (1, 0));
        }
    }

    #[test]
    fn a_result_without_move_keeps_the_known_move() {
        let table = Table::new(0);
        table.store(5, 0, known(3, Score::of(1)));
        table.store(5, 0, Known { best: 0, ..known(9, Score::of(2)) });
        assert_eq!(table.look_up(5, 0).map(|known| (known.best, known.depth)), Some((0x1234, 9)));
    }
}
