use boardgame::Color;

use super::{International, REPETITION_ONLY, Variant};
use crate::numbering::{Corner, Numbering};
use crate::rules::{Blocked, Rules};

/// Losing draughts (antidraughts): the side that cannot move wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Losing;

impl Variant for Losing {
    type Word = u64;
    type Extra = ();
    const RULES: Rules = Rules {
        name: "losing",
        title: "Losing draughts",
        blocked: Blocked::Wins, // Scan, Lidraughts
        draws: REPETITION_ONLY, // Scan, Lidraughts
        blocked_article: "Scan, Lidraughts",
        numbering: Numbering {
            pdn_game_type: 98,
            algebraic: false,
            corner: Corner::TopLeft,
            seen_by: Color::White,
            capture_sign: 'x',
        }, // Lidraughts; PDN 3.0 has no number
        ..International::RULES
    };
}
