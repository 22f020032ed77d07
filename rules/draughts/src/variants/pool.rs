use boardgame::Color;

use super::{Brazilian, Variant};
use crate::articles::Articles;
use crate::numbering::{Corner, Numbering};
use crate::precedence::Precedence;
use crate::rules::{Draws, Endings, Limit, Rules};

/// American pool checkers, by the tournament rules of the APCA.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pool;

impl Variant for Pool {
    type Word = u64;
    type Extra = ();
    const RULES: Rules = Rules {
        name: "pool",
        title: "American pool checkers",
        first: Color::Black,          // dark moves first
        precedence: Precedence::Free, // free choice, the capture must be completed
        draws: Draws {
            repetition: Some(Limit { at: 3, name: "threefold_repetition", article: "APCA 26" }),
            king_moves: Some(Limit { at: 60, name: "30_move_rule", article: "APCA 26" }),
            endings: Endings::Pool,
        },
        blocked_article: "APCA",
        articles: &Articles { precedence: "APCA 20", completion: "APCA 20", ..Articles::all("APCA") },
        numbering: Numbering {
            pdn_game_type: 23,
            algebraic: false,
            corner: Corner::BottomRight,
            seen_by: Color::Black,
            capture_sign: 'x',
        }, // PDN 3.0: "23,B,8,8,N1,0"
        ..Brazilian::RULES
    };
}
