use boardgame::Color;

use super::{Canadian, Variant};
use crate::articles::Articles;
use crate::board::Board;
use crate::numbering::{Corner, Numbering};
use crate::rules::Rules;

/// Sri Lankan draughts: Canadian draughts on the mirrored board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SriLankan;

impl Variant for SriLankan {
    type Word = u128;
    type Extra = ();
    const RULES: Rules = Rules {
        name: "srilankan",
        title: "Sri Lankan draughts",
        board: Board::diagonal(12, 12).mirror(),
        articles: &Articles { board: "Winther", ..*Canadian::RULES.articles },
        numbering: Numbering {
            pdn_game_type: 0,
            algebraic: false,
            corner: Corner::TopLeft,
            seen_by: Color::White,
            capture_sign: 'x',
        }, // PDN 3.0 has no number
        ..Canadian::RULES
    };
}
