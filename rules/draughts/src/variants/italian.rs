use boardgame::Color;

use super::{English, Variant};
use crate::articles::{Articles, Criteria};
use crate::board::{Board, Directions};
use crate::numbering::{Corner, Numbering};
use crate::precedence::Precedence;
use crate::rules::{Draws, Endings, Limit, Rules};

/// Italian draughts, by the regulations of the Federazione Italiana Dama.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Italian;

impl Variant for Italian {
    type Word = u64;
    type Extra = ();
    const RULES: Rules = Rules {
        name: "italian",
        title: "Italian draughts",
        board: Board::diagonal(8, 8).mirror(), // the lower right corner is dark
        first: Color::White,
        man_captures: Directions::FORWARD_DIAGONALS,
        flying_kings: false,
        men_take_kings: false,
        precedence: Precedence::Italian,
        draws: Draws {
            repetition: Some(Limit { at: 4, name: "fourfold_repetition", article: "FID 9.3 b1" }),
            king_moves: Some(Limit { at: 80, name: "40_move_rule", article: "FID 10.4" }),
            endings: Endings::Unlimited,
        },
        blocked_article: "FID",
        articles: &Articles {
            board: "FID 2.1, 2.3",
            first: "FID 3",
            man_captures: "FID 5.3",
            king_moves: "FID 4.7",
            king_captures: "FID 4.7",
            men_take_kings: "FID 5.3",
            precedence: "FID 6.6 to 6.9",
            criteria: Criteria {
                most_pieces: "FID 6.6",
                with_king: "FID 6.7",
                most_kings: "FID 6.8",
                kings_first: "FID 6.9",
                ..Criteria::TOGETHER
            },
            ..Articles::all("FID")
        },
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
