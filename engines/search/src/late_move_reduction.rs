//! The table of late move reductions.

use crate::knowledge::{Knowledge, LateMoveReduction};

const DEPTHS: usize = 64;
const COUNTS: usize = 64;

/// Late move reductions in hundredths of a ply, by depth and move number.
pub(crate) struct ReductionTable(Vec<i32>);

impl ReductionTable {
    pub(crate) fn new<K: Knowledge>() -> Self {
        let LateMoveReduction { base, divisor, .. } = K::PARAMETERS.reduction;
        let one = |depth: usize, count: usize| {
            let product = (depth.max(1) as f64).ln() * (count.max(1) as f64).ln();
            ((base + product / divisor) * 100.0) as i32
        };
        let cells = (0..DEPTHS).flat_map(|depth| (0..COUNTS).map(move |count| (depth, count)));
        Self(cells.map(|(depth, count)| one(depth, count)).collect())
    }

    #[inline]
    pub(crate) fn of(&self, depth: i32, count: i32) -> i32 {
        let depth = (depth.max(0) as usize).min(DEPTHS - 1);
        let count = (count.max(0) as usize).min(COUNTS - 1);
        self.0[depth * COUNTS + count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_and_counts_beyond_the_table_are_clamped() {
        let table = ReductionTable((0..4_096).collect());
        for (depth, count, expected) in [
            (0, 0, 0),
            (-1, 5, 5),
            (5, -1, 5 * 64),
            (63, 63, 4_095),
            (64, 7, 63 * 64 + 7),
            (7, 64, 7 * 64 + 63),
            (1_000, 1_000, 4_095),
        ] {
            assert_eq!(table.of(depth, count), expected, "{depth} {count}");
        }
    }
}
