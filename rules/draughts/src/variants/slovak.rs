use boardgame::Color;

use super::{Czech, Variant};
use crate::articles::Articles;
use crate::numbering::{Corner, Numbering};
use crate::rules::{Blocked, Rules, Status};

/// Slovak draughts: Czech rules with eight men; a side that cannot move draws.
///
/// Experimental: encyclopedias only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slovak;

impl Variant for Slovak {
    type Word = u64;
    type Extra = ();
    const RULES: Rules = Rules {
        name: "slovak",
        title: "Slovak draughts (experimental)",
        status: Status::Experimental,
        men_rows: 2,             // eight men each
        blocked: Blocked::Draws, // Fandom, Wikipedia
        blocked_article: "Fandom, Wikipedia",
        articles: &Articles { men: "Fandom", ..*Czech::RULES.articles },
        numbering: Numbering {
            pdn_game_type: 0,
            algebraic: true,
            corner: Corner::BottomLeft,
            seen_by: Color::White,
            capture_sign: 'x',
        }, // PDN 3.0 has no number
        ..Czech::RULES
    };
}
