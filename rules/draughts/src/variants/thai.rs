use boardgame::Color;

use super::{Czech, REPETITION_ONLY, Variant};
use crate::articles::Articles;
use crate::numbering::{Corner, Numbering};
use crate::precedence::Precedence;
use crate::rules::{Landing, Removal, Rules};

/// Thai draughts (makhos).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Thai;

impl Variant for Thai {
    type Word = u64;
    type Extra = ();
    const RULES: Rules = Rules {
        name: "thai",
        title: "Thai draughts (makhos)",
        men_rows: 2, // eight men each
        first: Color::Black,
        landing: Landing::BehindEach,
        precedence: Precedence::Free,
        removal: Removal::Immediate,
        reversal: true,
        draws: REPETITION_ONLY, // no text on draws
        blocked_article: "Fandom",
        articles: &Articles {
            first: "PDN 3.0",
            landing: "Fandom, Freeling, Winther",
            removal: "Fandom, Winther",
            reversal: "Fandom, Winther",
            ..Articles::all("Fandom")
        },
        numbering: Numbering {
            pdn_game_type: 31,
            algebraic: false,
            corner: Corner::TopLeft,
            seen_by: Color::Black,
            capture_sign: 'x',
        }, // PDN 3.0: "31,B,8,8,N2,0"; captures written as elsewhere
        ..Czech::RULES
    };
}
