use boardgame::Color;

use super::{International, Variant};
use crate::board::{Board, Directions};
use crate::king_runs::KingRuns;
use crate::numbering::{Corner, Numbering};
use crate::rules::{Draws, Endings, Limit, Precedence, Rules};

/// Frisian draughts: pieces capture in eight directions. Official rules of 2011.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Frisian;

impl Variant for Frisian {
    type Word = u64;
    type Extra = KingRuns;
    const RULES: Rules = Rules {
        name: "frisian",
        title: "Frisian draughts",
        board: Board::diagonal(10, 10).with_row_guard(), // FRI-2011 1
        man_captures: Directions::ALL,                   // FRI-2011 10
        king_moves: Directions::DIAGONALS,               // FRI-2011 9: straight moves only when capturing
        king_captures: Directions::ALL,                  // FRI-2011 10
        precedence: Precedence::Frisian,                 // FRI-2011 11, 12
        king_run_limit: Some(3), // FRI-2011: three quiet moves in a row of one king, while its side has a man
        draws: Draws {
            repetition: Some(Limit {
                at: 3,
                name: "threefold_repetition",
                article: "as Scan; the official text is silent",
            }),
            king_moves: None,
            endings: Endings::Frisian,
        },
        blocked_article: "FRI-2011",
        numbering: Numbering {
            pdn_game_type: 40,
            algebraic: false,
            corner: Corner::TopLeft,
            seen_by: Color::White,
            capture_sign: 'x',
        }, // PDN 3.0: "40,W,10,10,N2,0"
        ..International::RULES
    };
}
