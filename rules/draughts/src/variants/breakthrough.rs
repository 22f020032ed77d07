use boardgame::Color;

use super::{International, NO_DRAWS, Variant};
use crate::numbering::{Corner, Numbering};
use crate::rules::Rules;

/// Breakthrough draughts (Dam Lombok): the first king wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Breakthrough;

impl Variant for Breakthrough {
    type Word = u64;
    type Extra = ();
    const RULES: Rules = Rules {
        name: "breakthrough",
        title: "Breakthrough draughts",
        first_king_wins: true,
        early_end_article: "Scan, Lidraughts, Winther",
        draws: NO_DRAWS, // Lidraughts: no draws
        numbering: Numbering {
            pdn_game_type: 96,
            algebraic: false,
            corner: Corner::TopLeft,
            seen_by: Color::White,
            capture_sign: 'x',
        }, // Lidraughts; PDN 3.0 has no number
        ..International::RULES
    };
}
