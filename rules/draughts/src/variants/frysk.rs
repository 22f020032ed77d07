use boardgame::Color;

use super::{Frisian, Variant};
use crate::articles::Articles;
use crate::king_runs::KingRuns;
use crate::numbering::{Corner, Numbering};
use crate::rules::Rules;

/// Frysk!: Frisian draughts with five men each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Frysk;

impl Variant for Frysk {
    type Word = u64;
    type Extra = KingRuns;
    const RULES: Rules = Rules {
        name: "frysk",
        title: "Frysk!",
        men_rows: 1, // men on the back rows only
        articles: &Articles { men: "Lidraughts", ..*Frisian::RULES.articles },
        numbering: Numbering {
            pdn_game_type: 97,
            algebraic: false,
            corner: Corner::TopLeft,
            seen_by: Color::White,
            capture_sign: 'x',
        }, // Lidraughts; PDN 3.0 has no number
        ..Frisian::RULES
    };
}
