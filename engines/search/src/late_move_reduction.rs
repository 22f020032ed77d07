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
