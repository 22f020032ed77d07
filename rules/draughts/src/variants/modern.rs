use super::{Killer, Variant};
use crate::articles::Articles;
use crate::rules::{Landing, Rules, Status};

/// Modern draughts ("killer light"): the Killer rule, but only when several pieces are captured.
///
/// Experimental: one description only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Modern;

impl Variant for Modern {
    type Word = u64;
    type Extra = ();
    const RULES: Rules = Rules {
        name: "modern",
        title: "Modern draughts (experimental)",
        status: Status::Experimental,
        landing: Landing::BehindLastKingOfSeveral,
        articles: &Articles { landing: "Winther", ..*Killer::RULES.articles },
        ..Killer::RULES
    };
}
