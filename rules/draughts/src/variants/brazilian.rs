use boardgame::Color;

use super::{FMJD_64_DRAWS, International, Variant};
use crate::articles::Articles;
use crate::board::Board;
use crate::numbering::{Corner, Numbering};
use crate::rules::Rules;

/// Brazilian draughts: the international rules on 64 squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Brazilian;

impl Variant for Brazilian {
    type Word = u64;
    type Extra = ();
    const RULES: Rules = Rules {
        name: "brazilian",
        title: "Brazilian draughts",
        board: Board::diagonal(8, 8),
        men_rows: 3,          // twelve men each
        draws: FMJD_64_DRAWS, // FMJD-64 7.2.3 to 7.2.8; `BrazilianCbd` has those of the CBD
        blocked_article: "FMJD-64 7",
        articles: &Articles { board: "CBD", men: "CBD", ..*International::RULES.articles },
        numbering: Numbering {
            pdn_game_type: 26,
            algebraic: true,
            corner: Corner::BottomLeft,
            seen_by: Color::White,
            capture_sign: 'x',
        }, // PDN 3.0: "26,W,8,8,A0,0"
        ..International::RULES
    };
}
