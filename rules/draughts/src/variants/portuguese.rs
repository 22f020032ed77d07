use boardgame::Color;

use super::{Spanish, Variant};
use crate::articles::Articles;
use crate::numbering::{Corner, Numbering};
use crate::rules::{Draws, Endings, Limit, Rules};

/// Portuguese (classic) draughts, by the rules of the Federação Portuguesa de Damas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Portuguese;

impl Variant for Portuguese {
    type Word = u64;
    type Extra = ();
    const RULES: Rules = Rules {
        name: "portuguese",
        title: "Portuguese draughts",
        draws: Draws {
            repetition: Some(Limit { at: 3, name: "threefold_repetition", article: "FPD" }),
            king_moves: Some(Limit {
                at: 40,
                name: "20_move_rule",
                article: "S64; the text of the FPD was not read",
            }),
            endings: Endings::Unlimited,
        },
        blocked_article: "FPD",
        articles: &Articles::all("FPD"),
        numbering: Numbering {
            pdn_game_type: 28,
            algebraic: false,
            corner: Corner::BottomRight,
            seen_by: Color::White,
            capture_sign: 'x',
        }, // PDN 3.0: "28,W,8,8,N1,1"; FPD 3
        ..Spanish::RULES
    };
}
