use boardgame::Color;

use super::{International, REPETITION_ONLY, Variant};
use crate::articles::Articles;
use crate::board::Board;
use crate::numbering::{Corner, Numbering};
use crate::precedence::Precedence;
use crate::rules::{Rules, Status};

/// Ghanaian draughts (damii), one preset of many house rules: a side left with one piece loses.
///
/// Experimental: five public descriptions, no two alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ghanaian;

impl Variant for Ghanaian {
    type Word = u64;
    type Extra = ();
    const RULES: Rules = Rules {
        name: "ghanaian",
        title: "Ghanaian draughts (experimental)",
        status: Status::Experimental,
        board: Board::diagonal(10, 10).mirror(),
        precedence: Precedence::Free,
        last_piece_loses: true,
        early_end_article: "Winther",
        draws: REPETITION_ONLY, // no text on draws
        blocked_article: "Winther",
        articles: &Articles { precedence: "most descriptions", ..Articles::all("Winther") },
        numbering: Numbering {
            pdn_game_type: 0,
            algebraic: false,
            corner: Corner::TopLeft,
            seen_by: Color::White,
            capture_sign: 'x',
        }, // PDN 3.0 has no number
        ..International::RULES
    };
}
