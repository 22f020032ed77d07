//! How the repairs of a game are kept, and which of them are told.

use crate::limits::MOST_REPAIRS;
use crate::repair::{Repair, RepairKind};

impl Repair {
    /// Adds this to the repairs of a game; if there are too many of them, to their number.
    pub(crate) fn keep_in(self, repairs: &mut Vec<Self>) {
        if repairs.len() < MOST_REPAIRS
            || self.kind.may_hide_games() && (MOST_REPAIRS + 1..2 * MOST_REPAIRS).contains(&repairs.len())
        {
            repairs.push(self);
            return;
        }
        let (count, cut) = (self.count(), self.cut_variations());
        if repairs.len() == MOST_REPAIRS {
            repairs.push(Self { kind: RepairKind::More { repairs: 0, variations: 0 }, ..self });
        }
        if let RepairKind::More { repairs, variations } = &mut repairs[MOST_REPAIRS].kind {
            *repairs += count;
            *variations += cut;
        }
    }

    /// How many repairs this stands for: one, but for [`RepairKind::More`].
    #[must_use]
    pub fn count(&self) -> u64 {
        if let RepairKind::More { repairs, .. } = self.kind { repairs } else { 1 }
    }

    /// How many variations were cut off by it.
    #[must_use]
    pub fn cut_variations(&self) -> u64 {
        match self.kind {
            RepairKind::VariationCut(_) => 1,
            RepairKind::More { variations, .. } => variations,
            _ => 0,
        }
    }
}

impl RepairKind {
    /// Whether games may be lost in what was repaired. It is told even where the rest of a game is not, since an error
    /// or an illegal move of a variation stands before it.
    #[must_use]
    pub fn may_hide_games(&self) -> bool {
        matches!(self, Self::TagInComment | Self::BraceInComment | Self::OpenComment)
    }

    /// Whether this is about the marks of a move, which are looked at only once it was played.
    pub(crate) fn is_of_marks(&self) -> bool {
        use RepairKind::{DetachedMarks, TooManyMarks, UnknownMarks};
        matches!(self, DetachedMarks { .. } | TooManyMarks { .. } | UnknownMarks { .. })
    }

    /// Whether this is about the text of a move, told only if it can be played.
    pub(crate) fn is_of_move(&self) -> bool {
        use RepairKind::{BareSquares, LeadingZero, OtherSigns, SpacesInMove, ZeroCastling};
        let is_text = matches!(
            self,
            ZeroCastling { .. }
                | LeadingZero { .. }
                | SpacesInMove { .. }
                | BareSquares { .. }
                | OtherSigns { .. }
        );
        is_text || self.is_of_marks()
    }

    pub(crate) fn other_square_names(game_type: Option<&str>) -> Self {
        Self::OtherSquareNames { game_type: game_type.unwrap_or_default().to_owned() }
    }
}
