use boardgame::Color;

use super::{International, REPETITION_ONLY, Variant};
use crate::articles::Articles;
use crate::numbering::{Corner, Numbering};
use crate::rules::{Landing, Rules};

/// Killer draughts: a king that captures a king last must land directly behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Killer;

impl Variant for Killer {
    type Word = u64;
    type Extra = ();
    const RULES: Rules = Rules {
        name: "killer",
        title: "Killer draughts",
        landing: Landing::BehindLastKing, // Freeling is the inventor
        draws: REPETITION_ONLY,           // as Scan
        articles: &Articles { landing: "Freeling", ..*International::RULES.articles },
        numbering: Numbering {
            pdn_game_type: 0,
            algebraic: false,
            corner: Corner::TopLeft,
            seen_by: Color::White,
            capture_sign: 'x',
        }, // PDN 3.0 has no number
        ..International::RULES
    };
}
