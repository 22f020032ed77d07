use boardgame::Color;

use super::{International, Variant};
use crate::articles::Articles;
use crate::board::{Board, Directions};
use crate::numbering::{Corner, Numbering};
use crate::precedence::Precedence;
use crate::rules::{Draws, Endings, Limit, Promotion, Rules};

/// Spanish (classic) draughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spanish;

impl Variant for Spanish {
    type Word = u64;
    type Extra = ();
    const RULES: Rules = Rules {
        name: "spanish",
        title: "Spanish draughts",
        board: Board::diagonal(8, 8).mirror(), // the lower right corner is dark
        men_rows: 3,
        man_captures: Directions::FORWARD_DIAGONALS,
        precedence: Precedence::CountThenKings, // quantity, then quality
        promotion: Promotion::EndsMove,
        draws: Draws {
            repetition: Some(Limit { at: 3, name: "threefold_repetition", article: "S64" }),
            king_moves: Some(Limit { at: 40, name: "20_move_rule", article: "S64" }),
            endings: Endings::Unlimited,
        },
        blocked_article: "S64",
        articles: &Articles::all("S64"),
        numbering: Numbering {
            pdn_game_type: 24,
            algebraic: false,
            corner: Corner::BottomRight,
            seen_by: Color::White,
            capture_sign: 'x',
        }, // PDN 3.0: "24,W,8,8,N1,1"
        ..International::RULES
    };
}
