use boardgame::Color;

use super::{REPETITION_ONLY, Russian, Variant};
use crate::numbering::{Corner, Numbering};
use crate::rules::{Blocked, Rules};

/// Poddavki: Russian draughts in which the side that cannot move wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Poddavki;

impl Variant for Poddavki {
    type Word = u64;
    type Extra = ();
    const RULES: Rules = Rules {
        name: "poddavki",
        title: "Poddavki (Russian losing draughts)",
        blocked: Blocked::Wins, // no move left wins
        draws: REPETITION_ONLY, // no text on other draws
        blocked_article: "Wikipedia",
        numbering: Numbering {
            pdn_game_type: 0,
            algebraic: true,
            corner: Corner::BottomLeft,
            seen_by: Color::White,
            capture_sign: ':',
        }, // PDN 3.0 has no number
        ..Russian::RULES
    };
}
