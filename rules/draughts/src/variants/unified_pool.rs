use boardgame::Color;

use super::{Pool, Variant};
use crate::numbering::{Corner, Numbering};
use crate::rules::Rules;

/// Unified pool checkers, as played in Zimbabwe and in matches between countries: pool checkers in which White
/// moves first and squares have letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnifiedPool;

impl Variant for UnifiedPool {
    type Word = u64;
    type Extra = ();
    const RULES: Rules = Rules {
        name: "pool-unified",
        title: "Unified pool checkers",
        first: Color::White,
        numbering: Numbering {
            pdn_game_type: 23,
            algebraic: true,
            corner: Corner::BottomLeft,
            seen_by: Color::White,
            capture_sign: 'x',
        }, // PDN 3.0: "23,W,8,8,A0,0"
        ..Pool::RULES
    };
}
