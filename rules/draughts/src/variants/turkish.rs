use boardgame::Color;

use super::{International, Variant};
use crate::articles::Articles;
use crate::board::{Board, Directions};
use crate::numbering::{Corner, Numbering};
use crate::rules::{Draws, Endings, Limit, Promotion, Removal, Rules, Status};

/// Turkish draughts (dama): straight moves on all 64 squares.
///
/// Experimental: sources disagree on promotion during a capture; here the piece continues as a king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turkish;

impl Variant for Turkish {
    type Word = u128;
    type Extra = ();
    const RULES: Rules = Rules {
        name: "turkish",
        title: "Turkish draughts (experimental)",
        status: Status::Experimental,
        board: Board::full(8, 8),
        men_rows: 2,
        back_rows: 1,
        man_moves: Directions::FORWARD_AND_SIDEWAYS,
        man_captures: Directions::FORWARD_AND_SIDEWAYS,
        king_moves: Directions::STRAIGHT,
        king_captures: Directions::STRAIGHT,
        removal: Removal::Immediate,
        reversal: false, // no 180-degree turn
        promotion: Promotion::InPassing,
        draws: Draws {
            repetition: Some(Limit { at: 3, name: "threefold_repetition", article: "pydraughts" }),
            king_moves: None,
            endings: Endings::Turkish,
        },
        blocked_article: "Wikipedia",
        articles: &Articles { promotion: "disputed; Wikipedia", ..Articles::all("Wikipedia") },
        numbering: Numbering {
            pdn_game_type: 30,
            algebraic: true,
            corner: Corner::BottomLeft,
            seen_by: Color::White,
            capture_sign: 'x',
        }, // PDN 3.0: "30,W,8,8,A0,0"
        ..International::RULES
    };
}
