//! The weights of the draughts family, in hundredths of a man.

use draughts::{Blocked, Rules};

/// What counts in a variant, and how much.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    pub(super) man: i32,
    pub(super) king: i32,
    /// For each row a man has advanced, with many pieces on the board and with few.
    pub(super) advance: i32,
    pub(super) advance_in_ending: i32,
    /// For a man on the columns of the center, and on the edge.
    pub(super) center: i32,
    pub(super) edge: i32,
    /// For a man that still guards its last row, while the opponent has men to crown.
    pub(super) guard: i32,
    /// For each man more on one wing than on the other.
    pub(super) imbalance: i32,
    /// For a man that nobody can stop, less for each row it still has to go.
    pub(super) runaway: i32,
    pub(super) runaway_row: i32,
    /// For each step of a king from the edge.
    pub(super) king_center: i32,
    /// For the right to move.
    pub(super) tempo: i32,
}

const FLYING: Weights = Weights {
    man: 100,
    king: 280,
    advance: 1,
    advance_in_ending: 4,
    center: 3,
    edge: -3,
    guard: 5,
    imbalance: -3,
    runaway: 150,
    runaway_row: -14,
    king_center: 2,
    tempo: 4,
};

/// A king that steps like a man both ways is worth little more.
const SHORT: Weights =
    Weights { king: 142, guard: 9, king_center: 5, runaway: 50, runaway_row: -5, ..FLYING };

impl Weights {
    /// The weights that fit the rules of a variant.
    pub(super) const fn of(rules: &Rules) -> Self {
        let base = if rules.flying_kings { FLYING } else { SHORT };
        if rules.first_king_wins {
            // The first king ends the game: only the way there counts.
            return Self { advance: 6, advance_in_ending: 10, runaway: 1_500, runaway_row: -60, ..base };
        }
        base
    }

    /// Whether pieces are worth getting rid of.
    pub(super) const fn is_reversed(rules: &Rules) -> bool {
        matches!(rules.blocked, Blocked::Wins)
    }
}
