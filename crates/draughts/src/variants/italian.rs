use boardgame::Color;

use super::{English, Variant};
use crate::board::{Board, Directions};
use crate::numbering::{Corner, Numbering};
use crate::rules::{Draws, Endings, Limit, Precedence, Rules};

/// Italian draughts, by the regulations of the Federazione Italiana Dama.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Italian;

impl Variant for Italian {
    type Word = u64;
    type Extra = ();
    const RULES: Rules = Rules {
        name: "italian",
        title: "Italian draughts",
        board: Board::diagonal(8, 8).mirror(), // FID 2.1, 2.3: the lower right corner is dark
        first: Color::White,                   // FID 3
        man_captures: Directions::FORWARD_DIAGONALS, // FID 5.3
        flying_kings: false,                   // FID 4.7
        men_take_kings: false,                 // FID 5.3
        precedence: Precedence::Italian,       // FID 6.6 to 6.9
        draws: Draws {
            repetition: Some(Limit { at: 4, name: "fourfold_repetition", article: "FID 9.3 b1" }),
            king_moves: Some(Limit { at: 80, name: "40_move_rule", article: "FID 10.4" }),
            endings: Endings::Unlimited,
        },
        blocked_article: "FID",
        numbering: Numbering {
            pdn_game_type: 22,
            algebraic: false,
            corner: Corner::TopLeft,
            seen_by: Color::White,
            capture_sign: 'x',
        }, // PDN 3.0: "22,W,8,8,N2,1"
        ..English::RULES
    };
}
