use boardgame::Color;

use super::{REPETITION_ONLY, Spanish, Variant};
use crate::articles::Articles;
use crate::numbering::{Corner, Numbering};
use crate::rules::{Landing, Rules, Status};

/// Argentinian draughts as Winther describes it: Spanish rules, but a king must land directly behind each captured piece.
///
/// Experimental: sources conflict; [`ArgentinianFree`](super::ArgentinianFree) is the other reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Argentinian;

impl Variant for Argentinian {
    type Word = u64;
    type Extra = ();
    const RULES: Rules = Rules {
        name: "argentinian",
        title: "Argentinian draughts (experimental)",
        status: Status::Experimental,
        landing: Landing::BehindEach,
        draws: REPETITION_ONLY, // no text on draws
        blocked_article: "Winther",
        articles: &Articles { landing: "Winther", ..*Spanish::RULES.articles },
        numbering: Numbering {
            pdn_game_type: 0,
            algebraic: false,
            corner: Corner::BottomRight,
            seen_by: Color::White,
            capture_sign: 'x',
        }, // PDN 3.0 has no number
        ..Spanish::RULES
    };
}
