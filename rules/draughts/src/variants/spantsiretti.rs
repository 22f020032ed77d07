use boardgame::Color;

use super::{Russian, Variant};
use crate::articles::Articles;
use crate::board::Board;
use crate::numbering::{Corner, Numbering};
use crate::rules::Rules;

/// Spantsiretti: Russian draughts on ten columns and eight rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spantsiretti;

impl Variant for Spantsiretti {
    type Word = u64;
    type Extra = ();
    const RULES: Rules = Rules {
        name: "spantsiretti",
        title: "Spantsiretti",
        board: Board::diagonal(10, 8), // width 10, height 8
        men_rows: 3,                   // fifteen men each
        articles: &Articles { board: "PDN 3.0", men: "Winther", ..*Russian::RULES.articles },
        numbering: Numbering {
            pdn_game_type: 41,
            algebraic: true,
            corner: Corner::BottomLeft,
            seen_by: Color::White,
            capture_sign: ':',
        }, // PDN 3.0: "41,W,10,8,A0,0"
        ..Russian::RULES
    };
}
