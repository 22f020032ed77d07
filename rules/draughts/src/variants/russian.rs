use boardgame::Color;

use super::{Brazilian, Variant};
use crate::articles::Articles;
use crate::numbering::{Corner, Numbering};
use crate::precedence::Precedence;
use crate::rules::{Promotion, Rules};

/// Russian draughts, by the rules of FMJD-64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Russian;

impl Variant for Russian {
    type Word = u64;
    type Extra = ();
    const RULES: Rules = Rules {
        name: "russian",
        title: "Russian draughts",
        precedence: Precedence::Free, // any capture may be chosen, but must be completed
        promotion: Promotion::InPassing, // promoted at once, continues as a king
        articles: &Articles {
            mandatory: "kodeks 1.5",
            completion: "kodeks 1.5",
            precedence: "kodeks 1.5",
            promotion: "kodeks 1.5.15",
            ..Articles::all("FMJD-64")
        },
        numbering: Numbering {
            pdn_game_type: 25,
            algebraic: true,
            corner: Corner::BottomLeft,
            seen_by: Color::White,
            capture_sign: ':',
        }, // PDN 3.0: "25,W,8,8,A0,0"
        ..Brazilian::RULES
    };
}
