//! The weights of the draughts family, in hundredths of a man: with many pieces on the board, and with few.

use draughts::{Blocked, Rules};

use crate::tapered::{Tapered, t};

/// What counts in every variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Term {
    Man,
    King,
    /// Each row a man has advanced.
    Row,
    /// A man on the columns of the center.
    Center,
    /// A man on the edge.
    Edge,
    /// A man that still guards its last row.
    Guard,
    /// Each man more on one wing than on the other.
    Imbalance,
    /// Each step of a king from the edge.
    KingCenter,
    /// Each step that men can make.
    Step,
    /// Each own piece right behind a man.
    Support,
    /// Each line on which a man can be taken: nothing behind it, and room for an enemy before it.
    Exposed,
    /// Each enemy piece right before a man.
    Contact,
    /// Each free square behind two men.
    Hole,
}

/// All terms.
pub(super) const TERMS: usize = Term::Hole as usize + 1;

/// What counts in a variant, and how much.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    pub(super) terms: [Tapered; TERMS],
    /// For a man that nobody can stop, less for each row it still has to go.
    pub(super) runaway: i32,
    pub(super) runaway_row: i32,
    /// For the right to move.
    pub(super) tempo: i32,
}

#[rustfmt::skip]
const FLYING: Weights = Weights {
    terms: [
        // Man, King
        t(100, 100), t(280, 280),
        // Row, Center, Edge, Guard, Imbalance, KingCenter
        t(1, 4), t(3, 0), t(-3, 0), t(5, 0), t(-3, -3), t(2, 2),
        // Step, Support, Exposed, Contact, Hole
        t(1, 1), t(2, 1), t(-1, 0), t(0, 0), t(-2, 0),
    ],
    runaway: 150,
    runaway_row: -14,
    tempo: 4,
};

/// Beside learned patterns only the pieces themselves count.
#[rustfmt::skip]
const LEARNED: Weights = Weights {
    terms: [
        t(131, 93), t(280, 280),
        t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(2, 2),
        t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0),
    ],
    ..FLYING
};

/// A king that steps like a man both ways is worth little more.
#[rustfmt::skip]
const SHORT: Weights = Weights {
    terms: [
        t(100, 100), t(142, 142),
        t(1, 4), t(3, 0), t(-3, 0), t(9, 0), t(-3, -3), t(5, 5),
        t(1, 1), t(2, 1), t(-1, 0), t(0, 0), t(-2, 0),
    ],
    runaway: 50,
    runaway_row: -5,
    tempo: 4,
};

impl Weights {
    /// The weights that fit the rules of a variant.
    pub(super) const fn of(rules: &Rules, has_patterns: bool) -> Self {
        let mut weights = if rules.flying_kings { FLYING } else { SHORT };
        if has_patterns {
            return LEARNED;
        }
        if rules.first_king_wins {
            // The first king ends the game: only the way there counts.
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

    /// Whether pieces are worth getting rid of.
    pub(super) const fn is_reversed(rules: &Rules) -> bool {
        matches!(rules.blocked, Blocked::Wins)
    }
}
