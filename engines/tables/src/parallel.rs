//! Work on all threads, compiled once and not for every game.

use rayon::prelude::*;

/// What `work` gives for every number below `count`, in order; or the first error that came up.
pub(crate) fn collect<T: Send, E: Send>(
    count: u64,
    work: &(dyn Fn(u64) -> Result<T, E> + Sync),
) -> Result<Vec<T>, E> {
    (0..count).into_par_iter().map(work).collect()
}
