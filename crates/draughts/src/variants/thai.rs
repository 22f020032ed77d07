use boardgame::Color;

use super::{Czech, REPETITION_ONLY, Variant};
use crate::numbering::{Corner, Numbering};
use crate::rules::{Landing, Precedence, Removal, Rules};

/// Thai draughts (makhos).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Thai;

impl Variant for Thai {
    type Word = u64;
    type Extra = ();
    const RULES: Rules = Rules {
        name: "thai",
        title: "Thai draughts (makhos)",
        men_rows: 2,                  // Fandom: eight men each
        first: Color::Black,          // PDN 3.0
        landing: Landing::BehindEach, // Fandom, Freeling, Winther
        precedence: Precedence::Free, // Fandom
        removal: Removal::Immediate,  // Fandom, Winther
        reversal: true,               // Fandom, Winther
        draws: REPETITION_ONLY,       // no text on draws
        blocked_article: "Fandom",
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
