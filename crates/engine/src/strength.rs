//! Weaker play on request.

use crate::player::Thinking;

/// The levels there are, the strongest of which holds nothing back.
pub(crate) const LEVELS: std::ops::RangeInclusive<u8> = 1..=10;

/// The ratings that stand for the weakest and the strongest level.
pub(crate) const RATINGS: std::ops::RangeInclusive<i64> = 800..=2_600;

/// Positions that the weakest level looks at; each level more looks at three times as many.
const FEWEST_NODES: u64 = 40;

/// The level nearest to a rating.
pub(crate) fn level_of_rating(rating: i64) -> u8 {
    let (low, high) = (*RATINGS.start(), *RATINGS.end());
    let steps = i64::from(LEVELS.end() - LEVELS.start());
    let nearest = ((rating.clamp(low, high) - low) * steps + (high - low) / 2) / (high - low);
    LEVELS.start() + nearest as u8
}

/// Lets a task be done at a level.
pub(crate) fn weaken(task: &mut Thinking, level: u8) {
    if level < *LEVELS.end() {
        let nodes = FEWEST_NODES * 3_u64.pow(u32::from(level.saturating_sub(*LEVELS.start())));
        task.limits.nodes = Some(task.limits.nodes.map_or(nodes, |given| given.min(nodes)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_mean_levels() {
        assert_eq!([0, 800, 899, 901, 2_499, 2_501, 9_999].map(level_of_rating), [1, 1, 1, 2, 9, 10, 10]);
    }
}
