use super::{Argentinian, Variant};
use crate::articles::Articles;
use crate::precedence::Precedence;
use crate::rules::{Landing, Rules};

/// Argentinian draughts as Wikipedia describes it: with equal numbers a king captures, and may land anywhere.
///
/// Experimental: sources conflict; [`Argentinian`](super::Argentinian) is the other reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ArgentinianFree;

impl Variant for ArgentinianFree {
    type Word = u64;
    type Extra = ();
    const RULES: Rules = Rules {
        name: "argentinian-wiki",
        title: "Argentinian draughts, free landing (experimental)",
        landing: Landing::Free,
        precedence: Precedence::CountThenWithKing,
        articles: &Articles { landing: "Wikipedia", precedence: "Wikipedia", ..*Argentinian::RULES.articles },
        ..Argentinian::RULES
    };
}
