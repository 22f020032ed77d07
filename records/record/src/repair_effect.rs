//! How the repairs of a game are kept, and whether each is a note or a change.

use std::fmt;

use crate::limits::MOST_REPAIRS;
use crate::repair::{Repair, RepairKind};

impl Repair {
    /// Adds this to the repairs of a game; if there are too many of them, to their number.
    pub(crate) fn keep_in(self, repairs: &mut Vec<Self>) {
        let is_counted =
            matches!(repairs.get(MOST_REPAIRS).map(|more| &more.kind), Some(RepairKind::More { .. }));
        let room = match self.kind.may_hide_games() {
            true => 2 * MOST_REPAIRS + usize::from(is_counted),
            false => MOST_REPAIRS,
        };
        if repairs.len() < room {
            repairs.push(self);
            return;
        }
        let (more_changes, more_notes, cut) = (self.changes(), self.notes(), self.cut_variations());
        if !is_counted {
            let kind = RepairKind::More { changes: 0, notes: 0, variations: 0 };
            repairs.insert(MOST_REPAIRS, Self { kind, ..self });
        }
        if let RepairKind::More { changes, notes, variations } = &mut repairs[MOST_REPAIRS].kind {
            *changes += more_changes;
            *notes += more_notes;
            *variations += cut;
        }
    }

    /// How many changes this stands for: one if it is one, but for [`RepairKind::More`].
    #[must_use]
    pub fn changes(&self) -> u64 {
        match self.kind {
            RepairKind::More { changes, .. } => changes,
            _ => u64::from(self.kind.effect() == RepairEffect::Change),
        }
    }

    /// How many notes this stands for.
    #[must_use]
    pub fn notes(&self) -> u64 {
        match self.kind {
            RepairKind::More { notes, .. } => notes,
            _ => u64::from(self.kind.effect() == RepairEffect::Note),
        }
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

/// What becomes of something unusual when its game is written again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RepairEffect {
    /// It stays as it is, or only blanks, line ends and signs without a meaning go.
    Note,
    /// Something else is written: another text, less, or more.
    Change,
}

impl fmt::Display for RepairEffect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::Note { "note" } else { "change" })
    }
}

impl RepairKind {
    /// Whether the game is written otherwise for it. This is the one table of what is a note and what is a change.
    #[must_use]
    pub fn effect(&self) -> RepairEffect {
        match self {
            // Kept as they are.
            Self::UnknownMarks { .. }
            | Self::CommandText { .. }
            | Self::WrongTag { .. }
            | Self::SmallTagName { .. }
            | Self::PlayedOn { .. }
            | Self::ResultMissing { .. }
            | Self::TagsAlone
            | Self::StarAtMove => RepairEffect::Note,
            // Kept too; but a brace that is missing may hide other games in a comment.
            Self::BraceInComment | Self::TagInComment => RepairEffect::Note,
            // The text is kept in a comment of its game.
            Self::SemicolonComment | Self::CommentAfterLastGame | Self::CommentBetweenGames => {
                RepairEffect::Note
            }
            // PDN may be read so: the tag has the result, and `*` is written.
            Self::ResultAsTerminator { .. } => RepairEffect::Note,
            // Marks and annotations of the same move, without the blank before them.
            Self::DetachedMarks { .. } | Self::NagApart { .. } => RepairEffect::Note,
            // Bytes that say nothing.
            Self::ByteOrderMark
            | Self::EmptyLineInTags
            | Self::ReturnInComment
            | Self::StrayDots
            | Self::StraySeparator => RepairEffect::Note,
            // Results that are written otherwise, or not at all.
            Self::MissingTerminator
            | Self::MovesAlone
            | Self::StrayResult { .. }
            | Self::ResultInVariation
            | Self::HalfResult
            | Self::ResultsDiffer { .. }
            | Self::ResultOpenInTag { .. }
            | Self::ResultText { .. }
            | Self::UnknownResult { .. }
            | Self::TerminationsDiffer { .. } => RepairEffect::Change,
            // Kept, though no standard knows them; other signs for them are written as `--`.
            Self::NullMove { found } if found == "--" => RepairEffect::Note,
            // Moves and their numbers in the form of the standard, or left out.
            Self::MoveText { .. }
            | Self::NullMove { .. }
            | Self::OtherLetters { .. }
            | Self::OtherSigns { .. }
            | Self::LeadingZero { .. }
            | Self::ZeroCastling { .. }
            | Self::SpacesInMove { .. }
            | Self::BareSquares { .. }
            | Self::MissingMove
            | Self::UnknownMove
            | Self::EnPassantMark
            | Self::WrongNumber { .. }
            | Self::NumberWithoutDot { .. } => RepairEffect::Change,
            // Left out, or at another place.
            Self::FarNag { .. }
            | Self::NagBeforeMove { .. }
            | Self::MarksBeforeMove { .. }
            | Self::TooManyMarks { .. }
            | Self::OpenComment
            | Self::EscapedLine
            | Self::CommentOutsideGame
            | Self::EmptyVariation
            | Self::VariationCut(_) => RepairEffect::Change,
            // Tags and positions in the form of the standard.
            Self::UnescapedQuote { .. }
            | Self::ControlInTag { .. }
            | Self::TagTwice { .. }
            | Self::GameTypeText { .. }
            | Self::OtherSquareNames { .. }
            | Self::FinalDot
            | Self::SpacesInPosition
            | Self::MissingClocks
            | Self::PositionText { .. }
            | Self::UnknownSide
            | Self::ExtraGroups { .. }
            | Self::Pass { .. }
            | Self::FenWithoutSetUp
            | Self::SetUpWithoutFen => RepairEffect::Change,
            // Operations of EPD in the form of the standard.
            Self::OpenOperation { .. } | Self::EmptyOperation | Self::ClockFields => RepairEffect::Change,
            Self::More { changes: 0, .. } => RepairEffect::Note,
            Self::More { .. } => RepairEffect::Change,
        }
    }

    /// Whether games may be lost in what was repaired. It is reported even where the rest of a game is not, since an error
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
