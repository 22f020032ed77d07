use crate::Reason;

/// How far a draw rule has counted.
///
/// ```
/// use damier_boardgame::{CounterUnit, DrawCounter, Reason, Rule};
///
/// let reason = Reason { rule: Rule::KingMoves, name: "25_move_rule", article: "FMJD 6.2" };
/// let counter = DrawCounter { reason, count: 37, limit: 50, unit: CounterUnit::Plies, must_be_claimed: false };
/// assert_eq!(counter.moves_left(), Some(7));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawCounter {
    /// The rule.
    pub reason: Reason,
    /// What has been counted so far.
    pub count: u32,
    /// The count that makes the draw.
    pub limit: u32,
    /// What is counted.
    pub unit: CounterUnit,
    /// Whether a player must claim the draw; otherwise it ends the game.
    pub must_be_claimed: bool,
}

/// What a draw rule counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CounterUnit {
    /// Moves of either player.
    Plies,
    /// Occurrences of the position.
    Occurrences,
}

impl DrawCounter {
    /// The least number of plies until the draw. A position can occur again after four plies at the earliest.
    #[must_use]
    pub fn plies_left(&self) -> u32 {
        let left = self.limit.saturating_sub(self.count);
        match self.unit {
            CounterUnit::Plies => left,
            CounterUnit::Occurrences => left.saturating_mul(4),
        }
    }

    /// How many moves of each player are left until the draw, rounded up; `None` if moves are not what is counted.
    #[must_use]
    pub fn moves_left(&self) -> Option<u32> {
        (self.unit == CounterUnit::Plies).then(|| self.limit.saturating_sub(self.count).div_ceil(2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rule;

    #[test]
    fn what_is_left_counts_plies_and_whole_moves() {
        let reason = Reason { rule: Rule::KingMoves, name: "25_move_rule", article: "FMJD 6.2" };
        for (unit, count, limit, plies, moves) in [
            (CounterUnit::Plies, 37, 50, 13, Some(7)),
            (CounterUnit::Plies, 46, 50, 4, Some(2)),
            (CounterUnit::Plies, 51, 50, 0, Some(0)),
            // Four plies at least lead back to a position.
            (CounterUnit::Occurrences, 1, 3, 8, None),
        ] {
            let counter = DrawCounter { reason, count, limit, unit, must_be_claimed: false };
            assert_eq!((counter.plies_left(), counter.moves_left()), (plies, moves), "{count} of {limit}");
        }
        assert_eq!(reason.to_string(), "25_move_rule (FMJD 6.2)");
    }
}
