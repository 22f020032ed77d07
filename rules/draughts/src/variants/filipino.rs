use boardgame::Color;

use super::{Brazilian, Variant};
use crate::articles::Articles;
use crate::board::Board;
use crate::numbering::{Corner, Numbering};
use crate::rules::Rules;

/// Filipino draughts (derecha): Brazilian draughts on the mirrored board.
///
/// The World Dama Federation is said to use the regular board; most sources describe the mirrored one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Filipino;

impl Variant for Filipino {
    type Word = u64;
    type Extra = ();
    const RULES: Rules = Rules {
        name: "filipino",
        title: "Filipino draughts",
        board: Board::diagonal(8, 8).mirror(), // the lower left corner is not played on
        articles: &Articles { board: "Winther, Wikipedia", ..*Brazilian::RULES.articles },
        numbering: Numbering {
            pdn_game_type: 0,
            algebraic: true,
            corner: Corner::BottomLeft,
            seen_by: Color::White,
            capture_sign: 'x',
        }, // PDN 3.0 has no number
        ..Brazilian::RULES
    };
}
