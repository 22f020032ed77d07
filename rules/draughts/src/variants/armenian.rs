use boardgame::Color;

use super::{NO_DRAWS, Turkish, Variant};
use crate::articles::Articles;
use crate::board::Directions;
use crate::numbering::{Corner, Numbering};
use crate::rules::Rules;

/// Armenian draughts (tama): Turkish draughts in which men also step, and kings also move, diagonally.
///
/// Experimental: Wikipedia only. A 180-degree turn is forbidden as in Turkish draughts. The only draw
/// it names is by agreement, so that no rule draws a game here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Armenian;

impl Variant for Armenian {
    type Word = u128;
    type Extra = ();
    const RULES: Rules = Rules {
        name: "armenian",
        title: "Armenian draughts (experimental)",
        man_moves: Directions::FORWARD_DIAGONALS_AND_SIDEWAYS,
        king_moves: Directions::ALL,
        draws: NO_DRAWS, // Wikipedia: by agreement only
        articles: &Articles::all("Wikipedia"),
        numbering: Numbering {
            pdn_game_type: 0,
            algebraic: true,
            corner: Corner::BottomLeft,
            seen_by: Color::White,
            capture_sign: 'x',
        }, // PDN 3.0 has no number
        ..Turkish::RULES
    };
}
