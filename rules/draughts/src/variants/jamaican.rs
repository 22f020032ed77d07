use boardgame::Color;

use super::{Pool, Variant};
use crate::articles::Articles;
use crate::board::Board;
use crate::numbering::{Corner, Numbering};
use crate::rules::Rules;

/// Jamaican draughts: pool checkers on the mirrored board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Jamaican;

impl Variant for Jamaican {
    type Word = u64;
    type Extra = ();
    const RULES: Rules = Rules {
        name: "jamaican",
        title: "Jamaican draughts",
        board: Board::diagonal(8, 8).mirror(), // invert flag 1
        articles: &Articles { board: "PDN 3.0", ..*Pool::RULES.articles },
        numbering: Numbering {
            pdn_game_type: 23,
            algebraic: true,
            corner: Corner::BottomRight,
            seen_by: Color::Black,
            capture_sign: 'x',
        }, // PDN 3.0: "23,B,8,8,A1,1"
        ..Pool::RULES
    };
}
