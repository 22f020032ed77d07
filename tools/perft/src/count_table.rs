//! A table of known counts, of fixed size.

use std::sync::Mutex;

use boardgame::Position;

use crate::run::CountError;

/// A known count.
struct Known<P> {
    position: P,
    depth: u32,
    nodes: u64,
}

/// The deepest count seen here, and the latest other one.
type Bucket<P> = [Option<Known<P>>; 2];

/// Counts of positions, shared between threads.
///
/// An entry holds the whole position, so a table never gives a wrong count, even if different positions have
/// equal keys. A bucket that another thread is using counts as empty.
pub(crate) struct CountTable<P> {
    buckets: Box<[Mutex<Bucket<P>>]>,
}

impl<P: Position> CountTable<P> {
    /// A table that takes about this much memory.
    pub(crate) fn new(megabytes: usize) -> Result<Self, CountError> {
        let too_large = || CountError::HashTooLarge { megabytes };
        let bytes = megabytes.checked_mul(1 << 20).ok_or_else(too_large)?;
        let len = (bytes / size_of::<Mutex<Bucket<P>>>()).max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(len).map_err(|_| too_large())?;
        buckets.resize_with(len, || Mutex::new([None, None]));
        Ok(Self { buckets: buckets.into_boxed_slice() })
    }

    /// The count, if it is known.
    pub(crate) fn probe(&self, position: &P, depth: u32) -> Option<u64> {
        let bucket = self.bucket(position, depth).try_lock().ok()?;
        // Clocks do not affect which moves are legal, so positions that repeat have equal counts.
        let found =
            bucket.iter().flatten().find(|known| known.depth == depth && known.position.repeats(position));
        found.map(|known| known.nodes)
    }

    /// Stores a count. The deepest count of a bucket stays, since it saves the most work.
    pub(crate) fn store(&self, position: &P, depth: u32, nodes: u64) {
        let Ok(mut bucket) = self.bucket(position, depth).try_lock() else { return };
        let place = match &bucket[0] {
            Some(known) if known.depth > depth => 1,
            _ => 0,
        };
        bucket[place] = Some(Known { position: position.clone(), depth, nodes });
    }

    fn bucket(&self, position: &P, depth: u32) -> &Mutex<Bucket<P>> {
        // Depths of one position go to different buckets. The high half of the product spreads the key
        // evenly over any number of buckets.
        let key = position.key() ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Heap;

    #[test]
    fn positions_with_equal_keys_are_told_apart() {
        // Keys of heaps repeat modulo 4, and a table this small has buckets for few of them anyway.
        let table = CountTable::new(0).expect("one bucket");
        table.store(&Heap::of(5), 3, 17);
        assert_eq!(table.probe(&Heap::of(5), 3), Some(17));
        assert_eq!(table.probe(&Heap::of(9), 3), None);
        assert_eq!(table.probe(&Heap::of(5), 2), None);
    }

    #[test]
    fn the_deepest_count_stays() {
        let table = CountTable::new(0).expect("one bucket");
        table.store(&Heap::of(1), 9, 1);
        for heap in 2..20 {
            table.store(&Heap::of(heap), 3, u64::from(heap));
        }
        assert_eq!(table.probe(&Heap::of(1), 9), Some(1));
        assert_eq!(table.probe(&Heap::of(19), 3), Some(19));
        assert_eq!(table.probe(&Heap::of(18), 3), None);
    }

    #[test]
    fn absurd_sizes_are_refused() {
        assert!(matches!(CountTable::<Heap>::new(usize::MAX), Err(CountError::HashTooLarge { .. })));
        assert!(matches!(CountTable::<Heap>::new(1 << 40), Err(CountError::HashTooLarge { .. })));
    }
}
