use boardgame::Color;

use super::{Brazilian, Variant};
use crate::articles::Articles;
use crate::board::Directions;
use crate::numbering::{Corner, Numbering};
use crate::precedence::Precedence;
use crate::rules::{Draws, Endings, Limit, Promotion, Rules};

/// Czech draughts, by the brief rules of the FMJD.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Czech;

impl Variant for Czech {
    type Word = u64;
    type Extra = ();
    const RULES: Rules = Rules {
        name: "czech",
        title: "Czech draughts",
        man_captures: Directions::FORWARD_DIAGONALS,
        precedence: Precedence::WithKing, // a king captures before a man
        promotion: Promotion::EndsMove,
        draws: Draws {
            repetition: Some(Limit { at: 3, name: "threefold_repetition", article: "FMJD-CZ" }),
            king_moves: Some(Limit { at: 30, name: "15_move_rule", article: "FMJD-CZ" }),
            endings: Endings::Unlimited,
        },
        blocked_article: "FMJD-CZ",
        articles: &Articles::all("FMJD-CZ"),
        numbering: Numbering {
            pdn_game_type: 29,
            algebraic: true,
            corner: Corner::BottomLeft,
            seen_by: Color::White,
            capture_sign: 'x',
        }, // PDN 3.0: "29,W,8,8,A0,0"
        ..Brazilian::RULES
    };
}
