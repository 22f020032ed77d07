//! Counting distinct positions in little memory.

use rustc_hash::FxHashSet;

use crate::random::mixed;

/// Counts distinct keys: exactly while they are few, later by a sample of them.
///
/// The sample holds the keys whose mixed bits end in this many zeros, a fair share. When it grows too large, one zero more is
/// asked for. Two million keys give an error of less than a thousandth.
#[derive(Clone, Debug, Default)]
pub struct DistinctCounter {
    zeros: u32,
    sample: FxHashSet<u64>,
}

/// The most keys in the sample.
const MOST: usize = 1 << 22;

impl DistinctCounter {
    /// Adds a key.
    pub fn add(&mut self, key: u64) {
        let mixed = mixed(key);
        if mixed.trailing_zeros() < self.zeros || !self.sample.insert(mixed) {
            return;
        }
        while self.sample.len() > MOST {
            self.zeros += 1;
            let zeros = self.zeros;
            self.sample.retain(|key| key.trailing_zeros() >= zeros);
        }
    }

    /// How many distinct keys there were.
    #[must_use]
    pub fn count(&self) -> u64 {
        (self.sample.len() as u64) << self.zeros
    }

    /// Whether the count is exact.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.zeros == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_keys_are_counted_exactly() {
        let mut counter = DistinctCounter::default();
        (0..1_000).for_each(|number| counter.add(number % 300));
        assert_eq!((counter.count(), counter.is_exact()), (300, true));
    }

    #[test]
    fn many_keys_are_counted_by_a_sample() {
        let mut counter = DistinctCounter::default();
        let keys = 3 * MOST as u64;
        (0..keys).for_each(|number| counter.add(number));
        let error = counter.count().abs_diff(keys) as f64 / keys as f64;
        assert!(!counter.is_exact() && error < 0.002, "{error}");
    }
}
