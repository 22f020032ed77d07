use boardgame::Color;

use super::{International, Variant};
use crate::articles::Articles;
use crate::board::{Board, Directions};
use crate::numbering::{Corner, Numbering};
use crate::precedence::Precedence;
use crate::rules::{Draws, Endings, Limit, Promotion, Rules};

/// English draughts, American checkers, by the rules of the WCDF.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct English;

impl Variant for English {
    type Word = u64;
    type Extra = ();
    const RULES: Rules = Rules {
        name: "english",
        title: "English draughts (American checkers)",
        board: Board::diagonal(8, 8),
        men_rows: 3,
        first: Color::Black, // the darker pieces move first
        man_captures: Directions::FORWARD_DIAGONALS,
        flying_kings: false,
        precedence: Precedence::Free, // compulsory, free choice
        promotion: Promotion::EndsMove,
        draws: Draws {
            repetition: Some(Limit { at: 3, name: "threefold_repetition", article: "WCDF 1.32.1" }),
            king_moves: Some(Limit { at: 80, name: "40_move_rule", article: "WCDF 1.32.2" }),
            endings: Endings::Unlimited,
        },
        blocked_article: "WCDF 1",
        articles: &Articles {
            board: "WCDF 1.1",
            men: "WCDF 1.11",
            first: "WCDF 1.9",
            king_moves: "WCDF 1.17",
            king_captures: "WCDF 1.17",
            man_captures: "WCDF 1.18",
            mandatory: "WCDF 1.20",
            completion: "WCDF 1.19",
            precedence: "WCDF 1.20",
            promotion: "WCDF 1.19",
            ..Articles::all("WCDF 1")
        },
        numbering: Numbering {
            pdn_game_type: 21,
            algebraic: false,
            corner: Corner::BottomRight,
            seen_by: Color::Black,
            capture_sign: 'x',
        }, // PDN 3.0: "21,B,8,8,N1,0"
        ..International::RULES
    };
}
