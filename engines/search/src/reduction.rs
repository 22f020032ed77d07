//! How much less deep late moves are searched.

use crate::knowledge::{Knowledge, Reduction};

const DEPTHS: usize = 64;
const COUNTS: usize = 64;

/// Reductions in hundredths of a ply, by depth and by the number of the move.
pub(crate) struct Reductions(Vec<i32>);

impl Reductions {
    pub(crate) fn new<K: Knowledge>() -> Self {
        let Reduction { base, divisor, .. } = K::TUNING.reduction;
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
