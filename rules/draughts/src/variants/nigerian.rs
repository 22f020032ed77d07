use super::{Ghanaian, Variant};
use crate::rules::Rules;

/// Nigerian draughts: the Ghanaian preset without the rule on the last piece.
///
/// Experimental: house rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nigerian;

impl Variant for Nigerian {
    type Word = u64;
    type Extra = ();
    const RULES: Rules = Rules {
        name: "nigerian",
        title: "Nigerian draughts (experimental)",
        last_piece_loses: false, // Winther
        ..Ghanaian::RULES
    };
}
