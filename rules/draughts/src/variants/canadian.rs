use boardgame::Color;

use super::{International, Variant};
use crate::articles::Articles;
use crate::board::Board;
use crate::numbering::{Corner, Numbering};
use crate::rules::Rules;

/// Canadian draughts: the international rules on 144 squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Canadian;

impl Variant for Canadian {
    type Word = u128;
    type Extra = ();
    const RULES: Rules = Rules {
        name: "canadian",
        title: "Canadian draughts",
        board: Board::diagonal(12, 12),
        men_rows: 5, // thirty men each
        blocked_article: "Winther",
        articles: &Articles { board: "Winther", men: "Winther", ..*International::RULES.articles },
        numbering: Numbering {
            pdn_game_type: 27,
            algebraic: false,
            corner: Corner::TopLeft,
            seen_by: Color::White,
            capture_sign: 'x',
        }, // PDN 3.0: "27,W,12,12,N2,0"
        ..International::RULES
    };
}
