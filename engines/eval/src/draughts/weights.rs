//! The weights of the draughts family, in hundredths of a man: opening and endgame.

use draughts::{Blocked, Rules};

use super::tapered::{Tapered, t};

/// A term of the evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Term {
    Man,
    King,
    /// Per row a man has advanced.
    Row,
    /// A man on the columns of the center.
    Center,
    /// A man on the edge.
    Edge,
    /// A man on its own back row.
    Guard,
    /// Per extra man on one wing.
    Imbalance,
    /// Per step of a king from the edge.
    KingCenter,
    /// Per step that men can make.
    Step,
    /// Per own piece directly behind a man.
    Support,
    /// Per direction from which a man can be captured: the square behind it is empty, and an enemy is or can be in front.
    Exposed,
    /// Per empty square behind two men.
    Hole,
}

/// The number of terms.
pub(super) const TERMS: usize = Term::Hole as usize + 1;

/// The weights of a variant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    pub(super) terms: [Tapered; TERMS],
    /// The bonus of a runaway man, and what each row to promotion adds.
    pub(super) runaway: i32,
    pub(super) runaway_row: i32,
    /// The bonus of the side to move.
    pub(super) tempo: i32,
}

#[rustfmt::skip]
const FLYING: Weights = Weights {
    terms: [
        // Man, King
        t(100, 100), t(280, 280),
        // Row, Center, Edge, Guard, Imbalance, KingCenter
        t(1, 4), t(3, 0), t(-3, 0), t(5, 0), t(-3, -3), t(2, 2),
        // Step, Support, Exposed, Hole
        t(1, 1), t(2, 1), t(-1, 0), t(-2, 0),
    ],
    runaway: 150,
    runaway_row: -14,
    tempo: 4,
};

/// Kings that move one step are worth little more than men.
#[rustfmt::skip]
const SHORT: Weights = Weights {
    terms: [
        t(100, 100), t(142, 142),
        t(1, 4), t(3, 0), t(-3, 0), t(9, 0), t(-3, -3), t(5, 5),
        t(1, 1), t(2, 1), t(-1, 0), t(-2, 0),
    ],
    runaway: 50,
    runaway_row: -5,
    tempo: 4,
};

impl Weights {
    /// The weights for the rules of a variant.
    pub(super) const fn of(rules: &Rules) -> Self {
        let mut weights = if rules.flying_kings { FLYING } else { SHORT };
        if rules.first_king_wins {
            // The first king ends the game, so only the race counts.
            weights.terms[Term::Row as usize] = t(6, 10);
            weights.runaway = 1_500;
            weights.runaway_row = -60;
        }
        weights
    }

    /// The weight of a term.
    pub(super) const fn term(&self, term: Term) -> Tapered {
        self.terms[term as usize]
    }

    /// Whether the side without moves wins, so that material is bad.
    pub(super) const fn is_reversed(rules: &Rules) -> bool {
        matches!(rules.blocked, Blocked::Wins)
    }
}
