//! Tags that are checked when all tags are known, or at the end of the game: which of them a fault is about.

use crate::error::Fault;
use crate::repair::RepairKind;

impl Fault {
    /// The tags that a fault concerns, if it was found when all tags were known or when the game ended.
    pub(crate) fn about(&self, found: Found) -> &'static [&'static str] {
        match (self, found) {
            (Self::NotTolerated(kind), _) => kind.about(found),
            (Self::BadPosition(_), Found::AfterTags) => &["FEN"],
            (Self::Refused { .. }, Found::AfterTags) => &["GameType", "Variant"],
            (Self::WrongTag { name: "PlyCount", .. }, Found::AtEnd) => &["PlyCount"],
            _ => &[],
        }
    }
}

impl RepairKind {
    /// The same for a repair.
    pub(crate) fn about(&self, found: Found) -> &'static [&'static str] {
        match (self, found) {
            (Self::FenWithoutSetUp | Self::PositionText { .. }, Found::AfterTags) => &["FEN"],
            (Self::SetUpWithoutFen, Found::AfterTags) => &["SetUp"],
            (Self::ResultText { .. }, Found::AfterTags) => &["Result"],
            (Self::WrongTag { name: "PlyCount", .. }, Found::AtEnd) => &["PlyCount"],
            (Self::OtherSquareNames { .. }, Found::AtEnd) => &["GameType"],
            _ => &[],
        }
    }
}

/// When something wrong with a tag is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    AfterTags,
    AtEnd,
}

/// The number of tags with faults that are found later.
pub(crate) const CHECKED_LATER: usize = 6;

/// Which of those tags a name is.
#[inline]
pub(crate) fn checked_later(name: &[u8]) -> Option<usize> {
    Some(match name {
        b"FEN" => 0,
        b"SetUp" => 1,
        b"GameType" => 2,
        b"Variant" => 3,
        b"PlyCount" => 4,
        b"Result" => 5,
        _ => return None,
    })
}

/// The tag that PGN checks at once, since it has but one way to write results.
pub(crate) const RESULT: &str = "Result";

#[cfg(test)]
mod tests {
    use super::*;

    /// What the strict mode refuses stands where the tolerant one tells it.
    #[test]
    fn faults_are_about_the_tags_of_their_repairs() {
        for (kind, found, tags) in [
            (RepairKind::FenWithoutSetUp, Found::AfterTags, &["FEN"][..]),
            (RepairKind::SetUpWithoutFen, Found::AfterTags, &["SetUp"]),
            (RepairKind::other_square_names(None), Found::AtEnd, &["GameType"]),
            (RepairKind::other_square_names(None), Found::AfterTags, &[]),
            (RepairKind::TagsAlone, Found::AtEnd, &[]),
        ] {
            assert_eq!(kind.about(found), tags, "{kind:?}");
            assert_eq!(Fault::from(kind).about(found), tags);
        }
    }
}
